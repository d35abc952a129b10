"""Positions to order: put on the table exactly what a test speaks of, then let a turn begin.

    p = fjord(seats=2)                                  # side A, round 1, nothing stored
    player(p, A, goods="1 wood 3 fish", tech="craft 1") # what is not named stays
    building(p, A, "d07", "r6c1", turn=0)               # a tile of the stacks on a village
    turn(p, A, orange="6")                              # its main action is asked for
    play(p, A, "die orange 6", "line 6", "activate r6c1")
    assert store(p, A) == "1 wood 1 pulp 3 fish"

Until `turn`, `end_round` or `final` nobody is asked anything, so facts may be set in any order.
Those fill up everything that was not named (abilities, stacks, dice, crates) so that the counts
fit, and check the position with the game's own invariants.

What is filled up: the starting building of seat n is sbn at r3c3, turn 0; abilities that are not
named are the first free ones of pilot, broker, surveyor, shipwright, …; workers that stand nowhere
are available; the crates ks1 to ks4 lie on the stacks; the tops of the building stacks are the
first tiles not used elsewhere.
"""

from __future__ import annotations

from typing import cast

import pytest

from quarterdeck import games
from quarterdeck.games.saltfjord.actions import OUTCOMES, SPACE
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    CARPENTRY,
    CART_ON_TILE,
    CARTS,
    CELL_NAMES,
    COLOURS,
    CRATE_STACKS,
    CRATES,
    DOMINO,
    DOUBLE_SPACE,
    FIRST_DIE_PIECE,
    FROM_ZONES,
    GOODS,
    ICONS,
    KINDS,
    NO_CRATE,
    NO_TILE,
    NO_TOKEN,
    NOTHING,
    ORDINARY_CRATES,
    QUAY_COUNT,
    QUAYS,
    SCORE_TILES,
    SHAPES,
    SIDES,
    STACKS,
    START_BUILDINGS,
    START_TILE,
    TAVERNS,
    TILES,
    TOKENS,
    TRACKS,
    WORKER_PIECE,
    die_piece,
    stacks_of,
)
from quarterdeck.games.saltfjord.position import (
    SaltfjordPosition,
    at_quay,
    from_source,
    in_pool,
    in_store,
    in_village,
    of_cart,
    of_colour,
    on_boat,
    on_tavern,
    on_track,
    token_stack,
)
from quarterdeck.games.saltfjord.steps.setup import lay_village
from quarterdeck.games.saltfjord.steps.turn import MainAction, RoundEnd
from quarterdeck.games.saltfjord.view import SaltfjordView
from quarterdeck.kernel.errors import IllegalAction
from quarterdeck.kernel.messages import Reason

A, B, C, D = range(4)
RULES = games.load("saltfjord")
_UNNAMED = -1
# Abilities given out where a test names none, those that matter least first.
_SPARE_ABILITIES = (
    "pilot",
    "broker",
    "surveyor",
    "shipwright",
    "dory",
    "foreman",
    "smokehouse",
    "barter",
)


def cell(name: str) -> int:
    return CELL_NAMES.index(name)


# Setting a position up


def fjord(seats: int = 2, in_round: int = 1, **options: str) -> SaltfjordPosition:
    """A game under way with empty stores. Nobody is asked anything before a turn begins."""
    p = cast(SaltfjordPosition, RULES.blank(*RULES.checked_setup(seats, options)))
    p.set_up()
    p.round = in_round
    side = p.table.options["village_side"]
    for seat in range(seats):
        lay_village(p, seat, 0 if side == "named" else SIDES.index(side))
    # Not named yet
    p.crates_left = [_UNNAMED] * CRATE_STACKS
    p.stack_left = [_UNNAMED] * len(STACKS)
    return p


