"""The worked examples SF-EX-20 to SF-EX-31, number by number: paying and converting."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import example, rule
from tests.saltfjord.scenario import (
    A,
    B,
    asked,
    crate_at,
    deal_any,
    fjord,
    level,
    market,
    offered,
    options,
    payments,
    play,
    player,
    refused,
    store,
    turn,
)

ORDER = "worker r6c4"
TECH = "worker r6c6"
BUILD = "worker r2c5"


def stocked(goods: str, ability: str = "pilot", tech: str = "") -> SaltfjordPosition:
    """Seat A with these goods, before its turn."""
    p = fjord()
    player(p, A, goods=goods, abilities=ability, tech=tech)
    return p


@example("SF-EX-20")
@rule("SF-4.6", "SF-13.6", "SF-13.8")
@pytest.mark.parametrize(
    ("face", "line", "left"),
    [
        (2, 5, {"1 planks 1 wood 2 fish", "1 gold 1 wood 1 fish", "1 gold 1 planks"}),
        (1, 6, {"1 planks 1 wood", "1 gold 1 fish"}),
    ],
)
def test_ex_20_sales_for_a_die(face: int, line: int, left: set[str]) -> None:
    p = stocked("1 fish 1 gold 1 planks 1 wood", "broker")
    turn(p, A, white=str(face))
    play(p, A, f"die white {face}", f"line {line}")
    ways = payments(p, A)
    assert (len(ways), set(ways)) == (len(left), left)


@example("SF-EX-21")
@rule("SF-13.4", "SF-13.7", "SF-13.8")
def test_ex_21_dominated_ways_disappear() -> None:
    p = stocked("4 fish 1 wool 1 pulp 1 gold")
    market(p, 1, "k30")
    turn(p, A)
    play(p, A, ORDER, "order 1")
    deal_any(p)
    assert (asked(p, A), store(p, A), crate_at(p, "k30")) == ("MainAction", "2 fish", "0 quay_1")


@example("SF-EX-22")
@rule("SF-7.4")
def test_ex_22_upgrade_effect_without_fish() -> None:
    p = stocked("1 wood")
    turn(p, A)
    play(p, A, "worker r5c3")
    results = {choice: store(play(p.clone(), A, choice), A) for choice in options(p, A)}
    assert results == {
        "gain_fish": "1 wood 1 fish",
        "upgrade wood planks": "1 planks",
        "sell_for wood wool": "1 wool 1 fish",
        "sell_for wood pulp": "1 pulp 1 fish",
    }


@example("SF-EX-23")
@rule("SF-13.3")
def test_ex_23_stored_cube_first() -> None:
    p = stocked("1 wood 1 planks 3 fish")
    turn(p, A)
    play(p, A, TECH, "tech carpentry")
    assert (asked(p, A), level(p, A, "carpentry")) == ("MainAction", 1)
    assert store(p, A) == "1 planks 3 fish"


@example("SF-EX-24")
@rule("SF-13.7")
def test_ex_24_equal_results_merge() -> None:
    p = stocked("2 planks")
    turn(p, A)
    play(p, A, "build_large straight_1")
    assert (asked(p, A), store(p, A)) == ("PlaceTile", "")


@example("SF-EX-25")
@rule("SF-13.7")
def test_ex_25_gold_for_a_basic() -> None:
    p = stocked("1 gold")
    turn(p, A)
    play(p, A, BUILD, "build domino_1")
    assert (asked(p, A), store(p, A)) == ("PlaceTile", "1 fish")


@example("SF-EX-26")
@rule("SF-13.1", "SF-13.4", "SF-5.1")
def test_ex_26_buying_limit() -> None:
    p = turn(stocked("7 fish"), A)
    assert offered(p, A, "build_large") == ""
    assert refused(p, A, "build_large corner_1") == "cannot_pay SF-13.1"
    p = turn(stocked("8 fish"), A)
    play(p, A, "build_large corner_1")
    assert (asked(p, A), store(p, A)) == ("PlaceTile", "")


@example("SF-EX-27")
@rule("SF-13.5", "SF-14.3")
def test_ex_27_smokehouse_in_a_payment() -> None:
    p = turn(stocked("4 fish 1 wood", "smokehouse", "carpentry 1"), A)
    play(p, A, TECH, "tech carpentry")
    ways = payments(p, A)
    assert (len(ways), set(ways)) == (2, {"3 fish smokehouse", "1 wood smokehouse"})

    p = turn(stocked("4 fish 1 wood", "broker", "carpentry 1"), A)
    play(p, A, TECH, "tech carpentry")
    assert (asked(p, A), store(p, A)) == ("AbilityChoice", "2 fish")


@example("SF-EX-28")
@rule("SF-13.4", "SF-14.2")
def test_ex_28_barter_in_a_payment() -> None:
    p = stocked("1 planks 1 fish", "barter")
    market(p, 1, "ks3")
    turn(p, A)
    play(p, A, ORDER, "order 1")
    assert (store(p, A), crate_at(p, "ks3")) == ("", "0 quay_1")

    p = stocked("1 planks 1 fish")
    market(p, 1, "ks3")
    turn(p, A)
    play(p, A, ORDER)
    # No order can be paid, so none is asked for
    assert (asked(p, A), store(p, A)) == ("MainAction", "1 planks 1 fish")


@example("SF-EX-29")
@rule("SF-13.4", "SF-13.7")
def test_ex_29_barter_several_results() -> None:
    p = turn(stocked("1 wood 1 cloth 3 fish", "barter", "logistics 1"), A)
    play(p, A, TECH, "tech logistics")
    ways = payments(p, A)
    assert len(ways) == 4
    assert set(ways) == {
        "1 wood 3 fish barter",
        "1 cloth 1 fish barter",
        "1 cloth",
        "1 wood 1 fish",
    }


@example("SF-EX-30")
@rule("SF-14.9", "SF-9.5")
def test_ex_30_surveyor() -> None:
    p = turn(stocked("3 fish", "surveyor", "craft 1"), A)
    play(p, A, TECH)
    assert refused(p, A, "tech craft") == "cannot_pay SF-13.1"
    play(p, A, "tech_fish craft")
    assert (level(p, A, "craft"), store(p, A)) == (2, "")
    assert (p.workers[A], p.workers_owned(A)) == (1, 2)

    p = turn(stocked("2 fish", "surveyor"), A)
    play(p, A, TECH, "tech_fish craft")
    assert (level(p, A, "craft"), store(p, A)) == (1, "1 gold")

    p = turn(stocked("6 fish", "surveyor", "craft 3"), A)
    play(p, A, TECH)
    assert refused(p, A, "tech_fish craft") == "gold_only SF-14.9"


@example("SF-EX-31")
@rule("SF-12.9", "SF-12.10")
@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("smokehouse wood planks", "1 planks"),
        ("smokehouse fish wool", "1 wool 1 fish"),
        ("smokehouse fish pulp", "1 pulp 1 fish"),
    ],
)
def test_ex_31_closing(choice: str, left: str) -> None:
    p = turn(stocked("1 wood", "smokehouse"), A)
    play(p, A, "die white 1", "discard")
    assert (asked(p, A), store(p, A)) == ("TurnEnd", "1 wood 1 fish")
    assert set(options(p, A, "smokehouse")) == {
        "smokehouse wood planks",
        "smokehouse fish wool",
        "smokehouse fish pulp",
    }
    play(p, A, choice)
    assert store(p, A) == left
    assert asked(p, B) == "MainAction"
