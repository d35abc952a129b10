"""Storms, drift and bids: who is meant, in which order, and what is left alone.  SM-5, SM-6"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.names import CELL_NAMES
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    BLUE,
    CALM,
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
    chances,
    crew,
    deal,
    options,
    pirate,
    play,
    prepare,
    refused,
    sea,
    ship,
    to_bids,
    where,
)

# Storms, SM-5


@rule("SM-5.2", "SM-5.3")
@pytest.mark.parametrize(
    ("wind", "before", "after"),
    [
        ("e", "r2c4", "r2c0"),
        ("w", "r3c0", "r3c4"),
        ("n", "r0c1", "r4c1"),
        ("s", "r4c3", "r0c3"),
        ("ne", "r0c4", "r4c0"),
        ("sw", "r1c0", "r2c4"),
    ],
)
def test_a_storm_leaves_the_map_and_comes_in_opposite(wind: str, before: str, after: str) -> None:
    p = sea(2, wind=wind, storms=f"r2c2 {before}")
    prepare(p)
    assert CELL_NAMES[p.storms[1]] == after


@rule("SM-5.5", "SM-5.7")
def test_ships_in_both_ports_are_asked_in_turn_order() -> None:
    # Yellow is in the coffee port, Green in the rum port: a storm comes to either
    p = sea(wind="e", storms="r0c3 r4c3", order=(GREEN, RED, YELLOW, BLUE))
    prepare(p)
    assert (actor(p), asked(p)) == (GREEN, "StormPort")
    play(p, "stay")
    assert (actor(p), asked(p)) == (YELLOW, "StormPort")
    play(p, "stay")
    assert p.bound == 1 << GREEN | 1 << YELLOW


@rule("SM-5.5", "SM-5.6")
def test_the_centre_is_a_port_too() -> None:
    p = sea(2, wind="e", storms="r2c1 r4c1")
    ship(p, RED, "r2c2/port")
    prepare(p)
    assert (actor(p), options(p)) == (RED, ["stay", "leave"])
    play(p, "leave")
    # The other storm has come to r4c2, which is no neighbour
    assert len(options(p)) == 8


@rule("SM-5.6")
def test_nobody_leaves_for_a_cell_where_the_other_storm_arrives() -> None:
    p = sea(wind="e", storms="r0c3 r1c2")
    prepare(p)
    assert actor(p) == YELLOW
    play(p, "leave")
    # Of the three cells around the corner, r1c3 is about to be covered; r0c3 is clear by then
    assert options(p) == ["cell r0c3", "cell r1c4"]
    play(p, "cell r0c3")
    assert p.bound == 0


@rule("SM-5.9", "SM-5.11")
def test_ships_at_sea_and_on_sites_are_tossed_in_turn_order() -> None:
    p = sea(wind="e", storms="r1c0 r3c1", order=(GREEN, YELLOW, RED, BLUE))
    ship(p, RED, "r1c1/0")
    ship(p, GREEN, "r1c1/site")
    prepare(p)
    deal(p, "tossed n")
    assert (actor(p), options(p)) == (GREEN, ["zone 0", "zone 1"])
    play(p, "zone 0")
    deal(p, "red hold")
    assert (crew(p, GREEN), crew(p, RED)) == ("h3 l1", "h4")
    deal(p, "tossed n")
    assert actor(p) == RED
    play(p, "zone 1")
    assert (where(p, GREEN), where(p, RED)) == ("r0c1/0", "r0c1/1")


@rule("SM-5.10")
@pytest.mark.parametrize("storms", ["r1c0 r0c0", "r0c0 r1c0"])
def test_neither_storm_lets_a_ship_out_into_the_other(storms: str) -> None:
    p = sea(wind="e", storms=storms)
    ship(p, RED, "r1c1/0")
    prepare(p)
    # The other storm has come to r0c1, which is to the north
    assert {each.split()[1] for each in chances(p)} == {"ne", "e", "se", "s", "sw", "w", "nw"}


@rule("SM-5.13", "SM-5.21")
def test_a_navigator_may_have_either_die_of_two_storms_rolled_again() -> None:
    p = sea(wind="e", storms="r1c0 r1c0")
    ship(p, RED, "r1c1/0", levels="navigator1")
    prepare(p)
    play(p, "exit s", "zone 0")
    deal(p, "red sail")
    play(p, "reroll")
    deal(p, "red sail", "red hold")
    play(p, "keep")
    assert (p.sail_damage[RED], crew(p, RED)) == (1, "h3 l1")


@rule("SM-5.15", "SM-5.17")
def test_a_pirate_in_its_lair_is_stuck_even_where_others_are_tossed() -> None:
    p = sea(2, wind="e", storms="r2c0 r3c3", pirate_storm="tossed")
    prepare(p)
    assert p.stuck == 0b0010
    assert where(p, P2) == "r2c1/lair"


@rule("SM-5.17")
def test_pirates_are_tossed_after_the_ships_and_in_their_order() -> None:
    p = sea(2, wind="e", storms="r1c0 r3c3", pirate_storm="tossed", order=(YELLOW, RED))
    ship(p, RED, "r1c1/0")
    for vessel in (P3, P1):
        pirate(p, vessel, "r1c1/0")
    prepare(p)
    for vessel in (RED, P1, P3):
        assert where(p, vessel) == "r1c1/0"
        deal(p, "tossed w", "red splash")
        assert where(p, vessel) == "r1c0/0"


@rule("SM-5.18")
def test_pirates_drift_one_after_the_other_and_out_of_their_lairs() -> None:
    p = sea(2, wind="s", storms="r0c3 r1c3")
    pirate(p, P1, "r1c0/0")
    prepare(p)
    # Pirate 1 may go to either side of an island, and so may pirate 3
    play(p, "zone 1")
    assert [where(p, each) for each in (P1, P3)] == ["r2c0/1", "r3c2/lair"]
    play(p, "zone 0")
    assert [where(p, each) for each in (P2, P3, P4)] == ["r3c1/0", "r4c2/0", "r3c4/0"]
    assert asked(p) == "Bid"


# Bids, SM-6


@rule("SM-6.3")
@pytest.mark.parametrize(
    ("money", "slot", "left", "tokens"),
    [(1, 3, 0, 3), (2, 6, 0, 2), (0, 5, 1, 1), (4, 4, 0, 4), (5, 4, 1, 4)],
)
def test_no_more_tokens_go_into_a_bid_than_it_needs(
    money: int, slot: int, left: int, tokens: int
) -> None:
    p = sea(2, storms=CALM, order=(YELLOW, RED))
    ship(p, RED, money=money)
    prepare(p)
    to_bids(p)
    play(p, f"bid {slot}")
    assert (p.money[RED], p.tokens[RED]) == (left, tokens)


@rule("SM-6.1")
def test_the_track_is_empty_again_in_the_next_round() -> None:
    p = sea(2, storms=CALM)
    p.bids = [3, 6]
    prepare(p)
    to_bids(p)
    assert options(p) == [f"bid {slot}" for slot in range(7)]


@rule("SM-6.9")
@pytest.mark.parametrize(
    ("upgrade", "values"), [("sailor", (6, 6, 2)), ("sail", (5, 7, 2)), ("cannon", (5, 6, 3))]
)
def test_an_upgrade_improves_what_it_says(upgrade: str, values: tuple[int, int, int]) -> None:
    p = sea(2, storms=CALM)
    prepare(p)
    to_bids(p)
    play(p, "bid 1", "bid 0")
    deal(p, "bribed pirate_2", f"upgrade up_{upgrade}")
    assert (p.pirate_sailors[1], p.pirate_sails[1], p.pirate_cannons[1]) == values
    assert (p.pirate_sailors[0], p.pirate_sails[0], p.pirate_cannons[0]) == (5, 6, 2)


@rule("SM-5.7", "SM-22.6")
def test_a_storm_bound_ship_sails_again_in_the_next_round() -> None:
    p = sea(2, wind="e", storms="r0c0 r3c1")
    p.bound = 1 << RED
    act(p, RED)
    assert refused(p, "do navigation") == "SM-5.7"
    play(p, "do end_turn", "do end_turn")
    assert p.bound == 0
