"""Two worlds that a seat cannot tell apart give it the same observation, mask and info."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from quarterdeck import games
from quarterdeck.envs.match import Match
from quarterdeck.envs.pettingzoo import raw_env
from quarterdeck.kernel.rules import AnyRules
from tests.toy import TOY

# Games in which somebody has a secret
SEEDS = {"saltfjord": 8, "seul_maitre": 12}
LOOKED_EVERY = 6
PLIES = 150


def sense(env: raw_env, seat: int) -> dict[str, Any]:
    """Everything that the environment tells an agent."""
    agent = env.possible_agents[seat]
    env._go_on()
    return {"observed": env.observe(agent), "info": env.infos[agent]}


def in_world(match: Match, seat: int, random: Random) -> Match:
    """A match in a world that this seat imagines: others have chosen otherwise in open lanes."""
    world = Match(match.rules, match.seats, match.options)
    world.reset(0)
    world.position = match.rules.imagine(match.position, seat, random)
    world._known, world._lanes_opened = match._known, match._lanes_opened
    world.choices = match.choices[: match._known]
    for other in range(match.seats):
        world.choices += [(other, code) for code in world.position.lane_choices(other)]
    return world


@pytest.mark.parametrize("rules", [*map(games.load, games.GAMES), TOY], ids=lambda each: each.id)
def test_agents_cannot_tell_imagined_worlds_from_the_true_one(rules: AnyRules) -> None:
    seats, seed = rules.default_seats, SEEDS.get(rules.id, 6)
    env = raw_env(rules, seats)
    env.reset(seed=seed)
    random, worlds = Random(seed), Random(seed)
    differing = 0
    for ply in range(PLIES):
        match = env.match
        if match.finished:
            break
        if ply % LOOKED_EVERY == 0:
            for seat in range(seats):
                truth = sense(env, seat)
                world = in_world(match, seat, worlds)
                differing += world.position.digest() != match.position.digest()
                env.match = world
                imagined = sense(env, seat)
                env.match = match
                assert data_equivalence(truth, imagined, exact=True)
        env.step(random.choice(match.legal(env._seats[env.agent_selection])))
        if match.finished:
            break
    assert differing, "no world differs: nothing was tested"


def test_what_others_chose_at_the_same_time_is_not_told() -> None:
    env = raw_env("rolling_seas", 2)
    env.reset(seed=3)
    random = Random(3)
    while len(env.match.actors) < 2:
        env.step(random.choice(env.match.legal(env.match.actor)))
    told = []
    for which in (0, -1):
        twin = raw_env("rolling_seas", 2)
        twin.reset(seed=3)
        for seat, code in env.match.choices:
            twin.match.play(code, seat)
        while 0 in twin.match.actors:
            twin.match.play(twin.match.legal(0)[which], 0)
        twin._go_on()
        told.append((twin.observe("player_1"), twin.infos["player_1"], twin.agent_selection))
    assert told[0][2] == "player_1"
    assert data_equivalence(told[0], told[1], exact=True)
    assert np.any(told[0][0]["action_mask"])
