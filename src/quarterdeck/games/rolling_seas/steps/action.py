"""The action phase: one action each, with winds before and after it.  RS-9"""

from __future__ import annotations

from quarterdeck.games.rolling_seas.actions import END, EXPLORE, SAIL, STAY, VISIT, WIND
from quarterdeck.games.rolling_seas.chart import ADJACENT, cells_of
from quarterdeck.games.rolling_seas.obstacles import (
    MAY_NOT_REST,
    WIND_BEFORE,
    explorable,
    explore_obstacle,
    sail_obstacle,
    step_obstacle,
    visit_obstacle,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.exploring import explore
from quarterdeck.games.rolling_seas.steps.port import visit
from quarterdeck.games.rolling_seas.steps.sailing import (
    AfterAction,
    Sail,
    add_winds,
    explain_step,
    move,
)
from quarterdeck.games.rolling_seas.words import explain, way_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Step


class Action(Step[RollingPosition]):
    """Use a wind first, or choose the action: sail, explore, visit a port, stay.

    RS-9.1 to RS-9.5, RS-9.7, RS-9.8, RS-9.11, RS-9.12
    """

    def options(self, position: RollingPosition) -> list[int]:
        p = position
        captain = p.captains[self.seat]
        codes: list[int] = []
        add_winds(p, captain, WIND_BEFORE, codes)
        last = -1
        for wind in p.winds:
            if wind != last and sail_obstacle(p, captain, wind) is None:
                codes.append(SAIL.base + wind)
            last = wind
        if captain.may_rest():
            for cell in cells_of(explorable(captain)):
                codes.append(EXPLORE.base + cell)
            for port in cells_of(ADJACENT[captain.cell] & p.table.ports):
                if visit_obstacle(captain, port) is None:
                    codes.append(VISIT.base + port)
            codes.append(STAY.base)
        return codes

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        seat = self.seat
        if WIND.has(code):
            p.push(self)
            move(p, seat, WIND.value(code), WIND_BEFORE, 0, 0)
        elif SAIL.has(code):
            wind = SAIL.value(code)
            if p.log is not None:
                p.say(Message("rs.event.sails", seat=seat, wind=way_name(wind)))
            p.push(Sail(seat, wind, p.table.movement[p.captains[seat].ship], 1))
        elif EXPLORE.has(code):
            p.push(AfterAction(seat))
            explore(p, seat, EXPLORE.value(code))
        elif VISIT.has(code):
            p.push(AfterAction(seat))
            visit(p, seat, VISIT.value(code))
        elif p.log is not None:
            p.say(Message("rs.event.stays", seat=seat))

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        captain = position.captains[self.seat]
        if WIND.has(code):
            way = WIND.value(code)
            found = step_obstacle(position, captain, way, WIND_BEFORE, 0, 0)
            return explain_step(captain, found)
        if SAIL.has(code):
            return explain(sail_obstacle(position, captain, SAIL.value(code)))
        if EXPLORE.has(code):
            return explain(explore_obstacle(captain, EXPLORE.value(code)))
        if VISIT.has(code):
            return explain(visit_obstacle(captain, VISIT.value(code)))
        return MAY_NOT_REST.reason() if STAY.has(code) or END.has(code) else NOT_OFFERED
