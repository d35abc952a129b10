"""Technologies: the tracks and what their spaces give.  SF-9"""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    abilities,
    asked,
    board_abilities,
    boat,
    chances,
    crate_at,
    deal,
    deal_any,
    final,
    fjord,
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
    score_tiles,
    seen,
    store,
    turn,
)

TRACKS = {
    "craft": ["wool", "cloth", "cloth", "gold"],
    "carpentry": ["wood", "planks", "planks", "gold"],
    "logistics": ["pulp", "paper", "paper", "gold"],
    "fishing": ["wool", "paper", "cloth", "gold"],
}


def learning(goods: str, tech: str = "") -> SaltfjordPosition:
    """Seat A before its turn; it gains technologies on r6c6."""
    p = fjord()
    player(p, A, goods=goods, tech=tech)
    return p


def learn(p: SaltfjordPosition, track: str) -> SaltfjordPosition:
    return play(p, A, "worker r6c6", f"tech {track}")


@rule("SF-9.1")
@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_the_cost_of_every_step(track: str, step: int) -> None:
    cost = TRACKS[track][step - 1]
    p = learning(f"1 {cost}", f"{track} {step - 1}")
    turn(p, A)
    play(p, A, "worker r6c6")
    assert track in offered(p, A, "tech").split()
    learnt = play(p, A, f"tech {track}")
    assert level(learnt, A, track) == step
    assert store(learnt, A).replace("1 gold", "") in ("", "1 paper 1 wood 1 fish")


@rule("SF-9.1")
def test_a_step_that_cannot_be_paid_is_closed_with_its_cost() -> None:
    p = turn(learning("1 wood"), A)
    play(p, A, "worker r6c6")
    assert options(p, A) == ["tech carpentry", "decline"]
    closed = {each.choice.notation: each.reason for each in RULES.closed(p, A)}
    assert set(closed) == {"tech craft", "tech logistics", "tech fishing"}
    assert closed["tech logistics"].rule == "SF-13.1"
    assert "sf.goods.pulp" in repr(closed["tech logistics"].message.arguments["cost"])
    assert refused(p, A, "tech craft") == "cannot_pay SF-13.1"


@rule("SF-9.1")
def test_no_step_beyond_the_top() -> None:
    p = turn(learning("9 gold", "craft 4"), A)
    play(p, A, "worker r6c6")
    assert offered(p, A, "tech") == "carpentry logistics fishing"
    assert refused(p, A, "tech craft") == "at_top SF-9.1"


@rule("SF-9.2")
def test_the_space_reached_takes_effect_at_once() -> None:
    """The gold of Craft 1 is there for the very next payment."""
    p = turn(learning("1 wool", "logistics 3"), A)
    learn(p, "craft")
    assert (asked(p, A), store(p, A)) == ("MainAction", "1 gold")


@rule("SF-9.2")
def test_permanent_effects_last() -> None:
    p = learning("1 planks", "carpentry 2")
    turn(p, A)
    learn(p, "carpentry")
    play(p, A, "die white 1", "discard")
    play(p, B, "die white 2", "discard", "end_turn")
    assert seen(p).players[A].large_cost == (("planks", 1),)
    later = deal_any(retired_all(p))
    assert seen(later).round == 2
    assert seen(later).players[A].large_cost == (("planks", 1),)


def retired_all(p: SaltfjordPosition) -> SaltfjordPosition:
    """Both seats retire, declining everything."""
    for seat, tavern in ((A, 1), (B, 2)):
        play(p, seat, f"retire tavern_{tavern}")
        while p.actors() == [seat]:
            done = [c for c in ("decline", "go_on", "end_turn") if c in options(p, seat)]
            play(p, seat, done[0])
    return p


@rule("SF-9.3")
@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_several_markers_on_the_same_space(step: int) -> None:
    p = learning(f"1 {TRACKS['craft'][step - 1]}", f"craft {step - 1}")
    player(p, B, tech=f"craft {step}")
    turn(p, A)
    learn(p, "craft")
    assert seen(p).tracks[0].spaces[step].markers == (A, B)


@rule("SF-9.3", "SF-9.12")
def test_the_top_gives_its_tile_to_every_player() -> None:
    p = learning("1 gold", "craft 3")
    player(p, B, tech="craft 4")
    score_tiles(p, craft="score_now_points")
    turn(p, A)
    learn(p, "craft")
    assert score(p, A)["score_tiles_immediate"] == 8


@rule("SF-9.4")
def test_craft_1_gives_a_gold() -> None:
    p = turn(learning("1 wool"), A)
    learn(p, "craft")
    assert store(p, A) == "1 gold"


