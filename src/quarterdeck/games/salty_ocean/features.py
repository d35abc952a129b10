"""What a merchant may know, as numbers.

Money is counted in forties, the coin limit of those without a bank; barrels and holds in tens;
what has a few levels, from 0 to 1.
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.salty_ocean.advice import all_rows_at_risk, hoped_price, worth
from quarterdeck.games.salty_ocean.components import (
    MOST_BARRELS,
    MOST_SALT_MADE,
    WEATHER_SIZE,
)
from quarterdeck.games.salty_ocean.hidden import tiles_seen
from quarterdeck.games.salty_ocean.names import (
    ACADEMIE,
    AT_SEA,
    AUBERGE,
    BANQUE,
    BUILDING_COUNT,
    BUILDINGS,
    BUREAU,
    CARAVEL_2,
    CARRACK,
    CHANTIER,
    CITY,
    COD,
    DEPOT,
    FIERTE,
    GOOD_COUNT,
    GOODS,
    HERRING,
    HORLOGE,
    HOTEL,
    IN_PORT,
    MACLOU,
    MARKET,
    NAVIGATION,
    NO_TILE,
    PHARE,
    PORT,
    SALLE,
    SALT,
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
from quarterdeck.games.salty_ocean.scoring import (
    bonus,
    fleet,
    hall_bonus,
    hall_buildings,
    tiebreak_buildings,
)
from quarterdeck.games.salty_ocean.steps.move import Clock, Move
from quarterdeck.games.salty_ocean.steps.turn_end import coin_limit, interest, rent
from quarterdeck.kernel.features import Feature, FeatureSet, advised, amounts, flags
from quarterdeck.kernel.ranges import NO, NO_PLACE, YES, clip, one_of

MOST_SEATS: Final = 4
COINS: Final = 40.0
BARRELS: Final = 10.0
MOST_TENS: Final = 7  # of barrels that are told
PRICES: Final = 8.0
COSTS: Final = 10.0
CATHEDRAL_STEPS: Final = 8.0
# What a master ends with, about
POINTS: Final = 150.0

SEAT_COUNTS: Final = ("two", "three", "four")
TURN_NAMES: Final = ("turn_1", "turn_2", "turn_3", "turn_4", "turn_5")
VALUED: Final = [BUILDINGS[each] for each in (BUREAU, VITRAUX, HORLOGE, MACLOU, FIERTE)]


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
    *amounts("value", VALUED, 0, 10, "worth of their space, in tens"),
    Feature("hall_bonus", 0, 20, "points of their Hôtel de Ville, in tens"),
    Feature("hall_buildings", 0, 1.5, "buildings it would count, in tens"),
    Feature("tiebreak", 0, 1.5, "buildings that break ties, in tens"),
    Feature("clock_ready", 0, 1, "they may still use the clock this turn"),
    Feature("fleet", 0, 1, "ships, in threes"),
    *amounts("fee", SHIPS[1:], 0, 5, "what building a ship costs them besides, in tens"),
    *amounts("in_rouen", GOODS, 0, MOST_TENS, "barrels in Rouen, in tens"),
    *amounts("at_sea", GOODS, 0, MOST_TENS, "barrels at sea, in tens"),
    Feature("stock_value", 0, 20, "fish in Rouen at today's prices, in forties"),
    Feature("coming_value", 0, 20, "fish at sea at today's prices, in forties"),
    *[feature for ship in SHIPS for feature in _ship(ship)],
]

FEATURES: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS, POINTS, ("worth", COINS))
# Where advice goes among what is told of a seat
WORTH: Final = next(place for place, each in enumerate(OF_SEAT) if each.is_advice)
# Without advice
NO_THREATS: Final[list[list[float]]] = []
# The numbers that come up most, made once
THIRDS: Final[list[Any]] = [n / 3.0 for n in range(MOST_SEATS + 1)]
FOURTHS: Final[list[Any]] = [n / 4.0 for n in range(SPACE_NUMBERS)]
# Salt that has just been made may not fit
TENTHS: Final[list[Any]] = [
    min(float(MOST_TENS), n / BARRELS) for n in range(MOST_BARRELS + MOST_SALT_MADE + 1)
]
ONE_SEAT_COUNT: Final = one_of(len(SEAT_COUNTS))
ONE_TURN: Final = one_of(len(TURN_NAMES))
ONE_TYPE: Final = one_of(len(TYPES))
NO_WEATHER: Final = [0.0] * WEATHER_SIZE
NO_SHIP: Final = [0.0] * len(_ship(""))
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
    threats = all_rows_at_risk(p) if advice else NO_THREATS
    place_of = [0] * seats
    for place in range(seats):
        place_of[p.order[place]] = place
    blocks = [_tell_seat(p, seat, place_of[seat]) for seat in range(seats)]
    if advice:
        for seat in range(seats):
            hope = worth(p, seat, threats[seat]) if p.turn else 0.0
            blocks[seat].insert(WORTH, clip(hope / COINS, -2.0, 20.0))
    shared = _tell_table(p)
    rows: list[float] = []
    for viewer in viewers:
        rows += shared
        _tell_what_is_seen(p, viewer, threats, rows)
        place = place_of[viewer]
        for i in range(seats):
            rows += blocks[p.order[(place + i) % seats]]
        for _ in range(MOST_SEATS - seats):
            rows += absent
    return rows


def _tell_table(p: SaltyPosition) -> list[float]:
    """What is the same for everybody, up to the prices' rows."""
    table = p.table
    counters = p.counters
    rows = max(1.0, table.rows - 1.0)
    row: list[float] = ONE_SEAT_COUNT[p.seats - 2] + ONE_TURN[p.turn - 1]
    row += [
        clip(table.rows / 5.0, 0.0, 2.0),
        YES if table.ends_by_round else NO,
        YES if table.falls_per_sale else NO,
        p.passes / p.seats,
        counters[CITY] / COSTS,
        counters[NAVIGATION] / COSTS,
        counters[PORT] / COSTS,
        counters[MARKET] / COSTS,
        p.price(SALT) / PRICES,
        p.price(HERRING) / PRICES,
        p.price(COD) / PRICES if table.goods > COD else NO,
        p.rows[SALT] / rows,
        p.rows[HERRING] / rows,
        p.rows[COD] / rows if table.goods > COD else NO,
    ]
    return row


