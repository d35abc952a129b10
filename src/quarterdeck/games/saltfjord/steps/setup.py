"""Set-up: what is dealt, and the starting sets.  SF-1, SF-19.7, SF-19.8"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.saltfjord.actions import (
    BOARD_ABILITY,
    CRATE,
    FIRST_PLAYER,
    PLACE,
    SCORE_TILE,
    SET,
    SET_ABILITY,
    SET_RESOURCES,
    SPECIAL_TILE,
    VILLAGE,
)
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    CELLS,
    CRATE_COUNT,
    CRATE_STACKS,
    DOMINO,
    ORDINARY_CRATES,
    SCORE_NOW_POINTS,
    SCORE_TILES,
    SETS,
    SIDES,
    SNOWFLAKE_CELLS,
    START_RESOURCES,
    START_TILE,
    TRACK_COUNT,
)
from quarterdeck.games.saltfjord.obstacles import NOT_THIS_CELL, TAKEN_SET
from quarterdeck.games.saltfjord.position import (
    STACK_COUNT,
    SaltfjordPosition,
    in_village,
    set_ability,
    set_resources,
)
from quarterdeck.games.saltfjord.steps.building import RevealTile, open_placements, put_down
from quarterdeck.games.saltfjord.steps.fishing import DrawToken
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.steps.turn import RoundStart, roll_dice
from quarterdeck.games.saltfjord.words import ability_name, score_tile_name, side_name, track_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step

BOARD_ABILITIES: Final = 4
SNOWFLAKES: Final = sum(1 << cell for cell in SNOWFLAKE_CELLS)


class FirstPlayer(ChanceStep[SaltfjordPosition]):
    """SF-1.2"""

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        return [(FIRST_PLAYER.at(seat), 1) for seat in range(position.seats)]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        position.first = FIRST_PLAYER.value(code)


class DealVillage(ChanceStep[SaltfjordPosition]):
    """A named side for a player, all different.  SF-1.13"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "dealt")

    def __init__(self, owner: int, dealt: int) -> None:
        super().__init__()
        self.owner = owner
        self.dealt = dealt

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        free = [side for side in range(1, len(SIDES)) if not self.dealt >> side & 1]
        return [(VILLAGE.pair(self.owner, side), 1) for side in free]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        side = VILLAGE.values(code)[1]
        lay_village(position, self.owner, side)
        if position.log is not None:
            position.say(Message("sf.event.village", seat=self.owner, side=side_name(side)))
        if self.owner + 1 < position.seats:
            position.push(DealVillage(self.owner + 1, self.dealt | 1 << side))


def lay_village(p: SaltfjordPosition, seat: int, side: int) -> None:
    p.villages[seat] = side
    village = p.table.village(side)
    for cell in range(CELLS):
        p.icons[in_village(seat, cell)] = village[cell]


class BoardAbility(ChanceStep[SaltfjordPosition]):
    """Four ability tiles lie on the board.  SF-1.4"""

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        laid = position.board_abilities
        return [(BOARD_ABILITY.at(a), 1) for a in range(len(ABILITIES)) if not laid >> a & 1]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        position.board_abilities |= 1 << BOARD_ABILITY.value(code)


class SetAbility(ChanceStep[SaltfjordPosition]):
    """The ability of a starting set.  SF-1.14"""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        p = position
        free = [
            a
            for a in range(len(ABILITIES))
            if not p.board_abilities >> a & 1 and a not in p.sets[0::2]
        ]
        return [(SET_ABILITY.pair(self.number, a), 1) for a in free]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        position.sets[set_ability(self.number)] = SET_ABILITY.values(code)[1]


class SetResources(ChanceStep[SaltfjordPosition]):
    """The resources of a starting set.  SF-1.14"""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        given = position.sets[1::2]
        free = [r for r in range(len(START_RESOURCES)) if r not in given]
        return [(SET_RESOURCES.pair(self.number, r), 1) for r in free]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        position.sets[set_resources(self.number)] = SET_RESOURCES.values(code)[1]


class DealScoreTile(ChanceStep[SaltfjordPosition]):
    """A score tile for the top of a track.  SF-1.5, SF-19.7"""

    FIELDS: ClassVar[tuple[str, ...]] = ("track",)

    def __init__(self, track: int) -> None:
        super().__init__()
        self.track = track

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        return [(SCORE_TILE.pair(self.track, tile), 1) for tile in free_score_tiles(position)]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        tile = SCORE_TILE.values(code)[1]
        position.score_tiles[self.track] = tile
        if position.log is not None:
            track = track_name(self.track, position.table.carts)
            dealt = score_tile_name(tile)
            position.say(Message("sf.event.score_tile", track=track, tile=dealt))


