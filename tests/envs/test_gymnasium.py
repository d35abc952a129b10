"""Gymnasium: its own checker, and what is ours: opponents, seats, illegal actions, masks."""

from __future__ import annotations

import re
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from quarterdeck import games
from quarterdeck.envs import pettingzoo
from quarterdeck.envs.actions import FlatActions
from quarterdeck.envs.errors import MissingLibrary
from quarterdeck.envs.gymnasium import GameEnv
from quarterdeck.envs.registration import ANY_GAME, env_id
from quarterdeck.envs.vector import VectorGameEnv
from quarterdeck.kernel.errors import BadSetup, UnknownName
from tests.envs.tables import SMALL_AND_BIG


@pytest.mark.parametrize(("game", "seats"), SMALL_AND_BIG)
def test_the_checker_of_gymnasium_passes(game: str, seats: int) -> None:
    env = gymnasium.make(env_id(game), seats=seats, opponents="random")
    check_env(env.unwrapped, skip_render_check=True)


def test_the_checker_passes_structured_and_factored() -> None:
    env = GameEnv("saltfjord", observation="structured", actions="factored", opponents="random")
    check_env(env, skip_render_check=True)


def test_the_ids_are_those_of_the_games() -> None:
    assert {env_id(game) for game in games.GAMES} == {
        "quarterdeck/SaltyOcean-v1",
        "quarterdeck/RollingSeas-v1",
        "quarterdeck/Saltfjord-v1",
        "quarterdeck/SeulMaitre-v1",
    }
    env = gymnasium.make(f"quarterdeck.envs.gymnasium:{env_id(ANY_GAME)}", game="seul_maitre")
    assert env.unwrapped.match.rules.id == "seul_maitre"  # type: ignore[attr-defined]


def play(env: GameEnv, seed: int | None) -> tuple[list[int], float, dict[str, Any]]:
    """A whole game at random: what was chosen, what it earned, and the last info."""
    _, info = env.reset(seed=seed)
    random = Random(1)
    codes: list[int] = []
    earned, over = 0.0, False
    while not over:
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        codes.append(int(random.choice(np.flatnonzero(env.action_masks()))))
        _, reward, over, truncated, info = env.step(codes[-1])
        earned += reward
        assert not truncated
    return codes, earned, info


@pytest.mark.parametrize(("game", "seats"), SMALL_AND_BIG)
def test_games_end_naturally_and_again_the_same(game: str, seats: int) -> None:
    env = GameEnv(game, seats, opponents="random", seat=seats - 1)
    first, second = play(env, 5), play(env, 5)
    assert first[0] == second[0]
    assert first[2]["scores"] == second[2]["scores"]
    assert first[1] == first[2]["win_share"]
    assert first[2]["seat"] == seats - 1


def test_bots_of_the_house_play_the_other_seats() -> None:
    env = GameEnv("salty_ocean", 3, opponents=["greedy", "gentle"], reward="rank")
    _, earned, info = play(env, 2)
    assert earned == -1.0
    assert info["ranks"][0] == 3


def test_the_own_seat_rotates() -> None:
    env = GameEnv("salty_ocean", 3, opponents="random", seat="rotate")
    seats = []
    for seed in (1, None, None, None, 1):
        env.reset(seed=seed)
        seats.append(env.seat)
    assert seats == [0, 1, 2, 0, 0]


def test_an_illegal_action_ends_the_game_with_the_reason() -> None:
    env = GameEnv("salty_ocean", 2)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(654)
    assert (reward, terminated) == (-1.0, True)
    assert "swap" in info["illegal"]
    env.reset(seed=1)
    assert env.step(9999)[2]


def test_what_is_over_is_not_gone_on_with() -> None:
    env = GameEnv("salty_ocean", 2, opponents="random")
    with pytest.raises(BadSetup, match="call reset"):
        env.step(0)
    play(env, 1)
    digest = env.match.position.digest()
    with pytest.raises(BadSetup, match="call reset"):
        env.step(0)
    assert env.match.position.digest() == digest
    env.reset()
    assert env.step(654)[2]
    with pytest.raises(BadSetup, match="call reset"):
        env.step(0)


@pytest.mark.parametrize("form", ["flat", "factored"])
@pytest.mark.parametrize("action", [1.9, np.float32(1), "pass", None, True, [1.0, 0.0], [1], [[1]]])
def test_what_is_no_action_is_refused_and_changes_nothing(form: str, action: Any) -> None:
    env = GameEnv("salty_ocean", 2, actions=form)
    env.reset(seed=1)
    digest = env.match.position.digest()
    with pytest.raises(BadSetup, match="no action"):
        env.step(action)
    assert env.match.position.digest() == digest
    code = np.array(1, np.int16)
    passed = code if isinstance(env.actions, FlatActions) else env.actions.split(1)
    assert "illegal" not in env.step(passed)[-1]


