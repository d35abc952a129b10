"""What a fisher may know, as numbers.

Points are counted in hundreds; most counts in fives or tens, so that usual values are below 1.
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    BARTER,
    BOAT_SPACES,
    BROKER,
    CARPENTRY,
    CELLS,
    CLOTH,
    COLOUR_COUNT,
    COLOURS,
    CRAFT,
    DORY,
    EMPTY,
    FACES,
    FISH,
    FISHING_TRACK,
    FOREMAN,
    FROM_BOARDWALKS,
    FROM_QUAYS,
    FROM_SCORE_TILES,
    FROM_TOKENS,
    FROM_ZONES,
    GOLD,
    GOODS,
    ICONS,
    LOGISTICS,
    NO_CRATE,
    NO_TOKEN,
    NOT_RETIRED,
    NOTHING,
    PAPER,
    PILOT,
    PLANKS,
    PULP,
    QUAYS,
    SCORE_TILES,
    SHIPWRIGHT,
    SIDE,
    SMOKEHOUSE,
    SOURCES,
    STACKS,
    SURVEYOR,
    TAVERNS,
    TRACKS,
    WALK,
    WOOD,
    WOOL,
)
from quarterdeck.games.saltfjord.outlook import boardwalks, find_prices
from quarterdeck.games.saltfjord.position import (
    SaltfjordPosition,
    at_quay,
    from_source,
    in_store,
    on_boat,
    on_track,
)
from quarterdeck.games.saltfjord.scoring import (
    all_crate_points,
    fish_at_the_end,
    tile_worth,
    tokens_on_board,
    total_with,
)
from quarterdeck.games.saltfjord.steps.fishing import KeepToken
from quarterdeck.games.saltfjord.worth import PARTS, Worth, dice_left
from quarterdeck.kernel.features import Feature, FeatureSet, advised, amounts, flags
from quarterdeck.kernel.hints import i64
from quarterdeck.kernel.ranges import NO, YES, clip, one_of

MOST_SEATS: Final = 4
POINTS: Final = 100.0
MOST_DICE: Final = 12  # of a colour on the table

SEAT_COUNTS: Final = ("one", "two", "three", "four")
ROUND_NAMES: Final = ("setup", "round_1", "round_2", "round_3")
LINES: Final = tuple(f"{colour}_{place}" for colour in COLOURS for place in range(1, SIDE + 1))
BUILDINGS: Final = ICONS[1:]
END_TILES: Final = SCORE_TILES[:9]  # those that count at the end

OF_TABLE: Final = [
    *flags("seats", SEAT_COUNTS, "how many play"),
    *flags("round", ROUND_NAMES, "the round"),
    Feature("carts", 0, 1, "option carts"),
    *amounts("die", LINES, 0, 3, "dice that lie there by colour and face, in fours"),
    *amounts("dice", COLOURS, 0, 4, "all dice of a colour that lie there, in fives"),
    *flags("tavern", TAVERNS, "the tavern is free"),
    *amounts("left", STACKS, 0, 3, "tiles left in a stack, in tens"),
    *amounts("market.points", QUAYS, 0, 3, "points of the crate that is offered, in fives"),
    *amounts("market.cost", QUAYS, 0, 5, "what it costs, as fish, in tens"),
    *amounts("special", END_TILES, 0, 1, "solo: special tiles"),
    *[each for track in TRACKS for each in flags(f"tile.{track}", SCORE_TILES, "end of track")],
]

OF_SEAT: Final = [
    Feature("present", 0, 1, "somebody has this seat"),
    Feature("asked", 0, 1, "it is their turn, or was until now"),
    Feature("first", 0, 1, "they began the round"),
    Feature("retired", 0, 1, "they have retired"),
    Feature("tavern", 0, 1, "in which tavern, from 1, in fives"),
    *amounts("dice_left", ("white", "orange", "white_later", "orange_later"), 0, 3, "in fives"),
    *advised(
        Feature("worth", -1, 6, "the points advice expects them to end with, in hundreds"),
        *amounts("hope", PARTS, -2, 6, "what this adds to worth, in fifties"),
    ),
    Feature("scored", 0, 6, "points so far, in hundreds"),
    Feature("total", 0, 6, "points if the game ended now, in hundreds"),
    *amounts("from", SOURCES, -1, 6, "points so far by source, in fifties"),
    Feature("workers", 0, 1, "workers not used yet, in threes"),
    Feature("workers_owned", 0, 1, "workers, in threes"),
    *amounts("goods", GOODS, 0, 20, "goods in store, in fives"),
    Feature("fish_value", 0, 30, "all goods as fish, in tens"),
    *amounts("level", TRACKS, 0, 1, "level on a track, in fours"),
    *amounts("end", TRACKS, 0, 10, "what a track's tile would count now, in twenties"),
    *flags("ability", ABILITIES, "they own the ability"),
    Feature("zone", 0, 1, "zone of the boat, in fours"),
    Feature("aboard", 0, 1, "tokens on the boat, in fours"),
    Feature("boat_points", 0, 5, "points of those, in tens"),
    Feature("free_spaces", 0, 1, "free spaces on the boat, in fours"),
    Feature("caught", 0, 10, "tokens caught, in tens"),
    *amounts("quay", QUAYS, 0, 10, "crates at a quay, in fives"),
    Feature("quay_least", 0, 10, "crates at the emptiest quay, in fives"),
    Feature("crate_points", 0, 10, "points of crates, in twenties"),
    *amounts("shown", BUILDINGS, 0, 4, "cells that show an icon, in tens"),
    Feature("walks", 0, 4, "cells with a boardwalk, in tens"),
    Feature("empty", 0, 4, "empty cells, in tens"),
    Feature("used", 0, 4, "buildings used in this round, in tens"),
    Feature("rows", 0, 1, "complete rows, in sixes"),
    *advised(Feature("walk_hope", 0, 10, "what boardwalks may still pay, in twenties")),
    *amounts("missing", LINES, 0, 1, "cells of a line that are empty, in sixes"),
    *amounts("line", LINES, 0, 10, "what a line gives when all of it is activated, in fives"),
    *amounts("unused", LINES, 0, 10, "what of it is not used yet in this round, in fives"),
]

FEATURES: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS, POINTS, ("worth", POINTS))
# Where advice goes among the facts about a seat
NAMES_OF_SEAT: Final = [each.name for each in OF_SEAT]
HOPES: Final = NAMES_OF_SEAT.index("worth")
WALK_HOPE: Final = NAMES_OF_SEAT.index("walk_hope") - 1 - len(PARTS)
# Where things stand in what is told of a village: first what its cells show, boardwalks last
EMPTIES: Final = WALK
BUSY: Final = WALK + 1
ROWS: Final = WALK + 2
LINE_COUNT: Final = 2 * SIDE
MISSING: Final = WALK + 3
GIVES: Final = MISSING + LINE_COUNT
UNUSED: Final = GIVES + LINE_COUNT
NO_VILLAGE: Final[list[Any]] = [NO] * (UNUSED + LINE_COUNT)
# The numbers that come up most, made once
THIRDS: Final[list[Any]] = [n / 3.0 for n in range(4)]
FOURTHS: Final[list[Any]] = [n / 4.0 for n in range(MOST_DICE + 1)]
FIFTHS: Final[list[Any]] = [n / 5.0 for n in range(101)]
SIXTHS: Final[list[Any]] = [n / 6.0 for n in range(SIDE + 1)]
TENTHS: Final[list[Any]] = [n / 10.0 for n in range(301)]
TWENTIETHS: Final[list[Any]] = [n / 20.0 for n in range(201)]
ONE_SEAT_COUNT: Final = one_of(len(SEAT_COUNTS))
ONE_ROUND: Final = one_of(len(ROUND_NAMES))
ONE_SCORE_TILE: Final = one_of(len(SCORE_TILES))
ALL_TAVERNS: Final[list[Any]] = [YES] * len(TAVERNS)
NO_SPECIAL_TILE: Final[list[Any]] = [NO] * len(END_TILES)
ABSENT: Final = [0.0] * FEATURES.seat_size
ABSENT_FACTS: Final = [0.0] * FEATURES.facts.seat_size


def encode(p: SaltfjordPosition, viewers: list[int], advice: bool) -> list[float]:
    """One row for each viewer, as FEATURES declares it, or its facts alone."""
    seats = p.seats
    absent = ABSENT if advice else ABSENT_FACTS
    table = _tell_table(p)
    crates = all_crate_points(p)
    blocks = [_tell_seat(p, seat, crates[seat]) for seat in range(seats)]
    if advice:
        # Only advice counts on tokens that lie face down
        seen = _forget(p) if _has_secrets(p) else p
        for seat in range(seats):
            blocks[seat] = _add_advice(seen, seat, blocks[seat])
    rows: list[float] = []
    for viewer in viewers:
        rows += table
        for i in range(seats):
            rows += blocks[(viewer + i) % seats]
        for _ in range(MOST_SEATS - seats):
            rows += absent
    return rows


def _has_secrets(p: SaltfjordPosition) -> bool:
    """Whether somebody knows tokens that others do not."""
    for token in p.put_back:
        if token != NO_TOKEN:
            return True
    return any(isinstance(step, KeepToken) for step in p.stack)


def _forget(p: SaltfjordPosition) -> SaltfjordPosition:
    """The position as if tokens that only some have seen had been seen by nobody.

    What a viewer knows of them is not worth numbers of their own for each viewer.
    """
    seen = p.clone()
    for step in p.stack:
        if isinstance(step, KeepToken):
            seen.unseen_tokens[step.other] += 1
            if p.put_back[step.stack] == NO_TOKEN:
                seen.unseen_tokens[step.one] += 1
    for stack, token in enumerate(p.put_back):
        if token != NO_TOKEN:
            seen.unseen_tokens[token] += 1
            seen.put_back[stack] = NO_TOKEN
    return seen


def _tell_table(p: SaltfjordPosition) -> list[float]:
    box = p.table.box
    dice = _dice(p)
    white = orange = 0
    for face in range(FACES):
        white += dice[face]
        orange += dice[FACES + face]
    free = ALL_TAVERNS[:]
    for tavern in p.taverns:
        if tavern != NOT_RETIRED:
            free[tavern] = NO
    row: list[float] = ONE_SEAT_COUNT[p.seats - 1] + ONE_ROUND[p.round]
    row.append(YES if p.table.carts else NO)
    row += [FOURTHS[count] for count in dice]
    row += [FIFTHS[white], FIFTHS[orange]]
    row += free
    row += [TENTHS[min(left, 30)] for left in p.stack_left]
    row += [FIFTHS[min(box.crate_points[c], 15)] if c != NO_CRATE else NO for c in p.market]
    row += [TENTHS[min(box.crate_fish[c], 50)] if c != NO_CRATE else NO for c in p.market]
    row += _special_tiles(p)
    for tile in p.score_tiles:
        row += ONE_SCORE_TILE[tile]
    return row


def _special_tiles(p: SaltfjordPosition) -> list[float]:
    if not p.special_tiles:
        return NO_SPECIAL_TILE
    row = NO_SPECIAL_TILE[:]
    for tile in p.special_tiles:
        row[tile] = YES
    return row


def _dice(p: SaltfjordPosition) -> list[int]:
    """Dice that lie there, by colour and face."""
    if not p.table.solo:
        return p.pool
    dice = [0] * (COLOUR_COUNT * FACES)
    for place, face in enumerate(p.solo_dice):
        if face:
            dice[place % COLOUR_COUNT * FACES + face - 1] += 1
    return dice


def _tell_seat(p: SaltfjordPosition, seat: int, crates: int) -> list[float]:
    """The facts about one player, as OF_SEAT names them, one by one: a list written out whole
    costs less than one that grows."""
    dice = dice_left(p, seat)
    left = dice[0] + dice[1] + dice[2] + dice[3]
    tavern = p.taverns[seat]
    scored = p.scored(seat)
    aboard = tokens_on_board(p, seat)
    fish = fish_at_the_end(p, seat)
    ended = 0
    if p.score_tiles[0] >= 0:
        ended = total_with(p, seat, scored + aboard + crates, fish)
    points = p.points
    zones = from_source(seat, FROM_ZONES)
    goods = p.goods
    gold = in_store(seat, GOLD)
    tech = p.tech
    craft = on_track(seat, CRAFT)
    abilities = p.abilities[seat]
    quays = p.quays
    quay = at_quay(seat, 0)
    row: list[float] = [
        YES,
        YES if p.legal(seat) else NO,
        YES if p.first == seat else NO,
        YES if tavern != NOT_RETIRED else NO,
        FIFTHS[tavern + 1],
        FIFTHS[dice[0]],
        FIFTHS[dice[1]],
        FIFTHS[dice[2]],
        FIFTHS[dice[3]],
        clip(scored / POINTS, 0.0, 6.0),
        clip(ended / POINTS, 0.0, 6.0),
        _points(points[zones]),
        _points(points[zones + FROM_TOKENS]),
        _points(points[zones + FROM_BOARDWALKS]),
        _points(points[zones + FROM_QUAYS]),
        _points(points[zones + FROM_SCORE_TILES]),
        THIRDS[p.workers[seat]],
        THIRDS[p.workers_owned(seat)],
        FIFTHS[min(goods[gold], 100)],
        FIFTHS[min(goods[gold + PLANKS], 100)],
        FIFTHS[min(goods[gold + CLOTH], 100)],
        FIFTHS[min(goods[gold + PAPER], 100)],
        FIFTHS[min(goods[gold + WOOD], 100)],
        FIFTHS[min(goods[gold + WOOL], 100)],
        FIFTHS[min(goods[gold + PULP], 100)],
        FIFTHS[min(goods[gold + FISH], 100)],
        TENTHS[min(fish, 300)],
        FOURTHS[tech[craft]],
        FOURTHS[tech[craft + CARPENTRY]],
        FOURTHS[tech[craft + LOGISTICS]],
        FOURTHS[tech[craft + FISHING_TRACK]],
        _end_of_track(p, seat, CRAFT),
        _end_of_track(p, seat, CARPENTRY),
        _end_of_track(p, seat, LOGISTICS),
        _end_of_track(p, seat, FISHING_TRACK),
        YES if abilities >> BARTER & 1 else NO,
        YES if abilities >> SMOKEHOUSE & 1 else NO,
        YES if abilities >> PILOT & 1 else NO,
        YES if abilities >> FOREMAN & 1 else NO,
        YES if abilities >> DORY & 1 else NO,
        YES if abilities >> SHIPWRIGHT & 1 else NO,
        YES if abilities >> BROKER & 1 else NO,
        YES if abilities >> SURVEYOR & 1 else NO,
        FOURTHS[p.zones[seat]],
        FOURTHS[_tokens_aboard(p, seat)],
        TENTHS[min(aboard, 50)],
        FOURTHS[p.free_spaces(seat)],
        TENTHS[min(p.caught[seat], 100)],
        FIFTHS[quays[quay]],
        FIFTHS[quays[quay + 1]],
        FIFTHS[quays[quay + 2]],
        FIFTHS[quays[quay + 3]],
        FIFTHS[p.fewest_crates(seat)],
        TWENTIETHS[min(crates, 200)],
    ]
    row += _tell_village(p, seat, left)
    return row


def _points(points: int) -> Any:
    """What a source has given, in fifties; to most seats nothing yet."""
    return clip(points / 50.0, -1.0, 6.0) if points else NO


def _end_of_track(p: SaltfjordPosition, seat: int, track: int) -> Any:
    """What a track's tile would count now."""
    tile = p.score_tiles[track]
    counts = 0 <= tile < len(END_TILES)
    return TWENTIETHS[min(tile_worth(p, seat, tile), 200)] if counts else NO


