"""Taking a die: limits, changes, the sweep of a line.  SF-4"""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    asked,
    blocked,
    building,
    deal_any,
    die,
    fjord,
    offered,
    options,
    payments,
    play,
    player,
    refused,
    seen,
    store,
    tiles,
    turn,
    worker,
)


def column_of_goods(blocked_cells: str = "pass_over") -> SaltfjordPosition:
    """Column 1 of side A with fish2, wood, fish2, walk, wool, fish2 from top to bottom."""
    p = fjord(blocked_cells=blocked_cells)
    building(p, A, "d01", "r2c1", 1)
    building(p, A, "d02", "r5c1", 1)
    return p


# The pool and its limits


@rule("SF-4.1")
def test_a_die_leaves_the_pool_for_the_round() -> None:
    p = turn(fjord(), A, white="2 2 4 4 4 4", orange="3 5")
    assert options(p, A, "die") == ["die white 2", "die white 4", "die orange 3", "die orange 5"]
    assert refused(p, A, "die white 1") == "no_such_die SF-4.1"
    play(p, A, "die orange 3", "discard", "end_turn")
    assert seen(p).orange == (0, 0, 0, 0, 1, 0)
    assert options(p, B, "die") == ["die white 2", "die white 4", "die orange 5"]
    play(p, B, "die white 2", "discard", "end_turn")
    assert seen(p).white == (0, 1, 0, 4, 0, 0)


@rule("SF-4.2")
def test_three_white_dice_at_most() -> None:
    for taken, shown in ((2, "white 1"), (3, "")):
        p = fjord(in_round=3)
        player(p, A, taken=f"{taken} white 3 orange")
        turn(p, A, white="1", orange="1")
        assert offered(p, A, "die") == shown
    assert refused(p, A, "die white 1") == "white_limit SF-4.2"


@rule("SF-4.3")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_as_many_orange_dice_as_the_round_says(number: int) -> None:
    p = fjord(in_round=number)
    player(p, A, taken=f"{number - 1} orange")
    turn(p, A, white="1", orange="4")
    assert "die orange 4" in options(p, A)
    p = fjord(in_round=number)
    player(p, A, taken=f"{number} orange")
    turn(p, A, white="1", orange="4")
    assert offered(p, A, "die") == "white 1"
    assert refused(p, A, "die orange 4") == "orange_limit SF-4.3"


@rule("SF-4.3")
def test_the_reason_names_the_limit() -> None:
    p = fjord(in_round=2)
    player(p, A, taken="2 orange")
    turn(p, A, white="1", orange="4")
    closed = {each.choice.notation: each.reason for each in RULES.closed(p, A)}
    assert closed["die orange 4"].rule == "SF-4.3"
    assert closed["die orange 4"].message.arguments == {"count": 2}


@rule("SF-4.4")
def test_discarded_dice_count() -> None:
    p = turn(fjord(), A, white="1", orange="1")
    for choice in ("die orange 1", "die white 1", "die white 1", "die white 1"):
        play(p, A, choice, "discard", "end_turn")
        play(p, B, options(p, B, "die")[-1], "discard", "end_turn")
    assert seen(p).players[A].white_taken == 3
    assert offered(p, A, "die") == ""
    assert refused(p, A, "die orange 1") == "orange_limit SF-4.3"


# Changing a die


@rule("SF-4.5")
@pytest.mark.parametrize(
    ("fish", "face", "lines"),
    [
        (0, 3, "3"),
        (1, 3, "2 3 4"),
        (2, 3, "1 2 3 4 5"),
        (3, 3, "1 2 3 4 5 6"),
        (4, 1, "1 2 3 4 5"),
        (1, 6, "5 6"),
        (1, 1, "1 2"),
    ],
)
def test_a_fish_for_every_step_without_wrapping(fish: int, face: int, lines: str) -> None:
    p = fjord()
    player(p, A, goods=f"{fish} fish", abilities="broker")
    turn(p, A, white=str(face))
    play(p, A, f"die white {face}")
    assert offered(p, A, "line") == lines


@rule("SF-4.5", "SF-4.6")
def test_the_fish_are_paid_at_once() -> None:
    p = fjord()
    player(p, A, goods="5 fish", abilities="broker")
    turn(p, A, white="2")
    play(p, A, "die white 2", "line 6")
    assert (asked(p, A), store(p, A)) == ("NextBuilding", "1 fish")


@rule("SF-4.6")
def test_missing_fish_may_be_raised_by_selling() -> None:
    p = fjord()
    player(p, A, goods="1 gold 1 wood", abilities="broker")
    turn(p, A, white="3")
    play(p, A, "die white 3", "line 4")
    assert (asked(p, A), payments(p, A)) == ("Pay", ["1 gold 1 fish", "1 wood 3 fish"])
    play(p, A, "pay 1")
    assert asked(p, A) == "NextBuilding"


