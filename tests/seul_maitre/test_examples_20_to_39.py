"""The worked examples SM-EX-20 to SM-EX-39, number by number."""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.names import DIRECTIONS
from quarterdeck.games.seul_maitre.steps.voyage import rose
from quarterdeck.testing import example, rule
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    P1,
    P2,
    P3,
    P4,
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
    end_of_round,
    fought,
    landed,
    lines,
    offered,
    options,
    pirate,
    play,
    prepare,
    refused,
    sea,
    ship,
    vessels,
    where,
)

FAR = "r3c3 r3c1"  # storms that a wind from the south brings to no port


@example("SM-EX-20")
@rule("SM-8.11")
def test_ex_20_wind_rose() -> None:
    p = sea(wind="ne")
    costs = dict(zip(DIRECTIONS, rose(p, RED)[p.wind], strict=True))
    assert costs == {"n": 1, "ne": 0, "e": 1, "se": 1, "s": 2, "sw": 2, "w": 2, "nw": 1}
    ship(p, RED, levels="navigator3")
    trained = dict(zip(DIRECTIONS, rose(p, RED)[p.wind], strict=True))
    assert trained == costs | {"s": 1, "w": 1}


@example("SM-EX-21")
@rule("SM-5.1")
@pytest.mark.parametrize(
    ("before", "change", "after"), [("nw", 2, "ne"), ("n", -1, "nw"), ("w", 0, "w")]
)
def test_ex_21_change_die(before: str, change: int, after: str) -> None:
    p = sea(wind=before, storms="r2c2 r2c2")
    prepare(p, change)
    assert DIRECTIONS[p.wind] == after


@example("SM-EX-22")
@rule("SM-5.4", "SM-5.8", "SM-5.9", "SM-5.10", "SM-5.11", "SM-5.12", "SM-11.16")
def test_ex_22_tossed() -> None:
    p = sea(wind="e", storms="r0c2 r1c3")
    ship(p, GREEN, "r0c3/0", hold=4)
    prepare(p)
    assert p.storms == [cell("r0c3"), cell("r1c4")]
    assert chances(p) == {f"tossed {way}": 1 for way in ("e", "s", "sw", "w")}
    deal(p, "tossed s")
    assert (actor(p), options(p)) == (GREEN, ["zone 0", "zone 1"])
    play(p, "zone 0")
    deal(p, "red hold")
    assert where(p, GREEN) == "r1c3/0"
    assert crew(p, GREEN) == "h3 l1"


@example("SM-EX-23")
@rule("SM-5.5", "SM-5.6", "SM-5.7", "SM-10.14")
def test_ex_23_port_in_a_storm() -> None:
    p = sea(wind="nw", storms="r1c1 r3c3", order=(BLUE, RED, YELLOW, GREEN))
    ship(p, BLUE, "r0c0/port")
    ship(p, RED, "r4c0/port")
    pirate(p, P3, "r1c1/0")
    prepare(p)
    assert (actor(p), options(p)) == (BLUE, ["stay", "leave"])
    play(p, "leave")
    assert options(p) == ["cell r0c1", "cell r1c0", "cell r1c1"]
    play(p, "cell r1c1")
    # One zone, no cost, no damage, and no combat with the pirate there
    assert where(p, BLUE) == "r1c1/0"
    assert crew(p, BLUE) == "h4"
    assert where(p, P3) == "r1c1/0"
    assert asked(p) in ("DriftZone", "Bid")


@example("SM-EX-23")
@rule("SM-5.7", "SM-7.7")
def test_ex_23_storm_bound() -> None:
    p = sea(wind="nw", storms="r1c1 r3c3")
    ship(p, BLUE, "r0c0/port", untrained=1)
    ship(p, RED, "r4c0/port")
    prepare(p)
    play(p, "stay")
    while asked(p) == "DriftZone":
        play(p, options(p)[0])
    bids = {BLUE: 3, RED: 0, YELLOW: 1, GREEN: 2}
    while asked(p) == "Bid":
        play(p, f"bid {bids[actor(p)]}")
    deal(p, "bribed pirate_1", "upgrade up_sail")
    assert actor(p) == BLUE
    allowed = ["shipyard", "academy", "piracy", "market", "bank", "reinforcement", "end_turn"]
    assert options(p) == [f"do {action}" for action in allowed]
    assert refused(p, "do navigation") == "SM-5.7"


