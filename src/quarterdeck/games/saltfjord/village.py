"""The geometry of a village: lines, and every way a shape can lie on the 6 x 6 cells."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import CELLS, SIDE, TURNS

# The cells of a line in the order a die goes: six columns (white), then six rows (orange).
LINES: Final[list[list[int]]] = [
    [row * SIDE + column for row in range(SIDE)] for column in range(SIDE)
] + [[row * SIDE + column for column in range(SIDE)] for row in range(SIDE)]


class Placement:
    """A shape lying on a village: its cells in order, and the same as bits.

    `number`: its place among all anchors and turns; `twins`: earlier turns on the same cells.
    """

    def __init__(self, anchor: int, turn: int, cells: list[int]) -> None:
        self.number = anchor * TURNS + turn
        self.anchor = anchor
        self.turn = turn
        self.cells = cells
        self.mask = 0
        for cell in cells:
            self.mask |= 1 << cell
        self.twins: list[Placement] = []


def placements(down: list[int], right: list[int]) -> list[Placement]:
    """All places and turns of a shape, by anchor and turn.  SF-10.3

    A quarter turn maps (row, column) to (column, -row); then the corner of the box is shifted
    to the anchor.
    """
    found: list[Placement] = []
    for anchor in range(CELLS):
        rows, columns = down, right
        for turn in range(TURNS):
            top, left = min(rows), min(columns)
            cells: list[int] = []
            for row, column in zip(rows, columns, strict=True):
                y = anchor // SIDE + row - top
                x = anchor % SIDE + column - left
                if y < SIDE and x < SIDE:
                    cells.append(y * SIDE + x)
            if len(cells) == len(down):
                placement = Placement(anchor, turn, cells)
                placement.twins = [twin for twin in found if twin.mask == placement.mask]
                found.append(placement)
            rows, columns = columns, [-row for row in rows]
    return found
