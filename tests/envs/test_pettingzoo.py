"""PettingZoo: its own checkers, and what is ours: natural ends, illegal actions, pictures."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from quarterdeck import games
from quarterdeck.envs import pettingzoo
from quarterdeck.envs.errors import MissingLibrary
from quarterdeck.kernel.errors import BadSetup, UnknownName
from tests.envs.tables import SMALL_AND_BIG

# PettingZoo says this of its own classic games, too, unless it knows their names
ALLOWED = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
CYCLES = 60


@ALLOWED
@pytest.mark.parametrize(("game", "seats"), SMALL_AND_BIG)
def test_the_checkers_of_pettingzoo_pass(game: str, seats: int) -> None:
    api_test(pettingzoo.env(game, seats=seats), num_cycles=CYCLES)
    seed_test(lambda: pettingzoo.env(game, seats=seats), num_cycles=CYCLES)


@ALLOWED
@pytest.mark.parametrize("reward", ["rank", "score", "shaped"])
def test_the_checkers_pass_with_other_rewards(reward: str) -> None:
    api_test(pettingzoo.env("salty_ocean", reward=reward), num_cycles=CYCLES)


@ALLOWED
def test_the_checkers_pass_with_options() -> None:
    options = {"map": "generated"}
    seed_test(lambda: pettingzoo.env("rolling_seas", seats=2, options=options), num_cycles=CYCLES)


def play(env: Any, seed: int) -> dict[str, float]:
    """A whole game; what each agent has earned."""
    env.reset(seed=seed)
    random = Random(seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, info = env.last()
        earned[agent] += reward
        if termination:
            assert info["rank"] >= 1
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        space = env.unwrapped.match.rules.space
        assert info["legal"] == [space.notation(int(code)) for code in legal]
        env.step(int(random.choice(legal)))
    return earned


@pytest.mark.parametrize(("game", "seats"), SMALL_AND_BIG)
def test_games_end_naturally_and_pay_the_winners(game: str, seats: int) -> None:
    env = pettingzoo.env(game, seats=seats)
    earned = play(env, 3)
    assert env.agents == []
    assert list(earned.values()) == env.unwrapped.match.win_shares


def test_shaped_rewards_reach_every_agent() -> None:
    earned = play(pettingzoo.env("saltfjord", seats=3, reward="shaped"), 3)
    assert len({round(each, 6) for each in earned.values()}) == 3


@pytest.mark.parametrize("actions", ["flat", "factored"])
def test_an_illegal_action_loses_the_game(actions: str) -> None:
    env = pettingzoo.env("salty_ocean", seats=3, actions=actions)
    env.reset(seed=1)
    space = env.action_space(env.agent_selection)
    culprit = env.agent_selection
    # The last family, which is closed at the start
    env.step(654 if actions == "flat" else np.array([23, 0, 0, 0], space.dtype))
    assert all(env.terminations.values())
    assert {agent: env.rewards[agent] for agent in env.agents} == {
        agent: -1.0 if agent == culprit else 0.0 for agent in env.agents
    }
    told = {agent: info["illegal"] for agent, info in env.infos.items() if "illegal" in info}
    assert list(told) == [culprit]
    assert "not allowed" in told[culprit]
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_what_is_no_action_changes_nothing() -> None:
    env = pettingzoo.raw_env("salty_ocean", seats=2, reward="shaped")
    env.reset(seed=1)
    random = Random(1)
    while not env.last()[1]:
        codes = np.flatnonzero(env.last()[0]["action_mask"])
        env.step(int(random.choice(codes)))
    agent = env.agent_selection
    before = env.last()[1], env.match.position.digest()
    for action in (1.9, "pass", None):
        with pytest.raises(BadSetup, match="is no action"):
            env.step(action)
        assert (env.last()[1], env.match.position.digest()) == before
        assert env.agent_selection == agent


def test_an_agent_that_is_not_asked_sees_an_empty_mask() -> None:
    env = pettingzoo.env("salty_ocean", seats=3)
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(waiting)["action_mask"].any()
    assert env.observe(env.agent_selection)["action_mask"].any()


def test_structured_observations_and_factored_actions_can_be_sampled() -> None:
    env = pettingzoo.env("seul_maitre", seats=2, observation="structured", actions="factored")
    env.reset(seed=1)
    observation = env.observe(env.agent_selection)
    assert env.observation_space(env.agent_selection).contains(observation)
    assert set(observation["observation"]) == {"table", "own", "rival_1", "rival_2", "rival_3"}
    env.action_space(env.agent_selection).sample(observation["action_mask"])


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.env("salty_ocean", seats=3)))  # noqa: S301
    env.reset(seed=1)
    assert env.num_agents == 3


# Showing


def test_a_game_is_told_in_words() -> None:
    env = pettingzoo.env("saltfjord", seats=1, render_mode="ansi")
    env.reset(seed=1)
    assert "player_0" in env.render()


@pytest.mark.parametrize("game", games.GAMES)
def test_a_game_is_drawn(game: str) -> None:
    pytest.importorskip("resvg_py")
    env = pettingzoo.env(game, render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")


def test_a_game_is_drawn_as_pixels() -> None:
    pytest.importorskip("resvg_py")
    env = pettingzoo.env("salty_ocean", render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.dtype == np.uint8
    assert pixels.shape[1:] == (1000, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100


def test_a_missing_library_of_pictures_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    env = pettingzoo.env("salty_ocean", render_mode="rgb_array")
    env.reset(seed=1)
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(MissingLibrary, match=r"quarterdeck\[web\]"):
        env.render()


def test_an_unknown_way_to_render_is_refused() -> None:
    with pytest.raises(UnknownName, match="ansi, svg, rgb_array"):
        pettingzoo.env("salty_ocean", render_mode="human")
