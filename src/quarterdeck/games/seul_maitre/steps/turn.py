"""The action phase: whose turn it is, and the choice of an action.  SM-7"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.actions import DO
from quarterdeck.games.seul_maitre.names import (
    ACADEMY,
    BANK,
    DISCOVERY,
    DISTRESS,
    END_TURN,
    JETTISON,
    MARKET,
    NAVIGATION,
    PIRACY,
    RECOVERY,
    REINFORCEMENT,
    SHIPYARD,
)
from quarterdeck.games.seul_maitre.obstacles import explain
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.exploring import explore
from quarterdeck.games.seul_maitre.steps.learning import Train
from quarterdeck.games.seul_maitre.steps.openings import LIMITED, action_obstacle
from quarterdeck.games.seul_maitre.steps.refit import go_to_shipyard
from quarterdeck.games.seul_maitre.steps.rescue import DistressPort, JettisonCargo
from quarterdeck.games.seul_maitre.steps.sailing import ChoosePirate, set_sail
from quarterdeck.games.seul_maitre.steps.trade import go_to_market
from quarterdeck.games.seul_maitre.words import action_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Phase, Step


class ActionPhase(Phase[MasterPosition]):
    """SM-7.2, SM-7.3"""

    def run(self, position: MasterPosition) -> None:
        p = position
        p.ended = 0
        p.mover = p.seats - 1 if p.table.alternates else 0
        p.push(NEXT_ACTION)


def may_act(p: MasterPosition, seat: int) -> bool:
    return p.tokens[seat] > 0 and not p.ended >> seat & 1


class NextAction(Phase[MasterPosition]):
    """Who acts next: the same player until he has done, or the next in rotation.  SM-7.2, 7.3"""

    def run(self, position: MasterPosition) -> None:
        p = position
        seats = p.seats
        if p.table.alternates:
            for ahead in range(1, seats + 1):
                turn = (p.mover + ahead) % seats
                if may_act(p, p.order[turn]):
                    p.mover = turn
                    p.push(self)
                    p.push(Action(p.order[turn]))
                    return
            return
        while p.mover < seats:
            seat = p.order[p.mover]
            if may_act(p, seat):
                p.push(self)
                p.push(Action(seat))
                return
            p.mover += 1
        p.mover = seats - 1


NEXT_ACTION: Final = NextAction()


class Action(Step[MasterPosition]):
    """One action for one token, or the end of the turn.  SM-7.4 to SM-7.7"""

    def options(self, position: MasterPosition) -> list[int]:
        codes: list[int] = []
        for action in range(END_TURN + 1):
            if action_obstacle(position, self.seat, action) is None:
                codes.append(DO.at(action))
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        seat = self.seat
        action = DO.value(code)
        if action == END_TURN:
            p.ended |= 1 << seat
            if p.log is not None:
                p.say(Message("sm.log.ends", seat=seat))
            return
        if p.log is not None:
            p.say(_tell(p, seat, action))
        p.spend_token(seat)
        if LIMITED >> action & 1:
            p.used[seat] |= 1 << action
        perform(p, seat, action)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not DO.has(code):
            return NOT_OFFERED
        return explain(action_obstacle(position, self.seat, DO.value(code)))


def _tell(p: MasterPosition, seat: int, action: int) -> Message:
    """An action for the log: in full if nothing more is told of it."""
    if action == BANK:
        return Message("sm.log.bank", seat=seat, count=p.table.box.bank_gain)
    if action == RECOVERY:
        return Message("sm.log.recovery", seat=seat)
    if action == REINFORCEMENT:
        return Message("sm.log.reinforcement", seat=seat)
    return Message("sm.log.action", seat=seat, action=action_name(action))


def perform(p: MasterPosition, seat: int, action: int) -> None:
    """An action that is paid for begins."""
    if action == NAVIGATION:
        set_sail(p, seat)
    elif action == SHIPYARD:
        go_to_shipyard(p, seat)
    elif action == ACADEMY:
        p.push(Train(seat))
    elif action == DISCOVERY:
        explore(p, seat)
    elif action == PIRACY:
        p.push(ChoosePirate(seat))
    elif action == MARKET:
        go_to_market(p, seat)
    elif action == BANK:
        # SM-19.1; outside the turn: SM-6.3 and SM-12.13 only (SM-19.2)
        p.money[seat] += p.table.box.bank_gain
    elif action == RECOVERY:
        p.recover(seat)
    elif action == DISTRESS:
        p.push(DistressPort(seat))
    elif action == JETTISON:
        p.push(JettisonCargo(seat))
    else:
        # SM-21.1
        p.reinforced |= 1 << seat
