"""From numbers to messages: names of things, and why a choice is closed."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre.chart import (
    CELL_OF,
    LAIR,
    PORT,
    SEA_PLACES,
    ZONE_OF_CORNER,
    Chart,
)
from quarterdeck.games.seul_maitre.components import OPEN_SEA, Table
from quarterdeck.games.seul_maitre.names import (
    ACTIONS,
    BRANCHES,
    CELL_NAMES,
    CORNERS,
    DIRECTIONS,
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
    ZONES,
)
from quarterdeck.kernel.messages import Message, Reason

# By the shape of a landscape tile: with nothing on it, and with a site
PLAIN = ("open", "coast", "bay")
WITH_SITE = ("islet", "headland", "inlet")


def tile_kind(table: Table, tile: int) -> tuple[str, int]:
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


def tile_name(table: Table, tile: int) -> Message:
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


# Places


def place_words(chart: Chart, place: int) -> Message:
    """A place as people say it: the port of rum, site 3, the western zone of r2c3."""
    cell = CELL_OF[place]
    if place < SEA_PLACES:
        return zone_words(chart, cell, place % ZONES)
    if place < PORT:
        return Message("sm.place.site", number=chart.site_at[cell] + 1)
    if place < LAIR:
        return port_name(chart.port_at[cell])
    return Message("sm.place.lair", number=chart.lair_at[cell] + 1)


def zone_words(chart: Chart, cell: int, zone: int) -> Message:
    """A zone by its cell and, where a tile has several, the corners it reaches."""
    if chart.zones[cell] == 1:
        return Message("sm.place.cell", cell=CELL_NAMES[cell])
    first = chart.land[cell] * 4
    return Message(
        "sm.place.zone",
        cell=CELL_NAMES[cell],
        side=side_name(ZONE_OF_CORNER[first : first + 4], zone),
    )


def side_name(zones: Sequence[int], zone: int) -> Message:
    """Which side of the land a zone is on, by the corners it reaches."""
    reached = [corner for corner, each in zip(CORNERS, zones, strict=True) if each == zone]
    return Message("sm.side." + "".join(reached))


# By the numbers of steps/obstacles.py: message id and the rule that says so.
_OBSTACLES = (
    ("", ""),
    ("sm.reason.not_face_up", "SM-2.1"),
    ("sm.reason.no_place_for_tile", "SM-2.12"),
    ("sm.reason.cell_filled", "SM-2.4"),
    ("sm.reason.corner_is_for_ports", "SM-2.4"),
    ("sm.reason.too_few_neighbours", "SM-2.8"),
    ("sm.reason.edges_do_not_match", "SM-2.5"),
    ("sm.reason.land_from_two_sides", "SM-2.10"),
    ("sm.reason.too_few_coasts", "SM-2.10"),
    ("sm.reason.too_few_open_tiles", "SM-2.10"),
    ("sm.reason.too_few_free_corners", "SM-2.10"),
    ("sm.reason.not_a_free_corner", "SM-2.3"),
    ("sm.reason.slot_taken", "SM-6.1"),
    ("sm.reason.slot_too_dear", "SM-6.3"),
    ("sm.reason.exit_off_the_map", "SM-5.10"),
    ("sm.reason.exit_into_storm", "SM-5.10"),
    ("sm.reason.no_such_zone", "SM-5.11"),
    ("sm.reason.nobody_there", "SM-11.18"),
    ("sm.reason.once_per_round", "SM-7.5"),
    ("sm.reason.storm_bound", "SM-5.7"),
    ("sm.reason.no_step_affordable", "SM-7.7"),
    ("sm.reason.not_in_port", "SM-7.8"),
    ("sm.reason.nothing_to_buy", "SM-7.7"),
    ("sm.reason.no_level_to_buy", "SM-7.7"),
    ("sm.reason.not_on_a_site", "SM-16.1"),
    ("sm.reason.own_marker", "SM-16.2"),
    ("sm.reason.hold_full", "SM-16.3"),
    ("sm.reason.no_token_left", "SM-16.5"),
    ("sm.reason.no_pirate_free", "SM-17.2"),
    ("sm.reason.no_trade", "SM-7.7"),
    ("sm.reason.nothing_to_recover", "SM-7.7"),
    ("sm.reason.last_round", "SM-21.3"),
    ("sm.reason.not_in_distress", "SM-7.11"),
    ("sm.reason.no_need_to_jettison", "SM-7.12"),
    ("sm.reason.no_passage", "SM-3.12"),
    ("sm.reason.too_few_points", "SM-8.9"),
    ("sm.reason.storm_over_it", "SM-5.14"),
    ("sm.reason.no_storm_there", "SM-9.1"),
    ("sm.reason.storm_entered", "SM-9.6"),
    ("sm.reason.in_port_already", "SM-8.14"),
    ("sm.reason.not_in_front", "SM-8.13"),
    ("sm.reason.ships_enter_no_lair", "SM-8.17"),
    ("sm.reason.pirates_enter_no_port", "SM-17.5"),
    ("sm.reason.lair_occupied", "SM-17.6"),
    ("sm.reason.first_a_step", "SM-8.10"),
    ("sm.reason.in_the_lair", "SM-17.4"),
    ("sm.reason.not_met", "SM-10.8"),
    ("sm.reason.has_fought", "SM-10.2"),
    ("sm.reason.same_side", "SM-10.3"),
    ("sm.reason.forced_first", "SM-10.4"),
    ("sm.reason.must_engage", "SM-10.4"),
    ("sm.reason.too_little_money", "SM-7.9"),
    ("sm.reason.merchant_only", "SM-14.7"),
    ("sm.reason.has_it_already", "SM-14.4"),
    ("sm.reason.all_cannons", "SM-14.6"),
    ("sm.reason.no_specialist", "SM-15.2"),
    ("sm.reason.corsair_only", "SM-15.3"),
    ("sm.reason.top_level_reached", "SM-15.1"),
    ("sm.reason.rarity_not_allowed", "SM-16.4"),
    ("sm.reason.not_on_board", "SM-18.6"),
    ("sm.reason.sold_here", "SM-18.8"),
    ("sm.reason.out_of_order", "SM-18.6"),
    ("sm.reason.same_type_only", "SM-18.7"),
    ("sm.reason.column_not_full", "SM-18.12"),
    ("sm.reason.pirate_controlled", "SM-17.1"),
    ("sm.reason.pirate_stuck", "SM-17.2"),
    ("sm.reason.port_under_storm", "SM-12.10"),
    ("sm.reason.no_such_slot", "SM-6.1"),
    ("sm.reason.not_damaged", "SM-14.2"),
    ("sm.reason.improved_already", "SM-14.1"),
    ("sm.reason.hired_already", "SM-14.1"),
    ("sm.reason.all_specialists", "SM-14.11"),
    ("sm.reason.recruited_already", "SM-14.1"),
    ("sm.reason.no_berth", "SM-14.13"),
    ("sm.reason.no_sailor_left", "SM-14.13"),
)


def reason(obstacle: int) -> Reason:
    """Why a choice with this obstacle is closed."""
    id, rule = _OBSTACLES[obstacle]
    return Reason(Message(id), rule)
