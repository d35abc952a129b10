"""Everything on the board and every choice explains itself, in both languages."""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.testing import rule
from quarterdeck.testing.things import check_text, check_things
from quarterdeck.testing.walk import Case
from tests.seul_maitre.scenario import (
    CALM,
    RED,
    act,
    play,
    prepare,
    sea,
    ship,
    to_bids,
)

SHORT = (("map_mode", "random"), ("rounds", "6"))
CASES = [Case(RULES, 4, SHORT, seed) for seed in range(4)] + [
    Case(RULES, 2, (("rounds", "4"),), 0),
    Case(RULES, 3, (("rounds", "4"),), 1),
]


def test_every_spot_and_every_choice_is_explained_and_every_thing_is_met() -> None:
    check_things(CASES, every=9)


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


def effect(p: MasterPosition, notation: str, language: str = "en") -> str:
    (seat,) = p.actors()
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    assert choice.effect is not None
    return Translator(language).text(choice.effect)


@rule("SM-8.3", "SM-18.13")
def test_a_purchase_says_how_it_slows_the_ship() -> None:
    p = act(ship_in("r4c4/port", cargo="gold"), RED)
    play(p, "do market", "stop")
    # 4 sailors and a cube of gold in 9 spaces; 4 sails
    assert effect(p, "buy 2") == (
        "2 spaces of your hold stay free. With this cargo your sails allow 2 movement points."
    )
    assert play(p, "buy 2").capacity(RED) == 2
    assert p.room(RED) == 2


@rule("SM-18.9", "SM-18.10")
def test_a_sale_says_what_the_next_cube_earns() -> None:
    p = act(ship_in("r4c4/port", cargo="gold sugar"), RED)
    play(p, "do market")
    assert effect(p, "sell gold") == "The next cube of gold, whoever sells it, earns 5 VP."
    p.filled[0] = 2
    assert effect(p, "sell gold", "fr").startswith("La colonne est alors pleine\u00a0:")


@rule("SM-6.5")
def test_a_bid_says_which_place_it_brings() -> None:
    p = sea(storms=CALM)
    prepare(p)
    to_bids(p)
    assert effect(p, "bid 2") == (
        "Whatever the others bid, you will be in place 1 to 4 of the turn order."
    )
    play(p, "bid 2", "bid 6", "bid 0")
    assert effect(p, "bid 4") == "You will be in place 2 of the turn order."


def ship_in(at: str, cargo: str) -> MasterPosition:
    p = sea()
    ship(p, RED, at, cargo=cargo)
    return p
