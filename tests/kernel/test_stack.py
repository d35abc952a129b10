"""The stack of steps: who is asked, what runs by itself, what is nested in what."""

from __future__ import annotations

from typing import ClassVar

import pytest

from quarterdeck.kernel.errors import BadNotation, IllegalAction, NotYourTurn
from quarterdeck.kernel.position import NATURE, NOBODY, NOT_OFFERED, Phase
from tests.kernel.micro import Around, Ask, End, Mark, Micro, Toss, Window, game
from tests.toy.scenario import deal, options, play, start


def test_the_top_step_asks_its_seat_and_nobody_else() -> None:
    p = game(Ask(1, 3, 4))
    assert p.actors() == [1]
    assert p.legal(1) == [3, 4, 5, 6]
    assert p.legal(0) == p.legal(2) == p.legal(NATURE) == p.legal(NOBODY) == []
    assert isinstance(p.step_of(1), Ask)
    assert p.step_of(0) is None


def test_a_choice_is_taken_and_the_next_step_asks() -> None:
    p = game(Ask(0), Ask(1, 10))
    p.play(0, 1)
    assert p.trace == [1]
    assert p.actors() == [1]
    assert p.legal(0) == []


def test_automatic_steps_run_until_somebody_must_choose() -> None:
    p = game(Mark(1), Mark(2), Ask(0), Mark(3))
    assert p.trace == [1, 2]
    p.play(0, 0)
    assert p.trace == [1, 2, 0, 3]


class Confirm(Ask):
    """A lone option that is asked for all the same."""

    ALWAYS_ASKS: ClassVar = True


def test_a_step_may_ask_even_for_its_only_option() -> None:
    p = game(Confirm(0, 7, 1), Ask(1))
    assert p.legal(0) == [7]
    assert p.trace == []
    p.play(0, 7)
    assert p.trace == [7]


def test_a_secret_shown_is_a_barrier() -> None:
    p = game(Ask(0), Ask(0))
    before = p.barrier
    p.play(0, 1)
    assert p.barrier == before
    p.reveal()
    assert p.barrier == before + 1


def test_a_forced_choice_is_made_without_asking() -> None:
    p = game(Ask(0, 7, 1), Ask(1, 8, 1), Ask(0))
    assert p.trace == [7, 8]
    assert p.actors() == [0]


def test_a_certain_outcome_is_taken_without_a_dealer() -> None:
    p = game(Toss(1), Ask(0))
    assert p.trace == [30]
    assert not p.chance


def test_an_empty_stack_ends_the_game() -> None:
    p = game(Ask(0), End())
    assert not p.finished
    p.play(0, 0)
    assert p.finished
    assert p.actors() == []
    assert p.outcomes() == []
    assert (p.scores, p.ranks) == ([1, 1], [1, 1])


def test_a_step_without_options_is_a_fault_of_the_rules() -> None:
    with pytest.raises(AssertionError, match="a step without options"):
        game(Ask(0, 0, 0))


def test_another_seat_decides_inside_the_movers_step() -> None:
    p = game(Around(0), Ask(0))
    p.play(0, 0)
    assert p.actors() == [1]
    p.play(1, 21)
    assert p.trace == [0, 21, 77]
    assert p.actors() == [0]


def test_a_free_action_asks_the_interrupted_step_again() -> None:
    p = game(Window(0, 0, 4), Ask(1, 10))
    p.play(0, 3)
    assert p.legal(0) == [40, 41]
    p.play(0, 41)
    assert p.legal(0) == [0, 1, 2]
    p.play(0, 0)
    assert p.actors() == [1]


def test_an_interrupted_step_left_with_one_option_is_not_asked_again() -> None:
    p = game(Window(0, 0, 2), Ask(1, 10))
    p.play(0, 1)
    p.play(0, 40)
    assert p.trace == [1, 40, 0]
    assert p.actors() == [1]


@pytest.mark.parametrize("seat", [1, 2, 7, NATURE, NOBODY])
def test_a_seat_that_is_not_asked_is_refused(seat: int) -> None:
    p = game(Ask(0))
    before = p.digest()
    with pytest.raises(NotYourTurn) as caught:
        p.play(seat, 0)
    assert caught.value.seat == seat
    assert p.digest() == before


def test_nobody_may_play_while_chance_is_due_or_after_the_end() -> None:
    for p in (game(Toss()), game(End())):
        for seat in (0, 1, NATURE, NOBODY):
            with pytest.raises(NotYourTurn):
                p.play(seat, 0)


