"""The ways of a ship to far cells, for a player who points at one of them."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import NEIGHBOUR
from quarterdeck.games.rolling_seas.names import WAY_COUNT
from quarterdeck.games.rolling_seas.obstacles import (
    SAILING,
    WIND_AFTER,
    pay_step,
    step_obstacle,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.sailing import Sail, add_winds

STATES_TRIED: Final = 500


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


def find_routes(p: RollingPosition, step: Sail) -> list[Route]:
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
