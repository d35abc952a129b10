"""Which tile may be laid where: matching edges and the coast budget.  SM-2.4 to SM-2.13"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.chart import NEIGHBOURS, turned
from quarterdeck.games.seul_maitre.components import (
    DOUBLE,
    LAND_BITS,
    OPEN_SEA,
    SINGLE,
    Layout,
)
from quarterdeck.games.seul_maitre.names import (
    CELL_COUNT,
    FIRST_LANDSCAPE,
    NO_CELL,
    NO_TILE,
    QUARTERS,
    TILE_COUNT,
)
from quarterdeck.games.seul_maitre.obstacles import (
    CELL_FILLED,
    CORNER_IS_FOR_PORTS,
    EDGES_DO_NOT_MATCH,
    LAND_FROM_TWO_SIDES,
    TOO_FEW_COASTS,
    TOO_FEW_FREE_CORNERS,
    TOO_FEW_NEIGHBOURS,
    TOO_FEW_OPEN_TILES,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.kernel.obstacles import Obstacle

CORNER_CELLS: Final[list[int]] = [0, 4, 20, 24]
# Each corner with the two cells beside it, and the edges that lie on the border of the map.
_BESIDE_CORNER: Final[list[list[int]]] = [[1, 5], [3, 9], [15, 21], [19, 23]]
_BORDERS: Final[list[list[int]]] = [[0, 3], [0, 1], [2, 3], [1, 2]]
INNER_CELLS: Final[list[int]] = [6, 8, 16, 18]
# SM-2.7: touching one placed tile is enough here
A_CELLS: Final[list[int]] = [2, 10, 14, 22]
NO_LAND: Final = -1  # an empty cell

IS_CORNER: Final[list[bool]] = [cell in CORNER_CELLS for cell in range(CELL_COUNT)]
_IS_INNER: Final[list[bool]] = [cell in INNER_CELLS for cell in range(CELL_COUNT)]
_NEEDS: Final[list[int]] = [1 if cell in A_CELLS else 2 for cell in range(CELL_COUNT)]
# The orthogonal neighbours by cell and edge
BESIDE: Final[list[list[int]]] = [
    [NEIGHBOURS[cell][edge * 2] for edge in range(4)] for cell in range(CELL_COUNT)
]

# Ways to lay a tile that no map forbids, each a number: a cell, and how the tile is turned there.
PLACEMENTS: Final = CELL_COUNT * QUARTERS


def placement_at(cell: int, quarters: int) -> int:
    return cell * QUARTERS + quarters


def cell_of(placement: int) -> int:
    return placement // QUARTERS


def quarters_of(placement: int) -> int:
    return placement % QUARTERS


# What `Yard.obstacle` may find, in the order in which it looks.
_CHECKS: Final[list[Obstacle]] = [
    EDGES_DO_NOT_MATCH,
    LAND_FROM_TWO_SIDES,
    TOO_FEW_COASTS,
    TOO_FEW_OPEN_TILES,
    TOO_FEW_FREE_CORNERS,
]


class Yard:
    """An unfinished map: the land of each cell, and how many neighbours demand land of it."""

    def __init__(self, table: Layout, tiles: list[int], turns: list[int]) -> None:
        self.land = [NO_LAND] * CELL_COUNT
        self.demand = [0] * CELL_COUNT
        self.left = table.shapes[:]
        for cell in range(CELL_COUNT):
            tile = tiles[cell]
            if tile != NO_TILE:
                if tile >= FIRST_LANDSCAPE:
                    self.left[table.shape[tile]] -= 1
                self.put(cell, turned(table.land[tile], turns[cell]))

    def put(self, cell: int, land: int) -> None:
        self.land[cell] = land
        for edge in range(4):
            if land >> edge & 1:
                beside = BESIDE[cell][edge]
                if beside != NO_CELL:
                    self.demand[beside] += 1

    def take_back(self, cell: int) -> None:
        land = self.land[cell]
        self.land[cell] = NO_LAND
        for edge in range(4):
            if land >> edge & 1:
                beside = BESIDE[cell][edge]
                if beside != NO_CELL:
                    self.demand[beside] -= 1

    def cell_obstacle(self, cell: int) -> Obstacle | None:
        """Why no landscape tile may be laid on a cell now.  SM-2.4, SM-2.7, SM-2.8"""
        if self.land[cell] != NO_LAND:
            return CELL_FILLED
        if IS_CORNER[cell]:
            return CORNER_IS_FOR_PORTS
        placed = 0
        for edge in range(4):
            beside = BESIDE[cell][edge]
            if beside != NO_CELL and self.land[beside] != NO_LAND:
                placed += 1
        return None if placed >= _NEEDS[cell] else TOO_FEW_NEIGHBOURS

    def matches(self, cell: int, land: int) -> bool:
        """SM-2.5, SM-2.6"""
        for edge in range(4):
            beside = BESIDE[cell][edge]
            if beside != NO_CELL and self.land[beside] != NO_LAND:
                theirs = self.land[beside] >> (edge + 2) % 4 & 1
                if land >> edge & 1 != theirs:
                    return False
        return True

    def obstacle(self, cell: int, shape: int, quarters: int) -> Obstacle | None:
        """Why a tile of this shape may not be laid on a cell that may be filled.  SM-2.5, 2.10"""
        land = turned(LAND_BITS[shape], quarters)
        if not self.matches(cell, land):
            return EDGES_DO_NOT_MATCH
        self.put(cell, land)
        self.left[shape] -= 1
        found = self.budget_obstacle()
        self.left[shape] += 1
        self.take_back(cell)
        return found

    def tile_obstacle(self, cell: int, shape: int) -> Obstacle | None:
        """Why a tile of this shape may not be laid on such a cell, however it is turned: what
        stops the turn that passes most checks.  SM-2.9"""
        furthest: Obstacle | None = None
        for quarters in range(QUARTERS):
            found = self.obstacle(cell, shape, quarters)
            if found is None:
                return None
            if furthest is None or _CHECKS.index(found) > _CHECKS.index(furthest):
                furthest = found
        return furthest

    def budget_obstacle(self) -> Obstacle | None:
        """What part of the coast budget this map breaks, if any.  SM-2.10"""
        demanded = 0
        undemanded_inner = 0
        land = self.land
        demand = self.demand
        for cell in range(CELL_COUNT):
            if land[cell] != NO_LAND:
                continue
            if demand[cell] > 1:
                return LAND_FROM_TWO_SIDES
            if demand[cell] == 1:
                if not IS_CORNER[cell]:
                    demanded += 1
            elif _IS_INNER[cell]:
                undemanded_inner += 1
        if demanded > self.left[SINGLE]:
            return TOO_FEW_COASTS
        if undemanded_inner > self.left[OPEN_SEA]:
            return TOO_FEW_OPEN_TILES
        doubles = self.left[DOUBLE]
        if doubles:
            for number in range(4):
                if self._corner_is_free(number):
                    doubles -= 1
            if doubles > 0:
                return TOO_FEW_FREE_CORNERS
        return None

    def _corner_is_free(self, number: int) -> bool:
        corner = CORNER_CELLS[number]
        if self.land[corner] != NO_LAND or self.demand[corner]:
            return False
        for beside in _BESIDE_CORNER[number]:
            if self.land[beside] == NO_LAND and self.demand[beside] == 0:
                return True
        return False

    def placements(self, shape: int) -> list[int]:
        """Every legal placement of a tile of this shape, in order.  SM-2.9"""
        found: list[int] = []
        quarters = 1 if shape == OPEN_SEA else QUARTERS
        for cell in range(CELL_COUNT):
            if self.cell_obstacle(cell) is None:
                for quarter in range(quarters):
                    if self.obstacle(cell, shape, quarter) is None:
                        found.append(placement_at(cell, quarter))
        return found

    def free_corners(self) -> list[int]:
        return [cell for cell in CORNER_CELLS if self.land[cell] == NO_LAND]

    def port_turns(self, corner: int) -> list[int]:
        """The quarter turns of a port tile: land meets land, or the border.  SM-2.13"""
        for edge in range(4):
            beside = BESIDE[corner][edge]
            if beside != NO_CELL and self.land[beside] >> (edge + 2) % 4 & 1:
                return [edge]
        return _BORDERS[CORNER_CELLS.index(corner)]


def yard_of(p: MasterPosition) -> Yard:
    return Yard(p.table, p.tiles, p.turns)


def unplaced(p: MasterPosition) -> list[int]:
    """The landscape tiles not on the map, in tile order."""
    placed = 0
    for tile in p.tiles:
        if tile != NO_TILE:
            placed |= 1 << tile
    return [tile for tile in range(FIRST_LANDSCAPE, TILE_COUNT) if not placed >> tile & 1]
