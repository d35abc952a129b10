"""The table place by place, and what is asked in the middle of an action, as numbers.

Spaces of buildings, barrels in every store, tiles as far as a merchant knows them and who has
looked at them, and the step that asks with all that it has kept in mind.

What a view shows and no number tells: the serial numbers of discs (`discs_above` gives their
order, which is all that counts), and what never changes in a game: the printed values.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.salty_ocean.features import MOST_SEATS, MOST_TENS, TENTHS
from quarterdeck.games.salty_ocean.hidden import count_revealed, tiles_seen
from quarterdeck.games.salty_ocean.names import (
    BUILDING_COUNT,
    BUILDINGS,
    COLOURS,
    DEPOT,
    GOODS,
    NO_TILE,
    PLACES,
    SHIPS,
    SPACE_NUMBERS,
    STORES,
    TILE_COUNT,
    TILES,
    TYPES,
    space_at,
    store_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.harbour import Load
from quarterdeck.games.salty_ocean.steps.losses import Loss
from quarterdeck.games.salty_ocean.steps.market import Buy, SellFrom
from quarterdeck.games.salty_ocean.steps.move import Clock, Move
from quarterdeck.games.salty_ocean.steps.sailing import FishSplit, SailHome, SailOut
from quarterdeck.games.salty_ocean.steps.turn_end import Income, Look, Repair, Swap
from quarterdeck.kernel.features import Feature, FeatureSet, amounts, flags
from quarterdeck.kernel.ranges import NO, NO_PLACE, YES, one_of

# The steps that ask, and where each stands among them
ASKING: Final = (
    "move",
    "clock",
    "sail_out",
    "sail_home",
    "fish_split",
    "loss",
    "load",
    "sell_from",
    "buy",
    "repair",
    "look",
    "swap",
)
ASKS_MOVE: Final = 0
ASKS_CLOCK: Final = 1
ASKS_SAIL_OUT: Final = 2
ASKS_SAIL_HOME: Final = 3
ASKS_FISH_SPLIT: Final = 4
ASKS_LOSS: Final = 5
ASKS_LOAD: Final = 6
ASKS_SELL_FROM: Final = 7
ASKS_BUY: Final = 8
ASKS_REPAIR: Final = 9
ASKS_LOOK: Final = 10
ASKS_SWAP: Final = 11

# Numbers of spaces, from 1
NUMBERS: Final = tuple(f"s{number}" for number in range(1, SPACE_NUMBERS))

OF_TABLE: Final = [
    *flags("asks", ASKING, "the step that asks"),
    *flags("asked_store", STORES, "the store that the question is about"),
    *flags("asked_good", GOODS, "the good that the question is about"),
    Feature("excess", 0, MOST_TENS, "barrels still to be lost, in tens"),
    Feature("sold", 0, MOST_TENS, "barrels sold so far from other stores, in tens"),
    *flags("looked_first", PLACES, "where whoever is asked has just looked"),
    *flags("looked_second", PLACES, "where they have looked after that"),
    *flags("sailed", SHIPS, "under way: only ships after this one may still go"),
    Feature("sailing.started", 0, 1, "under way: a ship has gone, so they may have done"),
    Feature("sailing.threatened", 0, 1, "under way: pirates wait for the first ship"),
    *flags("clock_after", TYPES, "the clock may be used after the action of this type under way"),
    Feature("turn_end", 0, 1, "the actions of the turn are over"),
    Feature("finished", 0, 1, "the game is over"),
    Feature("any_cathedral_serves", 0, 1, "option vitraux_requirement"),
    *flags("face_up", PLACES, "the tile of a place lies face up"),
    *[
        feature
        for place in PLACES
        for feature in flags(f"tile.{place}", TILES, f"this seat knows the tile on {place}")
    ],
    *[
        feature
        for building in BUILDINGS
        for feature in flags(f"next_space.{building}", NUMBERS, f"next free space of {building}")
    ],
]

OF_SEAT: Final = [
    *flags("colour", COLOURS, "their colour, the same all game long"),
    *[
        feature
        for building in BUILDINGS
        for feature in flags(f"space.{building}", NUMBERS, f"their space of {building}")
    ],
    *[
        feature
        for store in STORES
        for feature in amounts(
            f"goods.{store}", GOODS, 0, MOST_TENS, f"barrels in {store}, in tens"
        )
    ],
    *flags("looked", PLACES, "they have seen the tile that lies on a place"),
]

DETAILS: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS)
# Flags that come up most, made once
ONE_ASKING: Final = one_of(len(ASKING))
ONE_STORE: Final = one_of(len(STORES))
ONE_GOOD: Final = one_of(len(GOODS))
ONE_PLACE: Final = one_of(len(PLACES))
ONE_SHIP: Final = one_of(len(SHIPS))
ONE_TYPE: Final = one_of(len(TYPES))
ONE_TILE: Final = one_of(TILE_COUNT)
ONE_COLOUR: Final = one_of(len(COLOURS))
# By the number of a space, from 1; the last, where 0 leads, is all zeros
ONE_SPACE: Final = one_of(len(NUMBERS))
ABSENT: Final = [0.0] * DETAILS.seat_size


def encode_details(p: SaltyPosition, seat: int) -> list[float]:
    """What a seat sees place by place, as DETAILS declares it."""
    row: list[float] = []
    _tell_question(p, row)
    _tell_what_is_under_way(p, row)
    _tell_tiles(p, seat, row)
    _tell_next_spaces(p, row)
    place = p.order.index(seat)
    for i in range(p.seats):
        _tell_seat(p, p.order[(place + i) % p.seats], row)
    for _ in range(MOST_SEATS - p.seats):
        row += ABSENT
    return row


def _tell_question(p: SaltyPosition, row: list[float]) -> None:
    """The step on top, if it asks, and what it asks about."""
    asks = store = good = first = second = NO_PLACE
    excess = sold = 0
    top = p.stack[-1] if p.stack else None
    if isinstance(top, Move):
        asks = ASKS_MOVE
    elif isinstance(top, SellFrom):
        asks, store, good, sold = ASKS_SELL_FROM, top.store, top.good, top.sold
    elif isinstance(top, Load):
        asks, store, good = ASKS_LOAD, top.ship + 1, top.good
    elif isinstance(top, FishSplit):
        asks, store = ASKS_FISH_SPLIT, top.ship + 1
    elif isinstance(top, Loss):
        asks, store, good, excess = ASKS_LOSS, top.store, top.good, top.excess
    elif isinstance(top, Look):
        asks, first = ASKS_LOOK, top.first
    elif isinstance(top, Swap):
        asks, first, second = ASKS_SWAP, top.first, top.second
    elif isinstance(top, Buy):
        asks, store, good = ASKS_BUY, DEPOT, top.good
    elif isinstance(top, Clock):
        asks = ASKS_CLOCK
    elif isinstance(top, SailOut):
        asks = ASKS_SAIL_OUT
    elif isinstance(top, SailHome):
        asks = ASKS_SAIL_HOME
    elif isinstance(top, Repair):
        asks = ASKS_REPAIR
    row += ONE_ASKING[asks]
    row += ONE_STORE[store]
    row += ONE_GOOD[good]
    row.append(TENTHS[excess])
    row.append(TENTHS[sold])
    row += ONE_PLACE[first]
    row += ONE_PLACE[second]


def _tell_what_is_under_way(p: SaltyPosition, row: list[float]) -> None:
    """What goes on after the question, and where in the turn it stands."""
    last = kind = NO_PLACE
    started = threatened = turn_end = False
    for step in p.stack:
        if isinstance(step, SailOut):
            last = step.last
            started = step.started > 0
            threatened = step.threatened > 0
        elif isinstance(step, SailHome):
            last = step.last
            started = last >= 0
        elif isinstance(step, Clock):
            kind = step.first
        elif isinstance(step, Income):
            turn_end = True
    row += ONE_SHIP[last]
    row.append(YES if started else NO)
    row.append(YES if threatened else NO)
    row += ONE_TYPE[kind]
    row.append(YES if turn_end else NO)
    row.append(YES if p.finished else NO)
    row.append(YES if p.table.any_cathedral_serves else NO)


def _tell_tiles(p: SaltyPosition, viewer: int, row: list[float]) -> None:
    """Which tiles lie open, and which tile lies where as far as this viewer knows."""
    seen = tiles_seen(p, viewer)
    up = count_revealed(p)
    for place in range(TILE_COUNT):
        row.append(YES if place < up and seen[place] != NO_TILE else NO)
    for tile in seen:
        row += ONE_TILE[tile]


def _tell_next_spaces(p: SaltyPosition, row: list[float]) -> None:
    """The space that the next owner of each building would get."""
    table = p.table
    for building in range(BUILDING_COUNT):
        built = p.built[building]
        space = table.first_space[building] + built if built < table.spaces[building] else 0
        row += ONE_SPACE[space - 1]


def _tell_seat(p: SaltyPosition, seat: int, row: list[float]) -> None:
    row += ONE_COLOUR[seat]
    space = p.space
    for place in range(space_at(seat, 0), space_at(seat + 1, 0)):
        row += ONE_SPACE[space[place] - 1]
    goods = p.goods
    for place in range(store_at(seat, DEPOT), store_at(seat + 1, DEPOT)):
        row.append(TENTHS[goods[place]])
    known = p.known[seat]
    for tile in p.tiles:
        row.append(YES if tile != NO_TILE and known >> tile & 1 else NO)