@rule("SF-9.5")
@pytest.mark.parametrize("step", [2, 3])
def test_craft_2_and_3_give_a_worker_at_once(step: int) -> None:
    p = turn(learning("1 cloth", f"craft {step - 1}"), A)
    before = seen(p).players[A]
    learn(p, "craft")
    own = seen(p).players[A]
    assert own.workers_owned == before.workers_owned + 1 == step
    # One has just been used for the technology
    assert own.workers == before.workers
    assert "r1c1" in offered(p, A, "worker").split()


@rule("SF-9.6")
def test_carpentry_1_turns_the_boat_tile() -> None:
    p = turn(learning("1 wood"), A)
    assert not seen(p).players[A].upgraded
    learn(p, "carpentry")
    assert seen(p).players[A].upgraded
    # Without tokens there is nothing to rearrange
    assert asked(p, A) == "MainAction"


@rule("SF-9.6")
@pytest.mark.parametrize(
    ("choice", "after"),
    [
        ("rearrange t2_points3", "t1_points2 x2:t2_points3"),
        ("rearrange t1_points2", "t2_points3 x2:t1_points2"),
        ("leave", "t1_points2 t2_points3"),
    ],
)
def test_one_token_may_go_to_the_x2_space(choice: str, after: str) -> None:
    p = learning("1 wood", "fishing 2")
    player(p, A, zone=2, boat="t1_points2 t2_points3")
    turn(p, A)
    learn(p, "carpentry")
    assert asked(p, A) == "Rearrange"
    play(p, A, choice)
    assert (asked(p, A), boat(p, A)) == ("MainAction", after)


@rule("SF-9.6")
def test_tokens_without_points_stay_unasked() -> None:
    p = learning("1 wood")
    player(p, A, zone=2, boat="t1_fish3 t1_wood_fish")
    turn(p, A)
    learn(p, "carpentry")
    assert (asked(p, A), boat(p, A)) == ("MainAction", "t1_fish3 t1_wood_fish")


@rule("SF-9.6")
def test_the_upgraded_boat_has_a_fourth_space() -> None:
    p = learning("1 wood", "craft 2")
    player(p, A, zone=3, boat="t1_fish3 t1_fish3 t1_wood_fish")
    turn(p, A)
    learn(p, "carpentry")
    play(p, A, "worker r4c6")
    assert "advance 1" in options(p, A)


@rule("SF-9.7")
def test_carpentry_2_takes_an_ability_from_the_board() -> None:
    p = learning("1 planks", "carpentry 1")
    board_abilities(p, "barter dory smokehouse foreman")
    turn(p, A)
    learn(p, "carpentry")
    assert (asked(p, A), offered(p, A, "ability")) == (
        "AbilityChoice",
        "barter smokehouse foreman dory",
    )
    play(p, A, "ability dory")
    assert abilities(p, A) == {"pilot", "dory"}
    # It is not replaced
    assert seen(p).abilities == ("barter", "smokehouse", "foreman")


@rule("SF-9.7")
def test_the_new_ability_works_at_once() -> None:
    p = learning("2 planks 1 fish", "carpentry 1")
    board_abilities(p, "smokehouse")
    turn(p, A)
    learn(p, "carpentry")
    play(p, A, "ability smokehouse", "die white 1", "discard")
    assert "planks gold" in offered(p, A, "smokehouse")


@rule("SF-9.7", "SF-14.5")
def test_foreman_taken_by_a_worker_is_offered_for_that_worker() -> None:
    """The worker's building has been carried out, and the player owns Foreman by then."""
    p = learning("2 planks 2 fish", "carpentry 1")
    board_abilities(p, "foreman")
    turn(p, A)
    learn(p, "carpentry")
    play(p, A, "ability foreman")
    assert asked(p, A) == "ForemanOffer"
    play(p, A, "repeat", "tech carpentry")
    assert (level(p, A, "carpentry"), store(p, A)) == (3, "")


@rule("SF-9.7")
def test_with_one_tile_left_nothing_is_asked() -> None:
    p = fjord(4)
    for seat in range(1, 4):
        player(p, seat, tech="carpentry 2")
    player(p, A, goods="1 planks", tech="carpentry 1")
    turn(p, A)
    assert len(seen(p).abilities) == 1
    learn(p, "carpentry")
    assert (asked(p, A), len(abilities(p, A)), seen(p).abilities) == ("MainAction", 2, ())


@rule("SF-9.8")
def test_carpentry_3_takes_a_wood_off_every_building() -> None:
    p = learning("2 planks", "carpentry 2 craft 2")
    turn(p, A)
    assert seen(p).players[A].small_cost == (("wood", 1),)
    assert seen(p).players[A].large_cost == (("planks", 1), ("wood", 1))
    learn(p, "carpentry")
    assert seen(p).players[A].small_cost == ()
    assert seen(p).players[A].large_cost == (("planks", 1),)
    play(p, A, "worker r2c5", "build domino_1", "place r1c2 0")
    deal_any(p)
    play(p, A, "build_large corner_1")
    assert store(p, A) == ""


