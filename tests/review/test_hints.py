"""Hints: the best choices first, within a time, from what the seat knows."""

from __future__ import annotations

import random
from itertools import count

import pytest

import quarterdeck as qd
from quarterdeck.bots.network import judge
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import Message
from quarterdeck.review.calibration import reviewing_network
from quarterdeck.review.chances import find_standing
from quarterdeck.review.choices import combine
from quarterdeck.review.hints import Hint, HintedChoice, find_hint
from quarterdeck.review.model import LineReason


def hint_for(seed: str = "a", seconds: float = 1000.0, steps: float = 0.0) -> Hint:
    """A hint for whoever begins; every look at the clock takes so many steps."""
    game = qd.new("salty_ocean", seats=2, seed=7)
    rules = game.rules
    ticks = count()
    assert game.actor is not None
    world = rules.imagine(game.position, game.actor, random.Random(1))
    network = reviewing_network(rules, 2)
    return find_hint(rules, network, world, game.actor, seed, seconds, lambda: next(ticks) * steps)


def test_the_best_choices_come_first_with_reasons() -> None:
    found = hint_for()
    assert len(found.choices) == 3
    values = [each.value for each in found.choices]
    assert values == sorted(values, reverse=True)
    assert all(0 < value < 1 for value in values)
    assert found.against in [each.notation for each in found.choices[1:]]
    assert found.pairs == 8
    assert found.reasons
    assert found.lead == pytest.approx(values[0] - values[1])
    assert hint_for() == found


def test_without_time_choices_are_told_at_first_sight() -> None:
    found = hint_for(seconds=1.0, steps=10.0)
    assert len(found.choices) == 3
    assert (found.pairs, found.reasons) == (0, ())


def test_where_all_choose_at_once_the_best_is_worth_what_it_leads_to() -> None:
    game = qd.new("rolling_seas", seats=3, seed=7)
    rules = game.rules
    network = reviewing_network(rules, 3)
    assert game.position.lanes
    before = find_standing(rules, network, game.position, None, 1).chances[0]
    ticks = count()
    found = find_hint(rules, network, game.position, 0, "a", 1.0, lambda: next(ticks) * 10.0)
    assert found.pairs == 0
    assert found.choices[0].value == pytest.approx(before, abs=0.001)


def test_a_hint_is_read_as_it_was_written() -> None:
    reason = LineReason(Message("qd.round"), 2.5, (Message("qd.round.title"),))
    choices = (HintedChoice("pass", 0.5, 0.03), HintedChoice("depot", 0.25, 0.03))
    found = Hint(choices, False, 0.25, 0.01, "depot", (reason,), 8)
    assert Hint.read(found.write()) == found
    for broken in ("", "[]", "{}", found.write().replace("0.25", '"x"')):
        with pytest.raises(RecordError):
            Hint.read(broken)


def test_the_surer_measurement_counts_more() -> None:
    mean, error = combine((0.1, 0.03), (0.0, 0.01))
    assert mean == pytest.approx(0.01)
    assert error < 0.01
    assert Hint((), False, lead=0.1, error=0.03).is_clear
    assert not Hint((), False, lead=0.05, error=0.03).is_clear
    assert Hint((), False, lead=0.05, error=0.03).is_likely


def test_chances_during_play_are_those_of_a_review_on_average_over_worlds() -> None:
    game = qd.new("rolling_seas", seats=3, seed=7)
    rules = game.rules
    network = reviewing_network(rules, 3)
    found = find_standing(rules, network, game.position, None, 1)
    # Without secrets every world is the same
    (exact,) = judge(network, rules, [game.position]).tolist()
    assert found.chances == pytest.approx([share for share, _ in exact])
    assert sum(found.chances) == pytest.approx(1)
