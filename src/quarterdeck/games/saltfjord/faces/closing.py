"""The end of a turn."""

from __future__ import annotations

from quarterdeck.games.saltfjord.faces.free import ClosingFace
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.closing import TurnEnd
from quarterdeck.kernel.messages import Message


class TurnEndFace(ClosingFace[TurnEnd]):
    step = TurnEnd

    def prompt(self, p: SaltfjordPosition, step: TurnEnd) -> Message:
        return Message("sf.prompt.turn_end")
