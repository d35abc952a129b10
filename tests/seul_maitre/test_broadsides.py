"""Engagements, dice and hits: the defender's side, every level and place.  SM-10, 11 and 13"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.damage import Casualty, spring_leak
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    P1,
    RED,
    YELLOW,
    act,
    actor,
    asked,
    asked_if_any,
    attack,
    chances,
    crew,
    deal,
    facing,
    lines,
    options,
    pirate,
    play,
    sea,
    ship,
    steer,
    vessels,
)

# Engagements, SM-10


@rule("SM-10.4", "SM-10.6")
def test_a_corsair_in_front_of_a_port_shields_what_lies_inside() -> None:
    p = sea(wind="w")
    ship(p, RED, "r2c3/0")
    ship(p, YELLOW, "r2c2/0", kind="corsair")
    ship(p, GREEN, "r2c2/0", kind="corsair")
    ship(p, BLUE, "r2c2/port")
    act(p, RED)
    play(p, "do navigation", "move w 0")
    assert vessels(p) == ["yellow", "green"]


@rule("SM-10.4", "SM-10.5", "SM-8.13")
@pytest.mark.parametrize("kind", ["merchant", "corsair"])
def test_entering_a_port_is_entering_a_case(kind: str) -> None:
    p = sea(wind="w")
    ship(p, RED, "r2c2/0")
    ship(p, YELLOW, "r2c2/port", kind=kind)
    act(p, RED)
    play(p, "do navigation", "enter_port")
    if kind == "merchant":
        assert vessels(p) == ["yellow", "none"]
        play(p, "decline")
        assert asked(p) == "Action"
    else:
        assert p.fought == 1 << RED | 1 << YELLOW


# Dice, SM-11.10 to SM-11.12


@rule("SM-11.5", "SM-11.10")
def test_the_faces_of_both_dice() -> None:
    p = facing(kind="merchant")
    act(p, RED)
    play(p, "do navigation", "move e 0", "engage yellow")
    assert chances(p) == {"red splash": 2, "red sail": 2, "red hold": 1, "red sailor": 1}
    deal(p, "red splash")
    play(p, "man 1", "man 0")
    once = dict.fromkeys(("white splash", "white hold", "white sailor", "white cannon"), 1)
    assert chances(p) == {"white sail": 2, **once}


def dice_of_yellow(levels: str, manned: int = 0) -> MasterPosition:
    """Red attacks without a cannon; Yellow's broadside is due, if he has one."""
    p = facing(red=8, yellow=4)
    ship(p, YELLOW, kind="corsair", levels=levels, leads=levels[:-1])
    attack(p)
    return play(p, "man 0", f"man {manned}")


@rule("SM-11.10")
def test_the_defenders_captain_fires_too() -> None:
    assert "white sail" in chances(dice_of_yellow("captain2"))
    p = deal(dice_of_yellow("captain2", 1), "white sail", "white sail")
    assert p.sail_damage[RED] == 2


@rule("SM-11.11")
@pytest.mark.parametrize(("level", "rolls"), [(2, False), (3, True)])
def test_the_defenders_engineer_needs_level_3(level: int, rolls: bool) -> None:
    p = deal(dice_of_yellow(f"engineer{level}", 1), "white splash")
    assert (asked(p) == "RerollDie") is rolls
    if rolls:
        assert (actor(p), options(p)) == (YELLOW, ["reroll_die splash", "none"])
        play(p, "reroll_die splash")
        deal(p, "white sail")
        assert p.sail_damage[RED] == 1


@rule("SM-11.12")
@pytest.mark.parametrize(("level", "damage"), [(2, 1), (3, 2)])
def test_the_defenders_captain_doubles_one_hit_at_level_3(level: int, damage: int) -> None:
    p = deal(dice_of_yellow(f"captain{level}"), "white sail")
    if asked(p) == "DoubleHit":
        assert actor(p) == YELLOW
        play(p, "double sail")
    assert p.sail_damage[RED] == damage


@rule("SM-11.12")
def test_of_a_splash_and_a_hit_only_the_hit_is_doubled() -> None:
    p = deal(dice_of_yellow("captain3", 1), "white splash", "white hold")
    assert options(p) == ["double hold", "none"]


@rule("SM-11.11", "SM-11.12")
def test_the_attacker_rolls_again_and_doubles_first() -> None:
    p = facing(red=8, yellow=4)
    for seat in (RED, YELLOW):
        ship(p, seat, kind="corsair", levels="captain3 engineer3")
    ship(p, RED, leads="captain engineer")
    attack(p)
    play(p, "man 0", "man 0")
    deal(p, "white sail", "white sail")
    order = []
    while asked(p) in ("RerollDie", "DoubleHit"):
        order.append((asked(p), actor(p)))
        play(p, "none")
    assert order == [
        ("RerollDie", RED),
        ("RerollDie", YELLOW),
        ("DoubleHit", RED),
        ("DoubleHit", YELLOW),
    ]


