"""What a merchant may know, as numbers.

Money is counted in forties, the coin limit of those without a bank; barrels and holds in tens;
what has a few levels, from 0 to 1.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.salty_ocean.advice import hoped_price, rows_at_risk, worth
from quarterdeck.games.salty_ocean.hidden import tiles_seen
from quarterdeck.games.salty_ocean.names import (
    AT_SEA,
    BUILDING_COUNT,
    BUILDINGS,
    BUREAU,
    DEPOT,
    FIERTE,
    GOOD_COUNT,
    GOODS,
    HORLOGE,
    HOTEL,
    IN_PORT,
    MACLOU,
    NO_TILE,
    SHIP_COUNT,
    SHIPS,
    SPACE_NUMBERS,
    TILE_COUNT,
    TURNS,
    TYPES,
    UNBUILT,
    VITRAUX,
    hold_at,
    ship_at,
    space_at,
    store_at,
)
from quarterdeck.games.salty_ocean.obstacles import fee_due
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.scoring import bonus, fleet, hall_buildings, tiebreak_buildings
from quarterdeck.games.salty_ocean.steps.move import Clock, Move
from quarterdeck.games.salty_ocean.steps.turn_end import coin_limit, interest, rent
from quarterdeck.kernel.features import Feature, FeatureSet, advised, amounts, flags
from quarterdeck.kernel.ranges import clip

MOST_SEATS: Final = 4
COINS: Final = 40.0
BARRELS: Final = 10.0
PRICES: Final = 8.0
COSTS: Final = 10.0
CATHEDRAL_STEPS: Final = 8.0
# What a master ends with, about
POINTS: Final = 150.0

SEAT_COUNTS: Final = ("two", "three", "four")
TURN_NAMES: Final = ("turn_1", "turn_2", "turn_3", "turn_4", "turn_5")
VALUED: Final = (BUREAU, VITRAUX, HORLOGE, MACLOU, FIERTE)


def _weather(prefix: str, about: str) -> list[Feature]:
    return [
        *amounts(f"{prefix}.rise", GOODS, -1, 1, f"{about}, rows up in threes"),
        Feature(f"{prefix}.storm", 0, 1, f"{about}, storm"),
        Feature(f"{prefix}.pirates", 0, 1, f"{about}, pirates"),
        Feature(f"{prefix}.poor_fishing", 0, 1, f"{about}, poor fishing"),
    ]


def _ship(name: str) -> list[Feature]:
    return [
        Feature(f"{name}.in_port", 0, 1, "the ship is in Rouen"),
        Feature(f"{name}.at_sea", 0, 1, "the ship is at sea"),
        Feature(f"{name}.hold", 0, 2, "what it can carry, in tens"),
        Feature(f"{name}.salt", 0, 2, "salt aboard, in tens"),
        Feature(f"{name}.fish", 0, 2, "fish aboard, in tens"),
        Feature(f"{name}.damage", 0, 2, "damage, in tens"),
    ]


OF_TABLE: Final = [
    *flags("seats", SEAT_COUNTS, "how many play"),
    *flags("turn", TURN_NAMES, "the turn"),
    Feature("rows", 0, 2, "rows of the price table in fives"),
    Feature("ends_by_round", 0, 1, "option phase_end"),
    Feature("falls_per_sale", 0, 1, "option two_player_drop"),
    Feature("passes", 0, 1, "players that have passed, of all"),
    *amounts("cost", TYPES, 0, 10, "what an action of a type costs, in tens"),
    *amounts("price", GOODS, 0, 13, "today's price, in eights"),
    *amounts("row", GOODS, 0, 1, "how far the price has fallen, of all rows"),
    *advised(*amounts("rows_at_risk", GOODS, 0, 10, "rows rivals' sales may take, in fives")),
    *advised(*amounts("hoped_price", GOODS, 0, 13, "what advice hopes to sell for, in eights")),
    *_weather("now", "this turn's tile"),
    Feature("pirates_about", 0, 1, "the pirates have not struck yet"),
    Feature("next_known", 0, 1, "the next turn's tile lies open"),
    *_weather("next", "the next turn's tile"),
    Feature("later_known", 0, 1, "tiles further on that this seat has looked at, of the grid's"),
    *_weather("later", "those, or what the unseen tiles are on average"),
    *amounts("free", BUILDINGS, 0, 1, "spaces of a building still free, in fours"),
    *amounts("offered", BUILDINGS, 0, 10, "what its next free space is worth, in tens"),
    Feature("next_to_move", 0, 1, "this seat is asked"),
    *flags("clock", TYPES, "somebody uses the clock after an action of this type"),
]

OF_SEAT: Final = [
    Feature("present", 0, 1, "somebody has this seat"),
    Feature("asked", 0, 1, "this seat is to move"),
    Feature("wait", 0, 1, "moves of others before theirs, in threes"),
    Feature("place", 0, 1, "their place in this turn's order, from 0, in threes"),
    Feature("discs_above", 0, 1, "players whose disc was set down later, in threes"),
    Feature("coins", -1, 10, "coins, in forties"),
    Feature("debt", 0, 1, "what they owe, of the most they may"),
    Feature("limit", -10, 4, "coins up to the limit, in forties; 0 without a limit"),
    Feature("unlimited", 0, 1, "they have no coin limit"),
    Feature("bonus", 0, 10, "points besides coins, in forties"),
    Feature("total", -1, 20, "coins and points, in forties"),
    *advised(Feature("worth", -2, 20, "what advice expects them to end with, in forties")),
    Feature("rent", 0, 10, "rent per turn, in tens"),
    Feature("interest", 0, 10, "interest on today's coins, in tens"),
    Feature("saline", 0, 1, "level of the Saline, in threes"),
    Feature("salt_made", 0, 2, "salt per turn, in tens"),
    Feature("depot", 0, 1, "level of the Dépôt, in twos"),
    Feature("depot_size", 0, 4, "places in the Dépôt, in tens"),
    Feature("depot_room", -7, 4, "free places in the Dépôt, in tens"),
    Feature("cathedral", 0, 1, "step of Notre-Dame, in eights"),
    Feature("cathedral_next", 0, 10, "points of the next step that is open, in tens"),
    *flags("owns", BUILDINGS, "they own the building"),
    *amounts("value", [BUILDINGS[b] for b in VALUED], 0, 10, "worth of their space, in tens"),
    Feature("hall_bonus", 0, 20, "points of their Hôtel de Ville, in tens"),
    Feature("hall_buildings", 0, 1.5, "buildings it would count, in tens"),
    Feature("tiebreak", 0, 1.5, "buildings that break ties, in tens"),
    Feature("clock_ready", 0, 1, "they may still use the clock this turn"),
    Feature("fleet", 0, 1, "ships, in threes"),
    *amounts("fee", SHIPS[1:], 0, 5, "what building a ship costs them besides, in tens"),
    *amounts("in_rouen", GOODS, 0, 7, "barrels in Rouen, in tens"),
    *amounts("at_sea", GOODS, 0, 7, "barrels at sea, in tens"),
    Feature("stock_value", 0, 20, "fish in Rouen at today's prices, in forties"),
    Feature("coming_value", 0, 20, "fish at sea at today's prices, in forties"),
    *[feature for ship in SHIPS for feature in _ship(ship)],
]

FEATURES: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS, POINTS, ("worth", COINS))
ABSENT: Final = [0.0] * FEATURES.seat_size
ABSENT_FACTS: Final = [0.0] * FEATURES.facts.seat_size


def is_at_rest(p: SaltyPosition) -> bool:
    """Between actions; what happens inside one is not told by the numbers."""
    top = p.stack[-1]
    return isinstance(top, Move) or isinstance(top, Clock)  # noqa: SIM101  # compiles to less


def encode(p: SaltyPosition, viewers: list[int], advice: bool) -> list[float]:
    """One row for each viewer, as FEATURES declares it, or its facts alone."""
    seats = p.seats
    absent = ABSENT if advice else ABSENT_FACTS
    blocks = [_tell_seat(p, seat, advice) for seat in range(seats)]
    shared = _tell_table(p)
    rows: list[float] = []
    for viewer in viewers:
        rows += shared
        _tell_what_is_seen(p, viewer, advice, rows)
        place = p.order.index(viewer)
        for i in range(seats):
            rows += blocks[p.order[(place + i) % seats]]
        for _ in range(MOST_SEATS - seats):
            rows += absent
    return rows


def _tell_table(p: SaltyPosition) -> list[float]:
    """What is the same for everybody, up to the prices' rows."""
    table = p.table
    row: list[float] = [0.0] * 8
    row[p.seats - 2] = 1.0
    if p.turn:
        row[len(SEAT_COUNTS) + p.turn - 1] = 1.0
    row.append(clip(table.rows / 5.0, 0.0, 2.0))
    row.append(1.0 if table.ends_by_round else 0.0)
    row.append(1.0 if table.falls_per_sale else 0.0)
    row.append(p.passes / p.seats)
    for cost in p.counters:
        row.append(cost / COSTS)
    for good in range(GOOD_COUNT):
        row.append(p.price(good) / PRICES if good < table.goods else 0.0)
    for good in range(GOOD_COUNT):
        row.append(p.rows[good] / max(1.0, table.rows - 1.0) if good < table.goods else 0.0)
    return row


