"""Rounds and turns: one main action, free actions around it, who comes next.  SF-3"""

from __future__ import annotations

import pytest

from quarterdeck.kernel.errors import NotYourTurn
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    B,
    C,
    D,
    asked,
    building,
    deal_any,
    end_round,
    fjord,
    offered,
    options,
    play,
    player,
    refused,
    seen,
    store,
    turn,
    worker,
)

DISCARD_WHITE = ("die white 1", "discard", "end_turn")


@rule("SF-3.1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_three_rounds(seats: int) -> None:
    for number in (1, 2):
        p = deal_any(end_round(fjord(seats, number)))
        assert (p.finished, seen(p).round) == (False, number + 1)
        assert asked(p, p.actors()[0]) == "MainAction"
    assert end_round(fjord(seats, 3)).finished


@rule("SF-3.2")
def test_the_first_player_begins_a_round_and_turns_pass_clockwise() -> None:
    p = deal_any(end_round(fjord(4), "3 4 1 2"))
    order = []
    for _ in range(6):
        seat = p.actors()[0]
        order.append(seat)
        play(p, seat, *DISCARD_WHITE)
    assert order == [C, D, A, B, C, D]


@rule("SF-3.2", "SF-3.9")
def test_retired_players_are_skipped() -> None:
    p = fjord(4)
    player(p, B, tavern="tavern_1")
    player(p, C, tavern="tavern_4")
    turn(p, A, white="1")
    play(p, A, *DISCARD_WHITE)
    assert p.actors() == [D]
    play(p, D, *DISCARD_WHITE)
    assert p.actors() == [A]


@rule("SF-3.2")
def test_the_last_player_goes_on_alone_until_all_have_retired() -> None:
    p = fjord()
    player(p, B, tavern="tavern_2")
    worker(p, A, "r3c2")
    turn(p, A, white="1")
    for _ in range(3):
        assert p.actors() == [A]
        play(p, A, "die white 1", "discard")
    assert seen(p).round == 1
    play(p, A, "retire tavern_1", "decline")
    assert seen(p).round == 2


@rule("SF-3.3")
def test_after_a_die_no_second_main_action() -> None:
    p = turn(fjord(), A, white="3")
    play(p, A, "die white 3", "line 3", "activate r3c3")
    assert {choice.split()[0] for choice in options(p, A)} == {"activate", "end_turn", "worker"}
    assert refused(p, A, "die white 3") == "not_offered"
    assert refused(p, A, "retire tavern_1") == "not_offered"


@rule("SF-3.3")
def test_after_a_large_building_no_second_main_action() -> None:
    p = fjord()
    player(p, A, goods="2 wood 2 planks")
    turn(p, A)
    play(p, A, "build_large corner_1", "place r1c3 0")
    deal_any(p)
    assert asked(p, A) == "TurnEnd"
    assert {choice.split()[0] for choice in options(p, A)} == {"end_turn", "worker"}


@rule("SF-3.3")
def test_a_turn_begins_with_all_three_main_actions() -> None:
    p = fjord()
    player(p, A, goods="1 wood 1 planks")
    turn(p, A)
    families = {choice.split()[0] for choice in options(p, A)}
    assert families == {"die", "build_large", "retire", "worker"}


@rule("SF-3.4", "SF-12.14")
def test_free_actions_before_during_and_after() -> None:
    p = fjord()
    player(p, A, tech="craft 3")
    turn(p, A, white="3")
    play(p, A, "worker r1c1")
    assert (asked(p, A), store(p, A)) == ("MainAction", "2 fish")
    play(p, A, "die white 3", "line 3", "activate r3c3", "worker r3c2")
    assert (asked(p, A), store(p, A)) == ("NextBuilding", "1 wood 1 pulp 2 fish")
    play(p, A, "activate r5c3", "gain_fish", "worker r6c6", "tech logistics")
    assert store(p, A) == "1 paper 2 wood 4 fish"
    assert asked(p, B) == "MainAction"


@rule("SF-3.4")
def test_any_number_of_free_actions() -> None:
    p = fjord(manual_conversions="true")
    player(p, A, goods="3 gold")
    turn(p, A)
    play(p, A, "sell gold", "sell gold", "sell gold", "paid_upgrade fish wood", "worker r1c1")
    assert (asked(p, A), store(p, A)) == ("MainAction", "1 wood 11 fish")


@rule("SF-3.5")
def test_no_passing() -> None:
    p = turn(fjord(), A)
    assert "end_turn" not in options(p, A)
    assert refused(p, A, "end_turn") == "not_offered"


@rule("SF-3.5")
def test_retiring_is_always_possible() -> None:
    p = fjord(4)
    for seat, tavern in ((B, 1), (C, 3), (D, 4)):
        player(p, seat, tavern=f"tavern_{tavern}")
    turn(p, A)
    assert offered(p, A, "retire") == "tavern_2 tavern_5"


@rule("SF-3.6")
def test_who_can_do_nothing_else_retires() -> None:
    p = fjord()
    worker(p, A, "r1c1")
    player(p, A, taken="3 white 1 orange")
    turn(p, A)
    assert {choice.split()[0] for choice in options(p, A)} == {"retire"}


@rule("SF-3.6")
def test_who_can_still_build_need_not_retire() -> None:
    p = fjord()
    player(p, A, taken="3 white 1 orange", goods="8 fish")
    turn(p, A)
    families = {choice.split()[0] for choice in options(p, A)}
    assert families == {"build_large", "retire", "worker"}


@rule("SF-3.7")
def test_abilities_are_refreshed_for_every_turn() -> None:
    p = fjord()
    player(p, A, goods="1 wood 6 fish", abilities="smokehouse")
    turn(p, A, white="1")
    play(p, A, "die white 1", "discard", "smokehouse wood planks")
    assert store(p, A) == "1 planks 6 fish"
    assert p.used == 0
    play(p, B, *DISCARD_WHITE)
    play(p, A, "die white 1", "discard")
    assert "planks gold" in offered(p, A, "smokehouse")


@rule("SF-3.7")
def test_an_ability_used_in_this_turn_is_not_offered_again() -> None:
    p = fjord()
    player(p, A, goods="1 planks 6 fish", abilities="smokehouse")
    turn(p, A, white="1", used="smokehouse")
    play(p, A, "die white 1", "discard")
    assert offered(p, A, "smokehouse") == ""


@rule("SF-3.8")
def test_a_turn_ends_when_its_player_says_so() -> None:
    p = turn(fjord(), A, white="1")
    play(p, A, "die white 1", "discard")
    assert p.actors() == [A]
    play(p, A, "end_turn")
    assert p.actors() == [B]


@rule("SF-3.8")
def test_a_turn_ends_by_itself_when_nothing_is_left_to_do() -> None:
    p = fjord()
    worker(p, A, "r3c2")
    turn(p, A, white="1")
    play(p, A, "die white 1", "discard")
    assert p.actors() == [B]


@rule("SF-3.8")
def test_a_sweep_can_be_ended_before_its_last_building() -> None:
    p = fjord()
    worker(p, A, "r1c1")
    building(p, A, "d01", "r6c1")
    turn(p, A, orange="6")
    play(p, A, "die orange 6", "line 6", "activate r6c1")
    assert set(options(p, A)) == {"activate r6c2", "activate r6c4", "activate r6c6", "end_turn"}
    play(p, A, "end_turn")
    assert p.actors() == [B]


@rule("SF-3.9")
def test_a_retired_player_does_nothing_more() -> None:
    p = fjord()
    player(p, A, goods="5 wood")
    player(p, B, tavern="tavern_1")
    turn(p, A, white="1")
    play(p, A, *DISCARD_WHITE)
    assert options(p, B) == []
    with pytest.raises(NotYourTurn):
        play(p, B, "worker r1c1")
