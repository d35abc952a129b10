"""Which action a player takes with a token."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre import risks
from quarterdeck.games.seul_maitre.actions import DO
from quarterdeck.games.seul_maitre.names import ACTIONS, BANK, END_TURN, REINFORCEMENT
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.games.seul_maitre.words import action_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class ActionFace(Face[MasterPosition, Action]):
    step = Action

    def prompt(self, p: MasterPosition, step: Action) -> Message:
        return Message("sm.prompt.action", count=p.tokens[step.seat])

    def expected(self, p: MasterPosition, step: Action) -> Sequence[int]:
        return [DO.at(action) for action in range(END_TURN)]

    @describes(DO)
    def do(self, p: MasterPosition, step: Action, code: int) -> Description:
        action = DO.value(code)
        if action == BANK:
            said = Message("sm.choice.do.bank", count=p.table.box.bank_gain)
        elif action == REINFORCEMENT:
            said = Message("sm.choice.do.reinforcement", count=p.table.box.extra_tokens)
        elif action == END_TURN:
            said = Message("sm.choice.do.end", count=p.tokens[step.seat])
        else:
            said = Message("sm.choice.do", action=action_name(action))
        spot = f"action-{ACTIONS[action]}"
        risk = risks.of_ending(p, step.seat) if action == END_TURN else None
        return Description(said, (spot,), risk=risk, things=(spot,))
