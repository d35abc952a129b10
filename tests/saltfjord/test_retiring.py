"""Retiring: the tavern, then the quays.  SF-6"""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    B,
    C,
    asked,
    boat,
    deal,
    deal_any,
    fjord,
    icon,
    level,
    market,
    offered,
    options,
    play,
    player,
    points,
    quays,
    refused,
    score,
    seen,
    store,
    turn,
    worker,
)


def without_worker(**more: str) -> SaltfjordPosition:
    """Seat A about to retire, its worker used: no windows between the quays."""
    p = fjord()
    worker(p, A, "r1c1")
    player(p, A, goods=more.get("goods", ""), crates=more.get("crates", ""))
    return p


@rule("SF-6.1")
def test_an_empty_tavern() -> None:
    p = fjord(3)
    player(p, B, tavern="tavern_2")
    player(p, C, tavern="tavern_5")
    turn(p, A)
    assert offered(p, A, "retire") == "tavern_1 tavern_3 tavern_4"
    assert refused(p, A, "retire tavern_2") == "tavern_taken SF-6.1"
    play(p, A, "retire tavern_3")
    assert [tavern.seat for tavern in seen(p).taverns] == [None, B, A, None, C]


@rule("SF-6.2")
def test_tavern_1_goes_fishing() -> None:
    p = turn(without_worker(), A)
    play(p, A, "retire tavern_1")
    assert options(p, A) == ["advance 1", "decline"]
    play(p, A, "advance 1")
    deal(p, "token t1_fish3")
    assert (boat(p, A), p.actors()) == ("t1_fish3", [B])


@rule("SF-6.2", "SF-6.4")
def test_tavern_2_gains_a_technology_for_its_price() -> None:
    p = turn(without_worker(goods="1 wood"), A)
    play(p, A, "retire tavern_2")
    assert options(p, A) == ["tech carpentry", "decline"]
    play(p, A, "tech carpentry")
    assert (level(p, A, "carpentry"), store(p, A)) == (1, "")


@rule("SF-6.2", "SF-6.4")
def test_tavern_3_completes_an_order_for_its_price() -> None:
    p = without_worker(goods="1 wool 1 pulp")
    market(p, 4, "ks1")
    turn(p, A)
    play(p, A, "retire tavern_3")
    assert options(p, A) == ["order 4", "decline"]
    play(p, A, "order 4")
    assert (quays(p, A), store(p, A)) == ([0, 0, 0, 1], "")


@rule("SF-6.2", "SF-6.4")
def test_tavern_4_builds_a_one_cell_tile_for_nothing() -> None:
    p = turn(without_worker(goods="1 wood"), A)
    play(p, A, "retire tavern_4")
    assert options(p, A) == ["build single_1", "build single_2", "decline"]
    play(p, A, "build single_1", "place r1c2 0")
    assert (icon(p, A, "r1c2"), store(p, A)) == ("fish2", "1 wood")


@rule("SF-6.2")
def test_tavern_5_goes_fishing_twice() -> None:
    p = turn(without_worker(), A)
    play(p, A, "retire tavern_5", "advance 1")
    deal(p, "token t1_fish3")
    assert (asked(p, A), options(p, A)) == ("PendingReward", ["advance 1", "return", "decline"])
    play(p, A, "return")
    assert (store(p, A), points(p, A), p.actors()) == ("3 fish", 1, [B])


@rule("SF-6.2")
def test_the_tavern_comes_before_the_quays() -> None:
    p = turn(without_worker(goods="2 fish", crates="quay_1:k16"), A)
    play(p, A, "retire tavern_4")
    assert store(p, A) == "2 fish"
    play(p, A, "decline")
    assert store(p, A) == "5 fish"


@rule("SF-6.3")
@pytest.mark.parametrize("tavern", ["tavern_2", "tavern_3"])
def test_a_tavern_whose_action_is_impossible(tavern: str) -> None:
    p = turn(without_worker(), A)
    play(p, A, f"retire {tavern}")
    # Nothing can be paid, so declining is not even asked
    assert p.actors() == [B]
    assert seen(p).players[A].tavern == tavern


@rule("SF-6.3")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_action_of_a_tavern_may_be_declined(number: int) -> None:
    p = without_worker(goods="1 wood 1 wool 1 pulp 1 fish")
    turn(p, A)
    play(p, A, f"retire tavern_{number}", "decline")
    assert (store(p, A), p.actors()) == ("1 wood 1 wool 1 pulp 1 fish", [B])


@rule("SF-6.3")
def test_each_fishing_of_tavern_5_may_be_declined() -> None:
    p = turn(without_worker(), A)
    play(p, A, "retire tavern_5", "decline")
    assert options(p, A) == ["advance 1", "decline"]
    play(p, A, "decline")
    assert (p.zones[A], p.actors()) == (0, [B])


