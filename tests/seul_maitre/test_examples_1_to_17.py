"""The worked examples SM-EX-1 to SM-EX-17, number by number: the rulebook's own."""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.chart import ANY_CORNER, Chart, turned
from quarterdeck.testing import example, rule
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
    cargo,
    cell,
    chances,
    crew,
    deal,
    lines,
    offered,
    options,
    pirate,
    place,
    play,
    prepare,
    refused,
    sea,
    ship,
    steer,
    vessels,
    where,
)


@example("SM-EX-1")
@rule("SM-1.2", "SM-20.2", "SM-20.3")
def test_ex_1_ship_board() -> None:
    p = sea()
    assert p.spaces(RED) == 9
    assert p.sailor_spaces(RED) == 6
    assert p.cannons(RED) == 1
    assert p.table.deck[p.kind[RED]] == 5
    assert p.capacity(RED) == 4
    ship(p, RED, hold=6)
    assert p.room(RED) == 3
    assert p.berths(RED) == 0
    ship(p, RED, hold=4, cargo="rum rum rum rum rum")
    assert p.room(RED) == 0


@example("SM-EX-2")
@rule("SM-14.1", "SM-14.6", "SM-7.9")
def test_ex_2_price_of_a_cannon() -> None:
    p = sea()
    ship(p, RED, money=8)
    act(p, RED)
    play(p, "do shipyard", "improve cannon")
    assert p.money[RED] == 0
    assert p.cannons(RED) == 2
    p = sea()
    ship(p, RED, money=100, bought=1)
    act(p, RED)
    play(p, "do shipyard")
    assert refused(p, "improve cannon") == "SM-14.6"


@example("SM-EX-3")
@rule("SM-5.2", "SM-5.3", "SM-5.14", "SM-5.15", "SM-17.2")
def test_ex_3_storms() -> None:
    p = sea(wind="n", storms="r0c3 r3c1")
    prepare(p)
    assert p.storms == [cell("r4c3"), cell("r2c1")]
    assert p.stuck == 0b0010
    # Site 5 and lair 2 are closed
    p = sea(wind="n", storms="r4c3 r2c1")
    ship(p, RED, "r4c4/0")
    act(p, RED)
    play(p, "do navigation")
    assert "move w storm" in options(p)
    assert refused(p, "move w 0") == "SM-5.14"


@example("SM-EX-4")
@rule("SM-6.1", "SM-6.2", "SM-6.5", "SM-6.6")
def test_ex_4_bids() -> None:
    p = sea(storms="r3c3 r3c1", order=(YELLOW, RED, BLUE, GREEN))
    for seat, vp in ((YELLOW, 2), (BLUE, 2), (GREEN, 4), (RED, 6)):
        ship(p, seat, vp=vp)
    prepare(p)
    while asked(p) == "DriftZone":
        play(p, options(p)[0])
    bidders = []
    for slot in (2, 4, 1, 0):
        bidders.append(actor(p))
        play(p, f"bid {slot}")
    assert bidders == [BLUE, YELLOW, GREEN, RED]
    assert p.order == [YELLOW, BLUE, GREEN, RED]
    assert [p.money[seat] for seat in (BLUE, YELLOW, GREEN, RED)] == [18, 16, 19, 20]
    deal(p, "bribed pirate_3")
    assert sum(p.pirate_money) == 6


def bribed(p_sum: tuple[int, int], drawn: str) -> list[int]:
    """What the pirates get of the two bids of a game for two."""
    p = sea(2, storms="r3c3 r3c1")
    prepare(p)
    while asked(p) == "DriftZone":
        play(p, options(p)[0])
    play(p, f"bid {p_sum[0]}", f"bid {p_sum[1]}")
    deal(p, f"bribed {drawn}")
    return p.pirate_money


@example("SM-EX-5")
@rule("SM-6.7")
def test_ex_5_corruption() -> None:
    assert bribed((4, 2), "pirate_3") == [1, 1, 3, 1]


