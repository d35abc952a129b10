"""Exploring land: the book, icons, monoliths, building cannons.  RS-12"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    act,
    asked,
    captain,
    gold,
    mask,
    names,
    next_turn,
    options,
    play,
    prov,
    refused,
    seen,
    story,
    voyage,
)


@rule("RS-12.1")
def test_adjacent_land_that_is_not_a_port_can_be_explored() -> None:
    # K6: L6 is land in the east; L5, a port, is diagonal
    p = act(voyage(cell="K6"))
    assert options(p, A, "explore") == ["explore L6"]
    # K5: the port L5 is adjacent
    p = act(voyage(cell="K5"))
    assert options(p, A, "explore") == []
    assert refused(p, A, "explore L5") == "RS-12.1"
    assert refused(p, A, "explore L6") == "RS-1.3"
    assert refused(p, A, "explore K4") == "RS-12.1"


@rule("RS-12.1")
@pytest.mark.parametrize(("cell", "land"), [("B1", "A1"), ("R1", "S1"), ("R11", "S11")])
def test_both_continents_can_be_explored(cell: str, land: str) -> None:
    p = act(voyage(cell=cell))
    assert f"explore {land}" in options(p, A)


@rule("RS-12.2")
def test_the_player_chooses_among_several_cells() -> None:
    p = act(voyage(cell="R10"))
    assert options(p, A, "explore") == ["explore Q10", "explore S10"]
    play(p, A, "explore S10")
    assert names(p.captains[A].explored) == "S10"


@rule("RS-12.3")
def test_a_cell_is_explored_once_by_each_player() -> None:
    p = act(voyage(cell="K6"), die=5)
    play(p, A, "explore L6", "done")
    assert seen(p, A).players[A].explored == ("L6",)
    next_turn(p)
    assert options(p, A, "explore") == []
    assert refused(p, A, "explore L6") == "RS-12.3"
    assert options(p, 1, "explore") == ["explore L6"]


@rule("RS-12.4")
@pytest.mark.parametrize(
    ("die", "expected"),
    [
        (1, (0, "0/0", "4/9")),
        (2, (1, "1/1", "2/7")),
        (3, (0, "1/1", "5/10")),
        (4, (0, "2/2", "4/9")),
        (5, (0, "4/4", "1/6")),
        (6, (1, "2/2", "1/6")),
    ],
)
def test_the_reward_of_the_die(die: int, expected: tuple[int, str, str]) -> None:
    p = voyage(cell="K6")
    captain(p, A, prov="0/5")
    act(p, die=die)
    play(p, A, "explore L6")
    assert (story(p, A), gold(p, A), prov(p, A)) == expected


def at_monolith(explored: str = "", die: int = 3, turn: int | None = None) -> RollingPosition:
    """The ship at E3 below the monolith E2, no provisions; `explored` monoliths are done."""
    p = voyage(cell="E3", turn=turn)
    captain(p, A, prov="0/5", explored=explored)
    return act(p, die=die)


@rule("RS-12.5")
@pytest.mark.parametrize(
    ("die", "faces"),
    [
        (1, {6, 1, 2}),
        (2, {1, 2, 3}),
        (3, {2, 3, 4}),
        (4, {3, 4, 5}),
        (5, {4, 5, 6}),
        (6, {5, 6, 1}),
    ],
)
def test_at_a_monolith_one_chooses_among_three_faces(die: int, faces: set[int]) -> None:
    p = at_monolith(die=die)
    play(p, A, "explore E2")
    assert asked(p, A) == "MonolithFace"
    assert set(options(p, A)) == {f"face {face}" for face in faces}


@rule("RS-12.5")
def test_the_face_chosen_counts() -> None:
    p = at_monolith(die=3)
    play(p, A, "explore E2", "face 4")
    # Face 4, then 1 story for the first monolith
    assert (story(p, A), gold(p, A), prov(p, A)) == (1, "2/2", "4/9")


@rule("RS-12.6")
@pytest.mark.parametrize(
    ("cell", "land", "expected"),
    [
        ("N4", "O4", (1, "3/3", "1/6")),
        ("K3", "K2", (1, "2/2", "2/7")),
        ("K3", "J3", (2, "2/2", "1/6")),
        ("D7", "D8", (2, "2/2", "1/6")),
        ("K6", "L6", (1, "2/2", "1/6")),
    ],
)
def test_an_icon_gives_one_more(cell: str, land: str, expected: tuple[int, str, str]) -> None:
    p = voyage(cell=cell)
    captain(p, A, prov="0/5")
    act(p, die=6)
    play(p, A, f"explore {land}")
    assert (story(p, A), gold(p, A), prov(p, A)) == expected


@rule("RS-12.6")
def test_the_icon_comes_after_the_book() -> None:
    """Face 2: story box 24 fills the hold before two provisions and the icon's come on top."""
    p = voyage(cell="K3")
    captain(p, A, prov="0/5", story=23, cannons=7)
    act(p, die=2)
    play(p, A, "explore K2")
    assert prov(p, A) == "5/13"


