"""Shipyard, Academy, discoveries, market.  SM-14, SM-15, SM-16, SM-18"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.names import CAPTAIN, branch_at
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    act,
    asked,
    cargo,
    chances,
    crew,
    deal,
    lines,
    offered,
    options,
    play,
    refused,
    sea,
    ship,
)

# The shipyard, SM-14


@rule("SM-14.5")
def test_a_hold_extension_once_and_for_merchants_only() -> None:
    p = sea()
    ship(p, RED, hold=6)
    act(p, RED)
    play(p, "do shipyard", "improve hold_ext")
    assert (p.spaces(RED), p.sailor_spaces(RED), p.money[RED]) == (12, 9, 16)
    assert offered(p, "recruit")[-1] == "recruit 3"
    p = sea()
    ship(p, RED, extended=True)
    act(p, RED)
    play(p, "do shipyard")
    assert refused(p, "improve hold_ext") == "SM-14.4"
    p = sea()
    ship(p, RED, kind="corsair")
    act(p, RED)
    play(p, "do shipyard")
    assert refused(p, "improve hold_ext") == "SM-14.7"
    assert refused(p, "improve letter") == "SM-14.7"


@rule("SM-14.2", "SM-14.3")
def test_repairs_are_paid_one_by_one() -> None:
    p = sea()
    ship(p, RED, money=3, sail_damage=2, leaks=2, cannon_damage=1, hold=2)
    ship(p, RED, cargo="rum rum rum rum rum")
    act(p, RED)
    play(p, "do shipyard", "mend_sails 1", "mend_leaks 2")
    assert (p.money[RED], p.sail_damage[RED], p.cannon_damage[RED]) == (0, 1, 1)
    # 2 sailors more in the hold
    assert crew(p, RED) == "h4"


@rule("SM-14.8")
@pytest.mark.parametrize(
    ("kind", "levels", "improvement", "price"),
    [
        ("merchant", "", "sail_3", 9),
        ("merchant", "engineer1", "sail_3", 6),
        ("merchant", "engineer1", "hold_ext", 2),
        ("merchant", "engineer1", "cannon", 8),
        ("corsair", "engineer2", "cannon", 6),
        ("merchant", "", "letter", 10),
        ("merchant", "engineer1", "letter", 10),
    ],
)
def test_prices_and_discounts(kind: str, levels: str, improvement: str, price: int) -> None:
    p = sea()
    ship(p, RED, kind=kind, levels=levels, money=20)
    if "2" in levels:
        ship(p, YELLOW, kind="corsair", levels="engineer2", leads="engineer")
    act(p, RED)
    play(p, "do shipyard", f"improve {improvement}")
    assert p.money[RED] == 20 - price


@rule("SM-14.9")
def test_bought_cannons_and_damage_come_along() -> None:
    p = sea()
    ship(p, RED, bought=1, sail_damage=2, bonus=3, leaks=1, hold=3)
    act(p, RED)
    play(p, "do shipyard", "improve letter")
    assert p.cannons(RED) == 3
    assert p.full_sails(RED) == 8
    assert (p.sail_damage[RED], p.leaks[RED]) == (2, 1)


@rule("SM-14.11")
def test_five_specialists_at_most() -> None:
    p = sea()
    ship(p, RED, untrained=3, levels="trader1 navigator1", money=5)
    act(p, RED)
    play(p, "do shipyard")
    assert refused(p, "hire") == "SM-14.11"


# The Academy, SM-15


@rule("SM-15.3", "SM-15.1")
def test_some_levels_need_a_corsair() -> None:
    p = sea()
    ship(p, RED, levels="captain1 navigator1 trader1", money=3)
    act(p, RED)
    play(p, "do academy")
    assert options(p) == ["train navigator", "train trader"]
    assert refused(p, "train captain") == "SM-15.3"
    assert refused(p, "train engineer") == "SM-15.2"
    p = sea()
    ship(p, RED, kind="corsair", levels="captain1 navigator2", money=3, leads="navigator")
    act(p, RED)
    play(p, "do academy")
    # Level 3 would cost 4: one branch is left, and trained at once
    assert p.level[branch_at(RED, CAPTAIN)] == 2
    assert p.money[RED] == 0


@rule("SM-15.4")
def test_levels_keep_what_lower_ones_give() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", levels="trader2", cargo="coffee coffee", money=0, leads="trader")
    act(p, RED)
    play(p, "do market", "sell coffee", "sell coffee")
    # 4 + 2 of level 1 + 1 of the card, twice
    assert p.money[RED] == 14


# Discoveries, SM-16


@rule("SM-16.4", "SM-16.6")
def test_a_scientist_of_level_3_takes_two() -> None:
    p = sea()
    ship(p, RED, "r1c1/site", kind="corsair", levels="scientist3", leads="scientist")
    act(p, RED)
    play(p, "do discovery")
    assert options(p) == ["pick known", "pick rare", "pick new"]
    play(p, "pick new")
    deal(p, "token new bird")
    # Only then the second is named, or declined; the new one of this site is gone
    assert options(p) == ["pick known", "pick rare", "none"]
    play(p, "pick rare")
    deal(p, "token rare fruit")
    assert p.aboard[RED] == 2
    assert p.pile[:3] == [3, 1, 0]
    assert p.markers[RED] == 1


@rule("SM-16.3", "SM-16.6")
def test_the_second_token_needs_a_space_too() -> None:
    p = sea()
    ship(p, RED, "r1c1/site", kind="corsair", levels="scientist3", leads="scientist")
    ship(p, RED, hold=4, cargo="rum rum rum")
    act(p, RED)
    play(p, "do discovery", "pick known")
    deal(p, "token known bird")
    assert p.aboard[RED] == 1
    assert asked(p) == "Action"


@rule("SM-16.1", "SM-16.3", "SM-16.5")
def test_what_stands_in_the_way_of_a_discovery() -> None:
    p = sea()
    ship(p, RED, "r1c1/site", cargo="rum rum rum rum rum")
    act(p, RED)
    assert refused(p, "do discovery") == "SM-16.3"
    p = sea()
    ship(p, RED, "r1c1/site")
    p.pile[0] = 0
    p.unseen[:3] = [0, 3, 3]
    p.landed[:1] = [3]
    act(p, RED)
    # Known ones are gone and no Scientist is there for the rest
    assert refused(p, "do discovery") == "SM-16.5"


@rule("SM-16.5", "SM-16.7")
def test_families_on_board_are_secret() -> None:
    p = sea()
    ship(p, RED, tokens="new_bird known_fruit")
    ship(p, GREEN, tokens="rare_insect")
    act(p, BLUE)
    seen: Counter[str] = Counter()
    random = Random(2)
    for _ in range(300):
        world = RULES.imagine(p, YELLOW, random)
        RULES.check(world)
        assert RULES.view(world, YELLOW) == RULES.view(p, YELLOW)
        seen[str(world.dump()["carried"])] += 1
    assert len(seen) > 60, "5 new x 5 known x 5 rare families"
    for _ in range(50):
        world = RULES.imagine(p, RED, random)
        assert world.dump()["carried"][:15] == p.carried[:15], "Red knows his own"


@rule("SM-16.5")
def test_a_drawn_token_is_one_nobody_has() -> None:
    p = sea()
    ship(p, YELLOW, tokens="known_bird known_bird known_bird")
    ship(p, RED, "r1c1/site")
    act(p, RED)
    play(p, "do discovery")
    assert chances(p) == {
        f"token known {family}": 3 for family in ("mammal", "fruit", "reptile", "insect")
    }


# The market, SM-18


@rule("SM-18.8")
@pytest.mark.parametrize(
    ("port", "closed"),
    [
        ("r2c2", "gold spice"),
        ("r0c0", "vanilla"),
        ("r0c4", "coffee"),
        ("r4c4", "rum"),
        ("r4c0", "sugar"),
    ],
)
def test_a_port_does_not_buy_what_it_sells(port: str, closed: str) -> None:
    p = sea()
    goods = "gold spice sugar vanilla coffee rum"
    ship(p, RED, f"{port}/port", hold=2, cargo=goods)
    act(p, RED)
    play(p, "do market")
    wanted = [f"sell {good}" for good in goods.split() if good not in closed.split()]
    assert offered(p, "sell") == wanted
    assert refused(p, f"sell {closed.split(maxsplit=1)[0]}") == "SM-18.8"


@rule("SM-18.6")
def test_a_merchant_sells_two_different_types() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", hold=2, cargo="gold gold spice coffee")
    act(p, RED)
    play(p, "do market", "sell spice")
    assert options(p) == ["stop", "sell coffee"]
    assert refused(p, "sell gold") == "SM-18.6"
    play(p, "stop", "buy 0")
    assert cargo(p, RED) == "gold gold coffee"


@rule("SM-18.7")
def test_a_trader_of_level_2_may_sell_two_of_a_type() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", hold=2, cargo="gold gold spice", levels="trader2", leads="trader")
    act(p, RED)
    play(p, "do market", "sell gold")
    assert options(p) == ["stop", "sell gold", "sell spice"]


@rule("SM-18.13")
def test_in_the_centre_gold_comes_before_spice() -> None:
    p = sea()
    ship(p, RED, "r2c2/port", hold=4, money=17)
    act(p, RED)
    play(p, "do market")
    assert options(p) == ["buy 0", "buy 1", "buy 2"]
    play(p, "buy 2", "buy 1")
    assert cargo(p, RED) == "gold gold spice"
    assert p.money[RED] == 0


@rule("SM-18.12")
def test_the_extra_sale_needs_a_full_column() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", hold=2, cargo="gold spice", levels="trader3", leads="trader")
    p.filled[1] = 4
    p.sold[1] = 4
    act(p, RED)
    play(p, "do market", "stop")
    assert options(p) == ["sell spice", "none"]
    assert refused(p, "sell gold") == "SM-18.12"
    play(p, "none", "buy 0", "do market", "stop", "sell spice")
    assert lines(p, RED) == {"trader_vp": 6}
