"""The worked examples SF-EX-44 to SF-EX-51: retiring, quays, tiles, rounds."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import example, rule
from tests.saltfjord.scenario import (
    A,
    B,
    C,
    asked,
    boat,
    crate_at,
    crossing,
    deal,
    deal_any,
    end_round,
    fjord,
    icon,
    market,
    options,
    play,
    player,
    points,
    quays,
    score,
    start,
    store,
    tiles,
    turn,
)


@example("SF-EX-44")
@rule("SF-6.2", "SF-6.4", "SF-6.5", "SF-6.7")
def test_ex_44_tavern_order_pays_at_once() -> None:
    p = fjord()
    player(p, A, goods="1 paper 1 fish", crates="quay_1:k01")
    market(p, 3, "ks4")
    turn(p, A)
    play(p, A, "retire tavern_3", "order 3")
    deal_any(p)
    assert (crate_at(p, "ks4"), store(p, A)) == ("0 quay_3", "")
    play(p, A, "go_on")
    assert (store(p, A), points(p, A)) == ("3 fish", 0)
    play(p, A, "go_on")
    assert score(p, A)["quays"] == 2
    assert store(p, A) == "3 fish"


def between_quays(stack: int) -> SaltfjordPosition:
    """SF-EX-45 with ks3 on this stack, up to the order."""
    p = fjord()
    player(p, A, goods="1 cloth", crates="quay_1:k01")
    market(p, stack, "ks3")
    turn(p, A)
    # A technology could be had: the cloth sells for as much as wood, wool or pulp costs
    play(p, A, "retire tavern_2", "decline")
    assert (asked(p, A), store(p, A)) == ("QuayWindow", "1 cloth")
    play(p, A, "go_on")
    assert (asked(p, A), store(p, A)) == ("QuayWindow", "1 cloth 3 fish")
    play(p, A, "worker r6c4", f"order {stack}")
    deal_any(p)
    assert store(p, A) == "2 fish"
    return p


@example("SF-EX-45")
@rule("SF-6.6", "SF-6.7", "SF-6.8", "SF-12.7")
def test_ex_45_worker_between_quays() -> None:
    p = between_quays(3)
    # No worker is left, so the quays go on by themselves and the turn ends
    assert crate_at(p, "ks3") == "0 quay_3"
    assert score(p, A)["quays"] == 2
    assert asked(p, B) == "MainAction"


@example("SF-EX-45")
@rule("SF-6.6")
def test_ex_45_a_quay_already_done() -> None:
    p = between_quays(1)
    assert quays(p, A) == [2, 0, 0, 0]
    assert (store(p, A), points(p, A)) == ("2 fish", 0)
    assert asked(p, B) == "MainAction"


@example("SF-EX-46")
@rule("SF-8.3", "SF-8.5", "SF-6.5")
def test_ex_46_logistics_3() -> None:
    p = fjord()
    player(p, A, goods="2 cloth", tech="logistics 3")
    market(p, 1, "k16")
    turn(p, A)
    play(p, A, "worker r6c4", "order 1", "quay quay_4")
    assert p.chance
    deal(p, "crate 1 k01")
    assert (asked(p, A), options(p, A)) == ("PendingReward", ["advance 1", "decline"])
    play(p, A, "advance 1")
    deal(p, "token t1_fish3")
    assert (p.zones[A], crate_at(p, "k16"), store(p, A)) == (1, "0 quay_4", "")
    play(p, A, "retire tavern_1", "advance 1")
    deal(p, "token t1_fish3")
    assert (p.zones[A], asked(p, A)) == (2, "PendingReward")
    play(p, A, "advance 1")
    deal(p, "token t1_fish3")
    assert p.zones[A] == 3


@example("SF-EX-47")
@rule("SF-10.11", "SF-10.12", "SF-10.14", "SF-7.5")
def test_ex_47_three_lines_at_once() -> None:
    p = fjord()
    crossing(p, "d03")
    player(p, A, goods="1 wood 1 planks 1 wool")
    tiles(p, "corner_1", "l01")
    turn(p, A)
    play(p, A, "build_large corner_1", "place r1c2 2")
    deal_any(p)
    cells = [icon(p, A, name) for name in ("r2c3", "r1c3", "r1c2")]
    assert cells == ["fish2", "order", "walk_upgrade1"]
    assert (asked(p, A), store(p, A)) == ("PendingReward", "1 gold 1 wool 6 fish")
    play(p, A, "upgrade wool cloth", "upgrade cloth gold")
    assert store(p, A) == "2 gold 6 fish"
    assert asked(p, A) == "TurnEnd"


@example("SF-EX-48")
@rule("SF-10.13")
def test_ex_48_same_boardwalk_at_two_times() -> None:
    p = fjord(in_round=2)
    crossing(p)
    player(p, A, goods="2 wood 1 planks")
    tiles(p, "single_1", "s02")
    player(p, B, tavern="tavern_1")
    turn(p, A)
    play(p, A, "retire tavern_4", "build single_1", "place r2c3 0")
    deal_any(p)
    assert store(p, A) == "1 planks 2 wood 3 fish"
    play(p, A, "go_on", "end_turn")
    deal_any(p)
    assert p.round == 3

    play(p, B, "die white 1", "discard", "end_turn")
    play(p, A, "worker r2c5", "build domino_1", "place r1c2 0")
    deal_any(p)
    assert store(p, A) == "1 planks 1 wood 6 fish"
    # Another line is completed later: neither row 2 nor column 2 pays again
    play(p, A, "build_large straight_1", "place r3c5 1")
    deal_any(p)
    assert score(p, A)["boardwalks"] == 3
    assert store(p, A) == "6 fish"


@example("SF-EX-49")
@rule("SF-10.3", "SF-10.4")
@pytest.mark.parametrize(
    ("stack", "tile", "count"),
    [("domino_1", "d05", 38), ("straight_1", "i01", 12), ("corner_1", "l01", 15)],
)
def test_ex_49_placements(stack: str, tile: str, count: int) -> None:
    p = fjord()
    player(p, A, start="sb1 r3c3 0", goods="1 planks", tech="carpentry 3")
    tiles(p, stack, tile)
    turn(p, A)
    if stack == "domino_1":
        play(p, A, "worker r2c5", "build domino_1")
    else:
        play(p, A, f"build_large {stack}")
    assert (asked(p, A), len(options(p, A))) == ("PlaceTile", count)


@example("SF-EX-49")
@rule("SF-10.2", "SF-10.3", "SF-10.4")
def test_ex_49_placements_of_a_one_cell_tile() -> None:
    p = fjord()
    player(p, A, start="sb1 r3c3 0")
    turn(p, A)
    play(p, A, "retire tavern_4", "build single_1")
    assert (asked(p, A), len(options(p, A))) == ("PlaceTile", 21)


@example("SF-EX-50")
@rule("SF-1.15")
@pytest.mark.parametrize(
    ("seats", "first", "order"), [(4, 2, [1, 0, 3, 2]), (2, 0, [1, 0]), (3, 1, [0, 2, 1])]
)
def test_ex_50_order_of_sets(seats: int, first: int, order: list[int]) -> None:
    p = deal_any(start(seats, first_player=str(first + 1)))
    chosen: list[int] = []
    while p.round == 0:
        seat = p.actors()[0]
        if asked(p, seat) == "PlaceStartBuilding":
            chosen.append(seat)
        play(p, seat, options(p, seat)[0])
        deal_any(p)
    assert chosen == order


@example("SF-EX-50")
@rule("SF-1.16", "SF-1.20", "SF-11.15")
def test_ex_50_fishing_before_the_next_set() -> None:
    p = deal_any(start(2, first_player="1"), "set_resources 1 sr4")
    play(p, B, "set 1", "place r3c3 0")
    assert p.chance
    deal(p, "token t1_wool_fish")
    assert asked(p, A) == "ChooseSet"
    assert (store(p, B), p.zones[B], boat(p, B)) == ("1 wood 3 fish", 1, "t1_wool_fish")
    assert p.caught[B] == 1


@example("SF-EX-51")
@rule("SF-15.5", "SF-3.2")
def test_ex_51_next_round() -> None:
    p = deal_any(end_round(fjord(3), "5 2 3"))
    order = []
    for _ in range(3):
        seat = p.actors()[0]
        order.append(seat)
        play(p, seat, options(p, seat, "die")[0], "discard", "end_turn")
    assert order == [B, C, A]
