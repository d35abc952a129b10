"""Drawing adventures: a shape by anchor and turn, an ambush by centre and dots.  RS-6, RS-7"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.rolling_seas.actions import ANCHOR, CENTRE, DOT, FLIP, TURN
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import BIT, NEAR, cell_at, cells_of
from quarterdeck.games.rolling_seas.names import (
    COLUMNS,
    CURRENT,
    MONSTER,
    NO_CELL,
    PERIL,
    ROCKS,
    WAITING,
)
from quarterdeck.games.rolling_seas.obstacles import (
    IN_SIGHT,
    NO_SUCH_DRAWING,
    NOT_AROUND,
    NOT_BLANK,
    OFF_LINES,
    OFF_SOLO_LINES,
    Sketch,
    anchor_obstacle,
    drawings_at,
    open_anchors,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.words import card_name, cell_name, list_cells
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, Step


class PlaceAnchor(Step[RollingPosition]):
    """Where cell 1 of the shape comes to lie.  RS-6.2 to RS-6.12, RS-7.1 to RS-7.13"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "board", "card")

    def __init__(self, seat: int, board: int, card: int) -> None:
        super().__init__(seat)
        self.board = board
        self.card = card

    def options(self, position: RollingPosition) -> list[int]:
        board = position.captains[self.board]
        return [ANCHOR.base + anchor for anchor in cells_of(open_anchors(board, self.card))]

    def take(self, position: RollingPosition, code: int) -> None:
        position.push(PlaceTurn(self.seat, self.board, self.card, ANCHOR.value(code)))

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        if not ANCHOR.has(code):
            return NOT_OFFERED
        board = position.captains[self.board]
        found = anchor_obstacle(board, self.card, ANCHOR.value(code))
        return explain_drawing(position, self.card, found)


class PlaceTurn(Step[RollingPosition]):
    """How the shape lies: its quarter turn, flipped or not.  RS-6.3, RS-6.4"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "board", "card", "anchor")

    def __init__(self, seat: int, board: int, card: int, anchor: int) -> None:
        super().__init__(seat)
        self.board = board
        self.card = card
        self.anchor = anchor

    def options(self, position: RollingPosition) -> list[int]:
        turns = position.table.drawings[self.card].turn
        board = position.captains[self.board]
        return [TURN.base + turns[n] for n in drawings_at(board, self.card, self.anchor)]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        drawings = p.table.drawings[self.card]
        turn = code - TURN.base
        for number in drawings.by_anchor[self.anchor]:
            if drawings.turn[number] == turn:
                draw(p.captains[self.board], self.card, number)
                if p.log is not None:
                    self._tell(p, drawings.cells[number])
                break

    def _tell(self, p: RollingPosition, covered: list[int]) -> None:
        card, cells = card_name(self.card), list_cells(covered)
        if self.board == self.seat:
            p.say(Message("rs.event.drawn", seat=self.seat, card=card, cells=cells))
        else:
            p.say(
                Message(
                    "rs.event.drawn_for", seat=self.seat, owner=self.board, card=card, cells=cells
                )
            )

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        if not TURN.has(code) and not FLIP.has(code):
            return NOT_OFFERED
        drawings = position.table.drawings[self.card]
        board = position.captains[self.board]
        for number in drawings.by_anchor[self.anchor]:
            if drawings.turn[number] == code - TURN.base:
                sketch = Sketch(board, position.table.kind[self.card])
                found = sketch.obstacle(drawings, number)
                return explain_drawing(position, self.card, found or OFF_LINES)
        return NO_SUCH_DRAWING.reason()


def explain_drawing(p: RollingPosition, card: int, obstacle: Obstacle) -> Reason:
    """Why a drawing is closed; solo rocks follow lines of their own.  RS-16.4"""
    if obstacle is not OFF_LINES:
        return obstacle.reason()
    row, column = p.table.box.adventures[card].row, p.table.box.adventures[card].column
    if p.seats == 1 and p.table.kind[card] == ROCKS:
        return OFF_SOLO_LINES.reason(cell=cell_name(cell_at(column, row)))
    return obstacle.reason(row=row + 1, column=COLUMNS[column])


def draw(board: Captain, card: int, number: int) -> None:
    """Put a drawing on a board.  RS-7.1, RS-7.2, RS-7.5, RS-7.6"""
    table = board.table
    drawn = board.drawn[:]
    drawn[card] = number
    board.drawn = drawn
    mask = table.drawings[card].mask[number]
    kind = table.kind[card]
    if kind == MONSTER:
        board.monsters |= mask
    elif kind == PERIL:
        board.perils |= mask
    elif kind == CURRENT:
        board.currents |= mask
    else:
        board.rocks |= mask


def hiding_places(board: Captain) -> int:
    """Where an ambush may be laid: blank, out of the ship's sight.  RS-7.15"""
    return board.blank() & ~board.table.seen_from(board.cell)


class AmbushCentre(Step[RollingPosition]):
    """The centre of an ambush on a neighbour's board.  RS-7.14, RS-7.15, RS-7.17 to RS-7.20"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "board")

    def __init__(self, seat: int, board: int) -> None:
        super().__init__(seat)
        self.board = board

    def options(self, position: RollingPosition) -> list[int]:
        places = hiding_places(position.captains[self.board])
        return [CENTRE.base + cell for cell in cells_of(places)]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        board = p.captains[self.board]
        centre = CENTRE.value(code)
        board.ambushers = [*board.ambushers, self.seat]
        board.centres = [*board.centres, centre]
        board.marks = [*board.marks, BIT[centre]]
        board.ambush_states = [*board.ambush_states, WAITING]
        if p.log is not None:
            p.say(
                Message(
                    "rs.event.ambush_laid",
                    seat=self.seat,
                    owner=self.board,
                    cell=cell_name(centre),
                )
            )
        free = (NEAR[centre] & board.blank()).bit_count()
        dots = p.captains[self.seat].cannons
        ask_dot(p, self.seat, self.board, min(dots, free), NO_CELL)

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        if not CENTRE.has(code):
            return NOT_OFFERED
        blank = position.captains[self.board].blank() & BIT[CENTRE.value(code)]
        return IN_SIGHT.reason() if blank else NOT_BLANK.reason()


def ask_dot(p: RollingPosition, seat: int, board: int, left: int, last: int) -> None:
    if left:
        p.push(AmbushDot(seat, board, left, last))


class AmbushDot(Step[RollingPosition]):
    """A dot next to the centre, in reading order, one per cannon.  RS-7.16"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "board", "left", "last")

    def __init__(self, seat: int, board: int, left: int, last: int) -> None:
        super().__init__(seat)
        self.board = board
        self.left = left
        self.last = last

    def options(self, position: RollingPosition) -> list[int]:
        board = position.captains[self.board]
        around = NEAR[board.centres[-1]] & board.blank()
        cells = [cell for cell in cells_of(around) if cell > self.last]
        # Enough must stay for the dots still to come
        return [DOT.base + cell for cell in cells[: len(cells) - self.left + 1]]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        board = p.captains[self.board]
        cell = DOT.value(code)
        board.marks = [*board.marks[:-1], board.marks[-1] | BIT[cell]]
        if p.log is not None:
            p.say(Message("rs.event.dot", seat=self.seat, cell=cell_name(cell)))
        ask_dot(p, self.seat, self.board, self.left - 1, cell)

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        return NOT_AROUND.reason() if DOT.has(code) else NOT_OFFERED
