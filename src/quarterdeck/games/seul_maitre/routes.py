"""The ways of a vessel to far places, for a player who points at one of them."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from quarterdeck.games.seul_maitre.actions import DECLINE, ENTER_LAIR, ENTER_PORT, TO_SITE
from quarterdeck.games.seul_maitre.chart import CELL_OF
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.engagement import engagements
from quarterdeck.games.seul_maitre.steps.voyage import (
    add_steps,
    cost_of,
    enters_storm,
    target_of,
)

ENDS: Final = (ENTER_PORT.base, ENTER_LAIR.base, TO_SITE.base)


class Route:
    """A way to a place: the choices, the places passed, what it costs and how it ends."""

    def __init__(self, cost: int, codes: tuple[int, ...], passed: tuple[int, ...]) -> None:
        self.cost = cost
        self.codes = codes
        self.passed = passed

    def __lt__(self, other: Route) -> bool:
        return (self.cost, len(self.codes), self.codes) < (
            other.cost,
            len(other.codes),
            other.codes,
        )


def find_routes(
    p: MasterPosition, vessel: int, points: int, entered: int
) -> tuple[dict[int, Route], dict[int, Route]]:
    """The cheapest way to every place within reach, and to every cell into whose storm it leads.

    Ways end at a fight or in a storm. A fight that may be declined is declined on the way.
    """
    world = p.clone()
    start = p.place[vessel]
    best: dict[int, Route] = {}
    storms: dict[int, Route] = {}
    waiting = [Route(0, (), ())]
    while waiting:
        route = heappop(waiting)
        place = route.passed[-1] if route.passed else start
        if route.codes:
            if place in best:
                continue
            best[place] = route
            if route.codes[-1] in ENDS:
                continue
        world.place[vessel] = place
        codes = route.codes
        if codes:
            met = engagements(world, vessel)
            if met and DECLINE.base not in met:
                continue
            if met:
                codes = (*codes, DECLINE.base)
        steps: list[int] = []
        add_steps(world, vessel, points - route.cost, entered, steps)
        for code in steps:
            cost = route.cost + cost_of(world, vessel, code)
            target = target_of(world, vessel, code)
            onward = Route(cost, (*codes, code), (*route.passed, target))
            if enters_storm(code):
                cell = CELL_OF[target]
                if cell not in storms or onward < storms[cell]:
                    storms[cell] = onward
            elif target not in best and target != start:
                heappush(waiting, onward)
    return best, storms
