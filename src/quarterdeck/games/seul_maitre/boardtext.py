"""The map as text, cell by cell, and places in words."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.names import CORNERS, VESSELS
from quarterdeck.games.seul_maitre.view import MasterView, TileView
from quarterdeck.games.seul_maitre.words import side_name, vessel_name
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message


def describe_place(view: MasterView, name: str) -> Message:
    """A place of the view (`r2c3/1`, `r2c3/port`) as people say it."""
    cell, _, spot = name.partition("/")
    tile = next(each.tile for each in view.cells if each.name == cell)
    assert tile is not None
    if not spot.isdigit():
        number = tile.feature.rpartition("_")[2]
        return Message(f"sm.port.{number}") if spot == "port" else _numbered(spot, number)
    if max(tile.zones) == 0:
        return Message("sm.place.cell", cell=cell)
    return Message("sm.place.zone", cell=cell, side=side_name(tile.zones, int(spot)))


def _numbered(spot: str, number: str) -> Message:
    return Message(f"sm.place.{spot}", number=int(number))


def describe_vessel(id: str) -> Message:
    return vessel_name(VESSELS.index(id))


def describe_land(tile: TileView) -> Message:
    return Message(f"sm.land.{''.join(tile.land) or 'none'}")


# The map


def cells(view: MasterView, say: Translator) -> list[str]:
    """A line for every tile on the map, with its zones; then the places still empty.

    Who is where is told apart, so that the map need not be read again after every step.
    """
    lines = [_cell(cell.name, cell.tile, say) for cell in view.cells if cell.tile is not None]
    empty = [cell.name for cell in view.cells if cell.tile is None]
    return [*lines, say("sm.text.cell.empty", cells=", ".join(empty))] if empty else lines


def _cell(name: str, tile: TileView, say: Translator) -> str:
    at = tile.zones[CORNERS.index(tile.corner)] if tile.corner else 0
    feature = _feature(tile, say) if tile.feature else ""
    several = max(tile.zones) > 0
    parts = [] if several else [feature] if feature else []
    for zone in range(max(tile.zones) + 1 if several else 0):
        side = side_name(tile.zones, zone)
        here = feature and zone == at
        parts.append(say("sm.text.zone", side=side, what=feature) if here else say.text(side))
    more = say("sm.text.break").join(parts)
    id = "sm.text.cell.more" if more else "sm.text.cell"
    return say(id, cell=name, tile=describe_tile(tile), land=describe_land(tile), more=more)


def _feature(tile: TileView, say: Translator) -> str:
    kind, _, number = tile.feature.partition("_")
    return say("sm.text.port") if kind == "port" else say(f"sm.place.{kind}", number=number)


# Who is where


def whereabouts(view: MasterView, say: Translator) -> list[str]:
    """Storms and vessels, cell by cell."""
    lines = []
    for cell in view.cells:
        if cell.storms:
            storms = say("sm.text.storm", count=cell.storms)
            lines.append(say("sm.text.there", place=cell.name, things=storms))
        lying = [(place, id) for place, id in _vessels(view) if place.startswith(cell.name)]
        for place in sorted({place for place, _ in lying}):
            things = [say.text(describe_vessel(id)) for where, id in lying if where == place]
            lines.append(_there(view, place, things, say))
    return lines


def _vessels(view: MasterView) -> list[tuple[str, str]]:
    ships = [(ship.place, VESSELS[ship.seat]) for ship in view.players if ship.place]
    return ships + [(pirate.place, f"pirate_{pirate.number}") for pirate in view.pirates]


def _there(view: MasterView, place: str, things: list[str], say: Translator) -> str:
    cell, _, spot = place.partition("/")
    named = say.text(describe_place(view, place))
    if not spot.isdigit():
        named = say("sm.text.place", cell=cell, place=named)
    return say("sm.text.there", place=named, things=", ".join(things))


# Tiles to be laid


def row(view: MasterView, say: Translator) -> list[str]:
    """The tiles face up, and what the pile still holds."""
    lines = [_tile(tile, say) for tile in view.row]
    names = [say.text(describe_tile(tile)) for tile in view.pile]
    counted = [
        say("sm.text.times", what=name, number=names.count(name)) if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    ]
    return [*lines, say("sm.text.pile", tiles=", ".join(counted))] if counted else lines


def _tile(tile: TileView, say: Translator) -> str:
    id = "sm.text.row.storm" if tile.storm else "sm.text.row.tile"
    return say(id, tile=describe_tile(tile), land=describe_land(tile))


def describe_tile(tile: TileView) -> Message:
    return Message(f"sm.tile.{tile.kind}", number=tile.number)
