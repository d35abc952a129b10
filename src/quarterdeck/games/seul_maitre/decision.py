"""A decision of a captain, and the ways to make one that several kinds share."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.worth import TOKEN, Worth
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])

UNWISE: Final = -1000.0
# What a token promises over and above a Bank action
MORE_THAN_BANK: Final = TOKEN - 0.4


class Decision(Generic[S]):
    """A step that asks a seat, with the choices open to it."""

    def __init__(self, p: MasterPosition, seat: int, step: S, codes: list[int]) -> None:
        self.p = p
        self.seat = seat
        self.step = step
        self.codes = codes

    def worth(self) -> Worth:
        return Worth(self.p, self.seat)

    def after(self, code: int) -> MasterPosition:
        """Where a choice leads at once."""
        p = self.p.clone()
        self.step.take(p, code)
        return p

    def values(self, found: dict[int, float]) -> list[float]:
        """What was found for each choice; a choice nothing was found for is unwise."""
        return [found.get(code, UNWISE) for code in self.codes]

    def prefer(self, wanted: int) -> list[float]:
        return [1.0 if code == wanted else 0.0 for code in self.codes]

    def by_order(self, order: list[int]) -> list[float]:
        """What comes first in the order is best."""
        return self.values({code: -float(number) for number, code in enumerate(order)})


def by_worth(d: Decision[Any]) -> list[float]:
    """What each choice leads to at once; tokens spent on it count."""
    worth = d.worth()
    worlds = [d.after(code) for code in d.codes]
    return [worth.total(p) + MORE_THAN_BANK * p.tokens[d.seat] for p in worlds]
