"""Navigation, storms on the way, Piracy.  SM-8, SM-9, SM-17"""

from __future__ import annotations

import pytest

from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    P1,
    P2,
    P3,
    RED,
    YELLOW,
    act,
    actor,
    asked,
    chances,
    crew,
    deal,
    fought,
    options,
    pirate,
    play,
    refused,
    sea,
    ship,
    steer,
    where,
)

# Points and sailors, SM-8


@rule("SM-8.5", "SM-8.6")
def test_only_sailors_in_the_hold_work_the_sails() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=1, deck=2, leaks=1)
    act(p, RED)
    play(p, "do navigation")
    assert refused(p, "move w 0") == "SM-8.9"
    play(p, "move n 0")
    # No step is left that he could make
    assert asked(p) == "Action"
    assert crew(p, RED) == "h0 s1 d2 l1"
    play(p, "do bank")
    assert crew(p, RED) == "h0 s1 d2 l1", "they stay in the sails"


@rule("SM-8.9", "SM-8.19")
def test_a_free_step_needs_no_sailor() -> None:
    p = sea(wind="e")
    ship(p, RED, "r1c0/0", hold=0, sails=4)
    act(p, RED)
    # r1c1, then on to r1c2, always down the wind
    play(p, "do navigation")
    assert where(p, RED) == "r1c1/0"
    assert options(p) == ["move e 0", "to_site", "stop"]


@rule("SM-8.10")
def test_a_navigation_has_at_least_one_step() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0")
    act(p, RED)
    play(p, "do navigation")
    assert refused(p, "stop") == "SM-8.10"


@rule("SM-8.7")
@pytest.mark.parametrize("fresh", [True, False])
def test_the_orange_marker_is_back_after_a_recovery(fresh: bool) -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=2, levels="navigator2", leads="navigator")
    p.orange = 0 if fresh else 1 << RED
    assert p.points(RED) == (3 if fresh else 2)
    act(p, RED)
    assert ("do recovery" in options(p)) is not fresh
    if not fresh:
        play(p, "do recovery")
        assert p.points(RED) == 3


@rule("SM-8.8")
def test_each_navigation_has_a_leaders_point() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=4, levels="navigator2", leads="navigator")
    p.orange = 1 << RED
    act(p, RED)
    play(p, "do navigation", "move n 0")
    assert crew(p, RED) == "h4"
    play(p, "stop", "do navigation", "cape 1", "decline")
    assert crew(p, RED) == "h4"
    play(p, "cape 0")
    assert crew(p, RED) == "h3 s1"


@rule("SM-8.17", "SM-8.18")
def test_ships_enter_no_lair() -> None:
    p = sea(wind="n")
    ship(p, RED, "r1c2/1")
    pirate(p, P1, "r0c0/0")
    act(p, RED)
    play(p, "do navigation")
    assert refused(p, "enter_lair") == "SM-8.17"
    assert refused(p, "enter_port") == "SM-8.13"


@rule("SM-8.15", "SM-8.16", "SM-10.8")
def test_from_a_site_one_sails_as_from_its_zone() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c3/site")
    pirate(p, P1, "r2c3/1")
    act(p, RED)
    play(p, "do navigation")
    assert refused(p, "to_site") == "SM-8.13"
    from_site = options(p)
    p = sea(wind="e")
    ship(p, RED, "r2c3/1")
    pirate(p, P1, "r2c3/1")
    act(p, RED)
    play(p, "do navigation")
    assert [each for each in options(p) if each != "to_site"] == from_site
    # The pirate that was there before is not met by stepping onto the site
    play(p, "to_site")
    assert asked(p) == "Action"


# Storms, SM-9


@rule("SM-9.1", "SM-5.14")
def test_a_storm_is_entered_as_a_whole() -> None:
    p = sea(wind="e", storms="r2c3 r3c1")
    ship(p, RED, "r2c2/0")
    act(p, RED)
    play(p, "do navigation")
    assert [each for each in options(p) if each.startswith("move e ")] == ["move e storm"]
    assert refused(p, "move n storm") == "SM-9.1"


@rule("SM-9.3", "SM-5.13")
def test_a_navigator_may_have_the_die_rolled_again_once() -> None:
    p = sea(wind="e", storms="r2c3 r3c1")
    ship(p, RED, "r2c2/0", levels="navigator1")
    act(p, RED)
    play(p, "do navigation", "move e storm", "exit s")
    deal(p, "red sail")
    assert options(p) == ["keep", "reroll"]
    play(p, "reroll")
    assert p.sail_damage[RED] == 0
    deal(p, "red hold")
    assert crew(p, RED) == "h3 l1"
    assert asked(p) == "Sail"


