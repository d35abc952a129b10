"""What positions and choices are worth to each seat, as the network of a game judges them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quarterdeck.bots.lookahead import look_ahead
from quarterdeck.kernel.foresight import Foreseen
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules, Rules

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# How much points count next to the share of winning: where a game is won or lost anyway, they tell
# good play from bad.
POINTS_COUNT = 0.15
# What a choice is worth that no plan begins with.
UNPLANNED = -1000.0


@dataclass(slots=True)
class Judged:
    """A position, or a choice: what it is worth to each seat, and each seat's share of winning.

    `plan`: the best one that begins with a choice, if any.
    """

    worth: list[float]
    shares: list[float]
    plan: Foreseen[Position] | None = None

    def add(self, other: Judged, weight: float) -> None:
        worth, shares = self.worth, self.shares
        for seat, value in enumerate(other.worth):
            worth[seat] += weight * value
        for seat, value in enumerate(other.shares):
            shares[seat] += weight * value


def judge_positions(
    rules: AnyRules, network: Network, positions: Sequence[Position]
) -> list[Judged]:
    """What each position is worth to each seat; all have equally many seats."""
    from quarterdeck.bots.network import judge

    judged = judge(network, rules, positions)
    shares, points = judged[:, :, 0], judged[:, :, 1]
    # Where everybody wins, only points tell good play from bad
    worth = shares + POINTS_COUNT * points if can_be_lost(rules, shares.shape[1]) else points
    return [Judged(*each) for each in zip(worth.tolist(), shares.tolist(), strict=True)]


def find_points(rules: AnyRules, judged: Judged, seat: int) -> float:
    """The points that a judgement expects of a seat, in `FeatureSet.points`."""
    if not can_be_lost(rules, len(judged.shares)):
        return judged.worth[seat]
    return (judged.worth[seat] - judged.shares[seat]) / POINTS_COUNT


def makes_plans(rules: AnyRules) -> bool:
    """Whether a game's advice plans further than one choice."""
    return type(rules).foresee is not Rules.foresee


def can_be_lost(rules: AnyRules, seats: int) -> bool:
    """Whether anybody can lose a game with so many seats: not alone, unless the game says so."""
    return seats > 1 or type(rules).is_won_alone is not Rules.is_won_alone


def certainty_of(rules: AnyRules, share: float, seats: int) -> float | None:
    """What a bot may call its certainty: a share of winning, within its range. Where nobody can
    lose, it says nothing."""
    return min(max(share, 0.0), 1.0) if can_be_lost(rules, seats) else None


def judge_choices(
    rules: AnyRules,
    network: Network,
    world: Position,
    seat: int,
    codes: list[int],
    outcomes: int,
    seed: int,
) -> list[Judged]:
    """Each of these choices, judged one action ahead in this world."""
    planned = rules.foresee(world, seat, codes, 1)
    if planned:  # of a few choices of a menu, perhaps no plan begins with any
        return compare_plans(
            planned, judge_positions(rules, network, [p.end for p in planned]), seat, len(codes)
        )
    return judge_ahead(rules, network, world, seat, codes, outcomes, seed)


def judge_ahead(
    rules: AnyRules,
    network: Network,
    world: Position,
    seat: int,
    codes: list[int],
    outcomes: int,
    seed: int,
) -> list[Judged]:
    """The same where no plans are made: by what each choice leads to on average."""
    prospects = look_ahead(rules, world, seat, codes, outcomes, seed)
    hoped = [Judged([0.0] * world.seats, [0.0] * world.seats) for _ in codes]
    judged = judge_positions(rules, network, [each.position for each in prospects])
    for prospect, found in zip(prospects, judged, strict=True):
        hoped[prospect.choice].add(found, prospect.weight)
    return hoped


def compare_plans(
    planned: list[Foreseen[Position]], ends: list[Judged], seat: int, choices: int
) -> list[Judged]:
    """The best plan of each choice for a seat; what no plan begins with is worth nothing at all."""
    seats = len(ends[0].worth)
    best = [Judged([UNPLANNED] * seats, [0.0] * seats) for _ in range(choices)]
    for plan, end in zip(planned, ends, strict=True):
        if end.worth[seat] > best[plan.choice].worth[seat]:
            best[plan.choice] = Judged(end.worth, end.shares, plan)
    return best
