"""What chance was asked, and what it has answered already.

An outcome once dealt stays dealt: when play goes back and chance is asked the same again, it gives
the same answer. "The same" means the same outcomes with the same odds for the same eyes. How chance
came to be asked does not matter; otherwise one could roll again by choosing something else that
changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from math import gcd

from quarterdeck.kernel.position import Position
from quarterdeck.record.record import Entry


def odds_of(position: Position) -> str:
    """A short mark of what chance is asked now; nobody at the table may see it."""
    weighted = position.outcomes()
    unit = gcd(*[weight for _, weight in weighted])
    question = (position.audience(), [(code, weight // unit) for code, weight in weighted])
    return blake2b(repr(question).encode(), digest_size=8).hexdigest()


class KeptOutcomes:
    """Outcomes that were taken back, by what chance was asked, in the order they were dealt."""

    def __init__(self) -> None:
        self._kept: dict[str, list[str]] = {}

    def keep(self, taken_back: Iterable[Entry]) -> None:
        """These entries were taken back together, here in their order."""
        found: dict[str, list[str]] = {}
        for entry in taken_back:
            if entry.is_chance and entry.odds:
                found.setdefault(entry.odds, []).append(entry.notation)
        for odds, notations in found.items():
            # They were dealt before whatever is still kept.
            self._kept[odds] = notations + self._kept.get(odds, [])

    def next(self, odds: str) -> str | None:
        """The answer that was given to this already, if any."""
        kept = self._kept.get(odds)
        return kept[0] if kept else None

    def use(self, odds: str) -> None:
        """Chance was asked this, and has answered."""
        kept = self._kept.get(odds)
        if kept:
            del kept[0]

    def copy(self) -> KeptOutcomes:
        twin = KeptOutcomes()
        twin._kept = {odds: notations[:] for odds, notations in self._kept.items()}
        return twin
