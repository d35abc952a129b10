"""The worked examples SM-EX-40 to SM-EX-67, number by number."""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.names import (
    TILES,
    TRADER,
    branch_at,
    pile_at,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.obstacles import TOO_FEW_COASTS
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.scoring import ranking, totals
from quarterdeck.games.seul_maitre.steps.building import BuildCell, BuildRotation
from quarterdeck.games.seul_maitre.steps.initiative import bidding_order
from quarterdeck.games.seul_maitre.steps.yard import Yard
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


@example("SM-EX-40")
@rule("SM-16.8", "SM-16.9")
def test_ex_40_site_markers() -> None:
    p = sea()
    ship(p, BLUE, "r4c3/site")
    p.markers[BLUE] = 0b01111
    act(p, BLUE)
    play(p, "do discovery")
    deal(p, "token known fruit")
    assert p.markers[BLUE] == 0

    p = sea()
    ship(p, BLUE, "r4c3/site")
    p.markers[BLUE] = 0b01101
    act(p, BLUE)
    play(p, "do discovery")
    deal(p, "token known fruit")
    assert p.markers[BLUE] == 0b11101

    p = sea()
    ship(p, BLUE, "r4c3/site")
    p.markers[BLUE] = 0b01101
    empty_site(p, 1)
    act(p, BLUE)
    play(p, "do discovery")
    deal(p, "token known fruit")
    assert p.markers[BLUE] == 0


def empty_site(p: MasterPosition, site: int) -> None:
    """All tokens of a site lie in front of Red."""
    for rarity, family in ((0, 0), (0, 0), (0, 0), (1, 0), (1, 0), (2, 0)):
        p.pile[pile_at(site, rarity)] -= 1
        p.unseen[token_kind(rarity, family)] -= 1
        p.landed[token_at(RED, token_kind(rarity, family))] += 1


@example("SM-EX-41")
@rule("SM-18.6", "SM-18.7", "SM-18.9")
def test_ex_41_corsair_with_trader_2() -> None:
    p = sea()
    ship(p, RED, "r4c0/port", kind="corsair", cargo="rum rum coffee", levels="trader2", money=0)
    ship(p, YELLOW, levels="trader2", leads="trader")
    p.filled[5] = 1
    p.sold[5] = 1
    act(p, RED)
    play(p, "do market", "sell rum")
    assert refused(p, "sell coffee") == "SM-18.7"
    play(p, "sell rum")
    assert (p.vp[RED], p.money[RED]) == (5, 10)
    assert cargo(p, RED) == "coffee"

    p = sea()
    ship(p, RED, "r4c0/port", kind="corsair", cargo="rum rum coffee", levels="trader1", money=0)
    p.filled[5] = 1
    p.sold[5] = 1
    act(p, RED)
    play(p, "do market", "sell rum")
    assert (p.vp[RED], p.money[RED]) == (2, 5)
    assert asked(p) != "Selling"


@example("SM-EX-42")
@rule("SM-18.8", "SM-18.10", "SM-18.12")
def test_ex_42_trader_3() -> None:
    p = sea()
    ship(p, RED, "r4c0/port", cargo="gold gold coffee", levels="trader3", money=0)
    ship(p, YELLOW, levels="trader3", leads="trader")
    p.filled[0] = 3
    p.sold[0] = 3
    act(p, RED)
    play(p, "do market", "sell gold", "sell coffee")
    assert (p.vp[RED], p.money[RED]) == (3, 11)
    assert options(p) == ["sell gold", "none"]
    play(p, "sell gold")
    assert lines(p, RED) == {"market_vp": 2, "black_market_vp": 1, "trader_vp": 6}
    assert p.money[RED] == 25
    # A second Market action of this round has no extra sale
    ship(p, RED, cargo="gold gold")
    p.reconsider()
    if asked(p) == "BuyCubes":
        play(p, "buy 0")
    play(p, "do market", "sell gold", "stop")
    assert asked(p) != "SellExtra"


@example("SM-EX-43")
@rule("SM-22.4", "SM-22.5")
def test_ex_43_upkeep() -> None:
    p = sea()
    pirate(p, P1, money=7, cannon_damage=1, crew_damage=1, sail_damage=2)
    pirate(p, P2, money=3, cannon_damage=1, crew_damage=2, sail_damage=1)
    pirate(p, P3, money=8)
    end_of_round(p)
    assert p.pirate_cannon_damage == [0, 0, 0, 0]
    assert p.pirate_crew_damage == [0, 0, 0, 0]
    assert p.pirate_sail_damage == [0, 1, 0, 0]
    assert p.pirate_money == [0, 0, 2, 0]
    assert p.treasure == [3, 0, 6, 0]


@example("SM-EX-44")
@rule("SM-17.4", "SM-17.6", "SM-17.7", "SM-17.8", "SM-17.9")
def test_ex_44_treasure() -> None:
    p = sea(wind="e")
    p.treasure[0] = 6
    pirate(p, P3, "r2c2/0")
    pirate(p, P1, "r0c0/0")
    before = p.money[YELLOW]
    act(p, YELLOW)
    play(p, "do piracy", "control pirate_3", "move n 1", "enter_lair")
    assert p.money[YELLOW] - before == 6
    assert where(p, P3) == "r1c2/lair"
    assert p.treasure[0] == 0
    assert asked(p) == "Action"

    p = sea(wind="e")
    p.treasure[0] = 6
    pirate(p, P1, "r2c2/0")
    before = p.money[YELLOW]
    act(p, YELLOW)
    play(p, "do piracy", "control pirate_1", "move n 1", "enter_lair")
    assert p.money[YELLOW] == before
    assert p.treasure[0] == 6


@example("SM-EX-45")
@rule("SM-15.5", "SM-15.6", "SM-15.7")
def test_ex_45_leader() -> None:
    p = sea()
    ship(p, RED, levels="trader1", actions=1)
    ship(p, BLUE, levels="trader1")
    p.order = [RED, BLUE, GREEN, YELLOW]
    act(p, RED)
    play(p, "do academy")
    assert p.leaders[4] == RED
    play(p, "do academy")
    assert p.leaders[4] == RED
    p.used[BLUE] = 0
    p.reconsider()
    play(p, "do academy")
    assert p.leaders[4] == BLUE

    p = sea()
    ship(p, RED, levels="trader2")
    ship(p, BLUE, levels="trader3", leads="trader")
    act(p, RED)
    play(p, "do academy")
    assert p.level[branch_at(RED, TRADER)] == 3
    assert p.leaders[4] == BLUE


@example("SM-EX-46")
@rule("SM-23.1", "SM-23.3")
def test_ex_46_final_score() -> None:
    p = sea(2)
    ship(p, RED, vp=41, money=23)
    ship(p, YELLOW, vp=42, money=17)
    assert totals(p) == [45, 45]
    assert ranking(p) == [1, 2]


@example("SM-EX-47")
@rule("SM-6.2")
def test_ex_47_bidding_order() -> None:
    p = sea(order=(BLUE, RED, GREEN, YELLOW))
    for seat, vp in ((RED, 5), (BLUE, 5), (YELLOW, 5), (GREEN, 7)):
        ship(p, seat, vp=vp)
    assert bidding_order(p) == [YELLOW, RED, BLUE, GREEN]


@example("SM-EX-48")
@rule("SM-20.1", "SM-20.4", "SM-11.7", "SM-11.22", "SM-11.24")
def test_ex_48_full_hold() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=2, sails=4, cargo="rum rum rum rum coffee coffee coffee")
    pirate(p, P1, "r2c3/0")
    act(p, RED)
    play(p, "do recovery")
    assert crew(p, RED) == "h2 d4"
    play(p, "do navigation", "move e 0")
    deal(p, "red splash")
    assert options(p) == ["man 0", "man 1"]
    play(p, "man 1")
    assert crew(p, RED) == "h0 d4 c2"
    deal(p, "white splash", "white splash", "white splash")
    # min(5, 2 + 4) against 5
    assert lines(p, RED) == {"tie_vp": 1}
    assert crew(p, RED) == "h2 d4"


