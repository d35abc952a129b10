"""The fixed vocabulary: ids of directions, cards, shapes and kinds, in canonical order.

Everything here is an index into those orders; numbers from the box live in components.toml.
"""

from __future__ import annotations

from typing import Final

DIRECTIONS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
WAY_COUNT: Final = 8

COLUMNS: Final = "ABCDEFGHIJKLMNOPQRS"
WIDTH: Final = 19
HEIGHT: Final = 15
CELLS: Final = WIDTH * HEIGHT
CELL_NAMES: Final = tuple(f"{column}{row + 1}" for row in range(HEIGHT) for column in COLUMNS)
NO_CELL: Final = -1

# What a map may show, as written in component files and records.
SEA: Final = "."
LAND: Final = "#"
PORT: Final = "P"
MONOLITH: Final = "M"
GOLD_LAND: Final = "g"
PROVISION_LAND: Final = "p"
STORY_LAND: Final = "s"
PIRATES: Final = "X"
MAP_SIGNS: Final = ".#PMgpsX"
MAPS: Final = ("map_1", "map_2", "map_3", "map_4")

SHIPS: Final = ("ship_1", "ship_2", "ship_3")
DECKS: Final = ("standard", "stormy", "short")
FACES: Final = ("1", "2", "3", "4", "5", "6")

TYPES: Final = ("monster", "peril", "current", "rocks", "ambush")
MONSTER: Final = 0
PERIL: Final = 1
CURRENT: Final = 2
ROCKS: Final = 3
AMBUSH: Final = 4

# The adventure cards that have a shape, then the two ambushes.
DRAWN: Final = (
    "kraken",
    "leviathan",
    "sea_serpent",
    "abyssal_hydra",
    "white_whale",
    "giant_squid",
    "maelstrom",
    "waterspout",
    "tempest",
    "rogue_wave",
    "haunted_fog",
    "hurricane",
    "open_sea_stream",
    "countercurrent",
    "drift",
    "meander",
    "tidal_race",
    "sea_river",
    "reefs",
    "breakers",
    "devils_teeth",
    "needles",
    "skerries",
    "shoal",
)
DRAWN_COUNT: Final = 24
AMBUSHES: Final = ("ambush_left", "ambush_right")
ADVENTURES: Final = DRAWN + AMBUSHES
ADVENTURE_COUNT: Final = 26

CALM: Final = tuple(f"calm_{number:02d}" for number in range(1, 19))
CALM_COUNT: Final = 18
CARDS: Final = ADVENTURES + CALM

PASSES: Final = ("left", "right")
AXES: Final = ("row", "column")

# Bonuses printed on the tracks.
BONUSES: Final = ("none", "story", "gold", "wind", "full_hold", "star")
NO_BONUS: Final = 0
STORY_BONUS: Final = 1
GOLD_BONUS: Final = 2
WIND_BONUS: Final = 3
FULL_HOLD: Final = 4
STAR: Final = 5

POWERS: Final = ("monsters", "pirates")
MONSTERS: Final = 0

RESOURCES: Final = ("gold", "provisions")
GOLD: Final = 0

PURCHASES: Final = ("ship", "cannon")
BUY_SHIP: Final = 0
BUY_CANNON: Final = 1

# An ambush on a board: waiting, entered this turn, fought.
WAITING: Final = 1
SPRUNG: Final = 2
SPENT: Final = 3

SETUP_CARDS: Final = 2
PORT_COUNT: Final = 8
MONOLITH_COUNT: Final = 3
PIRATE_COUNT: Final = 4
ICON_COUNT: Final = 4
