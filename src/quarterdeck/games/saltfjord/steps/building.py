"""Placing building tiles, and the lines they complete.  SF-10"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import BUILD, BUILD_LARGE, PLACE, TILE
from quarterdeck.games.saltfjord.names import (
    FIRST_LARGE_STACK,
    FISH,
    FROM_BOARDWALKS,
    KINDS,
    NO_TILE,
    SHIPWRIGHT,
    TILE_COUNT,
    WALK,
    shape_in,
    stacks_of,
)
from quarterdeck.games.saltfjord.obstacles import (
    NOT_THIS_CELL,
    build_obstacle,
    building_cost,
    explain,
    open_stacks,
)
from quarterdeck.games.saltfjord.paying import asked
from quarterdeck.games.saltfjord.position import STACK_COUNT, SaltfjordPosition, in_village
from quarterdeck.games.saltfjord.steps.pay import pay
from quarterdeck.games.saltfjord.steps.rewards import wait_for
from quarterdeck.games.saltfjord.steps.telling import before as telling_before
from quarterdeck.games.saltfjord.steps.telling import tell_changes
from quarterdeck.games.saltfjord.village import LINES, Placement
from quarterdeck.games.saltfjord.words import cost_words, icons_words, line_name, tile_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step


def add_builds(p: SaltfjordPosition, seat: int, shape: int, codes: list[int]) -> None:
    for stack in open_stacks(p, seat, stacks_of(shape)):
        codes.append(BUILD.base + stack)


def add_large_builds(p: SaltfjordPosition, seat: int, codes: list[int]) -> None:
    """SF-5.2, SF-5.3"""
    for stack in open_stacks(p, seat, range(FIRST_LARGE_STACK, STACK_COUNT)):
        codes.append(BUILD_LARGE.base + stack - FIRST_LARGE_STACK)


def why_no_building(p: SaltfjordPosition, seat: int, stack: int) -> Reason:
    cost = building_cost(p, seat, stack)
    wanted = cost_words([asked(cost, kind) for kind in range(KINDS)])
    return explain(build_obstacle(p, seat, stack), cost=wanted)


def build(p: SaltfjordPosition, seat: int, stack: int) -> None:
    p.push(PlaceTile(seat, stack))
    pay(p, seat, building_cost(p, seat, stack))


class PlaceTile(Step[SaltfjordPosition]):
    """Where the tile comes to lie.  SF-10.3 to SF-10.6, SF-10.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "stack")

    def __init__(self, seat: int, stack: int) -> None:
        super().__init__(seat)
        self.stack = stack

    def options(self, position: SaltfjordPosition) -> list[int]:
        shape, icons = self.tile(position)
        return open_placements(position, self.seat, shape, icons)

    def tile(self, p: SaltfjordPosition) -> tuple[int, list[int]]:
        """Shape and icons of the tile in hand."""
        tile = p.tops[self.stack]
        return p.table.shape_of[tile], p.table.icons_of[tile]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        seat = self.seat
        tile = p.tops[self.stack]
        shape, icons = self.tile(p)
        before = p.filled(seat)
        if p.log is not None:
            shown = icons_words(p.table.box, icons)
            p.say(Message("sf.event.built", seat=seat, tile=tile_name(shape, tile), icons=shown))
        put_down(p, seat, tile, shape, icons, code)
        after = p.filled(seat)
        p.tops[self.stack] = NO_TILE
        p.stack_left[self.stack] -= 1
        p.push(LinesComplete(seat, completed(after) & ~completed(before)))
        if p.table.solo:
            p.push(SoloRemoval(self.stack ^ 1))
        uncover(p, self.stack)
        if p.owns(seat, SHIPWRIGHT):
            earlier = telling_before(p, seat)
            p.gain(seat, FISH, p.table.box.shipwright_fish)
            tell_changes(p, seat, earlier)

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        return NOT_THIS_CELL.reason() if PLACE.has(code) else NOT_OFFERED


def open_placements(
    p: SaltfjordPosition, seat: int, shape: int, icons: list[int], within: int = -1
) -> list[int]:
    """The codes of all placements on empty cells (of `within`), each drawing once."""
    filled = p.filled(seat)
    codes: list[int] = []
    for placement in p.table.placements[shape]:
        if placement.mask & filled or placement.mask & ~within:
            continue
        if not repeats_a_turn(placement, icons):
            codes.append(PLACE.base + placement.number)
    return codes


