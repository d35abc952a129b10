"""Where an adventure is drawn: a shape by anchor and turn, an ambush by centre and dots."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.rolling_seas.actions import ANCHOR, CENTRE, DOT, FLIP, SPACE, TURN
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import cells_of
from quarterdeck.games.rolling_seas.names import COLUMNS, CURRENT, NO_CELL, TYPES
from quarterdeck.games.rolling_seas.obstacles import drawings_at, legal_drawings
from quarterdeck.games.rolling_seas.placements import exit_of, turned
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.shapes import Shape
from quarterdeck.games.rolling_seas.steps.drawing import (
    AmbushCentre,
    AmbushDot,
    PlaceAnchor,
    PlaceTurn,
)
from quarterdeck.games.rolling_seas.things import card_thing
from quarterdeck.games.rolling_seas.words import card_name, cell_name, list_cells, spot
from quarterdeck.kernel.faces import Description, Face, Gesture, describes
from quarterdeck.kernel.messages import Argument, Message


class PlaceAnchorFace(Face[RollingPosition, PlaceAnchor]):
    step = PlaceAnchor

    def prompt(self, p: RollingPosition, step: PlaceAnchor) -> Message:
        adventure = p.table.box.adventures[step.card]
        said: dict[str, Argument] = {
            "card": card_name(step.card),
            "type": Message(f"rs.type.{TYPES[adventure.kind]}"),
            "count": len(_shape_of(p, step.card).east),
            "row": adventure.row + 1,
            "column": COLUMNS[adventure.column],
        }
        if step.board != step.seat:
            return Message("rs.prompt.anchor.for", owner=step.board, **said)
        return Message("rs.prompt.anchor", **said)

    def expected(self, p: RollingPosition, step: PlaceAnchor) -> Sequence[int]:
        return [ANCHOR.at(cell) for cell in cells_of(p.table.sea)]

    @describes(ANCHOR)
    def anchor(self, p: RollingPosition, step: PlaceAnchor, code: int) -> Description:
        cell = ANCHOR.value(code)
        said = Message("rs.choice.anchor", cell=cell_name(cell))
        return Description(said, (spot(cell),), things=_things_of(p, step.card))

    def gestures(self, p: RollingPosition, step: PlaceAnchor) -> list[Gesture]:
        board = p.captains[step.board]
        return [_offer_drawing(board, step.card, n, True) for n in legal_drawings(board, step.card)]


class PlaceTurnFace(Face[RollingPosition, PlaceTurn]):
    step = PlaceTurn

    def prompt(self, p: RollingPosition, step: PlaceTurn) -> Message:
        card = card_name(step.card)
        if step.board != step.seat:
            return Message("rs.prompt.turn.for", card=card, owner=step.board)
        return Message("rs.prompt.turn", card=card)

    def expected(self, p: RollingPosition, step: PlaceTurn) -> Sequence[int]:
        shape = _shape_of(p, step.card)
        flips = shape.flips if p.table.options["mirror_shapes"] == "true" else 0
        return [*map(TURN.at, range(shape.turns)), *map(FLIP.at, range(flips))]

    @describes(TURN, FLIP)
    def turn(self, p: RollingPosition, step: PlaceTurn, code: int) -> Description:
        shape = _shape_of(p, step.card)
        cells = turned(step.anchor, code - TURN.base, shape.east, shape.south)
        covered = [cell for cell in cells if cell != NO_CELL]
        where, spots = list_cells(covered), tuple(map(spot, covered))
        things = _things_of(p, step.card)
        whole = len(covered) == len(cells)
        if p.table.kind[step.card] == CURRENT and whole and exit_of(cells) != NO_CELL:
            id = "rs.choice.flip.current" if FLIP.has(code) else "rs.choice.turn.current"
            goal = cell_name(exit_of(cells))
            return Description(Message(id, cells=where, exit=goal), spots, things=things)
        id = "rs.choice.flip" if FLIP.has(code) else "rs.choice.turn"
        return Description(Message(id, cells=where), spots, things=things)

    def gestures(self, p: RollingPosition, step: PlaceTurn) -> list[Gesture]:
        board = p.captains[step.board]
        open_ones = drawings_at(board, step.card, step.anchor)
        return [_offer_drawing(board, step.card, number, False) for number in open_ones]


def _offer_drawing(board: Captain, card: int, number: int, whole: bool) -> Gesture:
    """A shape put down, with its anchor (`whole`) or after it."""
    drawings = board.table.drawings[card]
    anchor, turn = drawings.anchor[number], drawings.turn[number]
    codes = [ANCHOR.at(anchor), TURN.base + turn]
    cells = drawings.cells[number]
    # A lone turn is not asked for, so it must not be said either
    lone = len(drawings_at(board, card, anchor)) == 1
    chosen = codes[:1] if lone else codes
    return Gesture(
        choices=tuple(SPACE.notation(code) for code in (chosen if whole else codes[1:])),
        label=_label_drawing(board, card, cells),
        spot=spot(anchor),
        covers=tuple(spot(cell) for cell in cells),
        turn=turn,
    )


def _label_drawing(board: Captain, card: int, cells: list[int]) -> Message:
    """Where it lies; a current also says which way it flows."""
    where = list_cells(cells)
    if board.table.kind[card] == CURRENT and exit_of(cells) != NO_CELL:
        return Message("rs.gesture.draw.current", cells=where, exit=cell_name(exit_of(cells)))
    return Message("rs.gesture.draw", cells=where)


def _things_of(p: RollingPosition, card: int) -> tuple[str, ...]:
    """What an adventure does once it is drawn, and its card."""
    return TYPES[p.table.kind[card]], card_thing(card)


def _shape_of(p: RollingPosition, card: int) -> Shape:
    box = p.table.box
    return box.shapes[box.adventures[card].shape]


class AmbushCentreFace(Face[RollingPosition, AmbushCentre]):
    step = AmbushCentre

    def prompt(self, p: RollingPosition, step: AmbushCentre) -> Message:
        return Message("rs.prompt.centre", owner=step.board)

    def expected(self, p: RollingPosition, step: AmbushCentre) -> Sequence[int]:
        return [CENTRE.at(cell) for cell in cells_of(p.captains[step.board].blank())]

    @describes(CENTRE)
    def centre(self, p: RollingPosition, step: AmbushCentre, code: int) -> Description:
        cell = CENTRE.value(code)
        said = Message("rs.choice.centre", cell=cell_name(cell))
        return Description(said, (spot(cell),), things=_things_of(p, p.card))


class AmbushDotFace(Face[RollingPosition, AmbushDot]):
    step = AmbushDot

    def prompt(self, p: RollingPosition, step: AmbushDot) -> Message:
        return Message("rs.prompt.dot", owner=step.board, count=step.left)

    @describes(DOT)
    def dot(self, p: RollingPosition, step: AmbushDot, code: int) -> Description:
        cell = DOT.value(code)
        said = Message("rs.choice.dot", cell=cell_name(cell))
        return Description(
            said,
            (spot(cell),),
            effect=Message("rs.effect.dot", owner=step.board),
            risk=_risk_of_skipping(p, step, cell),
            things=("ambush",),
        )


def _risk_of_skipping(p: RollingPosition, step: AmbushDot, cell: int) -> Message | None:
    """Cells on which a dot may stand now, but not after this one.  RS-7.16"""
    earlier = [DOT.value(code) for code in step.options(p) if DOT.value(code) < cell]
    if step.left == 1 or not earlier:
        return None
    return Message("rs.risk.skipped", cells=list_cells(earlier))