def player(
    p: SaltfjordPosition,
    seat: int,
    *,
    goods: str | None = None,
    tech: str = "",
    abilities: str | None = None,
    side: str | None = None,
    start: str | None = None,
    zone: int | None = None,
    boat: str | None = None,
    caught: int | None = None,
    crates: str | None = None,
    taken: str = "",
    tavern: str | None = None,
    points: int | None = None,
    carts: str | None = None,
) -> None:
    """Change what is named of a seat; what is not named stays.

    goods    "1 wood 3 fish"
    tech     "craft 2 carpentry 1"
    abilities "foreman dory"
    side     "furuvik" (name it before tiles and starting building)
    start    "sb1 r3c4 1": starting building, anchor, turn
    boat     "t1_fish3 t1_points2": tokens on plain spaces; "x2:t3_points6" on the x2 space
    caught   tokens caught in the game; at least those on board
    crates   "quay_1:k16 quay_1:k01 quay_4:k36"
    taken    "3 white 1 orange": dice set aside in this round (dice on cells are counted by `die`)
    tavern   "tavern_3": the seat has retired there
    points   points so far, as if from the zones
    carts    "r5c2 r6c3"; a second one that is not named is still on its tile
    """
    if side is not None:
        lay_village(p, seat, SIDES.index(side))
    if goods is not None:
        p.goods[in_store(seat, 0) : in_store(seat, KINDS)] = parsed(goods)
    words = tech.split()
    for track, level in zip(words[0::2], words[1::2], strict=True):
        p.tech[on_track(seat, TRACKS.index(track))] = int(level)
    if abilities is not None:
        p.abilities[seat] = 0
        for ability in abilities.split():
            p.abilities[seat] |= 1 << ABILITIES.index(ability)
    if start is not None:
        name, anchor, quarter = start.split()
        number = START_BUILDINGS.index(name)
        icons = p.table.box.start_buildings[number]
        _lay(p, seat, START_TILE + number, DOMINO, icons, anchor, int(quarter))
    if zone is not None:
        p.zones[seat] = zone
    if boat is not None:
        _load_boat(p, seat, boat)
    if caught is not None:
        p.caught[seat] = caught
    for entry in (crates or "").split():
        quay, crate = entry.split(":")
        p.crate_places[CRATES.index(crate)] = at_quay(seat, QUAYS.index(quay))
        p.quays[at_quay(seat, QUAYS.index(quay))] += 1
    words = taken.split()
    for count, colour in zip(words[0::2], words[1::2], strict=True):
        p.dice_taken[of_colour(seat, COLOURS.index(colour))] += int(count)
    if tavern is not None:
        p.taverns[seat] = TAVERNS.index(tavern)
    if points is not None:
        p.points[from_source(seat, FROM_ZONES)] = points
    if carts is not None:
        places = [cell(name) for name in carts.split()]
        p.carts[of_cart(seat, 0) : of_cart(seat, CARTS)] = [*places, CART_ON_TILE][:CARTS]


def parsed(goods: str) -> list[int]:
    """Goods in words ("1 wood 3 fish") as counts in the order of the storage board."""
    counts = [0] * KINDS
    words = goods.split()
    for count, good in zip(words[0::2], words[1::2], strict=True):
        counts[GOODS.index(good)] += int(count)
    return counts


def _load_boat(p: SaltfjordPosition, seat: int, boat: str) -> None:
    plain = 0
    for entry in boat.split():
        doubled = entry.startswith("x2:")
        token = TOKENS.index(entry.removeprefix("x2:"))
        space = DOUBLE_SPACE if doubled else plain
        plain += not doubled
        p.boat[on_boat(seat, space)] = token
        p.unseen_tokens[token] -= 1
        kind = p.table.box.token_type[token] - 1
        zone = sum(1 for t in p.boat_of(seat) if t != NO_TOKEN)
        p.token_left[token_stack(zone, kind)] -= 1
        p.caught[seat] += 1


def building(p: SaltfjordPosition, seat: int, tile: str, anchor: str, turn: int = 0) -> None:
    """A tile of the stacks on a village."""
    number = TILES.index(tile)
    shape = p.table.shape_of[number]
    _lay(p, seat, number, shape, p.table.icons_of[number], anchor, turn)
    p.tiles_seen |= 1 << number