@rule("SF-4.7")
def test_white_for_columns_and_orange_for_rows() -> None:
    p = turn(fjord(), A, white="4", orange="4")
    assert blocked(play(p.clone(), A, "die orange 4", "line 4"), A) == {"r4c6": "orange 4"}
    p = play(p, A, "die white 4", "line 4")
    assert offered(p, A, "activate") == "r3c4 r6c4"


@rule("SF-4.7")
def test_a_changed_die_shows_its_new_value() -> None:
    p = fjord()
    player(p, A, goods="1 fish", abilities="broker")
    worker(p, A, "r3c2")
    turn(p, A, white="2")
    play(p, A, "die white 2", "line 1")
    assert blocked(p, A) == {"r1c1": "white 1", "r3c2": "worker"}


# The sweep


@rule("SF-4.8")
def test_a_column_from_top_to_bottom() -> None:
    p = turn(column_of_goods(), A, white="1")
    play(p, A, "die white 1", "line 1")
    assert options(p, A) == [f"activate r{row}c1" for row in (1, 2, 3, 5, 6)]
    play(p, A, *(f"activate r{row}c1" for row in (1, 2, 3, 5, 6)))
    assert store(p, A) == "1 wood 1 wool 6 fish"


@rule("SF-4.8")
def test_a_row_from_left_to_right() -> None:
    p = fjord()
    building(p, A, "d01", "r6c1")
    turn(p, A, orange="6")
    play(p, A, "die orange 6", "line 6", "activate r6c2")
    assert offered(p, A, "activate") == "r6c4 r6c6"
    assert refused(p, A, "activate r6c1") == "left_behind SF-4.9"
    assert refused(p, A, "activate r1c1") == "not_in_line SF-4.8"


@rule("SF-4.9")
def test_buildings_may_be_skipped_but_there_is_no_way_back() -> None:
    p = turn(column_of_goods(), A, white="1")
    play(p, A, "die white 1", "line 1", "activate r3c1")
    assert offered(p, A, "activate") == "r5c1 r6c1"
    assert refused(p, A, "activate r2c1") == "left_behind SF-4.9"
    assert refused(p, A, "activate r3c1") == "left_behind SF-4.9"
    play(p, A, "activate r6c1")
    assert offered(p, A, "activate") == ""
    assert store(p, A) == "4 fish"


@rule("SF-4.10")
def test_boardwalks_and_empty_cells_are_passed() -> None:
    p = turn(fjord(), A, white="3")
    play(p, A, "die white 3", "line 3", "activate r3c3")
    # r4c3 is empty, r5c3 a building, r6c3 a boardwalk
    assert offered(p, A, "activate") == "r5c3"
    assert refused(p, A, "activate r4c3") == "not_a_building SF-4.10"
    assert refused(p, A, "activate r6c3") == "not_a_building SF-4.10"


@rule("SF-4.11")
def test_only_vacant_buildings() -> None:
    p = column_of_goods()
    worker(p, A, "r2c1")
    die(p, A, "r5c1", "orange", 5)
    turn(p, A, white="1")
    play(p, A, "die white 1", "line 1")
    assert offered(p, A, "activate") == "r1c1 r3c1 r6c1"
    for row in (2, 5):
        assert refused(p, A, f"activate r{row}c1") == "blocked SF-4.11"


@rule("SF-4.12")
@pytest.mark.parametrize(
    ("option", "cells"), [("pass_over", "r1c1 r2c1 r5c1 r6c1"), ("stop", "r1c1 r2c1")]
)
def test_a_blocked_building_in_the_line(option: str, cells: str) -> None:
    p = column_of_goods(option)
    worker(p, A, "r3c1")
    turn(p, A, white="1")
    play(p, A, "die white 1", "line 1")
    assert offered(p, A, "activate") == cells
    if option == "stop":
        assert refused(p, A, "activate r5c1") == "behind_blocked SF-4.12"
        assert refused(p, A, "activate r3c1") == "blocked SF-4.11"


@rule("SF-4.12")
def test_with_stop_only_what_lies_before_the_die_counts() -> None:
    """A worker put behind the die does not stop it, one put before it does."""
    p = column_of_goods("stop")
    player(p, A, tech="craft 2")
    turn(p, A, white="1")
    play(p, A, "die white 1", "line 1", "activate r2c1", "worker r1c1")
    assert offered(p, A, "activate") == "r3c1 r5c1 r6c1"
    play(p, A, "worker r5c1")
    assert offered(p, A, "activate") == "r3c1"


@rule("SF-4.12", "SF-4.17")
def test_with_stop_a_line_that_begins_blocked_cannot_be_chosen() -> None:
    p = column_of_goods("stop")
    worker(p, A, "r1c1")
    player(p, A, goods="3 fish")
    turn(p, A, white="2")
    play(p, A, "die white 2")
    assert refused(p, A, "line 1") == "nothing_in_line SF-4.17"


@rule("SF-4.13")
def test_the_die_blocks_only_the_building_it_stands_on() -> None:
    p = turn(column_of_goods(), A, white="1")
    play(p, A, "die white 1", "line 1", "activate r1c1")
    assert refused(p, A, "worker r1c1") == "blocked SF-4.11"
    play(p, A, "activate r2c1")
    assert blocked(p, A) == {"r2c1": "white 1"}
    assert "r1c1" in offered(p, A, "worker").split()
    play(p, A, "worker r1c1")
    assert blocked(p, A) == {"r1c1": "worker", "r2c1": "white 1"}