@rule("SF-6.5", "SF-8.10")
def test_every_quay_once_per_crate_from_the_top() -> None:
    crates = "quay_1:k01 quay_1:k02 quay_2:k03 quay_3:k04 quay_3:k05 quay_3:k06 quay_4:k07"
    p = turn(without_worker(goods="1 wood", crates=crates), A)
    play(p, A, "retire tavern_1", "decline")
    assert (asked(p, A), store(p, A), points(p, A)) == ("PendingReward", "1 wood 6 fish", 0)
    play(p, A, "upgrade wood planks", "upgrade planks gold")
    assert (store(p, A), score(p, A)["quays"]) == ("1 gold 6 fish", 6)
    assert options(p, A) == ["advance 1", "decline"]
    play(p, A, "advance 1")
    deal(p, "token t1_points2")
    assert (p.zones[A], p.actors()) == (1, [B])


@rule("SF-6.5")
def test_empty_quays_pay_nothing() -> None:
    p = turn(without_worker(), A)
    play(p, A, "retire tavern_1", "decline")
    assert (store(p, A), points(p, A), p.actors()) == ("", 0, [B])


@rule("SF-6.6")
def test_a_crate_added_to_the_same_quay_later_pays_nothing_now() -> None:
    """With Logistics 2 a worker lays a crate at quay 2, which has just paid."""
    p = fjord()
    player(p, A, goods="1 wool 1 pulp 1 fish", tech="logistics 2", crates="quay_2:k02")
    market(p, 1, "ks1")
    turn(p, A)
    play(p, A, "retire tavern_1", "decline", "go_on", "gain_fish", "gain_fish")
    assert (asked(p, A), store(p, A)) == ("QuayWindow", "1 wool 1 pulp 3 fish")
    play(p, A, "worker r6c4", "order 1", "quay quay_2")
    deal_any(p)
    assert (quays(p, A), store(p, A), p.actors()) == ([0, 2, 0, 0], "3 fish", [B])


@rule("SF-6.6", "SF-6.7")
@pytest.mark.parametrize(("quay", "fish"), [("quay_1", "3 fish"), ("quay_2", "2 fish")])
def test_a_crate_laid_by_a_worker_before_the_quays_pays_at_once(quay: str, fish: str) -> None:
    p = fjord()
    player(p, A, goods="1 wool 1 pulp", tech="logistics 2")
    market(p, 4, "ks1")
    turn(p, A)
    play(p, A, "retire tavern_1", "decline")
    assert asked(p, A) == "QuayWindow"
    play(p, A, "worker r6c4", "order 4", f"quay {quay}")
    deal_any(p)
    if quay == "quay_2":
        # With nothing in store the first upgrade is a fish unasked
        play(p, A, "gain_fish")
    assert (store(p, A), p.actors()) == (fish, [B])


@rule("SF-6.8", "SF-12.5", "SF-12.7")
def test_windows_for_workers_while_retiring() -> None:
    p = fjord()
    crates = "quay_1:k01 quay_3:k02"
    player(p, A, crates=crates)
    turn(p, A)
    assert offered(p, A, "worker") != ""  # before the tavern
    play(p, A, "retire tavern_2")
    windows = []
    while p.actors() == [A]:
        assert offered(p, A, "worker") != ""
        windows.append((asked(p, A), store(p, A), points(p, A)))
        play(p, A, "go_on" if asked(p, A) == "QuayWindow" else "end_turn")
    # Before quay 1, before quay 2 (1 has paid), before quay 4 (3 has paid), and at the end
    assert windows == [
        ("QuayWindow", "", 0),
        ("QuayWindow", "3 fish", 0),
        ("QuayWindow", "3 fish", 2),
        ("TurnEnd", "3 fish", 2),
    ]


@rule("SF-6.9")
def test_retiring_with_dice_and_goods_left() -> None:
    p = fjord()
    worker(p, A, "r1c1")
    player(p, A, goods="3 gold 2 wood")
    turn(p, A)
    assert offered(p, A, "die") != ""
    play(p, A, "retire tavern_1", "decline")
    assert (store(p, A), p.actors()) == ("3 gold 2 wood", [B])


@rule("SF-6.10")
def test_retired_when_the_turn_ends() -> None:
    p = fjord()
    turn(p, A)
    play(p, A, "retire tavern_1", "decline", "go_on")
    assert p.actors() == [A]
    play(p, A, "end_turn")
    for _ in range(2):
        assert p.actors() == [B]
        play(p, B, options(p, B, "die")[0], "discard", "end_turn")
    play(p, B, "retire tavern_2", "go_on", "end_turn")
    assert seen(p).round == 2