@example("SM-EX-6")
@rule("SM-8.1", "SM-8.3", "SM-8.4")
def test_ex_6_capacity() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=3, cargo="coffee vanilla", sail_damage=1)
    assert p.charge(RED) == 1
    assert p.capacity(RED) == 2
    act(p, RED)
    play(p, "do navigation", "move w 0")
    assert crew(p, RED) == "h1 s2"


@example("SM-EX-6")
@rule("SM-8.4", "SM-8.5")
def test_ex_6_a_point_is_left_for_later() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=3, cargo="coffee vanilla", sail_damage=1)
    act(p, RED)
    play(p, "do navigation", "move n 0", "stop")
    assert crew(p, RED) == "h2 s1"
    play(p, "do navigation", "cape 1")
    assert crew(p, RED) == "h1 s2"


@example("SM-EX-7")
@rule("SM-8.11", "SM-8.12", "SM-8.14", "SM-8.15", "SM-8.19", "SM-8.9")
def test_ex_7_navigation() -> None:
    p = sea(wind="nw")
    ship(p, GREEN, "r2c2/port", hold=4)
    act(p, GREEN)
    # A lone option is played by itself
    play(p, "do navigation")
    assert crew(p, GREEN) == "h3 s1"
    play(p, "move e 0")
    assert crew(p, GREEN) == "h1 s3"
    play(p, "cape 1")
    assert crew(p, GREEN) == "h0 s4"
    play(p, "to_site")
    assert where(p, GREEN) == "r2c3/site"
    assert crew(p, GREEN) == "h0 s4"
    assert asked(p) == "Action"


def m1() -> Chart:
    """M0 with four other tiles, one of which is in no box: land to the north, south and west."""
    p = sea()
    land = p.chart.land[:]
    land[cell("r0c1")] = turned(0b0011, 3)
    land[cell("r3c3")] = turned(0b0001, 2)
    land[cell("r4c2")] = 0b0011
    land[cell("r4c3")] = 0b1101
    land[cell("r4c4")] = turned(0b0001, 2)
    feature = p.chart.feature[:]
    feature[cell("r3c3")] = 0
    feature[cell("r4c3")] = 0
    corner = [ANY_CORNER] * 25
    corner[cell("r4c4")] = 0
    return Chart(land, feature, corner)


@example("SM-EX-8")
@rule("SM-3.14", "SM-3.11", "SM-3.12", "SM-10.10")
def test_ex_8_cape_at_the_map_border() -> None:
    p = sea(wind="w")
    p.chart = m1()
    assert p.chart.front[cell("r4c4")] == place("r4c4/0")
    pirate(p, P1, "r4c3/0")
    ship(p, GREEN, "r4c4/port")
    act(p, GREEN)
    play(p, "do navigation")
    assert where(p, GREEN) == "r4c4/0"
    play(p, "move w 1")
    assert asked(p) == "Sail"
    play(p, "cape 2", "move w 0", "move n 0")
    assert where(p, GREEN) == "r3c2/0"
    assert crew(p, GREEN) == "h1 s3"


@rule("SM-3.14")
def test_a_cape_leads_to_any_other_zone_of_the_tile() -> None:
    p = sea(wind="w")
    p.chart = m1()
    ship(p, GREEN, "r4c3/0")
    act(p, GREEN)
    play(p, "do navigation")
    assert offered(p, "cape") == ["cape 1", "cape 2"]


@example("SM-EX-9")
@rule("SM-9.1", "SM-9.2", "SM-9.3", "SM-9.4", "SM-11.18", "SM-11.19")
def test_ex_9_storm() -> None:
    p = sea(wind="w", storms="r1c2 r3c1")
    ship(p, GREEN, "r2c2/0", hold=4)
    pirate(p, P1, "r1c3/1")
    act(p, GREEN)
    play(p, "do navigation", "move n storm")
    assert crew(p, GREEN) == "h3 s1"
    deal(p, "tossed e")
    assert options(p) == ["zone 0", "zone 1"]
    play(p, "zone 1")
    assert where(p, GREEN) == "r1c3/1"
    deal(p, "red sailor")
    assert options(p) == ["lose hold", "lose sails"]
    play(p, "lose sails")
    assert crew(p, GREEN) == "h3"
    assert asked(p) == "Sail", "no engagement with the pirate he was thrown to"
    assert p.points(GREEN) == 3


