"""Entering cells: the trail, monsters, perils, rocks, ambush marks.  RS-11"""

from __future__ import annotations

import pytest

from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    act,
    ambush,
    captain,
    draw,
    finish,
    names,
    next_turn,
    options,
    play,
    points,
    prov,
    refused,
    story,
    voyage,
    ways,
    where,
)


@rule("RS-11.1")
def test_every_cell_entered_joins_the_trail() -> None:
    p = voyage()
    captain(p, A, wind="1/1")
    act(p, winds="e n s")
    play(p, A, "wind n", "sail e", "step e", "step e", "end")
    assert names(p.captains[A].trail) == "H6 I6 J6 H7"


@rule("RS-11.1")
def test_an_ambush_entered_on_the_way_is_remembered() -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, "J7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "step e", "step e")
    finish(p)
    # The ship rests on K7, and yet the combat of J7 is fought
    assert p.chance
    assert where(p, A) == "K7"


@rule("RS-11.2")
@pytest.mark.parametrize("card", ["sea_serpent", "rogue_wave"])
def test_a_used_cell_has_no_effect_for_the_rest_of_the_game(card: str) -> None:
    p = voyage()
    draw(p, A, card, "I7", used="I7 J7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (story(p, A), prov(p, A), "end" in options(p, A)) == (0, "5/5", True)


@rule("RS-11.3")
def test_the_cells_of_a_monster_are_independent() -> None:
    p = voyage()
    draw(p, A, "leviathan", "I7", used="J7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (story(p, A), names(p.captains[A].monsters)) == (2, "K7")
    play(p, A, "step e")
    assert story(p, A) == 2
    play(p, A, "step e")
    assert (story(p, A), prov(p, A)) == (4, "3/5")


@rule("RS-11.3")
def test_the_cells_of_a_peril_are_independent() -> None:
    p = voyage()
    draw(p, A, "tempest", "I7", used="J7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (story(p, A), "end" in options(p, A)) == (1, False)
    play(p, A, "step e")
    assert (story(p, A), "end" in options(p, A)) == (1, True)
    assert names(p.captains[A].perils) == "K7"


@rule("RS-11.4")
def test_what_cannot_be_resolved_completely_cannot_be_entered() -> None:
    # A monster at I7 and pirates at P6, nothing to pay with
    p = voyage()
    captain(p, A, prov="0/5", wind="1/1")
    draw(p, A, "sea_serpent", "I7")
    act(p, winds="e n s")
    assert "e" not in ways(p, A, "wind").split()
    assert refused(p, A, "wind e") == "RS-11.6"
    p = voyage(cell="O7")
    captain(p, A, prov="2/5", wind="1/1")
    act(p, winds="e n s")
    assert "ne" not in ways(p, A, "wind").split()
    assert refused(p, A, "wind ne") == "RS-11.20"


@rule("RS-11.5")
@pytest.mark.parametrize(("cannons", "power"), [(1, 1), (3, 2), (7, 7)])
def test_enough_cannons_beat_a_monster(cannons: int, power: int) -> None:
    p = voyage()
    captain(p, A, cannons=cannons, monsters=power, prov="0/5")
    draw(p, A, "sea_serpent", "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (story(p, A), prov(p, A), points(p, A)) == (2, "0/5", 2)


@rule("RS-11.6")
@pytest.mark.parametrize(("cannons", "power"), [(0, 1), (1, 2), (6, 7)])
def test_with_fewer_cannons_a_monster_takes_a_provision(cannons: int, power: int) -> None:
    p = voyage()
    captain(p, A, cannons=cannons, monsters=power, pirates=1, prov="1/5")
    draw(p, A, "sea_serpent", "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (story(p, A), prov(p, A)) == (2, "0/5")
    assert refused(p, A, "step e") == "RS-11.6"


@rule("RS-11.6")
def test_the_provision_is_spent_before_the_story_is_gained() -> None:
    """With box 24 the hold is filled: from 4 to 5, the provision of the monster being spent."""
    p = voyage()
    captain(p, A, prov="5/5", story=22)
    draw(p, A, "sea_serpent", "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (story(p, A), prov(p, A)) == (24, "5/6")


@rule("RS-11.7")
def test_a_peril_gives_a_story() -> None:
    p = voyage()
    draw(p, A, "rogue_wave", "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (story(p, A), prov(p, A)) == (1, "5/5")


@rule("RS-11.8")
def test_a_ship_that_comes_back_to_a_peril_of_this_turn_may_not_rest_there() -> None:
    p = voyage()
    captain(p, A, ship=3)
    draw(p, A, "rogue_wave", "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "step ne")
    assert "end" in options(p, A)
    play(p, A, "step sw")
    assert (where(p, A), story(p, A), "end" in options(p, A)) == ("I7", 1, False)


@rule("RS-11.8")
def test_in_a_later_turn_it_may() -> None:
    p = voyage()
    draw(p, A, "rogue_wave", "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "step ne", "end")
    next_turn(p, winds="sw n s")
    play(p, A, "sail sw", "step sw")
    assert (where(p, A), "end" in options(p, A)) == ("I7", True)


@rule("RS-11.17")
def test_rocks_are_never_entered() -> None:
    p = voyage()
    captain(p, A, wind="1/1", prov="5/5", cannons=7)
    draw(p, A, "reefs", "I7")
    act(p, winds="e n s")
    assert "e" not in ways(p, A, "wind").split()
    play(p, A, "sail e")
    assert "e" not in ways(p, A).split()
    assert refused(p, A, "step e") == "RS-11.17"


@rule("RS-11.24")
def test_an_ambush_mark_has_no_effect_when_it_is_entered() -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, "J7", "I7")
    act(p, winds="e n s")
    before = p.captains[A].copy()
    play(p, A, "sail e", "step e")
    after = p.captains[A]
    assert (after.story, after.gold, after.provisions) == (
        before.story,
        before.gold,
        before.provisions,
    )
    assert points(p, A) == 2
    assert "end" in options(p, A)
