"""Questions and labels say what is the case."""

from __future__ import annotations

from quarterdeck import pictures
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from tests.saltfjord.scenario import RULES, A, B, asked, fjord, offered, play, player, turn


@rule("SF-4.7")
def test_no_building_is_asked_for_when_none_is_left_in_the_line() -> None:
    p = fjord(seats=2)
    player(p, A, abilities="barter", goods="1 wood")
    play(turn(p, A, orange="1"), A, "die orange 1", "line 1")
    assert offered(p, A, "activate") == ""
    assert Translator("en").text(RULES.prompt(p, A)) == (
        "No building is left for the die in row 1. Anything else before your turn ends?"
    )


@rule("SF-4.5", "SF-13.4")
def test_a_line_says_that_it_takes_an_exchange_to_change_the_die() -> None:
    p = fjord(seats=2)
    player(p, A, goods="1 gold")
    turn(p, A, orange="3")
    labels = [Translator("en").text(each.label) for each in RULES.gestures(p, A)]
    assert any("row 4" in each and each.count("by exchange") == 1 for each in labels)
    assert not any("row 3" in each and "by exchange" in each for each in labels)
    play(p, A, "die orange 3")
    said = {
        notation: Translator("en").text(RULES.describe(p, A, RULES.space.parse(notation)).label)
        for notation in ("line 3", "line 4")
    }
    assert "by exchange" in said["line 4"]
    assert "by exchange" not in said["line 3"]


@rule("SF-13.4")
def test_a_small_screen_shows_the_storage_to_whoever_pays() -> None:
    p = fjord(seats=2)
    player(p, A, goods="1 gold 1 planks")
    play(turn(p, A, orange="3"), A, "die orange 3", "line 4")
    assert asked(p, A) == "Pay"
    near = [
        pictures.board(RULES, RULES.view(p, seat), Translator("en", ("Anne", "Bob")))
        .partition('data-near="')[2]
        .partition('"')[0]
        for seat in (A, B)
    ]
    assert near == ["636 0 324 428", "0 0 645 690"]
