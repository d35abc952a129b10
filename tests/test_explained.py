"""The toy explains itself, and what does not is found. Each game has a test of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from quarterdeck import games
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.things import Thing
from quarterdeck.testing.things import check_board, check_questions, check_text, check_things
from quarterdeck.testing.walk import Case
from tests.toy.position import SkerriesPosition
from tests.toy.rules import Skerries

TESTS = Path(__file__).parent


@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_checks_its_things(game: str) -> None:
    assert "check_things(" in (TESTS / game / "test_things.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", games.GAMES)
def test_every_question_of_our_games_is_explained(game: str) -> None:
    rules = games.load(game)
    for face in rules.faces.all():
        check_text(Message(rules.faces.about_id(face)))
    check_questions(rules)


def test_a_question_that_is_not_explained_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Skerries()
    check_questions(rules)
    known = rules.faces.about_id(rules.faces.all()[0])
    monkeypatch.setattr(Translator, "knows", lambda _, id: id == known)
    with pytest.raises(AssertionError, match="not told"):
        check_questions(rules)


def test_the_coach_says_more_than_the_question() -> None:
    game = Game.new(games.load("salty_ocean"), 3, dealer=Random(1))
    assert game.actor is not None
    about = game.rules.about(game.position, game.actor)
    assert about == Message("so.about.move")
    toy = Game.new(Skerries(), 2, dealer=Random(1))
    assert toy.rules.about(toy.position, 0) is None


class Mute(Skerries):
    def describe(self, position: SkerriesPosition, seat: int, code: int) -> Choice:
        return replace(super().describe(position, seat, code), effect=None)


class Vague(Skerries):
    """Uses a thing that nobody has named."""

    def describe(self, position: SkerriesPosition, seat: int, code: int) -> Choice:
        return replace(super().describe(position, seat, code), things=("kraken",))


class Idle(Skerries):
    """Names a thing that is never met."""

    def name_things(self) -> Iterable[Thing]:
        yield from super().name_things()
        yield self.thing("rope-2", "SK-2.5", Message("sk.thing.rope"))


class Lawless(Skerries):
    def name_things(self) -> Iterable[Thing]:
        return [replace(thing, rule="SK-9.9") for thing in super().name_things()]


class Wordless(Skerries):
    def name_things(self) -> Iterable[Thing]:
        return [replace(thing, name=Message("sk.thing.kraken")) for thing in super().name_things()]


def test_the_toy_explains_itself() -> None:
    check_things([Case(Skerries(), 4, (), seed) for seed in range(4)], every=5)


@pytest.mark.parametrize("broken", [Mute, Vague, Idle, Lawless, Wordless])
def test_what_does_not_explain_itself_is_found(broken: type[Skerries]) -> None:
    with pytest.raises(AssertionError):
        check_things([Case(broken(), 4, (), seed) for seed in range(4)], every=5)


def test_a_spot_without_a_thing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = games.load("salty_ocean")
    position = rules.start(3, {})
    assert "building-banque" in check_board(rules, position, 0)
    drawn = '<svg><g data-thing="a"><g data-spot="on"/></g><g data-spot="bare"/></svg>'
    monkeypatch.setattr("quarterdeck.pictures.board", lambda *_: drawn)
    with pytest.raises(AssertionError, match="bare"):
        check_board(rules, position, 0)
