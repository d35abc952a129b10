"""Random play to the end: even-handed and the same in every build."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.kernel.playout import MODULUS, Lot, playout
from tests.toy import TOY


def test_the_sequence_of_picks_is_fixed() -> None:
    """x -> 48271 x mod 2^31 - 1, the first of them thrown away."""
    lot = Lot(7)
    assert [lot.below(10) for _ in range(12)] == [6, 8, 1, 7, 5, 1, 1, 1, 9, 7, 4, 6]


@given(st.integers(), st.integers(1, 10**6))
def test_picks_stay_in_range(seed: int, limit: int) -> None:
    lot = Lot(seed)
    for _ in range(20):
        assert 0 <= lot.below(limit) < limit
        assert 0 < lot.state < MODULUS


def test_picks_are_even() -> None:
    lot = Lot(1)
    counts = Counter(lot.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 10_000) < 500 for count in counts.values())


def test_outcomes_come_by_weight() -> None:
    lot = Lot(1)
    counts = Counter(lot.outcome([(5, 1), (7, 3), (9, 6)]) for _ in range(50_000))
    assert [round(counts[code] / 5_000) for code in (5, 7, 9)] == [1, 3, 6]


@pytest.mark.parametrize("seats", TOY.seats)
def test_the_same_seed_plays_the_same_game(seats: int) -> None:
    first, second = TOY.start(seats), TOY.start(seats)
    assert playout(first, 5) == playout(second, 5)
    assert first.finished
    assert first.digest() == second.digest()
    assert len({_end(seats, seed) for seed in range(10)}) > 5


def _end(seats: int, seed: int) -> str:
    position = TOY.start(seats)
    playout(position, seed)
    return position.digest()


def test_a_playout_may_stop_early() -> None:
    position = TOY.start(4)
    assert playout(position, 1, limit=5) == 5
    assert not position.finished
    assert playout(position, 1, limit=0) == 0


def test_a_finished_game_is_left_alone() -> None:
    position = TOY.start(2)
    playout(position, 1)
    before = position.digest()
    assert playout(position, 1) == 0
    assert position.digest() == before
