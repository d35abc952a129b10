"""When a cell has been played often enough: after so many games, or when its interval is narrow.

The interval is looked at after every batch. It belongs to a share of wins (Wilson, 95 %): of each
seat, and of each bot where different ones meet. The widest decides. Alone it belongs to the mean of
the points, and is measured as a part of that mean.

Looking often does no harm here: whether one stops depends on how wide the interval is, hardly on
where it lies, so that it still holds the truth about 95 times in 100. It would not if one stopped
as soon as it leaves a certain share out (`bots/sequential.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf, sqrt
from statistics import fmean, stdev

from quarterdeck.bots.arena import Z, wilson
from quarterdeck.lab.results import Cell, Ending

# A whole number of rotations with any number of players.
BATCH = 120
MOST = 10_000


@dataclass(frozen=True)
class Goal:
    """How long a cell is played: `games` at least, and then until half of its interval is below
    `until`, but not beyond `most` games."""

    games: int = 0
    until: float | None = None
    most: int = MOST

    def merge(self, other: Goal) -> Goal:
        """What satisfies both."""
        open_ended = [each for each in (self, other) if each.until is not None]
        widths = [each.until for each in open_ended if each.until is not None]
        return Goal(
            max(self.games, other.games),
            min(widths, default=None),
            max((each.most for each in open_ended), default=MOST),
        )

    @property
    def first_look(self) -> int:
        """After how many games one looks first whether that is enough."""
        return self.games or min(BATCH, self.most)

    def next_look(self, played: int) -> int:
        return min(played + BATCH, self.most)

    def is_reached(self, cell: Cell, endings: Sequence[Ending]) -> bool:
        """Whether these games, the first ones of a cell, are enough."""
        if self.until is None or len(endings) >= self.most:
            return len(endings) >= self.games
        return len(endings) >= self.games and half_width(cell, endings) <= self.until

    def estimate(self, cell: Cell) -> int:
        """About how many games it will take, before anything is known."""
        if self.until is None:
            return self.games
        share = 1 / cell.seats
        # Alone, points differ from their mean by a fifth or so
        variance = 0.04 if cell.seats == 1 else share * (1 - share)
        needed = variance * (Z / self.until) ** 2
        batches = ceil(max(needed, self.first_look) / BATCH)
        return min(max(self.games, batches * BATCH), max(self.games, self.most))


def bot_on(cell: Cell, seat: int, number: int) -> str:
    """Who sits where: bots move on one seat per game."""
    return cell.bots[(seat - number) % cell.seats] if len(cell.bots) > 1 else cell.bots[0]


def half_width(cell: Cell, endings: Sequence[Ending]) -> float:
    """Half of the widest interval of a cell."""
    if cell.seats == 1:
        return _relative_error([ending.scores[0] for ending in endings])
    shares = [[ending.shares[seat] for ending in endings] for seat in range(cell.seats)]
    if len(set(cell.bots)) > 1:
        shares += _by_bot(cell, endings).values()
    return max(_half_of_wilson(each) for each in shares)


def _by_bot(cell: Cell, endings: Sequence[Ending]) -> Mapping[str, list[float]]:
    shares: dict[str, list[float]] = defaultdict(list)
    for number, ending in enumerate(endings):
        for seat in range(cell.seats):
            shares[bot_on(cell, seat, number)].append(ending.shares[seat])
    return shares


def _half_of_wilson(shares: Sequence[float]) -> float:
    low, high = wilson(sum(shares), len(shares))
    return (high - low) / 2


def _relative_error(points: Sequence[int]) -> float:
    mean = abs(fmean(points))
    if len(points) < 2 or not mean:
        return inf
    return Z * stdev(points) / sqrt(len(points)) / mean
