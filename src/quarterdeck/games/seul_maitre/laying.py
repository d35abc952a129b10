"""Which tile to lay where: a captain wants discoveries and open sea around his own corner."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.actions import CELL, ROTATE, TILE
from quarterdeck.games.seul_maitre.chart import turned
from quarterdeck.games.seul_maitre.components import OPEN_SEA
from quarterdeck.games.seul_maitre.names import (
    CENTRE_CELL,
    FIRST_LAIR,
    FIRST_SITE,
    NO_FEATURE,
    NO_TILE,
    SIDE,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.building import (
    BuildCell,
    BuildRotation,
    BuildTile,
    PortCorner,
)
from quarterdeck.games.seul_maitre.steps.yard import BESIDE, CORNER_CELLS, cell_of, yard_of
from quarterdeck.kernel.position import Step

A_SITE: Final = 1.0
A_LAIR: Final = -1.0
A_STORM: Final = -1.2
OPEN_WATER: Final = 0.4
A_COAST: Final = -0.3
# Land between a corner and the centre is in the way
IN_THE_WAY: Final = -0.2


def lay_values(p: MasterPosition, step: Step[MasterPosition], codes: list[int]) -> list[float]:
    """What each choice of a building step does for the seat that is asked."""
    corner = CORNER_CELLS[p.order.index(step.seat) % len(CORNER_CELLS)]
    if isinstance(step, BuildTile):
        return [_best_cell(p, TILE.value(code), corner) for code in codes]
    if isinstance(step, BuildCell):
        charm = tile_charm(p, step.tile)
        return [charm * _nearness(CELL.value(code), corner) for code in codes]
    if isinstance(step, BuildRotation):
        return [_turn_value(p, step.tile, step.cell, ROTATE.value(code)) for code in codes]
    if isinstance(step, PortCorner) and p.home[step.seat] == step.port:
        return [_corner_value(p, CELL.value(code)) for code in codes]
    return [0.0 for _ in codes]


def tile_charm(p: MasterPosition, tile: int) -> float:
    """How much one likes to have a tile near."""
    feature = p.table.feature[tile]
    found = OPEN_WATER if p.table.shape[tile] == OPEN_SEA else A_COAST
    if tile in p.table.storm_tiles:
        found += A_STORM
    if FIRST_SITE <= feature < FIRST_LAIR:
        found += A_SITE
    elif feature != NO_FEATURE:
        found += A_LAIR
    return found


def _apart(cell: int, other: int) -> int:
    return max(abs(cell // SIDE - other // SIDE), abs(cell % SIDE - other % SIDE))


def _nearness(cell: int, corner: int) -> float:
    """1 beside the corner, less further off, below 0 across the map."""
    return 1.5 - 0.5 * _apart(cell, corner)


def _best_cell(p: MasterPosition, tile: int, corner: int) -> float:
    charm = tile_charm(p, tile)
    cells = {cell_of(laid) for laid in yard_of(p).placements(p.table.shape[tile])}
    return max(charm * _nearness(cell, corner) for cell in cells)


def _turn_value(p: MasterPosition, tile: int, cell: int, quarters: int) -> float:
    """Land towards the centre closes the short way."""
    land = turned(p.table.land[tile], quarters)
    found = 0.0
    for edge in range(4):
        beside = BESIDE[cell][edge]
        inward = beside >= 0 and _apart(beside, CENTRE_CELL) < _apart(cell, CENTRE_CELL)
        if land >> edge & 1 and inward:
            found += IN_THE_WAY
    return found


def _corner_value(p: MasterPosition, corner: int) -> float:
    """What lies around a corner, nearer things first."""
    return sum(
        tile_charm(p, tile) / _apart(cell, corner)
        for cell, tile in enumerate(p.tiles)
        if tile != NO_TILE and cell not in CORNER_CELLS and cell != CENTRE_CELL
        if _apart(cell, corner) <= 2
    )