def start_of_ex_49() -> MasterPosition:
    p = RULES.blank(*RULES.checked_setup(4, {}))
    p.set_up()
    p.order = [0, 1, 2, 3]
    for where_, tile, quarters in (
        ("r1c2", "lair_1", 0),
        ("r2c3", "head_1", 0),
        ("r3c2", "lair_3", 2),
        ("r2c1", "lair_2", 3),
    ):
        p.tiles[cell(where_)] = TILES.index(tile)
        p.turns[cell(where_)] = quarters
    return p


@example("SM-EX-49")
@rule("SM-2.5", "SM-2.7", "SM-2.8", "SM-2.10")
def test_ex_49_coast_budget() -> None:
    p = start_of_ex_49()
    yard = Yard(p.table, p.tiles, p.turns)
    assert [c for c in range(25) if yard.demand[c]] == [
        cell(n) for n in ("r0c2", "r1c3", "r2c0", "r4c2")
    ]
    assert yard.left == [8, 6, 2]
    assert yard.obstacle(cell("r1c1"), 1, 3) is None
    p.push(BuildCell(0, TILES.index("open_1")))
    p.advance()
    assert refused(p, "cell r1c3") == "SM-2.5"
    assert refused(p, "cell r0c1") == "SM-2.8"
    assert refused(p, "cell r0c0") == "SM-2.4"
    assert refused(p, "cell r2c2") == "SM-2.4"
    p.stack.clear()
    p.row = [TILES.index("coast_1")]
    p.push(BuildRotation(0, TILES.index("coast_1"), cell("r0c2")))
    p.advance()
    assert p.tiles[cell("r0c2")] == TILES.index("coast_1")
    assert p.turns[cell("r0c2")] == 2, "the only rotation with land to the south"

    p = start_of_ex_49()
    p.tiles[cell("r1c1")] = TILES.index("coast_1")
    p.turns[cell("r1c1")] = 3
    yard = Yard(p.table, p.tiles, p.turns)
    assert yard.left == [8, 5, 2]
    assert yard.demand[cell("r1c0")] == 1
    assert yard.obstacle(cell("r1c3"), 1, 2) is None
    # Neither meets a demand: five demands would be left for four single tiles
    assert yard.obstacle(cell("r3c3"), 1, 1) == TOO_FEW_COASTS
    assert yard.obstacle(cell("r2c4"), 1, 1) == TOO_FEW_COASTS