def _tell_what_is_seen(p: SaltyPosition, viewer: int, advice: bool, row: list[float]) -> None:
    """The rest of the table, as one player sees it."""
    table = p.table
    if advice:
        _tell_hopes(p, viewer, row)
    _tell_weather(p, viewer, row)
    for building in range(BUILDING_COUNT):
        row.append((table.spaces[building] - p.built[building]) / 4.0)
    for building in range(BUILDING_COUNT):
        free = p.built[building] < table.spaces[building]
        space = table.first_space[building] + p.built[building]
        value = 0
        if free:
            value = table.value[building * SPACE_NUMBERS + space]
            if building == HOTEL:
                value = table.hall_bonus[space] + hall_buildings(p, viewer) // table.hall_per[space]
        row.append(clip(value / 10.0, 0.0, 10.0))
    actors = p.actors()
    row.append(1.0 if viewer in actors else 0.0)
    clock = [0.0, 0.0, 0.0, 0.0]
    top = p.stack[-1] if p.stack else None
    if isinstance(top, Clock):
        clock[top.first] = 1.0
    row += clock


def _tell_hopes(p: SaltyPosition, viewer: int, row: list[float]) -> None:
    """What advice expects of the prices."""
    threat = rows_at_risk(p, viewer)
    for good in range(GOOD_COUNT):
        row.append(clip(threat[good] / 5.0, 0.0, 10.0))
    for good in range(GOOD_COUNT):
        row.append(hoped_price(p, good, threat) / PRICES if good < p.table.goods else 0.0)