@rule("RS-12.7")
@pytest.mark.parametrize(("explored", "gained"), [("", 1), ("O3", 2)])
def test_story_of_the_first_and_the_second_monolith(explored: str, gained: int) -> None:
    p = at_monolith(explored)
    play(p, A, "explore E2", "face 4")
    assert (story(p, A), p.captains[A].treasure) == (gained, 0)
    assert p.captains[A].monoliths == len(explored.split()) + 1


@rule("RS-12.7", "RS-12.8")
@pytest.mark.parametrize(("tier", "stars"), [(1, 15), (2, 10), (3, 5)])
def test_the_third_monolith_gives_the_treasure_that_is_open(tier: int, stars: int) -> None:
    p = voyage(cell="E3")
    captain(p, A, prov="0/5", explored="O3 J9")
    act(p, die=3, tier=tier)
    play(p, A, "explore E2", "face 4")
    assert (story(p, A), p.captains[A].treasure) == (0, stars)
    assert p.captains[A].monoliths == 3


@rule("RS-12.9")
def test_cannons_for_five_provisions_each_as_many_as_can_be_paid() -> None:
    p = voyage(cell="K3")
    captain(p, A, ship=3, prov="8/20")
    act(p, die=4)
    play(p, A, "explore J3")
    # 8 + 4 are more than the hold of 10: the surplus may be used
    assert options(p, A) == ["build", "done"]
    play(p, A, "build")
    assert (p.captains[A].cannons, prov(p, A)) == (1, "7/24")
    play(p, A, "build")
    assert (p.captains[A].cannons, prov(p, A), options(p, A)) == (2, "2/24", [])


@rule("RS-12.9")
def test_building_is_offered_for_five_provisions_held() -> None:
    for held, offered in ((3, False), (4, True)):
        p = voyage(cell="K6")
        captain(p, A, prov=f"{held}/6")
        act(p, die=6)
        play(p, A, "explore L6")
        assert (asked(p, A) == "Build") == offered


@rule("RS-12.9")
def test_there_is_no_eighth_cannon() -> None:
    p = voyage(cell="K6")
    captain(p, A, prov="5/6", cannons=7)
    act(p, die=2)
    play(p, A, "explore L6")
    assert (options(p, A), p.captains[A].cannons) == ([], 7)


@rule("RS-12.9")
@pytest.mark.parametrize(("cannons", "gained"), [(3, 0), (4, 1)])
def test_a_built_cannon_gives_its_bonus(cannons: int, gained: int) -> None:
    p = voyage(cell="K6")
    captain(p, A, prov="5/6", cannons=cannons)
    act(p, die=4)
    play(p, A, "explore L6", "build")
    assert (p.captains[A].cannons, story(p, A)) == (cannons + 1, gained)


@rule("RS-12.10")
def test_the_full_hold_of_the_third_cannon_pays_for_the_fourth() -> None:
    p = voyage(cell="K6")
    captain(p, A, prov="5/6", cannons=2)
    act(p, die=5)
    play(p, A, "explore L6", "build")
    assert (prov(p, A), options(p, A)) == ("5/11", ["build", "done"])
    play(p, A, "build")
    assert (p.captains[A].cannons, prov(p, A)) == (4, "0/11")


@rule("RS-12.11")
def test_the_surplus_goes_when_the_building_is_over() -> None:
    p = voyage(cell="K6")
    captain(p, A, prov="5/6")
    act(p, die=4)
    play(p, A, "explore L6")
    assert prov(p, A) == "9/10"
    play(p, A, "done")
    assert prov(p, A) == "5/10"


@rule("RS-12.11")
def test_the_surplus_goes_when_no_cannon_can_be_built() -> None:
    p = voyage(cell="K6")
    captain(p, A, prov="5/6", cannons=7)
    act(p, die=4)
    play(p, A, "explore L6")
    assert prov(p, A) == "5/10"


@rule("RS-12.11")
def test_the_surplus_goes_after_a_last_cannon() -> None:
    p = voyage(cell="K6")
    captain(p, A, prov="5/6", cannons=6)
    act(p, die=4)
    play(p, A, "explore L6", "build")
    assert (p.captains[A].cannons, prov(p, A)) == (7, "4/10")
    assert not p.captains[A].explored & ~mask("L6")
