"""The greedy bot plays like a sensible captain: it looks through its turn, and knows no secrets."""

from __future__ import annotations

import pytest

from quarterdeck import games
from quarterdeck.bots.arena import Match, Plan, play_match
from quarterdeck.games.seul_maitre.actions import SPACE
from quarterdeck.games.seul_maitre.fights import attack_value, closed_zones
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE, token_at
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.roads import FAR, roads_now
from quarterdeck.games.seul_maitre.worth import Worth
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    P1,
    RED,
    YELLOW,
    act,
    actor,
    cargo,
    deal,
    fought,
    pirate,
    place,
    play,
    prepare,
    sea,
    ship,
    token,
)

RULES = games.load("seul_maitre")
LAST_ROUND = 8


def calm(turn: int = 2, wind: str = "n") -> MasterPosition:
    """The reference map without a fight to look for: everybody has fought this round."""
    p = sea(turn=turn, wind=wind)
    fought(p, *range(FIRST_PIRATE + 4))
    return p


def advised(p: MasterPosition) -> str:
    """The choice the advice likes best, in notation."""
    seat = actor(p)
    codes = p.legal(seat)
    worth = RULES.advise(p, seat, codes)
    assert len(worth) == len(codes)
    return SPACE.notation(codes[worth.index(max(worth))])


def follow(p: MasterPosition, seat: int) -> list[str]:
    """Let a seat follow the advice to the end of its turn; chance deals what comes first."""
    done: list[str] = []
    spent = p.round
    while p.round == spent and (p.chance or p.actors() == [seat]):
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            done.append(advised(p))
            play(p, done[-1])
    return done


def matches(count: int, *bots: str, **options: str) -> list[Match]:
    _, chosen = RULES.checked_setup(len(bots), options)
    plan = Plan("seul_maitre", len(bots), chosen, bots, seed=7)
    return [play_match(RULES, plan, number) for number in range(count)]


# Whole games


def test_wins_against_random_players_by_far() -> None:
    for match in matches(2, "greedy", "random", "random", "random"):
        mine = match.scores[match.seating.index(0)]
        assert match.ranks[match.seating.index(0)] == 1
        assert mine > 2 * max(s for s in match.scores if s != mine)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"action_order": "alternate", "map_mode": "random"}),
        (3, {"pirate_storm": "tossed", "sailors_per_cannon": "3"}),
    ],
)
def test_plays_every_number_of_players_and_option(seats: int, options: dict[str, str]) -> None:
    (match,) = matches(1, *["greedy"] * seats, rounds="4", **options)
    # Random players hardly get anywhere in four rounds
    assert sum(match.scores) > 8 * seats


# Trade


def test_sells_what_the_port_takes_and_buys_what_it_has() -> None:
    p = calm()
    ship(p, RED, "r2c2/port", hold=6, money=12, cargo="vanilla sugar", actions=1)
    act(p, RED)
    assert follow(p, RED)[:3] == ["do market", "sell sugar", "sell vanilla"]
    assert cargo(p, RED) != ""


def test_lands_discoveries_and_sells_all_it_can_in_the_last_turn() -> None:
    p = calm(turn=LAST_ROUND)
    ship(p, RED, "r2c2/port", hold=4, money=0, cargo="rum rum", tokens="known_bird", actions=2)
    act(p, RED)
    follow(p, RED)
    assert (p.vp[RED], cargo(p, RED)) == (2 + 1 + 2, "")


def test_buys_nothing_in_the_last_turn() -> None:
    p = calm(turn=LAST_ROUND)
    ship(p, RED, "r2c2/port", hold=4, money=14, actions=1)
    act(p, RED)
    assert follow(p, RED) == ["do bank"]


def test_sails_with_its_cargo_to_a_port_that_takes_it() -> None:
    p = calm(wind="nw")
    ship(p, RED, "r2c2/port", hold=6, money=0, cargo="gold spice", actions=4)
    act(p, RED)
    done = follow(p, RED)
    assert "do navigation" in done
    assert {"sell gold", "sell spice"} <= set(done)


def test_throws_the_cheapest_cube_overboard() -> None:
    p = calm()
    ship(p, RED, "r1c1/0", hold=0, sails=4, cargo="gold gold gold spice rum rum rum rum rum")
    act(p, RED)
    play(p, "do jettison")
    assert advised(p) == "jettison rum"


# The ship


