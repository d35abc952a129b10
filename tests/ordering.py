"""What a standing order would do, for the tests of the games."""

from __future__ import annotations

from quarterdeck.kernel.orders import Given
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules


class Ordered:
    """An order that a seat gives now."""

    def __init__(
        self, rules: AnyRules, position: Position, seat: int, order: str, **values: str
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.order = rules.find_order(order)
        noted = self.order.note(position.visible_to(seat), seat)
        self.given = Given(self.order.check(values), noted)

    def answer(self, position: Position) -> str | None:
        """What it chooses, in notation; None if it leaves the question to its player."""
        seen = position.visible_to(self.seat)
        if not self.order.covers(seen, self.seat):
            return None
        code = self.order.choose(seen, self.seat, self.given)
        return None if code is None else self.rules.space.notation(code)

    def end(self, position: Position) -> str | None:
        """What has ended it."""
        return self.order.find_end(position.visible_to(self.seat), self.seat, self.given)
