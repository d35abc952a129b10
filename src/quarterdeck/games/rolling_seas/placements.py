"""Every way a card's shape can lie on a map, worked out once, in the order it is offered.

A drawing is its anchor and its turn (4 and more: flipped). `rank` says how well it meets the
card's row and column: only the legal drawings of the best rank are open.  RS-6.6, RS-6.7, RS-16.4
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.rolling_seas.chart import (
    BIT,
    cell_at,
    connected,
    king_distance,
    shift,
    spread,
)
from quarterdeck.games.rolling_seas.names import CELLS, NO_CELL, WIDTH

ON_LINES: Final = 0
ELSEWHERE: Final = 1000
OTHER_AXIS: Final = 500
NO_AXIS: Final = -1


class Drawings:
    """All drawings of one card on one map, best rank first, then by anchor and turn."""

    def __init__(
        self,
        east: list[int],
        south: list[int],
        turns: int,
        flips: int,
        sea: int,
        free: int,
        exits: int,
        row: int,
        column: int,
        axis: int,
    ) -> None:
        """`sea`: all of it; `free`: cells that can ever be drawn on; `exits`: cells a current
        may lead to, 0 for other shapes; `axis`: the marked axis of solo rocks (0 row, 1 column),
        else NO_AXIS."""
        found: list[tuple[int, int, int, int, int, list[int]]] = []
        for anchor in range(CELLS):
            for turn in [*range(turns), *range(4, 4 + flips)]:
                cells = turned(anchor, turn, east, south)
                mask = 0
                for cell in cells:
                    mask |= BIT[cell] if cell != NO_CELL else 0
                if NO_CELL in cells or mask & ~free:
                    continue
                goal = NO_CELL
                if exits:
                    goal = exit_of(cells)
                    if goal == NO_CELL or not exits & BIT[goal]:
                        continue
                rank = _rank(cells, row, column, axis)
                found.append((rank, anchor, turn, mask, goal, cells))
        found.sort(key=lambda drawing: drawing[:3])
        self.count = len(found)
        self.rank = [drawing[0] for drawing in found]
        self.anchor = [drawing[1] for drawing in found]
        self.turn = [drawing[2] for drawing in found]
        self.mask = [drawing[3] for drawing in found]
        self.exit = [drawing[4] for drawing in found]
        self.cells = [drawing[5] for drawing in found]
        # The sea around a drawing, and whether it is one piece
        self.around = [spread(mask) & sea & ~mask for mask in self.mask]
        self.rounded = [connected(around) for around in self.around]
        self.by_anchor: list[list[int]] = [[] for _ in range(CELLS)]
        for number in range(self.count):
            self.by_anchor[self.anchor[number]].append(number)
        self.ranks = sorted({*self.rank})
        self.lies = [Lie(self, turn) for turn in sorted({*self.turn})]


class Lie:
    """All drawings of a card that are turned alike, as sets of their anchors: these can be tested
    together, by moving the board instead of the shape."""

    def __init__(self, drawings: Drawings, turn: int) -> None:
        numbers = [n for n in range(drawings.count) if drawings.turn[n] == turn]
        first = numbers[0]
        anchor = drawings.anchor[first]
        # How many cells after its anchor each cell of a drawing lies, and the exit of a current.
        self.covers = [cell - anchor for cell in drawings.cells[first]]
        self.touches = self.covers[:]
        if drawings.exit[first] != NO_CELL:
            self.touches.append(drawings.exit[first] - anchor)
        # All drawings by rank, and those that are not rounded.
        self.anchors = [0] * len(drawings.ranks)
        self.between = 0
        self.number = [-1] * CELLS
        for number in numbers:
            anchor = drawings.anchor[number]
            self.number[anchor] = number
            self.anchors[drawings.ranks.index(drawings.rank[number])] |= BIT[anchor]
            if not drawings.rounded[number]:
                self.between |= BIT[anchor]

    def within(self, cells: int, rank: int) -> int:
        """The drawings of a rank that lie on these cells entirely."""
        anchors = self.anchors[rank]
        for offset in self.covers:
            if not anchors:
                break
            anchors &= shift(cells, -offset)
        return anchors

    def touching(self, cells: int) -> int:
        """Those that touch these cells; also anchors where there is no drawing."""
        anchors = 0
        for offset in self.touches:
            anchors |= shift(cells, -offset)
        return anchors


def turned(anchor: int, turn: int, east: list[int], south: list[int]) -> list[int]:
    """The cells of a shape turned by quarter turns clockwise; turns from 4 on are flipped."""
    x, y = anchor % WIDTH, anchor // WIDTH
    cells: list[int] = []
    for number in range(len(east)):
        dx, dy = east[number], south[number]
        if turn >= 4:
            dy = -dy
        for _ in range(turn % 4):
            dx, dy = -dy, dx
        cells.append(cell_at(x + dx, y + dy))
    return cells


def exit_of(cells: list[int]) -> int:
    """Where a current leads: one more step the way of its last one.  RS-7.4"""
    last, before = cells[-1], cells[-2]
    return cell_at(
        2 * (last % WIDTH) - before % WIDTH,
        2 * (last // WIDTH) - before // WIDTH,
    )


def _rank(cells: list[int], row: int, column: int, axis: int) -> int:
    """0 is best. In multi-player games: on the row or the column, or not."""
    on_row = [cell for cell in cells if cell // WIDTH == row]
    on_column = [cell for cell in cells if cell % WIDTH == column]
    if axis == NO_AXIS:
        return ON_LINES if on_row or on_column else ELSEWHERE
    crossing = cell_at(column, row)
    if crossing in cells:
        return ON_LINES
    marked, other = (on_column, on_row) if axis else (on_row, on_column)
    if marked:
        return min(king_distance(cell, crossing) for cell in marked)
    if other:
        return OTHER_AXIS + min(king_distance(cell, crossing) for cell in other)
    return ELSEWHERE
