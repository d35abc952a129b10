"""How good each open choice looks to a sensible captain. Bots build on this.

A choice is worth what the best plan that begins with it leads to, at the end of the turn or of
the present window. Drawings on a neighbour's board are judged by how much they are in the way.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.rolling_seas.actions import ANCHOR, CENTRE, DOT, TURN
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import BIT, spread
from quarterdeck.games.rolling_seas.names import NO_CELL, PORT_COUNT, ROCKS
from quarterdeck.games.rolling_seas.obstacles import drawings_at
from quarterdeck.games.rolling_seas.plans import make_plans
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.drawing import (
    AmbushCentre,
    AmbushDot,
    PlaceAnchor,
    PlaceTurn,
)
from quarterdeck.games.rolling_seas.waters import waters_of
from quarterdeck.games.rolling_seas.worth import untold
from quarterdeck.kernel.foresight import Foreseen

# How many plans are worth a second look, and how many drawings on another board
PLANS: Final = 20
TRIED: Final = 5


def advise(p: RollingPosition, seat: int, codes: list[int]) -> list[float]:
    """The renown each open choice promises, or how much it hinders; higher is better."""
    step = p.step_of(seat)
    if isinstance(step, AmbushCentre | AmbushDot):
        return [_ambush(p, seat, step, code) for code in codes]
    if isinstance(step, PlaceAnchor | PlaceTurn) and p.table.kind[step.card] == ROCKS:
        return [_rocks(p, step, code) for code in codes]
    return make_plans(p, seat).judge(codes)


def foresee(
    p: RollingPosition, seat: int, codes: list[int], effort: int
) -> list[Foreseen[RollingPosition]]:
    """The best plans, and the best one that begins with each choice.

    Drawings on other boards are no plans; the most hindering ones are looked at.
    """
    step = p.step_of(seat)
    if isinstance(step, AmbushCentre | AmbushDot):
        return _try_out(p, seat, codes, TRIED * effort)
    if isinstance(step, PlaceAnchor | PlaceTurn) and p.table.kind[step.card] == ROCKS:
        return _try_out(p, seat, codes, TRIED * effort)
    plans = make_plans(p, seat)
    place = {code: number for number, code in enumerate(codes)}
    found: list[Foreseen[RollingPosition]] = []
    begun: set[int] = set()
    for plan in plans.found:
        path = plans.path_of(plan)
        if path[0] in place and (len(found) < PLANS * effort or path[0] not in begun):
            begun.add(path[0])
            found.append(Foreseen(place[path[0]], plan.worth, plans.end_of(plan), path))
    return found


def _try_out(
    p: RollingPosition, seat: int, codes: list[int], tried: int
) -> list[Foreseen[RollingPosition]]:
    """The most promising choices, each followed by what advice answers to the next question."""
    worth = advise(p, seat, codes)
    order = sorted([(-worth[number], number) for number in range(len(codes))])
    found: list[Foreseen[RollingPosition]] = []
    for _, number in order[:tried]:
        end = p.visible_to(seat).clone()
        assert isinstance(end, RollingPosition)
        path = [codes[number]]
        end.play(seat, codes[number])
        while end.lanes and end.legal(seat):
            following = end.legal(seat)
            values = advise(end, seat, following)
            path.append(following[values.index(max(values))])
            end.play(seat, path[-1])
        if end.lanes:
            end.cut_short()
        found.append(Foreseen(number, worth[number], end, path))
    return found


# In the way of a ship


def _rocks(p: RollingPosition, step: PlaceAnchor | PlaceTurn, code: int) -> float:
    """How much rocks hinder a neighbour, or how little the one who draws them."""
    board = p.captains[step.board]
    drawings = p.table.drawings[step.card]
    anchor = step.anchor if isinstance(step, PlaceTurn) else ANCHOR.value(code)
    worth = [
        hindrance(board, drawings.mask[number]) * (1.0 if step.board != step.seat else -1.0)
        for number in drawings_at(board, step.card, anchor)
        if isinstance(step, PlaceAnchor) or drawings.turn[number] == code - TURN.base
    ]
    return max(worth)


def _ambush(p: RollingPosition, seat: int, step: AmbushCentre | AmbushDot, code: int) -> float:
    """On the way of a ship that is not better armed, off the way of one that is."""
    board = p.captains[step.board]
    cell = CENTRE.value(code) if isinstance(step, AmbushCentre) else DOT.value(code)
    return hindrance(board, BIT[cell]) * (1 + p.captains[seat].cannons - board.cannons)


def hindrance(board: Captain, cells: int) -> float:
    """How much of the ways to untold ports some cells cover, near ports above all."""
    table = board.table
    if board.cell == NO_CELL:
        return float((cells & spread(table.port_waters)).bit_count())
    waters = waters_of(table, board.rocks)
    ports = untold(board)
    found = 0.0
    for port in range(PORT_COUNT):
        if ports >> port & 1:
            covered = (cells & waters.on_the_way(board.cell, port)).bit_count()
            found += covered / (1 + waters.to_port[port][board.cell])
    return found