@example("SM-EX-50")
@rule("SM-7.1", "SM-21.1", "SM-21.2")
def test_ex_50_reinforcement() -> None:
    p = sea(2, storms="r3c3 r3c1")
    act(p, RED)
    play(p, "do reinforcement", "do end_turn", "do end_turn")
    assert p.round == 3
    assert p.tokens == [5, 4]
    next_actions(p)
    while p.round == 3 and asked(p) == "Action":
        play(p, "do end_turn")
    assert p.round == 4
    assert p.tokens == [4, 4]


def next_actions(p: MasterPosition) -> None:
    """Through the preparation, whatever it asks, with the lowest bids."""
    while p.chance or asked(p) != "Action":
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            p.play(actor(p), p.legal(actor(p))[0])


@example("SM-EX-51")
@rule("SM-7.11", "SM-14.3")
def test_ex_51_distress() -> None:
    p = sea(wind="w", storms="r1c4 r3c1")
    ship(p, RED, "r3c4/0", hold=0, leaks=2)
    act(p, RED)
    play(p, "do distress")
    assert options(p) == ["port vanilla", "port coffee", "port rum", "port sugar"]
    play(p, "port rum")
    assert where(p, RED) == "r4c4/port"
    assert p.tokens[RED] == 3
    play(p, "do shipyard", "mend_leaks 2")
    assert crew(p, RED) == "h2"


