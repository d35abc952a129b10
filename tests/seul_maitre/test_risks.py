"""Risks are named before they are taken, and are what then happens."""

from __future__ import annotations

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.fights import chances
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.outcome import RansomBank
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    CALM,
    P1,
    RED,
    YELLOW,
    act,
    attack,
    deal,
    facing,
    options,
    pirate,
    play,
    prepare,
    sea,
    ship,
    to_bids,
)

NAMES = ("Anne", "Bruno", "Chloé", "Dirk")


def risk(p: MasterPosition, notation: str, language: str = "en") -> str:
    """What is risky about a choice of whoever is asked; empty if nothing is."""
    (seat,) = p.actors()
    choice = RULES.describe(p, seat, RULES.space.parse(notation))
    return Translator(language, NAMES).text(choice.risk) if choice.risk else ""


@rule("SM-10.4", "SM-11.3")
def test_a_forced_fight_is_named_with_its_odds_after_the_way_is_paid() -> None:
    p = sea(wind="w")
    ship(p, RED, "r2c2/0", hold=6)
    pirate(p, P1, "r2c3/0")
    act(p, RED)
    play(p, "do navigation")
    said = risk(p, "move e 0")
    # Two sailors go into the sails and do not fight
    world = p.clone()
    world.hold[RED], world.sails[RED] = 4, 2
    odds = chances(world, RED, P1)
    won, tied = round(100 * odds.attacker / odds.of), round(100 * odds.tie / odds.of)
    assert said == f"You must fight Pirate 1: {won}% to win, {tied}% for a tie."
    rested = chances(p, RED, P1)
    assert round(100 * rested.attacker / rested.of) != won
    assert risk(p, "move n 0") == ""


@rule("SM-10.5", "SM-12.5")
def test_a_merchant_may_be_passed_and_an_attack_may_be_lost() -> None:
    p = facing()
    act(p, RED)
    play(p, "do navigation")
    assert risk(p, "move e 0") == ""
    play(p, "move e 0")
    odds = chances(p, RED, YELLOW)
    lost = round(100 * odds.defender / odds.of)
    assert risk(p, "engage yellow") == (
        f"{lost}% to lose: the defender then gains 2 VP. Damage stays in any case."
    )


@rule("SM-9.2", "SM-9.3", "SM-5.13")
def test_a_storm_is_named_with_the_odds_of_its_die() -> None:
    p = sea(wind="e", storms="r1c2 r3c3")
    ship(p, RED, "r1c1/0")
    act(p, RED)
    play(p, "do navigation")
    # The red die misses twice in six
    assert "67% to be damaged" in risk(p, "move e storm")
    ship(p, RED, levels="navigator1")
    assert "44% to be damaged all the same" in risk(p, "move e storm")


@rule("SM-5.1", "SM-5.2", "SM-5.9")
def test_a_storm_that_may_come_is_named_with_the_odds_of_the_change_die() -> None:
    p = sea(wind="n", storms="r3c3 r0c0")
    ship(p, RED, "r2c3/0")
    act(p, RED)
    # Only an unchanged wind brings the storm of r3c3 to r2c3: one face of five
    assert risk(p, "do end_turn") == (
        "20% that a storm comes over your ship before the next round."
    )
    p.wind = 4
    assert risk(p, "do end_turn") == ""


@rule("SM-23.2")
def test_goods_left_on_board_at_the_end_are_named() -> None:
    p = sea(turn=8)
    ship(p, RED, "r4c4/port", cargo="gold sugar", tokens="rare_bird")
    act(p, RED)
    assert risk(p, "do end_turn") == (
        "3 cubes or discoveries still on board are worth nothing once the game ends."
    )


@rule("SM-14.9", "SM-14.10")
def test_what_a_corsair_has_no_room_for_is_named() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", cargo="rum " * 9, hold=3, extended=True)
    act(p, RED)
    play(p, "do shipyard")
    assert risk(p, "improve letter") == (
        "The hold extension is lost. 1 cube no longer fits and goes to the black market. "
        "3 sailors no longer fit into the hold and move to the deck."
    )
    play(p, "improve letter")
    assert (p.hold[RED], p.deck[RED], p.cubes(RED)) == (0, 3, 8)


@rule("SM-20.1", "SM-20.2")
def test_sailors_that_cargo_shuts_out_are_named() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", hold=0, sails=4)
    act(p, RED)
    play(p, "do market")
    assert risk(p, "buy 5") == ""
    assert risk(p, "buy 7") == (
        "2 sailors will find no place in the hold and stay on deck, unable to sail."
    )
    play(p, "buy 7")
    p.recover(RED)
    assert (p.hold[RED], p.deck[RED]) == (2, 2)


@rule("SM-6.3", "SM-6.4")
def test_a_bid_that_costs_actions_says_so() -> None:
    p = sea(storms=CALM)
    for seat in range(4):
        ship(p, seat, money=1)
    prepare(p)
    to_bids(p)
    assert risk(p, "bid 1") == ""
    assert risk(p, "bid 4") == "You will have only 2 actions this round."
    assert risk(p, "bid 4", "fr") == "Vous n\u2019aurez que 2 actions ce tour."


@rule("SM-12.14")
def test_prisoners_are_named() -> None:
    p = sea()
    ship(p, RED, "r2c2/0", hold=5, money=1, actions=2)
    p.push(RansomBank(RED, 0))
    p.advance()
    assert risk(p, "turn_in 1") == "2 sailors you cannot pay for will be lost."
    assert risk(p, "turn_in 2") == ""


@rule("SM-18.6")
def test_a_sale_warns_of_cubes_that_can_no_longer_be_sold() -> None:
    p = sea()
    ship(p, RED, "r4c0/port", cargo="gold rum coffee", levels="trader2", leads="trader")
    act(p, RED)
    play(p, "do market")
    before = [choice for choice in options(p) if choice.startswith("sell ")]
    assert len(before) > 1
    assert risk(p, before[0]) == ""
    later = before[-1]
    after = options(play(p.clone(), later))
    for earlier in before[:-1]:
        name = earlier.split()[1]
        assert (name in risk(p, later)) == (earlier not in after)
    assert "can no longer sell" in risk(p, later)


@rule("SM-11.11")
def test_rolling_a_die_again_warns_of_dice_that_can_no_longer_be() -> None:
    p = facing(red=8, yellow=4)
    ship(p, YELLOW, kind="corsair", levels="engineer3", leads="engineer")
    attack(p)
    play(p, "man 0", "man 2")
    deal(p, "white splash", "white sail")
    first, second, _ = options(p)
    assert (first, second) == ("reroll_die splash", "reroll_die sail")
    assert risk(p, first) == ""
    assert "splash" in risk(p, second)
    assert second in options(play(p.clone(), first))
    assert play(p.clone(), second).chance, "the other die is not asked for any more"