def _lay(
    p: SaltfjordPosition,
    seat: int,
    tile: int,
    shape: int,
    icons: list[int],
    anchor: str,
    turn: int,
) -> None:
    wanted = cell(anchor), turn
    found = [each for each in p.table.placements[shape] if (each.anchor, each.turn) == wanted]
    assert found, f"no room for the tile at {anchor} turned by {turn}"
    for icon, place in zip(icons, found[0].cells, strict=True):
        assert not p.icon(seat, place), f"{CELL_NAMES[place]} is not empty"
        p.icons[in_village(seat, place)] = icon
        p.tiles_at[in_village(seat, place)] = tile


def worker(p: SaltfjordPosition, seat: int, *cells: str) -> None:
    """Workers that stand on these buildings; the others of the seat are available."""
    for name in cells:
        p.pieces[in_village(seat, cell(name))] = WORKER_PIECE


def die(p: SaltfjordPosition, seat: int, where: str, colour: str, face: int) -> None:
    """A die that stands on a building, taken in this round."""
    number = COLOURS.index(colour)
    p.pieces[in_village(seat, cell(where))] = die_piece(number, face)
    p.dice_taken[of_colour(seat, number)] += 1


def crossing(p: SaltfjordPosition, at_the_edge: str = "s01") -> None:
    """A village of seat A on side A: row 2 lacks only r2c3, column 2 lacks only r1c2.

    They cross at r2c2, walk_fish3. The tile at the edge is s01 on r2c6, or a domino on r1c6 and
    r2c6, which leaves row 1 with r1c2 and r1c3 lacking.
    """
    player(p, A, start="sb1 r3c3 0")
    building(p, A, "i18", "r4c2", 1)
    building(p, A, "d01", "r1c4", 1)
    building(p, A, "d02", "r2c1", 1)
    if at_the_edge == "s01":
        building(p, A, "s01", "r2c6")
    else:
        building(p, A, at_the_edge, "r1c6", 1)


# What lies on the main board


def market(p: SaltfjordPosition, stack: int, crate: str | None, below: int | None = None) -> None:
    """The face-up crate of a stack (1 to 4) and how many lie below; None: the stack is empty."""
    for other, shown in enumerate(p.market):
        if crate is not None and shown == CRATES.index(crate):
            p.market[other] = NO_CRATE
    p.market[stack - 1] = NO_CRATE if crate is None else CRATES.index(crate)
    if crate is None:
        below = 0
    if below is not None:
        p.crates_left[stack - 1] = below


def tiles(p: SaltfjordPosition, stack: str, top: str | None, left: int | None = None) -> None:
    """The top tile of a building stack and how many lie there, it included; None: empty.

    Fewer tiles than the box holds satisfy the invariants in solo games only.
    """
    number = STACKS.index(stack)
    p.tops[number] = NO_TILE if top is None else TILES.index(top)
    if top is None:
        left = 0
    if left is not None:
        p.stack_left[number] = left


def tokens(p: SaltfjordPosition, zone: int, kind: int, left: int) -> None:
    """How many tokens a stack of the fjord holds; those gone are of the commonest kinds."""
    stack = token_stack(zone, kind - 1)
    while p.token_left[stack] > left:
        p.token_left[stack] -= 1
        same_type = p.table.tokens_of[kind - 1]
        p.unseen_tokens[max(same_type, key=lambda each: p.unseen_tokens[each])] -= 1


def put_back(p: SaltfjordPosition, zone: int, token: str, *knowing: int) -> None:
    """A token that somebody has put back on its stack, and the seats that know it."""
    number = TOKENS.index(token)
    stack = token_stack(zone, p.table.box.token_type[number] - 1)
    p.put_back[stack] = number
    p.unseen_tokens[number] -= 1
    for seat in knowing:
        p.known[seat] |= 1 << stack


