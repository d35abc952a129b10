"""Standing orders in one's own turn: bids, cannons, peace, and leaving the Shipyard."""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre import RULES
from tests.ordering import Ordered
from tests.seul_maitre.scenario import (
    CALM,
    RED,
    YELLOW,
    act,
    actor,
    asked,
    attack,
    facing,
    options,
    play,
    prepare,
    sea,
    ship,
    to_bids,
)


@pytest.mark.parametrize(
    ("slot", "taken", "answer"),
    [
        ("cheapest", "", "bid 0"),
        ("cheapest", "bid 0", "bid 1"),
        ("2", "", "bid 2"),
        ("2", "bid 2", None),
    ],
)
def test_the_same_bid_while_its_place_is_free(slot: str, taken: str, answer: str | None) -> None:
    p = prepare(sea(2, storms=CALM))
    to_bids(p)
    if taken:
        play(p, taken)
    order = Ordered(RULES, p, actor(p), "bid", slot=slot)
    assert order.answer(p) == answer
    assert order.end(p) is None


def test_the_last_round_ends_it_unless_it_was_given_there() -> None:
    p = prepare(sea(2, storms=CALM))
    to_bids(p)
    order = Ordered(RULES, p, actor(p), "bid")
    p.round = p.table.rounds
    assert order.end(p) == "last_round"
    assert Ordered(RULES, p, actor(p), "bid").end(p) is None


def test_nobody_is_attacked_by_whoever_keeps_the_peace() -> None:
    p = facing()
    act(p, RED)
    order = Ordered(RULES, p, RED, "peace")
    play(p, "do navigation")
    assert order.answer(p) is None
    if asked(p) == "Sail":
        play(p, "move e 0")
    assert (asked(p), order.answer(p)) == ("Engage", "decline")


def test_cannons_are_manned_in_ones_own_turn_only() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=8, bought=2)
    ship(p, YELLOW, "r2c3/0", hold=4)
    attack(p)
    orders = {seat: Ordered(RULES, p, seat, "cannons") for seat in (RED, YELLOW)}
    manned = set()
    while asked(p) == "ManCannons":
        seat = actor(p)
        expected = options(p)[-1] if seat == RED else None
        assert orders[seat].answer(p) == expected
        assert Ordered(RULES, p, seat, "defence").answer(p) == (
            None if seat == RED else options(p)[-1]
        )
        manned.add(seat)
        play(p, options(p)[-1])
        if p.chance:
            break
    assert manned == {RED, YELLOW}


def test_the_shipyard_is_left_when_nothing_else_is_open() -> None:
    p = sea(2)
    ship(p, RED, "r4c4/port", money=1, hold=5)
    act(p, RED)
    order = Ordered(RULES, p, RED, "lone")
    play(p, "do shipyard")
    while options(p) != ["done"]:
        assert order.answer(p) is None
        play(p, next(each for each in options(p) if each != "done"))
    assert order.answer(p) == "done"