def repeats_a_turn(placement: Placement, icons: list[int]) -> bool:
    """Whether a tile turned less shows the same icons on the same cells."""
    for twin in placement.twins:
        if all(icons[n] == icons[twin.cells.index(c)] for n, c in enumerate(placement.cells)):
            return True
    return False


def put_down(
    p: SaltfjordPosition, seat: int, tile: int, shape: int, icons: list[int], code: int
) -> None:
    for placement in p.table.placements[shape]:
        if placement.number == code - PLACE.base:
            for number, cell in enumerate(placement.cells):
                p.icons[in_village(seat, cell)] = icons[number]
                p.tiles_at[in_village(seat, cell)] = tile
            return


def completed(filled: int) -> int:
    """The complete lines of a village, as bits.  SF-10.10"""
    found = 0
    for number, line in enumerate(LINES):
        if all(filled >> cell & 1 for cell in line):
            found |= 1 << number
    return found


class LinesComplete(Phase[SaltfjordPosition]):
    """What the boardwalks of completed lines pay.  SF-10.11 to SF-10.14"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "lines")

    def __init__(self, owner: int, lines: int) -> None:
        super().__init__()
        self.owner = owner
        self.lines = lines

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        upgrades = fishing = 0
        earlier = telling_before(p, self.owner)
        for number, line in enumerate(LINES):
            if self.lines >> number & 1:
                if p.log is not None:
                    done = line_name(number)
                    p.say(Message("sf.event.line", seat=self.owner, line=done))
                for cell in line:
                    icon = p.icon(self.owner, cell)
                    if icon >= WALK:
                        gain_walk(p, self.owner, icon)
                        upgrades += p.table.walk_upgrades[icon - WALK]
                        fishing += p.table.walk_fishing[icon - WALK]
        tell_changes(p, self.owner, earlier)
        wait_for(p, self.owner, upgrades, fishing)


def gain_walk(p: SaltfjordPosition, seat: int, icon: int) -> None:
    """The plain gains of a boardwalk."""
    p.gain_all(seat, p.table.walk_goods[icon - WALK])
    p.score(seat, FROM_BOARDWALKS, p.table.walk_points[icon - WALK])


# Stacks


def uncover(p: SaltfjordPosition, stack: int) -> None:
    """The next tile of a stack comes into view, if there is one.  SF-10.7"""
    if p.stack_left[stack]:
        p.push(RevealTile(stack))


class RevealTile(ChanceStep[SaltfjordPosition]):
    """Which tile comes into view: any of its shape never seen before.  SF-1.8, SF-10.7"""

    FIELDS: ClassVar[tuple[str, ...]] = ("stack",)

    def __init__(self, stack: int) -> None:
        super().__init__()
        self.stack = stack

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        p = position
        base = TILE.base + self.stack * TILE_COUNT
        unseen = [t for t in p.table.tiles_of[shape_in(self.stack)] if not p.tiles_seen >> t & 1]
        return [(base + tile, 1) for tile in unseen]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        tile = (code - TILE.base) % TILE_COUNT
        position.tiles_seen |= 1 << tile
        position.tops[self.stack] = tile
        if position.log is not None and position.round:
            shown = tile_name(shape_in(self.stack), tile)
            icons = icons_words(position.table.box, position.table.icons_of[tile])
            position.say(Message("sf.event.tile", tile=shown, icons=icons))


class SoloRemoval(Phase[SaltfjordPosition]):
    """In solo the top tile of the other stack of the shape goes as well.  SF-19.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("stack",)

    def __init__(self, stack: int) -> None:
        super().__init__()
        self.stack = stack

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        if p.stack_left[self.stack]:
            p.stack_left[self.stack] -= 1
            if p.log is not None:
                top = p.tops[self.stack]
                gone = tile_name(shape_in(self.stack), top)
                icons = icons_words(p.table.box, p.table.icons_of[top])
                p.say(Message("sf.event.tile_removed", tile=gone, icons=icons))
            p.tops[self.stack] = NO_TILE
            uncover(p, self.stack)
