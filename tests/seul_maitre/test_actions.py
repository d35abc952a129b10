"""Which actions may be chosen, one condition at a time.  SM-7, SM-21"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    P1,
    RED,
    YELLOW,
    act,
    actor,
    asked,
    cargo,
    crew,
    deal,
    end_of_round,
    options,
    pirate,
    place,
    play,
    refused,
    sea,
    ship,
)

AT_SEA = "r2c2/0"
RUM_PORT = "r4c4/port"
NINE = " ".join(["rum"] * 9)
FOUR = "known_bird known_bird known_fruit known_insect"


def red(at: str, **facts: object) -> MasterPosition:
    """Red's turn, with a ship like this."""
    p = sea(2, wind="e")
    ship(p, RED, at, **facts)  # type: ignore[arg-type]
    return act(p, RED)


# Turns, SM-7.3 and SM-7.5


@rule("SM-7.3")
def test_the_rotation_begins_with_the_first_player() -> None:
    p = sea(3, turn=0, action_order="alternate", order=(YELLOW, 2, RED))
    end_of_round(p)
    assert actor(p) == YELLOW
    play(p, "do bank")
    assert actor(p) == 2


@rule("SM-7.5", "SM-16.1")
def test_one_discovery_per_round_wherever_the_next_site_is() -> None:
    p = red("r1c1/site")
    play(p, "do discovery")
    deal(p, "token known bird")
    p.place[RED] = place("r3c3/site")
    p.reconsider()
    assert refused(p, "do discovery") == "SM-7.5"


@rule("SM-7.5")
def test_recovery_and_distress_may_be_repeated() -> None:
    p = red(AT_SEA, hold=2, sails=2)
    play(p, "do recovery")
    ship(p, RED, hold=3, sails=1)
    p.reconsider()
    play(p, "do recovery")
    ship(p, RED, hold=0)
    p.reconsider()
    play(p, "do distress", "port rum")
    ship(p, RED, AT_SEA)
    p.reconsider()
    assert "do distress" in options(p)


@rule("SM-21.1")
def test_a_reinforcement_costs_a_token_now() -> None:
    p = red(AT_SEA)
    play(p, "do reinforcement")
    assert (p.tokens[RED], p.spent[RED]) == (3, 1)


@rule("SM-21.3")
@pytest.mark.parametrize(
    ("rounds", "turn", "possible"), [("4", 4, False), ("6", 6, False), ("8", 6, True)]
)
def test_the_last_round_is_the_last_of_this_game(rounds: str, turn: int, possible: bool) -> None:
    p = sea(2, rounds=rounds, turn=turn)
    act(p, RED)
    assert ("do reinforcement" in options(p)) is possible


# What can have an effect, SM-7.7


@rule("SM-7.7", "SM-14.13")
@pytest.mark.parametrize(
    ("facts", "offered"),
    [
        ({"money": 0}, False),
        # A full hold and five specialists: 1 db buys repairs only
        ({"money": 1, "hold": 6, "untrained": 5}, False),
        ({"money": 1, "hold": 6, "untrained": 5, "sail_damage": 1}, True),
        ({"money": 1, "hold": 6, "untrained": 5, "cannon_damage": 1}, True),
        ({"money": 1, "hold": 5, "untrained": 5, "leaks": 1}, True),
        ({"money": 0, "hold": 5, "untrained": 5, "leaks": 1}, False),
        # A sailor needs a place in the hold and a cube in the supply
        ({"money": 1, "hold": 5, "untrained": 5}, True),
        ({"money": 1, "hold": 6, "sails": 6, "extended": True, "untrained": 5}, False),
        ({"money": 1, "hold": 6, "sails": 5, "extended": True, "untrained": 5}, True),
        # A specialist, then the cheapest improvement
        ({"money": 2, "hold": 6, "untrained": 4}, True),
        ({"money": 3, "hold": 6, "untrained": 5}, False),
        ({"money": 4, "hold": 6, "untrained": 5}, True),
    ],
)
def test_the_shipyard_has_something_to_offer(facts: dict[str, object], offered: bool) -> None:
    assert ("do shipyard" in options(red(RUM_PORT, **facts))) is offered


