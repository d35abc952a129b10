"""Copies of environments in the middle of a game: the same game, going on the same, bit for bit."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import gymnasium
import numpy as np
import pytest

from quarterdeck import games
from quarterdeck.bots.search import Edge, Node, SearchBot, flatten
from quarterdeck.envs import pettingzoo
from quarterdeck.envs.gymnasium import GameEnv
from quarterdeck.envs.match import Match
from quarterdeck.envs.registration import env_id
from quarterdeck.envs.vector import VectorGameEnv
from quarterdeck.kernel import rules as kernel_rules
from quarterdeck.kernel.errors import BadComponents, BadSetup
from tests.envs.tables import play_at_random

T = TypeVar("T")
Copy = Callable[[T], T]


def unpickle(content: bytes) -> Any:
    return pickle.loads(content)  # noqa: S301  # we have just written it


def by_pickle(thing: T) -> T:
    copied: T = unpickle(pickle.dumps(thing))
    return copied


COPIES = pytest.mark.parametrize("copy", [deepcopy, by_pickle])
# Bots that think so far, however long it takes
SEARCH = "search:seconds=60:simulations=3"


def told(thing: Any) -> Any:
    """Anything that an environment hands out, so that it can be compared."""
    if isinstance(thing, np.ndarray):
        seen = told(thing.tolist()) if thing.dtype == object else thing.tobytes()
        return thing.dtype.str, thing.shape, seen
    if isinstance(thing, dict):
        return {name: told(value) for name, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [told(value) for value in thing]
    return thing


def go_on(env: Any, steps: int, seed: int = 3) -> list[Any]:
    """What happens in so many steps of one seat, new games included."""
    random = Random(seed)
    story: list[Any] = []
    for _ in range(steps):
        code = int(random.choice(np.flatnonzero(env.unwrapped.action_masks())))
        step = env.step(code)
        story.append(told(step))
        if step[2]:
            story.append(told(env.reset()))
    return story


@COPIES
@pytest.mark.parametrize(
    ("game", "steps", "settings"),
    [
        ("salty_ocean", 20, {"opponents": ["greedy", "random"], "seats": 3, "seat": "rotate"}),
        ("salty_ocean", 3, {"opponents": SEARCH, "seats": 2, "reward": "shaped"}),
        ("salty_ocean", 3, {"opponents": "captain", "observation": "structured", "advice": True}),
        ("rolling_seas", 20, {"opponents": "gentle", "options": {"map": "generated"}}),
        ("saltfjord", 20, {"opponents": "random", "reward": "shaped"}),
        ("seul_maitre", 4, {"opponents": "greedy"}),
    ],
)
def test_a_copy_goes_on_as_the_game_would_have(
    copy: Copy[Any], game: str, steps: int, settings: dict[str, Any]
) -> None:
    env = gymnasium.make(env_id(game), **settings)
    env.reset(seed=4)
    go_on(env, 4)
    copied = copy(env)
    position: Any = env.unwrapped.match.position  # type: ignore[attr-defined]
    before = position.digest()
    theirs = go_on(copied, steps)
    assert position.digest() == before
    assert go_on(env, steps) == theirs
    assert copied.unwrapped.match.position is not position


@COPIES
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize(("opponents", "keeps"), [("self", False), ("random", True)])
def test_many_games_are_copied_at_once(
    copy: Copy[VectorGameEnv], mode: str, opponents: str, keeps: bool
) -> None:
    envs = VectorGameEnv(
        3, "salty_ocean", opponents=opponents, autoreset_mode=mode, reward="shaped", copy=keeps
    )
    _, infos = envs.reset(seed=1)
    masks = infos["action_mask"]
    for _ in range(9):
        masks = envs.step(masks.argmax(axis=1))[-1]["action_mask"]
    copied = copy(envs)
    stories = []
    for each in (copied, envs):
        random = np.random.default_rng(1)
        story = []
        for _ in range(40):
            open_codes = each.action_masks()
            step = each.step((open_codes * random.random(open_codes.shape)).argmax(axis=1))
            story.append(told(step))
        stories.append(story)
    assert stories[0] == stories[1]


def follow(env: Any, steps: int) -> list[Any]:
    """What all agents see in so many steps of a game for several."""
    story: list[Any] = []
    for _ in range(steps):
        observation, reward, ended, _, info = env.last()
        story.append(told([env.agent_selection, observation, reward, ended, info]))
        if ended:
            break
        env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
    return story


@COPIES
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env])
@pytest.mark.parametrize("game", games.GAMES)
def test_games_of_many_agents_are_copied(copy: Copy[Any], make: Any, game: str) -> None:
    env = make(game)
    env.reset(seed=2)
    follow(env, 8)
    copied = copy(env)
    theirs = follow(copied, 15)
    assert follow(env, 15) == theirs
    assert len(theirs) == 15


@COPIES
def test_a_copy_in_a_simultaneous_phase_knows_what_was_chosen_and_hides_it(
    copy: Copy[Match],
) -> None:
    match = Match("rolling_seas", seats=3)
    match.reset(7)
    random = Random(1)
    while not (match.position.lanes and match.position.lane_choices(0)):
        match.play(random.choice(match.legal(match.actor)))
    copied = copy(match)
    rules = match.rules
    assert copied.rules is rules
    for seat in (0, 1, 2, None):
        mine, theirs = (rules.view(each.position, seat) for each in (match, copied))
        assert mine == theirs
        assert match.last_choice(seat) == copied.last_choice(seat)
    assert copied.position.dump() == match.position.dump()
    assert copied.position.opening().dump() == match.position.opening().dump()
    play_at_random(copied, 5)
    assert not match.finished
    play_at_random(match, 5)
    assert copied.position.dump() == match.position.dump()
    assert copied.choices == match.choices


@COPIES
@pytest.mark.parametrize("game", games.GAMES)
def test_positions_are_copied_at_any_moment(copy: Copy[Any], game: str) -> None:
    rules = games.load(game)
    position = rules.start()
    random = Random(3)
    for _ in range(60):
        copied = copy(position)
        assert copied is not position
        for name in ("dump", "actors", "outcomes", "digest"):
            assert getattr(copied, name)() == getattr(position, name)()
        for seat in range(position.seats):
            assert copied.legal(seat) == position.legal(seat)
        assert copied.barrier == position.barrier
        if position.chance:
            position.deal(random.choice(position.outcomes())[0])
        else:
            seat = random.choice(position.actors())
            position.play(seat, random.choice(position.legal(seat)))


@COPIES
def test_what_a_bot_remembers_is_copied_however_deep_it_looked(copy: Copy[SearchBot]) -> None:
    bot = SearchBot(games.load("salty_ocean"), Random(1), 1.0, 1)
    bot.root = node = Node(0)
    for depth in range(2000):
        edge = node.edges[depth] = Edge([0.25, 0.5], 0.75)
        edge.prior = 0.125
        node = edge.leads[(1, depth)] = Node(1)
        edge.leads[(0,)] = Node(0)
    node.key = 4711
    node.visits = 3
    copied = copy(bot)
    assert copied.root is not None
    assert flatten(copied.root) == flatten(bot.root)
    assert len(flatten(bot.root)) == 4001
    copied.root.edges.clear()
    assert bot.root.edges


def test_a_position_filled_by_hand_belongs_to_no_rules() -> None:
    rules = games.load("salty_ocean")
    with pytest.raises(BadSetup, match="filled by hand"):
        pickle.dumps(rules.blank(*rules.checked_setup(2, None)))


@COPIES
def test_rules_are_shared_and_their_choices_kept(copy: Copy[Any]) -> None:
    for game in games.GAMES:
        rules = games.load(game)
        assert copy(rules) is rules
        space = copy(rules.space)
        assert space.size == rules.space.size
        for code in range(space.size):
            notation = rules.space.notation(code)
            assert space.notation(code) == notation
            assert space.parse(notation) == code
            assert space.family_of(code).rule == rules.space.family_of(code).rule


ELSEWHERE = """
import pickle, sys
from tests.envs.test_copies import go_on
env = pickle.loads(sys.stdin.buffer.read())
sys.stdout.buffer.write(pickle.dumps(go_on(env, 20)))
"""


def run_elsewhere(content: bytes) -> subprocess.CompletedProcess[bytes]:
    """In a process of its own that has loaded nothing yet."""
    return subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=content, capture_output=True, check=False
    )


def test_a_copy_goes_on_in_another_process() -> None:
    env = GameEnv("rolling_seas", 3, {"map": "generated"}, opponents="greedy", actions="flat")
    env.reset(seed=4)
    go_on(env, 5)
    done = run_elsewhere(pickle.dumps(env))
    assert done.returncode == 0, done.stderr.decode()
    assert unpickle(done.stdout) == go_on(env, 20)


def change(file: Path, source: Path, old: str, new: str) -> Path:
    text = source.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def test_an_own_box_comes_along_or_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = games.load("salty_ocean")
    source = usual.folder / "components.toml"
    old, new = "[10, 12, 14, 16]", "[11, 13, 15, 17]"
    file = change(tmp_path / "own.toml", source, old, new)
    own = usual.with_components(file)
    assert own.component_digest != usual.component_digest
    env = GameEnv(own, 2, opponents="random")
    env.reset(seed=1)
    go_on(env, 3)
    content = pickle.dumps(env)
    assert unpickle(content).match.rules is own
    done = run_elsewhere(content)
    assert done.returncode == 0, done.stderr.decode()
    assert unpickle(done.stdout) == go_on(deepcopy(env), 20)
    # As in a process that has not read the file before
    monkeypatch.setattr(kernel_rules, "_made", WeakValueDictionary())
    assert unpickle(content).match.rules.component_digest == own.component_digest
    monkeypatch.setattr(kernel_rules, "_made", WeakValueDictionary())
    change(file, source, old, "[12, 13, 15, 17]")
    with pytest.raises(BadSetup, match=r"own\.toml"):
        unpickle(content)
    file.unlink()
    with pytest.raises(BadComponents, match=r"own\.toml"):
        unpickle(content)
