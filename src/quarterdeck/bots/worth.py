"""What positions and choices are worth to each seat, as the network of a game judges them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quarterdeck.bots.lookahead import look_ahead
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


def judge_choices(
    rules: AnyRules,
    network: Network,
    world: Position,
    seat: int,
    codes: list[int],
    outcomes: int,
    seed: int,
) -> list[list[float]]:
    """What each of these choices is worth to each seat, one action ahead in this world."""
    planned = rules.foresee(world, seat, codes)
    if planned:  # of a few choices of a menu, perhaps no plan begins with any
        best = [[UNPLANNED] * world.seats for _ in codes]
        values = judge_positions(rules, network, [plan.end for plan in planned])
        for plan, value in zip(planned, values, strict=True):
            if value[seat] > best[plan.choice][seat]:
                best[plan.choice] = value
        return best
    prospects = look_ahead(rules, world, seat, codes, outcomes, seed)
    hoped = [[0.0] * world.seats for _ in codes]
    judged = judge_positions(rules, network, [each.position for each in prospects])
    for prospect, worth in zip(prospects, judged, strict=True):
        sums = hoped[prospect.choice]
        for number, each in enumerate(worth):
            sums[number] += prospect.weight * each
    return hoped
