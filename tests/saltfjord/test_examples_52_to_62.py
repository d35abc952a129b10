"""The worked examples SF-EX-52 to SF-EX-62 without SF-EX-61: scoring, carts, solo."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.kernel.messages import Message
from quarterdeck.testing import example, rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    asked,
    blocked,
    building,
    crossing,
    deal_any,
    end_round,
    final,
    fjord,
    market,
    offered,
    options,
    play,
    player,
    refused,
    score,
    score_tiles,
    seen,
    solo_dice,
    special_tiles,
    store,
    tiles,
    turn,
    worker,
)


@example("SF-EX-52")
@rule("SF-16.1", "SF-16.2", "SF-16.3", "SF-16.4", "SF-16.5", "SF-16.6", "SF-16.7", "SF-16.8")
@pytest.mark.parametrize(("doubled", "tokens", "total"), [("false", 3, 116), ("true", 6, 119)])
def test_ex_52_final_scoring(doubled: str, tokens: int, total: int) -> None:
    p = fjord(final_unload_x2=doubled)
    player(p, A, points=42, zone=2, boat="t1_wood_fish x2:t2_points3")
    player(p, A, goods="4 fish 1 wool 1 paper 1 gold", tech="carpentry 4 logistics 1 fishing 2")
    crates = "quay_1:k16 quay_1:k01 quay_2:k04 quay_3:ks1 quay_4:k36 quay_4:k25"
    player(p, A, crates=crates)
    score_tiles(p, carpentry="score_crates")
    final(p)
    lines = score(p, A)
    assert lines["zones"] == 42
    assert lines["tokens_final"] == tokens
    assert lines["fish"] == 5
    assert lines["crate_sets"] == 3
    assert lines["crates"] == 42
    assert lines["tech_rows"] == 9
    assert lines["score_tiles"] == 12
    assert (p.finished, p.scores[A]) == (True, total)


@example("SF-EX-53")
@rule("SF-16.9", "SF-16.10")
def test_ex_53_tie() -> None:
    for taverns, ranks in (("2 4", [1, 2]), ("4 2", [2, 1])):
        p = fjord()
        player(p, A, points=116)
        player(p, B, points=116)
        final(p, taverns)
        assert (p.scores, p.ranks) == ([116, 116], ranks)


def village_of_31_cells(p: SaltfjordPosition) -> None:
    """3 large, 3 small and a one-cell tile; rows 2 and 5 complete; 8 action buildings."""
    player(p, A, start="sb1 r3c3 0")
    building(p, A, "l01", "r1c3", 0)
    building(p, A, "l02", "r5c1", 0)
    building(p, A, "l04", "r4c5", 0)
    building(p, A, "d01", "r1c6", 1)
    building(p, A, "d08", "r2c1", 1)
    building(p, A, "d09", "r4c2", 1)
    building(p, A, "s01", "r1c2")


@example("SF-EX-54")
@rule("SF-17.1", "SF-17.2", "SF-17.3", "SF-17.4", "SF-17.5")
@rule("SF-17.6", "SF-17.7", "SF-17.8", "SF-17.9")
@pytest.mark.parametrize(
    ("tile", "worth"),
    [
        ("score_large", 9),
        ("score_small", 8),
        ("score_rows", 6),
        ("score_crates", 10),
        ("score_best_quay", 9),
        ("score_tech", 9),
        ("score_actions", 8),
        ("score_tokens", 7),
        ("score_people", 12),
    ],
)
def test_ex_54_score_tiles(tile: str, worth: int) -> None:
    p = fjord()
    village_of_31_cells(p)
    crates = "quay_1:k01 quay_1:k02 quay_1:k03 quay_2:k04 quay_3:k05"
    player(p, A, crates=crates, caught=7, tech="craft 2 carpentry 4 logistics 3")
    score_tiles(p, carpentry=tile)
    final(p)
    village = seen(p).players[A]
    assert sum(1 for cell in village.cells if cell.icon != "empty") == 31
    assert village.rows_complete == (False, True, False, False, True, False)
    assert score(p, A)["score_tiles"] == worth


# Carts


@example("SF-EX-55")
@rule("SF-18.3", "SF-18.4", "SF-18.6", "SF-18.8", "SF-18.10", "SF-18.11")
def test_ex_55_cart_stays_and_die_follows() -> None:
    p = fjord(carts="true")
    turn(p, A, white="1", orange="1")
    play(p, A, "die white 1", "line 1", "cart 1 stay 0")
    assert store(p, A) == "2 fish"
    play(p, A, "activate r1c1")
    assert (store(p, A), blocked(p, A)) == ("4 fish", {"r1c1": "white 1"})
    play(p, A, "end_turn")
    play(p, B, "die white 1", "discard", "end_turn")

    play(p, A, "die orange 1")
    assert "1" in offered(p, A, "line").split()
    play(p, A, "line 1")
    assert offered(p, A, "cart") == "1 stay 0 1 down 1"
    for choice, where in (("cart 1 stay 0", "r1c1"), ("cart 1 down 1", "r2c1")):
        tried = play(p.clone(), A, choice)
        assert offered(tried, A, "activate") == ""
        play(tried, A, "end_turn")
        assert store(tried, A) == "4 fish"
        assert blocked(tried, A) == {"r1c1": "white 1"}
        assert [cell.name for cell in seen(tried).players[A].cells if cell.carts] == [where]
        assert seen(tried).players[A].orange_taken == 1


@example("SF-EX-56")
@rule("SF-18.6", "SF-18.10", "SF-18.11")
def test_ex_56_cart_only() -> None:
    p = fjord(carts="true")
    player(p, A, goods="1 wood", carts="r5c2")
    worker(p, A, "r3c2")
    turn(p, A, white="2")
    play(p, A, "die white 2", "line 2", "cart 1 right 1", "upgrade wood planks")
    assert asked(p, B) == "MainAction"
    assert (store(p, A), seen(p).players[A].white_taken) == ("1 planks", 1)
    assert blocked(p, A) == {"r3c2": "worker"}


@example("SF-EX-62")
@rule("SF-18.14")
def test_ex_62_cart_on_a_boardwalk() -> None:
    p = fjord(carts="true")
    crossing(p)
    player(p, A, goods="1 planks", tech="logistics 2", carts="r2c2 r6c1")
    tiles(p, "corner_1", "l11")
    turn(p, A, white="2")
    play(p, A, "die white 2", "line 2")
    assert offered(p, A, "cart").split()[:3] == ["1", "stay", "0"]
    assert {choice.split()[1] for choice in options(p, A, "cart")} == {"1"}
    play(p, A, "cart 1 stay 0")
    assert store(p, A) == "1 planks 3 fish"
    play(p, A, "activate r3c2")
    assert store(p, A) == "1 planks 1 wood 3 fish"
    play(p, A, "end_turn")
    play(p, B, "die white 2", "discard", "end_turn")
    play(p, A, "build_large corner_1", "place r1c2 2")
    deal_any(p)
    assert store(p, A) == "9 fish"


# Solo


@example("SF-EX-57")
@rule("SF-19.5", "SF-19.6")
def test_ex_57_solo_retiring() -> None:
    p = fjord(1)
    solo_dice(p, "white", "- 3 6 2 2")
    solo_dice(p, "orange", "- - - 5 1")
    turn(p, A)
    for taken in ("tavern_3 white", "tavern_4 white", "tavern_5 white", "tavern_4 orange"):
        play(p, A, f"tavern_die {taken}", "discard", "end_turn")
    left = [(tavern.white, tavern.orange) for tavern in seen(p).taverns]
    assert left == [(0, 0), (3, 0), (0, 0), (0, 0), (0, 1)]
    assert offered(p, A, "tavern_die") == ""
    assert refused(p, A, "tavern_die tavern_2 white") == "white_limit SF-4.2"
    assert refused(p, A, "tavern_die tavern_5 orange") == "orange_limit SF-4.3"
    assert offered(p, A, "retire") == "tavern_1 tavern_3 tavern_4"
    assert refused(p, A, "retire tavern_2") == "tavern_has_dice SF-19.6"


@example("SF-EX-58")
@rule("SF-19.9")
def test_ex_58_solo_removal() -> None:
    p = fjord(1)
    player(p, A, goods="1 wood 1 planks")
    turn(p, A)
    removed = p.tops[7]
    play(p, A, "build_large corner_1", "place r1c3 0")
    deal_any(p)
    assert p.stack_left[6:] == [9, 9]
    assert p.tops[7] != removed
    assert removed not in p.tiles_at


@example("SF-EX-58")
@rule("SF-19.9")
def test_ex_58_six_one_cell_tiles_last_for_three_buildings() -> None:
    lefts = []
    for left in (3, 2, 1):
        p = fjord(1)
        tiles(p, "single_1", "s01", left)
        tiles(p, "single_2", "s02", left)
        solo_dice(p, "white", "- 3 6 - -")
        solo_dice(p, "orange", "- - - - 1")
        turn(p, A)
        play(p, A, "retire tavern_4", "build single_1", "place r1c2 0")
        deal_any(p)
        lefts.append(p.stack_left[:2])
    assert lefts == [[2, 2], [1, 1], [0, 0]]


@example("SF-EX-59")
@rule("SF-19.10")
def test_ex_59_solo_crates() -> None:
    p = fjord(1)
    for stack in range(4):
        market(p, stack + 1, f"ks{stack + 1}")
    end_round(p)
    deal_any(p)
    assert p.round == 2
    shown = [stack.crate for stack in seen(p).market]
    assert len({crate.id for crate in shown if crate is not None}) == 4
    assert not any(crate is None or crate.id.startswith("ks") for crate in shown)
    assert [stack.left for stack in seen(p).market] == [10, 10, 10, 10]
    assert p.crates_removed == 4


@example("SF-EX-60")
@rule("SF-19.14", "SF-19.15")
@pytest.mark.parametrize(
    ("counted", "total", "medal"),
    [("counted", 141, "gold_medal"), ("threshold_only", 118, "bronze")],
)
def test_ex_60_solo_score(counted: str, total: int, medal: str) -> None:
    """Fisher is worth 12 with twelve tokens, Inventor 11 with eleven levels."""
    p = fjord(1, solo_special_scoring=counted)
    special_tiles(p, "score_tokens", "score_tech")
    player(p, A, caught=12, tech="craft 4 carpentry 4 logistics 3")
    points = 118 - sum(
        count for id, count in score(final(p.clone()), A).items() if id != "solo_special"
    )
    player(p, A, points=points)
    final(p)
    sheet = {line.id: line for line in RULES.score_sheet(p)}
    assert sheet["solo_special"].points == (12 + 11,)
    assert p.scores == [total]
    outcome = sheet["total"].details[A]
    assert outcome is not None
    earned = outcome.arguments["medal"]
    assert isinstance(earned, Message)
    assert earned.id == f"sf.medal.{medal}"
