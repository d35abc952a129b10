"""Ratings of many players from whole rankings: the Plackett–Luce model by maximum likelihood.

Who is first is drawn by strength, then who is second among the others, and so on. With two players
that is Bradley and Terry's model, the one behind Elo numbers. All games count at once, so their
order does not matter, and no rating is the result of who met whom early.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# 400 points are odds of ten to one, as in chess.
POINT = 400 / np.log(10)
# What the anchor has.
HOME = 1000.0
# Strengths are expected within so many points of each other before anything was played. It keeps
# the rating of somebody who never won or never lost finite, and counts less than one game.
PRIOR = 1200 / POINT
Z = 1.959964
STEPS = 100
EXACT = 1e-10


@dataclass(frozen=True)
class Rating:
    rating: float
    low: float
    high: float
    games: int


def rate(
    rankings: Sequence[tuple[Sequence[str], Sequence[int]]], anchor: str | None = None
) -> dict[str, Rating]:
    """Ratings with 95 % intervals from games: who played, and their ranks.

    The anchor has 1000 points, and the others' intervals are those of their distance from it;
    without one, the mean has. Players who are level count as every order of them in equal parts.
    """
    names = list(dict.fromkeys(name for players, _ in rankings for name in players))
    place = {name: number for number, name in enumerate(names)}
    orders: dict[int, list[list[int]]] = {}
    weights: dict[int, list[float]] = {}
    for players, ranks in rankings:
        found = _orders([place[name] for name in players], ranks)
        orders.setdefault(len(players), []).extend(found)
        weights.setdefault(len(players), []).extend([1 / len(found)] * len(found))
    tables = [(np.array(orders[size]), np.array(weights[size])) for size in orders]
    strengths, spread = _fit(tables, len(names))
    home = np.full(len(names), 1 / len(names))
    if anchor in place:
        home = np.eye(len(names))[place[anchor]]
    rated = {}
    for number, name in enumerate(names):
        distance = np.eye(len(names))[number] - home
        rating = HOME + POINT * float(distance @ strengths)
        error = Z * POINT * float(np.sqrt(max(0.0, distance @ spread @ distance)))
        games = sum(name in players for players, _ in rankings)
        rated[name] = Rating(rating, rating - error, rating + error, games)
    return rated


def _orders(players: list[int], ranks: Sequence[int]) -> list[list[int]]:
    """Every order, best first, that fits the ranks."""
    level = [
        [player for player, rank in zip(players, ranks, strict=True) if rank == each]
        for each in sorted(set(ranks))
    ]
    return [
        [player for group in groups for player in group]
        for groups in product(*(permutations(group) for group in level))
    ]


def _fit(tables: list[tuple[npt.NDArray[np.int64], Array]], count: int) -> tuple[Array, Array]:
    """Strengths (logarithms, sum 0) and their covariances, by Newton's method.

    A table has one row for each order of equally many players, and what it counts.
    """
    strengths = np.zeros(count)
    precision = np.eye(count) / PRIOR**2
    for _ in range(STEPS):
        slope = -precision @ strengths
        bend = precision.copy()
        for orders, weights in tables:
            present = np.eye(count)[orders]  # game, rank, player
            powers = np.exp(strengths)[orders]
            for rank in range(orders.shape[1] - 1):
                chances = powers[:, rank:] / powers[:, rank:].sum(axis=1, keepdims=True)
                expected = np.einsum("gr,grp->gp", chances, present[:, rank:])
                slope += weights @ (present[:, rank] - expected)
                bend += np.diag(weights @ expected) - (expected.T * weights) @ expected
        step = np.linalg.solve(bend, slope)
        # Where somebody never won, a whole step may lead too far
        strengths = strengths + step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < EXACT:
            break
    return strengths - strengths.mean(), np.linalg.inv(bend)
