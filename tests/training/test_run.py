"""Training runs: what is learnt, and that an interrupted run goes on as if nothing had happened."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.pool import ThreadPool
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from quarterdeck.bots.network import Network, load
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.training.episodes import Episode, Habits, play_episode
from quarterdeck.training.learning import (
    FIRST_RATE,
    LEAST_RATE,
    Study,
    find_gradients,
    rate_after,
)
from quarterdeck.training.run import STATE, Course, Run, open_run
from tests.toy import TOY, Skerries
from tests.toy.house import close_house, open_house

COURSE = Course(
    "skerries",
    (2, 3),
    seed=7,
    greedy_games=4,
    round_games=4,
    test_every=8,
    test_games=2,
)
FEATURES = Skerries.features
assert FEATURES is not None


@pytest.fixture(autouse=True)
def house() -> Iterator[None]:
    open_house()
    yield
    close_house()


def ignore(_: Message) -> None:
    """What a run tells."""


def weights(run: Run) -> list[Any]:
    return [each.tolist() for each in run.study.smooth.parameters]


# Learning


def some_episode(seats: int = 3) -> Episode:
    return play_episode(TOY, (seats,), None, Habits(), "1")


def test_an_episode_ends_with_what_the_game_came_to() -> None:
    episode = some_episode()
    assert np.allclose(episode.shares.sum(axis=1), 1)
    assert (episode.shares == episode.shares[-1]).all(), "without a network only the end counts"


def test_what_was_thought_meanwhile_counts_the_more_the_shorter_the_trace() -> None:
    assert FEATURES is not None
    network = Network.begin(FEATURES, 1)
    end = play_episode(TOY, (3,), network, Habits(trace=1.0), "2")
    thought = play_episode(TOY, (3,), network, Habits(trace=0.0), "2")
    assert (end.rows == thought.rows).all()
    assert (end.shares == end.shares[-1]).all()
    assert (thought.shares[-1] == end.shares[-1]).all()
    assert not np.allclose(thought.shares[0], end.shares[0])


@pytest.mark.parametrize("seats", [1, 3])
def test_gradients_are_slopes_of_the_loss(seats: int) -> None:
    assert FEATURES is not None
    network = Network.begin(FEATURES, 1)
    network.weights[-1] += 0.1
    for each in network.parameters:
        each[...] = np.asarray(each, np.float64)
    episode = some_episode()
    episode = Episode(*(part[:, :seats] for part in vars(episode).values()))
    loss, gradients = find_gradients(network, episode.rows, episode.shares, episode.points)
    for parameter, gradient in zip(network.parameters, gradients, strict=True):
        at = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        step = 1e-2
        parameter[at] += step
        after, _ = find_gradients(network, episode.rows, episode.shares, episode.points)
        parameter[at] -= step
        assert (after - loss) / step == pytest.approx(float(gradient[at]), rel=0.1, abs=1e-3)


def test_what_is_gone_through_often_is_learnt() -> None:
    assert FEATURES is not None
    study = Study.begin(FEATURES, 1)
    episodes = [play_episode(TOY, (2, 3), None, Habits(), str(number)) for number in range(3)]
    first = study.learn(episodes, FIRST_RATE, 1, 1)
    assert study.learn(episodes, FIRST_RATE, 60, 1) < first


# Runs


def test_a_killed_run_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = open_run(COURSE, tmp_path / "whole")
    whole.go_on(ignore, games=16)

    class Killed(Exception):
        pass

    told: list[Message] = []

    def kill_in_the_third_round(message: Message) -> None:
        told.append(message)
        if message.id == "qd.cli.train.round" and message.arguments["games"] == 12:
            raise Killed

    killed = open_run(COURSE, tmp_path / "killed")
    with pytest.raises(Killed):
        killed.go_on(kill_in_the_third_round, games=16)
    (tmp_path / "killed" / f"{STATE}.new").write_bytes(b"half a state")
    again = open_run(COURSE, tmp_path / "killed")
    assert again.games == 8
    again.go_on(ignore, games=16)
    assert weights(again) == weights(whole)
    assert [test["win_share"] for test in again.tests] == [
        test["win_share"] for test in whole.tests
    ]
    assert load(TOY, again.weights_file).facts["trained"]["games"] == 16


def test_more_processes_learn_the_same(tmp_path: Path) -> None:
    alone, together = open_run(COURSE, tmp_path / "a"), open_run(COURSE, tmp_path / "b")
    alone.go_on(ignore, games=8)
    together.go_on(ignore, games=8, workers=2)
    assert weights(alone) == weights(together)


def test_another_seed_gives_another_run(tmp_path: Path) -> None:
    one = open_run(COURSE, tmp_path / "a")
    other = open_run(replace(COURSE, seed=8), tmp_path / "b")
    one.go_on(ignore, games=4)
    other.go_on(ignore, games=4)
    assert weights(one) != weights(other)


def test_a_folder_keeps_to_its_course(tmp_path: Path) -> None:
    open_run(COURSE, tmp_path).go_on(ignore, games=4)
    with pytest.raises(BadSetup, match="another run"):
        open_run(replace(COURSE, seed=8), tmp_path)
    with pytest.raises(BadSetup, match="another run"):
        open_run(replace(COURSE, seats=(2,)), tmp_path)
    (tmp_path / STATE).write_bytes(b"half a state")
    with pytest.raises(BadSetup, match="not the state"):
        open_run(COURSE, tmp_path)


def test_a_run_may_begin_with_weights(tmp_path: Path) -> None:
    first = open_run(COURSE, tmp_path / "first")
    first.go_on(ignore, games=8)
    further = replace(COURSE, seed=8, start=first.weights_file)
    second = open_run(further, tmp_path / "second")
    second.go_on(ignore, games=0)
    assert weights(second) == weights(first)
    second.go_on(ignore, games=4)
    assert weights(second) != weights(first)
    # It goes on from its own state, not from the beginning
    assert weights(open_run(further, tmp_path / "second")) == weights(second)
    with pytest.raises(BadSetup, match="another run"):
        open_run(replace(COURSE, seed=8), tmp_path / "second")


def test_the_more_was_learnt_the_smaller_the_steps() -> None:
    rates = [rate_after(games) for games in (0, 3000, 6000, 10**6)]
    assert rates == [FIRST_RATE, FIRST_RATE / 2, FIRST_RATE / 3, LEAST_RATE]


def test_weights_that_were_given_go_on_in_small_steps_or_as_wished(tmp_path: Path) -> None:
    first = open_run(COURSE, tmp_path / "first")
    first.go_on(ignore, games=8)
    given = replace(COURSE, seed=8, start=first.weights_file)
    found = []
    for rate in (None, LEAST_RATE, LEAST_RATE / 10):
        run = open_run(replace(given, rate=rate), tmp_path / str(rate))
        run.go_on(ignore, games=4)
        found.append(weights(run))
    assert found[0] == found[1] != found[2]


def test_no_time_is_no_training(tmp_path: Path) -> None:
    run = open_run(COURSE, tmp_path)
    run.go_on(ignore, hours=0.0)
    assert run.games == 0


def test_ray_is_named_where_it_is_wanted_and_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray.util.multiprocessing", None)
    with pytest.raises(BadSetup, match=r"pip install 'quarterdeck\[ray\]'"):
        open_run(COURSE, tmp_path).go_on(ignore, games=4, ray=True)


def test_a_ray_cluster_learns_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in for Ray's pool, which is used as that of multiprocessing is."""
    cluster = ModuleType("ray.util.multiprocessing")
    cluster.Pool = ThreadPool  # type: ignore[attr-defined]
    for name in ("ray", "ray.util"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, cluster.__name__, cluster)
    alone, cluster_run = open_run(COURSE, tmp_path / "a"), open_run(COURSE, tmp_path / "b")
    alone.go_on(ignore, games=8)
    cluster_run.go_on(ignore, games=8, workers=2, ray=True)
    assert weights(alone) == weights(cluster_run)