@example("SM-EX-24")
@rule("SM-5.15", "SM-5.18", "SM-5.19", "SM-5.20")
def test_ex_24_drift() -> None:
    p = sea(wind="s", storms="r2c3 r1c4", order=(YELLOW, RED, GREEN, BLUE))
    pirate(p, P1, "r4c2/0")
    pirate(p, P2, "r1c0/0")
    pirate(p, P3, "r2c3/1")
    # Pirate 3 is not under the storm once that has moved on to r3c3
    prepare(p)
    assert p.storms == [cell("r3c3"), cell("r2c4")]
    assert (actor(p), asked(p)) == (YELLOW, "DriftZone")
    assert options(p) == ["zone 0", "zone 1"]
    play(p, "zone 1")
    assert where(p, P2) == "r2c0/1"
    assert where(p, P1) == "r4c2/0"
    assert where(p, P3) == "r2c3/1"
    assert where(p, P4) == "r2c4/lair"
    assert p.stuck == 0b1000


@example("SM-EX-25")
@rule("SM-6.3", "SM-6.4", "SM-7.1", "SM-19.2")
def test_ex_25_bid_with_bank() -> None:
    p = sea(storms=FAR, order=(YELLOW, GREEN, BLUE, RED))
    ship(p, RED, money=1)
    prepare(p)
    while asked(p) == "DriftZone":
        play(p, options(p)[0])
    assert actor(p) == RED
    assert "bid 6" in options(p)
    play(p, "bid 4")
    assert (p.money[RED], p.tokens[RED]) == (1, 2)


@example("SM-EX-25")
@rule("SM-6.3")
def test_ex_25_the_dearest_slot() -> None:
    p = sea(storms=FAR, order=(YELLOW, GREEN, BLUE, RED))
    ship(p, RED, money=1)
    prepare(p)
    while asked(p) == "DriftZone":
        play(p, options(p)[0])
    play(p, "bid 6")
    assert (p.money[RED], p.tokens[RED]) == (1, 1)


@example("SM-EX-26")
@rule("SM-6.6", "SM-6.7")
@pytest.mark.parametrize(
    ("bids", "drawn", "gains"),
    [((6, 5), "pirate_1", [4, 3, 2, 2]), ((1, 0), "pirate_2", [0, 1, 0, 0])],
)
def test_ex_26_corruption_extremes(bids: tuple[int, int], drawn: str, gains: list[int]) -> None:
    p = sea(2, storms=FAR)
    prepare(p)
    while asked(p) == "DriftZone":
        play(p, options(p)[0])
    for bid in bids:
        play(p, f"bid {bid}")
    deal(p, f"bribed {drawn}")
    assert p.pirate_money == gains


@example("SM-EX-27")
@rule("SM-10.2", "SM-10.4", "SM-10.9", "SM-10.10", "SM-10.12")
def test_ex_27_blocking() -> None:
    p = sea(wind="w")
    ship(p, RED, "r2c3/1", kind="corsair")
    ship(p, YELLOW, "r1c3/1")
    act(p, YELLOW)
    play(p, "do navigation", "move s 1")
    # A single target that must be engaged: the combat has begun, with Yellow's recovery
    assert asked(p) == "CombatRecover"
    assert crew(p, YELLOW) == "h3 s1"
    assert p.fought == 1 << RED | 1 << YELLOW

    p = sea(wind="w")
    ship(p, RED, "r2c3/1", kind="corsair")
    ship(p, YELLOW, "r1c3/1")
    fought(p, RED)
    act(p, YELLOW)
    play(p, "do navigation", "move s 1")
    assert "to_site" in options(p)

    p = sea(wind="w")
    ship(p, RED, "r2c3/1", kind="corsair")
    ship(p, YELLOW, "r1c3/0")
    act(p, YELLOW)
    play(p, "do navigation")
    assert offered(p, "move").count("move s 1") == 0
    play(p, "move s 0")
    assert asked(p) == "Sail"


@example("SM-EX-28")
@rule("SM-10.6", "SM-10.7", "SM-10.11", "SM-10.13")
def test_ex_28_blockade() -> None:
    p = sea(wind="w")
    ship(p, BLUE, "r2c2/port", kind="corsair")
    ship(p, RED, "r2c3/0", kind="corsair")
    act(p, RED)
    play(p, "do navigation", "move w 0")
    assert vessels(p) == ["blue", "none"]
    play(p, "decline", "stop", "do end_turn", "do end_turn", "do end_turn")
    assert actor(p) == BLUE
    play(p, "do navigation")
    assert where(p, BLUE) == "r2c2/0"
    assert asked(p) == "CombatRecover"

    p = sea(wind="w")
    ship(p, BLUE, "r2c2/port", kind="corsair")
    ship(p, RED, "r2c2/0")
    act(p, BLUE)
    play(p, "do navigation")
    assert vessels(p) == ["red", "none"]