@example("SM-EX-52")
@rule("SM-13.9", "SM-13.14")
def test_ex_52_pirates_loot() -> None:
    p = sea(wind="e")
    ship(p, YELLOW, "r2c3/0", hold=1, cargo="vanilla rum")
    pirate(p, P4, "r2c2/0")
    before = p.money[BLUE]
    steer(p, BLUE, P4)
    play(p, "move e 0", "engage yellow")
    deal(p, "red splash", "white splash", "white splash")
    assert actor(p) == BLUE
    play(p, "loot vanilla")
    assert lines(p, BLUE) == {"piracy_vp": 3, "black_market_vp": 1}
    assert p.pirate_money[3] == 3
    assert p.money[BLUE] == before
    assert (actor(p), asked(p)) == (YELLOW, "Retreat")


@example("SM-EX-53")
@rule("SM-8.8", "SM-8.9")
def test_ex_53_payment_order() -> None:
    p = sea(wind="s")
    ship(p, RED, "r1c1/0", hold=1, levels="navigator2", leads="navigator")
    act(p, RED)
    play(p, "do navigation", "move n 1")
    assert crew(p, RED) == "h1"
    assert p.orange == 1 << RED
    assert not p.has_orange(RED)


@example("SM-EX-54")
@rule("SM-10.3", "SM-13.2")
def test_ex_54_pirates_among_themselves() -> None:
    p = sea(wind="e")
    pirate(p, P1, "r2c2/0")
    pirate(p, P2, "r2c3/0")
    ship(p, YELLOW, "r2c3/0")
    steer(p, YELLOW, P1)
    play(p, "move e 0")
    assert asked(p) == "PirateSail"


@example("SM-EX-55")
@rule("SM-5.21", "SM-9.3")
def test_ex_55_two_storms() -> None:
    p = sea(wind="e", storms="r1c2 r1c2")
    ship(p, RED, "r1c1/0")
    act(p, RED)
    play(p, "do navigation", "move e storm")
    deal(p, "tossed w", "red sail", "red splash")
    assert p.sail_damage[RED] == 1
    assert where(p, RED) == "r1c1/0"


@example("SM-EX-56")
@rule("SM-11.12", "SM-11.20")
def test_ex_56_doubled_hit() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=1, levels="captain3", leads="captain")
    ship(p, YELLOW, "r2c3/0", hold=4, bought=1)
    act(p, RED)
    play(p, "do navigation", "move e 0", "engage yellow")
    deal(p, "red splash")
    play(p, "man 1", "man 1")
    assert crew(p, YELLOW) == "h2 c2"
    deal(p, "white sail", "white cannon", "white splash")
    assert options(p) == ["double sail", "double cannon", "none"]
    play(p, "double cannon")
    assert (p.cannon_damage[YELLOW], p.sail_damage[YELLOW]) == (2, 1)
    # 1 and the card's 1 against 2
    assert lines(p, YELLOW) == {"tie_vp": 1}
    assert crew(p, YELLOW) == "h4"


@example("SM-EX-57")
@rule("SM-8.10", "SM-8.13", "SM-8.14", "SM-3.13")
def test_ex_57_crossing_the_map() -> None:
    p = sea(wind="nw")
    ship(p, GREEN, "r4c4/port")
    act(p, GREEN)
    play(p, "do navigation", "move nw 0", "move nw 0", "enter_port")
    assert where(p, GREEN) == "r2c2/port"
    assert crew(p, GREEN) == "h2 s2"

    p = sea(wind="se")
    ship(p, GREEN, "r4c4/port")
    act(p, GREEN)
    play(p, "do navigation", "move nw 0")
    assert crew(p, GREEN) == "h1 s3"
    assert refused(p, "move nw 0") == "SM-8.9"
    play(p, "stop", "do recovery", "do navigation", "move nw 0", "enter_port")
    assert where(p, GREEN) == "r2c2/port"
    assert crew(p, GREEN) == "h1 s3"