@rule("SF-9.9")
def test_logistics_1_gives_fish_wood_and_paper() -> None:
    p = turn(learning("1 pulp"), A)
    learn(p, "logistics")
    assert store(p, A) == "1 paper 1 wood 1 fish"


@rule("SF-9.10")
def test_crates_laid_earlier_do_not_move() -> None:
    p = learning("1 paper", "logistics 1")
    player(p, A, crates="quay_2:k01 quay_2:k02")
    turn(p, A)
    learn(p, "logistics")
    assert (asked(p, A), quays(p, A)) == ("MainAction", [0, 2, 0, 0])


@rule("SF-9.10")
def test_logistics_2_and_3_work_from_the_next_order_on() -> None:
    p = learning("1 paper 1 wool 1 pulp", "logistics 2 craft 2")
    player(p, A, crates="quay_1:k01")
    market(p, 4, "ks1")
    turn(p, A)
    learn(p, "logistics")
    # Nothing for the crate that lies there already
    assert store(p, A) == "1 wool 1 pulp"
    play(p, A, "worker r6c4", "order 4", "quay quay_1")
    deal_any(p)
    assert (crate_at(p, "ks1"), store(p, A)) == ("0 quay_1", "3 fish")


@rule("SF-9.11")
def test_fishing_1_looks_at_two() -> None:
    p = learning("1 wool", "craft 2")
    turn(p, A)
    learn(p, "fishing")
    play(p, A, "worker r4c6", "advance 1")
    assert all(outcome.startswith("look ") for outcome in chances(p))
    deal(p, "look t1_fish3 t1_points2")
    assert options(p, A) == ["keep t1_fish3", "keep t1_points2"]


@rule("SF-9.11")
@pytest.mark.parametrize(
    ("start", "cost", "before", "after"),
    [(1, "paper", "1", "1 2"), (2, "cloth", "1 2", "1 2 3")],
)
def test_fishing_2_and_3_allow_more_types(start: int, cost: str, before: str, after: str) -> None:
    p = learning(f"1 {cost}", f"fishing {start} craft 3")
    turn(p, A)
    assert offered(play(p.clone(), A, "worker r4c6"), A, "advance") == before
    learn(p, "fishing")
    assert offered(play(p, A, "worker r4c6"), A, "advance") == after


@rule("SF-9.12")
def test_an_immediate_tile_counts_on_arrival_and_not_again() -> None:
    p = learning("1 gold", "craft 3")
    score_tiles(p, craft="score_now_points")
    turn(p, A)
    learn(p, "craft")
    assert points(p, A) == 8
    p = learning("", "craft 4")
    player(p, A, points=8)
    score_tiles(p, craft="score_now_points")
    final(p)
    assert score(p, A)["score_tiles"] == 0
    assert p.scores[A] == 8 + 5


@rule("SF-9.12")
def test_an_end_tile_counts_at_the_end_only() -> None:
    p = learning("1 gold", "craft 3")
    player(p, A, crates="quay_1:k01 quay_2:k02")
    score_tiles(p, craft="score_crates")
    turn(p, A)
    assert score(p, A)["score_tiles"] == 0
    learn(p, "craft")
    assert points(p, A) == 0
    assert score(p, A)["score_tiles"] == 4


@rule("SF-9.12")
def test_an_end_tile_below_the_top_counts_nothing() -> None:
    p = learning("", "craft 3")
    player(p, A, crates="quay_1:k01 quay_2:k02")
    score_tiles(p, craft="score_crates")
    final(p)
    assert score(p, A)["score_tiles"] == 0


@rule("SF-9.12", "SF-17.11")
def test_the_great_catch() -> None:
    p = learning("1 gold", "craft 3")
    score_tiles(p, craft="score_now_fishing")
    turn(p, A)
    learn(p, "craft")
    assert (asked(p, A), points(p, A)) == ("PendingReward", 5)
    play(p, A, "advance 1")
    deal(p, "token t1_fish3")
    assert asked(p, A) == "PendingReward"
    play(p, A, "return")
    assert (asked(p, A), store(p, A), points(p, A)) == ("MainAction", "3 fish", 6)


@rule("SF-9.13")
def test_one_marker_one_level() -> None:
    p = turn(learning("3 wool 3 pulp 3 wood"), A)
    learn(p, "craft")
    assert seen(p).players[A].tech == (1, 0, 0, 0)
    assert asked(p, A) == "MainAction"