class DealSpecialTile(ChanceStep[SaltfjordPosition]):
    """A special score tile of the solo game.  SF-19.7"""

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        return [(SPECIAL_TILE.at(tile), 1) for tile in free_score_tiles(position)]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        tile = SPECIAL_TILE.value(code)
        position.special_tiles = [*position.special_tiles, tile]
        if position.log is not None:
            position.say(Message("sf.event.special_tile", tile=score_tile_name(tile)))


def free_score_tiles(p: SaltfjordPosition) -> list[int]:
    most = SCORE_NOW_POINTS if p.table.solo else len(SCORE_TILES)
    return [t for t in range(most) if t not in p.score_tiles and t not in p.special_tiles]


class StartCrate(ChanceStep[SaltfjordPosition]):
    """A starting crate on each stack.  SF-1.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("stack",)

    def __init__(self, stack: int) -> None:
        super().__init__()
        self.stack = stack

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        starting = range(ORDINARY_CRATES, CRATE_COUNT)
        free = [crate for crate in starting if not position.crates_seen >> crate & 1]
        return [(CRATE.pair(self.stack, crate), 1) for crate in free]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        crate = CRATE.values(code)[1]
        position.crates_seen |= 1 << crate
        position.market[self.stack] = crate


class ChooseSets(Phase[SaltfjordPosition]):
    """Sets are chosen anticlockwise, the first player last.  SF-1.15, SF-1.16"""

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        p.push(RoundStart())
        for offset in range(p.seats):
            p.push(ChooseSet((p.first + offset) % p.seats))


class ChooseSet(Step[SaltfjordPosition]):
    """SF-1.14 to SF-1.17, SF-1.19"""

    def options(self, position: SaltfjordPosition) -> list[int]:
        return [SET.at(n + 1) for n in range(SETS) if position.sets_left >> n & 1]

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        return TAKEN_SET.reason() if SET.has(code) else NOT_OFFERED

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        number = SET.value(code) - 1
        p.sets_left &= ~(1 << number)
        if p.log is not None:
            taken = ability_name(p.sets[set_ability(number)])
            p.say(Message("sf.event.set", seat=self.seat, number=number + 1, ability=taken))
        p.push(StartResources(self.seat, number))
        p.push(PlaceStartBuilding(self.seat, number))
        p.abilities[self.seat] = 1 << p.sets[set_ability(number)]


class PlaceStartBuilding(Step[SaltfjordPosition]):
    """On two of the four snowflakes.  SF-1.18"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "number")

    def __init__(self, seat: int, number: int) -> None:
        super().__init__(seat)
        self.number = number

    def options(self, position: SaltfjordPosition) -> list[int]:
        shape, icons = self.tile(position)
        return open_placements(position, self.seat, shape, icons, SNOWFLAKES)

    def tile(self, p: SaltfjordPosition) -> tuple[int, list[int]]:
        """Shape and icons of the tile in hand."""
        return DOMINO, p.table.box.start_buildings[self.number]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        assert PLACE.has(code)
        shape, icons = self.tile(position)
        put_down(position, self.seat, START_TILE + self.number, shape, icons, code)

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        return NOT_THIS_CELL.reason() if PLACE.has(code) else NOT_OFFERED


class StartResources(Phase[SaltfjordPosition]):
    """What the starting resource tile shows, fishing included.  SF-1.19, SF-1.20"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "number")

    def __init__(self, owner: int, number: int) -> None:
        super().__init__()
        self.owner = owner
        self.number = number

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        resources = p.sets[set_resources(self.number)]
        earlier = before(p, self.owner)
        p.gain_all(self.owner, p.table.box.start_goods[resources])
        tell_changes(p, self.owner, earlier)
        if p.table.box.start_fishing[resources]:
            p.zones[self.owner] = 1
            if p.token_left[0]:
                p.push(DrawToken(self.owner, 0))


def set_up(p: SaltfjordPosition) -> None:
    """Lay out everything and deal what chance decides, last first."""
    p.set_up()
    p.push(ChooseSets())
    for stack in reversed(range(STACK_COUNT)):
        p.push(RevealTile(stack))
    for stack in reversed(range(CRATE_STACKS)):
        p.push(StartCrate(stack))
    # Before anybody chooses a set: the dice of round 1 lie on the board by then (SF-1.6)
    roll_dice(p, 1)
    if p.table.solo:
        p.push(DealSpecialTile())
        p.push(DealSpecialTile())
    for track in reversed(range(TRACK_COUNT)):
        p.push(DealScoreTile(track))
    for number in reversed(range(SETS)):
        p.push(SetResources(number))
        p.push(SetAbility(number))
    for _ in range(BOARD_ABILITIES):
        p.push(BoardAbility())
    side = p.table.options["village_side"]
    if side == "named":
        p.push(DealVillage(0, 0))
    else:
        for seat in range(p.seats):
            lay_village(p, seat, SIDES.index(side))
    if p.seats > 1 and p.table.options["first_player"] == "random":
        p.push(FirstPlayer())
    elif p.table.options["first_player"] != "random":
        p.first = int(p.table.options["first_player"]) - 1