def _tokens_aboard(p: SaltfjordPosition, seat: int) -> int:
    aboard = 0
    for space in range(BOAT_SPACES):
        if p.boat[on_boat(seat, space)] != NO_TOKEN:
            aboard += 1
    return aboard


def _tell_village(p: SaltfjordPosition, seat: int, left: int) -> list[float]:
    """What a village shows, and of each line, column by column and then row by row: empty cells,
    what it gives, and what of it is not used yet. Each cell is looked at twice and few numbers
    are other than 0, so only those are written, and the loops count in plain machine numbers."""
    icons = p.icons
    pieces = p.pieces
    prices = find_prices(p.table, left, p.special_tiles).icon
    told = NO_VILLAGE[:]
    shown = [0] * (WALK + 1)
    empty: i64 = 0
    used: i64 = 0
    rows: i64 = 0
    corner: i64 = seat * CELLS
    line: i64 = 0
    while line < LINE_COUNT:
        across = line >= SIDE
        step: i64 = 1 if across else SIDE
        cell: i64 = corner + (line - SIDE) * SIDE if across else corner + line
        end: i64 = cell + SIDE * step
        missing: i64 = 0
        busy: i64 = 0
        gives = unused = 0.0
        while cell < end:
            icon = icons[cell]
            if icon == EMPTY:
                missing += 1
            else:
                price = prices[icon]
                gives += price
                if pieces[cell] == NOTHING:
                    unused += price
                else:
                    busy += 1
                if across:
                    which = min(icon, WALK)
                    shown[which] = shown[which] + 1
            cell += step
        if across:
            empty += missing
            used += busy
            if not missing:
                rows += 1
        if missing:
            told[MISSING + line] = SIXTHS[missing]
        if gives:
            fifths: Any = clip(gives / 5.0, 0.0, 10.0)
            told[GIVES + line] = fifths
            if busy:
                fifths = clip(unused / 5.0, 0.0, 10.0)
            told[UNUSED + line] = fifths
        line += 1
    for icon in range(1, WALK + 1):
        count = shown[icon]
        if count:
            told[icon - 1] = TENTHS[count]
    told[EMPTIES] = TENTHS[empty]
    told[BUSY] = TENTHS[used]
    told[ROWS] = SIXTHS[rows]
    return told


def _add_advice(p: SaltfjordPosition, seat: int, facts: list[float]) -> list[float]:
    """The facts about one player with what advice makes of them, each at its place."""
    prices = find_prices(p.table, sum(dice_left(p, seat)), p.special_tiles)
    walks = clip(boardwalks(p.village(seat), prices) / 20.0, 0.0, 10.0)
    return (
        facts[:HOPES] + _tell_hopes(p, seat) + facts[HOPES:WALK_HOPE] + [walks] + facts[WALK_HOPE:]
    )


def _tell_hopes(p: SaltfjordPosition, seat: int) -> list[float]:
    """What advice expects them to end with, and what it is made of."""
    tally = Worth(p, seat).tally(p) if p.score_tiles[0] >= 0 else [0.0] * len(PARTS)
    row = [clip(tally[-1] / POINTS, -1.0, 6.0)]
    before = float(p.scored(seat))
    for found in tally:
        row.append(clip((found - before) / 50.0, -2.0, 6.0))
        before = found
    return row
