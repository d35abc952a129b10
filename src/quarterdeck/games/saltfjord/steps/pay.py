"""Paying a cost: at once if there is one way, otherwise the player chooses.  SF-13.7 to SF-13.9"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import PAY
from quarterdeck.games.saltfjord.names import BARTER, KINDS, SMOKEHOUSE
from quarterdeck.games.saltfjord.paying import Way
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.kernel.position import Step, span


def pay(p: SaltfjordPosition, seat: int, cost: int) -> None:
    """Pay a cost that can be paid, before whatever is on the stack already."""
    if cost:
        p.push(Pay(seat, cost))


class Pay(Step[SaltfjordPosition]):
    """Which of the ways of paying; a lone one is taken without asking.  SF-13.8"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "cost")

    def __init__(self, seat: int, cost: int) -> None:
        super().__init__(seat)
        self.cost = cost

    def ways(self, position: SaltfjordPosition) -> list[Way]:
        return position.payment(self.seat).find(self.cost)[:99]

    def options(self, position: SaltfjordPosition) -> list[int]:
        return span(PAY.base, PAY.base + len(self.ways(position)) - 1)

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        way = self.ways(p)[code - PAY.base]
        earlier = before(p, self.seat)
        for kind in range(KINDS):
            p.goods[self.seat * KINDS + kind] = way.goods[kind]
        if way.bartered:
            p.use(BARTER)
        if way.smoked:
            p.use(SMOKEHOUSE)
        tell_changes(p, self.seat, earlier)
