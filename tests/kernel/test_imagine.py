"""Imagined worlds: all a viewer knows stays, all they cannot know is drawn again."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from tests.toy import TOY
from tests.toy.position import SkerriesPosition
from tests.toy.scenario import options, play, start


def worlds(p: SkerriesPosition, viewer: int | None, count: int = 200) -> list[SkerriesPosition]:
    random = Random(1)
    return [TOY.imagine(p, viewer, random) for _ in range(count)]


def test_own_charm_stays_and_the_others_vary() -> None:
    p = start("pearl", "cork", "cork")
    found = worlds(p, 1)
    assert {world.charm[1] for world in found} == {0}
    assert {world.charm[0] for world in found} == {0, 1, 2}
    assert {world.charm[2] for world in found} == {0, 1, 2}
    assert p.charm == [2, 0, 0]


def test_a_spectator_knows_nobodys_charm() -> None:
    p = start("pearl", "cork")
    assert {tuple(world.charm) for world in worlds(p, None)} == {
        (a, b) for a in range(3) for b in range(3) if (a, b) != (2, 2)
    }


def test_hidden_facts_come_as_often_as_they_are() -> None:
    """Seen from the pearl: 3 corks and 2 corals are left."""
    p = start("pearl", "cork")
    counts = Counter(world.charm[1] for world in worlds(p, 0, 2000))
    assert set(counts) == {0, 1}
    assert abs(counts[0] - 1200) < 100


def test_what_is_open_to_others_follows_their_imagined_charm() -> None:
    p = start("pearl", "cork")
    for world in worlds(p, 1):
        reef = "row reef" in options(world, 0)
        assert reef == (world.charm[0] == 2)
        assert "row reef" not in options(world, 1)


def test_nothing_is_drawn_again_at_the_end() -> None:
    p = start("pearl", "cork", duels="off")
    while not p.finished:
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            seat = p.actors()[0]
            p.play(seat, p.legal(seat)[0])
    assert {world.digest() for world in worlds(p, None, 20)} == {p.digest()}


class TestOpenLanes:
    def test_own_moves_are_kept_and_others_forgotten(self) -> None:
        p = start("cork", "coral", "cork")
        play(p, 0, "row south")
        play(p, 1, "row north")
        for world in worlds(p, 0, 30):
            assert world.spot == [1, -1, -1]
            assert world.lane_choices(0) == p.lane_choices(0)
            assert world.legal(0) == p.legal(0)
            assert world.actors() == p.actors()

    def test_whoever_has_finished_has_finished_somehow(self) -> None:
        p = start("pearl", "cork")
        play(p, 0, "row reef")
        found = worlds(p, 1)
        assert all(world.actors() == [1] for world in found)
        assert {world.spot[0] for world in found} == {0, 1, 2}
        assert all(world.charm[0] == 2 for world in found if world.spot[0] == 2)

    def test_an_imagined_world_keeps_its_own_secrets(self) -> None:
        """Looking at the world through its viewer's eyes, or another's, shows no lane."""
        p = start("pearl", "cork")
        play(p, 0, "row reef")
        for world in worlds(p, 1, 30):
            assert TOY.view(world, 1) == TOY.view(p, 1)
            assert TOY.view(world, None) == TOY.view(p, None)
            opened = cast(SkerriesPosition, world.visible_to(None))
            assert opened.charm == world.charm, "the opening shows the true charms"

    def test_a_world_can_be_played_to_its_end(self) -> None:
        p = start("pearl", "cork")
        play(p, 0, "row reef")
        for world in worlds(p, 1, 30):
            play(world, 1, "row south", "anchor short")
            assert world.lanes == []
            TOY.check(world)

    @pytest.mark.parametrize("viewer", [0, 1, None])
    def test_a_loaded_position_is_imagined_the_same(self, viewer: int | None) -> None:
        p = start("pearl", "cork")
        play(p, 0, "row south")
        q = TOY.load(p.dump(), 2, {"tides": "2", "duels": "on"})
        mine = [TOY.imagine(p, viewer, Random(seed)).digest() for seed in range(10)]
        assert [TOY.imagine(q, viewer, Random(seed)).digest() for seed in range(10)] == mine


def test_facts_changed_from_outside_are_reconsidered() -> None:
    p = start("cork", "coral")
    p.charm[0] = 2
    assert options(p, 0) == ["row north", "row south"]
    p.reconsider()
    assert options(p, 0) == ["row north", "row south", "row reef"]
