"""What a game earns a seat.

- `win`, at the end: the share of the win, which is 1, a part of it in a tie, or 0.
- `rank`, at the end: from 1 for the first to -1 for the last, evenly; those who share places get
  their mean, so that it is 0 in all. Alone: 1 for a win, -1 for a loss.
- `score`, at the end: points less the mean of the others', so that it is 0 in all. Alone: points.
- `shaped`, at each turn of the seat: in all the share of the win, and the final points less those
  expected when the seat was first asked.

A unit of points is `FeatureSet.points`, about what a good player ends with.

Each time a seat is asked, `shaped` tells how far its expected final points have risen since it was
asked before. They are what the game's own advice expects from what the seat may know; so the reward
tells nothing secret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarterdeck.envs.arrays import Floats
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.reading import read_name
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules


def win_shares(rules: AnyRules, position: Position) -> list[float]:
    """Winners share the win."""
    ranks = rules.final_ranks(position)
    winners = ranks.count(1)
    return [1 / winners if rank == 1 else 0.0 for rank in ranks]


def rank_rewards(rules: AnyRules, position: Position) -> list[float]:
    """From 1 for the first to -1 for the last."""
    ranks = rules.final_ranks(position)
    if position.seats == 1:
        return [1.0 if ranks == [1] else -1.0]
    earned = []
    for rank in ranks:
        worse = sum(other > rank for other in ranks)
        better = sum(other < rank for other in ranks)
        earned.append((worse - better) / (position.seats - 1))
    return earned


def score_rewards(rules: AnyRules, position: Position) -> list[float]:
    """Points less the mean of the others'."""
    unit = unit_of(rules)
    scores = position.scores
    others = position.seats - 1
    if not others:
        return [scores[0] / unit]
    total = sum(scores)
    return [(score - (total - score) / others) / unit for score in scores]


def shaped_rewards(rules: AnyRules, position: Position) -> list[float]:
    """Share of the win and points; what was expected before is taken off by `Tally`."""
    unit = unit_of(rules)
    shares = win_shares(rules, position)
    return [share + s / unit for share, s in zip(shares, position.scores, strict=True)]


def unit_of(rules: AnyRules) -> float:
    """How many points make a reward of 1."""
    return 1.0 if rules.features is None else rules.features.points


REWARDS: dict[str, Callable[[AnyRules, Position], list[float]]] = {
    "win": win_shares,
    "rank": rank_rewards,
    "score": score_rewards,
    "shaped": shaped_rewards,
}
SHAPED = "shaped"


class Tally:
    """What the seats of one game earn, as it goes on."""

    def __init__(self, observer: Observer, seats: int, reward: str = "win") -> None:
        self.rules = observer.rules
        self._observer = observer
        self.seats = seats
        self._final = REWARDS[read_name("reward", reward, tuple(REWARDS))]
        self.is_shaped = reward == SHAPED
        self._hopes: list[float | None] = [None] * seats

    def reset(self) -> None:
        self._hopes = [None] * self.seats

    def note(self, position: Position, seat: int, row: Sequence[float] | Floats) -> float:
        """A seat is asked and observes this: what it has earned since it was asked before."""
        if not self.is_shaped:
            return 0.0
        hope = self._observer.hope(position, seat, row)
        before = self._hopes[seat]
        self._hopes[seat] = hope
        return 0.0 if before is None else hope - before

    def finish(self, position: Position) -> list[float]:
        """The game is over: what each seat has earned since it was asked before."""
        final = self._final(self.rules, position)
        if not self.is_shaped:
            return final
        return [reward - (hope or 0.0) for reward, hope in zip(final, self._hopes, strict=True)]