def manning(hold: int, size: str = "2", levels: str = "") -> list[str]:
    """How many cannons a Merchant attacked by a pirate may man; nothing to choose if none."""
    p = sea(wind="e", sailors_per_cannon=size)
    ship(p, RED, "r2c3/0", hold=hold, levels=levels)
    pirate(p, P1, "r2c2/0")
    pirate(p, P2, "r2c1/0")
    act(p, YELLOW)
    play(p, "do piracy", "control pirate_1", "move e 0", "engage red")
    deal(p, "red splash")
    return [] if p.chance else options(p)


@example("SM-EX-29")
@rule("SM-11.6", "SM-11.7", "SM-11.8", "SM-11.9")
def test_ex_29_crew_size() -> None:
    assert manning(4) == ["man 0", "man 1"]
    assert manning(4, "3") == ["man 0", "man 1"]
    assert manning(2, "3") == []
    assert manning(1) == []
    assert manning(1, levels="captain1") == ["man 0", "man 1"]


@example("SM-EX-30")
@rule("SM-11.20", "SM-11.22")
def test_ex_30_unmanned_cannon() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c3/0", hold=4)
    ship(p, YELLOW, "r2c2/0", kind="corsair", hold=2)
    act(p, YELLOW)
    play(p, "do navigation", "move e 0", "engage red")
    deal(p, "red splash")
    play(p, "man 1")
    assert actor(p) == RED
    play(p, "man 0")
    deal(p, "white cannon")
    assert p.cannon_damage[RED] == 1
    # 4 against 2: nobody was blocked
    assert lines(p, RED) == {"defence_vp": 2}


@example("SM-EX-31")
@rule("SM-13.5", "SM-13.6", "SM-13.8", "SM-13.11", "SM-13.13", "SM-22.4", "SM-22.5")
def test_ex_31_attack_on_a_pirate() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=6, actions=1)
    pirate(p, P1, "r2c3/0", money=7)
    act(p, RED)
    before = p.money[RED]
    play(p, "do navigation", "move e 0")
    deal(p, "red splash")
    play(p, "man 2")
    assert crew(p, RED) == "h2 c4"
    deal(p, "white cannon", "white sailor", "white sail", "white splash")
    assert (p.pirate_cannon_damage[0], p.pirate_crew_damage[0]) == (1, 1)
    assert p.sail_damage[RED] == 1
    assert lines(p, RED) == {"attack_vp": 3}
    assert p.money[RED] - before == 3
    assert p.pirate_money[0] == 4
    assert where(p, P1) == "r2c3/0"
    play(p, "do end_turn", "do end_turn", "do end_turn")
    assert (p.pirate_cannon_damage[0], p.pirate_crew_damage[0]) == (0, 0)
    assert (p.pirate_money[0], p.treasure[0]) == (2, 0)


@example("SM-EX-32")
@rule("SM-12.3", "SM-18.10")
def test_ex_32_loot_without_space() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=5, cargo="rum rum rum", money=0, actions=1)
    ship(p, YELLOW, "r2c3/0", hold=1, cargo="gold")
    act(p, RED)
    play(p, "do navigation", "move e 0", "engage yellow")
    deal(p, "red splash")
    play(p, "man 0")
    assert crew(p, RED) == "h5"
    play(p, "loot gold")
    assert cargo(p, RED) == "rum rum rum"
    assert p.money[RED] == 5
    assert lines(p, RED) == {"attack_vp": 3, "black_market_vp": 1}


@example("SM-EX-33")
@rule("SM-12.10", "SM-12.11", "SM-12.12", "SM-12.13", "SM-12.14", "SM-7.6")
@pytest.mark.parametrize(("tokens", "sailors", "money", "left"), [(1, "h3", 0, 1), (2, "h5", 1, 0)])
def test_ex_33_ransom(tokens: int, sailors: str, money: int, left: int) -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=7)
    ship(p, YELLOW, "r2c3/0", hold=5, money=1, actions=2)
    act(p, RED)
    play(p, "do navigation", "move e 0", "engage yellow")
    deal(p, "red splash")
    play(p, "man 0", "man 0")
    assert (actor(p), asked(p)) == (YELLOW, "Retreat")
    play(p, "ransom")
    assert options(p) == ["port vanilla", "port coffee", "port rum", "port sugar"]
    play(p, "port rum")
    assert options(p) == ["turn_in 1", "turn_in 2"]
    play(p, f"turn_in {tokens}")
    assert where(p, YELLOW) == "r4c4/port"
    assert (crew(p, YELLOW), p.money[YELLOW], p.tokens[YELLOW]) == (sailors, money, left)


