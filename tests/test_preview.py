"""What a choice would change is told beforehand: figures compared, chance with its odds."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from quarterdeck.game import Game
from quarterdeck.kernel.figures import Change, Figure, compare
from quarterdeck.kernel.messages import Message
from quarterdeck.preview import Preview, preview
from tests.toy.position import SkerriesPosition
from tests.toy.rules import Skerries

COINS = Message("coins")
SHIPS = Message("ships")
SHELLS = Message("sk.score.shells")


def test_numbers_tell_before_and_after() -> None:
    before = [Figure("coins", COINS, 8)]
    after = [Figure("coins", COINS, 6)]
    assert compare(1, before, after) == [Change(1, "coins", COINS, 8, 6)]
    assert compare(1, before, before) == []


def test_lists_tell_what_was_gained_and_lost_even_of_one_kind() -> None:
    cog, brig = Message("cog"), Message("brig")
    before = [Figure("ships", SHIPS, (cog, cog))]
    after = [Figure("ships", SHIPS, (brig, cog))]
    assert compare(0, before, after) == [Change(0, "ships", SHIPS, gained=(brig,), lost=(cog,))]


def test_a_figure_that_appears_counts_from_nought() -> None:
    assert compare(0, [], [Figure("coins", COINS, 3)]) == [Change(0, "coins", COINS, 0, 3)]
    assert compare(0, [Figure("coins", COINS, 3)], []) == [Change(0, "coins", COINS, 3, 0)]


def at_the_voyage(skerry: str) -> Game:
    """Two rowers; the first has rowed there with a short rope and may dig."""
    game = Game.new(Skerries(), 2, {"duels": "on"}, Random(3))
    for seat in (0, 1):
        game.play(f"row {skerry}", seat=seat)
        game.play("anchor short", seat=seat)
    assert game.actor == 0
    return game


def shells_of(game: Game) -> int:
    assert isinstance(game.position, SkerriesPosition)
    return game.position.shells[0]


def look_ahead(game: Game, *choices: str) -> Preview:
    codes = [game.code(choice) for choice in choices]
    assert game.actor is not None
    return preview(game.rules, game.position, game.actor, codes, Random(1))


def test_chance_is_told_with_its_odds() -> None:
    game = at_the_voyage("north")
    before = game.position.digest()
    found = look_ahead(game, "dig")
    shells = shells_of(game)
    told = {way.changes: way.odds for way in found.ways}
    assert found.sure == ()
    assert told == {
        (): Fraction(1, 4),
        (Change(0, "shells", SHELLS, shells, shells + 1),): Fraction(1, 2),
        (Change(0, "shells", SHELLS, shells, shells + 2),): Fraction(1, 4),
    }
    assert [way.odds for way in found.ways] == sorted(told.values(), reverse=True)
    assert found.exact
    assert game.position.digest() == before, "looking changes nothing"


def test_what_is_certain_has_no_odds() -> None:
    game = at_the_voyage("south")
    shells = shells_of(game)
    found = look_ahead(game, "dig")
    assert found == Preview((Change(0, "shells", SHELLS, shells, shells + 1),), (), exact=True)


def test_others_are_told_of_too_but_not_what_they_do_in_secret() -> None:
    game = at_the_voyage("south")
    game.play("duel 1")
    assert game.actor == 1
    found = look_ahead(game, "yield")
    assert {change.seat for change in found.sure} == {0, 1}
    fresh = Game.new(Skerries(), 2, {}, Random(3))
    fresh.play("row south", seat=0)
    fresh.play("anchor short", seat=0)
    last = look_ahead(fresh, "row south", "anchor long")
    assert {change.seat for change in (*last.sure, *(c for w in last.ways for c in w.changes))} == {
        1
    }
