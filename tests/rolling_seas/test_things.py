"""Everything on the board and every choice explains itself, in both languages."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.testing import rule
from quarterdeck.testing.things import check_text, check_things
from quarterdeck.testing.walk import Case
from tests.rolling_seas.scenario import RULES, A, act, captain, draw, play, voyage

WITH_AMBUSHES = (("ambush", "true"), ("deck", "stormy"))
CASES = [
    *(Case(RULES, seats, (), seed) for seed in range(2) for seats in (1, 2, 3)),
    *(Case(RULES, 2, WITH_AMBUSHES, seed) for seed in range(4)),
]


def test_every_spot_and_every_choice_is_explained_and_every_thing_is_met() -> None:
    check_things(CASES, every=3)


@pytest.mark.parametrize("id", RULES.things)
def test_every_thing_has_a_name_a_text_and_a_rule_that_exists(id: str) -> None:
    thing = RULES.things[id]
    check_text(thing.name)
    check_text(thing.text)
    assert f"**{thing.rule}**" in (RULES.folder / "RULES.md").read_text(encoding="utf-8")
    for language in LANGUAGES:
        text = Translator(language).text(thing.text)
        # One to three sentences
        assert 1 <= text.count(". ") + 1 <= 3
        assert text.endswith(".")


def effect(p: RollingPosition, seat: int, notation: str) -> str:
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    assert choice.effect is not None
    return Translator("en").text(choice.effect)


@rule("RS-11.5", "RS-11.18", "RS-11.6")
def test_values_in_texts_are_those_of_the_box() -> None:
    say = Translator("en")
    assert "2 story points" in say.text(RULES.things["monster"].text)
    assert "1 provision" in say.text(RULES.things["monster"].text)
    assert "\u22125" in say.text(RULES.things["pirates"].text)
    assert "15 / 10 / 5" in say.text(RULES.things["treasure"].text)
    assert "+2 gold, +4 provisions" in say.text(RULES.things["face-4"].text)


@rule("RS-12.11")
def test_building_no_more_says_what_does_not_fit() -> None:
    p = voyage(seats=1, cell="H6")
    captain(p, A, prov="4/5")
    act(p, die=4)
    play(p, A, "explore G6")
    assert effect(p, A, "done") == "Your hold has room for 5: 3 provisions are lost."


@rule("RS-11.6", "RS-11.7")
def test_a_step_says_what_awaits_the_ship() -> None:
    p = voyage(seats=1)
    draw(p, A, "leviathan", "I7")
    act(p, winds="e s w")
    play(p, A, "sail e")
    assert "2 story points" in effect(p, A, "step e")
    assert effect(p, A, "step n").startswith("Your ship sails from cell to cell")


@rule("RS-13.3", "RS-9.12")
def test_a_visit_to_a_told_port_and_staying_say_what_is_left_to_do() -> None:
    p = voyage(seats=1)
    captain(p, A, told="G7", gold="5/5")
    act(p)
    assert "still come to buy" in effect(p, A, "visit G7")
    assert effect(p, A, "stay") == "You do nothing this turn."
