"""Choices a player makes with one gesture: a far place sailed to, a tile laid and turned."""

from __future__ import annotations

from heapq import heappop, heappush

from quarterdeck.games.seul_maitre.actions import (
    CELL,
    DECLINE,
    ENTER_LAIR,
    ENTER_PORT,
    ROTATE,
    SPACE,
    TO_SITE,
)
from quarterdeck.games.seul_maitre.chart import CELL_OF
from quarterdeck.games.seul_maitre.faces.sailing import find_danger
from quarterdeck.games.seul_maitre.names import CELL_NAMES, FIRST_PIRATE
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.building import (
    BuildCell,
    BuildRotation,
    PortCorner,
    PortRotation,
)
from quarterdeck.games.seul_maitre.steps.engagement import engagements
from quarterdeck.games.seul_maitre.steps.sailing import PirateSail, Sail, pirate_points
from quarterdeck.games.seul_maitre.steps.voyage import (
    add_steps,
    cost_of,
    enters_storm,
    storm_bits,
    target_of,
)
from quarterdeck.games.seul_maitre.steps.yard import yard_of
from quarterdeck.games.seul_maitre.words import (
    land_words,
    place_spot,
    place_words,
    sailors_words,
    tile_name,
)
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import Gesture

ENDS = (ENTER_PORT.base, ENTER_LAIR.base, TO_SITE.base)


def gestures(p: MasterPosition, seat: int) -> list[Gesture]:
    """What the present step and the ones it leads to offer as one gesture."""
    step = p.step_of(seat)
    if isinstance(step, Sail):
        return _voyages(p, seat, p.points(seat) + step.free, step.entered)
    if isinstance(step, PirateSail):
        points = max(0, pirate_points(p, step.vessel, step.used))
        return _voyages(p, step.vessel, points, step.entered)
    if isinstance(step, BuildCell):
        return _layings(p, step)
    if isinstance(step, BuildRotation):
        return [
            _laying(p, step.tile, step.cell, ROTATE.value(code), (SPACE.notation(code),))
            for code in p.legal(seat)
        ]
    if isinstance(step, PortCorner):
        return _ports(p, step)
    if isinstance(step, PortRotation):
        return [
            _laying(p, step.port + 1, step.cell, ROTATE.value(code), (SPACE.notation(code),))
            for code in p.legal(seat)
        ]
    return []


# Sailing


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


def _voyages(p: MasterPosition, vessel: int, points: int, entered: int) -> list[Gesture]:
    """The cheapest way to every place within reach; ways end at a fight or in a storm.

    A fight that may be declined is declined on the way.
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
    found = [_voyage(p, vessel, route) for _, route in sorted(best.items())]
    return found + [_storm(p, vessel, cell, route) for cell, route in sorted(storms.items())]


def _voyage(p: MasterPosition, vessel: int, route: Route) -> Gesture:
    place = route.passed[-1]
    danger, met = find_danger(p, vessel, place)
    kind = f".{danger}" if danger else ""
    sailors = sailors_words(_sailors(p, vessel, route.cost))
    label = Message(
        f"sm.gesture.sail{kind}",
        place=place_words(p.chart, place),
        count=route.cost,
        sailors=sailors,
        met=met,
    )
    return Gesture(
        choices=tuple(SPACE.notation(code) for code in route.codes),
        label=label,
        spot=place_spot(p.chart, place),
        covers=tuple(place_spot(p.chart, each) for each in route.passed),
        passes=True,
        badge=f"{route.cost}{'⚔' if danger == 'forced' else ''}",
    )


def _storm(p: MasterPosition, vessel: int, cell: int, route: Route) -> Gesture:
    name = CELL_NAMES[cell]
    sailors = sailors_words(_sailors(p, vessel, route.cost))
    dice = Message("sm.red_dice", count=storm_bits(p, cell).bit_count())
    return Gesture(
        choices=tuple(SPACE.notation(code) for code in route.codes),
        label=Message("sm.gesture.storm", cell=name, count=route.cost, sailors=sailors, dice=dice),
        spot=f"cell-{name}",
        covers=(*(place_spot(p.chart, each) for each in route.passed[:-1]), f"cell-{name}"),
        passes=True,
        badge=f"{route.cost}↯",
    )


def _sailors(p: MasterPosition, vessel: int, cost: int) -> int:
    """Sailors a way needs, after the points that need none.  SM-8.7 to SM-8.9"""
    if vessel >= FIRST_PIRATE:
        return 0
    step = p.step_of(vessel)
    free = step.free if isinstance(step, Sail) else 0
    return max(0, cost - free - (1 if p.has_orange(vessel) else 0))


# Laying tiles


def _layings(p: MasterPosition, step: BuildCell) -> list[Gesture]:
    by_cell: dict[int, list[int]] = {}
    for at in yard_of(p).placements(p.table.shape[step.tile]):
        by_cell.setdefault(at // 4, []).append(at % 4)
    return [
        _laying(p, step.tile, cell, quarters, _notations(cell, turns, quarters, len(by_cell)))
        for cell, turns in by_cell.items()
        for quarters in turns
    ]


def _ports(p: MasterPosition, step: PortCorner) -> list[Gesture]:
    yard = yard_of(p)
    corners = {cell: yard.port_turns(cell) for cell in yard.free_corners()}
    return [
        _laying(p, step.port + 1, cell, quarters, _notations(cell, turns, quarters, len(corners)))
        for cell, turns in corners.items()
        for quarters in sorted(turns)
    ]


def _notations(cell: int, turns: list[int], quarters: int, cells: int) -> tuple[str, ...]:
    """The choices for a cell and a turn; what has no alternative is not asked for."""
    said = [SPACE.notation(CELL.at(cell))] if cells > 1 else []
    if len(turns) > 1:
        said.append(SPACE.notation(ROTATE.at(quarters)))
    return tuple(said)


def _laying(
    p: MasterPosition, tile: int, cell: int, quarters: int, choices: tuple[str, ...]
) -> Gesture:
    name = CELL_NAMES[cell]
    return Gesture(
        choices=choices,
        label=Message(
            "sm.gesture.lay",
            tile=tile_name(p.table, tile),
            cell=name,
            land=land_words(p.table, tile, quarters),
        ),
        spot=f"cell-{name}",
        covers=(f"cell-{name}",),
        turn=quarters,
    )
