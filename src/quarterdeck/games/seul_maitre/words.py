"""From numbers to messages: names of things and places."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre.chart import (
    CELL_OF,
    LAIR,
    PORT,
    SEA_PLACES,
    ZONE_OF_CORNER,
    Chart,
    turned,
)
from quarterdeck.games.seul_maitre.components import OPEN_SEA, Layout
from quarterdeck.games.seul_maitre.names import (
    ACTIONS,
    BRANCHES,
    CELL_NAMES,
    CORNERS,
    DIRECTIONS,
    EDGES,
    FACES,
    FAMILIES,
    FIRST_LAIR,
    FIRST_LANDSCAPE,
    FIRST_PIRATE,
    FIRST_SITE,
    IMPROVEMENTS,
    PORTS,
    RARITIES,
    RESOURCES,
    STATIONS,
    TILES,
    UPGRADES,
    zone_in_cell,
)
from quarterdeck.kernel.messages import Message

# By the shape of a landscape tile: with nothing on it, and with a site
PLAIN = ("open", "coast", "bay")
WITH_SITE = ("islet", "headland", "inlet")


def tile_kind(table: Layout, tile: int) -> tuple[str, int]:
    """What a tile is called by what it shows, and the number of its site or lair (or 0)."""
    feature = table.feature[tile]
    shape = table.shape[tile]
    if tile < FIRST_LANDSCAPE:
        return TILES[tile], 0
    if feature >= FIRST_LAIR:
        return "lair", feature - FIRST_LAIR + 1
    if feature >= FIRST_SITE:
        return WITH_SITE[shape], feature - FIRST_SITE + 1
    if tile in table.storm_tiles and shape == OPEN_SEA:
        return "gale", 0
    return PLAIN[shape], 0


def tile_name(table: Layout, tile: int) -> Message:
    kind, number = tile_kind(table, tile)
    return Message(f"sm.tile.{kind}", number=number)


def cell_name(cell: int) -> str:
    return CELL_NAMES[cell]


def way_name(way: int) -> Message:
    return Message(f"sm.way.{DIRECTIONS[way]}")


def port_name(port: int) -> Message:
    return Message(f"sm.port.{PORTS[port]}")


def resource_name(resource: int) -> Message:
    return Message(f"sm.resource.{RESOURCES[resource]}")


def face_name(face: int) -> Message:
    return Message(f"sm.face.{FACES[face]}")


def station_name(station: int) -> Message:
    return Message(f"sm.station.{STATIONS[station]}")


def improvement_name(improvement: int) -> Message:
    return Message(f"sm.improvement.{IMPROVEMENTS[improvement]}")


def branch_name(branch: int) -> Message:
    return Message(f"sm.branch.{BRANCHES[branch]}")


def action_name(action: int) -> Message:
    return Message(f"sm.action.{ACTIONS[action]}")


def rarity_name(rarity: int) -> Message:
    return Message(f"sm.rarity.{RARITIES[rarity]}")


def family_name(family: int) -> Message:
    return Message(f"sm.family.{FAMILIES[family]}")


def upgrade_name(upgrade: int) -> Message:
    return Message(f"sm.upgrade.{UPGRADES[upgrade]}")


def vessel_name(vessel: int) -> Message:
    """The ship of a seat, or a pirate by its number."""
    if vessel < FIRST_PIRATE:
        return Message("sm.vessel.ship", seat=vessel)
    return Message("sm.vessel.pirate", number=vessel - FIRST_PIRATE + 1)


# Amounts


def doubloons(count: int) -> Message:
    return Message("sm.doubloons", count=count)


def sailors_words(count: int) -> Message:
    return Message("sm.sailors", count=count) if count else Message("sm.sailors.none")


def movement_points(count: int) -> Message:
    return Message("sm.movement_points", count=count)


def listed(names: Sequence[Message]) -> Message:
    """Several names, one after the other."""
    said = names[-1]
    for name in reversed(names[:-1]):
        said = Message("sm.list", first=name, rest=said)
    return said


# Places


def land_words(table: Layout, tile: int, quarters: int) -> Message:
    """The edges where a tile shows land after quarter turns."""
    land = turned(table.land[tile], quarters)
    edges = "".join(edge for number, edge in enumerate(EDGES) if land >> number & 1)
    return Message(f"sm.land.{edges or 'none'}")


def place_words(chart: Chart, place: int) -> Message:
    """A place as people say it: the port of rum, site 3, the western zone of r2c3."""
    cell = CELL_OF[place]
    if place < SEA_PLACES:
        return zone_words(chart, cell, zone_in_cell(place))
    if place < PORT:
        return Message("sm.place.site", number=chart.site_at[cell] + 1)
    if place < LAIR:
        return port_name(chart.port_at[cell])
    return Message("sm.place.lair", number=chart.lair_at[cell] + 1)


def place_spot(chart: Chart, place: int) -> str:
    """The spot of a place on the board: a zone, or the port, site or lair of a cell."""
    cell = CELL_OF[place]
    if place < SEA_PLACES:
        return f"zone-{CELL_NAMES[cell]}-{zone_in_cell(place)}"
    if place < PORT:
        return f"site-{chart.site_at[cell] + 1}"
    if place < LAIR:
        return f"port-{PORTS[chart.port_at[cell]]}"
    return f"lair-{chart.lair_at[cell] + 1}"


def zone_words(chart: Chart, cell: int, zone: int) -> Message:
    """A zone by its cell and, where a tile has several, the corners it reaches."""
    if chart.zones[cell] == 1:
        return Message("sm.place.cell", cell=CELL_NAMES[cell])
    return Message(
        "sm.place.zone",
        cell=CELL_NAMES[cell],
        side=side_name(ZONE_OF_CORNER[chart.land[cell]], zone),
    )


def side_name(zones: Sequence[int], zone: int) -> Message:
    """Which side of the land a zone is on, by the corners it reaches."""
    reached = [corner for corner, each in zip(CORNERS, zones, strict=True) if each == zone]
    return Message("sm.side." + "".join(reached))
