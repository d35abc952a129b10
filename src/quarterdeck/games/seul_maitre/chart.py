"""The sea as numbers: places, zones of tiles, and which step leads where.  SM-3

A place is an int. 0 to 99 are zones (see `zone_at`); then come the spots a cell may have,
one block of 25 each: its discovery site, its port, its pirates' lair.

Edges and corners of a tile are numbered clockwise: edges N, E, S, W and corners NW, NE, SE, SW,
so that edge `i` lies between the corners `i` and `i + 1`. The land of a tile is a set of edges,
as bits.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.names import (
    CELL_COUNT,
    CELL_NAMES,
    FIRST_LAIR,
    FIRST_PORT,
    FIRST_SITE,
    LAIRS,
    NO_CELL,
    NO_FEATURE,
    PORTS,
    SIDE,
    SITES,
    ZONES,
    zone_at,
    zone_in_cell,
)

SEA_PLACES: Final = 100
SITE: Final = 100
PORT: Final = 125
LAIR: Final = 150
PLACES: Final = 175
NOWHERE: Final = -1

# Where the feature of a tile lies, if not at a corner that turns with the tile.
ANY_CORNER: Final = -1
INNER_CORNER: Final = -2

# MOVE codes name a direction and a zone, or the storm over the cell.
WAYS_IN: Final = 5


def _cells_of_places() -> list[int]:
    return [place // ZONES for place in range(SEA_PLACES)] + list(range(CELL_COUNT)) * 3


CELL_OF: Final[list[int]] = _cells_of_places()

_ROW_STEP: Final[list[int]] = [-1, -1, 0, 1, 1, 1, 0, -1]
_COLUMN_STEP: Final[list[int]] = [0, 1, 1, 1, 0, -1, -1, -1]


def _neighbours(cell: int) -> list[int]:
    """The next cell by direction, or NO_CELL beyond the border.  SM-3.15"""
    found: list[int] = []
    for way in range(8):
        row = cell // SIDE + _ROW_STEP[way]
        column = cell % SIDE + _COLUMN_STEP[way]
        inside = 0 <= row < SIDE and 0 <= column < SIDE
        found.append(row * SIDE + column if inside else NO_CELL)
    return found


NEIGHBOURS: Final[list[list[int]]] = [_neighbours(cell) for cell in range(CELL_COUNT)]


def wrapped(cell: int, way: int) -> int:
    """The next cell for a storm, which leaves the map and reappears opposite.  SM-5.2, SM-5.3"""
    row = (cell // SIDE + _ROW_STEP[way]) % SIDE
    column = (cell % SIDE + _COLUMN_STEP[way]) % SIDE
    return row * SIDE + column


def inner_corner(cell: int) -> int:
    """The corner of a tile in a map corner that is nearest to the centre.  SM-3.7"""
    if cell // SIDE == 0:
        return 2 if cell % SIDE == 0 else 3
    return 1 if cell % SIDE == 0 else 0


def turned(land: int, quarters: int) -> int:
    """A set of edges after quarter turns clockwise."""
    return (land << quarters | land >> 4 - quarters) & 15


def _zone_numbers() -> list[list[int]]:
    """The zone of each corner, by land.  SM-3.3 to SM-3.5"""
    found: list[list[int]] = []
    for land in range(16):
        group = [0, 1, 2, 3]
        if land.bit_count() == 1:
            # Left and right of the island: the corners at its ends go with those behind them
            edge = land.bit_length() - 1
            group[(edge + 2) % 4] = group[(edge + 1) % 4]
            group[(edge + 3) % 4] = group[edge]
        else:
            for _ in range(3):
                for edge in range(4):
                    after = (edge + 1) % 4
                    if not land >> edge & 1:
                        low = min(group[edge], group[after])
                        group[edge] = low
                        group[after] = low
        numbers: list[int] = []
        for mark in group:
            if mark not in numbers:
                numbers.append(mark)
        found.append([numbers.index(mark) for mark in group])
    return found


ZONE_OF_CORNER: Final[list[list[int]]] = _zone_numbers()
ZONE_COUNT: Final[list[int]] = [max(zones) + 1 for zones in ZONE_OF_CORNER]


def ways_in(land: int, zone: int, way: int, beyond: int) -> list[int]:
    """The zones of the next tile (with land `beyond`) that one step reaches.  SM-3.11 to SM-3.13"""
    here = ZONE_OF_CORNER[land]
    there = ZONE_OF_CORNER[beyond]
    found: list[int] = []
    if way % 2:
        corner = (way + 1) // 2 % 4
        if here[corner] == zone:
            found.append(there[(corner + 2) % 4])
        return found
    edge = way // 2
    left = edge
    right = (edge + 1) % 4
    # The same two ends as the next tile names them
    left_beyond = (edge + 3) % 4
    right_beyond = (edge + 2) % 4
    at_left = here[left] == zone
    at_right = here[right] == zone
    if land >> edge & 1 or beyond >> (edge + 2) % 4 & 1:
        # SM-3.12: past either end of the island
        if at_left:
            found.append(there[left_beyond])
        if at_right:
            found.append(there[right_beyond])
    elif at_left or at_right:
        found.append(there[left_beyond])
        found.append(there[right_beyond])
    return sorted(set(found))


class Chart:
    """A finished map: never changes, shared by every copy of a position.

    By cell: the land of its tile as it lies, what is on it, and at which corner.
    """

    def __init__(self, land: list[int], feature: list[int], corner: list[int]) -> None:
        self.land = land
        self.feature = feature
        self.corner = corner
        self.zones = [ZONE_COUNT[edges] for edges in land]
        # By zone: the steps to neighbouring tiles, as direction * WAYS_IN + zone, in order.
        self.steps: list[list[int]] = [[] for _ in range(SEA_PLACES)]
        for cell in range(len(land)):
            for zone in range(self.zones[cell]):
                self.steps[zone_at(cell, zone)] = self._steps_from(cell, zone)
        # By cell: the zone its feature lies in; NOWHERE without feature.  SM-3.6, SM-3.7
        self.front = [NOWHERE] * CELL_COUNT
        self.port_cell = [NO_CELL] * len(PORTS)
        self.site_cell = [NO_CELL] * SITES
        self.lair_cell = [NO_CELL] * LAIRS
        # By cell: the number of its port, site or lair, or -1.
        self.port_at = [-1] * CELL_COUNT
        self.site_at = [-1] * CELL_COUNT
        self.lair_at = [-1] * CELL_COUNT
        for cell in range(len(land)):
            if feature[cell] != NO_FEATURE:
                self._place_feature(cell, feature[cell], corner[cell])
        # By place: the case it belongs to. A site shares the case of its zone.  SM-3.9
        self.case = list(range(PLACES))
        for cell in self.site_cell:
            if cell != NO_CELL:
                self.case[SITE + cell] = self.front[cell]
        # Its numbers for networks, once somebody has asked for them
        self.told: list[float] = []

    def dump(self) -> list[list[int]]:
        """What it takes to draw it again."""
        return [self.land[:], self.feature[:], self.corner[:]]

    def _steps_from(self, cell: int, zone: int) -> list[int]:
        found: list[int] = []
        for way in range(8):
            beyond = NEIGHBOURS[cell][way]
            if beyond != NO_CELL:
                for into in ways_in(self.land[cell], zone, way, self.land[beyond]):
                    found.append(way * WAYS_IN + into)
        return found

    def _place_feature(self, cell: int, feature: int, corner: int) -> None:
        zone = 0
        if corner != ANY_CORNER:
            zone = ZONE_OF_CORNER[self.land[cell]][corner]
        self.front[cell] = zone_at(cell, zone)
        if feature < FIRST_SITE:
            self.port_cell[feature - FIRST_PORT] = cell
            self.port_at[cell] = feature - FIRST_PORT
        elif feature < FIRST_LAIR:
            self.site_cell[feature - FIRST_SITE] = cell
            self.site_at[cell] = feature - FIRST_SITE
        else:
            self.lair_cell[feature - FIRST_LAIR] = cell
            self.lair_at[cell] = feature - FIRST_LAIR


UNCHARTED: Final = Chart([], [], [])  # until the map is finished


def place_name(place: int) -> str:
    """`r2c3/1`, `r2c3/site`, `r2c3/port`, `r2c3/lair`.  SM-3.8"""
    if place == NOWHERE:
        return "-"
    name = CELL_NAMES[CELL_OF[place]]
    if place < SITE:
        return f"{name}/{zone_in_cell(place)}"
    if place < PORT:
        return f"{name}/site"
    return f"{name}/port" if place < LAIR else f"{name}/lair"