def board_abilities(p: SaltfjordPosition, abilities: str) -> None:
    """Ability tiles that lie on the board for certain; others are added as it should be."""
    for ability in abilities.split():
        p.board_abilities |= 1 << ABILITIES.index(ability)


def score_tiles(p: SaltfjordPosition, **on_tracks: str) -> None:
    """Score tiles on the tops of tracks: carpentry="score_crates"."""
    for track, tile in on_tracks.items():
        p.score_tiles[TRACKS.index(track)] = SCORE_TILES.index(tile)


def special_tiles(p: SaltfjordPosition, one: str, other: str) -> None:
    """The two special score tiles of a solo game."""
    p.special_tiles = [SCORE_TILES.index(one), SCORE_TILES.index(other)]


def solo_dice(p: SaltfjordPosition, colour: str, faces: str) -> None:
    """The dice of a colour on the taverns from tavern_1 on, "- 3 6 2 2"; others are taken."""
    number = COLOURS.index(colour)
    for tavern, face in enumerate(faces.split()):
        p.solo_dice[on_tavern(tavern, number)] = 0 if face == "-" else int(face)
    total = p.table.orange[p.round - 1] if number else p.table.white
    p.dice_taken[number] = total - sum(1 for face in p.solo_dice[number::2] if face)


# Filling up what a test has not named


def _settle(p: SaltfjordPosition) -> None:
    for seat in range(p.seats):
        _settle_village(p, seat)
    _settle_abilities(p)
    _settle_tiles(p)
    _settle_crates(p)
    _settle_score_tiles(p)


def _settle_village(p: SaltfjordPosition, seat: int) -> None:
    mine = p.tiles_in(seat)
    if not any(tile >= START_TILE for tile in mine):
        laid = {tile - START_TILE for tile in p.tiles_at if tile >= START_TILE}
        number = seat if seat not in laid else min(set(range(4)) - laid)
        player(p, seat, start=f"{START_BUILDINGS[number]} r3c3 0")
    standing = p.pieces_in(seat).count(WORKER_PIECE)
    p.workers[seat] = p.workers_owned(seat) - standing


def _settle_abilities(p: SaltfjordPosition) -> None:
    def free() -> int:
        owned = p.board_abilities
        for bits in p.abilities:
            owned |= bits
        numbers = [ABILITIES.index(name) for name in _SPARE_ABILITIES]
        return next(number for number in numbers if not owned >> number & 1)

    taken = 0
    for seat in range(p.seats):
        wanted = 2 if p.level(seat, CARPENTRY) >= 2 else 1
        taken += wanted - 1
        while p.abilities[seat].bit_count() < wanted:
            p.abilities[seat] |= 1 << free()
    while p.board_abilities.bit_count() < 4 - taken:
        p.board_abilities |= 1 << free()


def _settle_tiles(p: SaltfjordPosition) -> None:
    """Tops that are not named are the first unused; the count of tiles seen fits the stacks."""
    for tile in p.tops:
        p.tiles_seen |= 0 if tile == NO_TILE else 1 << tile
    for shape in range(len(SHAPES)):
        kinds = p.table.tiles_of[shape]
        pair = tuple(stacks_of(shape))
        laid = len({tile for tile in p.tiles_at if tile in kinds})
        for stack, other in (pair, pair[::-1]):
            if p.stack_left[stack] == _UNNAMED:
                rest = len(kinds) - laid
                half = (rest + 1) // 2 if stack == pair[0] else rest // 2
                named = p.stack_left[other]
                p.stack_left[stack] = half if named == _UNNAMED else min(half, rest - named)
        for stack in pair:
            if p.stack_left[stack] and p.tops[stack] == NO_TILE:
                top = next(tile for tile in kinds if not p.tiles_seen >> tile & 1)
                p.tops[stack] = top
                p.tiles_seen |= 1 << top
        below = sum(p.stack_left[stack] - (p.tops[stack] != NO_TILE) for stack in pair)
        unseen = [tile for tile in kinds if not p.tiles_seen >> tile & 1]
        for tile in unseen[below:]:
            p.tiles_seen |= 1 << tile