@rule("SM-9.5", "SM-9.6")
def test_a_pirate_crosses_storms_too() -> None:
    p = sea(wind="e", storms="r2c3 r3c1")
    pirate(p, P1, "r2c2/0")
    steer(p, YELLOW, P1)
    play(p, "move e storm")
    deal(p, "tossed w")
    assert where(p, P1) == "r2c2/0"
    deal(p, "red sail")
    assert p.pirate_sail_damage[0] == 1
    assert (actor(p), asked(p)) == (YELLOW, "PirateSail")
    assert refused(p, "move e storm") == "SM-9.6"


@rule("SM-9.2", "SM-10.14")
def test_whoever_is_thrown_to_a_pirate_does_not_fight() -> None:
    p = sea(wind="e", storms="r2c3 r3c1")
    ship(p, RED, "r2c2/0")
    pirate(p, P1, "r2c4/0")
    act(p, RED)
    play(p, "do navigation", "move e storm")
    deal(p, "tossed e")
    play(p, "zone 0")
    deal(p, "red splash")
    assert asked(p) == "Sail"
    assert p.fought == 0


@rule("SM-5.10")
def test_a_storm_throws_nobody_into_the_other_storm() -> None:
    p = sea(wind="e", storms="r2c3 r2c4")
    ship(p, RED, "r2c2/0")
    act(p, RED)
    play(p, "do navigation", "move e storm")
    ways = {each.split()[1] for each in chances(p)}
    assert ways == {"n", "ne", "se", "s", "sw", "w", "nw"}


# Piracy, SM-17


@rule("SM-17.1", "SM-17.2", "SM-17.11")
def test_a_pirate_has_one_controller_per_round() -> None:
    p = sea(wind="e")
    p.stuck = 0b0100
    act(p, RED)
    play(p, "do piracy")
    assert options(p) == ["control pirate_1", "control pirate_2", "control pirate_4"]
    assert refused(p, "control pirate_3") == "SM-17.2"
    play(p, "control pirate_1", "stop", "do end_turn", "do piracy")
    assert refused(p, "control pirate_1") == "SM-17.1"


@rule("SM-17.3", "SM-17.4", "SM-17.10")
def test_a_pirate_sails_with_its_sails() -> None:
    p = sea(wind="e")
    act(p, YELLOW)
    play(p, "do piracy", "control pirate_1")
    assert options(p) == ["leave_lair", "stop"]
    play(p, "leave_lair")
    assert where(p, P1) == "r1c2/1"
    # One of six points is spent: two steps against the wind, and one more point
    play(p, "cape 0", "move w 0", "move w 0")
    assert refused(p, "move nw 0") == "SM-3.12"
    assert options(p) == ["move e 0", "stop"]


@rule("SM-17.4")
def test_specialists_do_not_serve_pirates() -> None:
    p = sea(wind="e")
    ship(p, YELLOW, levels="navigator3", leads="navigator")
    pirate(p, P1, "r2c2/0", sail_damage=5)
    steer(p, YELLOW, P1)
    assert refused(p, "move nw 0") == "SM-8.9"


@rule("SM-17.5")
def test_pirates_use_neither_ports_nor_sites() -> None:
    p = sea(wind="e")
    pirate(p, P1, "r2c2/0")
    pirate(p, P2, "r1c1/0")
    steer(p, YELLOW, P1)
    assert refused(p, "enter_port") == "SM-17.5"
    assert refused(p, "to_site") == "SM-17.5"


@rule("SM-17.6")
def test_a_lair_has_room_for_one() -> None:
    p = sea(wind="e")
    pirate(p, P3, "r1c2/1")
    steer(p, YELLOW, P3)
    assert refused(p, "enter_lair") == "SM-17.6"
    p = sea(wind="e", storms="r1c2 r3c1")
    pirate(p, P1, "r0c0/0")
    pirate(p, P3, "r2c2/0")
    steer(p, YELLOW, P3)
    assert refused(p, "move n 1") == "SM-5.14"


@rule("SM-17.9", "SM-10.1", "SM-10.6")
def test_a_pirate_attacks_from_in_front_of_a_port() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/port", hold=1, money=0, actions=0)
    ship(p, GREEN, "r2c2/port", kind="corsair")
    pirate(p, P1, "r2c1/1")
    pirate(p, P2, "r0c0/0")
    steer(p, BLUE, P1)
    play(p, "move e 0")
    assert options(p) == ["engage red", "engage green", "decline"]
    play(p, "engage red")
    deal(p, "red splash", "white splash", "white splash")
    assert where(p, P1) == "r2c2/0"
    assert p.vp[BLUE] == 3
    # Red cannot pay for repatriation
    assert (actor(p), options(p)) == (RED, ["stay", "flee"])


@rule("SM-10.2", "SM-10.9")
def test_nobody_fights_twice_in_a_round() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c3/0", kind="corsair")
    pirate(p, P1, "r2c2/0")
    fought(p, P1)
    steer(p, BLUE, P1)
    play(p, "move e 0")
    assert asked(p) == "PirateSail"
