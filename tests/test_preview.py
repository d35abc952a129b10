"""What a choice would change is told beforehand: figures compared, chance with its odds."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import quarterdeck as qd
from quarterdeck import games
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.figures import Change, Figure, compare
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.preview import Preview, WayOfChance, preview, tell, tell_lines
from quarterdeck.testing.walk import Case, walk
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


def test_a_figure_that_appears_counts_from_zero() -> None:
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


# In words

NORTH = Message("sk.skerry.north")
PLACE = Message("sk.figure.place")


def words(found: Preview, language: str = "en") -> list[str]:
    say = Translator(language, ("Anne", "Bo"))
    return tell_lines(tell(found, 0, say), say)


def test_it_is_told_in_a_line_for_each_seat_ones_own_first() -> None:
    sure = (
        Change(1, "shells", SHELLS, 4, 2),
        Change(0, "shells", SHELLS, 2, -1),
        Change(0, "place", PLACE, gained=(NORTH,)),
    )
    found = Preview(sure, (), exact=True)
    assert words(found) == ["Shells 2 → −1 · place: +Gull Rock", "Bo: Shells 4 → 2"]
    assert words(found, "fr")[1] == "Bo\u00a0: Coquillages 4 → 2"


def test_odds_are_told_in_percent_and_whether_they_are_known() -> None:
    ways = (
        WayOfChance(Fraction(5, 6), (Change(0, "shells", SHELLS, 2, 3),)),
        WayOfChance(Fraction(499, 3000), ()),
        WayOfChance(Fraction(1, 3000), (Change(1, "shells", SHELLS, 2, 3),)),
    )
    assert words(Preview((), ways, exact=True)) == [
        "83%: Shells 2 → 3",
        "17%: no other change",
        "Less than 1%: Bo: Shells 2 → 3",
    ]
    assert words(Preview((), ways, exact=False))[0] == "About 83%: Shells 2 → 3"
    assert (
        words(Preview((), ways, exact=False), "fr")[1]
        == "Environ 17\u00a0%\u00a0: pas d’autre changement"
    )


def test_nothing_with_odds_is_certain_and_many_ways_are_summed_up() -> None:
    ways = tuple(
        WayOfChance(
            Fraction(996, 1000) if not n else Fraction(4, 9000), (Change(0, "s", SHELLS, 0, n),)
        )
        for n in range(10)
    )
    told = words(Preview((), ways, exact=True))
    assert len(told) == 7
    assert told[0].startswith("99%")
    assert told[-1] == "Less than 1%: something else"


def test_that_nothing_changes_is_told() -> None:
    assert words(Preview((), (), exact=True)) == ["Nothing changes at once."]


# Secrets


@pytest.mark.parametrize("game", [*games.GAMES, "skerries"])
def test_it_is_found_in_worlds_that_do_not_depend_on_what_is_hidden(game: str) -> None:
    """Whichever world this seat imagines is the true one, it is told the same when the same is
    drawn."""
    rules: AnyRules = Skerries() if game == "skerries" else games.load(game)
    differed = compared = 0
    for moment in walk(Case(rules, max(rules.seats), (), seed=3)):
        position = moment.position
        if moment.ply % 7 or not position.actors():
            continue
        seat = position.actors()[-1]
        twin = rules.imagine(position, seat, Random(moment.ply))
        differed += twin.digest() != position.digest()
        code = position.legal(seat)[0]
        one, other = (preview(rules, each, seat, [code], Random(1)) for each in (position, twin))
        assert one == other, rules.space.notation(code)
        compared += 1
        if compared > 40:
            break
    assert compared > 3
    assert differed or game == "seul_maitre"


@pytest.mark.parametrize(
    ("game_id", "seed", "choice", "told"),
    [
        ("seul_maitre", 1, "tile open_1", "No number of yours changes at once."),
        ("salty_ocean", 1, "pass", "No number of yours changes at once."),
    ],
)
def test_that_nothing_changes_is_said_only_if_nothing_is_seen_to_change(
    game_id: str, seed: int, choice: str, told: str
) -> None:
    game = qd.new(game_id, seats=2, seed=seed)
    seat = min(game.actors)
    code = game.rules.space.parse(choice)
    found = preview(game.rules, game.position, seat, [code], Random(1))
    say = game.translator("en")
    assert tell_lines(tell(found, seat, say), say) == [told]


def test_a_choice_of_nothing_changes_nothing() -> None:
    """Aboard goes what one says: with 0 barrels the table stays as it is."""
    game = qd.new("salty_ocean", seats=2, seed=1)
    pick = Random(1)
    while not any(each.notation.endswith(" salt 0") for each in game.legal_for(min(game.actors))):
        seat = min(game.actors)
        game.play(pick.choice(game.legal_for(seat)), seat=seat)
    seat = min(game.actors)
    none = next(each for each in game.legal_for(seat) if each.notation.endswith(" salt 0"))
    found = preview(game.rules, game.position, seat, [none.code], Random(1))
    say = game.translator("en")
    assert tell_lines(tell(found, seat, say), say) == ["Nothing changes at once."]
