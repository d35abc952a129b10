"""Lanes: several seats act at once, in any order, and nobody sees the others yet."""

from __future__ import annotations

import itertools
import json
from typing import ClassVar

import pytest

from quarterdeck.kernel.errors import IllegalAction, NotYourTurn
from quarterdeck.kernel.messages import NO_LANE, Message, Reason
from quarterdeck.kernel.position import NATURE, NOBODY, Phase
from tests.kernel.micro import (
    Ask,
    AskIn,
    Deeper,
    End,
    Lanes,
    Mark,
    Micro,
    Toss,
    game,
    reload,
)
from tests.toy import TOY
from tests.toy.position import SkerriesPosition
from tests.toy.scenario import deal, options, play, start


class Uneven(Phase[Micro]):
    """Seat 0 is asked twice with a mark in between, seat 1 once, seat 2 not at all."""

    def run(self, position: Micro) -> None:
        position.open_lanes([Deeper(0), AskIn(1, 10), None])


class ChanceInside(Phase[Micro]):
    def run(self, position: Micro) -> None:
        position.open_lanes([Toss(), None])


class ConfirmIn(AskIn):
    ALWAYS_ASKS: ClassVar = True


class Confirming(Phase[Micro]):
    """Both seats have one option left and are asked for it."""

    def run(self, position: Micro) -> None:
        position.open_lanes([ConfirmIn(0, 0, 1), ConfirmIn(1, 10, 1)])


def test_a_lane_may_wait_for_its_only_option_to_be_confirmed() -> None:
    p = game(Confirming(), End())
    assert p.actors() == [0, 1]
    assert p.legal(0) == [0]
    p.play(0, 0)
    assert p.actors() == [1]
    p.play(1, 10)
    assert (p.first, p.second) == ([0], [10])


def test_every_seat_with_a_choice_may_act() -> None:
    p = game(Lanes(2, 3), End())
    assert p.actors() == [0, 1]
    assert p.legal(0) == [0, 1]
    assert p.legal(1) == [10, 11, 12]
    assert p.legal(2) == p.legal(NATURE) == []
    assert isinstance(p.step_of(1), AskIn)
    assert not p.chance


def test_the_main_stack_goes_on_when_all_lanes_are_empty() -> None:
    p = game(Lanes(2, 2), Mark(9), Ask(1))
    p.play(1, 11)
    assert p.actors() == [0]
    assert p.legal(1) == []
    assert p.trace == []
    p.play(0, 0)
    assert p.lanes == []
    assert (p.first, p.second, p.trace) == ([0], [11], [9])
    assert p.actors() == [1]


def test_lanes_cut_short_show_what_one_seat_did_alone() -> None:
    p = game(Lanes(2, 2), Mark(9), Ask(1))
    p.play(0, 1)
    p.cut_short()
    assert p.lanes == []
    assert (p.first, p.second, p.trace) == ([1], [], [9])
    assert p.actors() == [1]


def test_lanes_of_different_lengths_with_an_automatic_step_inside() -> None:
    p = game(Uneven(), End(), seats=3)
    assert p.actors() == [0, 1]
    p.play(0, 1)
    assert p.first == [1, 55]
    assert p.legal(0) == [5, 6]
    p.play(0, 5)
    assert p.actors() == [1]
    p.play(1, 10)
    assert p.finished
    assert (p.first, p.second) == ([1, 55, 5], [10])


def test_every_interleaving_gives_the_same_position() -> None:
    moves = {0: [1, 6], 1: [11]}
    digests = set()
    for order in set(itertools.permutations([0, 0, 1])):
        p = game(Uneven(), Ask(0), seats=3)
        left = {seat: iter(codes) for seat, codes in moves.items()}
        for seat in order:
            p.play(seat, next(left[seat]))
        digests.add(p.digest())
    assert len(digests) == 1


def test_a_lane_with_one_option_is_played_by_itself() -> None:
    p = game(Lanes(1, 2), Ask(0))
    assert p.first == [0]
    assert p.actors() == [1]


@pytest.mark.parametrize("lanes", [Lanes(0, 0), Lanes(1, 1), Lanes(0, 1)])
def test_lanes_without_any_choice_close_at_once(lanes: Lanes) -> None:
    p = game(lanes, Ask(0))
    assert p.lanes == []
    assert p.actors() == [0]


def test_a_seat_that_has_finished_or_has_no_lane_is_refused() -> None:
    p = game(Lanes(2, 2), Ask(0))
    p.play(0, 0)
    before = p.digest()
    for seat in (0, 2, NATURE, NOBODY):
        with pytest.raises(NotYourTurn):
            p.play(seat, 0)
    with pytest.raises(IllegalAction):
        p.play(1, 0)
    with pytest.raises(NotYourTurn):
        p.deal(0)
    assert p.digest() == before


def test_chance_has_no_place_in_a_lane() -> None:
    with pytest.raises(AssertionError, match="chance has no place in a lane"):
        game(ChanceInside())


class Nosy(AskIn):
    """Its reason speaks of the other lane."""

    def why_not(self, position: Micro, code: int) -> Reason:
        return Reason(Message("nosy", second=str(position.second)), "X-1")


class Showing(AskIn):
    def take(self, position: Micro, code: int) -> None:
        position.reveal()


class NosyLanes(Phase[Micro]):
    def run(self, position: Micro) -> None:
        position.open_lanes([Nosy(0, 0), AskIn(1, 10)])


class ShowingLanes(Phase[Micro]):
    def run(self, position: Micro) -> None:
        position.open_lanes([Showing(0, 0), AskIn(1, 10)])


