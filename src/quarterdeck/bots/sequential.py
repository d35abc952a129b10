"""A test that may stop at any time: an interval for a mean that holds after every game at once.

An interval of the usual kind is right 95 times in 100 for a number of games fixed beforehand.
Whoever looks after every game and stops when it suits them is wrong far more often. The interval
here is right at all times at once, 95 times in 100, so one may stop as soon as it says enough.

It is made of bets (Robbins; Ville's inequality): for each share p, somebody bets on the results as
if the true share were drawn evenly from 0 to 1, at odds that are fair if it is p. If p is the
truth, their money grows twentyfold one time in twenty at most, ever. The interval holds every p at
which it has not. Results may lie between 0 and 1 (shared wins), and they may depend on the seat,
as long as one looks only after whole rotations of the seats: by the inequality of arithmetic and
geometric means, neither makes a fair bet better than fair.
"""

from __future__ import annotations

from math import lgamma, log

# One time in twenty.
ERROR = 0.05
# Bounds are found this exactly.
EXACT = 1e-6


def bound(won: float, games: int, error: float = ERROR) -> tuple[float, float]:
    """The interval of a mean share after so many games; right after every game at once."""
    if games == 0:
        return 0.0, 1.0
    limit = -log(error)
    share = won / games
    low = 0.0 if won == 0 else _cross(won, games, limit, 0.0, share)
    high = 1.0 if won == games else _cross(won, games, limit, 1.0, share)
    return low, high


def grow(won: float, games: int, par: float) -> float:
    """The logarithm of what a bet of one has become against `par`."""
    lost = games - won
    mixed = lgamma(won + 1) + lgamma(lost + 1) - lgamma(games + 2)
    return mixed - (won * log(par) if won else 0.0) - (lost * log(1 - par) if lost else 0.0)


def _cross(won: float, games: int, limit: float, outside: float, inside: float) -> float:
    """Between a share that is out of the question and the one observed: where doubt begins."""
    while abs(outside - inside) > EXACT:
        middle = (outside + inside) / 2
        if grow(won, games, middle) >= limit:
            outside = middle
        else:
            inside = middle
    return outside