def _settle_crates(p: SaltfjordPosition) -> None:
    """Ordinary crates on view are missing below; starting crates that lie nowhere are gone."""
    starting = range(ORDINARY_CRATES, len(CRATES))
    spare = [
        crate
        for crate in (*starting, *reversed(range(ORDINARY_CRATES)))
        if crate not in p.market and p.crate_places[crate] < 0
    ]
    for stack in range(4):
        if p.market[stack] == NO_CRATE and p.crates_left[stack]:
            p.market[stack] = spare.pop(0)
    owned = [crate for crate, place in enumerate(p.crate_places) if place >= 0]
    seen = {*owned, *p.market, *starting} - {NO_CRATE}
    for stack in range(4):
        if p.crates_left[stack] == _UNNAMED:
            gone = sum(
                1
                for crate in owned
                if crate < ORDINARY_CRATES and p.crate_places[crate] % QUAY_COUNT == stack
            )
            gone += NO_CRATE < p.market[stack] < ORDINARY_CRATES
            p.crates_left[stack] = max(p.table.box.crate_stack - gone, 0)
    unseen = [crate for crate in range(ORDINARY_CRATES) if crate not in seen]
    seen |= set(unseen[sum(p.crates_left) :])
    p.crates_seen = sum(1 << crate for crate in seen)
    face_up = sum(1 for crate in p.market if crate != NO_CRATE)
    p.crates_removed = len(CRATES) - len(owned) - face_up - sum(p.crates_left)


def _settle_score_tiles(p: SaltfjordPosition) -> None:
    used = [*p.score_tiles, *p.special_tiles]
    spare = [tile for tile in range(len(SCORE_TILES) - 2) if tile not in used]
    for track in range(len(TRACKS)):
        if p.score_tiles[track] < 0:
            p.score_tiles[track] = spare.pop(0)
    if p.table.solo and not p.special_tiles:
        p.special_tiles = spare[:2]


def _settle_dice(p: SaltfjordPosition, actor: int, white: str | None, orange: str | None) -> None:
    if p.table.solo:
        for number, colour in enumerate(COLOURS):
            if not any(p.solo_dice[number::2]) and not p.dice_taken[number]:
                count = p.table.orange[p.round - 1] if number else p.table.white
                layout = ["-"] * (len(TAVERNS) - count) + [str(n + 1) for n in range(count)]
                solo_dice(p, colour, " ".join(layout))
        return
    for number, named in enumerate((white, orange)):
        total = p.table.orange[p.round - 1] if number else p.table.white
        left = total - sum(p.dice_taken[number::2])
        most = p.round if number else p.table.box.white_limit
        if named == "":
            for seat in range(p.seats):
                if seat != actor:
                    more = min(left, most - p.dice_taken[of_colour(seat, number)])
                    p.dice_taken[of_colour(seat, number)] += more
                    left -= more
            assert not left, "the others cannot have taken so many dice"
            continue
        faces = [int(face) for face in named.split()] if named else list(range(1, 7)) * 2
        faces += [faces[-1]] * left
        for face in faces[:left]:
            p.pool[in_pool(number, face)] += 1


# Letting it begin


def turn(
    p: SaltfjordPosition,
    seat: int,
    white: str | None = None,
    orange: str | None = None,
    used: str = "",
    checked: bool = True,
) -> SaltfjordPosition:
    """A seat is asked for its main action.

    `white` and `orange` are the faces of the dice in the pool ("1 1 3"); dice that are not named
    show the last face named, or all faces in turn. With "" there is none: the others have taken
    them. `used` names abilities used in this turn.
    """
    _settle(p)
    _settle_dice(p, seat, white, orange)
    for ability in used.split():
        p.use(ABILITIES.index(ability))
    p.stack = [MainAction(seat)]
    return _begin(p, checked)


