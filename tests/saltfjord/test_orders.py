"""Orders, crates and quays.  SF-8"""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    asked,
    chances,
    crate_at,
    deal,
    deal_any,
    fjord,
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
)


def ordering(goods: str, tech: str = "", ability: str = "pilot") -> SaltfjordPosition:
    """Seat A before its turn, with the crates ks1 to ks4 on the stacks 1 to 4."""
    p = fjord()
    player(p, A, goods=goods, tech=tech, abilities=ability)
    for stack in (1, 2, 3, 4):
        market(p, stack, f"ks{stack}")
    return p


@rule("SF-8.1")
@pytest.mark.parametrize(
    ("goods", "stack", "left"),
    [("1 wool 1 pulp", 1, ""), ("1 paper 1 fish", 4, ""), ("2 wool 2 pulp", 1, "1 wool 1 pulp")],
)
def test_one_of_the_face_up_crates_is_paid(goods: str, stack: int, left: str) -> None:
    p = turn(ordering(goods), A)
    play(p, A, "worker r6c4")
    assert f"order {stack}" in options(p, A)
    play(p, A, f"order {stack}")
    deal_any(p)
    assert (crate_at(p, f"ks{stack}"), store(p, A)) == (f"0 quay_{stack}", left)


@rule("SF-8.1")
def test_reasons_for_orders_that_are_closed() -> None:
    p = ordering("1 wool 1 pulp")
    market(p, 3, None)
    turn(p, A)
    play(p, A, "worker r6c4")
    closed = {each.choice.notation: each.reason for each in RULES.closed(p, A)}
    assert set(closed) == {"order 2", "order 3", "order 4"}
    assert (closed["order 3"].message.id, closed["order 3"].rule) == (
        "sf.reason.no_crate_left",
        "SF-8.4",
    )
    assert closed["order 4"].rule == "SF-13.1"
    assert "sf.goods.paper" in repr(closed["order 4"].message.arguments["cost"])
    assert refused(p, A, "order 2") == "cannot_pay SF-13.1"


@rule("SF-8.2")
@pytest.mark.parametrize("stack", [1, 2, 3, 4])
def test_the_crate_goes_to_the_quay_of_its_stack(stack: int) -> None:
    p = ordering("1 wool 1 pulp")
    market(p, stack, "ks1")
    turn(p, A)
    play(p, A, "worker r6c4", f"order {stack}")
    deal_any(p)
    assert crate_at(p, "ks1") == f"0 quay_{stack}"
    assert quays(p, A) == [int(n == stack) for n in (1, 2, 3, 4)]
    assert quays(p, B) == [0, 0, 0, 0]


@rule("SF-8.2")
@pytest.mark.parametrize("level", [0, 1])
def test_below_logistics_2_there_is_no_choice_of_quay(level: int) -> None:
    p = turn(ordering("1 wool 1 pulp", f"logistics {level}"), A)
    play(p, A, "worker r6c4", "order 1")
    assert crate_at(p, "ks1") == "0 quay_1"


@rule("SF-8.3")
@pytest.mark.parametrize("level", [2, 3, 4])
def test_with_logistics_2_any_quay(level: int) -> None:
    p = turn(ordering("1 wool 1 pulp", f"logistics {level}"), A)
    play(p, A, "worker r6c4", "order 1")
    assert (asked(p, A), offered(p, A, "quay")) == ("QuayChoice", "quay_1 quay_2 quay_3 quay_4")
    play(p, A, "quay quay_3")
    assert crate_at(p, "ks1") == "0 quay_3"


@rule("SF-8.4")
def test_the_next_crate_is_turned_up_at_once() -> None:
    p = turn(ordering("1 wool 1 pulp"), A)
    play(p, A, "worker r6c4", "order 1")
    assert chances(p) == {f"crate 1 k{number:02}": 1 for number in range(1, 45)}
    deal(p, "crate 1 k40")
    shown = seen(p).market[0]
    assert shown.crate is not None
    assert (shown.crate.id, shown.left) == ("k40", 10)


@rule("SF-8.4")
def test_a_crate_once_seen_does_not_come_again() -> None:
    p = ordering("1 wool 1 pulp")
    market(p, 2, "k07")
    player(p, B, crates="quay_3:k11")
    turn(p, A)
    play(p, A, "worker r6c4", "order 1")
    assert "crate 1 k07" not in chances(p)
    assert "crate 1 k11" not in chances(p)
    assert len(chances(p)) == 42


