"""Chance: an explicit step, dealt from outside."""

from __future__ import annotations

import pytest

from quarterdeck.kernel.errors import IllegalAction, NotYourTurn
from quarterdeck.kernel.messages import EVERYBODY
from tests.kernel.micro import Ask, Toss, game
from tests.toy.scenario import deal, play, start


def test_chance_waits_for_a_dealer() -> None:
    p = game(Toss(3), Ask(0))
    assert p.chance
    assert p.actors() == []
    assert p.outcomes() == [(0, 1), (1, 1), (2, 1)]
    p.deal(2)
    assert not p.chance
    assert p.outcomes() == []
    assert p.trace == [32]
    assert p.actors() == [0]


def test_an_outcome_that_is_not_possible_is_refused() -> None:
    p = game(Toss(3), Ask(0))
    before = p.digest()
    for code in (-1, 3, 10**20):
        with pytest.raises(IllegalAction) as caught:
            p.deal(code)
        assert caught.value.reason.message.id == "qd.reason.no_such_outcome"
    assert p.chance
    assert p.digest() == before


def test_nothing_can_be_dealt_while_somebody_is_asked() -> None:
    p = game(Ask(0))
    before = p.digest()
    with pytest.raises(NotYourTurn):
        p.deal(0)
    assert p.digest() == before


def test_each_outcome_of_a_row_is_dealt_by_itself() -> None:
    p = game(Toss(2), Toss(1), Toss(2), Ask(0))
    p.deal(1)
    assert p.chance
    assert p.trace == [31, 30]
    p.deal(0)
    assert p.trace == [31, 30, 30]


def test_an_outcome_may_be_for_one_seat_only() -> None:
    assert game(Toss(2)).audience() == EVERYBODY
    assert game(Toss(2, viewer=1)).audience() == 1


def test_asking_for_outcomes_changes_nothing() -> None:
    p = game(Toss(3))
    before = p.digest()
    assert p.outcomes() == p.outcomes()
    assert p.digest() == before


def test_a_secret_outcome_is_told_to_its_audience_only() -> None:
    p = start("cork", "coral")
    play(p, 0, "row north", "anchor short")
    play(p, 1, "row south", "anchor short")
    play(p, 0, "trade")
    p.log = []
    deal(p, "charm pearl")
    (event,) = p.log
    assert event.audience == 0
    assert event.visible_to(0)
    assert not event.visible_to(1)
    assert not event.visible_to(None)


def test_the_last_of_a_pile_is_certain() -> None:
    """Six charms, four in hands: after two trades the pile is empty."""
    p = start("cork", "cork", "coral", "coral")
    for seat in range(4):
        play(p, seat, "row south", "anchor short")
    play(p, 0, "trade")
    assert [weight for _, weight in p.outcomes()] == [1, 1]
    deal(p, "charm pearl")
    play(p, 0, "trade")
    assert not p.chance
    assert p.charm[0] == 0
    assert p.pile() == [0, 0, 0]
