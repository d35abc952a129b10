"""The arena: fair seating, repeatable games, honest numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.bots.arena import (
    Match,
    Plan,
    play_match,
    play_matches,
    summarize,
    wilson,
)
from quarterdeck.kernel.errors import BadComponents
from tests.toy import TOY

SALTY = games.load("salty_ocean")
RANDOM = Plan("salty_ocean", 3, {}, ("random", "random", "random"), seed=11)
TOY_PLAN = Plan("skerries", 3, {}, ("greedy", "random", "random"), seed=11)


def timeless(matches: list[Match]) -> Counter[Match]:
    return Counter(replace(match, seconds=0.0) for match in matches)


def played(plan: Plan, games: int, workers: int = 1) -> list[Match]:
    return [match for block in play_matches(plan, games, workers) for match in block]


# Seating


def test_bots_move_on_one_seat_per_game() -> None:
    assert [RANDOM.seating(number) for number in range(4)] == [
        (0, 1, 2),
        (2, 0, 1),
        (1, 2, 0),
        (0, 1, 2),
    ]


@pytest.mark.parametrize("seats", SALTY.seats)
def test_every_bot_sits_on_every_seat_equally_often(seats: int) -> None:
    plan = replace(RANDOM, seats=seats, bots=("random",) * seats)
    sat = Counter(
        (bot, seat) for number in range(4 * seats) for seat, bot in enumerate(plan.seating(number))
    )
    assert len(sat) == seats * seats
    assert set(sat.values()) == {4}


# Matches


def test_the_same_plan_and_number_give_the_same_game() -> None:
    first, again = (replace(play_match(SALTY, RANDOM, 5), seconds=0.0) for _ in range(2))
    assert first == again
    assert first.seating == RANDOM.seating(5)
    assert min(first.ranks) == 1


def test_other_numbers_and_seeds_give_other_games() -> None:
    matches = [play_match(SALTY, RANDOM, number) for number in range(6)]
    matches += [play_match(SALTY, replace(RANDOM, seed=seed), 0) for seed in range(6)]
    assert len({(match.scores, match.decisions) for match in matches}) > 8


def test_options_of_the_plan_are_used() -> None:
    plan = replace(TOY_PLAN, options={"tides": "3"})
    short = [play_match(TOY, TOY_PLAN, number).decisions for number in range(20)]
    long = [play_match(TOY, plan, number).decisions for number in range(20)]
    assert sum(long) > sum(short)


def test_games_with_lanes_are_played_too() -> None:
    for number in range(20):
        match = play_match(TOY, TOY_PLAN, number)
        assert len(match.scores) == len(match.ranks) == 3
        assert match.decisions > 6


@pytest.mark.parametrize("count", [1, 7, 30])
def test_every_game_of_a_run_is_played_once(count: int) -> None:
    plan = replace(RANDOM, seats=2, bots=("random", "random"))
    expected = [play_match(SALTY, plan, number) for number in range(count)]
    assert timeless(played(plan, count)) == timeless(expected)


def test_more_workers_play_the_same_games() -> None:
    assert timeless(played(RANDOM, 10, workers=2)) == timeless(played(RANDOM, 10))


def test_own_components_reach_the_games(tmp_path: Path) -> None:
    text = (SALTY.folder / "components.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace("herring = [6, 5, 4,", "herring = [30, 29, 28,", 1), "utf-8")
    plan = replace(RANDOM, components=str(own))
    assert timeless(played(plan, 3)) != timeless(played(RANDOM, 3))
    own.write_text("", encoding="utf-8")
    with pytest.raises(BadComponents):
        played(plan, 1)


# Numbers


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # By symmetry
        (20, 20, 0.8389, 1.0000),
        (182, 263, 0.6338, 0.7447),
        # Half a win: shared victories
        (0.5, 1, 0.0546, 0.9454),
    ],
)
def test_wilson_intervals_are_the_known_ones(
    wins: float, games: int, low: float, high: float
) -> None:
    assert list(wilson(wins, games)) == pytest.approx([low, high], abs=6e-5)


def match(seating: tuple[int, ...], scores: tuple[int, ...], ranks: tuple[int, ...]) -> Match:
    return Match(seating, scores, ranks, decisions=10 * len(scores), seconds=1.0)


def test_a_win_counts_for_the_bot_and_not_for_the_seat() -> None:
    plan = Plan("salty_ocean", 2, {}, ("greedy", "random"), 0)
    matches = [match((0, 1), (30, 10), (1, 2)), match((1, 0), (5, 25), (2, 1))]
    greedy, rand = summarize(plan, matches, 4.0).bots
    assert (greedy.bot, greedy.games, greedy.win_share, greedy.mean_score) == ("greedy", 2, 1, 27.5)
    assert (rand.bot, rand.games, rand.win_share, rand.mean_score) == ("random", 2, 0, 7.5)
    assert (greedy.low, greedy.high) == wilson(2, 2)


def test_a_shared_victory_is_shared() -> None:
    plan = Plan("salty_ocean", 3, {}, ("greedy", "random", "other"), 0)
    matches = [
        match((0, 1, 2), (20, 20, 10), (1, 1, 3)),
        match((2, 0, 1), (9, 9, 9), (1, 1, 1)),
    ]
    shares = {standing.bot: standing.win_share for standing in summarize(plan, matches, 1.0).bots}
    assert shares["greedy"] == shares["random"] == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert shares["other"] == pytest.approx(1 / 6)
    assert sum(shares.values()) == pytest.approx(1)


def test_several_seats_of_one_bot_are_taken_together() -> None:
    plan = Plan("salty_ocean", 3, {}, ("random", "greedy", "random"), 0)
    matches = [match((0, 1, 2), (3, 2, 1), (1, 2, 3)), match((2, 0, 1), (6, 5, 9), (2, 3, 1))]
    rand, greedy = summarize(plan, matches, 1.0).bots
    assert (rand.bot, rand.games, rand.win_share) == ("random", 4, 0.25)
    assert rand.mean_score == (3 + 1 + 6 + 5) / 4
    assert (greedy.bot, greedy.games, greedy.win_share) == ("greedy", 2, 0.5)


def test_the_summary_counts_games_decisions_and_time() -> None:
    plan = Plan("salty_ocean", 2, {}, ("random", "random"), 0)
    matches = [
        Match((0, 1), (1, 2), (2, 1), decisions=40, seconds=1),
        Match((1, 0), (1, 2), (2, 1), decisions=60, seconds=1),
    ]
    summary = summarize(plan, matches, 0.5)
    assert (summary.games, summary.decisions, summary.seconds) == (2, 100, 0.5)
    assert summary.decisions_per_second == 200
    assert (summary.shortest, summary.mean_length, summary.longest) == (40, 50, 60)
    assert summarize(plan, matches, 0.0).decisions_per_second == 0
