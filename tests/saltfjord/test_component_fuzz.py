"""Any component file is refused with a reason or can be played: games on mutated values."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from quarterdeck import pictures
from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.rules import Saltfjord
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.componentfile import ComponentFile
from quarterdeck.testing.faults import Data, Faults, Place, put

PRINTED = Saltfjord()
FAULTS = Faults(PRINTED, Components)
WORDS = ("wood", "order", "walk_fish9", "walk_points2_upgrade9", "walk_fishing9", ".", "upgrade")
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"carts": "true", "village_side": "named"},
    {"manual_conversions": "true", "village_side": "verkstad"},
    {"blocked_cells": "stop", "final_unload_x2": "true", "carts": "true"},
)
SAY = [Translator(language, ("Anne", "Bruno", "Chloé", "Dirk")) for language in ("en", "fr")]


class Mutated(Saltfjord):
    """The game with components that were never in a file."""

    def __init__(self, data: Data) -> None:
        super().__init__()
        self.box = Components(ComponentFile(data, "mutated.toml"))


def mutated(random: Random) -> Data:
    """The printed values with a few changes a careless or inventive owner might make."""
    data = copy.deepcopy(FAULTS.data)
    for _ in range(random.randint(1, 3)):
        place = random.choice(FAULTS.places)
        holder: Any = data
        try:
            for part in place[:-1]:
                holder = holder[part]
            put(holder, place[-1], changed(random, holder[place[-1]], place))
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change has taken this place away
    return data


def changed(random: Random, value: Any, place: Place) -> Any:
    if type(value) is int:
        return random.choice((0, 1, value + 1, value - 1, 2 * value, 7, 9, 99, -1, 10**9))
    if isinstance(value, str) and place[-1] != "id":
        words = value.split()
        words[random.randrange(len(words))] = random.choice(WORDS)
        return " ".join(words)
    if isinstance(value, list):
        twin = random.sample(value, len(value)) if random.random() < 0.7 else value[:-1]
        return twin or None
    return None if random.random() < 0.1 else value


def play_out(rules: Saltfjord, seats: int, options: dict[str, str], random: Random) -> None:
    """A random game to its end, looked at now and then and checked all the time."""
    p = rules.start(seats, options)
    for choice in range(rules.length_bound):
        while p.chance:
            p.deal(random.choices(*zip(*p.outcomes(), strict=True))[0])
        if choice % 60 == 0 or p.finished:
            viewer = random.choice((*range(seats), None))
            view = rules.view(p, viewer)
            for say in SAY:
                assert rules.text(view, say)
            pictures.board(rules, view, SAY[choice // 60 % 2])
            rules.imagine(p, viewer, random)
        rules.check(p)
        if p.finished:
            return
        (seat,) = p.actors()
        legal = p.legal(seat)
        if choice % 10 == 0:
            for code in legal:
                SAY[0].text(rules.describe(p, seat, code).label)
            rules.advise(p, seat, legal)
        p.play(seat, random.choice(legal))
    pytest.fail("the game does not end")


def try_file(seed: int) -> bool:
    """Whether a mutated file is taken; then games on it end."""
    random = Random(seed)
    data = mutated(random)
    problems = FAULTS.problems(data)
    if problems:
        for say in SAY:
            said = [say.text(problem) for problem in problems]
            assert not any("components." in each for each in said)
        return False
    rules = Mutated(data)
    play_out(rules, random.randint(1, 4), random.choice(OPTIONS), random)
    return True


def test_mutated_files_are_refused_or_can_be_played() -> None:
    taken = [try_file(seed) for seed in range(40)]
    assert 10 < sum(taken) < 35


@pytest.mark.soak
@pytest.mark.parametrize("block", range(5))
def test_many_mutated_files_are_refused_or_can_be_played(block: int) -> None:
    assert sum(try_file(1000 + 100 * block + seed) for seed in range(100)) > 10
