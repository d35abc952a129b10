"""The machine of the game before it has texts: it can be played and looked at, not described."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.seul_maitre.actions import DO
from quarterdeck.games.seul_maitre.names import (
    ACADEMY,
    DISCOVERY,
    END_TURN,
    FAMILY_COUNT,
    MARKET,
    RARITIES,
    SHIPYARD,
    TOKEN_KINDS,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.rules import SeulMaitre
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import Choice, ClosedChoice, Section

EAGER = {DO.at(SHIPYARD), DO.at(ACADEMY), DO.at(DISCOVERY), DO.at(MARKET)}


class Engine(SeulMaitre):
    """What tests of the machine need of the faces; the rest is missing."""

    def describe(self, position: Position, seat: int, code: int) -> Choice:
        raise NotImplementedError

    def closed(self, position: Position, seat: int) -> list[ClosedChoice]:
        return []

    def prompt(self, position: Position, seat: int) -> Message:
        return Message(type(position.step_of(seat)).__name__)

    def see(self, position: Position, viewer: int | None) -> dict[str, Any]:
        """Everything but the families of others' tokens, and so of those in the piles."""
        assert isinstance(position, MasterPosition)
        data = position.dump()
        if position.finished:
            return data
        data.pop("unseen")
        for seat in range(position.seats):
            if seat != viewer:
                first = seat * TOKEN_KINDS
                for rarity in range(len(RARITIES)):
                    at = first + rarity * FAMILY_COUNT
                    total = sum(data["carried"][at : at + FAMILY_COUNT])
                    data["carried"][at : at + FAMILY_COUNT] = [total] + [0] * (FAMILY_COUNT - 1)
        return data

    def text(self, view: Any, translator: Translator) -> list[Section]:
        raise NotImplementedError

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        """Eager rather than wise: whoever acts goes further than chance would."""
        return [(code in EAGER) - (code == DO.at(END_TURN)) for code in codes]


RULES = Engine()
