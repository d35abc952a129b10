"""What players read says what is so: with every option, in the singular, to everybody concerned."""

from __future__ import annotations

from typing import cast

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from quarterdeck.testing.walk import Case, walk
from tests.salty_ocean.probing import hear
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    end_actions,
    give,
    own,
    play,
    table,
)

NAMES = ("Anne", "Bruno", "Chloé", "Dirk")


def label(p: SaltyPosition, notation: str, language: str = "en") -> str:
    (seat,) = p.actors()
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    return Translator(language, NAMES).text(choice.label)


def lines(p: SaltyPosition, viewer: int | None, language: str = "en") -> list[str]:
    sections = RULES.text(RULES.view(p, viewer), Translator(language, NAMES))
    return [line for section in sections for line in section.lines]


@rule("SO-4.8", "SO-4.10")
@pytest.mark.parametrize("phase_end", ["consecutive", "full_round"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_pass_that_ends_the_actions_says_so(seats: int, phase_end: str) -> None:
    """At every pass of random games: what the label says is what happens."""
    said = 0
    for seed in range(4):
        case = Case(RULES, seats, (("phase_end", phase_end),), seed)
        for moment in walk(case):
            p = cast(SaltyPosition, moment.position)
            if moment.move is None or moment.move.seat < 0:
                continue
            if RULES.space.notation(moment.move.code) != "pass":
                continue
            ends = "which ends the actions" in label(p, "pass")
            after = p.clone()
            after.play(moment.move.seat, moment.move.code)
            steps = {type(after.step_of(seat)).__name__ for seat in after.actors()}
            assert ends == (after.turn != p.turn or "Move" not in steps)
            said += ends
    # Not every turn: whoever cannot pay for anything passes without being asked
    assert said > 4
    assert "met fin aux actions du tour" in label_of_last_pass(seats)


def label_of_last_pass(seats: int) -> str:
    p = table(seats)
    for _ in range(seats - 1):
        play(p, "pass")
    return label(p, "pass", "fr")


@rule("SO-9.2", "SO-9.8")
@pytest.mark.parametrize(
    ("language", "sold", "bought"),
    [
        ("en", "for 2 coins", "for 2 coins"),
        ("fr", "pour 2 pièces", "pour 2 pièces"),
    ],
)
def test_one_barrel_is_sold_and_bought_for_coins(language: str, sold: str, bought: str) -> None:
    p = table(rows=(3, 3, 3))
    log = hear(p)
    give(p, A, "depot", salt=1)
    play(p, "sell salt", "from depot 1", "from caravel_1 0")
    say = Translator(language, NAMES)
    assert any(sold in say.text(event.message) for event in log)
    p = table(rows=(3, 3, 3))
    log = hear(p)
    play(p, "buy salt", "take 1")
    assert any(bought in say.text(event.message) for event in log)


@rule("SO-9.2")
@pytest.mark.parametrize(
    ("language", "selling", "buying"),
    [
        ("en", "sell salt at 2 coins a barrel", "buy salt at 2 coins a barrel"),
        ("fr", "vendre du sel à 2 pièces le baril", "acheter du sel à 2 pièces le baril"),
    ],
)
def test_a_price_is_told_in_coins(language: str, selling: str, buying: str) -> None:
    p = table(rows=(3, 3, 3))
    give(p, A, "depot", salt=2)
    assert label(p, "sell salt", language) == selling
    assert label(p, "buy salt", language) == buying


@rule("SO-10.30")
def test_a_tile_that_two_know_is_not_said_to_be_known_to_one() -> None:
    p = table()
    own(p, A, "fierte")
    p.tiles[3] = 5
    p.known[A] |= 1 << 5
    (line,) = [line for line in lines(p, A) if "the tile of turn 4" in line]
    assert line.startswith("Only you know the tile of turn 4")
    p.known[B] |= 1 << 5
    (line,) = [line for line in lines(p, A) if "the tile of turn 4" in line]
    assert line.startswith("Known to you and Bruno: the tile of turn 4")
    (line,) = [line for line in lines(p, B, "fr") if "Anne" in line and "tuile" in line]
    assert line.startswith("Vu par vous et par Anne")
    assert not [line for line in lines(p, None) if "turn 4" in line]


@rule("SO-6.13")
@pytest.mark.parametrize(("setting", "who"), [("own", "you must"), ("any", "somebody must")])
def test_who_must_have_reached_notre_dame(setting: str, who: str) -> None:
    p = table(vitraux_requirement=setting)
    (closed,) = [c for c in RULES.closed(p, A) if c.choice.notation == "build vitraux"]
    told = Translator("en", NAMES).text(closed.reason.message)
    assert told == f"{who} first have reached 18 coins on Notre-Dame"


def test_all_tiles_are_shown_once_the_game_is_over() -> None:
    p = table(turn=5)
    end_actions(p)
    assert p.finished
    for viewer in (A, B, None):
        places = RULES.view(p, viewer).places
        assert all(place.face_up and place.tile for place in places)
        assert len({place.tile.id for place in places if place.tile}) == 10
        (line,) = [line for line in lines(p, viewer) if line.startswith("Tiles that were not used")]
        assert line.count("·") >= 4
    p = table(turn=5)
    assert not all(place.tile for place in RULES.view(p, None).places)


def test_one_point_is_not_called_points() -> None:
    """In the text view the score stands next to another number."""
    p = table(2, coins=[1, -1])
    for language, one in (("en", "1 point so far"), ("fr", "1 point à ce jour")):
        money = [line for line in lines(p, None, language) if one in line]
        assert any(f"\u2212{one}" in line for line in money)
        assert len(money) == 2