@example("SM-EX-10")
@rule("SM-11.2", "SM-11.5", "SM-11.6", "SM-11.10", "SM-11.13", "SM-11.16", "SM-11.20")
@rule("SM-11.22", "SM-11.23", "SM-11.24", "SM-12.1", "SM-12.2", "SM-12.4", "SM-12.7", "SM-12.16")
def test_ex_10_combat() -> None:
    p = sea(wind="s")
    ship(p, RED, "r2c3/1", kind="corsair", hold=4, sails=1)
    ship(p, YELLOW, "r3c3/0", hold=4, cargo="rum vanilla", tokens="known_bird")
    act(p, RED)
    play(p, "do navigation", "move s 0")
    assert vessels(p) == ["yellow", "none"]
    play(p, "engage yellow", "recover")
    assert crew(p, RED) == "h5"
    assert p.tokens[RED] == 2
    deal(p, "red sailor")
    assert crew(p, RED) == "h4", "the only place a sailor can be lost from"
    play(p, "man 2")
    assert crew(p, RED) == "h0 c4"
    assert actor(p) == YELLOW
    play(p, "man 1")
    assert crew(p, YELLOW) == "h2 c2"
    deal(p, "white cannon", "white sail", "white hold")
    # Red 3 against Yellow 2
    assert lines(p, RED) == {"attack_vp": 3}
    assert lines(p, YELLOW) == {}
    assert crew(p, RED) == "h3 l1"
    assert crew(p, YELLOW) == "h4"
    assert (p.cannon_damage[YELLOW], p.sail_damage[YELLOW]) == (1, 1)
    assert actor(p) == RED
    assert options(p) == ["loot vanilla", "loot rum", "none"]
    play(p, "loot vanilla")
    assert cargo(p, RED) == "vanilla"
    assert cargo(p, YELLOW) == "rum"
    assert p.aboard == [0, 1, 0, 0]
    assert (actor(p), asked(p)) == (YELLOW, "Retreat")
    assert options(p) == ["stay", "flee", "ransom"]
    play(p, "stay")
    assert (actor(p), asked(p)) == (RED, "Action")


@example("SM-EX-11")
@rule("SM-14.11", "SM-14.12", "SM-15.1", "SM-15.2", "SM-15.8", "SM-18.9")
def test_ex_11_academy() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", money=10, cargo="vanilla")
    act(p, RED)
    play(p, "do shipyard", "hire", "done")
    assert p.money[RED] == 8
    play(p, "do academy", "train trader")
    assert p.money[RED] == 6
    play(p, "do market", "sell vanilla", "buy 0")
    assert p.money[RED] == 6 + 7 + 2
    # Nobody is left to become a Scientist
    assert "do academy" not in options(p)


@example("SM-EX-12")
@rule("SM-16.1", "SM-16.2", "SM-16.3", "SM-16.4", "SM-16.5", "SM-16.7", "SM-16.8", "SM-18.3")
def test_ex_12_discovery() -> None:
    p = sea()
    ship(p, RED, "r1c1/site", hold=4, cargo="rum rum rum rum", levels="scientist1")
    act(p, RED)
    assert p.room(RED) == 1
    play(p, "do discovery")
    assert options(p) == ["pick known", "pick rare"]
    play(p, "pick rare")
    assert chances(p) == {
        f"token rare {f}": 2 for f in ("mammal", "fruit", "reptile", "bird", "insect")
    }
    assert p.audience() == RED
    deal(p, "token rare bird")
    assert p.aboard[RED] == 1
    assert p.charge(RED) == 3
    assert p.room(RED) == 0
    assert p.markers[RED] == 0b00001
    p.used[RED] = 0
    ship(p, RED, hold=2)
    p.reconsider()
    assert refused(p, "do discovery") == "SM-16.2"
    ship(p, RED, "r4c4/port")
    p.reconsider()
    play(p, "do market", "land")
    assert lines(p, RED) == {"discovery_vp": 3}


