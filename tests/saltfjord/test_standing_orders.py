"""Standing orders: the end of a turn, the quays, Dory and Foreman."""

from __future__ import annotations

import pytest

from quarterdeck import games
from quarterdeck.games.saltfjord.actions import ACTIVATE
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing.walk import Case, walk
from tests.ordering import Ordered
from tests.saltfjord.scenario import A, B, asked, deal, fjord, options, play, player, turn

RULES = games.load("saltfjord")


def discarded(**more: str) -> SaltfjordPosition:
    """A has taken a die, used nothing of it, and could still barter or send workers."""
    p = fjord()
    player(p, A, abilities="barter", goods="2 wood", **more)  # type: ignore[arg-type]
    return play(turn(p, A, white="1"), A, "die white 1", "discard")


@pytest.mark.parametrize(
    ("workers", "exchanges", "answer"),
    [
        ("leave", "leave", "end_turn"),
        ("ask", "leave", None),
        ("leave", "ask", None),
        ("ask", "ask", None),
    ],
)
def test_the_turn_ends_if_nothing_is_left_but_what_was_named(
    workers: str, exchanges: str, answer: str | None
) -> None:
    p = discarded()
    assert options(p, A, "worker")
    assert options(p, A, "barter")
    order = Ordered(RULES, p, A, "end_turn", workers=workers, exchanges=exchanges)
    assert order.answer(p) == answer


def test_a_turn_does_not_end_while_a_building_can_be_activated() -> None:
    seen = 0
    for moment in walk(Case(RULES, 2, (), 3)):
        p = moment.position
        for seat in p.actors():
            if any(ACTIVATE.has(code) for code in p.legal(seat)):
                seen += 1
                order = Ordered(RULES, p, seat, "end_turn", workers="leave", exchanges="leave")
                assert order.answer(p) is None
    assert seen > 10


def test_a_turn_that_has_not_begun_is_left_to_its_player() -> None:
    p = turn(fjord(), A, white="1")
    assert Ordered(RULES, p, A, "end_turn", workers="leave").answer(p) is None
    assert Ordered(RULES, p, B, "end_turn", workers="leave").answer(p) is None


def test_the_quays_pay_without_workers() -> None:
    p = turn(fjord(), A, white="1")
    order = Ordered(RULES, p, A, "quays")
    assert order.answer(p) is None
    play(p, A, "retire tavern_1", "decline")
    assert (asked(p, A), order.answer(p)) == ("QuayWindow", "go_on")


@pytest.mark.parametrize(("again", "answer"), [("yes", "again"), ("no", "no")])
def test_dory_goes_out_again_as_ordered(again: str, answer: str) -> None:
    p = fjord()
    player(p, A, abilities="dory", tech="craft 2", goods="6 fish")
    play(turn(p, A), A, "worker r4c6", "advance 1")
    deal(p, "token t1_fish3")
    assert asked(p, A) == "DoryOffer"
    assert Ordered(RULES, p, A, "dory", again=again).answer(p) == answer
    assert Ordered(RULES, p, A, "foreman").answer(p) is None


@pytest.mark.parametrize(("repeat", "answer"), [("yes", "repeat"), ("no", "no")])
def test_foreman_works_again_as_ordered(repeat: str, answer: str) -> None:
    p = fjord()
    player(p, A, abilities="foreman dory", tech="carpentry 2 craft 2", goods="6 fish")
    play(turn(p, A), A, "worker r4c6", "advance 1")
    play(deal(p, "token t1_fish3"), A, "no")
    assert asked(p, A) == "ForemanOffer"
    assert Ordered(RULES, p, A, "foreman", repeat=repeat).answer(p) == answer
