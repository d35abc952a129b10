"""The fixed vocabulary: ids of tiles, goods, ships and actions, in canonical order.

Everything here is an index into those orders; numbers from the box live in components.toml.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("red", "yellow", "green", "blue")
NATIONS: Final = ("england", "spain", "portugal", "france")
MOST_SEATS: Final = 4

# Ships by seat, then the pirates: always eight numbers, whatever the number of players.
VESSELS: Final = ("red", "yellow", "green", "blue", "pirate_1", "pirate_2", "pirate_3", "pirate_4")
PIRATES: Final = ("pirate_1", "pirate_2", "pirate_3", "pirate_4")
FIRST_PIRATE: Final = 4
PIRATE_COUNT: Final = 4
NO_SEAT: Final = -1

# Clockwise from the north. The wind blows towards its direction.
DIRECTIONS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

# Edges and corners of a tile, clockwise.
EDGES: Final = ("n", "e", "s", "w")
CORNERS: Final = ("nw", "ne", "se", "sw")

# The map: 5 x 5 cells in rows from the north, up to four zones on a tile.
SIDE: Final = 5
CELL_COUNT: Final = SIDE * SIDE
CELL_NAMES: Final = tuple([f"r{i // SIDE}c{i % SIDE}" for i in range(CELL_COUNT)])
CENTRE_CELL: Final = 12
NO_CELL: Final = -1
ZONES: Final = 4
# How a tile may be turned.
QUARTERS: Final = 4
# What a step into a neighbouring cell may name: a zone, or the storm that covers the cell.
INTO_STORM: Final = 4
ZONE_WORDS: Final = ("0", "1", "2", "3", "storm")

TILES: Final = (
    "centre",
    "port_vanilla",
    "port_coffee",
    "port_rum",
    "port_sugar",
    "open_1",
    "open_2",
    "open_3",
    "open_4",
    "gale_1",
    "gale_2",
    "isle_1",
    "isle_2",
    "lair_1",
    "lair_2",
    "lair_3",
    "lair_4",
    "head_1",
    "head_2",
    "coast_1",
    "coast_2",
    "coast_3",
    "coast_4",
    "bay_1",
    "bay_2",
)
TILE_COUNT: Final = 25
CENTRE_TILE: Final = 0
FIRST_PORT_TILE: Final = 1
FIRST_LANDSCAPE: Final = 5
LANDSCAPES: Final = 20
NO_TILE: Final = -1
FACE_UP: Final = 4  # tiles beside the map

# The corner ports first, in the order in which they are offered; then the centre.
PORTS: Final = ("vanilla", "coffee", "rum", "sugar", "centre")
CORNER_PORTS: Final = 4
SITES: Final = 5
LAIRS: Final = 4
FEATURES: Final = (
    "none",
    "port_vanilla",
    "port_coffee",
    "port_rum",
    "port_sugar",
    "port_centre",
    "site_1",
    "site_2",
    "site_3",
    "site_4",
    "site_5",
    "lair_1",
    "lair_2",
    "lair_3",
    "lair_4",
)
NO_FEATURE: Final = 0
FIRST_PORT: Final = 1
FIRST_SITE: Final = 6
FIRST_LAIR: Final = 11

RESOURCES: Final = ("gold", "spice", "sugar", "vanilla", "coffee", "rum")
RESOURCE_COUNT: Final = 6

# Kinds of ships
SHIPS: Final = ("merchant", "corsair")
MERCHANT: Final = 0
CORSAIR: Final = 1

FACES: Final = ("splash", "sail", "hold", "sailor", "cannon")
SPLASH: Final = 0
SAIL: Final = 1
HOLD: Final = 2
SAILOR: Final = 3
CANNON: Final = 4
FACE_COUNT: Final = 5

# Where sailors can be hit, in the order offered.
STATIONS: Final = ("hold", "crew", "blocked", "deck", "sails")
IN_HOLD: Final = 0
IN_CREW: Final = 1
IN_BLOCKED: Final = 2
ON_DECK: Final = 3
IN_SAILS: Final = 4

IMPROVEMENTS: Final = ("sail_2", "sail_3", "sail_4", "hold_ext", "cannon", "letter")
IMPROVEMENT_COUNT: Final = 6
SAIL_4: Final = 2
HOLD_EXT: Final = 3
MORE_CANNON: Final = 4
LETTER: Final = 5
LEAST_BONUS: Final = 2  # of the smallest sails to buy

BRANCHES: Final = ("navigator", "captain", "engineer", "scientist", "trader")
BRANCH_COUNT: Final = 5
NAVIGATOR: Final = 0
CAPTAIN: Final = 1
ENGINEER: Final = 2
SCIENTIST: Final = 3
TRADER: Final = 4
TOP_LEVEL: Final = 3

ACTIONS: Final = (
    "navigation",
    "shipyard",
    "academy",
    "discovery",
    "piracy",
    "market",
    "bank",
    "recovery",
    "reinforcement",
    "distress",
    "jettison",
    "end_turn",
)
NAVIGATION: Final = 0
SHIPYARD: Final = 1
ACADEMY: Final = 2
DISCOVERY: Final = 3
PIRACY: Final = 4
MARKET: Final = 5
BANK: Final = 6
RECOVERY: Final = 7
REINFORCEMENT: Final = 8
DISTRESS: Final = 9
JETTISON: Final = 10
END_TURN: Final = 11

RARITIES: Final = ("known", "rare", "new")
KNOWN: Final = 0
RARE: Final = 1
NEW: Final = 2
FAMILIES: Final = ("mammal", "fruit", "reptile", "bird", "insect")
FAMILY_COUNT: Final = 5
RARITY_COUNT: Final = 3
TOKEN_KINDS: Final = 15  # see `token_kind`

UPGRADES: Final = ("up_sailor", "up_sail", "up_cannon")
UP_SAILOR: Final = 0
UP_SAIL: Final = 1
UP_CANNON: Final = 2

# The lines of the final report that are counted as the game goes; money comes on top.
LINES: Final = (
    "market_vp",
    "black_market_vp",
    "trader_vp",
    "attack_vp",
    "defence_vp",
    "tie_vp",
    "piracy_vp",
    "discovery_vp",
    "family_vp",
    "scientist_vp",
)
LINE_COUNT: Final = 10
MARKET_VP: Final = 0
BLACK_MARKET_VP: Final = 1
TRADER_VP: Final = 2
ATTACK_VP: Final = 3
DEFENCE_VP: Final = 4
TIE_VP: Final = 5
PIRACY_VP: Final = 6
DISCOVERY_VP: Final = 7
FAMILY_VP: Final = 8
SCIENTIST_VP: Final = 9


# Where things stand in the flat lists of a position


def zone_at(cell: int, zone: int) -> int:
    """The place that is a zone of a cell."""
    return cell * ZONES + zone


def zone_in_cell(place: int) -> int:
    """Which zone of its cell a place at sea is."""
    return place % ZONES


def cargo_at(seat: int, resource: int) -> int:
    """Where a resource stands in `cargo` and `sold`."""
    return seat * RESOURCE_COUNT + resource


def branch_at(seat: int, branch: int) -> int:
    """Where a branch stands in `level`."""
    return seat * BRANCH_COUNT + branch


def line_at(seat: int, line: int) -> int:
    """Where a line of the final report stands in `lines`."""
    return seat * LINE_COUNT + line


def token_kind(rarity: int, family: int) -> int:
    """A kind of discovery token, as `unseen` counts them."""
    return rarity * FAMILY_COUNT + family


def rarity_of(kind: int) -> int:
    return kind // FAMILY_COUNT


def family_of(kind: int) -> int:
    return kind % FAMILY_COUNT


def token_at(seat: int, kind: int) -> int:
    """Where a kind of token stands in `carried` and `landed`."""
    return seat * TOKEN_KINDS + kind


def pile_at(site: int, rarity: int) -> int:
    """Where a rarity stands in `pile`."""
    return site * RARITY_COUNT + rarity


def die_at(side: int, face: int) -> int:
    """Where a face of the white dice stands in `dice`."""
    return side * FACE_COUNT + face
