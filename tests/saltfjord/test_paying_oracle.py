"""Ways of paying against the rules written a second time, on many random holdings and costs."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck.games.saltfjord.paying import Payment, cost_of, sale_order
from quarterdeck.testing import rule
from tests.saltfjord.oracle import (
    KINDS,
    Goods,
    Means,
    as_good_as,
    by_conversions,
    by_the_letter,
    reach,
)
from tests.saltfjord.scenario import fjord

SELLS_FOR = [4, 3, 3, 3, 2, 2, 2, 1]
ABILITIES = [(False, False), (True, False), (False, True), (True, True)]
# Every cost a player can meet, in the order of KINDS: crates, buildings, technologies, fish.
BOX = fjord().table.box
COSTS: list[Goods] = sorted(
    {
        *(tuple(cost) for cost in BOX.crate_cost),
        tuple(BOX.small_cost),
        tuple(BOX.large_cost),
        *(tuple(int(kind == good) for kind in KINDS) for good in KINDS),
        *((0, 0, 0, 0, 0, 0, 0, fish) for fish in range(1, 6)),
    }
)


def payment_with(means: Means) -> Payment:
    discount = 1 if means.smokehouse else 0
    order = sale_order(SELLS_FOR)
    return Payment(list(means.goods), SELLS_FOR, order, 2, means.barter, discount)


def ways(means: Means, cost: Goods) -> list[Means]:
    """What the game offers."""
    return [
        Means(
            tuple(way.goods),
            means.barter and not way.bartered,
            means.smokehouse and not way.smoked,
        )
        for way in payment_with(means).find(cost_of(list(cost)))
    ]


def holdings(random: Random, cubes: int, fish: int) -> Goods:
    counts = [0] * len(KINDS)
    for _ in range(random.randint(0, cubes)):
        counts[random.randrange(7)] += 1
    counts[-1] = random.randint(0, fish)
    return tuple(counts)


@rule("SF-13.3", "SF-13.4", "SF-13.5", "SF-13.6", "SF-13.7")
@pytest.mark.parametrize(("barter", "smokehouse"), ABILITIES)
def test_the_ways_of_paying_are_those_of_the_rules(barter: bool, smokehouse: bool) -> None:
    random = Random(f"{barter} {smokehouse}")
    several = 0
    for _ in range(1200):
        means = Means(holdings(random, 6, 6), barter, smokehouse)
        cost = random.choice(COSTS)
        offered = ways(means, cost)
        assert len(set(offered)) == len(offered)
        assert set(offered) == by_the_letter(means, cost), (means, cost)
        assert payment_with(means).suffices(cost_of(list(cost))) == bool(offered), (means, cost)
        several += len(offered) > 1
    assert several > 200


@rule("SF-13.1", "SF-12.8", "SF-13.7")
@pytest.mark.parametrize(("barter", "smokehouse"), ABILITIES)
def test_no_row_of_conversions_reaches_more(barter: bool, smokehouse: bool) -> None:
    """Whatever can be left after converting freely before paying can be had after paying."""
    random = Random(f"{barter} {smokehouse}")
    payable = 0
    for _ in range(60):
        means = Means(holdings(random, 3, 5), barter, smokehouse)
        cost = random.choice(COSTS)
        offered = ways(means, cost)
        possible = by_conversions(means, cost)
        assert set(offered) <= possible
        assert bool(offered) == bool(possible), (means, cost)
        later = {after for way in offered for after in reach(way)}
        for left in possible:
            assert any(as_good_as(after, left) for after in later), (means, cost, left)
        payable += bool(offered)
    assert payable > 20
