"""What can be pointed at on the board: what it is called and what it does for a player.

Names that a piece already has come from `words.py`, values from the box; those that differ from
space to space or level to level are listed in order: "10 / 7 / 5".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quarterdeck.games.salty_ocean.components import Components, EventTile
from quarterdeck.games.salty_ocean.names import (
    ACADEMIE,
    AUBERGE,
    BANQUE,
    BUILDINGS,
    BUREAU,
    CARAVEL_1,
    CHANTIER,
    FIERTE,
    GOODS,
    HORLOGE,
    HOTEL,
    MACLOU,
    PHARE,
    SALLE,
    SHIPS,
    TILES,
    TURNS,
    TYPES,
    VITRAUX,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.words import (
    building_name,
    coins,
    good_name,
    ship_name,
    store_name,
    tile_name,
    type_name,
)
from quarterdeck.kernel.catalogue import write_number
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.kernel.things import Thing


def name_things(rules: AnyRules) -> Iterator[Thing]:
    """Everything on the board, region by region."""
    box: Components = rules.box
    yield from _name_the_almanac(rules, box)
    yield from _name_the_market(rules, box)
    yield from _name_the_city(rules, box)
    yield from _name_the_sea(rules, box)
    yield from _name_the_sheet(rules, box)


def weather_things(p: SaltyPosition) -> tuple[str, ...]:
    """What a ship that sails out now meets.  SO-7.6 to SO-7.13"""
    tile = p.tiles[p.turn - 1]
    found = ["weather-storm" if p.table.storm[tile] else "weather-calm"]
    if p.pirates:
        found.append("weather-pirates")
    if p.table.poor_fishing[tile]:
        found.append("weather-poor_fishing")
    return tuple(found)


# Turns and events


def _name_the_almanac(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("turn", "SO-2.1", turns=TURNS)
    yield rules.thing("turn-order", "SO-11.15")
    for tile, event in enumerate(box.events):
        id = f"tile-{TILES[tile]}"
        yield Thing(id, tile_name(tile), _event_text(event), "SO-3.1")
    yield rules.thing("tile-hidden", "SO-3.7")
    yield rules.thing("tile-stock", "SO-10.26")
    yield rules.thing("looked", "SO-10.30")
    yield rules.thing("weather-calm", "SO-3.4", Message("so.weather.calm"))
    yield rules.thing(
        "weather-storm", "SO-7.7", Message("so.weather.storm"), count=box.storm_damage
    )
    yield rules.thing(
        "weather-pirates", "SO-7.8", Message("so.weather.pirates"), count=box.pirate_damage
    )
    yield rules.thing(
        "weather-poor_fishing",
        "SO-7.12",
        Message("so.weather.poor_fishing"),
        count=box.poor_fishing_salt,
    )


def _event_text(event: EventTile) -> Message:
    sea = Message("so.weather.storm" if event.storm else "so.weather.calm")
    extra = "pirates" if event.pirates else "poor_fishing" if event.poor_fishing else ""
    if extra:
        sea = Message("so.thing.tile.sea", weather=sea, extra=Message(f"so.weather.{extra}"))
    changes: dict[str, Argument] = {
        good: write_number(rows, "+") if rows else "0"
        for good, rows in zip(GOODS, event.change, strict=True)
    }
    return Message("so.thing.tile.text", sea=sea, **changes)


# Market


def _name_the_market(rules: AnyRules, box: Components) -> Iterator[Thing]:
    for good, name in enumerate(GOODS):
        yield rules.thing(f"good-{name}", "SO-7.14", good_name(good))
        yield rules.thing(
            f"price-{name}",
            "SO-9.3",
            lot=box.lot,
            rows=Message("so.rows", count=box.rows_per_lot),
            rows_for_two=Message("so.rows", count=box.rows_per_lot_two),
            least=coins(box.least_salt_price),
        )


# City


def _name_the_city(rules: AnyRules, box: Components) -> Iterator[Thing]:
    for kind, name in enumerate(TYPES):
        yield rules.thing(
            f"cost-{name}", "SO-4.5", type_name(kind), first=box.first_cost, last=box.last_cost
        )
    yield from _name_the_buildings(rules, box)
    yield rules.thing(
        "notre_dame", "SO-6.5", Message("so.score.notre_dame"), values=_listed(box.cathedral[1:])
    )


def _name_the_buildings(rules: AnyRules, box: Components) -> Iterator[Thing]:
    def thing(building: int, rule: str, **said: Argument) -> Thing:
        name = building_name(building)
        return rules.thing(f"building-{BUILDINGS[building]}", rule, name, **said)

    def ranked(building: int) -> str:
        return _listed(box.values[building])

    built = slice(CARAVEL_1 + 1, None)
    yield thing(BANQUE, "SO-10.3", limit=box.limit_with_bank, per=box.per_interest_bank)
    yield thing(SALLE, "SO-10.4", per=box.per_interest_vault)
    yield thing(BUREAU, "SO-10.6", values=ranked(BUREAU))
    rent, guest = coins(box.inn_rent), coins(box.inn_rent_per_guest)
    yield thing(AUBERGE, "SO-10.9", rent=rent, guest=guest)
    yield thing(CHANTIER, "SO-8.5", fees=_listed(box.shipyard_fee[built]))
    yield thing(ACADEMIE, "SO-8.5", fees=_listed(box.academy_fee[built]))
    yield thing(PHARE, "SO-10.11", each=coins(box.lighthouse_per_ship))
    step = coins(box.cathedral[box.vitraux_step])
    yield thing(VITRAUX, "SO-10.24", values=ranked(VITRAUX), step=step)
    bonus, per = coins(max(box.hall_bonus)), max(box.hall_per)
    yield thing(HOTEL, "SO-10.32", bonus=bonus, per=per)
    yield thing(HORLOGE, "SO-10.14", values=ranked(HORLOGE))
    yield thing(MACLOU, "SO-10.21", values=ranked(MACLOU))
    yield thing(FIERTE, "SO-10.25", values=ranked(FIERTE))


def _listed(values: Iterable[int]) -> str:
    return " / ".join(str(value) for value in values)


# Ocean, port and ships


def _name_the_sea(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("sea", "SO-7.1", Message("so.board.ocean"))
    yield rules.thing("port", "SO-7.2", Message("so.board.port"))
    for ship, name in enumerate(SHIPS):
        yield rules.thing(
            f"ship-{name}",
            "SO-8.1",
            ship_name(ship),
            room=box.capacity[ship],
            academy=box.academy_fee[ship],
            yard=box.shipyard_fee[ship],
        )
    yield rules.thing("hold", "SO-7.7")
    yield rules.thing("damage", "SO-7.21", Message("so.board.damage"))


# Players


def _name_the_sheet(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("sheet", "SO-1.1")
    yield rules.thing("coins", "SO-5.1")
    yield rules.thing("debt", "SO-5.3", lowest=box.lowest, interest=coins(box.overdraft_interest))
    yield rules.thing("coin-limit", "SO-11.14", limit=box.limit, bank=box.limit_with_bank)
    yield rules.thing("points", "SO-12.1")
    yield rules.thing("saline", "SO-10.1", values=_listed(box.saline))
    yield rules.thing("depot", "SO-10.2", store_name(0), values=_listed(box.depot))
    yield rules.thing("clock-ready", "SO-10.19")
