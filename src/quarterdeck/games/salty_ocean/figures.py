"""What players look at: money, goods, ships and buildings of a seat. All of it is public."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.names import (
    AT_SEA,
    BUILDING_COUNT,
    DEPOT,
    GOODS,
    IN_PORT,
    SHIP_COUNT,
    STORES,
    UNBUILT,
    ship_at,
    store_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.scoring import bonus
from quarterdeck.games.salty_ocean.steps.turn_end import coin_limit, interest_on, rent
from quarterdeck.games.salty_ocean.words import building_name, good_name, ship_name, store_name
from quarterdeck.kernel.figures import Figure
from quarterdeck.kernel.messages import Message


def figures(p: SaltyPosition, seat: int) -> list[Figure]:
    """In the order in which a player would ask for them."""
    table = p.table
    found = [
        _figure("coins", p.coins[seat]),
        _figure("bonus", bonus(p, seat)),
        _figure("income", _income(p, seat)),
    ]
    limit = coin_limit(p, seat)
    if limit >= 0:
        found.append(_figure("limit", limit))
    return [
        *found,
        *_stocks(p, seat),
        _figure("salt", table.saline[p.saline[seat]]),
        _figure("depot", table.depot[p.depot[seat]]),
        _figure("port", _ships(p, seat, IN_PORT)),
        _figure("sea", _ships(p, seat, AT_SEA)),
        _figure("damage", sum(p.damage[ship_at(seat, 0) : ship_at(seat + 1, 0)])),
        _figure("buildings", _buildings(p, seat)),
    ]


def _figure(id: str, value: int | tuple[Message, ...]) -> Figure:
    return Figure(id, Message(f"so.figure.{id}"), value)


def _income(p: SaltyPosition, seat: int) -> int:
    """What Inn and Bank would pay if the turn ended now.  SO-11.10, SO-11.11"""
    earned = rent(p, seat)
    return earned + interest_on(p, seat, p.coins[seat] + earned)


def _stocks(p: SaltyPosition, seat: int) -> list[Figure]:
    """What lies in the Warehouse, and what is aboard each ship."""
    ships = [ship for ship in range(SHIP_COUNT) if p.place[ship_at(seat, ship)] != UNBUILT]
    return [
        Figure(
            f"{STORES[store]}-{GOODS[good]}",
            Message("so.figure.stored", good=good_name(good), store=store_name(store)),
            p.goods[store_at(seat, store) + good],
        )
        for store in (DEPOT, *(ship + 1 for ship in ships))
        for good in range(p.table.goods)
    ]


def _ships(p: SaltyPosition, seat: int, where: int) -> tuple[Message, ...]:
    ships = range(SHIP_COUNT)
    return tuple(ship_name(ship) for ship in ships if p.place[ship_at(seat, ship)] == where)


def _buildings(p: SaltyPosition, seat: int) -> tuple[Message, ...]:
    return tuple(building_name(b) for b in range(BUILDING_COUNT) if p.owns(seat, b))