def test_a_refusal_in_a_lane_knows_nothing_of_the_others() -> None:
    p = game(NosyLanes(), Ask(0))
    p.play(1, 10)
    assert p.second == [10]
    with pytest.raises(IllegalAction) as caught:
        p.play(0, 9)
    assert caught.value.reason.message.arguments["second"] == "[]"


def test_nothing_is_shown_in_a_lane() -> None:
    p = game(ShowingLanes(), Ask(0))
    with pytest.raises(AssertionError, match="nothing is shown in a lane"):
        p.play(0, 0)


def test_the_barrier_grows_when_lanes_open_and_close_and_not_between() -> None:
    p = game(Ask(0), Lanes(2, 2), Ask(0))
    before = p.barrier
    p.play(0, 0)
    opened = p.barrier
    assert opened > before
    p.play(0, 0)
    assert p.barrier == opened
    p.play(1, 10)
    assert p.barrier > opened


def test_others_moves_in_open_lanes_have_not_happened() -> None:
    p = game(Uneven(), Ask(0), seats=3)
    p.play(0, 1)
    own, other, spectator = (p.visible_to(viewer) for viewer in (0, 1, None))
    assert isinstance(own, Micro)
    assert isinstance(other, Micro)
    assert isinstance(spectator, Micro)
    assert own.first == [1, 55]
    assert own.digest() == p.digest()
    assert other.first == spectator.first == []
    assert other.legal(1) == p.legal(1)
    assert p.first == [1, 55], "looking has changed the position"


def test_only_who_has_finished_can_be_seen() -> None:
    p = game(Lanes(2, 2), Ask(0))
    p.play(0, 0)
    for viewer in (0, 1, None):
        seen = p.visible_to(viewer)
        assert seen.actors() == [1]
        assert seen.visible_to(viewer).dump() == seen.dump()
    assert p.visible_to(1).lane_choices(0) == []


def test_without_open_lanes_everything_is_visible() -> None:
    p = game(Ask(0))
    assert p.visible_to(1) is p
    assert p.lane_choices(0) == []


def test_what_a_seat_has_chosen_in_its_lane_is_kept_while_it_is_open() -> None:
    p = game(Uneven(), Ask(0), seats=3)
    p.play(0, 1)
    p.play(0, 6)
    assert p.lane_choices(0) == [1, 6]
    assert p.lane_choices(1) == []
    p.play(1, 10)
    assert p.lane_choices(0) == []


def test_open_lanes_are_cloned() -> None:
    p = game(Uneven(), Ask(0), seats=3)
    p.play(0, 1)
    twin = p.clone()
    before = p.digest()
    twin.play(0, 5)
    twin.play(1, 10)
    assert p.digest() == before
    assert p.actors() == [0, 1]
    p.play(1, 11)
    assert twin.second == [10]


def test_open_lanes_are_saved_with_the_moment_they_opened() -> None:
    p = game(Lanes(2, 3), Ask(0))
    p.play(0, 1)
    data = json.loads(json.dumps(p.dump()))
    assert data["lane_choices"] == [[1], []]
    q = reload(p)
    assert q.dump() == p.dump()
    assert q.legal(1) == p.legal(1)
    assert q.visible_to(1).dump() == p.visible_to(1).dump()
    for position in (p, q):
        position.play(1, 12)
    assert q.digest() == p.digest()
    assert "opened" not in p.dump()


def test_events_of_a_lane_carry_its_seat() -> None:
    p = start("cork", "coral")
    p.log = []
    play(p, 1, "row south")
    assert [event.lane for event in p.log] == [1, 1]
    p.log = []
    play(p, 1, "anchor short")
    play(p, 0, "row north", "anchor short")
    assert [event.lane for event in p.log] == [0, NO_LANE, NO_LANE]


class TestSkerries:
    """The same in a game."""

    def test_the_view_of_the_others_does_not_move(self) -> None:
        p = start("pearl", "cork", "cork")
        views = {viewer: TOY.view(p, viewer) for viewer in (1, 2, None)}
        play(p, 0, "row south")
        assert {viewer: TOY.view(p, viewer) for viewer in (1, 2, None)} == views
        assert TOY.view(p, 0).skerries == ("south", None, None)
        assert TOY.view(p, 0).shells == (2, 1, 1)
        play(p, 0, "anchor long")
        for viewer in (1, 2, None):
            assert TOY.view(p, viewer).actors == (1, 2)
            assert TOY.view(p, viewer).skerries == (None, None, None)

    def test_a_wrecked_rower_has_nothing_to_do(self) -> None:
        p = self.after_a_duel(won_by="defender")
        assert p.tide == 2
        assert p.actors() == [1]
        play(p, 1, "row north", "anchor short")
        assert p.spot == [-1, 0]
        assert p.actors() == [1]

    def after_a_duel(self, won_by: str) -> SkerriesPosition:
        p = start("cork", "coral")
        for seat in (0, 1):
            play(p, seat, "row north", "anchor short")
        play(p, 0, "duel 1")
        play(p, 1, "stand")
        deal(p, f"brawl {won_by}")
        play(p, 0, "rest")
        play(p, 1, "rest")
        return p

    def test_without_a_shell_the_rope_is_short(self) -> None:
        p = start("cork", "cork")
        play(p, 0, "row north", "anchor long")
        play(p, 1, "row south", "anchor short")
        play(p, 0, "rest")
        play(p, 1, "rest")
        assert options(p, 0) == ["row north", "row south"]
        play(p, 0, "row north")
        assert p.actors() == [1]
        assert p.rope == [0, 0]