def test_repairs_and_recruits_while_rounds_are_left() -> None:
    p = calm()
    ship(p, RED, hold=2, leaks=1, sail_damage=2, money=20)
    act(p, RED)
    play(p, "do shipyard")
    assert advised(p) == "mend_sails 2"
    play(p, "mend_sails 2")
    assert advised(p) == "mend_leaks 1"
    play(p, "mend_leaks 1")
    bought = []
    while (choice := advised(p)) != "done":
        bought.append(choice)
        play(p, choice)
    assert "recruit 3" in bought


def test_puts_no_money_into_the_ship_at_the_end() -> None:
    p = calm(turn=LAST_ROUND)
    ship(p, RED, hold=2, sail_damage=2, money=20)
    act(p, RED)
    play(p, "do shipyard")
    assert advised(p) == "done"


def test_trains_a_trader_first() -> None:
    p = calm()
    ship(p, RED, hold=4, untrained=1, money=10)
    act(p, RED)
    play(p, "do academy")
    assert advised(p) == "train trader"


# Fights


def test_attacks_a_weak_merchant_with_a_pirate() -> None:
    p = sea(wind="w", turn=LAST_ROUND - 1)
    ship(p, BLUE, "r2c4/1", hold=1, cargo="gold")
    for seat in (YELLOW, GREEN):
        fought(p, seat)
    ship(p, RED, hold=6, actions=1)
    act(p, RED)
    done = follow(p, RED)
    assert done[0] == "do piracy"
    assert "engage blue" in done


def test_does_not_attack_the_stronger() -> None:
    p = sea(wind="e")
    ship(p, RED, "r1c1/0", hold=2)
    ship(p, BLUE, "r1c2/0", hold=6, cargo="gold")
    pirate(p, P1, "r4c1/0")
    act(p, RED)
    assert attack_value(p, RED, BLUE) < 0
    play(p, "do navigation", "move e 0")
    assert advised(p) == "decline"


def test_keeps_clear_of_pirates() -> None:
    p = sea(wind="se")
    start, centre, site = place("r0c0/port"), place("r2c2/port"), place("r1c1/site")
    pirate(p, P1, "r1c1/0")
    closed = closed_zones(p, RED)
    rose = p.table.cost
    free = roads_now(p.chart, p.table.box, rose, p.wind, p.storms, ())
    careful = roads_now(p.chart, p.table.box, rose, p.wind, p.storms, closed)
    assert (free.to(centre)[start], careful.to(centre)[start]) == (2, 4)
    assert (free.to(site)[start], careful.to(site)[start]) == (1, FAR)


def test_mans_all_cannons_and_gives_up_idle_sailors_first() -> None:
    p = sea(wind="e")
    ship(p, RED, "r1c1/0", hold=5, sails=1, bought=1)
    ship(p, BLUE, "r1c2/0", hold=2, cargo="gold")
    pirate(p, P1, "r4c1/0")
    act(p, RED)
    play(p, "do navigation", "move e 0", "engage blue")
    assert advised(p) == "none", "one sailor more is not worth a token"
    play(p, "none")
    deal(p, "red sailor")
    assert advised(p) == "lose sails"
    play(p, "lose sails")
    assert advised(p) == "man 2"


# Initiative


def test_bids_moderately() -> None:
    p = sea()
    for seat in range(4):
        ship(p, seat, money=20)
    prepare(p)
    while not advised(p).startswith("bid"):
        play(p, advised(p))
    assert advised(p) in ("bid 0", "bid 1", "bid 2")


# Secrets, and the worth of things


def test_does_not_know_what_others_carry() -> None:
    def advice(name: str) -> list[float]:
        p = calm()
        ship(p, RED, "r1c1/site", hold=4)
        ship(p, BLUE, tokens=name)
        act(p, RED)
        return RULES.advise(p, RED, p.legal(RED))

    assert advice("known_bird") == pytest.approx(advice("known_mammal"))


def test_asking_for_advice_changes_nothing() -> None:
    p = sea()
    act(p, RED)
    before = p.digest()
    RULES.advise(p, RED, p.legal(RED))
    assert p.digest() == before


def test_the_worth_of_the_last_turn_is_its_score() -> None:
    p = calm(turn=LAST_ROUND)
    ship(p, RED, money=12, vp=7, actions=0, cargo="gold", tokens="new_bird")
    assert 0 <= Worth(p, RED).total(p) - (7 + 2) < 1


def test_discoveries_that_complete_a_family_are_worth_more() -> None:
    p = calm()
    ship(p, RED, tokens="rare_bird")
    alone = Worth(p, RED).discoveries(p)
    p.landed[token_at(RED, token("known_bird"))] = 1
    assert (alone, Worth(p, RED).discoveries(p)) == (3, 4)
