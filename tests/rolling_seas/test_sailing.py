"""Navigating: winds, movement points, provisions.  RS-10"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.names import DIRECTIONS
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    act,
    captain,
    draw,
    names,
    next_turn,
    options,
    play,
    points,
    prov,
    refused,
    seen,
    story,
    voyage,
    ways,
    where,
)

# K12 on board 1 has sea all around, and so have its neighbours
OPEN_SEA = "K12"


@rule("RS-10.1")
def test_one_of_the_winds_shown_by_the_dice() -> None:
    p = act(voyage(cell=OPEN_SEA), winds="w ne se")
    assert options(p, A, "sail") == ["sail ne", "sail se", "sail w"]
    assert refused(p, A, "sail n") == "RS-10.1"


@rule("RS-10.1")
def test_a_wind_shown_twice_is_offered_once() -> None:
    p = act(voyage(cell=OPEN_SEA), winds="w w se")
    assert options(p, A, "sail") == ["sail se", "sail w"]


@rule("RS-10.1", "RS-10.4")
def test_the_wind_stays_while_the_direction_changes() -> None:
    p = voyage(cell=OPEN_SEA)
    captain(p, A, ship=3)
    act(p, winds="n e s")
    play(p, A, "sail n", "step n")
    assert points(p, A) == 4
    play(p, A, "step ne")
    assert points(p, A) == 2
    play(p, A, "step nw")
    assert (where(p, A), points(p, A)) == ("K9", 0)


@rule("RS-10.2")
@pytest.mark.parametrize(("ship", "expected"), [(1, 3), (2, 4), (3, 5)])
def test_movement_points_of_the_ships(ship: int, expected: int) -> None:
    p = voyage(cell=OPEN_SEA)
    captain(p, A, ship=ship)
    act(p, winds="n e s")
    play(p, A, "sail n")
    assert points(p, A) == expected


@rule("RS-10.2")
def test_points_are_not_kept_for_the_next_turn() -> None:
    p = act(voyage(cell=OPEN_SEA), winds="n e s")
    play(p, A, "sail n", "step n", "end")
    next_turn(p, winds="n e s")
    play(p, A, "sail n")
    assert points(p, A) == 3


@rule("RS-10.3")
@pytest.mark.parametrize("wind", range(8))
def test_a_step_costs_1_to_5_by_its_angle_to_the_wind(wind: int) -> None:
    p = voyage(cell=OPEN_SEA)
    captain(p, A, ship=3)
    act(p, winds=f"{DIRECTIONS[wind]} n s")
    play(p, A, f"sail {DIRECTIONS[wind]}")
    sailing = seen(p, A).sailing
    assert sailing is not None
    for angle, cost in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 4), (6, 3), (7, 2)):
        way = (wind + angle) % 8
        after = play(p.clone(), A, f"step {DIRECTIONS[way]}")
        left = points(after, A)
        assert (left, after.captains[A].provisions) == (5 - cost, 5)
        assert sailing.costs[way] == cost


@rule("RS-10.5")
def test_only_sea_without_rocks_on_the_board() -> None:
    # J1: north is off the board, J2 and K2 are land; K1 becomes a rock
    p = voyage(cell="J1")
    draw(p, A, "reefs", "K1")
    act(p, winds="s e w")
    play(p, A, "sail w")
    assert ways(p, A) == "sw w"
    for way, rule_id in (
        ("n", "RS-10.5"),
        ("nw", "RS-10.5"),
        ("s", "RS-10.5"),
        ("se", "RS-10.5"),
        ("e", "RS-11.17"),
    ):
        assert refused(p, A, f"step {way}") == rule_id


@rule("RS-10.6")
@pytest.mark.parametrize(("held", "way", "legal"), [(1, "s", False), (2, "s", True)])
def test_a_provision_gives_a_point_and_there_is_no_other_limit(
    held: int, way: str, legal: bool
) -> None:
    p = voyage(cell=OPEN_SEA)
    captain(p, A, prov=f"{held}/5")
    act(p, winds="n e w")
    play(p, A, "sail n")
    assert (way in ways(p, A).split()) == legal
    if legal:
        play(p, A, f"step {way}")
        assert prov(p, A) == "0/5"
    else:
        assert refused(p, A, f"step {way}") == "RS-10.6"


@rule("RS-10.6")
def test_all_provisions_may_go_in_one_navigation() -> None:
    p = voyage(cell="H15")
    captain(p, A, ship=3, prov="10/20")
    act(p, winds="n e w")
    play(p, A, "sail n", *["step n"] * 13)
    # 13 steps to H2: 5 points, 8 provisions
    assert (where(p, A), points(p, A), prov(p, A)) == ("H2", 0, "2/20")


@rule("RS-10.7")
def test_the_points_of_the_ship_are_used_first() -> None:
    p = act(voyage(cell=OPEN_SEA), winds="n e w")
    play(p, A, "sail n", "step n")
    assert (points(p, A), prov(p, A)) == (2, "5/5")
    # West costs 3: the two points left and one provision
    play(p, A, "step w")
    assert (points(p, A), prov(p, A)) == (0, "4/5")
    play(p, A, "step ne")
    assert (points(p, A), prov(p, A)) == (0, "2/5")


@rule("RS-10.8")
@pytest.mark.parametrize(("held", "legal"), [(1, False), (2, True)])
def test_the_step_is_paid_before_the_monster(held: int, legal: bool) -> None:
    """West against wind north-east costs 4 of 3 points; the monster wants a provision more."""
    p = voyage(cell=OPEN_SEA)
    captain(p, A, prov=f"{held}/5")
    draw(p, A, "white_whale", "I12")
    act(p, winds="ne e n")
    play(p, A, "sail ne")
    assert ("w" in ways(p, A).split()) == legal
    if not legal:
        assert refused(p, A, "step w") == "RS-11.6"


@rule("RS-10.8")
def test_what_the_monster_gives_cannot_pay_for_the_step_to_it() -> None:
    """Story box 24 fills the hold, but only once the ship is there."""
    p = voyage(cell=OPEN_SEA)
    captain(p, A, prov="1/5", story=22)
    draw(p, A, "white_whale", "I12")
    act(p, winds="ne e n")
    play(p, A, "sail ne")
    assert "w" not in ways(p, A).split()


@rule("RS-10.9")
def test_cells_may_be_entered_again_without_effect() -> None:
    p = voyage(cell=OPEN_SEA)
    captain(p, A, ship=3, prov="9/20")
    draw(p, A, "white_whale", "K11")
    act(p, winds="n e w")
    play(p, A, "sail n", "step n")
    assert (story(p, A), prov(p, A)) == (2, "8/20")
    # Back to the start costs 5, then once more over the same monster cell
    play(p, A, "step s", "step n", "step n")
    assert (where(p, A), story(p, A), prov(p, A)) == ("K10", 2, "5/20")
    assert names(p.captains[A].trail) == "K10 K11 K12"


@rule("RS-10.10")
def test_a_navigation_has_at_least_one_step() -> None:
    p = act(voyage(cell=OPEN_SEA), winds="n e w")
    play(p, A, "sail n")
    assert options(p, A, "end") == []
    play(p, A, "step n")
    assert options(p, A, "end") == ["end"]


@rule("RS-10.10")
def test_without_a_first_step_a_wind_is_not_offered() -> None:
    # R15 on board 2 has one way out, to the north
    p = voyage(cell="R15", home="Q14", map="map_2")
    captain(p, A, prov="1/5")
    act(p, winds="s n se")
    # Against a wind from the south 5 points are needed, against south-east 4
    assert options(p, A, "sail") == ["sail n", "sail se"]
    assert refused(p, A, "sail s") == "RS-10.10"


@rule("RS-10.10")
def test_the_turn_ends_by_itself_when_nothing_else_is_possible() -> None:
    p = voyage(cell=OPEN_SEA)
    captain(p, A, prov="0/5")
    act(p, winds="n e w")
    play(p, A, "sail n", "step n", "step n", "step n")
    assert (where(p, A), options(p, A)) == ("K9", [])
