"""What stands in the way of an action. The only place that decides which actions are open.

Each check gives an obstacle, or None. The options of a move are exactly the actions without one.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.salty_ocean.actions import (
    BUILD,
    BUILD_SHIP,
    BUY,
    DEPOT_LEVEL,
    MOVE_GOODS,
    NOTRE_DAME,
    SAIL_HOME,
    SAIL_OUT,
    SALINE,
    SELL,
    TYPE_STARTS,
)
from quarterdeck.games.salty_ocean.names import (
    ACADEMIE,
    AT_SEA,
    BANQUE,
    BUILDING_COUNT,
    CHANTIER,
    CITY,
    DEPOT,
    GOOD_COUNT,
    HOTEL,
    IN_PORT,
    MARKET,
    NAVIGATION,
    PORT,
    SALLE,
    SHIP_COUNT,
    UNBUILT,
    VITRAUX,
    ship_at,
    store_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.obstacles import Obstacle, Obstacles

OBSTACLES: Final = Obstacles("so")
CANNOT_PAY: Final = OBSTACLES.add("cannot_pay", "SO-5.7")
SAME_TYPE: Final = OBSTACLES.add("same_type", "SO-10.14")
SALINE_COMPLETE: Final = OBSTACLES.add("saline_complete", "SO-6.2")
DEPOT_COMPLETE: Final = OBSTACLES.add("depot_complete", "SO-6.3")
CATHEDRAL_COMPLETE: Final = OBSTACLES.add("cathedral_complete", "SO-6.5")
CATHEDRAL_FULL: Final = OBSTACLES.add("cathedral_full", "SO-6.6")
ALREADY_OWNED: Final = OBSTACLES.add("already_owned", "SO-6.9")
NO_SPACE: Final = OBSTACLES.add("no_space", "SO-6.10")
NEEDS_OWN_BANK: Final = OBSTACLES.add("needs_own_bank", "SO-6.11")
NEEDS_A_BANK: Final = OBSTACLES.add("needs_a_bank", "SO-6.12")
NEEDS_CATHEDRAL: Final = OBSTACLES.add("needs_cathedral", "SO-6.13")
NEEDS_A_CATHEDRAL: Final = OBSTACLES.add("needs_a_cathedral", "SO-6.13")
NO_SHIP_IN_PORT: Final = OBSTACLES.add("no_ship_in_port", "SO-7.1")
NO_SHIP_AT_SEA: Final = OBSTACLES.add("no_ship_at_sea", "SO-7.2")
SHIP_OWNED: Final = OBSTACLES.add("ship_owned", "SO-8.1")
NO_YARDS: Final = OBSTACLES.add("no_yards", "SO-8.2")
CANNOT_PAY_FEE: Final = OBSTACLES.add("cannot_pay_fee", "SO-5.7")
NO_HOLD: Final = OBSTACLES.add("no_hold", "SO-8.14")
NOTHING_TO_MOVE: Final = OBSTACLES.add("nothing_to_move", "SO-8.14")
NOTHING_TO_SELL: Final = OBSTACLES.add("nothing_to_sell", "SO-9.1")
NO_COD: Final = OBSTACLES.add("no_cod", "SO-13.1")
DEPOT_FULL: Final = OBSTACLES.add("depot_full", "SO-9.10")
CANNOT_PAY_GOODS: Final = OBSTACLES.add("cannot_pay_goods", "SO-5.7")

NO_TYPE: Final = -1


def action_type(code: int) -> int:
    """The type of an action: City, Navigation, Port or Market."""
    if code < TYPE_STARTS[1]:
        return CITY
    if code < TYPE_STARTS[2]:
        return NAVIGATION
    return PORT if code < TYPE_STARTS[3] else MARKET


def add_open_actions(
    p: SaltyPosition, seat: int, surcharge: int, first: int, codes: list[int]
) -> None:
    """Append the actions this seat may perform now, except of type `first`.  SO-4.12"""
    for kind in range(4):
        cost = p.counters[kind] + surcharge
        if kind == first or not p.can_pay(seat, cost):
            continue
        end = TYPE_STARTS[kind + 1]
        if kind == CITY:
            for code in range(SALINE.base, end):
                if city_obstacle(p, seat, code) is None:
                    codes.append(code)
        else:
            for code in range(TYPE_STARTS[kind], end):
                if trade_obstacle(p, seat, code, cost) is None:
                    codes.append(code)


def obstacle(p: SaltyPosition, seat: int, code: int, surcharge: int, first: int) -> Obstacle | None:
    """What keeps this seat from an action, or None."""
    kind = action_type(code)
    cost = p.counters[kind] + surcharge
    if kind == first:
        return SAME_TYPE
    if not p.can_pay(seat, cost):
        return CANNOT_PAY
    if kind == CITY:
        return city_obstacle(p, seat, code)
    return trade_obstacle(p, seat, code, cost)


def city_obstacle(p: SaltyPosition, seat: int, code: int) -> Obstacle | None:
    """SO-6.2 to SO-6.13"""
    if code >= BUILD.base:
        return building_obstacle(p, seat, code - BUILD.base)
    if code == SALINE.base:
        return None if p.saline[seat] + 1 < len(p.table.saline) else SALINE_COMPLETE
    if code == DEPOT_LEVEL.base:
        return None if p.depot[seat] + 1 < len(p.table.depot) else DEPOT_COMPLETE
    assert code == NOTRE_DAME.base
    step = p.cathedral[seat] + 1
    if step == len(p.table.cathedral):
        return CATHEDRAL_COMPLETE
    there = 0
    for other in p.cathedral:
        if other >= step:
            there += 1
    return None if there < p.table.cathedral_limit[step] else CATHEDRAL_FULL


def building_obstacle(p: SaltyPosition, seat: int, building: int) -> Obstacle | None:
    """SO-6.9 to SO-6.13"""
    if p.space[seat * BUILDING_COUNT + building]:
        return ALREADY_OWNED
    if p.built[building] >= p.table.spaces[building]:
        return NO_SPACE
    if building == SALLE and not p.owns(seat, BANQUE):
        return NEEDS_OWN_BANK
    if building == HOTEL and p.built[BANQUE] == 0:
        return NEEDS_A_BANK
    if building == VITRAUX:
        step = max(p.cathedral) if p.table.any_cathedral_serves else p.cathedral[seat]
        if step < p.table.vitraux_step:
            return NEEDS_A_CATHEDRAL if p.table.any_cathedral_serves else NEEDS_CATHEDRAL
    return None


def trade_obstacle(p: SaltyPosition, seat: int, code: int, cost: int) -> Obstacle | None:
    """Navigation, Port and Market: SO-7.1, SO-7.2, SO-8.1, SO-8.2, SO-8.14, SO-9"""
    if code >= BUY.base:
        return buying_obstacle(p, seat, code - BUY.base, cost)
    if code >= SELL.base:
        return selling_obstacle(p, seat, code - SELL.base)
    if code == SAIL_OUT.base:
        return None if has_ship(p, seat, IN_PORT) else NO_SHIP_IN_PORT
    if code == SAIL_HOME.base:
        return None if has_ship(p, seat, AT_SEA) else NO_SHIP_AT_SEA
    if code == MOVE_GOODS.base:
        return moving_obstacle(p, seat)
    return ship_obstacle(p, seat, code - BUILD_SHIP.base + 1, cost)


def has_ship(p: SaltyPosition, seat: int, where: int) -> bool:
    place = p.place
    first = ship_at(seat, 0)
    return place[first] == where or place[first + 1] == where or place[first + 2] == where


def ship_obstacle(p: SaltyPosition, seat: int, ship: int, cost: int) -> Obstacle | None:
    """SO-8.1 to SO-8.4"""
    if p.place[ship_at(seat, ship)] != UNBUILT:
        return SHIP_OWNED
    if p.built[CHANTIER] == 0 or p.built[ACADEMIE] == 0:
        return NO_YARDS
    rest = p.balance_after(p.coins[seat], cost) - fee_due(p, seat, ship)
    return None if rest >= p.table.lowest else CANNOT_PAY_FEE


def fee_due(p: SaltyPosition, seat: int, ship: int) -> int:
    """SO-8.3, SO-8.4: owners pay nothing at their own yard."""
    fee = 0
    if not p.owns(seat, ACADEMIE):
        fee += p.table.academy_fee[ship]
    if not p.owns(seat, CHANTIER):
        fee += p.table.shipyard_fee[ship]
    return fee


def moving_obstacle(p: SaltyPosition, seat: int) -> Obstacle | None:
    """SO-8.14"""
    holds = False
    barrels = p.stock(seat, 0)
    for ship in range(SHIP_COUNT):
        if p.place[ship_at(seat, ship)] == IN_PORT:
            barrels += p.stock(seat, ship + 1)
            if p.hold(seat, ship) > 0:
                holds = True
    if not holds:
        return NO_HOLD
    return None if barrels > 0 else NOTHING_TO_MOVE


def for_sale(p: SaltyPosition, seat: int, store: int, good: int) -> int:
    """Barrels of a good this seat can sell from a store.  SO-7.19, SO-9.1"""
    if store > 0 and p.place[ship_at(seat, store - 1)] != IN_PORT:
        return 0
    return p.goods[store_at(seat, store) + good]


def selling_obstacle(p: SaltyPosition, seat: int, good: int) -> Obstacle | None:
    """SO-9.1, SO-9.11"""
    if good >= p.table.goods:
        return NO_COD
    at = store_at(seat, DEPOT) + good
    if p.goods[at]:
        return None
    for ship in range(SHIP_COUNT):
        at += GOOD_COUNT
        if p.goods[at] and p.place[ship_at(seat, ship)] == IN_PORT:
            return None
    return NOTHING_TO_SELL


def buying_obstacle(p: SaltyPosition, seat: int, good: int, cost: int) -> Obstacle | None:
    """SO-9.8 to SO-9.11"""
    if good >= p.table.goods:
        return NO_COD
    if p.depot_room(seat) <= 0:
        return DEPOT_FULL
    rest = p.balance_after(p.coins[seat], cost) - p.buying_price(good)
    return None if rest >= p.table.lowest else CANNOT_PAY_GOODS
