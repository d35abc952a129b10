"""The worked examples SF-EX-32 to SF-EX-43 and SF-EX-61: sweeps, workers, fishing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.view import TokenView
from quarterdeck.testing import example, rule
from tests.saltfjord.scenario import (
    A,
    B,
    asked,
    blocked,
    boat,
    building,
    chances,
    crate_at,
    deal,
    deal_any,
    fjord,
    icon,
    known_top,
    market,
    offered,
    options,
    play,
    player,
    points,
    put_back,
    refused,
    score,
    seen,
    store,
    tiles,
    tokens,
    turn,
    worker,
)

# Sweeps and workers


def row_6(blocked_cells: str = "pass_over") -> SaltfjordPosition:
    p = fjord(blocked_cells=blocked_cells)
    building(p, A, "d07", "r6c1")
    worker(p, A, "r6c2")
    return turn(p, A, orange="6")


@example("SF-EX-32")
@rule("SF-4.8", "SF-4.9", "SF-4.11", "SF-4.12", "SF-4.14")
def test_ex_32_passing_over_and_skipping() -> None:
    p = row_6()
    play(p, A, "die orange 6", "line 6")
    assert options(p, A) == ["activate r6c1", "activate r6c4", "activate r6c6"]
    assert refused(p, A, "activate r6c2") == "blocked SF-4.11"
    play(p, A, "activate r6c1")
    assert store(p, A) == "1 pulp"
    play(p, A, "activate r6c6", "tech logistics")
    assert store(p, A) == "1 paper 1 wood 1 fish"
    assert blocked(p, A) == {"r6c2": "worker", "r6c6": "orange 6"}


@example("SF-EX-32")
@rule("SF-4.12")
def test_ex_32_stopping() -> None:
    p = row_6("stop")
    play(p, A, "die orange 6", "line 6")
    # The only building on offer is activated unasked, and nothing is left to do
    assert asked(p, B) == "MainAction"
    assert store(p, A) == "1 pulp"
    assert blocked(p, A) == {"r6c1": "orange 6", "r6c2": "worker"}


def column_4(workers: int = 1) -> SaltfjordPosition:
    """SF-EX-33 up to the activation of r3c4."""
    p = fjord()
    player(p, A, start="sb1 r3c4 1", tech="craft 2" if workers == 2 else "")
    building(p, A, "d02", "r1c2")
    market(p, 2, "ks1")
    turn(p, A, white="4")
    return play(p, A, "die white 4", "line 4", "activate r3c4")


@example("SF-EX-33")
@rule("SF-12.2", "SF-4.13", "SF-4.14")
def test_ex_33_worker_in_the_sweep() -> None:
    p = column_4()
    assert (icon(p, A, "r3c4"), icon(p, A, "r4c4")) == ("pulp", "tech")
    assert store(p, A) == "1 pulp"
    play(p, A, "worker r1c2")
    assert store(p, A) == "1 wool 1 pulp"
    play(p, A, "activate r6c4", "order 2")
    deal_any(p)
    assert (store(p, A), crate_at(p, "ks1")) == ("", "0 quay_2")
    assert blocked(p, A) == {"r1c2": "worker", "r6c4": "white 4"}


@example("SF-EX-34")
@rule("SF-12.5", "SF-12.15", "SF-4.13")
def test_ex_34_where_a_worker_may_go() -> None:
    p = column_4(workers=2)
    cells = "r1c1 r1c2 r1c3 r2c5 r3c2 r4c4 r4c6 r5c3 r6c4 r6c6"
    assert offered(p, A, "worker") == offered(column_4(), A, "worker") == cells
    assert refused(p, A, "worker r3c4") == "blocked SF-4.11"
    play(p, A, "worker r1c2", "activate r6c4")
    assert asked(p, A) == "ActionChoice"
    assert offered(p, A, "worker") == "r3c4"
    play(p, A, "order 2")
    deal_any(p)
    assert asked(p, A) == "NextBuilding"
    assert offered(p, A, "worker") == "r1c1 r1c3 r2c5 r3c2 r3c4 r4c4 r4c6 r5c3 r6c6"


@example("SF-EX-35")
@rule("SF-4.19", "SF-12.6")
def test_ex_35_tile_by_a_worker_during_a_sweep() -> None:
    p = fjord()
    player(p, A, goods="1 wood", start="sb4 r3c3 0")
    tiles(p, "domino_1", "d01")
    turn(p, A, white="1")
    play(p, A, "die white 1", "line 1")
    assert (store(p, A), blocked(p, A)) == ("1 wood 2 fish", {"r1c1": "white 1"})
    play(p, A, "worker r3c4", "build domino_1", "place r2c1 1")
    deal_any(p)
    assert (icon(p, A, "r2c1"), icon(p, A, "r3c1")) == ("wood", "fish2")
    play(p, A, "activate r2c1")
    assert store(p, A) == "1 wood 2 fish"
    play(p, A, "activate r3c1")
    assert store(p, A) == "1 wood 4 fish"
    assert blocked(p, A) == {"r3c1": "white 1", "r3c4": "worker"}


@example("SF-EX-36")
@rule("SF-7.6", "SF-12.15", "SF-4.14")
def test_ex_36_declined_action_holds_the_die() -> None:
    p = play(column_4(), A, "activate r6c4")
    assert options(p, A) == ["decline", "worker r3c4"]
    play(p, A, "decline")
    assert blocked(p, A) == {"r6c4": "white 4"}
    assert "r3c4" in offered(p, A, "worker").split()


@example("SF-EX-36")
@rule("SF-7.6")
def test_ex_36_without_a_worker_the_decline_is_automatic() -> None:
    p = fjord()
    player(p, A, start="sb1 r3c4 1")
    worker(p, A, "r1c1")
    turn(p, A, white="4")
    play(p, A, "die white 4", "line 4", "activate r3c4", "activate r6c4")
    assert asked(p, B) == "MainAction"
    assert blocked(p, A) == {"r1c1": "worker", "r6c4": "white 4"}


@example("SF-EX-37")
@rule("SF-3.5", "SF-3.6")
def test_ex_37_forced_retiring() -> None:
    p = fjord()
    player(p, A, goods="7 fish", taken="3 white 1 orange")
    turn(p, A)
    assert {choice.split()[0] for choice in options(p, A)} == {"retire", "worker"}
    assert refused(p, A, "die white 1") == "white_limit SF-4.2"


@example("SF-EX-61")
@rule("SF-12.15")
def test_ex_61_worker_on_the_building_just_left() -> None:
    p = fjord()
    player(p, A, start="sb1 r3c4 1", goods="1 wool")
    market(p, 1, "k03")
    turn(p, A, white="4")
    play(p, A, "die white 4", "line 4", "activate r3c4")
    assert store(p, A) == "1 wool 1 pulp"
    play(p, A, "activate r6c4")
    assert refused(p, A, "order 1") == "cannot_pay SF-13.1"
    play(p, A, "worker r3c4")
    assert store(p, A) == "1 wool 2 pulp"
    play(p, A, "order 1")
    assert crate_at(p, "k03") == "0 quay_1"
    assert store(p, A) == ""
    assert blocked(p, A) == {"r3c4": "worker", "r6c4": "white 4"}


# Fishing


def looked_at(level_of_b: int) -> SaltfjordPosition:
    """SF-EX-38 up to the turn of seat B."""
    p = fjord()
    player(p, A, tech="fishing 1")
    player(p, B, tech=f"fishing {level_of_b}")
    turn(p, A)
    play(p, A, "worker r4c6", "advance 1")
    shown = chances(p)
    weight = shown["look t1_fish3 t1_points2"]
    assert Fraction(weight, sum(shown.values())) == Fraction(8, 87)
    deal(p, "look t1_fish3 t1_points2")
    assert options(p, A) == ["keep t1_fish3", "keep t1_points2"]
    play(p, A, "keep t1_points2")
    assert (boat(p, A), p.token_left[0]) == ("t1_points2", 9)
    unseen = {token.id: count for token, count in _unseen(p)}
    assert sum(unseen.values()) == 28
    assert known_top(p, A, 1, 1) == "t1_fish3"
    assert known_top(p, B, 1, 1) is None
    play(p, A, "die white 1", "discard")
    return play(p, B, "worker r4c6", "advance 1")


def _unseen(p: SaltfjordPosition) -> list[tuple[TokenView, int]]:
    return [(token, count) for token, count in seen(p, A).unseen if token.type == 1]


@example("SF-EX-38")
@rule("SF-11.5")
def test_ex_38_put_back_token_is_drawn_for_certain() -> None:
    p = looked_at(0)
    assert not p.chance
    assert boat(p, B) == "t1_fish3"


@example("SF-EX-38")
@rule("SF-11.5")
def test_ex_38_a_second_look() -> None:
    p = looked_at(1)
    shown = chances(p)
    total = sum(shown.values())
    assert all("t1_fish3" in pair.split() for pair in shown)
    assert Fraction(shown["look t1_fish3 t1_points2"], total) == Fraction(1, 7)
    assert Fraction(shown["look t1_fish3 t1_fish3"], total) == Fraction(1, 4)


@example("SF-EX-39")
@rule("SF-11.5")
@pytest.mark.parametrize(
    ("look", "keep", "a_knows", "b_knows"),
    [
        ("t1_wood_fish", "t1_wood_fish", "t1_fish3", "t1_fish3"),
        ("t1_wood_fish", "t1_fish3", None, "t1_wood_fish"),
        ("t1_fish3", "t1_fish3", None, "t1_fish3"),
    ],
)
def test_ex_39_who_still_knows(look: str, keep: str, a_knows: str | None, b_knows: str) -> None:
    p = fjord()
    player(p, A, tech="fishing 1")
    player(p, B, tech="fishing 1")
    put_back(p, 1, "t1_fish3", A)
    turn(p, B)
    play(p, B, "worker r4c6", "advance 1")
    deal(p, f"look t1_fish3 {look}")
    play(p, B, f"keep {keep}")
    assert (known_top(p, A, 1, 1), known_top(p, B, 1, 1)) == (a_knows, b_knows)


@example("SF-EX-40")
@rule("SF-11.2", "SF-11.9", "SF-11.12")
def test_ex_40_full_basic_boat() -> None:
    p = fjord()
    player(p, A, zone=3, boat="t1_fish3 t1_fish3 t1_wood_fish")
    turn(p, A)
    play(p, A, "worker r4c6")
    assert options(p, A) == ["return", "decline"]
    assert refused(p, A, "advance 1") == "boat_full SF-11.2"
    play(p, A, "return")
    assert score(p, A)["zones"] == 3


@example("SF-EX-41")
@rule("SF-9.6", "SF-11.8", "SF-11.10")
def test_ex_41_flip_with_tokens() -> None:
    p = fjord()
    player(p, A, goods="1 wood", tech="craft 3", start="sb3 r3c3 0")
    player(p, A, zone=3, boat="t1_fish3 t1_fish2_points1 t1_points2")
    turn(p, A)
    play(p, A, "worker r6c6", "tech carpentry")
    assert options(p, A) == ["rearrange t1_fish2_points1", "rearrange t1_points2", "leave"]
    play(p, A, "rearrange t1_points2")
    assert boat(p, A) == "t1_fish3 t1_fish2_points1 x2:t1_points2"
    play(p, A, "worker r4c6", "advance 1")
    deal(p, "token t1_fish3")
    assert (p.zones[A], boat(p, A)) == (4, "t1_fish3 t1_fish2_points1 t1_fish3 x2:t1_points2")
    play(p, A, "worker r3c4", "return")
    assert points(p, A) == 9
    assert store(p, A) == "8 fish"


@example("SF-EX-42")
@rule("SF-11.4", "SF-11.7")
def test_ex_42_empty_stacks() -> None:
    p = fjord()
    tokens(p, 1, 1, 0)
    turn(p, A)
    play(p, A, "worker r4c6")
    assert options(p, A) == ["advance_only", "decline"]
    play(p, A, "advance_only")
    assert (p.zones[A], boat(p, A), p.caught[A]) == (1, "", 0)

    p = fjord()
    tokens(p, 1, 1, 0)
    player(p, A, tech="fishing 2")
    turn(p, A)
    play(p, A, "worker r4c6")
    assert options(p, A) == ["advance 2", "decline"]
    assert refused(p, A, "advance 1") == "tokens_gone SF-11.4"


@example("SF-EX-43")
@rule("SF-14.5", "SF-14.6")
def test_ex_43_foreman_and_dory() -> None:
    p = fjord()
    player(p, A, tech="carpentry 2", abilities="foreman dory", goods="4 fish")
    turn(p, A)
    play(p, A, "worker r4c6", "advance 1")
    deal(p, "token t1_points2")
    assert options(p, A) == ["double", "plain"]
    play(p, A, "plain")
    assert (asked(p, A), options(p, A)) == ("DoryOffer", ["again", "no"])
    play(p, A, "again", "advance 1")
    deal(p, "token t1_fish3")
    assert (p.zones[A], store(p, A)) == (2, "2 fish")
    assert (asked(p, A), options(p, A)) == ("ForemanOffer", ["repeat", "no"])
    play(p, A, "repeat", "advance 1")
    deal(p, "token t1_fish2_points1")
    play(p, A, "double")
    assert (p.zones[A], store(p, A)) == (3, "")
    assert boat(p, A) == "t1_points2 t1_fish3 x2:t1_fish2_points1"
    assert asked(p, A) == "MainAction"
