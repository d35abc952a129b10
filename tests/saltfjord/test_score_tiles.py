"""What each score tile is worth."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.filling import fill
from tests.saltfjord.scenario import (
    A,
    B,
    asked,
    building,
    deal_any,
    final,
    fjord,
    options,
    play,
    player,
    points,
    score,
    score_tiles,
    turn,
)


def at_the_top(tile: str) -> SaltfjordPosition:
    """Seat A stands at the top of Fishing, where this tile lies; nothing else is there yet."""
    p = fjord()
    player(p, A, tech="fishing 4", start="sb1 r3c3 0")
    score_tiles(p, fishing=tile)
    return p


def worth(p: SaltfjordPosition) -> int:
    return score(final(p), A)["score_tiles"]


def village(p: SaltfjordPosition) -> SaltfjordPosition:
    """Two large, two small and one one-cell tile."""
    building(p, A, "i18", "r4c2", 1)
    building(p, A, "l18", "r1c3", 0)  # wool, pulp, build_small
    building(p, A, "d01", "r5c1", 1)
    building(p, A, "d18", "r5c5", 0)  # order_or_tech, a boardwalk
    building(p, A, "s01", "r1c2")
    return p


@rule("SF-17.1")
def test_builder_counts_large_tiles() -> None:
    assert worth(at_the_top("score_large")) == 0
    assert worth(village(at_the_top("score_large"))) == 3 * 2


@rule("SF-17.2")
def test_cottages_count_small_and_one_cell_tiles_but_not_the_starting_building() -> None:
    assert worth(at_the_top("score_small")) == 0
    assert worth(village(at_the_top("score_small"))) == 2 * 3


@rule("SF-17.3")
@pytest.mark.parametrize(
    ("empty", "rows"),
    [
        ("r1c2 r2c1 r3c1 r4c2 r5c1 r6c1", 0),
        # All columns but these are complete, and no row
        ("r1c6 r2c6 r3c5 r4c5 r5c5 r6c5", 0),
        ("r1c2 r1c3", 5),
        ("r1c2 r6c5", 4),
        ("", 6),
    ],
)
def test_streets_count_complete_rows(empty: str, rows: int) -> None:
    p = fjord()
    player(p, A, tech="fishing 4")
    score_tiles(p, fishing="score_rows")
    fill(p, A, empty)
    assert worth(p) == 3 * rows


@rule("SF-17.4")
def test_trader_counts_crates() -> None:
    p = at_the_top("score_crates")
    player(p, A, crates="quay_1:k01 quay_1:k02 quay_4:k03")
    player(p, B, crates="quay_1:k04")
    assert worth(p) == 2 * 3


@rule("SF-17.5")
@pytest.mark.parametrize(
    ("crates", "most"),
    [("", 0), ("quay_1:k01 quay_3:k02 quay_3:k03", 2), ("quay_4:k01 quay_4:k02 quay_4:k03", 3)],
)
def test_busy_quay_counts_the_fullest_one(crates: str, most: int) -> None:
    p = at_the_top("score_best_quay")
    player(p, A, crates=crates)
    assert worth(p) == 3 * most


@rule("SF-17.6")
def test_inventor_counts_levels() -> None:
    p = at_the_top("score_tech")
    player(p, A, tech="craft 1 carpentry 3 logistics 2")
    assert worth(p) == 4 + 1 + 3 + 2


@rule("SF-17.7")
def test_workshops_count_action_buildings() -> None:
    # Printed: build_small, fishing, order, tech; on the starting building: tech
    assert worth(at_the_top("score_actions")) == 5
    assert worth(village(at_the_top("score_actions"))) == 5 + 2


@rule("SF-17.7")
def test_both_two_way_buildings_count_once() -> None:
    p = fjord()
    player(p, A, tech="fishing 4", side="verkstad", start="sb2 r3c3 0")
    score_tiles(p, fishing="score_actions")
    # build_small, tech, order_or_tech, fishing_or_build; order_or_tech
    assert worth(p) == 5


@rule("SF-17.8")
def test_fisher_counts_all_tokens_caught() -> None:
    p = at_the_top("score_tokens")
    player(p, A, zone=2, boat="t1_fish3 t1_points2", caught=7)
    assert worth(p) == 7


@rule("SF-17.9")
@pytest.mark.parametrize(
    ("tech", "people"),
    [("", 2), ("craft 1", 2), ("craft 2", 3), ("craft 3", 4), ("craft 4 carpentry 2", 5)],
)
def test_community_counts_workers_and_abilities(tech: str, people: int) -> None:
    p = at_the_top("score_people")
    player(p, A, tech=tech)
    assert worth(p) == 3 * people


# Immediate tiles


def arriving(tile: str, seat: int = A) -> SaltfjordPosition:
    p = fjord()
    player(p, A, tech="fishing 4" if seat == B else "")
    player(p, seat, tech="fishing 3", goods="1 gold")
    score_tiles(p, fishing=tile)
    return play(turn(p, seat), seat, "worker r6c6", "tech fishing")


@rule("SF-17.10", "SF-9.12")
@pytest.mark.parametrize("seat", [A, B])
def test_festival_scores_eight_points_on_arrival(seat: int) -> None:
    p = arriving("score_now_points", seat)
    assert score(p, seat)["score_tiles_immediate"] == 8
    assert (points(p, seat), points(p, 1 - seat)) == (8, 0)
    assert asked(p, seat) == "MainAction"


@rule("SF-17.11", "SF-9.12")
def test_great_catch_scores_five_points_and_two_fishings() -> None:
    p = arriving("score_now_fishing")
    assert score(p, A)["score_tiles_immediate"] == 5
    zones = []
    for _ in range(2):
        assert asked(p, A) == "PendingReward"
        play(p, A, "advance 1")
        deal_any(p)
        if options(p, A, "keep"):
            play(p, A, options(p, A, "keep")[0])
        zones.append(p.zones[A])
    assert (zones, asked(p, A)) == ([1, 2], "MainAction")


@rule("SF-17.11")
def test_each_of_its_fishings_may_be_declined() -> None:
    p = play(arriving("score_now_fishing"), A, "decline")
    assert asked(p, A) == "PendingReward"
    assert (asked(play(p, A, "decline"), A), p.zones[A]) == ("MainAction", 0)


@rule("SF-17.10", "SF-17.11")
@pytest.mark.parametrize("tile", ["score_now_points", "score_now_fishing"])
def test_immediate_tiles_are_worth_nothing_at_the_end(tile: str) -> None:
    assert worth(at_the_top(tile)) == 0


@rule("SF-17.4")
def test_an_end_tile_pays_nothing_on_arrival() -> None:
    p = fjord()
    player(p, A, tech="fishing 3", goods="1 gold", crates="quay_1:k01 quay_2:k02")
    score_tiles(p, fishing="score_crates")
    play(turn(p, A), A, "worker r6c6", "tech fishing")
    assert (points(p, A), score(p, A)["score_tiles"]) == (0, 4)