@example("SM-EX-58")
@rule("SM-24.5")
def test_ex_58_two_players() -> None:
    p = sea(2)
    assert p.table.slots == [[5], [4, 5], [4, 5], [3, 4], [3, 4], [2, 3]]
    ship(p, RED, "r4c4/port", cargo="spice spice spice", money=0)
    act(p, RED)
    play(p, "do market", "sell spice", "buy 0", "do market", "sell spice", "buy 0")
    assert lines(p, RED) == {"market_vp": 9}
    play(p, "do market", "sell spice")
    assert lines(p, RED) == {"market_vp": 9, "black_market_vp": 1}


@rule("SM-24.4")
def test_three_players_find_the_lowest_slots_filled() -> None:
    p = sea(3)
    assert p.table.slots == [
        [5, 6],
        [4, 5, 6],
        [4, 5, 6],
        [3, 4, 5],
        [3, 4, 5],
        [2, 3, 4],
    ]


@example("SM-EX-59")
@rule("SM-13.6")
def test_ex_59_cannon_hits_and_option_3() -> None:
    p = sea(wind="e", sailors_per_cannon="3")
    ship(p, RED, "r2c2/0", kind="corsair", hold=3)
    pirate(p, P1, "r2c3/0")
    act(p, RED)
    play(p, "do navigation", "move e 0")
    deal(p, "red splash")
    play(p, "man 1")
    deal(p, "white cannon", "white splash", "white splash")
    # 3 against 5 - 3
    assert lines(p, RED) == {"attack_vp": 3}


@example("SM-EX-60")
@rule("SM-10.4", "SM-10.5")
def test_ex_60_forced_choice() -> None:
    p = sea(wind="e")
    ship(p, YELLOW, "r2c2/0")
    ship(p, RED, "r2c3/0", kind="corsair")
    ship(p, BLUE, "r2c3/0")
    pirate(p, P2, "r2c3/0")
    act(p, YELLOW)
    play(p, "do navigation", "move e 0")
    assert vessels(p) == ["red", "pirate_2"]
    assert refused(p, "engage blue") == "SM-10.4"
    assert refused(p, "decline") == "SM-10.4"


@example("SM-EX-61")
@rule("SM-7.3", "SM-11.2")
def test_ex_61_alternate_order() -> None:
    p = sea(2, wind="e", action_order="alternate", storms="r3c3 r3c1")
    ship(p, RED, "r2c2/0", hold=3, sails=1)
    pirate(p, P1, "r2c3/0")
    act(p, RED)
    play(p, "do bank")
    assert actor(p) == YELLOW
    play(p, "do bank", "do navigation", "move e 0", "recover")
    deal(p, "red splash")
    play(p, "man 0")
    deal(p, "white splash", "white splash")
    assert p.tokens == [1, 3]
    play(p, "stay")
    assert actor(p) == YELLOW
    play(p, "do bank", "do bank")
    assert p.tokens == [0, 2]
    assert actor(p) == YELLOW
    play(p, "do bank")
    assert actor(p) == YELLOW
    play(p, "do bank")
    assert p.round == 3


@example("SM-EX-62")
@rule("SM-7.12", "SM-20.1")
def test_ex_62_jettison() -> None:
    p = sea(2, wind="w", storms="r3c3 r3c1")
    ship(p, RED, "r4c4/port", hold=0, sails=4, money=20, actions=1)
    act(p, RED)
    play(p, "do market", "buy 9")
    assert p.money[RED] == 2
    play(p, "do end_turn")
    assert crew(p, RED) == "h0 d4"
    next_actions(p)
    if actor(p) != RED:
        play(p, "do end_turn")
    assert "do navigation" not in options(p)
    assert "do market" not in options(p)
    play(p, "do jettison")
    assert cargo(p, RED) == " ".join(["rum"] * 8)
    assert crew(p, RED) == "h1 d3"
    assert (p.charge(RED), p.capacity(RED)) == (7, 1)
    play(p, "do navigation")
    assert crew(p, RED) == "h0 s1 d3"
    assert where(p, RED) == "r4c4/0"


