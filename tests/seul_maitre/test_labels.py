"""Labels say what a choice ends, and name what they count."""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.actions import SPACE
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import P1, RED, act, actor, pirate, play, prepare, sea, ship


def label(p: MasterPosition, notation: str, language: str = "en") -> str:
    choice = RULES.describe(p, actor(p), SPACE.parse(notation))
    return Translator(language, ("Anne", "Bob")).text(choice.label)


def leave(p: MasterPosition, tokens: int) -> None:
    """Red has so many tokens left."""
    p.tokens[RED], p.spent[RED] = tokens, p.table.box.tokens - tokens


@rule("SM-7.6")
@pytest.mark.parametrize(
    ("tokens", "english", "french"),
    [
        (1, "end your turn, leaving 1 token unused", "finir vos actions pour ce tour, 1 jeton"),
        (3, "end your turn, leaving 3 tokens unused", "finir vos actions pour ce tour, 3 jetons"),
    ],
)
def test_the_end_of_a_turn_says_what_is_lost(tokens: int, english: str, french: str) -> None:
    p = act(sea(2), RED)
    leave(p, tokens)
    assert label(p, "do end_turn") == english
    assert label(p, "do end_turn", "fr").startswith(french)


@rule("SM-14.1")
@pytest.mark.parametrize(("tokens", "ends"), [(2, False), (1, True)])
def test_leaving_the_shipyard_with_the_last_token_says_that_it_ends_the_turn(
    tokens: int, ends: bool
) -> None:
    p = act(sea(2), RED)
    leave(p, tokens)
    play(p, "do shipyard")
    assert ("ends your turn" in label(p, "done")) is ends
    assert ("termine vos actions" in label(p, "done", "fr")) is ends


@rule("SM-8.10", "SM-17.10")
@pytest.mark.parametrize(("tokens", "ends"), [(2, ""), (1, " and your turn")])
def test_stopping_says_which_action_it_ends(tokens: int, ends: str) -> None:
    p = sea(2, wind="e")
    ship(p, RED, "r2c2/0", hold=4)
    act(p, RED)
    leave(p, tokens)
    play(p, "do navigation", "move w 0")
    assert label(p, "stop") == f"stop here, which ends the Navigation{ends}"
    p = sea(2, wind="e")
    pirate(p, P1, "r1c1/0")
    act(p, RED)
    leave(p, tokens)
    play(p, "do piracy", "control pirate_1")
    assert label(p, "stop") == f"stop here, which ends the Piracy{ends}"


@rule("SM-6.1", "SM-6.3")
def test_bids_name_doubloons() -> None:
    p = sea(2, wind="n", storms="r3c3 r3c1")
    for seat in range(2):
        p.money[seat] = 2
    prepare(p)
    play(p, "zone 0")
    assert [label(p, f"bid {slot}") for slot in (0, 1, 2)] == [
        "bid 0 doubloons",
        "bid 1 doubloon",
        "bid 2 doubloons",
    ]
    assert label(p, "bid 3") == "bid 3 doubloons, turning in 1 action token"
    assert label(p, "bid 1", "fr") == "miser 1 doublon"