def test_a_choice_that_is_not_open_is_refused_with_its_reason() -> None:
    p = game(Ask(0))
    before = p.digest()
    with pytest.raises(IllegalAction) as caught:
        p.play(0, 2)
    assert caught.value.notation == "pick 2"
    assert caught.value.reason == NOT_OFFERED
    assert p.digest() == before


@pytest.mark.parametrize("code", [-1, 50, 10**30])
def test_a_code_that_does_not_exist_is_refused(code: int) -> None:
    p = game(Ask(0))
    with pytest.raises(BadNotation):
        p.play(0, code)
    assert p.actors() == [0]


def test_steps_show_what_they_are() -> None:
    assert repr(Ask(1, 2, 3)) == "Ask(seat=1, low=2, count=3)"
    assert Ask(1, 2, 3).key() == (1, 2, 3)
    assert repr(End()) == "End()"
    assert End().seat == NOBODY
    assert Toss().seat == NATURE


def test_an_unfinished_step_class_says_so() -> None:
    with pytest.raises(NotImplementedError):
        game(Phase())


class TestBarrier:
    """What a player may not take back alone."""

    def grown(self, p: Micro, seat: int, code: int) -> int:
        before = p.barrier
        p.play(seat, code)
        return p.barrier - before

    def test_it_stays_for_a_choice_followed_by_another_of_the_same_seat(self) -> None:
        assert self.grown(game(Ask(0), Mark(1), Ask(0)), 0, 0) == 0

    def test_it_stays_when_others_are_only_forced(self) -> None:
        assert self.grown(game(Ask(0), Ask(1, 5, 1), Ask(0)), 0, 0) == 0

    def test_it_grows_when_somebody_else_is_asked(self) -> None:
        assert self.grown(game(Ask(0), Ask(1)), 0, 0) == 1

    def test_it_grows_when_the_game_ends(self) -> None:
        assert self.grown(game(Ask(0), End()), 0, 0) == 1

    def test_it_grows_when_a_certain_outcome_is_shown(self) -> None:
        assert self.grown(game(Ask(0), Toss(1), Ask(0)), 0, 0) == 1

    def test_it_does_not_grow_before_an_outcome_is_dealt(self) -> None:
        p = game(Ask(0), Toss(), Ask(0))
        assert self.grown(p, 0, 0) == 0
        before = p.barrier
        p.deal(0)
        assert p.barrier > before

    def test_a_refusal_leaves_it(self) -> None:
        p = game(Ask(0))
        before = p.barrier
        with pytest.raises(IllegalAction):
            p.play(0, 9)
        assert p.barrier == before


class TestSkerries:
    """The same in a game: a duel, with chance and trading, inside another player's voyage."""

    def test_a_duel_inside_a_voyage(self) -> None:
        p = start("cork", "coral")
        play(p, 0, "row north", "anchor short")
        play(p, 1, "row north", "anchor short")
        assert options(p, 0) == ["dig", "rest", "trade", "duel 1"]
        play(p, 0, "duel 1")
        assert p.actors() == [1]
        assert options(p, 1) == ["trade", "stand", "yield"]
        play(p, 1, "stand")
        assert p.chance
        deal(p, "brawl defender")
        assert p.wrecked == [1, 0]
        assert options(p, 0) == ["dig", "rest", "trade"]

    def test_a_trade_inside_a_duel_inside_a_voyage(self) -> None:
        p = start("cork", "coral")
        play(p, 0, "row north", "anchor short")
        play(p, 1, "row north", "anchor short")
        play(p, 0, "duel 1")
        play(p, 1, "trade")
        assert [type(step).__name__ for step in p.stack[-4:]] == [
            "Voyages", "Voyage", "Duel", "DrawCharm",
        ]  # fmt: skip
        assert p.audience() == 1
        deal(p, "charm pearl")
        # Without a shell the one who is challenged can only stand: nobody asks.
        assert p.chance
        assert [weight for _, weight in p.outcomes()] == [2, 1]

    def test_closed_choices_name_their_rule(self) -> None:
        p = start("cork", "coral")
        with pytest.raises(IllegalAction) as caught:
            play(p, 0, "row reef")
        assert caught.value.rule == "SK-2.2"
        play(p, 0, "row north", "anchor long")
        play(p, 1, "row south", "anchor short")
        for notation, rule in (("trade", "SK-4.1"), ("duel 1", "SK-5.1"), ("stand", "")):
            with pytest.raises(IllegalAction) as caught:
                play(p, 0, notation)
            assert caught.value.rule == rule
