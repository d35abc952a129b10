"""What a player may order beforehand.  SF-3.8, SF-6.8, SF-14.5, SF-14.6"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.saltfjord.actions import (
    AGAIN,
    BARTER_CUBE,
    DEGRADE,
    END_TURN,
    GO_ON,
    NO,
    REPEAT,
    SELL,
    SMOKE,
    WORKER,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.activation import ForemanOffer
from quarterdeck.games.saltfjord.steps.closing import TurnEnd
from quarterdeck.games.saltfjord.steps.fishing import DoryOffer
from quarterdeck.games.saltfjord.steps.sweep import NextBuilding
from quarterdeck.games.saltfjord.steps.turn import QuayWindow
from quarterdeck.kernel.options import Option
from quarterdeck.kernel.orders import Given, StandingOrder

ASK, LEAVE = "ask", "leave"
YES, DECLINE = "yes", "no"


def is_exchange(code: int) -> bool:
    """Whether a choice exchanges cubes: by hand, by Barter or by Smokehouse."""
    return SELL.base <= code < DEGRADE.end or BARTER_CUBE.has(code) or SMOKE.has(code)


class EndTurn(StandingOrder[SaltfjordPosition]):
    """End the turn as soon as only workers and exchanges are left to do."""

    id = "end_turn"
    steps = (TurnEnd, NextBuilding)
    parameters: ClassVar[tuple[Option, ...]] = (
        Option("workers", (ASK, LEAVE), ASK),
        Option("exchanges", (LEAVE, ASK), LEAVE),
    )

    def choose(self, position: SaltfjordPosition, seat: int, given: Given) -> int | None:
        legal = position.legal(seat)
        left = [code for code in legal if code != END_TURN.base]
        if len(left) == len(legal):
            return None
        if given.values["workers"] == LEAVE:
            left = [code for code in left if not WORKER.has(code)]
        if given.values["exchanges"] == LEAVE:
            left = [code for code in left if not is_exchange(code)]
        return None if left else END_TURN.base


class PassQuays(StandingOrder[SaltfjordPosition]):
    """Let the quays pay without using workers in between."""

    id = "quays"
    steps = (QuayWindow,)

    def choose(self, position: SaltfjordPosition, seat: int, given: Given) -> int | None:
        return GO_ON.base


class AnswerDory(StandingOrder[SaltfjordPosition]):
    """Whether Dory goes fishing once more."""

    id = "dory"
    steps = (DoryOffer,)
    parameters: ClassVar[tuple[Option, ...]] = (Option("again", (YES, DECLINE), YES),)

    def choose(self, position: SaltfjordPosition, seat: int, given: Given) -> int | None:
        return AGAIN.base if given.values["again"] == YES else NO.base


class AnswerForeman(StandingOrder[SaltfjordPosition]):
    """Whether Foreman uses the worker's building once more."""

    id = "foreman"
    steps = (ForemanOffer,)
    parameters: ClassVar[tuple[Option, ...]] = (Option("repeat", (YES, DECLINE), YES),)

    def choose(self, position: SaltfjordPosition, seat: int, given: Given) -> int | None:
        return REPEAT.base if given.values["repeat"] == YES else NO.base


ORDERS: Final = (EndTurn(), PassQuays(), AnswerDory(), AnswerForeman())
