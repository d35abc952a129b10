"""Who may, and who must, be engaged after a step.  SM-10"""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import DECLINE, ENGAGE
from quarterdeck.games.seul_maitre.chart import CELL_OF, PORT, SEA_PLACES
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE, MERCHANT, PIRATE_COUNT
from quarterdeck.games.seul_maitre.obstacles import (
    FORCED_FIRST,
    HAS_FOUGHT,
    MUST_ENGAGE,
    NOT_MET,
    SAME_SIDE,
    STORM_OVER_IT,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.kernel.obstacles import Obstacle


def pair_obstacle(p: MasterPosition, mover: int, other: int) -> Obstacle | None:
    """Why these two never fight each other now.  SM-10.2, SM-10.3, SM-13.2"""
    if (p.fought >> mover | p.fought >> other) & 1:
        return HAS_FOUGHT
    if mover == other or (mover >= FIRST_PIRATE and other >= FIRST_PIRATE):
        return SAME_SIDE
    if p.player_of(mover) == p.player_of(other):
        return SAME_SIDE
    return STORM_OVER_IT if p.covered(CELL_OF[p.place[other]]) else None


def meets(p: MasterPosition, mover: int, other: int) -> bool:
    """Whether they are in the same case.  SM-3.9, SM-10.10"""
    case = p.chart.case
    return case[p.place[mover]] == case[p.place[other]]


def lies_behind(p: MasterPosition, mover: int, other: int) -> bool:
    """Whether the mover is in front of the port or lair the other lies in.  SM-10.6"""
    there = p.place[other]
    here = p.place[mover]
    return there >= PORT and here < SEA_PLACES and p.chart.front[CELL_OF[there]] == here


def blocks(p: MasterPosition, vessel: int) -> bool:
    """Corsairs and pirates must be engaged, Merchants may be.  SM-10.4, SM-10.5"""
    return vessel >= FIRST_PIRATE or p.kind[vessel] != MERCHANT


def engagements(p: MasterPosition, mover: int) -> list[int]:
    """The choices after entering a case; nothing if there is nobody to engage."""
    cell = CELL_OF[p.place[mover]]
    forced: list[int] = []
    free: list[int] = []
    for other in range(FIRST_PIRATE + PIRATE_COUNT):
        place = p.place[other]
        if other == mover or place < 0 or CELL_OF[place] != cell:
            continue
        if pair_obstacle(p, mover, other) is not None:
            continue
        if meets(p, mover, other):
            if blocks(p, other):
                forced.append(ENGAGE.at(other))
            else:
                free.append(ENGAGE.at(other))
        elif lies_behind(p, mover, other):
            free.append(ENGAGE.at(other))
    if forced:
        return forced
    if free:
        free.append(DECLINE.base)
    return free


def engagement_obstacle(p: MasterPosition, mover: int, code: int) -> Obstacle:
    """Why a choice is not among those that `engagements` finds."""
    if code == DECLINE.base:
        return MUST_ENGAGE
    other = ENGAGE.value(code)
    if p.place[other] < 0 or not (meets(p, mover, other) or lies_behind(p, mover, other)):
        return NOT_MET
    found = pair_obstacle(p, mover, other)
    return found or FORCED_FIRST
