"""Ratings from whole rankings: they find the truth, and nothing but the games matters."""

from __future__ import annotations

import numpy as np
import pytest

from quarterdeck.bots.ratings import HOME, POINT, rate

Ranking = tuple[list[str], list[int]]
TRUTH = {"anchor": 0.0, "weak": -1.5, "good": 1.0, "best": 2.0}


def draw(games: int, seats: int, seed: int = 1) -> list[Ranking]:
    """Games as the model has them: who is first is drawn by strength, and so on."""
    dealer = np.random.default_rng(seed)
    found: list[Ranking] = []
    for _ in range(games):
        players = [str(name) for name in dealer.choice(list(TRUTH), seats, replace=False)]
        luck = [TRUTH[name] + dealer.gumbel() for name in players]
        found.append((players, [1 + sum(other > each for other in luck) for each in luck]))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_strengths_behind_the_games_are_found(seats: int) -> None:
    rated = rate(draw(1000, seats), "anchor")
    assert (rated["anchor"].rating, rated["anchor"].low) == (HOME, HOME)
    for name, strength in TRUTH.items():
        assert rated[name].rating == pytest.approx(HOME + POINT * strength, abs=60)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    right = 0
    for seed in range(60):
        found = rate(draw(120, 3, seed), "anchor")["good"]
        right += found.low <= HOME + POINT * TRUTH["good"] <= found.high
    assert 52 <= right <= 60  # of 57 expected


def test_two_players_are_rated_as_in_chess() -> None:
    games: list[Ranking] = [(["anchor", "good"], [2, 1])] * 300 + [
        (["good", "anchor"], [2, 1])
    ] * 100
    assert rate(games, "anchor")["good"].rating == pytest.approx(1000 + 400 * np.log10(3), abs=3)


def test_games_of_different_sizes_and_several_of_a_kind_count_together() -> None:
    alone: list[Ranking] = [(["good", "anchor", "anchor"], [1, 2, 3])] * 30
    alone += [(["good", "anchor", "anchor"], [2, 1, 3])] * 20
    rated = rate(draw(1000, 2) + draw(500, 3) + alone, "anchor")
    assert rated["good"].rating == pytest.approx(HOME + POINT * TRUTH["good"], abs=50)
    # First in 30 of 50 games against two is 3 to 1 against each, and last in none is better still
    assert 1000 + 400 * np.log10(3) < rate(alone, "anchor")["good"].rating < 1270


def test_the_order_of_games_does_not_matter() -> None:
    games = draw(60, 3)
    there, back = rate(games, "anchor"), rate(games[::-1], "anchor")
    for name, found in there.items():
        assert found.rating == pytest.approx(back[name].rating)


def test_players_who_are_level_are_level() -> None:
    rated = rate([(["anchor", "good", "weak"], [1, 1, 3])] * 20, "anchor")
    assert rated["good"].rating == pytest.approx(HOME)
    assert rated["weak"].rating < HOME - 200


def test_a_tie_of_two_counts_as_half_a_win_of_each() -> None:
    tied = rate([(["anchor", "good"], [1, 1])] * 10, "anchor")
    halves: list[Ranking] = [(["anchor", "good"], [1, 2])] * 5 + [(["anchor", "good"], [2, 1])] * 5
    assert tied["good"].high == pytest.approx(rate(halves, "anchor")["good"].high)


def test_who_never_won_has_a_low_rating_and_a_wide_interval() -> None:
    rated = rate([(["anchor", "weak"], [1, 2])] * 40, "anchor")
    assert rated["weak"].rating < HOME - 500
    assert rated["weak"].high - rated["weak"].low > 300
    assert np.isfinite(rated["weak"].low)


def test_without_the_anchor_the_mean_is_home() -> None:
    rated = rate(draw(100, 2), "nobody")
    assert np.mean([found.rating for found in rated.values()]) == pytest.approx(HOME)
    assert sum(found.games for found in rated.values()) == 200
