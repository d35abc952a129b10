"""Sales, landings and discoveries, one condition at a time.  SM-16, SM-17, SM-18"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    P1,
    P3,
    RED,
    YELLOW,
    act,
    asked,
    cargo,
    deal,
    landed,
    lines,
    options,
    pirate,
    play,
    refused,
    sea,
    ship,
    steer,
)


def full_columns(p: MasterPosition, *goods: int) -> None:
    for good in goods:
        p.filled[good] = p.sold[good] = len(p.table.slots[good])


def market(at: str = "r4c4/port", full: tuple[int, ...] = (), **facts: object) -> MasterPosition:
    """Red in a port with a ship like this, in the Market; some columns are full."""
    p = sea(2)
    ship(p, RED, at, **facts)  # type: ignore[arg-type]
    full_columns(p, *full)
    act(p, RED)
    return play(p, "do market")


GOLD, SPICE = 0, 1

# Selling, SM-18.6 to SM-18.10


@rule("SM-18.6", "SM-18.7")
@pytest.mark.parametrize(
    ("kind", "level", "second"),
    [
        ("merchant", 0, "spice"),
        ("merchant", 1, "spice"),
        ("merchant", 2, "gold spice"),
        ("merchant", 3, "gold spice"),
        ("corsair", 0, None),
        ("corsair", 1, None),
        ("corsair", 2, "gold"),
        ("corsair", 3, "gold"),
    ],
)
def test_the_second_cube_of_an_action(kind: str, level: int, second: str | None) -> None:
    leads = "trader" if level > 1 else ""
    cubes = "gold gold gold spice"
    p = market(kind=kind, hold=2, cargo=cubes, levels=f"trader{level}", leads=leads)
    play(p, "sell gold")
    if second is None:
        assert asked(p) == "BuyCubes"
    else:
        assert options(p) == ["stop", *[f"sell {good}" for good in second.split()]]
        play(p, f"sell {second.split()[0]}")
        assert asked(p) in ("BuyCubes", "SellExtra"), "two cubes are all"


@rule("SM-18.10", "SM-18.6")
def test_a_cube_for_the_black_market_counts_among_the_two() -> None:
    p = market(full=(GOLD,), hold=2, cargo="gold spice coffee", money=0, levels="trader1")
    play(p, "sell gold")
    # 5 db without the Trader's 2
    assert (p.money[RED], p.vp[RED]) == (5, 1)
    play(p, "sell spice")
    assert cargo(p, RED) == "coffee"
    assert asked(p) == "BuyCubes"


# The Trader's extra sale, SM-18.12


@rule("SM-18.12")
@pytest.mark.parametrize(("level", "extra"), [(2, False), (3, True)])
def test_an_extra_sale_needs_level_3(level: int, extra: bool) -> None:
    p = market(full=(GOLD,), cargo="gold", levels=f"trader{level}", leads="trader", money=0)
    play(p, "stop")
    assert (asked(p) == "SellExtra") is extra
    if extra:
        play(p, "sell gold")
        # 12 with 2 of the Trader and 1 of the card; the column stays as it is
        assert (p.money[RED], lines(p, RED), p.filled[GOLD]) == (15, {"trader_vp": 6}, 1)
        assert cargo(p, RED) == ""


@rule("SM-18.12", "SM-18.8")
def test_no_extra_sale_of_what_the_port_sells() -> None:
    facts = {"cargo": "gold rum", "levels": "trader3", "leads": "trader"}
    p = market("r2c2/port", full=(GOLD, 5), **facts)
    play(p, "stop")
    assert options(p) == ["sell rum", "none"]
    assert refused(p, "sell gold") == "SM-18.8"


@rule("SM-18.12")
def test_everybody_has_an_extra_sale_of_his_own() -> None:
    p = sea(2)
    for seat in (RED, YELLOW):
        ship(p, seat, "r4c4/port", cargo="gold", levels="trader3", money=0)
    ship(p, RED, leads="trader")
    full_columns(p, GOLD)
    act(p, RED)
    play(p, "do market", "stop", "sell gold")
    while asked(p) != "Action":
        play(p, options(p)[0])
    play(p, "do end_turn", "do market", "stop", "sell gold")
    assert (lines(p, RED), lines(p, YELLOW)) == ({"trader_vp": 6}, {"trader_vp": 6})


# Families, SM-18.4 and SM-18.5


@rule("SM-18.4", "SM-18.5")
@pytest.mark.parametrize(
    ("before", "now", "bonus"),
    [
        ("known_bird", "new_bird", 3),
        ("rare_bird", "new_bird", 4),
        ("known_bird", "rare_bird", 1),
        ("known_bird known_bird", "known_bird", 0),
        ("known_bird rare_bird", "rare_bird", 0),
        ("known_bird rare_bird new_bird", "known_bird", 0),
        ("known_bird", "new_fruit rare_insect", 0),
        ("known_bird known_fruit", "rare_bird new_fruit", 4),
    ],
)
def test_family_bonuses(before: str, now: str, bonus: int) -> None:
    p = sea(2)
    landed(p, RED, *before.split())
    ship(p, RED, "r4c4/port", tokens=now)
    act(p, RED)
    play(p, "do market", "land")
    assert lines(p, RED).get("family_vp", 0) == bonus


@rule("SM-18.2", "SM-7.4")
def test_what_is_landed_is_seen_and_stays_landed() -> None:
    p = sea(2)
    ship(p, RED, "r4c4/port", hold=4, tokens="known_bird", money=0)
    act(p, RED)
    room, barrier = p.room(RED), p.barrier
    assert [token.family for token in RULES.view(p, YELLOW).players[RED].aboard] == [""]
    play(p, "do market", "land")
    assert p.room(RED) == room + 1
    assert p.barrier > barrier, "nobody takes it back once others have seen it"
    landed_tokens = RULES.view(p, YELLOW).players[RED].landed
    assert [(token.rarity, token.family) for token in landed_tokens] == [("known", "bird")]


# Discoveries, SM-16


@rule("SM-16.2", "SM-16.3")
def test_neither_others_markers_nor_a_full_crew_stand_in_the_way() -> None:
    p = sea(2)
    ship(p, RED, "r1c1/site", hold=6)
    p.markers[YELLOW] = 0b00001
    act(p, RED)
    assert "do discovery" in options(p)


@rule("SM-16.4")
@pytest.mark.parametrize(
    ("level", "rarities"),
    [(0, ""), (1, "known rare"), (2, "known rare new"), (3, "known rare new")],
)
def test_what_a_scientist_may_take(level: int, rarities: str) -> None:
    p = sea(2)
    ship(p, RED, "r1c1/site", kind="corsair", levels=f"scientist{level}")
    ship(p, RED, leads="scientist" if level > 1 else "")
    act(p, RED)
    play(p, "do discovery")
    if rarities:
        assert options(p) == [f"pick {rarity}" for rarity in rarities.split()]
        play(p, "pick known")
    deal(p, "token known bird")
    assert (asked(p) == "Pick") is (level == 3), "only the best take a second one"


@rule("SM-16.9")
def test_whoever_empties_a_site_may_set_others_free() -> None:
    p = sea(2)
    # One known token is left on site 2, where Yellow has not been
    taken = ("known_bird", "known_bird", "rare_bird", "rare_bird", "new_bird")
    landed(p, YELLOW, *taken)
    p.pile = [3, 2, 1] * 5
    p.pile[3:6] = [1, 0, 0]
    p.markers[YELLOW] = 0b11101
    ship(p, RED, "r3c3/site")
    act(p, RED)
    play(p, "do discovery")
    deal(p, "token known fruit")
    assert (p.markers[RED], p.markers[YELLOW]) == (0b00010, 0)


@rule("SM-16.9")
def test_a_site_with_rare_tokens_only_is_not_empty() -> None:
    p = sea(2)
    landed(p, YELLOW, "known_bird", "known_bird", "known_bird")
    p.pile = [3, 2, 1] * 5
    p.pile[3:6] = [0, 2, 1]
    p.markers[RED] = 0b01101
    ship(p, RED, "r4c3/site")
    act(p, RED)
    play(p, "do discovery")
    deal(p, "token known fruit")
    assert p.markers[RED] == 0b11101


@rule("SM-16.4", "SM-16.6")
def test_the_second_token_takes_the_last_space() -> None:
    p = sea(2)
    ship(p, RED, "r1c1/site", kind="corsair", levels="scientist3", leads="scientist")
    ship(p, RED, hold=4, cargo="rum rum")
    act(p, RED)
    play(p, "do discovery", "pick known")
    deal(p, "token known bird")
    play(p, "pick known")
    deal(p, "token known bird")
    assert (p.aboard[RED], p.room(RED)) == (2, 0)


# Lairs, SM-17


@rule("SM-17.7")
def test_a_raid_leaves_the_pirates_own_treasure_alone() -> None:
    p = sea(2, wind="e")
    p.treasure = [6, 3, 9, 0]
    pirate(p, P1, "r0c0/0")
    pirate(p, P3, "r1c2/1")
    steer(p, RED, P3)
    play(p, "enter_lair")
    assert (p.money[RED], p.treasure) == (26, [0, 3, 9, 0])


@rule("SM-17.4", "SM-17.6")
@pytest.mark.parametrize(("damage", "enters"), [(5, False), (4, True)])
def test_a_lair_costs_a_point(damage: int, enters: bool) -> None:
    p = sea(2, wind="e")
    pirate(p, P1, "r0c0/0")
    pirate(p, P3, "r2c2/0", sail_damage=damage)
    steer(p, RED, P3)
    play(p, "move n 1")
    assert (asked(p) == "PirateSail" and "enter_lair" in options(p)) is enters
