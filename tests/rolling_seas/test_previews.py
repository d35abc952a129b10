"""What a choice would change and risk, and which news concern whom."""

from __future__ import annotations

from fractions import Fraction

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from quarterdeck.testing.boards import NAMES
from quarterdeck.testing.foresight import find_sure_changes, look_ahead, word_change
from quarterdeck.testing.news import check_news, check_summaries, find_concerned
from quarterdeck.testing.walk import Case, walk
from tests.rolling_seas.scenario import (
    RULES,
    A,
    B,
    C,
    act,
    ambush,
    captain,
    draw,
    finish,
    play,
    reveal,
    voyage,
)

SAY = Translator("en", NAMES)


def changes(p: RollingPosition, seat: int, *notations: str) -> list[str]:
    return [word_change(change) for change in find_sure_changes(RULES, p, *notations, seat=seat)]


def risk(p: RollingPosition, seat: int, notation: str) -> str:
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    return SAY.text(choice.risk) if choice.risk is not None else ""


@rule("RS-11.6", "RS-10.6")
def test_a_step_onto_a_monster_costs_a_provision_and_brings_story() -> None:
    p = voyage(seats=1)
    draw(p, A, "leviathan", "I7")
    act(p, winds="e s w")
    play(p, A, "sail e")
    assert changes(p, A, "step e") == [
        "renown so far -20 > -18",
        "story points 0 > 2",
        "provisions 5 > 4",
        "place -H7 +I7",
    ]
    assert risk(p, A, "step e") == "You pay 1 provision for what you meet."
    assert risk(p, A, "step n") == ""


@rule("RS-12.4", "RS-14.12")
def test_an_exploration_that_ends_the_turn_says_nothing_about_the_next_one() -> None:
    p = voyage(seats=1)
    captain(p, A, cell="H6", prov="2/5")
    act(p, die=4)
    assert changes(p, A, "explore G6", "done") == ["provisions 2 > 5", "gold 0 > 2"]


@rule("RS-13.2")
def test_a_visit_scores_the_story_told() -> None:
    p = voyage(seats=1)
    captain(p, A, story=8)
    act(p)
    assert changes(p, A, "visit G7") == [
        "renown so far -12 > -3",
        "story points 8 > 9",
        "ports told 0 > 1",
    ]


@rule("RS-15.3")
def test_where_the_ship_lies_counts_in_the_last_turn() -> None:
    p = voyage(seats=1, turn=25)
    act(p, winds="e s w")
    play(p, A, "sail e")
    assert changes(p, A, "step e") == ["renown for the end port 10 > 0", "place -H7 +I7"]


@rule("RS-14.4", "RS-14.5", "RS-14.6", "RS-14.7", "RS-14.9")
def test_an_ambush_is_named_with_its_odds_before_it_is_entered() -> None:
    p = voyage(seats=2, ambush="true")
    ambush(p, A, B, "I7")
    act(p, winds="e s w")
    play(p, A, "sail e")
    told = "At the end of the turn you fight Bruno’s ambush: as the cannons stand you win with"
    assert risk(p, A, "step e") == f"{told} 44 %, lose with 44 %."
    play(p, B, "stay")
    play(p, A, "step e")
    found = look_ahead(RULES, p, "end", seat=A)
    assert found.exact
    story = {
        change.after: way.odds
        for way in found.ways
        for change in way.changes
        if change.id == "story"
    }
    # The loser's story comes after the winner has chosen
    assert story == {3: Fraction(4, 9), 2: Fraction(1, 9)}


@rule("RS-14.6", "RS-4.3")
def test_the_odds_of_an_ambush_leave_out_what_its_owner_buys_meanwhile() -> None:
    p = voyage(seats=2, ambush="true")
    ambush(p, A, B, "I7")
    captain(p, B, gold="4/4", told="G7")
    act(p, winds="e s w")
    play(p, A, "sail e")
    before = risk(p, A, "step e")
    play(p, B, "visit G7", "buy cannon")
    assert p.captains[B].cannons == 1
    assert risk(p, A, "step e") == before


@rule("RS-11.18", "RS-11.20", "RS-11.12", "RS-1.11")
def test_pirates_currents_and_perils_are_named_before_they_are_met() -> None:
    p = voyage(seats=1, cell="O6", home="L5")
    draw(p, A, "rogue_wave", "O7")
    draw(p, A, "tidal_race", "N6", 3)
    act(p, winds="e s w")
    play(p, A, "sail e")
    stop = "Pirates end your movement for this turn."
    assert risk(p, A, "step e") == f"You pay 3 provisions for what you meet. {stop}"
    assert risk(p, A, "step s") == "You may not stop there: you must sail on this turn."
    assert risk(p, A, "step w") == "The current carries you to N3."


@rule("RS-12.11", "RS-2.12")
def test_provisions_that_do_not_fit_are_named() -> None:
    p = voyage(seats=1)
    captain(p, A, cell="H6", prov="4/5")
    act(p, die=4)
    lost = "Your hold has room for 5: 3 provisions will be lost"
    assert risk(p, A, "explore G6") == f"{lost}, unless you build a cannon first."
    captain(p, A, prov="0/5")
    assert risk(p, A, "explore G6") == ""


@rule("RS-5.3", "RS-2.14")
def test_a_power_that_outgrows_the_cannons_is_named() -> None:
    p = voyage(seats=1)
    captain(p, A, cannons=1, monsters=1, pirates=2)
    reveal(p, "calm_10")
    assert "no longer be enough" in risk(p, A, "power monsters")
    assert risk(p, A, "power pirates") == ""


def concerned(p: RollingPosition, event: str) -> list[int]:
    return find_concerned(RULES, p, f"rs.event.{event}")


@rule("RS-7.8", "RS-14.1")
def test_what_a_neighbour_draws_concerns_the_owner_of_the_chart() -> None:
    p = voyage(seats=3)
    reveal(p, "needles")
    p.log = []
    finish(p)
    drawn = [entry.message for entry in p.log if entry.message.id == "rs.event.drawn_for"]
    assert len(drawn) == 3
    for event in drawn:
        called = [seat for seat in range(3) if RULES.is_concerned(event, seat, RULES.view(p, seat))]
        assert called == [event.arguments["owner"]]
    p = voyage(seats=3, cell="O2", home="L5")
    captain(p, A, explored="E2 J9")
    act(p)
    p.log = []
    play(p, A, "explore O3", "face 1")
    assert concerned(p, "treasure") == [B, C]


def test_the_last_turn_is_called_out_and_rounds_never_fall() -> None:
    last, calls = 1, 0
    for moment in walk(Case(RULES, 2, (("deck", "short"),), 1)):
        now = RULES.round_of(moment.position)
        assert last <= now <= 18
        last = now
        view = RULES.view(moment.position, A)
        calls += sum(
            RULES.is_concerned(e.message, A, view)
            for e in moment.events
            if e.message.id == "rs.event.turn"
        )
    assert calls == 1


def test_news_of_a_player_begin_with_their_name() -> None:
    cases = [Case(RULES, 3, (("ambush", "true"),), seed) for seed in range(3)]
    check_news(cases, "rs.event.carried", "rs.event.changes", "rs.event.drawn_for")


def test_summaries_leave_out_only_what_exists() -> None:
    check_summaries(RULES)
