"""Paying a cost: at once if there is one way, otherwise the player chooses.  SF-13.7 to SF-13.9"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.saltfjord.actions import PAY, PAY_PART
from quarterdeck.games.saltfjord.names import BARTER, FISH, KINDS, SMOKEHOUSE
from quarterdeck.games.saltfjord.paying import Way, divide_ways, does_more_than_sales
from quarterdeck.games.saltfjord.position import SaltfjordPosition, in_store
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.kernel.position import Step, span

MOST_WAYS: Final = PAY.end - PAY.base
MOST_PARTS: Final = PAY_PART.end - PAY_PART.base
NO_KIND: Final = -1
ALL: Final = -1


def pay(p: SaltfjordPosition, seat: int, cost: int, good: int = NO_KIND, to: int = NO_KIND) -> None:
    """Pay a cost that can be paid, before whatever is on the stack already.

    `good` and `to`: the cube that is being smoked for it, already taken away, and what it becomes.
    """
    if cost:
        p.push(Pay(seat, cost, good, to))


class Pay(Step[SaltfjordPosition]):
    """Which of the ways of paying; a lone one is taken without asking.  SF-13.8

    Ways are numbered among all there are. More ways than numbers are chosen from in parts, by what
    is left: first how many of the dearest kind to keep, and so on. `first` and `last` are those of
    the part chosen so far.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "cost", "good", "to", "first", "last")

    def __init__(
        self,
        seat: int,
        cost: int,
        good: int = NO_KIND,
        to: int = NO_KIND,
        first: int = 0,
        last: int = ALL,
    ) -> None:
        super().__init__(seat)
        self.cost = cost
        self.good = good
        self.to = to
        self.first = first
        self.last = last
        # Found once: nothing changes the goods while this is asked
        self._ways: list[Way] = []

    def ways(self, position: SaltfjordPosition) -> list[Way]:
        """The ways in the part chosen so far, at first all of them."""
        if not self._ways:
            found = position.payment(self.seat).find(self.cost)
            if len(found) > MOST_WAYS:
                found = [way for way in found if self._helps(position, way)]
            self._ways = found if self.last == ALL else found[self.first : self.last + 1]
        return self._ways

    def parts(self, position: SaltfjordPosition) -> list[list[Way]]:
        """The ways in parts that a further choice tells apart; none if each has a number."""
        ways = self.ways(position)
        return divide_ways(ways, MOST_PARTS) if len(ways) > MOST_WAYS else []

    def options(self, position: SaltfjordPosition) -> list[int]:
        parts = self.parts(position)
        if parts:
            return span(PAY_PART.base, PAY_PART.base + len(parts) - 1)
        return [
            PAY.base + number
            for number, way in enumerate(self.ways(position))
            if self._helps(position, way)
        ]

    def _helps(self, position: SaltfjordPosition, way: Way) -> bool:
        """Whether a way to pay for smoking does more than sell a cube and get it back.  SF-12.9"""
        if self.to == NO_KIND:
            return True
        held = position.store(self.seat)
        if self.good != FISH:
            held[self.good] += 1
        return does_more_than_sales(way, held, self.to, position.table.sells_for)

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        if PAY_PART.has(code):
            parts = self.parts(p)
            chosen = code - PAY_PART.base
            first = self.first + sum(len(part) for part in parts[:chosen])
            last = first + len(parts[chosen]) - 1
            p.push(Pay(self.seat, self.cost, self.good, self.to, first, last))
            return
        way = self.ways(p)[code - PAY.base]
        earlier = before(p, self.seat)
        for kind in range(KINDS):
            p.goods[in_store(self.seat, kind)] = way.goods[kind]
        if way.bartered:
            p.use(BARTER)
        if way.smoked:
            p.use(SMOKEHOUSE)
        tell_changes(p, self.seat, earlier)