@rule("SM-7.7", "SM-18.8", "SM-18.13")
@pytest.mark.parametrize(
    ("facts", "offered"),
    [
        ({"money": 1}, False),
        ({"money": 2}, True),
        ({"money": 2, "hold": 4, "cargo": "rum rum rum rum rum"}, False),
        ({"money": 0, "cargo": "gold"}, True),
        ({"money": 0, "cargo": "rum"}, False),
        ({"money": 0, "tokens": "known_bird"}, True),
    ],
)
def test_the_market_has_something_to_offer(facts: dict[str, object], offered: bool) -> None:
    assert ("do market" in options(red(RUM_PORT, **facts))) is offered


@rule("SM-7.7", "SM-17.2")
def test_piracy_needs_a_pirate_that_is_free() -> None:
    p = sea(2)
    pirate(p, P1, control=YELLOW)
    p.stuck = 0b1110
    act(p, RED)
    assert "do piracy" not in options(p)


@rule("SM-7.7", "SM-8.8")
def test_the_leaders_point_alone_is_enough_to_set_sail() -> None:
    facts = {"hold": 0, "deck": 1, "levels": "navigator2", "leads": "navigator"}
    p = sea(2, wind="e")
    ship(p, RED, RUM_PORT, **facts)  # type: ignore[arg-type]
    p.orange = 1 << RED
    act(p, RED)
    assert "do navigation" in options(p)
    assert "do navigation" not in options(red(RUM_PORT, hold=0, deck=1))


# Ships that cannot help themselves, SM-7.11 and SM-7.12


@rule("SM-7.11", "SM-7.12")
@pytest.mark.parametrize(
    ("at", "facts", "wanted"),
    [
        # Nobody on board but at leaks
        (AT_SEA, {"hold": 0, "leaks": 2}, "distress"),
        (RUM_PORT, {"hold": 0, "leaks": 2}, ""),
        (AT_SEA, {"hold": 1, "leaks": 2}, ""),
        # Somebody waits and a Recovery would bring him into the hold
        (AT_SEA, {"hold": 0, "sails": 2}, ""),
        (AT_SEA, {"hold": 0, "deck": 2}, ""),
        # ... or would not: six sailors at leaks, or no space at all
        (AT_SEA, {"hold": 0, "deck": 1, "leaks": 6}, "distress"),
        (AT_SEA, {"hold": 0, "sails": 1, "leaks": 6, "cargo": "rum rum rum"}, "distress"),
        (AT_SEA, {"hold": 0, "deck": 1, "leaks": 5, "tokens": FOUR, "cargo": "rum"}, "distress"),
        # Full of cargo: with fewer cubes a sailor would fit
        (AT_SEA, {"hold": 0, "deck": 1, "cargo": NINE}, "jettison"),
        (AT_SEA, {"hold": 0, "sails": 1, "cargo": NINE}, "jettison"),
        (RUM_PORT, {"hold": 0, "cargo": NINE}, "jettison"),
        (AT_SEA, {"hold": 0, "cargo": NINE}, "distress"),
        (AT_SEA, {"hold": 1, "deck": 1, "cargo": NINE[4:]}, ""),
        (AT_SEA, {"hold": 0, "deck": 1, "cargo": NINE[4:]}, ""),
    ],
)
def test_distress_and_jettison(at: str, facts: dict[str, object], wanted: str) -> None:
    possible = options(red(at, **facts))
    assert [name for name in ("distress", "jettison") if f"do {name}" in possible] == wanted.split()


@rule("SM-7.12")
def test_cubes_go_overboard_until_one_sailor_fits() -> None:
    # Nine cubes and a sailor at a leak: two cubes are too many
    p = red(AT_SEA, hold=0, deck=2, leaks=1, cargo=f"coffee {NINE[4:]}")
    play(p, "do jettison")
    assert options(p) == ["jettison coffee", "jettison rum"]
    play(p, "jettison coffee")
    assert asked(p) != "JettisonCargo", "a second one of the only kind left is thrown by itself"
    assert cargo(p, RED) == NINE[8:]
    assert crew(p, RED) == "h1 d1 l1"
    assert (p.vp[RED], p.money[RED], p.tokens[RED]) == (0, 20, 3)


@rule("SM-7.11", "SM-12.10")
def test_no_ship_is_brought_into_a_storm() -> None:
    p = sea(2, storms="r0c0 r4c4")
    ship(p, RED, AT_SEA, hold=0, leaks=1)
    act(p, RED)
    play(p, "do distress")
    assert options(p) == ["port coffee", "port sugar"]
