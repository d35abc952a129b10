"""Everything on the board and every choice explains itself, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.games.saltfjord.names import (
    BOAT_SPACES,
    CARPENTRY,
    SCORE_NOW_FISHING,
    SCORE_NOW_POINTS,
    TOKEN_COUNT,
    TRACK_COUNT,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition, on_track
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.testing import rule
from quarterdeck.testing.things import check_text, check_things
from quarterdeck.testing.walk import Case
from tests.saltfjord.scenario import RULES, A, fjord, play, player, turn

WITH_CARTS = (("carts", "true"), ("manual_conversions", "true"), ("village_side", "named"))
CASES = [Case(RULES, seats, (), seed) for seats, seed in ((1, 1), (2, 3), (4, 1))]
CASES += [Case(RULES, seats, WITH_CARTS, seed) for seats, seed in ((1, 1), (2, 1), (4, 2))]


def rare_pieces() -> Iterator[SaltfjordPosition]:
    """Boards that together show every token and every score tile."""
    tokens, tiles = list(range(TOKEN_COUNT)), list(range(SCORE_NOW_POINTS))
    for number in range(TRACK_COUNT + 1):
        p = fjord(seats=1)
        turn(p, A)
        p.tech[on_track(A, CARPENTRY)] = 1  # the fourth space of the boat
        p.boat[:] = tokens[number % TRACK_COUNT * BOAT_SPACES :][:BOAT_SPACES]
        one, other = 2 * number, (2 * number + 1) % SCORE_NOW_POINTS
        p.special_tiles[:] = [tiles[one], tiles[other]]
        p.score_tiles[:] = [SCORE_NOW_POINTS, SCORE_NOW_FISHING, one, other]
        yield p


def test_every_spot_and_every_choice_is_explained_and_every_thing_is_met() -> None:
    check_things(CASES, every=11, rare=rare_pieces())


def test_every_thing_has_a_name_a_text_and_a_rule_that_exists() -> None:
    rules = (RULES.folder / "RULES.md").read_text(encoding="utf-8")
    for thing in RULES.things.values():
        check_text(thing.name)
        check_text(thing.text)
        assert f"**{thing.rule}**" in rules, thing
        for language in LANGUAGES:
            text = Translator(language).text(thing.text)
            # One to three sentences
            assert 1 <= text.count(". ") + 1 <= 3, text
            assert text.endswith("."), text


def explained(id: str, language: str = "en") -> str:
    return Translator(language).text(RULES.things[id].text)


@rule("SF-7.2", "SF-8.10", "SF-10.11", "SF-17.1", "SF-19.13")
def test_values_in_texts_are_those_of_the_box() -> None:
    assert explained("building-fish2") == "When you activate it, you gain 2 fish."
    assert "pays 3 fish for every crate" in explained("quay-quay_1")
    assert "It pays 1 wood and 1 fish when" in explained("walk_wood1_fish1")
    assert "3 points par grand bâtiment" in explained("tile-score_large", "fr")
    assert "at least 10 points" in explained("special-score_large")


def effect(p: SaltfjordPosition, notation: str, language: str = "en") -> str:
    (seat,) = p.actors()
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    assert choice.effect is not None
    return Translator(language).text(choice.effect)


@rule("SF-4.5", "SF-14.4")
def test_a_die_says_what_another_value_costs() -> None:
    p = fjord(seats=2)
    player(p, A, abilities="broker")
    turn(p, A, orange="6")
    assert effect(p, "die orange 6").endswith("Each \u00b11 costs 1 fish.")
    p = fjord(seats=2)
    player(p, A, abilities="pilot")
    turn(p, A, orange="6")
    assert effect(p, "die orange 6").endswith("Any other value costs 1 fish in all.")


@rule("SF-3.2", "SF-15.1")
def test_the_end_of_a_turn_says_what_follows() -> None:
    p = fjord(seats=2)
    player(p, A, abilities="barter", goods="1 wood")
    turn(p, A, orange="6")
    play(p, A, "die orange 6", "discard")
    assert effect(p, "end_turn") == "Then it is the next player\u2019s turn."
