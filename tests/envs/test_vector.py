"""Many games at once: the same games as one by one, in arrays that stay where they are."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from quarterdeck import games
from quarterdeck.envs.gymnasium import GameEnv
from quarterdeck.envs.match import Match
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.registration import env_id
from quarterdeck.envs.vector import VectorGameEnv
from quarterdeck.kernel.errors import BadSetup, UnknownName

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
            story += [infos[name].tobytes() for name in ("action_mask", "seat", "all_rewards")]
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
    _, _, ended, _, infos = envs.step(any_open(infos["action_mask"], random))
    assert not ended.any()
    assert not {"final_obs", "_final_obs", "final_info", "_final_info"} & set(infos)


def test_what_ended_in_the_same_step_is_told_as_gymnasium_tells_it() -> None:
    """The same keys and values as those of single environments that Gymnasium steps together."""
    settings: dict[str, Any] = {"opponents": "random", "seat": "rotate"}
    ours = VectorGameEnv(3, "salty_ocean", autoreset_mode="SameStep", **settings)
    theirs = SyncVectorEnv(
        [lambda: GameEnv("salty_ocean", **settings)] * 3, autoreset_mode="SameStep"
    )
    _, infos = ours.reset(seed=2)
    theirs.reset(seed=2)
    random = np.random.default_rng(1)
    told = 0
    while told < 5:
        actions = any_open(infos["action_mask"], random)
        if told == 4:
            actions[0] = 654
        seen, rewards, ended, _, infos = ours.step(actions)
        wanted, their_rewards, their_ended, _, their_infos = theirs.step(actions)
        assert np.array_equal(seen, wanted)
        assert rewards.tolist() == their_rewards.tolist()
        assert ended.tolist() == their_ended.tolist() == (rewards * 0 + ended).tolist()
        for key in ("final_obs", "_final_obs", "final_info", "_final_info"):
            assert (key in infos) == (key in their_infos) == bool(ended.any())
        if ended.any():
            told += 1
            assert infos["_final_obs"].tolist() == their_infos["_final_obs"].tolist()
            for mine, other in zip(infos["final_obs"], their_infos["final_obs"], strict=True):
                assert (mine is None and other is None) or np.array_equal(mine, other)
            final, their_final = infos["final_info"], their_infos["final_info"]
            assert final["seat"].tolist() == their_final["seat"].tolist()
            assert final["_seat"].tolist() == their_final["_seat"].tolist()
            if "illegal" in their_final:
                assert final["illegal"].tolist() == their_final["illegal"].tolist()
    assert "illegal" in infos["final_info"]


def test_games_stay_over_if_nothing_resets_them() -> None:
    envs = VectorGameEnv(2, "salty_ocean", opponents="self", autoreset_mode="Disabled")
    envs.reset(seed=1)
    before, *_ = envs.step([0, 654])
    with pytest.raises(BadSetup, match="Game 1 is over"):
        envs.step([0, 0])
    for mask in ([True], [0, 1], np.array([1.0, 0.0])):
        with pytest.raises(BadSetup, match="2 games is a row of truth values"):
            envs.reset(options={"reset_mask": mask})
    after, infos = envs.reset(options={"reset_mask": np.array([False, True])})
    assert np.array_equal(before[0], after[0])
    assert not infos["all_rewards"].any()
    assert infos["action_mask"].any(axis=1).all()
    envs.step(first_open(infos["action_mask"]))


def test_whatever_is_handed_out_stays_as_it_is() -> None:
    envs = VectorGameEnv(2, "salty_ocean", opponents="self")
    first, infos = envs.reset(seed=1)
    before = first.copy(), infos["action_mask"].copy(), infos["seat"].copy()
    one = envs.step(first_open(infos["action_mask"]))
    other = envs.step(first_open(one[-1]["action_mask"]))
    assert not np.array_equal(first, one[0])
    assert np.array_equal(before[0], first)
    assert np.array_equal(before[1], infos["action_mask"])
    assert np.array_equal(before[2], infos["seat"])
    for mine, later in zip(one[:-1], other[:-1], strict=True):
        assert not np.shares_memory(mine, later)
    for name in infos:
        assert not np.shares_memory(one[-1][name], other[-1][name])


def test_the_arrays_stay_where_they_are_if_that_is_asked_for() -> None:
    envs = VectorGameEnv(2, "salty_ocean", opponents="self", copy=False)
    first, infos = envs.reset(seed=1)
    again, *_, later = envs.step(first_open(infos["action_mask"]))
    assert again is first
    assert later["action_mask"] is infos["action_mask"]
    assert later is not infos


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_wrappers_of_gymnasium_may_add_to_infos(mode: AutoresetMode, copy: bool) -> None:
    envs = RecordEpisodeStatistics(
        VectorGameEnv(3, "salty_ocean", opponents="random", autoreset_mode=mode, copy=copy)
    )
    _, infos = envs.reset(seed=1)
    random = np.random.default_rng(1)
    ended = 0
    while ended < 4:
        _, _, over, _, infos = envs.step(any_open(infos["action_mask"], random))
        ended += int(over.sum())
        assert ("episode" in infos) == bool(over.any())
    listed = DictInfoToList(envs)
    *_, told = listed.step(any_open(infos["action_mask"], random))
    assert [info["seat"] for info in told] == [0, 0, 0]


@pytest.mark.parametrize(
    "actions",
    [
        [1, 1],
        [1, 1, 1, 1],
        [[1], [1], [1]],
        [[1, 1], [1]],
        [1.0, 1.0, 1.0],
        [True, True, True],
        ["pass", "pass", "pass"],
        1,
        None,
    ],
)
def test_actions_are_one_whole_number_for_each_game(actions: Any) -> None:
    envs = VectorGameEnv(3, "salty_ocean", opponents="self")
    with pytest.raises(BadSetup, match="call reset"):
        envs.step([1, 1, 1])
    envs.reset(seed=1)
    before = [match.position.digest() for match in envs._matches]
    with pytest.raises(BadSetup, match="3 games are a row of whole numbers"):
        envs.step(actions)
    assert [match.position.digest() for match in envs._matches] == before
    envs.step((np.int32(1), 1, np.int64(1)))


@pytest.mark.parametrize(
    ("setting", "value"),
    [("observation", "structured"), ("actions", "factored"), ("render_mode", "ansi")],
)
def test_what_only_single_environments_have_is_refused(setting: str, value: str) -> None:
    settings: dict[str, Any] = {"opponents": "random", setting: value}
    with pytest.raises(BadSetup, match=rf"not “{value}”.*“sync”"):
        gymnasium.make_vec(env_id("salty_ocean"), num_envs=2, **settings)
    gymnasium.make_vec(
        env_id("salty_ocean"), num_envs=2, vectorization_mode="sync", **settings
    ).reset(seed=1)
    settings[setting] = "sideways"
    with pytest.raises(UnknownName):
        VectorGameEnv(2, "salty_ocean", **settings)


def test_an_illegal_action_ends_its_game_only() -> None:
    envs = VectorGameEnv(2, "salty_ocean", opponents="self")
    _, infos = envs.reset(seed=1)
    assert "illegal" not in infos
    actions = [654, int(infos["action_mask"][1].argmax())]
    _, rewards, terminations, _, infos = envs.step(actions)
    assert rewards.tolist() == [-1.0, 0.0]
    assert terminations.tolist() == [True, False]
    alone = GameEnv("salty_ocean")
    alone.reset(seed=1)
    assert infos["illegal"].tolist() == [alone.step(654)[-1]["illegal"], None]
    assert infos["_illegal"].tolist() == [True, False]
    *_, infos = envs.step(actions)
    assert "illegal" not in infos
    assert "_illegal" not in infos


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
    for count in (0, 1.5, None):
        with pytest.raises(BadSetup, match="at least one"):
            VectorGameEnv(count, "salty_ocean")  # type: ignore[arg-type]