# Hits, SM-11.13 to SM-11.22


@rule("SM-11.13", "SM-11.16")
def test_a_cannon_is_hit_before_the_hold() -> None:
    p = facing(red=2, yellow=4)
    ship(p, RED, sails=2)
    ship(p, YELLOW, bought=1)
    attack(p)
    play(p, "man 1", "man 2")
    deal(p, "white splash", "white hold", "white cannon")
    # The crew is blocked by then, so the leak takes a sailor from the sails
    assert crew(p, RED) == "h2 s1 l1"


@rule("SM-11.13", "SM-11.16", "SM-11.18")
def test_the_hold_is_hit_before_the_sailors() -> None:
    p = facing(yellow=1)
    attack(p)
    play(p, "man 2")
    deal(p, "white sailor", "white hold")
    assert crew(p, YELLOW) == "h0 l1", "nobody is left whom the second hit could kill"


@rule("SM-11.15")
def test_sails_bought_can_be_torn_too() -> None:
    p = facing()
    ship(p, YELLOW, bonus=2, sail_damage=5)
    attack(p)
    play(p, "man 2", "man 0")
    deal(p, "white sail", "white sail")
    assert p.sail_damage[YELLOW] == 6


PLACES = ("hold", "crew", "blocked", "deck", "sails")


def one_everywhere() -> MasterPosition:
    """Somewhere in a fight Red has one sailor in every place and one at a leak."""
    p = act(sea(), RED)
    for values in (p.hold, p.crew, p.blocked, p.deck, p.sails, p.leaks):
        values[RED] = 1
    return p


@rule("SM-11.16", "SM-11.17")
def test_the_nearest_sailor_goes_to_the_leak() -> None:
    p = one_everywhere()
    seen = []
    for _ in range(6):
        spring_leak(p, RED)
        seen.append(crew(p, RED))
    assert seen == [
        "h0 s1 d1 l2 c1 b1",
        "h0 s1 d1 l3 b1",
        "h0 s1 l4 b1",
        "h0 l5 b1",
        "h0 l6",
        "h0 l6",
    ]


@rule("SM-11.18")
@pytest.mark.parametrize("station", PLACES)
def test_a_sailor_is_lost_where_the_owner_says(station: str) -> None:
    p = one_everywhere()
    p.push(Casualty(RED))
    p.advance()
    assert options(p) == [f"lose {each}" for each in PLACES]
    p.play(RED, p.legal(RED)[PLACES.index(station)])
    left = [p.hold, p.crew, p.blocked, p.deck, p.sails]
    assert [values[RED] for values in left] == [int(each != station) for each in PLACES]
    assert p.leaks[RED] == 1


@rule("SM-11.5", "SM-11.18")
def test_the_initial_shot_kills_nobody_at_a_leak() -> None:
    p = facing(red=0, yellow=1)
    ship(p, RED, leaks=2)
    act(p, RED)
    play(p, "do navigation", "engage yellow")
    deal(p, "red sailor")
    assert crew(p, RED) == "h0 l2"
    assert lines(p, YELLOW) == {"defence_vp": 2}


@rule("SM-11.20")
def test_a_manned_cannon_is_hit_first() -> None:
    p = facing(yellow=4)
    ship(p, YELLOW, bought=1)
    attack(p)
    play(p, "man 2", "man 1")
    deal(p, "white cannon", "white sailor", "white splash")
    assert crew(p, YELLOW) == "h2 b2"
    assert p.cannon_damage[YELLOW] == 1


@rule("SM-11.9", "SM-11.20")
def test_a_captains_cannon_blocks_one_sailor() -> None:
    p = facing(yellow=4)
    ship(p, YELLOW, kind="corsair", levels="captain1")
    attack(p)
    play(p, "man 2", "man 2")
    assert crew(p, YELLOW) == "h2 c2"
    deal(p, "white cannon", "white sailor", "white splash", "white splash")
    assert crew(p, YELLOW) == "h2 c1 b1"


