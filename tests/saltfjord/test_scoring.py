"""The end of the game and the final scoring."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    C,
    final,
    fjord,
    player,
    score,
    score_tiles,
)

ONE_SET = "quay_1:k01 quay_2:k02 quay_3:k03 quay_4:k04"


def counted(goods: str = "", taverns: str = "", **facts: str | int) -> SaltfjordPosition:
    p = fjord()
    player(p, A, goods=goods, **facts)  # type: ignore[arg-type]
    return final(p, taverns)


@rule("SF-16.1")
def test_the_five_steps_are_lines_of_the_sheet_in_order() -> None:
    p = counted("1 gold")
    assert p.finished
    ids = [line.id for line in RULES.score_sheet(p)]
    assert ids == [
        "zones",
        "tokens",
        "boardwalks",
        "quays",
        "score_tiles_immediate",
        "tokens_final",
        "fish",
        "crate_sets",
        "crates",
        "tech_rows",
        "score_tiles",
        "total",
        "tie_tavern",
    ]


@rule("SF-16.1", "SF-16.2", "SF-16.4")
def test_goods_of_tokens_are_sold_with_the_others() -> None:
    """Step 1 comes before step 2: a wood and a fish on board make the third point."""
    assert score(counted("6 fish"), A)["fish"] == 2
    p = counted("6 fish", zone=1, boat="t1_wood_fish")
    assert score(p, A)["fish"] == 3
    assert p.scores[A] == 3


@rule("SF-16.2")
@pytest.mark.parametrize(
    ("zone", "aboard", "points"),
    [(1, "t1_points2", 2), (4, "t1_points2 t2_points3 t3_points6", 10), (4, "", 0)],
)
def test_tokens_on_board_count_without_their_zone(zone: int, aboard: str, points: int) -> None:
    p = counted(zone=zone, boat=aboard)
    assert (score(p, A)["tokens_final"], score(p, A)["zones"]) == (points, 0)
    assert p.scores[A] == points


@rule("SF-16.3")
@pytest.mark.parametrize(("doubles", "points"), [("false", 8), ("true", 13)])
def test_the_doubling_space_counts_by_option(doubles: str, points: int) -> None:
    p = fjord(final_unload_x2=doubles)
    player(p, A, tech="carpentry 1", zone=2, boat="t2_points3 x2:t3_points6")
    final(p)
    assert score(p, A)["tokens_final"] == points


@rule("SF-16.4")
@pytest.mark.parametrize(
    ("goods", "points"),
    [
        ("2 fish", 0),
        ("3 fish", 1),
        ("5 fish", 1),
        ("1 wood 1 fish", 1),
        ("1 wool", 0),
        ("1 planks", 1),
        ("1 cloth 1 paper", 2),
        ("1 gold 1 pulp", 2),
        ("2 gold 1 fish", 3),
    ],
)
def test_everything_is_sold_and_three_fish_make_a_point(goods: str, points: int) -> None:
    p = counted(goods)
    assert (score(p, A)["fish"], p.scores[A]) == (points, points)


@rule("SF-16.5")
@pytest.mark.parametrize(
    ("crates", "points"),
    [
        ("quay_1:k01 quay_1:k02 quay_2:k03 quay_3:k04", 0),
        (ONE_SET, 3),
        (f"{ONE_SET} quay_1:k05 quay_2:k06 quay_3:k07 quay_4:k08 quay_1:k09", 6),
    ],
)
def test_sets_of_four_quays(crates: str, points: int) -> None:
    assert score(counted(crates=crates), A)["crate_sets"] == points


@rule("SF-16.6")
@pytest.mark.parametrize(
    ("crates", "points"),
    [("quay_1:k01", 7), ("quay_1:k16 quay_1:k04 quay_4:k36 quay_4:ks1", 28), ("quay_2:k43", 11)],
)
def test_the_points_of_crates(crates: str, points: int) -> None:
    p = counted(crates=crates)
    assert (score(p, A)["crates"], score(p, B)["crates"]) == (points, 0)


@rule("SF-16.7")
@pytest.mark.parametrize(("level", "points"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 5)])
@pytest.mark.parametrize("track", ["craft", "carpentry", "logistics", "fishing"])
def test_a_marker_scores_the_row_it_stands_on(track: str, level: int, points: int) -> None:
    p = fjord()
    player(p, A, tech=f"{track} {level}")
    score_tiles(p, **{track: "score_crates"})
    final(p)
    assert (score(p, A)["tech_rows"], p.scores[A]) == (points, points)


@rule("SF-16.8")
@pytest.mark.parametrize(("level", "points"), [(3, 0), (4, 4)])
def test_only_markers_at_the_top_score_their_tile(level: int, points: int) -> None:
    p = fjord()
    player(p, A, tech=f"fishing {level}", crates="quay_1:k01 quay_2:k02")
    score_tiles(p, fishing="score_crates", craft="score_best_quay")
    final(p)
    assert score(p, A)["score_tiles"] == points
    assert score(p, B)["score_tiles"] == 0


@rule("SF-16.8")
def test_every_top_counts_and_immediate_tiles_do_not_score_again() -> None:
    p = fjord()
    player(
        p,
        A,
        tech="craft 4 carpentry 4 logistics 4 fishing 4",
        crates="quay_1:k01 quay_1:k02",
    )
    score_tiles(
        p,
        craft="score_crates",
        carpentry="score_best_quay",
        logistics="score_now_points",
        fishing="score_now_fishing",
    )
    final(p)
    assert score(p, A)["score_tiles"] == 2 * 2 + 3 * 2
    assert score(p, A)["score_tiles_immediate"] == 0


@rule("SF-16.9")
def test_the_most_points_win() -> None:
    p = fjord(3)
    for seat, points in ((A, 12), (B, 30), (C, 25)):
        player(p, seat, points=points)
    final(p, "1 5 3")
    assert (p.scores, p.ranks) == ([12, 30, 25], [3, 1, 2])


@rule("SF-16.10", "SF-16.11")
@pytest.mark.parametrize(
    ("taverns", "ranks"), [("2 4 1", [1, 2, 3]), ("4 2 1", [2, 1, 3]), ("5 1 3", [2, 1, 3])]
)
def test_the_tavern_further_left_breaks_a_tie(taverns: str, ranks: list[int]) -> None:
    p = fjord(3)
    for seat, points in ((A, 30), (B, 30), (C, 29)):
        player(p, seat, points=points)
    final(p, taverns)
    assert p.ranks == ranks


@rule("SF-16.11")
def test_every_place_is_ranked() -> None:
    p = fjord(4)
    for seat, points in enumerate((10, 20, 10, 20)):
        player(p, seat, points=points)
    final(p, "3 5 2 4")
    assert p.ranks == [4, 2, 3, 1]


@rule("SF-16.12")
def test_the_scoring_asks_nothing() -> None:
    p = fjord()
    player(p, A, goods="3 gold 2 fish", tech="carpentry 2", abilities="barter smokehouse")
    player(p, B, zone=3, boat="t1_fish3 t1_points2")
    final(p)
    assert (p.finished, p.chance, p.actors()) == (True, False, [])
    assert len(p.scores) == 2


@rule("SF-16.2", "SF-16.4")
def test_the_sum_of_the_sheet_is_the_score() -> None:
    p = fjord()
    player(
        p,
        A,
        goods="4 fish 1 wool 1 paper 1 gold",
        tech="carpentry 4 logistics 1 fishing 2",
        zone=2,
        boat="t1_wood_fish x2:t2_points3",
        crates="quay_1:k16 quay_2:k04 quay_3:ks1 quay_4:k36",
        points=42,
    )
    score_tiles(p, carpentry="score_crates")
    final(p)
    assert sum(score(p, A).values()) == p.scores[A]
    # 42 + 3 tokens + 5 fish + 3 set + 28 crates + 9 rows + 8 tile
    assert p.scores[A] == 42 + 3 + 5 + 3 + 28 + 9 + 8
