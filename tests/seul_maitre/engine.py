"""The machine of the game before it has texts: whatever speaks to people is missing."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.seul_maitre.rules import SeulMaitre
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import Choice, ClosedChoice, Section


class Engine(SeulMaitre):
    """Rules that can be played but not described."""

    def describe(self, position: Position, seat: int, code: int) -> Choice:
        raise NotImplementedError

    def closed(self, position: Position, seat: int) -> list[ClosedChoice]:
        raise NotImplementedError

    def prompt(self, position: Position, seat: int) -> Message:
        raise NotImplementedError

    def see(self, position: Position, viewer: int | None) -> Any:
        raise NotImplementedError

    def text(self, view: Any, translator: Translator) -> list[Section]:
        raise NotImplementedError

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        raise NotImplementedError


RULES = Engine()
