"""Combats and what follows.  SM-10 to SM-13"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.actions import WHITE
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    P1,
    P2,
    RED,
    YELLOW,
    act,
    actor,
    asked,
    asked_if_any,
    attack,
    crew,
    deal,
    facing,
    lines,
    offered,
    options,
    pirate,
    play,
    refused,
    sea,
    ship,
    steer,
    where,
)

# Beginning, SM-11


@rule("SM-10.1", "SM-11.1", "SM-10.13")
def test_both_are_marked() -> None:
    p = attack(facing(kind="merchant"))
    assert p.fought == 1 << RED | 1 << YELLOW
    assert p.combats == [1, 1, 0, 0]


@rule("SM-11.4")
def test_the_defender_recovers_for_free() -> None:
    p = facing(yellow=0)
    ship(p, YELLOW, sails=3, deck=1, levels="navigator2", leads="navigator")
    p.orange = 1 << YELLOW
    attack(p)
    assert crew(p, YELLOW) == "h4"
    assert p.orange == 0
    assert p.tokens[YELLOW] == 4


@rule("SM-11.2", "SM-11.3")
def test_without_a_token_the_attacker_cannot_recover() -> None:
    p = facing(red=1)
    ship(p, RED, sails=3, actions=1)
    act(p, RED)
    play(p, "do navigation", "move e 0", "engage yellow")
    assert p.chance, "the initial shot is due at once"
    deal(p, "red splash")
    play(p, "man 0")
    # 1 against 4: those in the sails do not board
    assert lines(p, YELLOW) == {"defence_vp": 2}


# Dice, SM-11.10 to SM-11.12


@rule("SM-11.10")
def test_a_captain_of_level_2_fires_one_shot_more() -> None:
    p = facing(red=0)
    ship(p, RED, hold=0, deck=3, levels="captain2", leads="captain")
    attack(p)
    play(p, "man 0")
    # No cannon manned, one die all the same
    deal(p, "white sail")
    assert p.sail_damage[YELLOW] == 1


@rule("SM-11.10")
def test_a_captain_of_level_1_fires_only_from_manned_cannons() -> None:
    p = facing(red=0)
    ship(p, RED, hold=0, deck=3, levels="captain1")
    attack(p)
    play(p, "man 0")
    assert not any(WHITE.has(code) for code, _ in p.outcomes())


@rule("SM-11.11")
def test_an_engineer_of_level_3_has_dice_rolled_again() -> None:
    p = facing(red=6)
    ship(p, RED, bought=1, levels="engineer3", leads="engineer")
    attack(p)
    play(p, "man 3", "man 0")
    deal(p, "white splash", "white sail", "white sail")
    assert options(p) == ["reroll_die splash", "reroll_die sail", "none"]
    play(p, "reroll_die sail")
    # The second must not come before the first
    assert options(p) == ["reroll_die sail", "none"]
    play(p, "reroll_die sail")
    deal(p, "white cannon", "white hold")
    assert (p.cannon_damage[YELLOW], p.leaks[YELLOW], p.sail_damage[YELLOW]) == (1, 1, 0)


@rule("SM-11.11")
def test_one_die_may_be_rolled_again_alone() -> None:
    p = facing(red=4)
    ship(p, RED, levels="engineer3", leads="engineer")
    attack(p)
    play(p, "man 2", "man 0")
    deal(p, "white splash", "white sail")
    play(p, "reroll_die splash", "none")
    deal(p, "white sail")
    assert p.sail_damage[YELLOW] == 2


@rule("SM-11.12")
def test_a_splash_cannot_be_doubled() -> None:
    p = facing(red=3)
    ship(p, RED, levels="captain3", leads="captain")
    attack(p)
    play(p, "man 0", "man 0")
    deal(p, "white splash")
    assert asked(p) != "DoubleHit"


# Damage, SM-11.13 to SM-11.21


@rule("SM-11.14", "SM-11.15")
def test_sails_cannot_be_torn_further_than_there_are() -> None:
    p = facing()
    ship(p, YELLOW, sail_damage=4)
    attack(p)
    play(p, "man 2", "man 0")
    deal(p, "white sail", "white splash")
    assert p.sail_damage[YELLOW] == 4


@rule("SM-11.17", "SM-11.18")
def test_without_a_sailor_to_hit_nothing_happens() -> None:
    p = facing(yellow=0)
    ship(p, YELLOW, leaks=2)
    attack(p)
    play(p, "man 2")
    deal(p, "white hold", "white sailor")
    assert crew(p, YELLOW) == "h0 l2"
    assert lines(p, RED) == {"attack_vp": 3}


@rule("SM-11.13", "SM-11.18")
def test_each_sailor_hit_is_chosen_by_the_owner_of_the_ship() -> None:
    p = facing(red=4, yellow=3)
    attack(p)
    play(p, "man 2", "man 1")
    deal(p, "white sailor", "white sailor", "white cannon")
    # Red's cannon is hit first: two of his sailors are blocked
    assert crew(p, RED) == "h0 c2 b2"
    assert (actor(p), options(p)) == (YELLOW, ["lose hold", "lose crew"])
    play(p, "lose crew")
    # One is left in the hold and one at the cannon
    assert crew(p, YELLOW) == "h1 c1"
    play(p, "lose hold")
    assert lines(p, RED) == {"attack_vp": 3}


@rule("SM-11.20", "SM-11.21")
def test_a_damaged_cannon_cannot_be_manned_later() -> None:
    p = facing(yellow=4)
    ship(p, YELLOW, cannon_damage=1)
    attack(p)
    # No cannon to man: Yellow is not asked
    play(p, "man 2")
    deal(p, "white cannon", "white splash")
    assert p.cannon_damage[YELLOW] == 1, "no undamaged cannon is left to hit"


@rule("SM-11.22")
def test_the_deck_limits_the_boarders() -> None:
    p = facing(red=8, yellow=6)
    attack(p)
    play(p, "man 0", "man 0")
    # 7 against 5
    assert lines(p, RED) == {"attack_vp": 3}
    p = facing(red=5, yellow=6)
    attack(p)
    play(p, "man 0", "man 0")
    assert lines(p, RED) == {"tie_vp": 1}


# Outcome, SM-12


@rule("SM-12.5", "SM-12.7", "SM-12.8", "SM-12.15")
def test_a_beaten_attacker_may_stay_and_go_on() -> None:
    p = facing(red=1)
    ship(p, YELLOW, cargo="gold")
    ship(p, RED, cargo="rum")
    attack(p)
    play(p, "man 0")
    assert lines(p, YELLOW) == {"defence_vp": 2}
    # The defender takes nothing; the loser is asked
    assert (actor(p), asked(p)) == (RED, "Retreat")
    play(p, "stay")
    assert where(p, RED) == "r2c3/0"
    assert (actor(p), asked(p)) == (RED, "Action")


@rule("SM-12.6")
def test_a_tie_moves_nobody() -> None:
    p = facing()
    ship(p, YELLOW, cargo="gold")
    attack(p)
    play(p, "man 0", "man 0")
    assert (lines(p, RED), lines(p, YELLOW)) == ({"tie_vp": 1}, {"tie_vp": 1})
    assert asked(p) == "Action"


@rule("SM-12.9", "SM-10.14")
def test_flight_at_sea() -> None:
    p = facing(red=7, yellow=1)
    p.storms = [p.cell_of(YELLOW) + 1, 16]
    pirate(p, P1, "r1c2/0")
    attack(p)
    play(p, "man 0", "flee")
    assert offered(p, "cell") == [
        f"cell {name}" for name in ("r1c2", "r1c3", "r1c4", "r2c2", "r2c3", "r3c2", "r3c3", "r3c4")
    ]
    play(p, "cell r2c3")
    # Zone 1 is the only other zone of his tile
    assert where(p, YELLOW) == "r2c3/1"
    assert (actor(p), asked(p)) == (RED, "Action")


@rule("SM-12.9")
def test_flight_from_a_port() -> None:
    p = sea(wind="e")
    ship(p, RED, "r0c3/0", kind="corsair", hold=7)
    ship(p, YELLOW, "r0c4/port", hold=1)
    p.storms = [16, 22]
    act(p, RED)
    play(p, "do navigation", "move e 0", "engage yellow")
    deal(p, "red splash")
    play(p, "man 0", "flee", "cell r0c4")
    assert options(p) == ["zone 0", "zone 1"]
    play(p, "zone 0")
    assert where(p, YELLOW) == "r0c4/0"
    assert asked(p) == "Action", "no engagement with Red, who is there"


@rule("SM-12.10", "SM-12.12", "SM-12.15")
def test_a_ransomed_attacker_goes_on_with_his_turn() -> None:
    p = facing(red=1)
    ship(p, RED, money=2)
    p.storms = [0, 4]
    for seat in (GREEN, BLUE):
        ship(p, seat, "r4c4/port")
    attack(p)
    play(p, "man 0", "ransom")
    assert options(p) == ["port rum", "port sugar"], "two are under storms"
    assert refused(p, "port vanilla") == "SM-12.10"
    play(p, "port rum")
    assert (where(p, RED), p.money[RED], crew(p, RED)) == ("r4c4/port", 0, "h1")
    assert (actor(p), asked(p)) == (RED, "Action")


@rule("SM-12.14")
def test_prisoners_are_taken_from_sails_deck_and_hold() -> None:
    p = facing(red=1, yellow=7)
    ship(p, YELLOW, kind="corsair")
    ship(p, RED, hold=1, sails=3, deck=2, leaks=2, money=3, actions=1)
    attack(p)
    # 3 of the hold and the deck (they fit after the combat) board against 7
    play(p, "man 0", "ransom", "port rum")
    # 8 sailors: 2 + 4 due, 3 paid; 6 are to be lost, all of those not at leaks
    assert p.money[RED] == 0
    assert crew(p, RED) == "h0 l2"


# Pirates, SM-13


@rule("SM-13.1", "SM-13.7", "SM-13.10")
def test_a_controlled_pirate_loses() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c3/0", kind="corsair", hold=6)
    ship(p, BLUE, kind="corsair", levels="captain3 engineer3", leads="captain engineer")
    pirate(p, P1, "r2c2/0")
    steer(p, BLUE, P1)
    play(p, "move e 0")
    deal(p, "red splash")
    play(p, "man 0")
    # Two cannons, two dice; neither the Captain nor the Engineer of Blue is there
    deal(p, "white splash", "white sail")
    assert lines(p, RED) == {"defence_vp": 2}
    assert lines(p, BLUE) == {}
    assert (actor(p), options(p)) == (BLUE, ["stay", "flee"])
    play(p, "flee", "cell r2c2")
    assert where(p, P1) == "r2c2/0"


@rule("SM-13.12", "SM-13.13", "SM-13.15")
@pytest.mark.parametrize("controller", [None, BLUE])
def test_an_attacked_pirate_wins(controller: int | None) -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=1)
    pirate(p, P1, "r2c3/0", money=5, control=controller)
    act(p, RED)
    play(p, "do navigation", "move e 0")
    if asked_if_any(p) == "CombatRecover":
        play(p, "none")
    deal(p, "red splash", "white splash", "white splash")
    assert p.vp == ([0, 0, 0, 2] if controller == BLUE else [0, 0, 0, 0])
    assert lines(p, BLUE) == ({"piracy_vp": 2} if controller == BLUE else {})
    assert p.pirate_money[0] == 5
    assert (actor(p), asked(p)) == (RED, "Retreat")


@rule("SM-13.11", "SM-13.13")
def test_a_beaten_pirate_in_its_lair_may_be_brought_away() -> None:
    p = sea(wind="n")
    ship(p, RED, "r2c2/0", kind="corsair", hold=7)
    pirate(p, P1, money=5, control=BLUE)
    act(p, RED)
    play(p, "do navigation", "move n 1", "engage pirate_1")
    deal(p, "red splash")
    play(p, "man 0")
    deal(p, "white splash", "white splash")
    assert (p.money[RED], p.pirate_money[0]) == (22, 3)
    assert (actor(p), options(p)) == (BLUE, ["stay", "flee"])
    play(p, "flee", "cell r1c2")
    assert options(p) == ["zone 0", "zone 1"]
    play(p, "zone 0")
    assert where(p, P1) == "r1c2/0"


@rule("SM-13.2", "SM-10.3")
def test_nobody_attacks_the_pirate_he_controls() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0")
    pirate(p, P1, "r2c3/0", control=RED)
    pirate(p, P2, "r2c3/0")
    act(p, RED)
    play(p, "do navigation", "move e 0")
    # Pirate 2 blocks, pirate 1 does not
    assert p.fought == 1 << RED | 1 << P2


@rule("SM-13.8")
def test_hits_on_a_pirate_stop_at_nothing_left() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=8, bought=2)
    pirate(p, P1, "r2c3/0", cannon_damage=2, sail_damage=6, crew_damage=4)
    act(p, RED)
    play(p, "do navigation", "move e 0")
    deal(p, "red splash")
    play(p, "man 4")
    deal(p, "white cannon", "white sail", "white hold", "white sailor")
    assert p.pirate_cannon_damage[0] == 2
    assert p.pirate_sail_damage[0] == 6
    assert p.pirate_crew_damage[0] == 5
    assert lines(p, RED) == {"attack_vp": 3}