def _tell_weather(p: SaltyPosition, viewer: int, row: list[float]) -> None:
    seen = tiles_seen(p, viewer)
    now = seen[p.turn - 1] if p.turn else NO_TILE
    _tell_tiles(p, [now] if now != NO_TILE else [], row)
    row.append(float(p.pirates))
    following = seen[p.turn] if 0 < p.turn < TURNS else NO_TILE
    row.append(1.0 if following != NO_TILE else 0.0)
    _tell_tiles(p, [following] if following != NO_TILE else [], row)
    later = [tile for tile in seen[p.turn + 1 : TURNS] if tile != NO_TILE]
    row.append(len(later) / TURNS)
    if not later and p.turn + 1 < TURNS:
        known = 0
        for tile in seen:
            if tile != NO_TILE:
                known |= 1 << tile
        later = [tile for tile in range(TILE_COUNT) if not known >> tile & 1]
    _tell_tiles(p, later, row)


def _tell_tiles(p: SaltyPosition, tiles: list[int], row: list[float]) -> None:
    """What these tiles bring on average."""
    table = p.table
    count = max(1, len(tiles))
    for good in range(GOOD_COUNT):
        rise = 0
        if good < table.goods:
            for tile in tiles:
                rise += table.change[tile][good]
        row.append(clip(rise / (3.0 * count), -1.0, 1.0))
    storm = pirates = poor = 0
    for tile in tiles:
        storm += table.storm[tile]
        pirates += table.pirates[tile]
        poor += table.poor_fishing[tile]
    row.append(storm / count)
    row.append(pirates / count)
    row.append(poor / count)


def _tell_seat(p: SaltyPosition, seat: int, advice: bool) -> list[float]:
    """One player, as everybody sees them."""
    row: list[float] = [1.0]
    _tell_order(p, seat, row)
    _tell_money(p, seat, advice, row)
    _tell_city(p, seat, row)
    _tell_goods(p, seat, row)
    return row


def _tell_order(p: SaltyPosition, seat: int, row: list[float]) -> None:
    place = p.order.index(seat)
    row.append(1.0 if seat in p.actors() else 0.0)
    row.append((place - p.mover) % p.seats / 3.0)
    row.append(place / 3.0)
    above = 0
    for other in range(p.seats):
        if p.serial[other] > p.serial[seat]:
            above += 1
    row.append(above / 3.0)