def test_setups_are_read_as_python_and_numpy_write_them() -> None:
    options: Any = {"ambush": True, "mirror_shapes": np.bool_(False)}
    match = GameEnv("rolling_seas", np.int64(2), options, seat=np.int8(1)).match  # type: ignore[arg-type]
    assert match.seats == 2
    assert (match.options["ambush"], match.options["mirror_shapes"]) == ("true", "false")


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("seats", "2", "“2” is no number of players"),
        ("seats", 2.0, "“2.0” is no number of players"),
        ("seats", True, "“True” is no number of players"),
        ("seat", None, "“None” is no seat"),
        ("seat", 1.0, "“1.0” is no seat"),
        ("seat", True, "“True” is no seat"),
        ("opponents", None, "“None” names no opponents"),
        ("opponents", 3, "“3” names no opponents"),
        ("opponents", [None, None], "names no opponents"),
        ("options", "map=map_2", "“map=map_2” names no options"),
        ("advice", "false", "“false” is neither True nor False"),
        ("details", 1, "“1” is neither True nor False"),
        ("illegal_reward", "much", "“much” is no reward"),
        ("illegal_reward", True, "“True” is no reward"),
        ("illegal_reward", float("nan"), "“nan” is no reward"),
    ],
)
def test_settings_of_another_kind_are_refused(setting: str, value: Any, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        GameEnv("rolling_seas", **{setting: value})
    with pytest.raises(BadSetup, match=said):
        VectorGameEnv(2, "rolling_seas", **{setting: value})
    if setting not in ("seat", "opponents"):
        with pytest.raises(BadSetup, match=said):
            pettingzoo.raw_env("rolling_seas", **{setting: value})


@pytest.mark.parametrize("setting", ["game", "reward", "observation", "actions", "render_mode"])
@pytest.mark.parametrize("value", [3, ["win"], b"flat"])
def test_names_of_another_kind_are_unknown(setting: str, value: Any) -> None:
    settings: dict[str, Any] = {"game": "salty_ocean", setting: value}
    with pytest.raises(UnknownName, match=re.escape(str(value))):
        GameEnv(**settings)


@pytest.mark.parametrize("seed", [-1, 1.9, True, "7"])
def test_what_is_no_seed_is_refused_and_changes_nothing(seed: Any) -> None:
    alone, all_seats = GameEnv("salty_ocean", 2), pettingzoo.env("salty_ocean", 2)
    many = VectorGameEnv(2, "salty_ocean", 2)
    for env in (alone, all_seats, many):
        env.reset(seed=1)
    matches = [alone.match, all_seats.unwrapped.match, *many._matches]
    before = [match.position.digest() for match in matches]
    for env in (alone, all_seats, many):
        with pytest.raises(BadSetup, match=f"“{seed}” is no seed"):
            env.reset(seed=seed)
    with pytest.raises(BadSetup, match=f"“{seed}” is no seed"):
        many.reset(seed=[3, seed])
    assert [match.position.digest() for match in matches] == before
    alone.reset(seed=np.int64(7))  # type: ignore[arg-type]


def test_bad_opponents_and_seats_are_refused() -> None:
    with pytest.raises(UnknownName):
        GameEnv("salty_ocean", opponents="nobody")
    with pytest.raises(BadSetup, match="2 opponents for 1 other seat"):
        GameEnv("salty_ocean", 2, opponents=["greedy", "greedy"])
    for seat in (2, -1, "window"):
        with pytest.raises(BadSetup, match="0 to 1"):
            GameEnv("salty_ocean", 2, seat=seat)


def test_a_game_is_told_in_words() -> None:
    env = gymnasium.make(env_id("salty_ocean"), render_mode="ansi")
    env.reset(seed=1)
    assert "player_1" in str(env.render())


@pytest.mark.parametrize(
    ("module", "library"),
    [
        ("pettingzoo", "pettingzoo"),
        ("pettingzoo", "numpy"),
        ("gymnasium", "gymnasium"),
        ("gymnasium", "numpy"),
        ("vector", "gymnasium"),
        ("vector", "numpy"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, module: str, library: str
) -> None:
    for name in [name for name in sys.modules if name.startswith("quarterdeck.envs.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        ImportError, match=rf'{library}.*pip install "quarterdeck\[research\]"'
    ) as e:
        __import__(f"quarterdeck.envs.{module}")
    assert type(e.value).__name__ == MissingLibrary.__name__
