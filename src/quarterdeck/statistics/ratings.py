"""Ratings of people from the games they have finished, one pool for each game.

The model is openskill's Plackett–Luce: a rating is a belief, `mu` with the spread `sigma`, and
every finished game moves it. Bots stand in the same pool with the strength that was measured: they
are fixed, so ratings here can be compared with those of `strength.json`.

Both models say that the odds between two players are a power of their distance. openskill divides
by `c`, which grows with the number of players; we let its `beta` shrink so that it does not: 400
points are odds of ten to one between any two players, however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import TYPE_CHECKING

from quarterdeck.bots.arena import Z
from quarterdeck.bots.strength import measured
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

# Where newcomers begin, and how little is known of them: what openskill starts from.
MU = 25.0
SIGMA = MU / 3
BETA = MU / 6
# What a bot that was measured exactly is given: the model divides by it.
LEAST_SIGMA = 0.01
# The points of greedy bots, which are also those of newcomers; and of one `mu`.
HOME = 1000.0
POINT = 400 / log(10) / (sqrt(2) * BETA)


@dataclass(frozen=True)
class Skill:
    """What is believed of somebody: `mu`, and how far it may be off."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> float:
        return HOME + POINT * (self.mu - MU)

    @property
    def spread(self) -> float:
        """The 95 % interval is so many points to either side."""
        return Z * POINT * self.sigma

    @classmethod
    def of_points(cls, points: float, error: float) -> Skill:
        """From points and their standard error."""
        return cls(MU + (points - HOME) / POINT, max(LEAST_SIGMA, error / POINT))


NEWCOMER = Skill()


def anchor(rules: AnyRules, seats: int, bot: str) -> Skill | None:
    """Where a bot stands in a game with so many players; None if nobody has measured it."""
    found = measured(rules, seats, bot)
    if found is None:
        return None
    return Skill.of_points(found.rating, (found.high - found.low) / (2 * Z))


def rate(before: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """What is believed of these players after a game in which they came in at these ranks."""
    model = _model(len(before))
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Skill(float(team[0].mu), float(team[0].sigma)) for team in rated]


@lru_cache
def _model(players: int) -> PlackettLuce:
    # It costs time to load, and not every process rates
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA * sqrt(2 / players))
