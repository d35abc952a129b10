"""The map as text, cell by cell, and places in words."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.names import CORNERS, VESSELS
from quarterdeck.games.seul_maitre.view import CellView, MasterView, TileView
from quarterdeck.games.seul_maitre.words import side_name, vessel_name
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message


def place_said(view: MasterView, name: str) -> Message:
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


def vessel_said(id: str) -> Message:
    return vessel_name(VESSELS.index(id))


def land_said(tile: TileView) -> Message:
    return Message(f"sm.land.{''.join(tile.land) or 'none'}")


# The map


def cells(view: MasterView, say: Translator) -> list[str]:
    """A line for every tile on the map; then the places still empty."""
    found = _whereabouts(view, say)
    lines = [_cell(cell, cell.tile, found, say) for cell in view.cells if cell.tile is not None]
    empty = [cell.name for cell in view.cells if cell.tile is None]
    return [*lines, say("sm.text.cell.empty", cells=", ".join(empty))] if empty else lines


def _whereabouts(view: MasterView, say: Translator) -> dict[str, list[str]]:
    """The vessels by place."""
    found: dict[str, list[str]] = {}
    ships = [(VESSELS[ship.seat], ship.place) for ship in view.players if ship.place]
    pirates = [(f"pirate_{pirate.number}", pirate.place) for pirate in view.pirates]
    for id, place in ships + pirates:
        found.setdefault(place, []).append(say.text(vessel_said(id)))
    return found


def _cell(cell: CellView, tile: TileView, found: dict[str, list[str]], say: Translator) -> str:
    parts = [say("sm.text.storm", count=cell.storms)] if cell.storms else []
    for zone in range(max(tile.zones) + 1):
        things = _feature(cell, tile, zone, found, say)
        things += found.get(f"{cell.name}/{zone}", [])
        if max(tile.zones) == 0:
            parts += things
        elif things:
            side = side_name(tile.zones, zone)
            parts.append(say("sm.text.zone", side=side, things=", ".join(things)))
        else:
            parts.append(say.text(side_name(tile.zones, zone)))
    id = "sm.text.cell.more" if parts else "sm.text.cell"
    name = Message(f"sm.tile.{tile.id}")
    return say(
        id, cell=cell.name, tile=name, land=land_said(tile), more=say("sm.text.break").join(parts)
    )


def _feature(
    cell: CellView, tile: TileView, zone: int, found: dict[str, list[str]], say: Translator
) -> list[str]:
    """The port, site or lair in a zone, with whoever lies there."""
    at = tile.zones[CORNERS.index(tile.corner)] if tile.corner else 0
    if not tile.feature or zone != at:
        return []
    kind, _, number = tile.feature.partition("_")
    vessels = ", ".join(found.get(f"{cell.name}/{kind}", []))
    id = f"sm.text.{kind}.with" if vessels else f"sm.text.{kind}"
    return [say(id, number=number, vessels=vessels)]


# Tiles to be laid


def row(view: MasterView, say: Translator) -> list[str]:
    """The tiles face up, and what the pile still holds."""
    lines = [_tile(tile, say) for tile in view.row]
    names = [say(f"sm.tile.{id}") for id in view.pile]
    counted = [
        say("sm.text.times", what=name, number=names.count(name)) if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    ]
    return [*lines, say("sm.text.pile", tiles=", ".join(counted))] if counted else lines


def _tile(tile: TileView, say: Translator) -> str:
    id = "sm.text.row.storm" if tile.storm else "sm.text.row.tile"
    return say(id, tile=Message(f"sm.tile.{tile.id}"), land=land_said(tile))