def _tell_what_is_seen(
    p: SaltyPosition, viewer: int, threats: list[list[float]], row: list[float]
) -> None:
    """The rest of the table, as one player sees it."""
    table = p.table
    if threats:
        _tell_hopes(p, threats[viewer], row)
    _tell_weather(p, viewer, row)
    spaces = table.spaces
    built_in = p.built
    for building in range(BUILDING_COUNT):
        row.append(FOURTHS[spaces[building] - built_in[building]])
    for building in range(BUILDING_COUNT):
        built = built_in[building]
        value = 0
        if built < spaces[building]:
            space = table.first_space[building] + built
            value = table.value[building * SPACE_NUMBERS + space]
            if building == HOTEL:
                value = table.hall_bonus[space] + hall_buildings(p, viewer) // table.hall_per[space]
        row.append(clip(value / 10.0, 0.0, 10.0) if value else NO)
    row.append(YES if p.legal(viewer) else NO)
    top = p.stack[-1] if p.stack else None
    row += ONE_TYPE[top.first if isinstance(top, Clock) else NO_PLACE]


def _tell_hopes(p: SaltyPosition, threat: list[float], row: list[float]) -> None:
    """What advice expects of the prices."""
    for good in range(GOOD_COUNT):
        row.append(clip(threat[good] / 5.0, 0.0, 10.0))
    for good in range(GOOD_COUNT):
        row.append(hoped_price(p, good, threat) / PRICES if good < p.table.goods else 0.0)


def _tell_weather(p: SaltyPosition, viewer: int, row: list[float]) -> None:
    """What tiles bring: of this turn, of the next, and of later ones on average. If none of those
    is known, of all that this viewer has not seen."""
    seen = tiles_seen(p, viewer)
    now = seen[p.turn - 1] if p.turn else NO_TILE
    following = seen[p.turn] if 0 < p.turn < TURNS else NO_TILE
    row += _weather_of(p, now)
    row += [YES if p.pirates else NO, YES if following != NO_TILE else NO]
    row += _weather_of(p, following)
    later = [0] * WEATHER_SIZE
    count = 0
    for place in range(p.turn + 1, TURNS):
        if seen[place] != NO_TILE:
            count += 1
            _add_tile(later, p.table.weather[seen[place]], 1)
    row.append(count / TURNS)
    if not count and p.turn + 1 < TURNS:
        count = TILE_COUNT
        later = p.table.all_weather[:]
        for tile in seen:
            if tile != NO_TILE:
                count -= 1
                _add_tile(later, p.table.weather[tile], -1)
    row += _average(later, count)


def _weather_of(p: SaltyPosition, tile: int) -> list[float]:
    """What one tile brings, if there is one."""
    return _average(p.table.weather[tile], 1) if tile != NO_TILE else NO_WEATHER


def _add_tile(weather: list[int], tile: list[int], times: int) -> None:
    for each in range(WEATHER_SIZE):
        weather[each] = weather[each] + times * tile[each]


def _average(weather: list[int], tiles: int) -> list[float]:
    """What so many tiles bring on average."""
    count = max(1, tiles)
    thirds = 3.0 * count
    return [
        clip(weather[0] / thirds, -1.0, 1.0),
        clip(weather[1] / thirds, -1.0, 1.0),
        clip(weather[2] / thirds, -1.0, 1.0),
        weather[3] / count,
        weather[4] / count,
        weather[5] / count,
    ]


