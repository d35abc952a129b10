"""The graph of a game in characters: blocks in the seats' colours, or letters where there are none.

A column is a part of the game; a seat has as much of it as its chance of winning.
"""

from __future__ import annotations

from rich.text import Text

from quarterdeck import naming
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.review.graph import SEAT_COLOURS
from quarterdeck.review.model import Review

# Rows of the graph; a block has two halves.
ROWS = 13
HALVES = 2
MARGIN = 6


def draw_chances(found: Review, say: Translator, width: int, coloured: bool) -> list[Text]:
    """Everybody's chance of winning, line by line from 100 % down, with the rounds below."""
    columns = max(20, width - MARGIN)
    last = len(found.standings) - 1
    plies = [round(column * last / (columns - 1)) for column in range(columns)]
    owners = [_owners(found.standings[ply].chances, ROWS * HALVES) for ply in plies]
    lines = []
    for row in range(ROWS):
        percent = round(100 * (1 - row / (ROWS - 1)))
        label = say("qd.review.percent", percent=percent) if row % 3 == 0 else ""
        line = Text(label.rjust(MARGIN - 1) + " ")
        for column in range(columns):
            upper, lower = owners[column][HALVES * row : HALVES * row + HALVES]
            if coloured:
                line.append("▀", style=f"{SEAT_COLOURS[upper]} on {SEAT_COLOURS[lower]}")
            else:
                line.append(naming.sign(say, upper))
        lines.append(line)
    return [*lines, _rounds(found, columns, last), _legend(found, say, coloured)]


def _owners(chances: tuple[float, ...], cells: int) -> list[int]:
    """Whose each cell of a column is, from the top down: the first seat lies at the bottom."""
    found = []
    for cell in range(cells):
        height = 1 - (cell + 0.5) / cells
        seat, below = 0, chances[0]
        while below < height and seat < len(chances) - 1:
            seat += 1
            below += chances[seat]
        found.append(seat)
    return found


def _rounds(found: Review, columns: int, last: int) -> Text:
    line = [" "] * columns
    for number, ply in enumerate(found.rounds, 1):
        at = round(ply * (columns - 1) / max(1, last))
        text = f"|{number}"
        if all(line[at + i] == " " for i in range(len(text) + 1) if at + i < columns):
            line[at : at + len(text)] = text[: columns - at]
    return Text(" " * MARGIN + "".join(line))


def _legend(found: Review, say: Translator, coloured: bool) -> Text:
    line = Text(" " * MARGIN)
    for seat in range(found.seats):
        sign = "■" if coloured else naming.sign(say, seat)
        line.append(f"{sign} ", style=SEAT_COLOURS[seat] if coloured else "")
        line.append(f"{say.player(seat)}   ")
    return line
