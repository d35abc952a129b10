"""What a choice would change, and which news concern whom."""

from __future__ import annotations

from fractions import Fraction

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.kernel.messages import Event
from quarterdeck.testing import rule
from quarterdeck.testing.foresight import find_sure_changes, look_ahead, word_change
from quarterdeck.testing.news import check_news, check_summaries, find_concerned
from quarterdeck.testing.walk import Case, walk
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    end_round,
    fjord,
    market,
    play,
    player,
    tiles,
    turn,
)


def changes(p: SaltfjordPosition, *notations: str) -> list[str]:
    return [word_change(change) for change in find_sure_changes(RULES, p, *notations)]


@rule("SF-12.2")
def test_a_worker_is_used_and_brings_goods() -> None:
    p = fjord(seats=2)
    player(p, A, goods="6 fish")
    turn(p, A)
    # 8 fish are worth no more points than 6
    assert changes(p, "worker r1c1") == ["fish 6 > 8", "workers available 1 > 0"]


@rule("SF-5.1", "SF-10.3")
def test_a_building_is_paid_for_and_fills_cells_whatever_tile_comes_next() -> None:
    p = fjord(seats=2)
    player(p, A, goods="2 wood 1 planks", abilities="broker")
    tiles(p, "straight_1", "i16")
    turn(p, A)
    found = changes(p, "build_large straight_1", "place r1c2 0")
    assert "wood 2 > 1" in found
    assert "planks 1 > 0" in found
    assert any(change.startswith("empty cells") for change in found)


@rule("SF-11.3", "SF-11.4")
def test_a_token_is_drawn_with_the_odds_of_those_unseen() -> None:
    p = fjord(seats=2)
    turn(p, A, white="6")
    play(p, A, "die white 6", "line 6", "activate r4c6")
    found = look_ahead(RULES, p, "advance 1")
    assert found.exact
    assert [word_change(change) for change in found.sure] == ["zone of the boat 0 > 1"]
    odds = {word_change(way.changes[-1]): way.odds for way in found.ways}
    # 8 of the 30 tokens of type I
    assert odds["tokens aboard +“3 fish”"] == Fraction(8, 30)
    assert sum(odds.values()) == 1


@rule("SF-11.9", "SF-11.10")
def test_a_return_brings_what_is_on_board() -> None:
    p = fjord(seats=2)
    player(p, A, goods="", zone=2, tech="carpentry 1", boat="t1_fish3 x2:t1_points2", caught=2)
    turn(p, A, white="6")
    play(p, A, "die white 6", "line 6", "activate r4c6")
    found = changes(p, "return")
    assert "fish 0 > 3" in found
    assert "zone of the boat 2 > 0" in found
    assert "tokens aboard -“3 fish” -“2 points”" in found


# What concerns whom


def hear(p: SaltfjordPosition) -> list[Event]:
    log: list[Event] = []
    p.log = log
    return log


def concerned(p: SaltfjordPosition, event: str) -> list[int]:
    return find_concerned(RULES, p, f"sf.event.{event}")


@rule("SF-8.1")
def test_an_order_concerns_whoever_had_the_goods_for_it() -> None:
    for goods, wanted in (("1 wool 1 pulp", [B]), ("1 wool", [])):
        p = fjord(seats=2)
        player(p, A, goods="1 wool 1 pulp")
        player(p, B, goods=goods)
        market(p, 1, "ks1")
        turn(p, A, white="4")
        hear(p)
        play(p, A, "die white 4", "line 4", "activate r6c4", "order 1")
        assert concerned(p, "order") == wanted


@rule("SF-6.1")
def test_the_last_rival_to_retire_concerns_whoever_stays() -> None:
    p = fjord(seats=3)
    turn(p, A)
    hear(p)
    play(p, A, "retire tavern_1")
    assert concerned(p, "retired") == []
    p = fjord(seats=2)
    turn(p, A)
    hear(p)
    play(p, A, "retire tavern_1")
    assert concerned(p, "retired") == [B]


def test_a_new_round_concerns_everybody_and_rounds_never_fall() -> None:
    last = 1
    for moment in walk(Case(RULES, 2, (), 1)):
        now = RULES.round_of(moment.position)
        assert last <= now <= 3
        last = now
    p = fjord(seats=2)
    hear(p)
    end_round(p, "2 1")
    assert concerned(p, "round") == [A, B]
    assert concerned(p, "first") == [B]


def test_news_of_a_player_begin_with_their_name() -> None:
    cases = [Case(RULES, 4, options, 1) for options in ((), (("carts", "true"),))]
    check_news(cases, "sf.event.order", "sf.event.retired", "sf.event.cart_moved")


def test_summaries_leave_out_only_what_exists() -> None:
    check_summaries(RULES)
