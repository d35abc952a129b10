"""Many games at once: the same games as one by one, in arrays that stay where they are."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from quarterdeck import games
from quarterdeck.envs.gymnasium import GameEnv
from quarterdeck.envs.match import Match
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.registration import env_id
from quarterdeck.envs.vector import VectorGameEnv
from quarterdeck.kernel.errors import BadSetup

GAMES = 2


def first_open(masks: Any) -> Any:
    return masks.argmax(axis=1)


def any_open(masks: Any, random: np.random.Generator) -> Any:
    return (masks * random.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize("game", games.GAMES)
def test_rows_are_the_games_of_single_environments(game: str) -> None:
    """With bots on the other seats: the same seeds and actions give the same everywhere."""
    envs = VectorGameEnv(GAMES, game, opponents="random", reward="shaped")
    singles = [GameEnv(game, opponents="random", reward="shaped") for _ in range(GAMES)]
    observations, infos = envs.reset(seed=11)
    alone = [env.reset(seed=11 + number) for number, env in enumerate(singles)]
    random = np.random.default_rng(1)
    over = [False] * GAMES
    for _ in range(40):
        for number in range(GAMES):
            assert np.array_equal(observations[number], alone[number][0])
            if not over[number]:
                mask = alone[number][1]["action_mask"]
                assert np.array_equal(infos["action_mask"][number], mask)
        actions = any_open(infos["action_mask"], random)
        observations, rewards, ended, _, infos = envs.step(actions)
        for number, env in enumerate(singles):
            if over[number]:
                alone[number] = env.reset()
                over[number] = False
                assert rewards[number] == 0.0
                continue
            observed, reward, over[number], _, info = env.step(actions[number])
            alone[number] = observed, info
            assert rewards[number] == pytest.approx(reward)
            assert ended[number] == over[number]


@pytest.mark.parametrize("game", games.GAMES)
def test_in_self_play_each_row_is_of_whoever_is_to_act(game: str) -> None:
    envs = VectorGameEnv(GAMES, game, opponents="self")
    matches = [Match(game) for _ in range(GAMES)]
    observer = Observer(matches[0].rules)
    observations, infos = envs.reset(seed=5)
    for number, match in enumerate(matches):
        match.reset(5 + number)
    random = np.random.default_rng(2)
    finished = 0
    while not finished:
        for number, match in enumerate(matches):
            if not match.finished:
                seat = match.actor
                assert infos["seat"][number] == seat
                assert np.array_equal(observations[number], observer.observe(match.position, seat))
                open_codes = np.flatnonzero(infos["action_mask"][number]).tolist()
                assert open_codes == match.legal(seat)
        acted = infos["seat"].copy()
        actions = any_open(infos["action_mask"], random)
        observations, rewards, terminations, _, infos = envs.step(actions)
        for number, match in enumerate(matches):
            if match.finished:
                continue
            match.play(int(actions[number]))
            assert terminations[number] == match.finished
            if match.finished:
                finished += 1
                assert infos["all_rewards"][number].tolist() == match.win_shares
                assert rewards[number] == match.win_shares[acted[number]]
                assert not infos["action_mask"][number].any()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_resets_are_reproducible_bit_for_bit(mode: AutoresetMode) -> None:
    stories = []
    for _ in range(2):
        envs = VectorGameEnv(4, "saltfjord", opponents="self", autoreset_mode=mode)
        observations, infos = envs.reset(seed=3)
        story = [observations.tobytes()]
        ended = 0
        random = np.random.default_rng(9)
        for _ in range(160):
            step = envs.step(any_open(infos["action_mask"], random))
            infos = step[-1]
            ended += int(step[2].sum())
            story += [each.tobytes() for each in step[:3]]
            story += [each.tobytes() for each in infos.values()]
        assert ended > 3
        stories.append(story)
    assert stories[0] == stories[1]


def test_games_are_reset_in_the_same_step_if_asked() -> None:
    envs = VectorGameEnv(2, "saltfjord", opponents="self", autoreset_mode="SameStep")
    observations, infos = envs.reset(seed=3)
    random = np.random.default_rng(1)
    ended = np.zeros(2, bool)
    while not ended.any():
        observations, _, ended, _, infos = envs.step(any_open(infos["action_mask"], random))
    number = int(ended.argmax())
    assert infos["action_mask"][number].any()
    assert infos["all_rewards"][number].sum() == pytest.approx(1)
    assert not np.array_equal(infos["final_obs"][number], observations[number])


def test_games_stay_over_if_nothing_resets_them() -> None:
    envs = VectorGameEnv(2, "salty_ocean", opponents="self", autoreset_mode="Disabled")
    envs.reset(seed=1)
    envs.step([654, 0])
    with pytest.raises(BadSetup, match="Game 0 is over"):
        envs.step([0, 0])
    _, infos = envs.reset(options={"reset_mask": np.array([True, False])})
    assert infos["action_mask"].any(axis=1).all()
    envs.step(first_open(infos["action_mask"]))


def test_the_arrays_stay_unless_copies_are_asked_for() -> None:
    envs = VectorGameEnv(2, "salty_ocean", opponents="self")
    first, infos = envs.reset(seed=1)
    again, *_, later = envs.step(first_open(infos["action_mask"]))
    assert again is first
    assert later is infos
    copies = VectorGameEnv(2, "salty_ocean", opponents="self", copy=True)
    first, infos = copies.reset(seed=1)
    again, *_, later = copies.step(first_open(infos["action_mask"]))
    assert again is not first
    assert later["action_mask"] is not infos["action_mask"]


def test_an_illegal_action_ends_its_game_only() -> None:
    envs = VectorGameEnv(2, "salty_ocean", opponents="self")
    _, infos = envs.reset(seed=1)
    _, rewards, terminations, _, _ = envs.step([654, int(infos["action_mask"][1].argmax())])
    assert rewards.tolist() == [-1.0, 0.0]
    assert terminations.tolist() == [True, False]


def test_gymnasium_makes_it_by_id() -> None:
    envs = gymnasium.make_vec(env_id("salty_ocean"), num_envs=2, seats=2, opponents="greedy")
    assert isinstance(envs.unwrapped, VectorGameEnv)
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    assert envs.action_space.contains(first_open(infos["action_mask"]))
    envs.step(first_open(infos["action_mask"]))


def test_seeds_are_one_for_each_game() -> None:
    envs = VectorGameEnv(2, "salty_ocean", opponents="self")
    observations, _ = envs.reset(seed=[4, 4])
    assert np.array_equal(observations[0], observations[1])
    with pytest.raises(BadSetup, match="1 seed for 2 games"):
        envs.reset(seed=[4])
    with pytest.raises(BadSetup):
        VectorGameEnv(0, "salty_ocean")
