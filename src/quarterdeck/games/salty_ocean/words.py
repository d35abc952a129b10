"""From numbers to messages: names of pieces, what an action says in the log, why it is closed."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.actions import (
    BUILD,
    BUILD_SHIP,
    BUY,
    SELL,
)
from quarterdeck.games.salty_ocean.names import (
    BUILDINGS,
    GOODS,
    PLACES,
    SHIPS,
    STORES,
    TILES,
    TYPES,
)
from quarterdeck.games.salty_ocean.obstacles import (
    CANNOT_PAY,
    CANNOT_PAY_FEE,
    CANNOT_PAY_GOODS,
    NEEDS_A_CATHEDRAL,
    NEEDS_CATHEDRAL,
    SAME_TYPE,
    action_type,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.messages import Argument, Message, Reason
from quarterdeck.kernel.obstacles import Obstacle


def good_name(good: int) -> Message:
    return Message(f"so.good.{GOODS[good]}")


def ship_name(ship: int) -> Message:
    return Message(f"so.ship.{SHIPS[ship]}")


def store_name(store: int) -> Message:
    return Message("so.store.depot") if store == 0 else Message(f"so.ship.{STORES[store]}")


def building_name(building: int) -> Message:
    return Message(f"so.building.{BUILDINGS[building]}")


def tile_name(tile: int) -> Message:
    return Message(f"so.tile.{TILES[tile]}")


def place_name(place: int) -> Message:
    return Message(f"so.place.{PLACES[place]}")


def type_name(kind: int) -> Message:
    return Message(f"so.group.{TYPES[kind]}")


def action_arguments(code: int) -> dict[str, Argument]:
    """The pieces an action speaks of, as message arguments."""
    if BUILD.has(code):
        return {"building": building_name(BUILD.value(code))}
    if BUILD_SHIP.has(code):
        return {"ship": ship_name(code - BUILD_SHIP.base + 1)}
    if SELL.has(code):
        return {"good": good_name(SELL.value(code))}
    if BUY.has(code):
        return {"good": good_name(BUY.value(code))}
    return {}


def coins(count: int) -> Message:
    """An amount of money."""
    return Message("so.cost", count=count)


def action_event(p: SaltyPosition, seat: int, code: int, cost: int) -> Message:
    """What the log says when an action is paid for."""
    name = p.actions.family_of(code).name
    return Message(f"so.event.action.{name}", seat=seat, count=cost, **action_arguments(code))


def explain(p: SaltyPosition, seat: int, code: int, obstacle: Obstacle, surcharge: int) -> Reason:
    """The obstacle in words, with the figures a player would ask for."""
    kind = action_type(code)
    arguments = action_arguments(code)
    if obstacle is SAME_TYPE:
        arguments["type"] = type_name(kind)
    elif obstacle is NEEDS_CATHEDRAL or obstacle is NEEDS_A_CATHEDRAL:
        arguments["coins"] = p.table.cathedral[p.table.vitraux_step]
    elif obstacle in (CANNOT_PAY, CANNOT_PAY_FEE, CANNOT_PAY_GOODS):
        arguments["cost"] = coins(p.counters[kind] + surcharge)
        arguments["coins"] = p.coins[seat]
        arguments["lowest"] = p.table.lowest
    return obstacle.reason(**arguments)