def _tell_money(p: SaltyPosition, seat: int, advice: bool, row: list[float]) -> None:
    table = p.table
    coins = p.coins[seat]
    limit = coin_limit(p, seat)
    points = bonus(p, seat)
    row.append(clip(coins / COINS, -1.0, 10.0))
    row.append(coins / table.lowest if coins < 0 and table.lowest else 0.0)
    row.append(0.0 if limit < 0 else clip((limit - coins) / COINS, -10.0, 4.0))
    row.append(1.0 if limit < 0 else 0.0)
    row.append(clip(points / COINS, 0.0, 10.0))
    row.append(clip((coins + points) / COINS, -1.0, 20.0))
    if advice:
        hope = worth(p, seat, rows_at_risk(p, seat)) if p.turn else 0.0
        row.append(clip(hope / COINS, -2.0, 20.0))
    row.append(clip(rent(p, seat) / 10.0, 0.0, 10.0))
    row.append(clip(interest(p, seat) / 10.0, 0.0, 10.0))


def _tell_city(p: SaltyPosition, seat: int, row: list[float]) -> None:
    table = p.table
    row.append(p.saline[seat] / 3.0)
    row.append(table.saline[p.saline[seat]] / BARRELS)
    row.append(p.depot[seat] / 2.0)
    row.append(table.depot[p.depot[seat]] / BARRELS)
    row.append(p.depot_room(seat) / BARRELS)
    step = p.cathedral[seat]
    row.append(step / CATHEDRAL_STEPS)
    row.append(clip(_cathedral_step(p, step + 1) / 10.0, 0.0, 10.0))
    first = space_at(seat, 0)
    for place in range(first, first + BUILDING_COUNT):
        row.append(1.0 if p.space[place] else 0.0)
    for building in VALUED:
        row.append(p.space_value(seat, building) / 10.0)
    buildings = hall_buildings(p, seat)
    space = p.space[space_at(seat, HOTEL)]
    hall = table.hall_bonus[space] + buildings // table.hall_per[space] if space else 0
    row.append(clip(hall / 10.0, 0.0, 20.0))
    row.append(buildings / 10.0)
    row.append(tiebreak_buildings(p, seat) / 10.0)
    row.append(1.0 if p.owns(seat, HORLOGE) and not p.clock_used[seat] else 0.0)
    row.append(fleet(p, seat) / 3.0)
    for ship in range(1, SHIP_COUNT):
        unbuilt = p.place[ship_at(seat, ship)] == UNBUILT
        row.append(fee_due(p, seat, ship) / 10.0 if unbuilt else 0.0)


def _cathedral_step(p: SaltyPosition, step: int) -> int:
    """What a step of Notre-Dame adds; 0 if there is none or it is full."""
    if step >= len(p.table.cathedral):
        return 0
    there = 0
    for other in p.cathedral:
        if other >= step:
            there += 1
    if there >= p.table.cathedral_limit[step]:
        return 0
    return p.table.cathedral[step] - p.table.cathedral[step - 1]


def _tell_goods(p: SaltyPosition, seat: int, row: list[float]) -> None:
    depot = store_at(seat, DEPOT)
    ready = p.goods[depot : depot + GOOD_COUNT]
    coming = [0] * GOOD_COUNT
    for ship in range(SHIP_COUNT):
        first = hold_at(seat, ship)
        stores = ready if p.place[ship_at(seat, ship)] == IN_PORT else coming
        for good in range(GOOD_COUNT):
            stores[good] = stores[good] + p.goods[first + good]
    for good in range(GOOD_COUNT):
        row.append(ready[good] / BARRELS)
    for good in range(GOOD_COUNT):
        row.append(coming[good] / BARRELS)
    here = there = 0
    for good in range(1, p.table.goods):
        price = p.price(good)
        here += ready[good] * price
        there += coming[good] * price
    row.append(clip(here / COINS, 0.0, 20.0))
    row.append(clip(there / COINS, 0.0, 20.0))
    for ship in range(SHIP_COUNT):
        where = p.place[ship_at(seat, ship)]
        first = hold_at(seat, ship)
        row.append(1.0 if where == IN_PORT else 0.0)
        row.append(1.0 if where == AT_SEA else 0.0)
        row.append(p.hold(seat, ship) / BARRELS if where != UNBUILT else 0.0)
        row.append(p.goods[first] / BARRELS)
        row.append((p.goods[first + 1] + p.goods[first + 2]) / BARRELS)
        row.append(p.damage[ship_at(seat, ship)] / BARRELS)