def end_round(p: SaltfjordPosition, taverns: str = "", checked: bool = True) -> SaltfjordPosition:
    """All seats have retired, to these taverns ("5 2 3": seat A to tavern_5 …): the round ends."""
    numbers = [int(word) for word in taverns.split()] or list(range(1, p.seats + 1))
    for seat, tavern in enumerate(numbers):
        p.taverns[seat] = tavern - 1
    _settle(p)
    _settle_dice(p, -1, None, None)
    p.stack = [RoundEnd()]
    return _begin(p, checked)


def final(p: SaltfjordPosition, taverns: str = "", checked: bool = True) -> SaltfjordPosition:
    """Round 3 is over: the final scoring."""
    p.round = 3
    return end_round(p, taverns, checked)


def _begin(p: SaltfjordPosition, checked: bool) -> SaltfjordPosition:
    p.advance()
    if checked:
        RULES.check(p)
    return p


def start(seats: int = 2, **options: str) -> SaltfjordPosition:
    """A game from its very beginning, before anything is dealt."""
    return cast(SaltfjordPosition, RULES.start(seats, options))


# Playing


def deal(p: SaltfjordPosition, *notations: str) -> SaltfjordPosition:
    """Chance deals: "token t1_fish3", "crate 1 k30", "tile domino_1 d08" …"""
    for notation in notations:
        assert p.chance, f"no chance is due for {notation!r}"
        p.deal(OUTCOMES.parse(notation))
    return p


def deal_any(p: SaltfjordPosition, *wanted: str) -> SaltfjordPosition:
    """Chance deals until somebody is asked or the game is over: what is wanted as soon as it is
    possible, otherwise the first outcome there is."""
    codes = [OUTCOMES.parse(notation) for notation in wanted]
    while p.chance:
        possible = [code for code, _ in p.outcomes()]
        p.deal(next((code for code in codes if code in possible), possible[0]))
    return p


def play(p: SaltfjordPosition, seat: int, *notations: str) -> SaltfjordPosition:
    """A seat makes these choices, one after the other; the position stays in order.

    A choice that reveals something deals the first outcome there is before the next choice;
    after the last one chance is left to the test.
    """
    for notation in notations:
        deal_any(p)
        p.play(seat, SPACE.parse(notation))
        RULES.check(p)
    return p


def options(p: SaltfjordPosition, seat: int, *families: str) -> list[str]:
    """What is open to a seat now, in notation; only these families if any are named."""
    shown = [SPACE.notation(code) for code in p.legal(seat)]
    return [each for each in shown if not families or each.split()[0] in families]


def offered(p: SaltfjordPosition, seat: int, family: str) -> str:
    """What is open in one family, without its name: offered(p, A, "line") == "1 2 5"."""
    return " ".join(each.partition(" ")[2] for each in options(p, seat, family))


def asked(p: SaltfjordPosition, seat: int) -> str | None:
    """The name of the step that asks a seat."""
    step = p.step_of(seat)
    return None if step is None else type(step).__name__


def refusal(p: SaltfjordPosition, seat: int, notation: str) -> Reason:
    """Try a choice that must not be open: nothing changes. Gives the reason."""
    before = p.digest(), options(p, seat)
    with pytest.raises(IllegalAction) as caught:
        p.play(seat, SPACE.parse(notation))
    assert (p.digest(), options(p, seat)) == before
    return caught.value.reason


def refused(p: SaltfjordPosition, seat: int, notation: str) -> str:
    """Try a choice that must not be open: the reason's message and rule, "blocked SF-4.11".

    A choice that the step does not know at all gives "not_offered".
    """
    reason = refusal(p, seat, notation)
    return f"{reason.message.id.rpartition('.')[2]} {reason.rule}".strip()


def chances(p: SaltfjordPosition) -> dict[str, int]:
    """What chance may deal now, in notation, with weights."""
    return {OUTCOMES.notation(code): weight for code, weight in p.outcomes()}


