"""The interval that may be looked at after every game is right as often as it says."""

from __future__ import annotations

import random

import pytest

from quarterdeck.bots.sequential import ERROR, bound

RUNS = 400
GAMES = 200


def stop(dealer: random.Random, shares: list[float], par: float) -> tuple[int, float, float]:
    """Games with these chances in turn, until it is clear which side of par they are on."""
    won, played = 0.0, 0
    low, high = 0.0, 1.0
    while played < GAMES and low <= par <= high:
        for share in shares:
            won += dealer.random() < share
            played += 1
        low, high = bound(won, played)
    return played, low, high


@pytest.mark.parametrize("shares", [[0.25] * 4, [0.5, 0.5], [0.1, 0.2, 0.3, 0.4], [0.9, 0.1]])
def test_equal_players_are_told_apart_no_more_often_than_stated(shares: list[float]) -> None:
    par = sum(shares) / len(shares)
    dealer = random.Random(7)
    wrong = 0
    for _ in range(RUNS):
        _, low, high = stop(dealer, shares, par)
        wrong += not low <= par <= high
    # Three standard deviations above what is stated
    assert wrong <= RUNS * ERROR + 3 * (RUNS * ERROR * (1 - ERROR)) ** 0.5


def test_a_clear_difference_is_found_early() -> None:
    dealer = random.Random(7)
    ends = [stop(dealer, [0.6] * 4, 0.25) for _ in range(100)]
    assert all(low > 0.25 for _, low, _ in ends)
    assert sum(played for played, _, _ in ends) / 100 < 40


def test_a_weaker_player_is_found_too() -> None:
    _, _, high = stop(random.Random(7), [0.05] * 2, 0.5)
    assert high < 0.5


@pytest.mark.parametrize(("won", "games"), [(0, 0), (0, 8), (8, 8), (2.5, 8), (100, 400)])
def test_the_interval_holds_what_was_seen(won: float, games: int) -> None:
    low, high = bound(won, games)
    assert 0 <= low < high <= 1
    if games:
        assert low <= won / games <= high


def test_more_games_make_it_narrower_and_less_error_wider() -> None:
    low, high = bound(25, 100)
    lower, higher = bound(25, 100, error=0.01)
    assert lower < low < bound(100, 400)[0] < bound(100, 400)[1] < high < higher