@example("SM-EX-63")
@rule("SM-9.6", "SM-5.13")
def test_ex_63_one_storm_once() -> None:
    p = sea(wind="e", storms="r1c2 r3c1")
    ship(p, GREEN, "r1c1/0", levels="navigator1")
    act(p, GREEN)
    play(p, "do navigation", "move e storm")
    assert crew(p, GREEN) == "h4"
    assert offered(p, "exit") == [
        f"exit {way}" for way in ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    ]
    play(p, "exit w")
    deal(p, "red splash")
    play(p, "keep")
    assert where(p, GREEN) == "r1c1/0"
    assert refused(p, "move e storm") == "SM-9.6"
    play(p, "stop", "do navigation")
    assert "move e storm" in options(p)


@example("SM-EX-64")
@rule("SM-18.2", "SM-18.3")
@pytest.mark.parametrize(("leads", "points"), [("", 5), ("scientist", 7)])
def test_ex_64_landing_later(leads: str, points: int) -> None:
    p = sea()
    ship(p, RED, kind="corsair", tokens="rare_bird known_fruit", levels="scientist2", leads=leads)
    if not leads:
        ship(p, YELLOW, kind="corsair", levels="scientist2", leads="scientist")
    act(p, RED)
    play(p, "do market", "keep_aboard")
    assert p.aboard[RED] == 2
    while asked(p) != "Action":
        play(p, options(p)[0])
    play(p, "do market", "land")
    assert p.vp[RED] == points


@example("SM-EX-65")
@rule("SM-14.2", "SM-7.7")
def test_ex_65_engineers_card() -> None:
    p = sea()
    ship(p, RED, kind="corsair", money=0, sail_damage=2, leaks=1, hold=3)
    ship(p, RED, levels="engineer2", leads="engineer")
    act(p, RED)
    play(p, "do shipyard", "mend_sails 2", "mend_leaks 1")
    assert (p.sail_damage[RED], crew(p, RED), p.money[RED]) == (0, "h4", 0)


@example("SM-EX-66")
@rule("SM-10.6", "SM-10.8")
def test_ex_66_out_of_the_same_port() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/port")
    ship(p, BLUE, "r2c2/port")
    act(p, RED)
    play(p, "do navigation")
    assert where(p, RED) == "r2c2/0"
    assert crew(p, RED) == "h3 s1"
    assert vessels(p) == ["blue", "none"]


@example("SM-EX-67")
@rule("SM-5.16", "SM-5.17", "SM-13.8")
def test_ex_67_pirate_in_a_storm() -> None:
    p = sea(wind="e", storms="r1c2 r3c0")
    pirate(p, P1, "r1c3/0")
    prepare(p)
    assert where(p, P1) == "r1c3/0"
    assert p.stuck == 0b0001

    p = sea(wind="e", storms="r1c2 r3c0", pirate_storm="tossed", order=(GREEN, RED, YELLOW, BLUE))
    pirate(p, P1, "r1c3/0")
    prepare(p)
    assert "tossed s" in chances(p)
    deal(p, "tossed s")
    assert (actor(p), options(p)) == (GREEN, ["zone 0", "zone 1"])
    play(p, "zone 1")
    deal(p, "red sail")
    assert p.pirate_sail_damage[0] == 1
    assert p.stuck == 0
    assert (actor(p), asked(p)) == (GREEN, "DriftZone")
    play(p, "zone 0")
    assert where(p, P1) == "r2c4/0"
    assert p.place[P1] == place("r2c4/0")
