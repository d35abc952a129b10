"""Estimates from games: intervals, differences, effect sizes, and corrections for many comparisons.

Every interval is a 95 % interval. Shares of wins are numbers from 0 to 1, in part where a win is
shared, so what is made for yes and no is widened here to such shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, hypot, sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.bots.arena import Z

Numbers: TypeAlias = npt.NDArray[np.float64]

# A difference is told if a chance as small as this, after the correction, stands against it.
SURE = 0.05


@dataclass(frozen=True)
class Estimate:
    """What was found in so many games, and where it may really lie."""

    value: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Difference:
    """How much more there was in one set of games than in another.

    `effect` is Cohen's d for means; differences of shares have none, they speak for themselves.
    `p` is the chance of a difference like this if there were none.
    """

    value: float
    low: float
    high: float
    p: float
    games: int
    paired: bool
    effect: float | None = None


def estimate_share(parts: Numbers) -> Estimate:
    """A share of wins: Wilson's interval, by the spread that shared wins leave.

    Where no win is shared this is exactly Wilson's interval.
    """
    number = len(parts)
    share = float(parts.mean())
    size = number / _spread_ratio(parts)
    middle = (share + Z * Z / (2 * size)) / (1 + Z * Z / size)
    half = Z * sqrt(share * (1 - share) / size + Z * Z / (4 * size * size)) / (1 + Z * Z / size)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half), number)


def find_chance(parts: Numbers, even: float) -> float:
    """The chance of a share as far from an even one, were it even; it agrees with the interval."""
    error = sqrt(_spread_ratio(parts) * even * (1 - even) / len(parts))
    return two_sided((float(parts.mean()) - even) / error) if error else 1.0


def _spread_ratio(parts: Numbers) -> float:
    """The variance of shares in parts of what it would be if every win were whole.

    One more game of full variance is counted, so that a few ties are not taken for certainty.
    """
    share = float(parts.mean())
    full = share * (1 - share)
    if full <= 0:
        return 1.0
    return float((((parts - share) ** 2).sum() / full + 1) / (len(parts) + 1))


def estimate_mean(values: Numbers) -> Estimate:
    """A mean, by the normal distribution."""
    mean = float(values.mean())
    half = Z * _error(values)
    return Estimate(mean, mean - half, mean + half, len(values))


def two_sided(score: float) -> float:
    """The chance that a normal number is at least so far from 0."""
    return erfc(abs(score) / sqrt(2))


def compare_means(before: Numbers, after: Numbers, paired: bool) -> Difference:
    """How much larger numbers are after a change; pairs are games of the same deal."""
    value = float(after.mean() - before.mean())
    if paired:
        error, games = _error(after - before), len(before)
    else:
        error = sqrt(_error(before) ** 2 + _error(after) ** 2)
        games = min(len(before), len(after))
    spread = sqrt((_variance(before) + _variance(after)) / 2)
    effect = value / spread if spread else None
    if not error:
        return Difference(value, value, value, float(not value), games, paired, effect)
    half = Z * error
    p = two_sided(value / error)
    if paired:
        p = max(p, _doubt(after - before))
    return Difference(value, value - half, value + half, p, games, paired, effect)


def compare_shares(before: Numbers, after: Numbers, paired: bool) -> Difference:
    """How much larger a share is after a change: Agresti and Min for pairs, Agresti and Caffo
    without. Both add a few games on either side, so that nothing is certain for want of games."""
    value = float(after.mean() - before.mean())
    if paired:
        games = len(before)
        changes = after - before
        middle = float(changes.sum()) / (games + 2)
        variance = (float((changes**2).sum()) + 1) / (games + 2) - middle**2
        error = sqrt(variance / (games + 2))
    else:
        games = min(len(before), len(after))
        (first, first_error), (second, second_error) = map(_share_of_more, (before, after))
        middle, error = second - first, sqrt(first_error**2 + second_error**2)
    low, high = max(-1.0, middle - Z * error), min(1.0, middle + Z * error)
    p = two_sided(middle / error)
    if paired:
        p = max(p, _doubt(after - before))
    return Difference(value, min(low, value), max(high, value), p, games, paired)


def _doubt(changes: Numbers) -> float:
    """What doubt is left if all pairs that differ do so in the same direction: by the sign test.
    Where few differ, the normal distribution is too sure."""
    return min(1.0, 2.0 ** (1 - int(np.count_nonzero(changes))))


def _share_of_more(parts: Numbers) -> tuple[float, float]:
    """A share with one game won and one lost added, and its error."""
    number = len(parts) + 2
    share = (float(parts.sum()) + 1) / number
    return share, sqrt(((float((parts**2).sum()) + 1) / number - share**2) / number)


def compare_users(used: npt.NDArray[np.bool_], shares: Numbers) -> Difference:
    """The share of wins of seats that used something, less that of those that did not.

    Both have a row per game and a column per seat. Seats of one game are not independent, one wins
    what the others lose: so games, not seats, are what the interval counts.
    """
    unused = ~used
    with_it, without = shares[used].mean(), shares[unused].mean()
    pull = used * (shares - with_it) / used.sum() - unused * (shares - without) / unused.sum()
    # Where all of one kind won or lost, games do not vary; seats still leave doubt
    errors = (_share_of_more(shares[which])[1] for which in (used, unused))
    error = max(sqrt(float((pull.sum(axis=1) ** 2).sum())), hypot(*errors))
    value = float(with_it - without)
    half = Z * error
    p = two_sided(value / error)
    return Difference(value, value - half, value + half, p, len(used), False)


def _variance(values: Numbers) -> float:
    return float(values.var(ddof=1)) if len(values) > 1 else 0.0


def _error(values: Numbers) -> float:
    """The standard error of a mean."""
    return sqrt(_variance(values) / len(values))


# Many comparisons


def correct_all(chances: Sequence[float]) -> list[float]:
    """Holm's correction: of all that is told, nothing is wrong in 95 of 100 studies."""
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    found = [1.0] * len(chances)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[index]))
        found[index] = highest
    return found


def correct_rate(chances: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's correction: of all that is told, about 5 % are wrong at most."""
    order = sorted(range(len(chances)), key=lambda index: -chances[index])
    found = [1.0] * len(chances)
    lowest = 1.0
    for rank, index in enumerate(order):
        lowest = min(lowest, chances[index] * len(chances) / (len(chances) - rank))
        found[index] = lowest
    return found
