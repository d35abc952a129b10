"""From numbers to messages: names of pieces, what an action says in the log, why it is closed."""

from __future__ import annotations

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
    BUILDINGS,
    GOODS,
    PLACES,
    SHIPS,
    STORES,
    TILES,
    TYPES,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.messages import Argument, Message, Reason


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
    return Message(f"so.type.{TYPES[kind]}")


ACTION_RULES = {
    SALINE.name: "SO-6.2",
    DEPOT_LEVEL.name: "SO-6.3",
    NOTRE_DAME.name: "SO-6.5",
    BUILD.name: "SO-6.9",
    SAIL_OUT.name: "SO-7.1",
    SAIL_HOME.name: "SO-7.2",
    BUILD_SHIP.name: "SO-8.1",
    MOVE_GOODS.name: "SO-8.8",
    SELL.name: "SO-9.1",
    BUY.name: "SO-9.8",
}


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


# By the numbers of steps/obstacles.py: message id and the rule that says so.
_OBSTACLES = (
    ("", ""),
    ("so.reason.cannot_pay", "SO-5.7"),
    ("so.reason.same_type", "SO-10.14"),
    ("so.reason.saline_complete", "SO-6.2"),
    ("so.reason.depot_complete", "SO-6.3"),
    ("so.reason.cathedral_complete", "SO-6.5"),
    ("so.reason.cathedral_full", "SO-6.6"),
    ("so.reason.already_owned", "SO-6.9"),
    ("so.reason.no_space", "SO-6.10"),
    ("so.reason.needs_own_bank", "SO-6.11"),
    ("so.reason.needs_a_bank", "SO-6.12"),
    ("so.reason.needs_cathedral", "SO-6.13"),
    ("so.reason.no_ship_in_port", "SO-7.1"),
    ("so.reason.no_ship_at_sea", "SO-7.2"),
    ("so.reason.ship_owned", "SO-8.1"),
    ("so.reason.no_yards", "SO-8.2"),
    ("so.reason.cannot_pay_fee", "SO-5.7"),
    ("so.reason.no_hold", "SO-8.14"),
    ("so.reason.nothing_to_move", "SO-8.14"),
    ("so.reason.nothing_to_sell", "SO-9.1"),
    ("so.reason.no_cod", "SO-13.1"),
    ("so.reason.depot_full", "SO-9.10"),
    ("so.reason.cannot_pay_goods", "SO-5.7"),
)


def reason_for(p: SaltyPosition, seat: int, code: int, obstacle: int, surcharge: int) -> Reason:
    """The obstacle in words, with the figures a player would ask for."""
    id, rule = _OBSTACLES[obstacle]
    kind = next(k for k in range(4) if code < TYPE_STARTS[k + 1])
    arguments = action_arguments(code)
    if id == "so.reason.same_type":
        arguments["type"] = type_name(kind)
    elif id == "so.reason.needs_cathedral":
        if p.table.any_cathedral_serves:
            id = "so.reason.needs_a_cathedral"
        arguments["coins"] = p.table.cathedral[p.table.vitraux_step]
    elif id.startswith("so.reason.cannot_pay"):
        arguments["cost"] = p.counters[kind] + surcharge
        arguments["coins"] = p.coins[seat]
        arguments["lowest"] = p.table.lowest
    return Reason(Message(id, **arguments), rule)
