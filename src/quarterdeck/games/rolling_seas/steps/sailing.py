"""Steps of a ship: under a wind of the dice, or by a wind in the sails.  RS-9.3, RS-10, RS-11"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.rolling_seas.actions import END, REWARD, STEP, WIND
from quarterdeck.games.rolling_seas.captain import REWARDED, Captain
from quarterdeck.games.rolling_seas.chart import NEIGHBOUR
from quarterdeck.games.rolling_seas.names import FACES
from quarterdeck.games.rolling_seas.obstacles import (
    MAY_NOT_END,
    MONSTER_UNPAID,
    PIRATES_UNPAID,
    SAILING,
    TOO_DEAR,
    WIND_AFTER,
    open_ways,
    pay_step,
    step_obstacle,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.telling import before, tell_changes
from quarterdeck.games.rolling_seas.words import cell_name, explain, way_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, Step, span


def move(p: RollingPosition, seat: int, way: int, manner: int, wind: int, points: int) -> None:
    """Make a step that is open. While sailing, push what follows below what it meets."""
    captain = p.captains[seat]
    earlier = before(p, seat)
    target = NEIGHBOUR[captain.cell][way]
    cost = p.table.step_cost[wind][way] if manner == SAILING else 0
    left = pay_step(captain, manner, cost, points)
    arrival = captain.sail_into(target)
    if manner == SAILING and not captain.stopped:
        p.push(Sail(seat, wind, left, 0))
    if earlier is not None:
        kind = "step" if manner == SAILING else "wind_step"
        where = cell_name(target)
        p.say(Message(f"rs.event.{kind}", seat=seat, way=way_name(way), cell=where))
        if captain.cell != target:
            p.say(Message("rs.event.carried", seat=seat, cell=cell_name(captain.cell)))
        if captain.stopped:
            fate = "beaten" if arrival == REWARDED else "paid"
            p.say(Message(f"rs.event.pirates_{fate}", seat=seat))
        tell_changes(p, seat, earlier)
    if arrival == REWARDED and captain.cannons:
        p.push(PirateReward(seat))


def add_winds(p: RollingPosition, captain: Captain, manner: int, codes: list[int]) -> None:
    """The steps a held wind allows.  RS-9.3, RS-9.5"""
    if captain.wind and not captain.stopped:
        for way in open_ways(p, captain, manner, 0, 0):
            codes.append(WIND.base + way)


def explain_step(
    captain: Captain, obstacle: Obstacle | None, cost: int = 0, points: int = 0
) -> Reason:
    """Why a ship may not step somewhere, with the figures a player would ask for."""
    if obstacle is TOO_DEAR:
        return explain(obstacle, count=cost, points=points, provisions=captain.provisions)
    if obstacle is MONSTER_UNPAID:
        return explain(obstacle, count=captain.table.monster_provisions)
    if obstacle is PIRATES_UNPAID:
        return explain(obstacle, count=captain.table.pirate_provisions)
    return explain(obstacle)


class Sail(Step[RollingPosition]):
    """The next step of a navigation, or its end.  RS-10.1 to RS-10.10, RS-9.6, RS-9.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "wind", "points", "first")

    def __init__(self, seat: int, wind: int, points: int, first: int) -> None:
        super().__init__(seat)
        self.wind = wind
        self.points = points
        self.first = first

    def options(self, position: RollingPosition) -> list[int]:
        p = position
        captain = p.captains[self.seat]
        ways = open_ways(p, captain, SAILING, self.wind, self.points)
        codes = [STEP.base + way for way in ways]
        if not self.first:
            add_winds(p, captain, WIND_AFTER, codes)
            if captain.may_rest():
                codes.append(END.base)
        return codes

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        if STEP.has(code):
            move(p, self.seat, STEP.value(code), SAILING, self.wind, self.points)
        elif WIND.has(code):
            p.push(AfterAction(self.seat))
            move(p, self.seat, WIND.value(code), WIND_AFTER, 0, 0)

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        p = position
        captain = p.captains[self.seat]
        if STEP.has(code):
            way = STEP.value(code)
            found = step_obstacle(p, captain, way, SAILING, self.wind, self.points)
            cost = p.table.step_cost[self.wind][way]
            return explain_step(captain, found, cost, self.points)
        if WIND.has(code) and not self.first:
            found = step_obstacle(p, captain, WIND.value(code), WIND_AFTER, 0, 0)
            return explain_step(captain, found)
        if END.has(code) and not self.first:
            return MAY_NOT_END.reason()
        return NOT_OFFERED


class AfterAction(Step[RollingPosition]):
    """Winds after the action, and the end of the turn.  RS-9.3, RS-9.4, RS-9.9, RS-9.11"""

    def options(self, position: RollingPosition) -> list[int]:
        captain = position.captains[self.seat]
        codes: list[int] = []
        add_winds(position, captain, WIND_AFTER, codes)
        if captain.may_rest():
            codes.append(END.base)
        return codes

    def take(self, position: RollingPosition, code: int) -> None:
        if WIND.has(code):
            position.push(self)
            move(position, self.seat, WIND.value(code), WIND_AFTER, 0, 0)

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        captain = position.captains[self.seat]
        if WIND.has(code):
            found = step_obstacle(position, captain, WIND.value(code), WIND_AFTER, 0, 0)
            return explain_step(captain, found)
        return MAY_NOT_END.reason() if END.has(code) else NOT_OFFERED


class PirateReward(Step[RollingPosition]):
    """A reward of the exploration book for beating pirates.  RS-11.19, RS-11.22"""

    def options(self, position: RollingPosition) -> list[int]:
        most = min(position.captains[self.seat].cannons, len(FACES))
        return span(REWARD.base, REWARD.base + most - 1)

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        box = p.table.box
        captain = p.captains[self.seat]
        earlier = before(p, self.seat)
        face = REWARD.value(code) - 1
        captain.gain(box.face_story[face], box.face_gold[face], box.face_provisions[face])
        captain.trim()
        if p.log is not None:
            p.say(Message("rs.event.reward", seat=self.seat, face=face + 1))
        tell_changes(p, self.seat, earlier)
