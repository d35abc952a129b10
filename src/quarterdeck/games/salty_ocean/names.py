"""The fixed vocabulary: ids of goods, ships, buildings and tiles, in canonical order.

Everything here is an index into those orders; numbers from the box live in components.toml.
"""

from __future__ import annotations

from typing import Final

GOODS: Final = ("salt", "herring", "cod")
SALT: Final = 0
HERRING: Final = 1
COD: Final = 2
GOOD_COUNT: Final = 3

SHIPS: Final = ("caravel_1", "caravel_2", "carrack")
CARAVEL_1: Final = 0
CARAVEL_2: Final = 1
CARRACK: Final = 2
SHIP_COUNT: Final = 3

# A player's stores: the Dépôt, then one hold per ship.
STORES: Final = ("depot", "caravel_1", "caravel_2", "carrack")
DEPOT: Final = 0
STORE_COUNT: Final = 4

# Where a ship is.
UNBUILT: Final = 0
IN_PORT: Final = 1
AT_SEA: Final = 2

TYPES: Final = ("city", "navigation", "port", "market")
CITY: Final = 0
NAVIGATION: Final = 1
PORT: Final = 2
MARKET: Final = 3

BUILDINGS: Final = (
    "banque",
    "salle_des_coffres",
    "bureau_des_finances",
    "auberge",
    "chantier_naval",
    "academie_marine",
    "phare",
    "vitraux",
    "hotel_de_ville",
    "gros_horloge",
    "saint_maclou",
    "fierte",
)
BANQUE: Final = 0
SALLE: Final = 1
BUREAU: Final = 2
AUBERGE: Final = 3
CHANTIER: Final = 4
ACADEMIE: Final = 5
PHARE: Final = 6
VITRAUX: Final = 7
HOTEL: Final = 8
HORLOGE: Final = 9
MACLOU: Final = 10
FIERTE: Final = 11
BUILDING_COUNT: Final = 12
SPACE_NUMBERS: Final = 5  # spaces are numbered from 1 to 4; 0 means "does not own it"

TILES: Final = (
    "event_01",
    "event_02",
    "event_03",
    "event_04",
    "event_05",
    "event_06",
    "event_07",
    "event_08",
    "event_09",
    "event_10",
)
TILE_COUNT: Final = 10

# Where tiles lie: one grid place per turn, then the stock.
PLACES: Final = (
    "grid_1",
    "grid_2",
    "grid_3",
    "grid_4",
    "grid_5",
    "stock_1",
    "stock_2",
    "stock_3",
    "stock_4",
    "stock_5",
)
TURNS: Final = 5
NO_TILE: Final = -1

COLOURS: Final = ("blue", "green", "red", "yellow")


# Where things stand in the flat lists of a position


def ship_at(seat: int, ship: int) -> int:
    """Where a ship stands in `place` and `damage`."""
    return seat * SHIP_COUNT + ship


def store_at(seat: int, store: int) -> int:
    """Where the goods of a store begin in `goods`."""
    return (seat * STORE_COUNT + store) * GOOD_COUNT


def hold_at(seat: int, ship: int) -> int:
    """The same for a ship's hold."""
    return (seat * STORE_COUNT + ship + 1) * GOOD_COUNT


def space_at(seat: int, building: int) -> int:
    """Where a building stands in `space`."""
    return seat * BUILDING_COUNT + building
