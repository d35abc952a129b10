"""Which actions a player may choose. The only place that decides it.  SM-7.5, SM-7.7"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.names import (
    ACADEMY,
    DISCOVERY,
    DISTRESS,
    JETTISON,
    MARKET,
    NAVIGATION,
    NAVIGATOR,
    PIRACY,
    PIRATE_COUNT,
    RECOVERY,
    REINFORCEMENT,
    SHIPYARD,
)
from quarterdeck.games.seul_maitre.obstacles import (
    LAST_ROUND,
    NO_LEVEL_TO_BUY,
    NO_PIRATE_FREE,
    NO_STEP_AFFORDABLE,
    NO_TRADE,
    NOT_IN_PORT,
    NOTHING_TO_BUY,
    NOTHING_TO_RECOVER,
    ONCE_PER_ROUND,
    STORM_BOUND,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.exploring import discovery_obstacle
from quarterdeck.games.seul_maitre.steps.learning import academy_helps
from quarterdeck.games.seul_maitre.steps.refit import shipyard_helps
from quarterdeck.games.seul_maitre.steps.rescue import distress_obstacle, jettison_obstacle
from quarterdeck.games.seul_maitre.steps.sailing import pirate_obstacle
from quarterdeck.games.seul_maitre.steps.trade import market_helps, port_of
from quarterdeck.games.seul_maitre.steps.voyage import add_steps
from quarterdeck.kernel.obstacles import Obstacle

# SM-7.5: once per player and round
LIMITED: Final = 1 << SHIPYARD | 1 << ACADEMY | 1 << DISCOVERY | 1 << PIRACY | 1 << REINFORCEMENT


def action_obstacle(p: MasterPosition, seat: int, action: int) -> Obstacle | None:
    """Why an action cannot be chosen now."""
    if p.used[seat] >> action & 1:
        return ONCE_PER_ROUND
    if action == NAVIGATION:
        return navigation_obstacle(p, seat)
    if action == SHIPYARD:
        if port_of(p, seat) < 0:
            return NOT_IN_PORT
        return None if shipyard_helps(p, seat) else NOTHING_TO_BUY
    if action == ACADEMY:
        return None if academy_helps(p, seat) else NO_LEVEL_TO_BUY
    if action == DISCOVERY:
        return discovery_obstacle(p, seat)
    if action == PIRACY:
        return piracy_obstacle(p)
    if action == MARKET:
        if port_of(p, seat) < 0:
            return NOT_IN_PORT
        return None if market_helps(p, seat) else NO_TRADE
    if action == RECOVERY:
        return None if p.recovery_helps(seat) else NOTHING_TO_RECOVER
    if action == REINFORCEMENT:
        return LAST_ROUND if p.round == p.table.rounds else None
    if action == DISTRESS:
        return distress_obstacle(p, seat)
    if action == JETTISON:
        return jettison_obstacle(p, seat)
    return None


def navigation_obstacle(p: MasterPosition, seat: int) -> Obstacle | None:
    """SM-5.7, SM-7.7"""
    if p.bound >> seat & 1:
        return STORM_BOUND
    points = p.points(seat) + (1 if p.leads(seat, NAVIGATOR) else 0)
    codes: list[int] = []
    add_steps(p, seat, points, 0, codes)
    return None if codes else NO_STEP_AFFORDABLE


def piracy_obstacle(p: MasterPosition) -> Obstacle | None:
    """SM-17.1, SM-17.2"""
    for pirate in range(PIRATE_COUNT):
        if pirate_obstacle(p, pirate) is None:
            return None
    return NO_PIRATE_FREE