@rule("SF-4.14")
def test_the_die_blocks_its_last_building_for_the_round() -> None:
    p = turn(column_of_goods(), A, white="1", orange="1")
    play(p, A, "die white 1", "line 1", "activate r1c1", "end_turn")
    assert blocked(p, A) == {"r1c1": "white 1"}
    play(p, B, "die white 1", "discard", "end_turn")
    assert "r1c1" not in offered(p, A, "worker").split()
    play(p, A, "die white 1", "line 1")
    assert refused(p, A, "activate r1c1") == "blocked SF-4.11"


# Discarding, and lines that can be chosen


@rule("SF-4.15")
def test_a_discard_gives_a_fish() -> None:
    p = turn(column_of_goods(), A, white="1")
    play(p, A, "die white 1", "discard")
    assert (asked(p, A), store(p, A), blocked(p, A)) == ("TurnEnd", "1 fish", {})
    assert seen(p).players[A].white_taken == 1
    assert offered(p, A, "activate") == ""


@rule("SF-4.15")
def test_no_discard_once_a_line_is_chosen() -> None:
    p = turn(column_of_goods(), A, white="1")
    play(p, A, "die white 1", "line 1")
    assert refused(p, A, "discard") == "not_offered"


@rule("SF-4.16")
def test_a_discard_costs_nothing_and_is_offered_once() -> None:
    p = fjord()
    player(p, A, goods="6 fish", abilities="broker")
    turn(p, A, white="1")
    play(p, A, "die white 1")
    assert options(p, A, "discard") == ["discard"]
    play(p, A, "discard")
    assert store(p, A) == "7 fish"


@rule("SF-4.17")
def test_a_line_needs_a_vacant_building() -> None:
    p = fjord()
    worker(p, A, "r1c1")
    player(p, A, goods="9 fish", abilities="broker")
    turn(p, A, white="2", orange="2")
    play(p, A, "die white 2")
    assert offered(p, A, "line") == "2 3 4 5 6"
    assert refused(p, A, "line 1") == "nothing_in_line SF-4.17"


@rule("SF-4.17")
def test_without_any_line_the_die_is_discarded_unasked() -> None:
    p = fjord()
    worker(p, A, "r1c1")
    turn(p, A, white="1")
    play(p, A, "die white 1")
    assert store(p, A) == "1 fish"
    assert p.actors() == [B]


@rule("SF-4.18")
def test_at_least_one_building_of_the_line() -> None:
    p = turn(column_of_goods(), A, white="1")
    play(p, A, "die white 1", "line 1")
    assert "end_turn" not in options(p, A)
    assert refused(p, A, "end_turn") == "not_begun_yet SF-4.18"
    play(p, A, "activate r6c1")
    assert "end_turn" in options(p, A)


@rule("SF-4.18", "SF-12.5")
def test_no_free_action_before_the_first_building() -> None:
    p = turn(column_of_goods(), A, white="1")
    play(p, A, "die white 1", "line 1")
    assert offered(p, A, "worker") == ""


# Buildings placed on the way


def building_in_row_2() -> SaltfjordPosition:
    """Row 2 of side A with build_small on r2c3 (sb-like domino d20) and on r2c5."""
    p = fjord()
    player(p, A, goods="2 wood")
    building(p, A, "d20", "r2c3")
    tiles(p, "domino_1", "d01")
    turn(p, A, orange="2")
    return play(p, A, "die orange 2", "line 2", "activate r2c3", "build domino_1")


@rule("SF-4.19")
def test_a_building_placed_beyond_the_die_is_activated_in_the_same_sweep() -> None:
    p = building_in_row_2()
    play(p, A, "place r1c6 3")
    deal_any(p)
    # Turned by 3 the domino shows fish2 on r1c6 and wood on r2c6
    assert offered(p, A, "activate") == "r2c5 r2c6"
    play(p, A, "activate r2c6")
    assert store(p, A) == "2 wood"


@rule("SF-4.20")
def test_a_building_placed_before_the_die_is_not() -> None:
    p = building_in_row_2()
    play(p, A, "place r2c1 1")
    deal_any(p)
    assert offered(p, A, "activate") == "r2c5"
    assert refused(p, A, "activate r2c1") == "left_behind SF-4.9"


@rule("SF-4.19", "SF-4.20")
def test_a_tile_by_a_worker_counts_by_where_the_die_stands() -> None:
    """Row 1: the die on r1c1, a worker builds on r1c2 and r1c3, beyond it."""
    p = fjord()
    player(p, A, goods="1 wood")
    tiles(p, "domino_1", "d01")
    turn(p, A, orange="1")
    play(p, A, "die orange 1", "line 1", "worker r2c5", "build domino_1", "place r1c2 0")
    deal_any(p)
    assert offered(p, A, "activate") == "r1c2 r1c3"
