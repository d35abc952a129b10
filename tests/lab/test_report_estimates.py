"""Intervals, differences and corrections of reports against values known from elsewhere."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from quarterdeck.bots.arena import wilson
from quarterdeck.lab.report.estimates import (
    compare_means,
    compare_shares,
    compare_users,
    correct_all,
    correct_rate,
    estimate_mean,
    estimate_share,
    find_chance,
)


def shares(*counts: tuple[float, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([value for value, count in counts for _ in range(count)], dtype=np.float64)


def test_whole_wins_have_wilsons_interval() -> None:
    found = estimate_share(shares((1, 40), (0, 60)))
    assert (found.low, found.high) == pytest.approx(wilson(40, 100))


def test_nothing_is_certain_after_a_few_games_without_a_win() -> None:
    found = estimate_share(shares((0, 30)))
    assert found.low == 0
    assert found.high == pytest.approx(wilson(0, 30)[1])


def test_shared_wins_make_the_interval_narrower_but_never_a_point() -> None:
    whole = estimate_share(shares((1, 50), (0, 50)))
    shared = estimate_share(shares((1, 30), (0.5, 40), (0, 30)))
    always = estimate_share(shares((0.5, 100)))
    assert whole.value == shared.value == always.value == 0.5
    assert always.high - always.low < shared.high - shared.low < whole.high - whole.low
    assert always.high - always.low > 0.001


def test_the_interval_of_shared_wins_holds_the_truth_19_times_in_20() -> None:
    random = np.random.default_rng(5)
    held = 0
    for _ in range(1000):
        found = estimate_share(random.choice([0.0, 0.5, 1.0], 120, p=[0.7, 0.2, 0.1]))
        held += found.low <= 0.2 <= found.high
    assert held == pytest.approx(950, abs=25)


def test_the_chance_of_a_share_agrees_with_its_interval() -> None:
    for wins in range(10, 60):
        parts = shares((1, wins), (0.5, 8), (0, 132 - wins))
        found = estimate_share(parts)
        is_inside = found.low <= 0.25 <= found.high
        assert (find_chance(parts, 0.25) >= 0.05) == is_inside


def test_a_mean_has_its_normal_interval() -> None:
    found = estimate_mean(np.arange(100, dtype=np.float64))
    assert found.value == 49.5
    assert found.high - found.value == pytest.approx(1.959964 * 29.011492 / 10)


def test_cohens_d_is_the_difference_in_parts_of_the_spread() -> None:
    before, after = np.array([1.0, 2, 3, 4, 5] * 10), np.array([2.0, 3, 4, 5, 6] * 10)
    found = compare_means(before, after, paired=False)
    assert found.value == 1
    assert found.effect == pytest.approx(1 / np.std(before, ddof=1))


def test_pairs_take_away_what_the_deals_have_in_common() -> None:
    random = np.random.default_rng(3)
    deals = random.normal(100, 20, 200)
    after = deals + 2 + random.normal(0, 1, 200)
    assert compare_means(deals, after, paired=True).p < 0.001
    assert compare_means(deals, after, paired=False).p > 0.05


def test_a_few_pairs_that_differ_prove_nothing() -> None:
    """All else is the same: by the sign test four pairs leave a chance of one in eight."""
    before = np.zeros(1000)
    after = before.copy()
    after[:4] = 50
    assert compare_means(before, after, paired=True).p >= 0.125
    assert compare_shares(before, after / 50, paired=True).p >= 0.125


def test_shares_that_never_differ_still_leave_room_for_doubt() -> None:
    found = compare_shares(shares((0, 40)), shares((0, 40)), paired=True)
    assert found.low < 0 < found.high
    assert found.p == 1


def test_unpaired_shares_have_agresti_and_caffos_interval() -> None:
    found = compare_shares(shares((1, 9), (0, 1)), shares((1, 3), (0, 7)), paired=False)
    first, second = 10 / 12, 4 / 12
    error = (first * (1 - first) / 12 + second * (1 - second) / 12) ** 0.5
    assert found.value == pytest.approx(-0.6)
    assert found.low == pytest.approx(second - first - 1.959964 * error)


def test_users_are_compared_by_games_not_by_seats() -> None:
    """In each game both seats do the same, and one of them wins: that tells nothing."""
    used = np.array([[True, True]] * 50 + [[False, False]] * 50)
    won = np.array([[1.0, 0.0]] * 100)
    found = compare_users(used, won)
    assert found.value == 0
    assert found.p == 1


def test_users_who_always_win_still_leave_room_for_doubt() -> None:
    used = np.array([[True, False]] * 40)
    found = compare_users(used, np.array([[1.0, 0.0]] * 40))
    assert found.value == 1
    assert found.high - found.low > 0.05


def test_holm_and_benjamini_hochberg_by_hand() -> None:
    chances = [0.01, 0.04, 0.03, 0.005]
    assert correct_all(chances) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert correct_rate(chances) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert correct_all([]) == correct_rate([]) == []


def test_corrections_hold_back_what_chance_would_show() -> None:
    random = np.random.default_rng(11)
    by_all = by_rate = plain = 0
    for _ in range(200):
        chances = list(random.uniform(size=20))
        plain += min(chances) <= 0.05
        by_all += min(correct_all(chances)) <= 0.05
        by_rate += min(correct_rate(chances)) <= 0.05
    assert plain > 100
    # Five in a hundred, give or take; exactly this or more has a chance of one in a thousand
    limit = next(
        k
        for k in range(200)
        if sum(comb(200, n) * 0.05**n * 0.95 ** (200 - n) for n in range(k, 201)) < 0.001
    )
    assert by_all < limit
    assert by_rate < limit
