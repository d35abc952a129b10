"""What a fisher may know, as numbers.

Points are counted in hundreds; most counts in fives or tens, so that usual values are below 1.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    BOAT_SPACES,
    CELLS,
    COLOUR_COUNT,
    COLOURS,
    EMPTY,
    FACES,
    GOODS,
    ICONS,
    KINDS,
    NO_CRATE,
    NO_TOKEN,
    NOT_RETIRED,
    NOTHING,
    QUAY_COUNT,
    QUAYS,
    SCORE_TILES,
    SIDE,
    SOURCES,
    STACKS,
    TAVERNS,
    TIER,
    TRACK_COUNT,
    TRACKS,
    WALK,
)
from quarterdeck.games.saltfjord.outlook import boardwalks, find_prices
from quarterdeck.games.saltfjord.position import (
    SaltfjordPosition,
    in_store,
    on_boat,
)
from quarterdeck.games.saltfjord.scoring import (
    complete_rows,
    crate_points,
    fish_at_the_end,
    tile_worth,
    tokens_on_board,
    total,
)
from quarterdeck.games.saltfjord.steps.fishing import KeepToken
from quarterdeck.games.saltfjord.village import LINES as VILLAGE_LINES
from quarterdeck.games.saltfjord.worth import PARTS, Worth, dice_left
from quarterdeck.kernel.features import Feature, FeatureSet, advised, amounts, flags
from quarterdeck.kernel.ranges import clip

MOST_SEATS: Final = 4
POINTS: Final = 100.0

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
ABSENT: Final = [0.0] * FEATURES.seat_size
ABSENT_FACTS: Final = [0.0] * FEATURES.facts.seat_size


def encode(p: SaltfjordPosition, viewers: list[int], advice: bool) -> list[float]:
    """One row for each viewer, as FEATURES declares it, or its facts alone."""
    seats = p.seats
    absent = ABSENT if advice else ABSENT_FACTS
    table = _tell_table(p)
    # Only advice counts on tokens that lie face down
    seen = _forget(p) if advice and _has_secrets(p) else p
    blocks = [_tell_seat(seen, seat, advice) for seat in range(seats)]
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


def _one_of(count: int, which: int) -> list[float]:
    row = [0.0] * count
    if 0 <= which < count:
        row[which] = 1.0
    return row


def _tell_table(p: SaltfjordPosition) -> list[float]:
    row = _one_of(len(SEAT_COUNTS), p.seats - 1)
    row += _one_of(len(ROUND_NAMES), p.round)
    row.append(1.0 if p.table.carts else 0.0)
    dice = _dice(p)
    for count in dice:
        row.append(clip(count / 4.0, 0.0, 3.0))
    for colour in range(COLOUR_COUNT):
        row.append(clip(sum(dice[colour * FACES : (colour + 1) * FACES]) / 5.0, 0.0, 4.0))
    for tavern in range(len(TAVERNS)):
        row.append(0.0 if tavern in p.taverns else 1.0)
    for left in p.stack_left:
        row.append(clip(left / 10.0, 0.0, 3.0))
    for crate in p.market:
        points = p.table.box.crate_points[crate] if crate != NO_CRATE else 0
        row.append(clip(points / 5.0, 0.0, 3.0))
    for crate in p.market:
        row.append(clip(_fish_for(p, crate) / 10.0, 0.0, 5.0) if crate != NO_CRATE else 0.0)
    for tile in range(len(END_TILES)):
        row.append(1.0 if tile in p.special_tiles else 0.0)
    for track in range(TRACK_COUNT):
        row += _one_of(len(SCORE_TILES), p.score_tiles[track])
    return row


def _fish_for(p: SaltfjordPosition, crate: int) -> int:
    """What the goods of an order cost if all are made of fish."""
    box = p.table.box
    fish = 0
    for kind, wanted in enumerate(box.crate_cost[crate]):
        fish += wanted * (1 + box.upgrade_fish * TIER[kind])
    return fish


def _dice(p: SaltfjordPosition) -> list[int]:
    """Dice that lie there, by colour and face."""
    if not p.table.solo:
        return p.pool
    dice = [0] * (COLOUR_COUNT * FACES)
    for place, face in enumerate(p.solo_dice):
        if face:
            dice[place % COLOUR_COUNT * FACES + face - 1] += 1
    return dice


def _tell_seat(p: SaltfjordPosition, seat: int, advice: bool) -> list[float]:
    """One player, as everybody sees them."""
    row: list[float] = [1.0]
    row.append(1.0 if seat in p.actors() else 0.0)
    row.append(1.0 if p.first == seat else 0.0)
    retired = p.taverns[seat] != NOT_RETIRED
    row.append(1.0 if retired else 0.0)
    row.append((p.taverns[seat] + 1) / 5.0 if retired else 0.0)
    left = dice_left(p, seat)
    for count in left:
        row.append(clip(count / 5.0, 0.0, 3.0))
    if advice:
        _tell_hopes(p, seat, row)
    _tell_points(p, seat, row)
    row.append(p.workers[seat] / 3.0)
    row.append(p.workers_owned(seat) / 3.0)
    for kind in range(KINDS):
        row.append(clip(p.goods[in_store(seat, kind)] / 5.0, 0.0, 20.0))
    row.append(clip(fish_at_the_end(p, seat) / 10.0, 0.0, 30.0))
    for track in range(TRACK_COUNT):
        row.append(p.level(seat, track) / 4.0)
    for track in range(TRACK_COUNT):
        tile = p.score_tiles[track]
        counts = 0 <= tile < len(END_TILES)
        row.append(clip(tile_worth(p, seat, tile) / 20.0, 0.0, 10.0) if counts else 0.0)
    for ability in range(len(ABILITIES)):
        row.append(1.0 if p.owns(seat, ability) else 0.0)
    _tell_boat(p, seat, row)
    quays = p.crates(seat)
    for quay in range(QUAY_COUNT):
        row.append(clip(quays[quay] / 5.0, 0.0, 10.0))
    row.append(clip(min(quays) / 5.0, 0.0, 10.0))
    row.append(clip(crate_points(p, seat) / 20.0, 0.0, 10.0))
    _tell_village(p, seat, sum(left), advice, row)
    return row


def _tell_hopes(p: SaltfjordPosition, seat: int, row: list[float]) -> None:
    """What advice expects them to end with, and what it is made of."""
    tally = Worth(p, seat).tally(p) if p.score_tiles[0] >= 0 else [0.0] * len(PARTS)
    row.append(clip(tally[-1] / POINTS, -1.0, 6.0))
    before = float(p.scored(seat))
    for found in tally:
        row.append(clip((found - before) / 50.0, -2.0, 6.0))
        before = found


def _tell_points(p: SaltfjordPosition, seat: int, row: list[float]) -> None:
    row.append(clip(p.scored(seat) / POINTS, 0.0, 6.0))
    ended = total(p, seat) if p.score_tiles[0] >= 0 else 0
    row.append(clip(ended / POINTS, 0.0, 6.0))
    for source in range(len(SOURCES)):
        points = p.points[seat * len(SOURCES) + source]
        row.append(clip(points / 50.0, -1.0, 6.0))


def _tell_boat(p: SaltfjordPosition, seat: int, row: list[float]) -> None:
    row.append(p.zones[seat] / 4.0)
    aboard = 0
    for space in range(BOAT_SPACES):
        if p.boat[on_boat(seat, space)] != NO_TOKEN:
            aboard += 1
    row.append(aboard / 4.0)
    row.append(clip(tokens_on_board(p, seat) / 10.0, 0.0, 5.0))
    row.append(clip(p.free_spaces(seat) / 4.0, 0.0, 1.0))
    row.append(clip(p.caught[seat] / 10.0, 0.0, 10.0))


def _tell_village(
    p: SaltfjordPosition, seat: int, left: int, advice: bool, row: list[float]
) -> None:
    icons = p.village(seat)
    pieces = p.pieces_in(seat)
    shown = [0] * WALK
    walks = empty = used = 0
    for cell in range(CELLS):
        icon = icons[cell]
        if icon >= WALK:
            walks += 1
        elif icon == EMPTY:
            empty += 1
        else:
            shown[icon] = shown[icon] + 1
        if pieces[cell] != NOTHING:
            used += 1
    for icon in range(1, WALK):
        row.append(shown[icon] / 10.0)
    row.append(walks / 10.0)
    row.append(empty / 10.0)
    row.append(used / 10.0)
    row.append(complete_rows(p, seat) / 6.0)
    found = find_prices(p.table, left, p.special_tiles)
    if advice:
        row.append(clip(boardwalks(icons, found) / 20.0, 0.0, 10.0))
    _tell_lines(icons, pieces, found.icon, row)


def _tell_lines(icons: list[int], pieces: list[int], prices: list[float], row: list[float]) -> None:
    """Of each line, column by column and then row by row: empty cells, what it gives, and what of
    it is not used yet."""
    gains: list[float] = []
    unused: list[float] = []
    for line in VILLAGE_LINES:
        missing = 0
        gain = left = 0.0
        for cell in line:
            icon = icons[cell]
            if icon == EMPTY:
                missing += 1
                continue
            price = prices[icon]
            gain += price
            if pieces[cell] == NOTHING:
                left += price
        row.append(missing / 6.0)
        gains.append(clip(gain / 5.0, 0.0, 10.0))
        unused.append(clip(left / 5.0, 0.0, 10.0))
    row += gains
    row += unused