@example("SM-EX-13")
@rule("SM-13.3", "SM-13.4", "SM-13.5", "SM-13.6", "SM-17.3")
def test_ex_13_pirate() -> None:
    p = sea(wind="e")
    pirate(p, P2, "r2c2/0", crew_damage=1, sail_damage=2)
    ship(p, RED, "r2c3/0", hold=4)
    steer(p, YELLOW, P2)
    # 4 points: a fourth one still turns the pirate, a fifth would not
    play(p, "move w 0", "move n 0")
    assert refused(p, "move w 0") == "SM-8.9"
    p = sea(wind="e")
    pirate(p, P2, "r2c2/0", crew_damage=1, sail_damage=2)
    ship(p, RED, "r2c3/0", hold=4)
    steer(p, YELLOW, P2)
    play(p, "move e 0", "engage red")
    deal(p, "red splash")
    play(p, "man 0")
    deal(p, "white splash", "white splash")
    # 4 against 4: two dice, and then a tie
    assert lines(p, YELLOW) == {"piracy_vp": 1}
    assert lines(p, RED) == {"tie_vp": 1}


@example("SM-EX-14")
@rule("SM-18.1", "SM-18.2", "SM-18.3", "SM-18.6", "SM-18.9", "SM-18.13", "SM-18.14", "SM-8.1")
@pytest.mark.parametrize(("coffee", "gain"), [("4", 9), ("7", 12)])
def test_ex_14_market(coffee: str, gain: int) -> None:
    p = sea(coffee_price=coffee)
    ship(p, YELLOW, "r4c4/port", hold=3, cargo="coffee vanilla", tokens="known_bird")
    p.filled[3] = 1
    p.sold[3] = 1
    before = p.money[YELLOW]
    act(p, YELLOW)
    play(p, "do market", "land", "sell vanilla", "sell coffee", "buy 1")
    assert p.vp[YELLOW] == 7
    assert lines(p, YELLOW) == {"discovery_vp": 2, "market_vp": 5}
    assert p.money[YELLOW] - before == gain
    assert cargo(p, YELLOW) == "rum"
    assert p.charge(YELLOW) == 0


@example("SM-EX-15")
@rule("SM-18.10", "SM-18.11")
def test_ex_15_black_market() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", cargo="sugar", money=0)
    p.filled[2] = 4
    p.sold[2] = 4
    act(p, RED)
    play(p, "do market", "sell sugar")
    assert lines(p, RED) == {"black_market_vp": 1}
    assert p.money[RED] == 3
    assert p.filled[2] == 4


@example("SM-EX-16")
@rule("SM-18.3", "SM-18.4")
def test_ex_16_family() -> None:
    p = sea()
    ship(p, RED, "r4c4/port", tokens="known_bird rare_bird new_bird")
    act(p, RED)
    play(p, "do market", "land")
    assert lines(p, RED) == {"discovery_vp": 9, "family_vp": 4}
    assert p.vp[RED] == 13


@example("SM-EX-17")
@rule("SM-14.1", "SM-14.13", "SM-7.4")
def test_ex_17_one_shipyard_action() -> None:
    p = sea()
    ship(p, RED, hold=3, money=13)
    act(p, RED)
    play(p, "do shipyard", "improve cannon", "hire", "recruit 3")
    assert (p.money[RED], crew(p, RED), p.cannons(RED)) == (0, "h6", 2)
    assert (p.untrained[RED], p.tokens[RED]) == (1, 3)
    p = sea()
    ship(p, RED, hold=4, money=13)
    act(p, RED)
    play(p, "do shipyard")
    assert offered(p, "recruit") == ["recruit 1", "recruit 2"]
