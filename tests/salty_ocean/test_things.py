"""Everything on the board and every choice explains itself, in both languages."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.testing import rule
from quarterdeck.testing.things import check_text, check_things
from quarterdeck.testing.walk import Case
from tests.salty_ocean.scenario import RULES, A, end_actions, give, hold, play, table

CASES = [Case(RULES, seats, (), seed) for seed in range(3) for seats in RULES.seats]


def test_every_spot_and_every_choice_is_explained_and_every_thing_is_met() -> None:
    check_things(CASES, every=5)


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


@rule("SO-10.3")
def test_values_in_texts_are_those_of_the_box() -> None:
    bank = RULES.things["building-banque"].text
    assert bank.arguments == {"limit": 80, "per": 20}
    assert (
        Translator("en")
        .text(RULES.things["building-vitraux"].text)
        .startswith("At game end it pays 10 / 7 / 5 coins")
    )
    assert "salt \u22121, herring +2, cod +1" in Translator("en").text(
        RULES.things["tile-event_05"].text
    )


def effect(p: SaltyPosition, notation: str, language: str = "en") -> str:
    (seat,) = p.actors()
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    assert choice.effect is not None
    return Translator(language).text(choice.effect)


@rule("SO-4.8", "SO-4.10")
def test_a_pass_says_what_ends_the_turn() -> None:
    assert "4 passes in a row" in effect(table(4), "pass")
    assert "A whole round of passes" in effect(table(4, phase_end="full_round"), "pass")
    last = play(table(2), "pass")
    assert "the next turn begins" in effect(last, "pass")
    final = play(table(2, turn=5), "pass")
    assert "the game is scored" in effect(final, "pass")


@rule("SO-8.12")
def test_a_loss_says_how_much_more_must_go() -> None:
    p = table(4)
    give(p, A, salt=4, herring=2)
    # Warehouse for 6, and 3 salt more at the end of the turn
    end_actions(p)
    assert effect(p, "lose salt 1") == "2 barrels of other goods must go as well."
    assert (
        effect(p, "lose salt 2", "fr") == "1 baril d\u2019une autre marchandise doit partir aussi."
    )
    assert effect(p, "lose salt 3") == "No other goods are lost."


@rule("SO-9.2", "SO-9.3")
def test_a_sale_says_what_it_brings_and_what_becomes_of_the_price() -> None:
    p = table(4)
    give(p, A, herring=5)
    hold(p, A, "caravel_1", herring=2)
    assert effect(p, "sell herring").startswith("You have 7 barrels to sell, for 28 coins in all;")
    play(p, "sell herring")
    assert effect(p, "from depot 0") == "Nothing is sold from here."
    assert effect(p, "from depot 3") == "These barrels bring 12 coins."
    play(p, "from depot 3")
    told = "These barrels bring 4 coins; then the price is 3 coins."
    assert effect(p, "from caravel_1 1") == told
