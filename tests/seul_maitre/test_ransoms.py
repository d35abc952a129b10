"""Loot, ransom and prisoners, coin by coin.  SM-12"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    RED,
    YELLOW,
    asked,
    asked_if_any,
    attack,
    cargo,
    crew,
    deal,
    facing,
    lines,
    options,
    play,
    ship,
    where,
)


def beaten_yellow(**facts: object) -> MasterPosition:
    """Red's Corsair boards with seven; Yellow, with a ship like this, is asked where to go."""
    p = facing(red=8)
    ship(p, YELLOW, **facts)  # type: ignore[arg-type]
    attack(p)
    while asked(p) == "ManCannons":
        play(p, "man 0")
    assert asked(p) == "Retreat"
    return p


# Loot, SM-12.2 and SM-12.3


@rule("SM-12.3")
@pytest.mark.parametrize(
    ("kind", "hold", "held", "after"),
    [
        ("corsair", 5, "rum rum", "gold rum rum"),
        ("corsair", 5, "rum rum rum", "rum rum rum"),
        # Spaces where no sailor may be will do for a cube
        ("merchant", 6, "rum rum", "gold rum rum"),
        ("merchant", 6, "rum rum rum", "rum rum rum"),
    ],
)
def test_loot_takes_the_last_space(kind: str, hold: int, held: str, after: str) -> None:
    p = facing(red=hold, yellow=1, kind=kind)
    ship(p, RED, cargo=held, money=0)
    ship(p, YELLOW, cargo="gold")
    attack(p)
    play(p, "man 0", "loot gold")
    assert cargo(p, RED) == after
    assert p.money[RED] == (0 if "gold" in after else 5)
    assert p.vp[RED] == (3 if "gold" in after else 4)
    assert cargo(p, YELLOW) == ""


@rule("SM-12.2", "SM-12.16")
def test_loot_may_be_left() -> None:
    p = facing(red=8, yellow=1)
    ship(p, YELLOW, cargo="gold")
    attack(p)
    play(p, "man 0", "none")
    assert (cargo(p, RED), cargo(p, YELLOW)) == ("", "gold")
    assert asked(p) == "Retreat"


# Ransom, SM-12.10 to SM-12.14


@rule("SM-12.12", "SM-12.13")
@pytest.mark.parametrize(
    ("money", "tokens", "possible"),
    [(2, 0, True), (1, 0, False), (0, 1, True), (1, 1, True), (0, 0, False)],
)
def test_the_ship_itself_must_be_paid_for(money: int, tokens: int, possible: bool) -> None:
    p = beaten_yellow(money=money, actions=tokens)
    assert ("ransom" in options(p)) is possible


@rule("SM-12.11", "SM-12.13", "SM-12.14")
@pytest.mark.parametrize(
    ("tokens", "after", "money"), [(0, "h0 l2", 0), (1, "h2 l2", 0), (2, "h2 l2", 1)]
)
def test_sailors_at_leaks_are_paid_for_but_never_lost(tokens: int, after: str, money: int) -> None:
    # Four sailors: 2 + 2 db
    p = beaten_yellow(hold=2, leaks=2, money=2 if tokens < 2 else 1, actions=3)
    play(p, "ransom", "port rum")
    assert options(p) == (["turn_in 0", "turn_in 1"] if tokens < 2 else ["turn_in 1", "turn_in 2"])
    play(p, f"turn_in {tokens}")
    assert (crew(p, YELLOW), p.money[YELLOW], p.tokens[YELLOW]) == (after, money, 3 - tokens)
    assert where(p, YELLOW) == "r4c4/port"


@rule("SM-12.11", "SM-12.13")
def test_who_has_money_enough_turns_nothing_in() -> None:
    p = beaten_yellow(hold=5, money=9, actions=3)
    play(p, "ransom", "port rum")
    # 2 for the ship and 1 for each of two pairs; the odd sailor is free
    assert (p.money[YELLOW], p.tokens[YELLOW], crew(p, YELLOW)) == (5, 3, "h5")


@rule("SM-12.14")
@pytest.mark.parametrize(("money", "after"), [(5, "h2 s2 d2"), (4, "h2 d2"), (3, "h2"), (2, "h0")])
def test_prisoners_come_from_the_sails_then_the_deck_then_the_hold(money: int, after: str) -> None:
    p = facing(red=2, yellow=6, kind="merchant")
    ship(p, RED, sails=2, deck=2, cargo="rum " * 7, money=money, actions=1)
    attack(p)
    while asked_if_any(p) == "ManCannons":
        play(p, "man 0")
    play(p, "ransom", "port rum")
    assert crew(p, RED) == after
    assert p.money[RED] == 0


Points = tuple[dict[str, int], dict[str, int]]
ATTACK: Points = ({"attack_vp": 3}, {})
DEFENCE: Points = ({}, {"defence_vp": 2})
TIE: Points = ({"tie_vp": 1}, {"tie_vp": 1})


@rule("SM-11.23", "SM-12.1", "SM-12.5", "SM-12.6")
@pytest.mark.parametrize(
    ("red", "yellow", "points"), [(5, 4, ATTACK), (4, 5, DEFENCE), (3, 3, TIE)]
)
def test_one_sailor_more_decides(red: int, yellow: int, points: Points) -> None:
    p = facing(red=red, yellow=yellow)
    attack(p)
    while asked_if_any(p) == "ManCannons":
        play(p, "man 0")
    assert (lines(p, RED), lines(p, YELLOW)) == points
    assert p.combats == [1, 1, 0, 0]
    assert p.victories == [int(red > yellow), int(yellow > red), 0, 0]


@rule("SM-11.24", "SM-12.3")
def test_blocked_crews_are_back_before_the_loot_is_stowed() -> None:
    # Eight spaces: five cubes, and three sailors of whom two are blocked for a while
    p = facing(red=3, yellow=2)
    ship(p, RED, cargo="rum rum rum rum rum", deck=2, money=0)
    ship(p, YELLOW, cargo="gold")
    attack(p)
    play(p, "man 1", "man 1")
    deal(p, "white sailor", "white cannon")
    if asked(p) == "Casualty":
        play(p, options(p)[0])
    # 1 + 2 on deck against 1
    play(p, "loot gold")
    assert cargo(p, RED) == "rum rum rum rum rum"
    assert crew(p, RED) == "h3 d2"