def _tell_seat(p: SaltyPosition, seat: int, place: int) -> list[float]:
    """The facts about one player, as OF_SEAT names them, one by one: a list written out whole
    takes a third of the time of one that grows."""
    table = p.table
    goods = p.goods
    coins = p.coins[seat]
    points = bonus(p, seat)
    limit = coin_limit(p, seat)
    saline = p.saline[seat]
    depot = p.depot[seat]
    step = p.cathedral[seat]
    space = p.space
    own = space_at(seat, 0)
    unbuilt_2 = p.place[ship_at(seat, CARAVEL_2)] == UNBUILT
    unbuilt_3 = p.place[ship_at(seat, CARRACK)] == UNBUILT
    ready = store_at(seat, DEPOT)
    here = [goods[ready], goods[ready + 1], goods[ready + 2]]
    there = [0, 0, 0]
    for ship in range(SHIP_COUNT):
        where = p.place[ship_at(seat, ship)]
        if where != UNBUILT:
            hold = hold_at(seat, ship)
            stores = here if where == IN_PORT else there
            for good in range(GOOD_COUNT):
                stores[good] = stores[good] + goods[hold + good]
    row: list[float] = [
        YES,
        YES if p.legal(seat) else NO,
        THIRDS[(place - p.mover) % p.seats],
        THIRDS[place],
        THIRDS[_discs_above(p, seat)],
        clip(coins / COINS, -1.0, 10.0),
        coins / table.lowest if coins < 0 and table.lowest else NO,
        NO if limit < 0 else clip((limit - coins) / COINS, -10.0, 4.0),
        YES if limit < 0 else NO,
        clip(points / COINS, 0.0, 10.0),
        clip((coins + points) / COINS, -1.0, 20.0),
        clip(rent(p, seat) / 10.0, 0.0, 10.0),
        clip(interest(p, seat) / 10.0, 0.0, 10.0),
        THIRDS[saline],
        TENTHS[table.saline[saline]],
        depot / 2.0,
        TENTHS[table.depot[depot]],
        p.depot_room(seat) / BARRELS,
        step / CATHEDRAL_STEPS,
        clip(_cathedral_step(p, step + 1) / 10.0, 0.0, 10.0),
        YES if space[own + BANQUE] else NO,
        YES if space[own + SALLE] else NO,
        YES if space[own + BUREAU] else NO,
        YES if space[own + AUBERGE] else NO,
        YES if space[own + CHANTIER] else NO,
        YES if space[own + ACADEMIE] else NO,
        YES if space[own + PHARE] else NO,
        YES if space[own + VITRAUX] else NO,
        YES if space[own + HOTEL] else NO,
        YES if space[own + HORLOGE] else NO,
        YES if space[own + MACLOU] else NO,
        YES if space[own + FIERTE] else NO,
        p.space_value(seat, BUREAU) / 10.0 if space[own + BUREAU] else NO,
        p.space_value(seat, VITRAUX) / 10.0 if space[own + VITRAUX] else NO,
        p.space_value(seat, HORLOGE) / 10.0 if space[own + HORLOGE] else NO,
        p.space_value(seat, MACLOU) / 10.0 if space[own + MACLOU] else NO,
        p.space_value(seat, FIERTE) / 10.0 if space[own + FIERTE] else NO,
        clip(hall_bonus(p, seat) / 10.0, 0.0, 20.0) if space[own + HOTEL] else NO,
        TENTHS[hall_buildings(p, seat)],
        TENTHS[tiebreak_buildings(p, seat)],
        YES if space[own + HORLOGE] and not p.clock_used[seat] else NO,
        THIRDS[fleet(p, seat)],
        fee_due(p, seat, CARAVEL_2) / 10.0 if unbuilt_2 else NO,
        fee_due(p, seat, CARRACK) / 10.0 if unbuilt_3 else NO,
        TENTHS[here[0]],
        TENTHS[here[1]],
        TENTHS[here[2]],
        TENTHS[there[0]],
        TENTHS[there[1]],
        TENTHS[there[2]],
        clip(_fish_value(p, here) / COINS, 0.0, 20.0),
        clip(_fish_value(p, there) / COINS, 0.0, 20.0),
    ]
    for ship in range(SHIP_COUNT):
        row += _tell_ship(p, seat, ship)
    return row


def _tell_ship(p: SaltyPosition, seat: int, ship: int) -> list[float]:
    where = p.place[ship_at(seat, ship)]
    if where == UNBUILT:
        return NO_SHIP
    goods = p.goods
    hold = hold_at(seat, ship)
    return [
        YES if where == IN_PORT else NO,
        YES if where == AT_SEA else NO,
        p.hold(seat, ship) / BARRELS,
        TENTHS[goods[hold]],
        TENTHS[goods[hold + 1] + goods[hold + 2]],
        TENTHS[p.damage[ship_at(seat, ship)]],
    ]


def _discs_above(p: SaltyPosition, seat: int) -> int:
    """Players whose disc was set down later."""
    above = 0
    mine = p.serial[seat]
    for serial in p.serial:
        if serial > mine:
            above += 1
    return above


def _fish_value(p: SaltyPosition, goods: list[int]) -> int:
    """Fish at today's prices."""
    value = 0
    for good in range(1, p.table.goods):
        if goods[good]:
            value += goods[good] * p.price(good)
    return value


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
