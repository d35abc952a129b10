"""Observations and actions: ranges, structure, and choices in parts."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from quarterdeck import games
from quarterdeck.envs.actions import FactoredActions, FlatActions, notations
from quarterdeck.envs.describing import describe_spaces, features_of, find_fields
from quarterdeck.envs.match import Match
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.spaces import Sight, action_space, make_actions
from quarterdeck.kernel.errors import UnknownName
from tests.envs.tables import SMALL_AND_BIG


@pytest.mark.parametrize("advice", [False, True])
@pytest.mark.parametrize(("game", "seats"), SMALL_AND_BIG)
def test_observations_are_in_their_space_flat_and_structured(
    game: str, seats: int, advice: bool
) -> None:
    match = Match(game, seats)
    observer = Observer(match.rules, advice)
    flat, structured = Sight(observer, "flat"), Sight(observer, "structured")
    random = Random(2)
    match.reset(2)
    for _ in range(40):
        seat = match.actor
        row = observer.observe(match.position, seat)
        assert row.dtype == np.float32
        assert flat.space.contains(row)
        assert structured.space.contains(structured.shape(row))
        match.play(random.choice(match.legal(seat)))


@pytest.mark.parametrize("advice", [False, True])
@pytest.mark.parametrize("game", games.GAMES)
def test_every_number_is_in_one_field(game: str, advice: bool) -> None:
    features = features_of(games.load(game), advice)
    fields = find_fields(features)
    assert sorted(place for field in fields for place in field.places) == list(range(len(features)))
    for field in fields:
        # `quarterdeck spaces` tells first and last
        assert list(field.places) == list(range(field.places[0], field.places[-1] + 1))
    rivals = [field.block for field in fields if field.block.startswith("rival")]
    assert len(set(rivals)) == features.seats - 1


@pytest.mark.parametrize("game", games.GAMES)
def test_choices_in_parts_are_the_same_choices(game: str) -> None:
    space = games.load(game).space
    actions = FactoredActions(space)
    assert all(actions.read(actions.split(code)) == code for code in range(space.size))
    assert actions.read([len(space.families), *[0] * (len(actions.sizes) - 1)]) is None
    assert notations(space)[5] == space.notation(5)
    described = describe_spaces(games.load(game), 2)["actions"]
    assert sum(each["size"] for each in described["families"]) == space.size
    assert described["factored"] == actions.sizes


@pytest.mark.parametrize("game", games.GAMES)
def test_choosing_part_by_part_leads_to_every_open_choice_and_no_other(game: str) -> None:
    match = Match(game)
    actions = FactoredActions(match.rules.space)
    random = Random(3)
    match.reset(3)
    for _ in range(25):
        legal = match.legal(match.actor)
        reached: list[list[int]] = [[]]
        for _ in actions.sizes:
            reached = [
                [*parts, int(value)]
                for parts in reached
                for value in np.flatnonzero(actions.narrow(legal, parts))
            ]
        assert (
            sorted(code for parts in reached if (code := actions.read(parts)) is not None) == legal
        )
        by_part = actions.divide(actions.mask(legal))
        assert [len(mask) for mask in by_part] == actions.sizes
        assert action_space(actions).sample(by_part) in action_space(actions)
        match.play(random.choice(legal))


def test_masks_show_open_codes() -> None:
    actions = FlatActions(games.load("salty_ocean").space)
    assert np.flatnonzero(actions.mask([3, 5])).tolist() == [3, 5]
    assert not actions.mask([]).any()
    assert actions.read(-1) is None
    assert actions.read(655) is None


def test_unknown_forms_are_refused() -> None:
    rules = games.load("salty_ocean")
    with pytest.raises(UnknownName, match="flat, structured"):
        Sight(Observer(rules), "round")
    with pytest.raises(UnknownName, match="flat, factored"):
        make_actions(rules.space, "round")
