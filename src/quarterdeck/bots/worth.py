"""What positions and choices are worth to each seat, as the network of a game judges them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quarterdeck.bots.lookahead import look_ahead
from quarterdeck.kernel.foresight import Foreseen
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# How much points count next to the share of winning: where a game is won or lost anyway, they tell
# good play from bad.
POINTS_COUNT = 0.15
# What a choice is worth that no plan begins with.
UNPLANNED = -1000.0


def judge_positions(
    rules: AnyRules, network: Network, positions: Sequence[Position]
) -> list[list[float]]:
    """What each position is worth to each seat; all have equally many seats."""
    from quarterdeck.bots.network import judge

    judged = judge(network, rules, positions)
    shares, points = judged[:, :, 0], judged[:, :, 1]
    # Alone, everybody wins: only points tell good play from bad
    alone = shares.shape[1] == 1
    worth: list[list[float]] = (points if alone else shares + POINTS_COUNT * points).tolist()
    return worth


@dataclass(frozen=True)
class Judged:
    """A choice: what it is worth to each seat, and the best plan that begins with it, if any."""

    worth: list[float]
    plan: Foreseen[Position] | None = None


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
    planned = rules.foresee(world, seat, codes)
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
    hoped = [[0.0] * world.seats for _ in codes]
    judged = judge_positions(rules, network, [each.position for each in prospects])
    for prospect, worth in zip(prospects, judged, strict=True):
        sums = hoped[prospect.choice]
        for number, each in enumerate(worth):
            sums[number] += prospect.weight * each
    return [Judged(sums) for sums in hoped]


def compare_plans(
    planned: list[Foreseen[Position]], worths: list[list[float]], seat: int, choices: int
) -> list[Judged]:
    """The best plan of each choice for a seat; what no plan begins with is worth nothing at all."""
    best = [Judged([UNPLANNED] * len(worths[0])) for _ in range(choices)]
    for plan, worth in zip(planned, worths, strict=True):
        if worth[seat] > best[plan.choice].worth[seat]:
            best[plan.choice] = Judged(worth, plan)
    return best
