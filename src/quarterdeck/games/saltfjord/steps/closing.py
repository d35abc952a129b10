"""The end of a turn.  SF-3.8, SF-12.9, SF-12.10"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import BARTER_CUBE, END_TURN
from quarterdeck.games.saltfjord.names import NOT_RETIRED
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.free import OpenStep, add_closings, close
from quarterdeck.kernel.position import Phase


class TurnEnd(OpenStep):
    """Free actions and the closing, then the turn is over.  SF-3.8, SF-12.9, SF-12.10

    `bartered`: only smoking is left.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "bartered")

    def __init__(self, seat: int, bartered: int) -> None:
        super().__init__(seat)
        self.bartered = bartered

    def options(self, position: SaltfjordPosition) -> list[int]:
        codes: list[int] = []
        if not self.bartered:
            self.add_free(position, codes)
        add_closings(position, self.seat, not self.bartered, codes)
        codes.append(END_TURN.base)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        if self.take_free(p, code):
            return
        if BARTER_CUBE.has(code):
            p.push(TurnEnd(self.seat, 1))
        else:
            p.push(TurnOver(self.seat))
        if code != END_TURN.base:
            close(p, self.seat, code)


class TurnOver(Phase[SaltfjordPosition]):
    """The next player who has not retired, or the end of the round.  SF-3.2, SF-6.10"""

    FIELDS: ClassVar[tuple[str, ...]] = ("last",)

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last

    def run(self, position: SaltfjordPosition) -> None:
        # The next turn may be anything a turn can be, so these two know each other
        from quarterdeck.games.saltfjord.steps.turn import MainAction, RoundEnd

        p = position
        p.used = 0
        for offset in range(1, p.seats + 1):
            seat = (self.last + offset) % p.seats
            if p.taverns[seat] == NOT_RETIRED:
                p.push(MainAction(seat))
                return
        p.push(RoundEnd())
