"""What a choice would change, and which news concern whom."""

from __future__ import annotations

from random import Random

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.preview import preview
from quarterdeck.testing import rule
from quarterdeck.testing.boards import NAMES
from quarterdeck.testing.foresight import find_sure_changes, word_change
from quarterdeck.testing.news import check_news, check_summaries, find_concerned
from quarterdeck.testing.walk import Case, walk
from tests.salty_ocean.probing import hear
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    C,
    D,
    end_actions,
    give,
    hold,
    own,
    play,
    raise_to,
    table,
)


def changes(p: SaltyPosition, *notations: str) -> list[str]:
    found = find_sure_changes(RULES, p, *notations)
    return [f"{NAMES[change.seat]}: {word_change(change)}" for change in found]


@rule("SO-6.1", "SO-10.9")
def test_a_building_is_paid_for_and_brings_income() -> None:
    p = table(3, coins=[10, 12, 14], counters=(2, 0, 0, 0))
    assert changes(p, "build auberge") == [
        "Anne: coins 10 > 8",
        "Anne: income at turn end 0 > 4",
        "Anne: buildings +Inn",
    ]


@rule("SO-10.23")
def test_a_step_of_notre_dame_is_worth_coins_at_game_end() -> None:
    p = table(3, coins=[10, 12, 14], counters=(2, 0, 0, 0))
    assert changes(p, "notre_dame") == ["Anne: coins 10 > 8", "Anne: bonus at game end 0 > 5"]


@rule("SO-9.2", "SO-5.3")
def test_a_sale_is_played_to_its_end() -> None:
    p = table(3, coins=[0, 12, 14], counters=(0, 0, 0, 1))
    give(p, A, herring=5)
    assert changes(p, "sell herring", "from depot 4") == [
        "Anne: coins 0 > 14",
        "Anne: herring in the Warehouse 5 > 1",
    ]


@rule("SO-7.14")
def test_a_ship_that_sails_out_turns_salt_into_fish() -> None:
    assert changes(table(3), "sail_out", "herring 2") == [
        "Anne: salt aboard Caravel 1 3 > 0",
        "Anne: herring aboard Caravel 1 0 > 2",
        "Anne: cod aboard Caravel 1 0 > 1",
        "Anne: ships in Rouen -Caravel 1",
        "Anne: ships at sea +Caravel 1",
    ]


@rule("SO-8.3", "SO-8.5")
def test_fees_reach_the_owners_of_the_yards() -> None:
    p = table(3, coins=[10, 12, 14])
    own(p, B, "chantier_naval")
    own(p, C, "academie_marine")
    assert changes(p, "build_ship carrack") == [
        "Anne: coins 10 > 2",
        "Anne: ships in Rouen +Carrack",
        "Bruno: coins 12 > 16",
        "Chloé: coins 14 > 18",
    ]


@rule("SO-8.8")
def test_what_is_loaded_leaves_the_warehouse() -> None:
    p = play(table(3), "move_goods")
    assert changes(p, "load caravel_1 salt 2") == [
        "Anne: salt in the Warehouse 3 > 1",
        "Anne: salt aboard Caravel 1 0 > 2",
    ]


@rule("SO-4.2")
def test_that_nothing_changes_is_not_said_of_an_action_that_moves_its_dial() -> None:
    p = table(3)
    (seat,) = p.actors()
    found = preview(RULES, p, seat, [RULES.space.parse("move_goods")], Random(1))
    assert found.sure or found.untold


@rule("SO-11.7", "SO-11.10")
def test_the_last_pass_brings_salt_and_rent() -> None:
    p = table(2, coins=[10, 12])
    own(p, A, "auberge")
    play(p, "pass")
    assert changes(p, "pass") == [
        "Anne: coins 10 > 13",
        "Anne: salt in the Warehouse 0 > 3",
        "Bruno: salt in the Warehouse 0 > 3",
    ]


def concerned(p: SaltyPosition, event: str) -> list[int]:
    return find_concerned(RULES, p, f"so.event.{event}")


@rule("SO-9.3")
def test_a_sale_concerns_whoever_holds_the_same_goods() -> None:
    p = table(4)
    give(p, A, herring=2)
    give(p, B, herring=2)
    hold(p, C, "caravel_1", "sea", herring=3)
    give(p, D, cod=4)
    hear(p)
    play(p, "sell herring", "from depot 2")
    assert concerned(p, "sold") == [B, C]


@rule("SO-6.10")
def test_the_last_space_of_a_building_concerns_those_who_missed_it() -> None:
    p = table(4)
    hear(p)
    play(p, "build fierte")
    assert concerned(p, "action.build") == []
    play(p, "build fierte")
    assert concerned(p, "action.build") == [C, D]


@rule("SO-6.8")
def test_the_last_place_on_a_step_of_notre_dame_concerns_those_below() -> None:
    p = table(4)
    raise_to(p, A, notre_dame=7)
    raise_to(p, B, notre_dame=7)
    hear(p)
    play(p, "notre_dame")
    assert concerned(p, "action.notre_dame") == [B, C, D]


@rule("SO-8.5", "SO-11.8", "SO-11.14")
def test_what_happens_to_a_player_concerns_that_player() -> None:
    p = table(4, coins=[10, 12, 14, 60])
    own(p, B, "chantier_naval")
    own(p, C, "academie_marine")
    give(p, D, salt=5)
    hear(p)
    play(p, "build_ship caravel_2")
    assert concerned(p, "share") == [B, C]
    end_actions(p)
    assert concerned(p, "lost") == [D]
    assert concerned(p, "limit") == [D]


def test_a_new_turn_concerns_everybody_and_rounds_never_fall() -> None:
    last = 1
    for moment in walk(Case(RULES, 3, (), 1)):
        now = RULES.round_of(moment.position)
        assert last <= now <= 5
        last = now
    p = table(2)
    hear(p)
    end_actions(p)
    assert concerned(p, "turn") == [A, B]


def test_news_of_a_player_begin_with_their_name() -> None:
    rare = ("so.event.damage", "so.event.pirates", "so.event.poor_fishing")
    check_news([Case(RULES, 4, (), seed) for seed in range(2)], *rare)


def test_summaries_leave_out_only_what_exists() -> None:
    check_summaries(RULES)