@rule("SF-8.4")
def test_an_empty_stack_stays_empty() -> None:
    p = ordering("1 wool 1 pulp")
    market(p, 1, "ks1", below=0)
    turn(p, A)
    play(p, A, "worker r6c4", "order 1")
    assert not p.chance
    assert (seen(p).market[0].crate, seen(p).market[0].left) == (None, 0)
    assert asked(p, A) == "MainAction"


@rule("SF-8.5")
@pytest.mark.parametrize("level", [3, 4])
def test_with_logistics_3_the_quay_pays_at_once(level: int) -> None:
    p = turn(ordering("1 wool 1 pulp", f"logistics {level}"), A)
    play(p, A, "worker r6c4", "order 1", "quay quay_1")
    # The next crate comes first
    assert (p.chance, store(p, A)) == (True, "")
    deal(p, "crate 1 k01")
    assert store(p, A) == "3 fish"


@rule("SF-8.5")
def test_below_logistics_3_it_does_not() -> None:
    p = turn(ordering("1 wool 1 pulp", "logistics 2"), A)
    play(p, A, "worker r6c4", "order 1", "quay quay_1")
    assert store(deal_any(p), A) == ""


@rule("SF-8.5")
def test_once_for_the_new_crate_only() -> None:
    p = ordering("1 wool 1 pulp", "logistics 3")
    player(p, A, crates="quay_3:k01 quay_3:k02")
    turn(p, A)
    play(p, A, "worker r6c4", "order 1", "quay quay_3")
    deal_any(p)
    assert (quays(p, A), points(p, A)) == ([0, 0, 3, 0], 2)


@rule("SF-8.6")
def test_a_quay_holds_any_number_of_crates() -> None:
    p = ordering("1 wool 1 pulp")
    player(p, A, crates=" ".join(f"quay_1:k{number:02}" for number in range(1, 11)))
    turn(p, A)
    play(p, A, "worker r6c4", "order 1")
    deal_any(p)
    assert quays(p, A) == [11, 0, 0, 0]


@rule("SF-8.7")
def test_crates_bring_no_points_before_the_end() -> None:
    p = turn(ordering("1 wool 1 pulp"), A)
    play(p, A, "worker r6c4", "order 1")
    deal_any(p)
    assert points(p, A) == 0
    assert score(p, A)["crates"] == 5


@rule("SF-8.8")
def test_one_order_for_one_action() -> None:
    p = turn(ordering("2 wool 2 pulp 1 paper 1 fish"), A)
    play(p, A, "worker r6c4", "order 1")
    deal_any(p)
    assert asked(p, A) == "MainAction"
    assert offered(p, A, "order") == ""


@rule("SF-8.9")
@pytest.mark.parametrize("viewer", [A, B, None])
def test_crates_are_public(viewer: int | None) -> None:
    p = ordering("")
    player(p, A, crates="quay_2:k36 quay_4:k01")
    turn(p, A)
    owned = [[crate.id for crate in quay.crates] for quay in seen(p, viewer).players[A].quays]
    assert owned == [[], ["k36"], [], ["k01"]]


@rule("SF-8.10")
@pytest.mark.parametrize(
    ("quay", "goods", "won", "waiting"),
    [
        ("quay_1", "3 fish", 0, "MainAction"),
        ("quay_3", "", 2, "MainAction"),
        ("quay_4", "", 0, "PendingReward"),
    ],
)
def test_rewards_of_the_quays(quay: str, goods: str, won: int, waiting: str) -> None:
    p = turn(ordering("1 wool 1 pulp", "logistics 3"), A)
    play(p, A, "worker r6c4", "order 1", f"quay {quay}")
    deal_any(p)
    assert (store(p, A), points(p, A), asked(p, A)) == (goods, won, waiting)
    if quay == "quay_4":
        assert options(p, A) == ["advance 1", "decline"]


@rule("SF-8.10")
def test_quay_2_is_two_upgrade_effects() -> None:
    p = turn(ordering("1 wood 1 wool 1 pulp", "logistics 3"), A)
    play(p, A, "worker r6c4", "order 1", "quay quay_2")
    deal_any(p)
    play(p, A, "upgrade wood planks", "upgrade planks gold")
    assert (asked(p, A), store(p, A)) == ("MainAction", "1 gold")


@rule("SF-8.4")
def test_the_last_crate_of_a_stack_is_turned_up_as_well() -> None:
    p = ordering("1 wool 1 pulp")
    market(p, 1, "ks1", below=1)
    turn(p, A)
    play(p, A, "worker r6c4", "order 1")
    deal_any(p)
    assert seen(p).market[0].crate is not None
    assert seen(p).market[0].left == 0
