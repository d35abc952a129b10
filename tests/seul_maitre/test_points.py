"""Movement points and who pays them; storms entered once.  SM-8, SM-9"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.voyage import rose
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    P1,
    RED,
    YELLOW,
    act,
    actor,
    asked,
    crew,
    deal,
    options,
    pirate,
    play,
    refused,
    sea,
    ship,
    steer,
    where,
)

# Capacity, SM-8.1 to SM-8.7


@rule("SM-8.1", "SM-8.2", "SM-8.3")
@pytest.mark.parametrize(
    ("level", "cubes", "capacity"),
    [(0, 0, 4), (0, 1, 4), (0, 2, 3), (1, 3, 2), (2, 0, 4), (2, 2, 4), (2, 3, 3), (3, 3, 3)],
)
def test_cubes_weigh_less_with_a_navigator_of_level_2(
    level: int, cubes: int, capacity: int
) -> None:
    p = sea()
    ship(p, RED, cargo="rum " * cubes, tokens="known_bird rare_bird")
    ship(p, RED, levels=f"navigator{level}")
    assert p.capacity(RED) == capacity


@rule("SM-8.3")
def test_a_corsairs_sails_with_a_bonus_and_damage() -> None:
    p = sea()
    ship(p, RED, kind="corsair", bonus=3, sail_damage=2, cargo="rum rum")
    assert p.capacity(RED) == 5 + 3 - 1 - 2


@rule("SM-8.4")
def test_sailors_in_the_sails_take_up_capacity() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=3, sails=3)
    act(p, RED)
    play(p, "do navigation")
    assert refused(p, "move w 0") == "SM-8.9", "one point of four is left"
    play(p, "move n 0")
    assert crew(p, RED) == "h2 s4"
    assert asked(p) == "Action"


@rule("SM-8.11")
@pytest.mark.parametrize(("level", "cost"), [(0, 2), (1, 2), (2, 2), (3, 1)])
def test_only_a_navigator_of_level_3_sails_closer_to_the_wind(level: int, cost: int) -> None:
    p = sea(wind="n")
    ship(p, RED, levels=f"navigator{level}")
    costs = rose(p, RED)[p.wind]
    assert (costs[3], costs[4], costs[5]) == (cost, 2, cost)


# Who pays, SM-8.7 to SM-8.9


@rule("SM-8.8", "SM-8.9")
def test_the_leaders_point_is_spent_before_the_orange_marker() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=2, levels="navigator2", leads="navigator")
    act(p, RED)
    play(p, "do navigation", "move n 0")
    assert p.orange == 0
    play(p, "cape 1", "decline")
    assert (p.orange, crew(p, RED)) == (1 << RED, "h2")
    play(p, "cape 0")
    assert crew(p, RED) == "h1 s1"


@rule("SM-8.8")
def test_a_free_step_does_not_use_the_leaders_point() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=2, levels="navigator2", leads="navigator")
    p.orange = 1 << RED
    act(p, RED)
    play(p, "do navigation", "move e 0", "cape 1")
    assert crew(p, RED) == "h2"
    play(p, "cape 0")
    assert crew(p, RED) == "h1 s1"


@rule("SM-8.8")
def test_the_leaders_point_is_a_single_one() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c3/0", hold=0, levels="navigator2", leads="navigator")
    p.orange = 1 << RED
    act(p, RED)
    play(p, "do navigation")
    assert p.points(RED) == 0
    # Across the wind costs 1, into it 2
    assert "move n 0" in options(p)
    assert "move w 0" not in options(p)


@rule("SM-8.13", "SM-8.19")
def test_a_port_ends_the_action_with_points_left() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0")
    act(p, RED)
    play(p, "do navigation", "enter_port")
    assert (where(p, RED), asked(p)) == ("r2c2/port", "Action")
    assert crew(p, RED) == "h3 s1"


# Storms, SM-9


@rule("SM-9.1")
@pytest.mark.parametrize("storms", ["r2c3 r3c1", "r3c1 r2c3"])
def test_either_storm_is_entered_as_a_whole(storms: str) -> None:
    p = sea(wind="e", storms=storms)
    ship(p, RED, "r2c2/0")
    act(p, RED)
    play(p, "do navigation")
    assert [each for each in options(p) if each.startswith("move e ")] == ["move e storm"]


def thrown_back(**facts: object) -> MasterPosition:
    """Red has sailed from r1c1 into the storm to the east and out again to where it was."""
    p = sea(wind="e", storms="r1c2 r2c2")
    ship(p, RED, "r1c1/0", hold=6, bonus=4, levels="navigator1", **facts)  # type: ignore[arg-type]
    act(p, RED)
    play(p, "do navigation", "move e storm", "exit w")
    deal(p, "red splash")
    return play(p, "keep")


@rule("SM-9.6", "SM-9.4")
def test_each_storm_may_be_entered_once() -> None:
    p = thrown_back()
    assert refused(p, "move e storm") == "SM-9.6"
    play(p, "move se storm", "exit nw")
    deal(p, "red splash")
    play(p, "keep")
    assert where(p, RED) == "r1c1/0"
    assert refused(p, "move e storm") == "SM-9.6"
    assert refused(p, "move se storm") == "SM-9.6"
    play(p, "stop")


@rule("SM-9.6")
@pytest.mark.parametrize("met", [False, True])
def test_a_storm_is_remembered_while_the_action_lasts(met: bool) -> None:
    p = thrown_back()
    if met:
        ship(p, YELLOW, "r1c0/0")
    play(p, "move w 0")
    if met:
        play(p, "decline")
    play(p, "move e 0")
    assert refused(p, "move e storm") == "SM-9.6"


@rule("SM-9.5", "SM-9.6", "SM-17.3")
def test_a_pirate_pays_for_the_storm_and_enters_it_once() -> None:
    p = sea(wind="e", storms="r1c2 r3c4")
    ship(p, RED, "r2c3/0")
    pirate(p, P1, "r2c2/0", sail_damage=1)
    steer(p, YELLOW, P1)
    # One point of five to the north; thrown to the east, where Yellow chooses the zone
    play(p, "move n storm")
    deal(p, "tossed e")
    assert (actor(p), options(p)) == (YELLOW, ["zone 0", "zone 1"])
    play(p, "zone 0")
    deal(p, "red sail")
    # The new damage counts at once: three points are left
    play(p, "move s 0", "decline", "move w 0")
    assert refused(p, "move n storm") == "SM-9.6"
    assert refused(p, "move n 0") == "SM-5.14"
    assert options(p) == ["move e 0", "stop"]


@rule("SM-9.5", "SM-17.4")
def test_a_navigator_does_not_steer_a_pirate_out_of_a_storm() -> None:
    p = sea(wind="e", storms="r2c3 r3c1")
    ship(p, YELLOW, levels="navigator1")
    pirate(p, P1, "r2c2/0")
    steer(p, YELLOW, P1)
    play(p, "move e storm")
    deal(p, "tossed w", "red sail")
    assert (p.pirate_sail_damage[0], asked(p)) == (1, "PirateSail")


@rule("SM-9.1", "SM-9.4", "SM-8.8")
@pytest.mark.parametrize(("way", "after"), [("n", "h3 s1"), ("e", "h4")])
def test_the_leaders_point_and_a_storm(way: str, after: str) -> None:
    """It pays for a step across the wind into the storm; a step down the wind leaves it."""
    storms = {"n": "r1c2 r3c1", "e": "r2c3 r3c1"}[way]
    p = sea(wind="e", storms=storms)
    ship(p, RED, "r2c2/0", levels="navigator2", leads="navigator")
    p.orange = 1 << RED
    act(p, RED)
    back = {"n": "s", "e": "w"}[way]
    play(p, "do navigation", f"move {way} storm", f"exit {back}")
    deal(p, "red splash")
    play(p, "keep")
    assert crew(p, RED) == "h4"
    play(p, "enter_port")
    assert crew(p, RED) == after
