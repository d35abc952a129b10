"""The geometry of a board: 19 columns, 15 rows, and sets of cells as bits of one int.

Cells are numbered in reading order. Columns A and S are land on every map, so a set of sea cells
can be shifted sideways without ever reaching the next row.  RS-1.1 to RS-1.4, RS-1.12
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.rolling_seas.names import CELLS, HEIGHT, NO_CELL, WAY_COUNT, WIDTH
from quarterdeck.kernel.hints import i64

EAST: Final = (0, 1, 1, 1, 0, -1, -1, -1)
SOUTH: Final = (-1, -1, 0, 1, 1, 1, 0, -1)


def cell_at(x: int, y: int) -> int:
    """The cell of a column and a row counted from 0, or NO_CELL beyond the edges.  RS-1.1"""
    return y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < HEIGHT else NO_CELL


def _neighbours() -> list[list[int]]:
    return [
        [cell_at(cell % WIDTH + EAST[way], cell // WIDTH + SOUTH[way]) for way in range(WAY_COUNT)]
        for cell in range(CELLS)
    ]


# The cell one step away: NEIGHBOUR[cell][direction].
NEIGHBOUR: Final[list[list[int]]] = _neighbours()


def _around(every: int) -> list[int]:
    found: list[int] = []
    for cell in range(CELLS):
        bits = 0
        for neighbour in NEIGHBOUR[cell][::every]:
            if neighbour != NO_CELL:
                bits |= 1 << neighbour
        found.append(bits)
    return found


# The eight neighbours a ship may step to, and the four that are adjacent.  RS-1.3, RS-1.4
NEAR: Final[list[int]] = _around(1)
ADJACENT: Final[list[int]] = _around(2)
BIT: Final[list[int]] = [1 << cell for cell in range(CELLS)]

# A set is taken apart in parts: once compiled, an int of this size is a machine word.
PART_SIZE: Final = 60
PART: Final = (1 << PART_SIZE) - 1


def cells_of(bits: int) -> list[int]:
    """The cells of a set, in reading order."""
    found: list[int] = []
    first = 0
    while bits:
        part = bits & PART
        while part:
            low = part & -part
            found.append(first + low.bit_length() - 1)
            part ^= low
        bits >>= PART_SIZE
        first += PART_SIZE
    return found


THREE_ROWS: Final = 3 * WIDTH
ROWS: Final = (1 << THREE_ROWS) - 1


class Cells:
    """A set of cells, three rows to a number, from north to south: once compiled, these are
    machine words, and work on five of them takes a small part of the time of one great int."""

    def __init__(self, a: i64, b: i64, c: i64, d: i64, e: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e

    def add(self, other: Cells) -> None:
        """The cells of the other one, too."""
        self.a |= other.a
        self.b |= other.b
        self.c |= other.c
        self.d |= other.d
        self.e |= other.e

    def meets(self, other: Cells) -> bool:
        """Whether the two have a cell in common."""
        common = self.a & other.a | self.b & other.b | self.c & other.c
        return (common | self.d & other.d | self.e & other.e) != 0

    def count(self, other: Cells) -> int:
        """How many cells the two have in common."""
        north = _count_ones(self.a & other.a) + _count_ones(self.b & other.b)
        south = _count_ones(self.d & other.d) + _count_ones(self.e & other.e)
        return north + _count_ones(self.c & other.c) + south


def _count_ones(word: i64) -> i64:
    """Quick where there are few, as around a ship."""
    ones: i64 = 0
    while word != 0:
        word &= word - 1
        ones += 1
    return ones


def split(bits: int) -> Cells:
    """A set of cells as five machine words."""
    return Cells(
        bits & ROWS,
        bits >> THREE_ROWS & ROWS,
        bits >> 2 * THREE_ROWS & ROWS,
        bits >> 3 * THREE_ROWS & ROWS,
        bits >> 4 * THREE_ROWS & ROWS,
    )


# Each cell as a set
ALONE: Final[list[Cells]] = [split(bit) for bit in BIT]


def shift(bits: int, cells: int) -> int:
    """A set moved on in reading order, or back; rows do not matter."""
    return bits << cells if cells >= 0 else bits >> -cells


def king_distance(one: int, other: int) -> int:
    """RS-1.12"""
    across = one % WIDTH - other % WIDTH
    down = one // WIDTH - other // WIDTH
    if across < 0:
        across = -across
    if down < 0:
        down = -down
    return max(down, across)


def spread(bits: int) -> int:
    """A set of sea cells and all cells around it; what lies on the coasts may be wrong."""
    rows = bits | bits << 1 | bits >> 1
    return rows | rows << WIDTH | rows >> WIDTH


def connected(sea: int) -> bool:
    """Whether a set of sea cells is one region, diagonals counting."""
    return joined(sea, sea)


def joined(cells: int, sea: int) -> bool:
    """Whether a ship could sail between all these cells without leaving `sea`."""
    reached = cells & -cells
    while cells & ~reached:
        further = spread(reached) & sea
        if further == reached:
            return False
        reached = further
    return True


def blocks_view(land: int, start: int, goal: int) -> bool:
    """Whether the segment between two centres passes through the inside of a land cell.  RS-7.18"""
    # All coordinates doubled, so that centres and corners are whole numbers
    x0, y0 = start % WIDTH * 2, start // WIDTH * 2
    x1, y1 = goal % WIDTH * 2, goal // WIDTH * 2
    cx, cy = land % WIDTH * 2, land // WIDTH * 2
    if max(x0, x1) <= cx - 1 or min(x0, x1) >= cx + 1:
        return False
    if max(y0, y1) <= cy - 1 or min(y0, y1) >= cy + 1:
        return False
    dx, dy = x1 - x0, y1 - y0
    sides = [dx * (y - y0) - dy * (x - x0) for x in (cx - 1, cx + 1) for y in (cy - 1, cy + 1)]
    return min(sides) < 0 < max(sides)


def in_sight(land: int, start: int, reach: int) -> int:
    """The cells a ship at `start` sees: nearer than `reach`, no land between.  RS-7.17"""
    near = [cell for cell in range(CELLS) if king_distance(start, cell) < reach]
    walls = [cell for cell in near if land & BIT[cell]]
    seen = 0
    for cell in near:
        if not any(blocks_view(wall, start, cell) for wall in walls):
            seen |= BIT[cell]
    return seen