@example("SM-EX-34")
@rule("SM-8.2", "SM-8.3", "SM-8.7")
def test_ex_34_charge() -> None:
    p = sea()
    ship(p, RED, hold=5, cargo="rum rum rum rum")
    assert (p.charge(RED), p.capacity(RED), p.points(RED)) == (3, 1, 1)
    ship(p, RED, levels="navigator2")
    assert (p.charge(RED), p.capacity(RED), p.points(RED)) == (3, 2, 3)


@example("SM-EX-35")
@rule("SM-8.3")
def test_ex_35_floor() -> None:
    p = sea()
    ship(p, RED, hold=3, cargo="rum rum rum rum rum rum", sail_damage=1)
    assert p.capacity(RED) == 1


@example("SM-EX-36")
@rule("SM-11.3", "SM-11.16", "SM-11.22")
def test_ex_36_leak_from_the_sails() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=0, sails=3)
    ship(p, YELLOW, "r2c3/0", hold=1)
    act(p, RED)
    # With no sailor left the only step is the free one down the wind: it is made by itself
    play(p, "do navigation", "engage yellow", "none")
    deal(p, "red hold")
    # It mans no cannon and boards with nobody: 0 against 1
    assert crew(p, RED) == "h0 s2 l1"
    assert lines(p, YELLOW) == {"defence_vp": 2}


@example("SM-EX-37")
@rule("SM-14.7", "SM-14.9", "SM-14.10")
def test_ex_37_becoming_a_corsair() -> None:
    p = sea()
    ship(p, RED, extended=True, hold=6, cargo="rum rum rum rum rum", tokens="known_bird")
    act(p, RED)
    play(p, "do shipyard", "improve letter")
    assert (p.spaces(RED), crew(p, RED)) == (8, "h2 d4")
    assert p.cannons(RED) == 2

    p = sea()
    ship(p, RED, extended=True, hold=3, cargo="rum rum rum rum rum coffee coffee coffee coffee")
    act(p, RED)
    play(p, "do shipyard", "improve letter")
    assert crew(p, RED) == "h0 d3"
    assert options(p) == ["sell coffee", "sell rum"]
    play(p, "sell rum")
    assert lines(p, RED) == {"black_market_vp": 1}
    assert asked(p) != "ConvertSell"


@example("SM-EX-38")
@rule("SM-14.4", "SM-14.8")
@pytest.mark.parametrize(
    ("levels", "leads", "price"),
    [("", "", 6), ("engineer1", "", 4), ("engineer2", "engineer", 3)],
)
def test_ex_38_sails(levels: str, leads: str, price: int) -> None:
    p = sea()
    ship(p, RED, kind="corsair", bonus=2, levels=levels, leads=leads, money=20)
    act(p, RED)
    play(p, "do shipyard")
    assert refused(p, "improve sail_2") == "SM-14.4"
    play(p, "improve sail_4")
    assert p.money[RED] == 20 - price
    assert p.bonus[RED] == 4


@example("SM-EX-39")
@rule("SM-18.3", "SM-18.4", "SM-18.5")
@pytest.mark.parametrize(
    ("before", "now", "points"),
    [
        ((), "rare_bird", 3),
        (("rare_bird",), "known_bird", 3),
        (("rare_bird", "known_bird"), "new_bird", 7),
        ((), "rare_bird rare_bird", 6),
        (("rare_bird", "rare_bird"), "new_bird", 8),
    ],
)
def test_ex_39_families(before: tuple[str, ...], now: str, points: int) -> None:
    p = sea()
    landed(p, RED, *before)
    ship(p, RED, tokens=now)
    act(p, RED)
    play(p, "do market", "land")
    assert p.vp[RED] == points


@rule("SM-22.1", "SM-22.2", "SM-22.3")
def test_ships_recover_at_the_end_of_a_round() -> None:
    p = sea()
    ship(p, RED, hold=1, sails=2, deck=1)
    end_of_round(p)
    assert crew(p, RED) == "h4"