@rule("SM-11.22", "SM-13.6")
@pytest.mark.parametrize(("leads", "line"), [("", "retreat"), ("captain", "tie_vp")])
def test_neither_the_card_nor_a_pirate_minds_the_deck(leads: str, line: str) -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=8, levels="captain2")
    ship(p, RED if leads else YELLOW, kind="corsair", levels="captain2", leads="captain")
    pirate(p, P1, "r2c3/0")
    p.pirate_sailors[0], p.upgrades[0] = 8, 0
    act(p, RED)
    play(p, "do navigation", "move e 0")
    deal(p, "red splash")
    play(p, "man 0")
    deal(p, "white splash", "white splash", "white splash")
    # 7 of 8 may board, and one more with the card, against 8
    assert (lines(p, RED) or {asked_if_any(p).lower(): 1}) == {line: 1}


@rule("SM-11.22")
def test_the_captains_card_defends_too() -> None:
    p = facing(red=5, yellow=4)
    ship(p, YELLOW, kind="corsair", levels="captain2", leads="captain")
    attack(p)
    play(p, "man 0", "man 0")
    deal(p, "white splash")
    # 4 and 1 against 5
    assert lines(p, YELLOW) == {"tie_vp": 1}


# Pirates, SM-13


def pirate_fights(hits: str, sailors: int, **damage: int) -> MasterPosition:
    """Red's Corsair attacks pirate 1 with two cannons, which show these faces."""
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=sailors)
    pirate(p, P1, "r2c3/0", control=BLUE, **damage)
    act(p, RED)
    play(p, "do navigation", "move e 0")
    if asked_if_any(p) == "CombatRecover":
        play(p, "none")
    deal(p, "red splash")
    play(p, "man 2")
    return deal(p, *[f"white {face}" for face in hits.split()])


@rule("SM-13.4", "SM-13.6", "SM-13.12")
def test_cannons_lost_before_cost_a_pirate_no_sailors() -> None:
    # One of its two cannons fires, and 5 board against 5
    p = pirate_fights("splash splash splash", 5, cannon_damage=1)
    assert lines(p, RED) == {"tie_vp": 1}
    assert lines(p, BLUE) == {"piracy_vp": 1}


@rule("SM-13.6", "SM-13.8")
def test_a_hit_on_a_cannon_that_is_gone_costs_no_sailors() -> None:
    p = pirate_fights("cannon cannon", 5, cannon_damage=2)
    assert p.pirate_cannon_damage[0] == 2
    assert lines(p, RED) == {"tie_vp": 1}


@rule("SM-13.6")
def test_a_pirate_never_boards_with_fewer_than_nobody() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=0, leaks=1, levels="captain2")
    ship(p, YELLOW, kind="corsair", levels="captain2", leads="captain")
    pirate(p, P1, "r2c3/0", crew_damage=4)
    act(p, RED)
    play(p, "do navigation")
    # The Captain's own shot hits a cannon: 5 - 4 - 2 is below 0, and Red has nobody either
    deal(p, "red splash", "white cannon", "white splash", "white splash")
    assert lines(p, RED) == {"tie_vp": 1}


@rule("SM-13.8", "SM-13.10")
def test_a_pirate_without_sailors_has_none_to_lose() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c3/0", hold=0, leaks=2)
    pirate(p, P1, "r2c2/0", crew_damage=5)
    steer(p, BLUE, P1)
    play(p, "move e 0", "engage red")
    deal(p, "red sailor", "white splash", "white splash")
    assert p.pirate_crew_damage[0] == 5
    assert (lines(p, RED), lines(p, BLUE)) == ({"tie_vp": 1}, {"piracy_vp": 1})


@rule("SM-13.8")
def test_a_pirate_has_no_hold_to_hit() -> None:
    p = pirate_fights("hold hold splash splash", 6)
    damage = (p.pirate_sail_damage, p.pirate_crew_damage, p.pirate_cannon_damage)
    assert [values[0] for values in damage] == [0, 0, 0]


@rule("SM-13.5", "SM-13.8")
@pytest.mark.parametrize(
    ("face", "damage"),
    [("splash", [0, 0, 0]), ("sail", [1, 0, 0]), ("hold", [0, 0, 0]), ("sailor", [0, 1, 0])],
)
def test_the_initial_shot_at_a_pirate(face: str, damage: list[int]) -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c3/0", hold=0)
    pirate(p, P1, "r2c2/0")
    steer(p, BLUE, P1)
    play(p, "move e 0", "engage red")
    deal(p, f"red {face}")
    values = (p.pirate_sail_damage, p.pirate_crew_damage, p.pirate_cannon_damage)
    assert [each[0] for each in values] == damage


@rule("SM-13.15", "SM-11.4")
def test_the_controllers_ship_does_not_recover_for_its_pirate() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=6)
    ship(p, BLUE, hold=1, sails=3)
    pirate(p, P1, "r2c3/0", control=BLUE)
    act(p, RED)
    play(p, "do navigation", "move e 0")
    deal(p, "red splash")
    assert crew(p, BLUE) == "h1 s3"
