"""The carts variant."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.names import CELL_NAMES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    B,
    asked,
    blocked,
    building,
    cell,
    deal_any,
    die,
    final,
    fjord,
    level,
    market,
    offered,
    options,
    piece,
    play,
    player,
    points,
    quays,
    refused,
    score,
    score_tiles,
    seen,
    start,
    store,
    tiles,
    turn,
    worker,
)


def carting(carts: str, goods: str = "", tech: str = "", seats: int = 2) -> SaltfjordPosition:
    """Carts of seat A stand on these cells; its turn has not begun."""
    p = fjord(seats, carts="true")
    player(p, A, carts=carts, goods=goods, tech=tech, abilities="broker")
    return p


def column(p: SaltfjordPosition, number: int) -> SaltfjordPosition:
    return play(turn(p, A, white=str(number)), A, f"die white {number}", f"line {number}")


def row(p: SaltfjordPosition, number: int) -> SaltfjordPosition:
    return play(turn(p, A, orange=str(number)), A, f"die orange {number}", f"line {number}")


def carts(p: SaltfjordPosition) -> list[str]:
    """Where the carts of seat A are; one still on its tile is not named."""
    return [CELL_NAMES[place] for place in p.carts[:2] if place >= 0]


def moves(p: SaltfjordPosition) -> list[str]:
    return options(p, A, "cart")


# The advanced tile


@rule("SF-18.1")
def test_the_first_step_gives_a_cart_instead_of_goods() -> None:
    p = carting("r1c1", goods="1 pulp")
    play(turn(p, A), A, "worker r6c6", "tech logistics")
    assert (asked(p, A), store(p, A)) == ("SecondCart", "")


@rule("SF-18.1")
@pytest.mark.parametrize("steps", [2, 3])
def test_crates_go_to_their_own_quay_and_pay_nothing_at_once(steps: int) -> None:
    p = carting("r1c1 r6c1", goods="1 wool 1 pulp", tech=f"logistics {steps}")
    market(p, 1, "ks1")
    play(turn(p, A), A, "worker r6c4", "order 1")
    deal_any(p)
    assert (asked(p, A), quays(p, A)) == ("MainAction", [1, 0, 0, 0])
    assert store(p, A) == "2 fish"  # Broker's, not the quay's


@rule("SF-18.1")
def test_its_top_keeps_the_score_tile() -> None:
    p = carting("r1c1 r6c1", goods="1 gold", tech="logistics 3")
    score_tiles(p, logistics="score_now_points")
    play(turn(p, A), A, "worker r6c6", "tech logistics")
    assert (points(p, A), level(p, A, "logistics")) == (8, 4)


@rule("SF-18.2")
def test_one_cart_stands_on_the_first_cell_and_one_on_the_tile() -> None:
    p = deal_any(start(2, carts="true"))
    for mine in seen(p).players:
        assert [each.name for each in mine.cells if each.carts] == ["r1c1"]
        assert mine.carts_waiting == 1
    for mine in seen(deal_any(start(2))).players:
        assert not any(each.carts for each in mine.cells)


# Moving


@rule("SF-18.3")
def test_carts_of_the_line_come_before_its_buildings() -> None:
    p = column(carting("r5c2"), 2)
    assert asked(p, A) == "CartStep"
    assert options(p, A, "activate") == []
    play(p, A, "cart 1 stay 0")
    assert (asked(p, A), offered(p, A, "activate")) == ("NextBuilding", "r3c2")
    q = column(carting("r5c2"), 4)
    assert asked(q, A) == "NextBuilding"


@rule("SF-18.4")
def test_in_a_column_a_cart_goes_left_or_right() -> None:
    assert moves(column(carting("r5c2"), 2)) == ["cart 1 stay 0", "cart 1 left 1", "cart 1 right 1"]


@rule("SF-18.4")
def test_in_a_row_a_cart_goes_up_or_down() -> None:
    assert moves(row(carting("r5c2"), 5)) == ["cart 1 stay 0", "cart 1 up 1", "cart 1 down 1"]


@rule("SF-18.4")
def test_each_cart_is_handled_once_in_any_order() -> None:
    p = column(carting("r5c2 r6c2", tech="logistics 1"), 2)
    assert {notation.split()[1] for notation in moves(p)} == {"1", "2"}
    play(p, A, "cart 2 left 1")
    assert {notation.split()[1] for notation in moves(p)} == {"1"}
    play(p, A, "cart 1 stay 0")
    assert (carts(p), asked(p, A)) == (["r5c2", "r6c1"], "NextBuilding")


@rule("SF-18.4")
def test_carts_of_other_lines_stay_where_they_are() -> None:
    p = column(carting("r5c2 r6c1", tech="logistics 1"), 2)
    assert {notation.split()[1] for notation in moves(p)} == {"1"}


@rule("SF-18.5")
@pytest.mark.parametrize(
    ("where", "line", "number", "shown"),
    [
        ("r2c1", "column", 1, "right"),  # no way out of the grid
        ("r6c6", "row", 6, "up"),
        ("r1c1", "row", 1, "down"),
        ("r4c2", "column", 2, "left right"),  # a boardwalk, an empty cell
        ("r3c3", "column", 3, "left right"),  # vacant buildings
    ],
)
def test_where_a_cart_may_go(where: str, line: str, number: int, shown: str) -> None:
    p = (column if line == "column" else row)(carting(where), number)
    ways = [notation.split()[2] for notation in moves(p)]
    assert ways == ["stay", *shown.split()]


@rule("SF-18.5")
def test_dice_workers_and_carts_are_in_the_way() -> None:
    p = carting("r3c3 r4c3", tech="logistics 1 craft 2")
    worker(p, A, "r3c2")
    die(p, A, "r3c4", "white", 4)
    column(p, 3)
    assert [notation for notation in moves(p) if notation.startswith("cart 1")] == ["cart 1 stay 0"]
    assert refused(p, A, "cart 1 left 1") == "cart_barred SF-18.5"
    q = row(carting("r3c2 r4c2", tech="logistics 1"), 4)
    assert moves(q) == ["cart 2 stay 0", "cart 2 down 1"]


@rule("SF-18.5", "SF-18.15")
def test_a_cart_does_not_pass_what_is_in_its_way() -> None:
    p = carting("r3c1 r6c1", tech="logistics 3")
    worker(p, A, "r3c2")
    column(p, 1)
    assert moves(p) == ["cart 1 stay 0", "cart 2 stay 0", "cart 2 right 1", "cart 2 right 2"]


# Activating


@rule("SF-18.6")
def test_a_cart_activates_the_building_it_reaches() -> None:
    p = play(column(carting("r5c2", goods="1 wood"), 2), A, "cart 1 right 1")
    assert (carts(p), asked(p, A)) == (["r5c3"], "UpgradeChoice")
    play(p, A, "upgrade wood planks")
    assert store(p, A) == "1 planks"


@rule("SF-18.6")
def test_a_cart_that_stays_activates_a_vacant_building_only() -> None:
    p = play(column(carting("r3c2"), 2), A, "cart 1 stay 0")
    assert store(p, A) == "1 wood"
    q = carting("r3c2", tech="craft 2")
    worker(q, A, "r3c2")
    play(column(q, 2), A, "cart 1 stay 0")
    assert store(q, A) == ""


@rule("SF-18.7")
def test_a_cart_does_not_block_what_it_activates() -> None:
    p = play(column(carting("r3c2"), 2), A, "cart 1 stay 0")
    assert blocked(p, A) == {}
    assert "r3c2" in offered(p, A, "worker").split()


@rule("SF-18.7")
def test_a_cart_may_decline_an_action() -> None:
    p = play(column(carting("r4c5"), 5), A, "cart 1 right 1")
    assert asked(p, A) == "ActionChoice"
    play(p, A, "decline")
    assert (p.zones[A], asked(p, A)) == (0, "NextBuilding")


@rule("SF-18.8")
def test_the_die_may_activate_the_same_building_again() -> None:
    p = play(column(carting("r3c2"), 2), A, "cart 1 stay 0", "activate r3c2")
    assert (store(p, A), piece(p, A, "r3c2")) == ("2 wood", "white 2")


@rule("SF-18.8")
def test_a_worker_may_go_where_a_cart_stands() -> None:
    p = play(turn(carting("r3c2"), A), A, "worker r3c2")
    assert (store(p, A), carts(p), piece(p, A, "r3c2")) == ("1 wood", ["r3c2"], "worker")


@rule("SF-18.9")
def test_a_cart_under_a_worker_may_move_away() -> None:
    p = carting("r3c2", tech="craft 2")
    worker(p, A, "r3c2")
    play(column(p, 2), A, "cart 1 left 1")
    assert carts(p) == ["r3c1"]


@rule("SF-18.10")
def test_a_cart_allows_a_line_without_a_vacant_building() -> None:
    for where, allowed in (("r5c2", True), ("r5c1", False)):
        p = carting(where, tech="craft 2", goods="1 fish")
        worker(p, A, "r3c2")
        play(turn(p, A, white="2"), A, "die white 2")
        assert ("line 2" in options(p, A)) is allowed
    assert refused(p, A, "line 2") == "nothing_in_line SF-4.17"


@rule("SF-18.11")
def test_after_a_cart_no_building_need_be_activated_but_there_is_no_fish() -> None:
    p = play(column(carting("r5c2"), 2), A, "cart 1 left 1")
    assert {"activate r3c2", "end_turn"} <= set(options(p, A))
    play(p, A, "end_turn")
    assert (asked(p, B), store(p, A), blocked(p, A)) == ("MainAction", "", {})
    assert p.dice_taken[:2] == [1, 0]


@rule("SF-18.11")
def test_without_a_cart_the_first_building_is_not_optional() -> None:
    p = play(turn(carting("r5c2"), A, white="4"), A, "die white 4", "line 4")
    assert "end_turn" not in options(p, A)


@rule("SF-18.11")
def test_a_discarded_die_moves_no_cart() -> None:
    p = play(turn(carting("r5c2"), A, white="2"), A, "die white 2", "discard")
    assert (asked(p, A), store(p, A), carts(p)) == ("TurnEnd", "1 fish", ["r5c2"])


@rule("SF-18.12")
def test_a_tile_may_be_placed_under_a_cart() -> None:
    p = carting("r6c1", goods="1 wood")
    tiles(p, "domino_1", "d07")
    play(turn(p, A), A, "worker r2c5", "build domino_1", "place r6c1 0")
    deal_any(p)
    assert (carts(p), store(p, A), asked(p, A)) == (["r6c1"], "", "MainAction")


# The levels


@rule("SF-18.13")
def test_the_second_cart_is_put_on_an_edge() -> None:
    p = carting("r1c1", goods="1 pulp", tech="craft 2")
    building(p, A, "s01", "r1c3")
    worker(p, A, "r1c3")
    play(turn(p, A), A, "worker r6c6", "tech logistics")
    shown = offered(p, A, "cart_cell").split()
    assert shown == ["r1c2", "r1c4", "r1c5", "r1c6", "r2c1", "r3c1", "r4c1", "r5c1", "r6c1"]
    assert refused(p, A, "cart_cell r1c1") == "cart_barred SF-18.5"
    assert refused(p, A, "cart_cell r1c3") == "cart_barred SF-18.5"
    play(p, A, "cart_cell r1c5")
    assert carts(p) == ["r1c1", "r1c5"]
    # The boardwalk there pays nothing
    assert store(p, A) == ""


@rule("SF-18.13")
def test_it_activates_nothing_when_put_down() -> None:
    p = carting("r3c3", goods="1 pulp")
    play(turn(p, A), A, "worker r6c6", "tech logistics", "cart_cell r1c1")
    assert (store(p, A), asked(p, A)) == ("", "MainAction")


@rule("SF-18.14")
@pytest.mark.parametrize(("steps", "fish"), [(1, 0), (2, 3), (3, 3)])
def test_from_the_second_level_carts_gain_from_boardwalks(steps: int, fish: int) -> None:
    p = play(column(carting("r2c2 r6c1", tech=f"logistics {steps}"), 2), A, "cart 1 stay 0")
    assert p.goods[7] == fish
    q = play(row(carting("r1c2 r6c1", tech=f"logistics {steps}"), 1), A, "cart 1 down 1")
    assert q.goods[7] == fish


@rule("SF-18.14")
def test_every_time_and_on_tiles_too() -> None:
    p = carting("r6c1 r1c1", tech="logistics 2")
    building(p, A, "d18", "r5c1", 1)  # order_or_tech on r5c1, 2 points on r6c1
    play(row(p, 6), A, "cart 1 stay 0", "end_turn")
    assert (points(p, A), score(p, A)["boardwalks"]) == (2, 2)
    play(p, B, "retire tavern_1", "decline", "go_on", "end_turn")
    play(p, A, "die white 1", "line 1", "cart 1 stay 0")
    assert points(p, A) == 4


@rule("SF-18.14")
def test_upgrades_and_fishing_of_boardwalks_wait() -> None:
    p = play(row(carting("r6c4 r1c1", tech="logistics 2"), 6), A, "cart 1 up 1")
    assert (asked(p, A), "gain_fish" in options(p, A)) == ("PendingReward", True)
    play(p, A, "gain_fish", "gain_fish")
    assert (asked(p, A), store(p, A)) == ("NextBuilding", "2 fish")
    q = play(column(carting("r4c2 r1c1", tech="logistics 2"), 2), A, "cart 1 left 1")
    assert options(q, A, "advance", "decline") == ["advance 1", "decline"]


@rule("SF-18.14")
def test_completed_lines_pay_all_the_same() -> None:
    p = carting("r6c3 r1c1", tech="logistics 2 craft 2", goods="1 wood")
    building(p, A, "d07", "r6c1", 0)
    tiles(p, "single_1", "s01")
    play(row(p, 6), A, "cart 1 stay 0", "end_turn")
    assert points(p, A) == 4
    play(p, B, "retire tavern_1", "decline", "go_on", "end_turn")
    play(p, A, "retire tavern_4", "build single_1", "place r6c5 0")
    deal_any(p)
    assert points(p, A) == 8


@rule("SF-18.15")
@pytest.mark.parametrize(("steps", "cells"), [(2, 1), (3, 2), (4, 2)])
def test_from_the_third_level_carts_may_move_two_cells(steps: int, cells: int) -> None:
    p = column(carting("r5c2 r1c1", tech=f"logistics {steps}"), 2)
    assert ("cart 1 right 2" in moves(p)) is (cells == 2)
    assert "cart 1 left 2" not in moves(p)  # out of the grid


@rule("SF-18.15")
def test_it_activates_only_where_it_stops() -> None:
    p = play(row(carting("r1c2 r1c1", tech="logistics 3"), 1), A, "cart 1 down 2")
    # Over a boardwalk worth 3 fish to the wood
    assert (carts(p)[0], store(p, A)) == ("r3c2", "1 wood")


@rule("SF-18.16")
@pytest.mark.parametrize(
    ("where", "tech", "worth"),
    [("r1c1", "", 1), ("r4c5 r6c3", "logistics 1", 38), ("r6c6 r6c5", "logistics 1", 66)],
)
def test_a_cart_scores_its_row_times_its_column(where: str, tech: str, worth: int) -> None:
    p = final(carting(where, tech=tech))
    assert score(p, A)["carts"] == worth
    assert p.scores[A] == worth + (1 if tech else 0)
    assert score(p, B)["carts"] == 1


@rule("SF-18.16")
def test_without_the_variant_there_is_no_such_line() -> None:
    assert "carts" not in score(final(fjord()), A)


@rule("SF-18.17")
def test_a_building_placed_through_a_cart_may_be_activated_anywhere_in_the_line() -> None:
    p = carting("r2c4", goods="1 wood")
    tiles(p, "domino_1", "d01")
    play(column(p, 4), A, "cart 1 right 1", "build domino_1", "place r1c4 1")
    deal_any(p)
    assert offered(p, A, "activate").split()[:2] == ["r1c4", "r2c4"]
    play(p, A, "activate r1c4", "activate r2c4")
    assert store(p, A) == "1 wood 2 fish"


@rule("SF-18.18")
@pytest.mark.parametrize(("where", "step"), [("r1c4", "CartStep"), ("r1c3", "NextBuilding")])
def test_a_second_cart_put_into_the_line_is_handled(where: str, step: str) -> None:
    p = carting("r3c4", goods="1 pulp")
    play(column(p, 4), A, "cart 1 stay 0", "tech logistics", f"cart_cell {where}")
    assert asked(p, A) == step
    if step == "CartStep":
        assert {notation.split()[1] for notation in moves(p)} == {"2"}
        play(p, A, "cart 2 left 1")
        assert (carts(p), asked(p, A)) == (["r3c4", "r1c3"], "NextBuilding")


@rule("SF-18.18")
def test_one_gained_after_the_carts_is_not() -> None:
    p = carting("r6c1", goods="1 pulp")
    play(column(p, 4), A, "activate r3c4", "tech logistics", "cart_cell r1c4")
    assert asked(p, A) == "NextBuilding"
    assert p.carts[1] == cell("r1c4")


@rule("SF-18.18")
def test_a_worker_between_two_carts_may_bring_it() -> None:
    p = carting("r5c4", goods="1 pulp", tech="")
    play(column(p, 4), A, "cart 1 left 1")
    # The only cart is handled, so the cart steps are over; a worker's cart comes too late
    assert asked(p, A) == "UpgradeChoice"
    play(p, A, "gain_fish", "worker r6c6", "tech logistics", "cart_cell r1c4")
    assert asked(p, A) == "NextBuilding"