def payments(p: SaltfjordPosition, seat: int) -> list[str]:
    """What each way of paying leaves, with the abilities used: "1 cloth 1 fish barter"."""
    left = []
    for notation in options(p, seat, "pay"):
        paid = p.clone()
        used = paid.used
        play(paid, seat, notation)
        words = [store(paid, seat)]
        words += [name for n, name in enumerate(ABILITIES) if (paid.used & ~used) >> n & 1]
        left.append(" ".join(word for word in words if word))
    return left


# Reading


def store(p: SaltfjordPosition, seat: int) -> str:
    """The goods of a seat in the order of the storage board: "1 gold 2 wood 3 fish"."""
    held = p.store(seat)
    return " ".join(f"{count} {GOODS[kind]}" for kind, count in enumerate(held) if count)


def icon(p: SaltfjordPosition, seat: int, name: str) -> str:
    """What a cell shows: "fish2", "walk_points3", "empty"."""
    shown = p.icon(seat, cell(name))
    return ICONS[shown] if shown < len(ICONS) else p.table.box.walks[shown - len(ICONS)].word


def piece(p: SaltfjordPosition, seat: int, name: str) -> str:
    """What stands on a cell: "", "worker", "white 4"."""
    found = p.pieces[in_village(seat, cell(name))]
    if found == NOTHING:
        return ""
    if found == WORKER_PIECE:
        return "worker"
    colour, face = divmod(found - FIRST_DIE_PIECE, 6)
    return f"{COLOURS[colour]} {face + 1}"


def blocked(p: SaltfjordPosition, seat: int) -> dict[str, str]:
    """Every cell on which something stands, with what it is."""
    found = {name: piece(p, seat, name) for name in CELL_NAMES}
    return {name: standing for name, standing in found.items() if standing}


def level(p: SaltfjordPosition, seat: int, track: str) -> int:
    return p.level(seat, TRACKS.index(track))


def abilities(p: SaltfjordPosition, seat: int) -> set[str]:
    return {name for number, name in enumerate(ABILITIES) if p.abilities[seat] >> number & 1}


def quays(p: SaltfjordPosition, seat: int) -> list[int]:
    """How many crates lie at each quay."""
    return p.crates(seat)


def crate_at(p: SaltfjordPosition, crate: str) -> str:
    """Where a crate lies: "0 quay_1" (seat and quay), or ""."""
    place = p.crate_places[CRATES.index(crate)]
    return "" if place < 0 else f"{place // 4} {QUAYS[place % 4]}"


def boat(p: SaltfjordPosition, seat: int) -> str:
    """The tokens on board, the one on the x2 space last: "t1_fish3 x2:t3_points6"."""
    aboard = p.boat_of(seat)
    words = [TOKENS[token] for token in aboard[:DOUBLE_SPACE] if token != NO_TOKEN]
    if aboard[DOUBLE_SPACE] != NO_TOKEN:
        words.append(f"x2:{TOKENS[aboard[DOUBLE_SPACE]]}")
    return " ".join(words)


def points(p: SaltfjordPosition, seat: int) -> int:
    """Points scored so far, without anything of the final scoring."""
    return p.scored(seat)


def score(p: SaltfjordPosition, seat: int) -> dict[str, int]:
    """The lines of the score sheet that count, for one seat."""
    return {line.id: line.points[seat] for line in RULES.score_sheet(p) if line.counts}


def seen(p: SaltfjordPosition, viewer: int | None = None) -> SaltfjordView:
    """The game as a seat or a spectator sees it."""
    return cast(SaltfjordView, RULES.view(p, viewer))


def known_top(p: SaltfjordPosition, viewer: int | None, zone: int, kind: int) -> str | None:
    """The token on top of a stack of the fjord, if this viewer knows it."""
    top = seen(p, viewer).zones[zone - 1].stacks[kind - 1].top
    return None if top is None else top.id
