"""Choices a player makes with one gesture: a shape put down, a far cell sailed to."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from quarterdeck.games.rolling_seas.actions import ANCHOR, SPACE, STEP, TURN
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import NEIGHBOUR
from quarterdeck.games.rolling_seas.names import CELL_NAMES, WAY_COUNT
from quarterdeck.games.rolling_seas.obstacles import (
    SAILING,
    WIND_AFTER,
    drawings_at,
    legal_drawings,
    pay_step,
    step_obstacle,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.drawing import PlaceAnchor, PlaceTurn
from quarterdeck.games.rolling_seas.steps.sailing import Sail, add_winds
from quarterdeck.games.rolling_seas.words import changes, list_cells, spot
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.rules import Gesture

STATES_TRIED: Final = 500


def gestures(p: RollingPosition, seat: int) -> list[Gesture]:
    """What the present step and the ones it leads to offer as one gesture."""
    step = p.step_of(seat)
    if isinstance(step, PlaceAnchor):
        return _drawings(p, step)
    if isinstance(step, PlaceTurn):
        return _turns(p, step)
    if isinstance(step, Sail):
        return [_sailing(p, seat, route) for route in routes(p, step)]
    return []


# Drawing


def _drawings(p: RollingPosition, step: PlaceAnchor) -> list[Gesture]:
    board = p.captains[step.board]
    return [_drawing(board, step.card, n, True) for n in legal_drawings(board, step.card)]


def _turns(p: RollingPosition, step: PlaceTurn) -> list[Gesture]:
    board = p.captains[step.board]
    open_ones = drawings_at(board, step.card, step.anchor)
    return [_drawing(board, step.card, number, False) for number in open_ones]


def _drawing(board: Captain, card: int, number: int, whole: bool) -> Gesture:
    drawings = board.table.drawings[card]
    anchor, turn = drawings.anchor[number], drawings.turn[number]
    codes = [ANCHOR.at(anchor), TURN.base + turn]
    cells = drawings.cells[number]
    # A lone turn is not asked for, so it must not be said either
    lone = len(drawings_at(board, card, anchor)) == 1
    chosen = codes[:1] if lone else codes
    return Gesture(
        choices=tuple(SPACE.notation(code) for code in (chosen if whole else codes[1:])),
        label=Message("rs.gesture.draw", cells=list_cells(cells)),
        spot=spot(anchor),
        covers=tuple(spot(cell) for cell in cells),
        turn=turn,
    )


# Sailing


class Route:
    """A way to a cell: the steps it asks for, the cells it passes, its cost, the movement points
    left and the captain then."""

    def __init__(
        self,
        ways: tuple[int, ...],
        path: tuple[int, ...],
        cost: int,
        points: int,
        captain: Captain,
    ) -> None:
        self.ways = ways
        self.path = path
        self.cost = cost
        self.points = points
        self.captain = captain


def _sailing(p: RollingPosition, seat: int, route: Route) -> Gesture:
    arguments: dict[str, Argument] = {
        "cell": CELL_NAMES[route.captain.cell],
        "count": route.cost,
    }
    id = "rs.gesture.sail"
    met = changes(p.captains[seat], route.captain)
    if met is not None:
        id = "rs.gesture.sail.changes"
        arguments["changes"] = met
    return Gesture(
        choices=tuple(SPACE.notation(STEP.at(way)) for way in route.ways),
        label=Message(id, **arguments),
        spot=spot(route.captain.cell),
        covers=tuple(spot(cell) for cell in route.path),
        passes=True,
        badge=str(route.cost),
    )


def routes(p: RollingPosition, step: Sail) -> list[Route]:
    """The cheapest way to every cell within reach, nearest first.

    Cheapest in movement points, provisions counting as such. What was met on the way counts for
    what can be reached from a cell: over a monster one may get there sooner, but with less.
    Among very many adventures, ways that only differ in what they met are no longer all tried.
    """
    start = Route((), (), 0, step.points, p.captains[step.seat])
    waiting: list[tuple[int, int, int, Route]] = [(0, 0, 0, start)]
    best: dict[int, Route] = {}
    seen: set[tuple[int, ...]] = set()
    purses: dict[int, list[tuple[int, int, int]]] = {}
    count = 0
    while waiting:
        _, length, _, route = heappop(waiting)
        captain = route.captain
        state = _state(captain)
        if state in seen:
            continue
        if length:
            purse = (route.points, captain.provisions, captain.wind)
            known = purses.setdefault(captain.cell, [])
            if len(seen) > STATES_TRIED and _no_richer(purse, known):
                continue
            known.append(purse)
            seen.add(state)
        ways = [
            way
            for way in range(WAY_COUNT)
            if step_obstacle(p, captain, way, SAILING, step.wind, route.points) is None
        ]
        lone = length > 0 and _moves_on(p, captain, ways)
        if length and not lone and captain.cell not in best:
            best[captain.cell] = route
        for way in ways:
            after = captain.copy()
            cost = p.table.step_cost[step.wind][way]
            left = pay_step(after, SAILING, cost, route.points)
            target = NEIGHBOUR[captain.cell][way]
            after.sail_into(target)
            path = route.path or (captain.cell,)
            path += (target,) if target == after.cell else (target, after.cell)
            # A lone step is not asked for, so it must not be said either
            said = route.ways if lone else (*route.ways, way)
            count += 1
            further = Route(said, path, route.cost + cost, left, after)
            heappush(waiting, (further.cost, length + 1, count, further))
    return list(best.values())


def _no_richer(purse: tuple[int, int, int], known: list[tuple[int, int, int]]) -> bool:
    """Whether a ship was there before with as much of everything."""
    return any(
        purse[0] <= points and purse[1] <= provisions and purse[2] <= wind
        for points, provisions, wind in known
    )


def _state(captain: Captain) -> tuple[int, ...]:
    """All that decides, besides the cost so far, what a ship can do next."""
    board = captain.monsters, captain.perils, captain.currents, captain.fresh_perils
    return captain.cell, captain.story, captain.wind, captain.stopped, *board


def _moves_on(p: RollingPosition, captain: Captain, ways: list[int]) -> bool:
    """Whether the machine leaves this cell by itself, a single step or wind being all it has."""
    if captain.may_rest():
        return False
    codes: list[int] = []
    add_winds(p, captain, WIND_AFTER, codes)
    return len(ways) + len(codes) == 1
