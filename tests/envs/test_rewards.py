"""Rewards sum to what they say, for every seat of every game."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck import games
from quarterdeck.envs.match import Match
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.pettingzoo import raw_env
from quarterdeck.envs.rewards import REWARDS, Tally, rank_rewards, score_rewards
from quarterdeck.kernel.errors import UnknownName
from tests.envs.tables import SMALL_AND_BIG


def play(match: Match, seed: int) -> tuple[dict[str, list[float]], list[float]]:
    """What each reward sums to, and the points expected of each seat when it was first asked."""
    observer = Observer(match.rules)
    tallies = {name: Tally(observer, match.seats, name) for name in REWARDS}
    sums = {name: [0.0] * match.seats for name in REWARDS}
    first: dict[int, float] = {}
    random = Random(seed)
    match.reset(seed)
    while not match.finished:
        seat = match.actor
        row = observer.observe(match.position, seat)
        first.setdefault(seat, observer.hope(match.position, seat, row))
        for name, tally in tallies.items():
            sums[name][seat] += tally.note(match.position, seat, row)
        match.play(random.choice(match.legal(seat)))
    for name, tally in tallies.items():
        earned = tally.finish(match.position)
        sums[name] = [a + b for a, b in zip(sums[name], earned, strict=True)]
    return sums, [first[seat] for seat in range(match.seats)]


@pytest.mark.parametrize(("game", "seats"), SMALL_AND_BIG)
def test_rewards_sum_to_what_they_say(game: str, seats: int) -> None:
    match = Match(game, seats)
    sums, first = play(match, 5)
    unit = Observer(match.rules).features.points
    assert sums["win"] == match.win_shares
    if seats > 1:
        assert sum(sums["win"]) == pytest.approx(1)
        assert sum(sums["rank"]) == pytest.approx(0)
        assert sum(sums["score"]) == pytest.approx(0)
        assert max(sums["rank"]) == sums["rank"][match.ranks.index(1)]
    else:
        assert sums["rank"] == [1.0 if match.win_shares == [1.0] else -1.0]
        assert sums["score"] == [match.scores[0] / unit]
    for seat in range(seats):
        gained = match.scores[seat] / unit - first[seat]
        assert sums["shaped"][seat] == pytest.approx(match.win_shares[seat] + gained, abs=1e-5)


@pytest.mark.parametrize("game", games.GAMES)
def test_shaped_rewards_are_the_same_whether_advice_is_observed_or_not(game: str) -> None:
    earned = []
    for advice in (False, True):
        env = raw_env(game, reward="shaped", advice=advice)
        random = Random(4)
        env.reset(seed=4)
        told = []
        for _ in range(40):
            env.step(random.choice(env.match.legal(env._seats[env.agent_selection])))
            told.append(dict(env.rewards))
        earned.append(told)
    assert earned[0] == earned[1]
    assert any(reward for told in earned[0] for reward in told.values())


def test_shared_places_are_shared_evenly() -> None:
    match = Match("salty_ocean", 4)
    match.reset(1)
    match.position.conclude([50, 30, 30, 10], [1, 2, 2, 4])
    assert rank_rewards(match.rules, match.position) == [1.0, 0.0, 0.0, -1.0]
    assert score_rewards(match.rules, match.position)[0] == pytest.approx((50 - 70 / 3) / 150)
    match.position.conclude([50, 50, 30, 10], [1, 1, 3, 4])
    assert match.win_shares == [0.5, 0.5, 0.0, 0.0]
    assert rank_rewards(match.rules, match.position) == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(UnknownName, match="win, rank, score, shaped"):
        Tally(Observer(Match("salty_ocean").rules), 2, "fame")
