"""What a choice would change, and which news concern whom."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.words import resource_name, vessel_name
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.figures import Change
from quarterdeck.kernel.messages import Message
from quarterdeck.testing import rule
from quarterdeck.testing.boards import NAMES
from quarterdeck.testing.foresight import find_sure_changes, look_ahead, word_change
from quarterdeck.testing.news import check_news, check_summaries
from quarterdeck.testing.walk import Case, walk
from tests.seul_maitre.scenario import RED, YELLOW, act, facing, play, sea, ship


def changes(p: MasterPosition, *notations: str) -> list[str]:
    return [shown(change) for change in find_sure_changes(RULES, p, *notations)]


def shown(change: Change) -> str:
    return f"{NAMES[change.seat]}: {word_change(change)}"


@rule("SM-18.9", "SM-8.1")
def test_a_sale_brings_points_and_money_and_lightens_the_ship() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", cargo="gold sugar")
    act(p, RED)
    assert changes(p, "do market", "sell gold") == [
        "Anne: victory points 0 > 4",
        "Anne: doubloons 20 > 32",
        "Anne: action tokens 4 > 3",
        "Anne: movement points 3 > 4",
        "Anne: cargo -gold",
    ]


@rule("SM-14.7")
def test_a_letter_of_marque_makes_another_ship() -> None:
    p = act(sea(), RED)
    assert changes(p, "do shipyard", "improve letter") == [
        "Anne: doubloons 20 > 10",
        "Anne: action tokens 4 > 3",
        "Anne: ship -Merchant +Corsair",
        "Anne: usable cannons 1 > 2",
    ]


@rule("SM-9.3", "SM-5.12")
def test_a_storm_shows_all_it_may_do_with_exact_odds() -> None:
    """A red die after the way out, which a Navigator chooses."""
    p = sea(wind="e", storms="r1c2 r3c3")
    ship(p, RED, "r1c1/0", levels="navigator1")
    act(p, RED)
    play(p, "do navigation", "move e storm", "exit w")
    p.deal(RULES.outcome_space.parse("red splash"))
    found = look_ahead(RULES, p, "reroll")
    assert found.exact
    told = {" / ".join(map(shown, way.changes)): way.odds for way in found.ways}
    assert told == {
        "": Fraction(2, 6),
        # A torn sail or a leak
        "Anne: movement points 4 > 3 / Anne: damage 0 > 1": Fraction(3, 6),
        "Anne: sailors 4 > 3 / Anne: movement points 4 > 3": Fraction(1, 6),
    }


@rule("SM-11.5")
def test_an_attack_shows_what_the_first_shot_may_do() -> None:
    p = facing()
    act(p, RED)
    play(p, "do navigation")
    found = look_ahead(RULES, p, "move e 0", "engage yellow")
    assert any(change.id == "place" for change in found.sure)


def test_figures_are_few_and_told_in_both_languages() -> None:
    for moment in walk(Case(RULES, 3, (("map_mode", "random"), ("rounds", "4")), 2)):
        for seat in range(3):
            found = RULES.figures(cast(MasterPosition, moment.position), seat)
            assert len(found) <= 12
            assert len({figure.id for figure in found}) == len(found)
    for language in LANGUAGES:
        for figure in found:
            assert figure.label.id not in Translator(language).text(figure.label)


def test_rounds_never_fall() -> None:
    rounds = [
        RULES.round_of(cast(MasterPosition, moment.position))
        for moment in walk(Case(RULES, 2, (("rounds", "4"), ("map_mode", "random")), 1))
    ]
    assert rounds == sorted(rounds)
    assert (rounds[0], rounds[-1]) == (1, 4)


@rule("SM-10.1", "SM-12.2")
def test_whoever_is_attacked_or_robbed_is_told() -> None:
    p = facing()
    view = RULES.view(p, YELLOW)
    attack = Message(
        "sm.log.combat", seat=RED, attacker=vessel_name(RED), defender=vessel_name(YELLOW)
    )
    loot = Message("sm.log.loot", seat=RED, resource=resource_name(0), loser=vessel_name(YELLOW))
    for event in (attack, loot):
        assert RULES.is_concerned(event, YELLOW, view)
        assert not RULES.is_concerned(event, 2, view)
        assert not RULES.is_concerned(event, RED, view)


@rule("SM-18.10")
def test_a_full_column_concerns_those_who_carry_the_good() -> None:
    p = sea()
    ship(p, YELLOW, cargo="gold")
    sold = Message("sm.log.sells", seat=RED, resource=resource_name(0), points=6, count=12)
    p.filled[0] = 2
    assert not RULES.is_concerned(sold, YELLOW, RULES.view(p, YELLOW))
    p.filled[0] = p.sold[0] = 3
    assert RULES.is_concerned(sold, YELLOW, RULES.view(p, YELLOW))
    assert not RULES.is_concerned(sold, 2, RULES.view(p, 2))


def test_news_of_a_player_begin_with_their_name() -> None:
    options = (("map_mode", "random"), ("rounds", "4"))
    assert len(check_news([Case(RULES, 3, options, seed) for seed in range(2)])) > 15


def test_summaries_leave_out_only_what_exists() -> None:
    check_summaries(RULES)
