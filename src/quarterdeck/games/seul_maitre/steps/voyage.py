"""Which steps a vessel may take, and what they cost.  SM-3, SM-8, SM-9, SM-17.3 to SM-17.6"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.actions import (
    CAPE,
    ENTER_LAIR,
    ENTER_PORT,
    LEAVE_LAIR,
    LEAVE_PORT,
    MOVE,
    STOP,
    TO_SITE,
)
from quarterdeck.games.seul_maitre.chart import CELL_OF, LAIR, NEIGHBOURS, PORT, SITE, WAYS_IN
from quarterdeck.games.seul_maitre.names import (
    FIRST_PIRATE,
    INTO_STORM,
    NAVIGATOR,
    NO_CELL,
    PIRATE_COUNT,
    TOP_LEVEL,
    ZONES,
    branch_at,
)
from quarterdeck.games.seul_maitre.obstacles import (
    FIRST_A_STEP,
    IN_PORT_ALREADY,
    IN_THE_LAIR,
    LAIR_OCCUPIED,
    NO_PASSAGE,
    NO_STORM_THERE,
    NO_SUCH_ZONE,
    NOT_IN_FRONT,
    PIRATES_ENTER_NO_PORT,
    SHIPS_ENTER_NO_LAIR,
    STORM_ENTERED,
    STORM_OVER_IT,
    TOO_FEW_POINTS,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.kernel.obstacles import Obstacle

MOVES: Final = MOVE.base
CAPES: Final = CAPE.base


def rose(p: MasterPosition, vessel: int) -> list[list[int]]:
    """Movement points by wind and direction for this vessel.  SM-8.11, SM-17.4"""
    if vessel < FIRST_PIRATE and p.level[branch_at(vessel, NAVIGATOR)] >= TOP_LEVEL:
        return p.table.navigator_cost
    return p.table.cost


def cost_of(p: MasterPosition, vessel: int, code: int) -> int:
    """Movement points of a step.  SM-8.11 to SM-8.15, SM-17.4"""
    if MOVES <= code < MOVE.end:
        return rose(p, vessel)[p.wind][(code - MOVES) // WAYS_IN]
    if CAPES <= code < CAPE.end:
        return p.table.box.cape_cost
    if code == TO_SITE.base:
        return p.table.box.site_cost
    return p.table.box.harbour_cost


def storm_bits(p: MasterPosition, cell: int) -> int:
    """Which storms lie on a cell, as bits: a vessel enters each once per action.  SM-9.6"""
    return (1 if cell == p.storms[0] else 0) | (2 if cell == p.storms[1] else 0)


def crossing_obstacle(p: MasterPosition, beyond: int, into: int, entered: int) -> Obstacle | None:
    """Why a vessel may not pass into a cell so, as far as storms go.  SM-9.1, SM-9.6"""
    storms = storm_bits(p, beyond)
    if into == INTO_STORM:
        if not storms:
            return NO_STORM_THERE
        return STORM_ENTERED if storms & entered else None
    return STORM_OVER_IT if storms else None


def harbour_obstacle(p: MasterPosition, vessel: int, code: int) -> Obstacle | None:
    """Why a vessel may not step into or out of a port, lair or site, whatever it costs."""
    chart = p.chart
    place = p.place[vessel]
    cell = CELL_OF[place]
    ship = vessel < FIRST_PIRATE
    if code == LEAVE_PORT.base:
        return None if PORT <= place < LAIR else NOT_IN_FRONT
    if code == LEAVE_LAIR.base:
        return None if place >= LAIR else NOT_IN_FRONT
    if code == ENTER_LAIR.base and ship:
        return SHIPS_ENTER_NO_LAIR
    if code != ENTER_LAIR.base and not ship:
        return PIRATES_ENTER_NO_PORT
    # SM-8.15: a ship on the site already has no step onto it; SM-8.16: but one into a port
    if place >= PORT or chart.case[place] != chart.front[cell]:
        return NOT_IN_FRONT
    if code == ENTER_PORT.base:
        here = chart.port_at[cell] >= 0
    elif code == TO_SITE.base:
        here = chart.site_at[cell] >= 0 and place < SITE
    else:
        here = chart.lair_at[cell] >= 0
    if not here:
        return NOT_IN_FRONT
    if p.covered(cell):
        return STORM_OVER_IT  # SM-5.14
    if code == ENTER_LAIR.base:
        for pirate in range(PIRATE_COUNT):
            if p.place[FIRST_PIRATE + pirate] == LAIR + cell:
                return LAIR_OCCUPIED
    return None


def add_steps(p: MasterPosition, vessel: int, points: int, entered: int, codes: list[int]) -> None:
    """Append every step this vessel can afford with so many points, in order.  SM-3.11 to 3.14"""
    box = p.table.box
    place = p.place[vessel]
    if place >= PORT:
        if box.harbour_cost <= points:
            codes.append(LEAVE_PORT.base if place < LAIR else LEAVE_LAIR.base)
        return
    chart = p.chart
    zone = chart.case[place]
    cell = CELL_OF[place]
    costs = rose(p, vessel)[p.wind]
    beside = NEIGHBOURS[cell]
    storm_0 = p.storms[0]
    storm_1 = p.storms[1]
    for step in chart.steps[zone]:
        way = step // WAYS_IN
        if costs[way] > points:
            continue
        beyond = beside[way]
        if beyond == storm_0 or beyond == storm_1:  # noqa: SIM109 (no tuple in a hot path)
            code = MOVES + way * WAYS_IN + INTO_STORM
            if codes and codes[-1] == code:
                continue
            if crossing_obstacle(p, beyond, INTO_STORM, entered) is None:
                codes.append(code)
        else:
            codes.append(MOVES + step)
    if box.cape_cost <= points:
        first = cell * ZONES
        for other in range(chart.zones[cell]):
            if first + other != zone:
                codes.append(CAPES + other)
    if chart.front[cell] == zone:
        if vessel < FIRST_PIRATE:
            code = ENTER_PORT.base if chart.port_at[cell] >= 0 else TO_SITE.base
        else:
            code = ENTER_LAIR.base
        if harbour_obstacle(p, vessel, code) is None and cost_of(p, vessel, code) <= points:
            codes.append(code)


def step_obstacle(
    p: MasterPosition, vessel: int, code: int, points: int, entered: int
) -> Obstacle | None:
    """Why a step is not among those that `add_steps` finds."""
    place = p.place[vessel]
    cell = CELL_OF[place]
    found: Obstacle | None = None
    if MOVE.has(code) or CAPE.has(code):
        if place >= PORT:
            found = IN_PORT_ALREADY if place < LAIR else IN_THE_LAIR
        elif CAPE.has(code):
            zone = cell * ZONES + code - CAPES
            if code - CAPES >= p.chart.zones[cell] or zone == p.chart.case[place]:
                found = NO_SUCH_ZONE
        else:
            way = (code - MOVES) // WAYS_IN
            into = (code - MOVES) % WAYS_IN
            beyond = NEIGHBOURS[cell][way]
            if beyond == NO_CELL or not _passage(p, place, way, into):
                found = NO_PASSAGE
            else:
                found = crossing_obstacle(p, beyond, into, entered)
    elif code == STOP.base:
        found = FIRST_A_STEP
    else:
        found = harbour_obstacle(p, vessel, code)
    if found is None and cost_of(p, vessel, code) > points:
        found = TOO_FEW_POINTS
    return found


def _passage(p: MasterPosition, place: int, way: int, into: int) -> bool:
    """Whether any step leads this way: into a zone, or into the storm whatever the zone."""
    for step in p.chart.steps[p.chart.case[place]]:
        if step // WAYS_IN == way and (into == INTO_STORM or step % WAYS_IN == into):
            return True
    return False


def target_of(p: MasterPosition, vessel: int, code: int) -> int:
    """The place a step leads to; a step into a storm stands in the cell's first zone."""
    place = p.place[vessel]
    cell = CELL_OF[place]
    if MOVES <= code < MOVE.end:
        into = (code - MOVES) % WAYS_IN
        beyond = NEIGHBOURS[cell][(code - MOVES) // WAYS_IN]
        return beyond * ZONES + (0 if into == INTO_STORM else into)
    if CAPES <= code < CAPE.end:
        return cell * ZONES + code - CAPES
    if code == ENTER_PORT.base:
        return PORT + cell
    if code == ENTER_LAIR.base:
        return LAIR + cell
    if code == TO_SITE.base:
        return SITE + cell
    return p.chart.front[cell]


def enters_storm(code: int) -> bool:
    return MOVES <= code < MOVE.end and (code - MOVES) % WAYS_IN == INTO_STORM
