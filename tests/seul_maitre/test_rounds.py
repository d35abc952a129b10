"""Rounds, initiative, turns and the end.  SM-4, SM-6, SM-7, SM-19 to SM-23"""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.names import LINES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.initiative import Bidding, Corruption
from quarterdeck.games.seul_maitre.steps.turn import ActionPhase
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    CALM,
    P1,
    P2,
    RED,
    YELLOW,
    act,
    actor,
    asked,
    chances,
    crew,
    deal,
    end_of_round,
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

# Rounds, SM-4


@rule("SM-4.1", "SM-22.7")
@pytest.mark.parametrize("rounds", ["8", "6", "4"])
def test_the_game_ends_after_its_rounds(rounds: str) -> None:
    p = sea(2, rounds=rounds, turn=int(rounds))
    ship(p, RED, hold=2, sails=2, money=14)
    pirate(p, P1, money=7)
    end_of_round(p)
    assert p.finished
    assert p.round == int(rounds)
    # Even the last round ends as every other does
    assert crew(p, RED) == "h4"
    assert p.treasure[0] == 6
    assert p.scores == [2, 4]


@rule("SM-4.2", "SM-4.4", "SM-5.1")
def test_a_round_is_prepared_and_its_wind_holds() -> None:
    p = sea(2, storms=CALM, wind="e")
    act(p, RED)
    play(p, "do end_turn")
    wind = p.wind
    play(p, "do end_turn")
    assert p.round == 3
    assert chances(p) == {f"change {n}": 1 for n in (-2, -1, 0, 1, 2)}
    deal(p, "change 1")
    assert p.wind == wind + 1


@rule("SM-4.3")
def test_round_1_begins_with_actions() -> None:
    p = sea(2, turn=0)
    end_of_round(p)
    assert (p.round, asked(p)) == (1, "Action")
    assert p.tokens == [4, 4]


# Initiative, SM-6


@rule("SM-6.8", "SM-6.9")
def test_number_tiles_stay_up_until_all_are() -> None:
    p = sea(2, storms=CALM)
    p.number_tiles = [0, 0, 0, 1]
    prepare(p)
    to_bids(p)
    play(p, "bid 1", "bid 0")
    # The last one is certain; then all are turned down again
    assert p.number_tiles == [1, 1, 1, 1]
    assert p.pirate_money[3] == 1
    assert chances(p) == {"upgrade up_sailor": 3, "upgrade up_sail": 3, "upgrade up_cannon": 2}
    deal(p, "upgrade up_cannon")
    assert p.pirate_cannons == [2, 2, 2, 3]
    assert p.upgrades == [3, 3, 1]


@rule("SM-6.8")
def test_a_drawn_number_is_not_drawn_again() -> None:
    p = sea(2, storms=CALM)
    p.number_tiles = [1, 0, 1, 1]
    prepare(p)
    to_bids(p)
    play(p, "bid 1", "bid 0")
    assert chances(p) == {"bribed pirate_1": 1, "bribed pirate_3": 1, "bribed pirate_4": 1}
    deal(p, "bribed pirate_3")
    assert p.number_tiles == [1, 0, 0, 1]


@rule("SM-6.9")
def test_without_upgrade_tiles_nothing_is_gained() -> None:
    p = sea(2, storms=CALM)
    p.upgrades = [0, 0, 0]
    p.pirate_sails = [8, 8, 8, 8]
    prepare_unchecked(p)
    p.play(actor(p), p.legal(actor(p))[0])
    p.play(actor(p), p.legal(actor(p))[0])
    p.deal(p.outcomes()[0][0])
    assert asked(p) == "Action"


def prepare_unchecked(p: MasterPosition) -> None:
    """The upgrades were taken out of the box, which the invariants would notice."""
    p.push(ActionPhase())
    p.push(Corruption())
    p.push(Bidding())
    p.advance()


@rule("SM-6.1", "SM-6.3")
def test_slots_are_taken_once_and_must_be_payable() -> None:
    p = sea(2, storms=CALM, order=(RED, YELLOW))
    ship(p, RED, money=0)
    ship(p, YELLOW, vp=1)
    p.reinforced = 0
    prepare(p)
    to_bids(p)
    p.tokens[RED] = 2
    p.spent[RED] = 2
    p.reconsider()
    assert options(p) == [f"bid {slot}" for slot in range(5)]
    assert refused(p, "bid 5") == "SM-6.3"
    play(p, "bid 0")
    assert refused(p, "bid 0") == "SM-6.1"


# Turns, SM-7


@rule("SM-7.2", "SM-7.6")
def test_a_player_plays_his_whole_turn() -> None:
    p = sea(3)
    act(p, RED)
    play(p, "do bank", "do bank", "do bank")
    assert actor(p) == RED
    play(p, "do bank")
    # No token left: the turn ends by itself
    assert actor(p) == YELLOW
    play(p, "do end_turn")
    assert p.tokens[YELLOW] == 4


@rule("SM-7.3")
def test_who_ends_his_turn_is_out_of_the_rotation() -> None:
    p = sea(2, action_order="alternate")
    act(p, RED)
    play(p, "do bank", "do end_turn")
    assert actor(p) == RED
    play(p, "do bank")
    assert actor(p) == RED


@rule("SM-7.5")
@pytest.mark.parametrize("action", ["shipyard", "academy", "piracy", "reinforcement"])
def test_some_actions_are_once_per_round(action: str) -> None:
    p = sea(2)
    ship(p, RED, money=100, untrained=2)
    act(p, RED)
    play(p, f"do {action}")
    while asked(p) != "Action":
        play(p, options(p)[-1])
    assert refused(p, f"do {action}") == "SM-7.5"


@rule("SM-7.5", "SM-19.1")
def test_others_may_be_repeated() -> None:
    p = sea(2)
    act(p, RED)
    play(p, "do bank", "do bank")
    assert p.money[RED] == 24
    assert "do bank" in options(p)


@rule("SM-7.7", "SM-7.8")
def test_only_what_can_have_an_effect_is_offered() -> None:
    p = sea(2, wind="e")
    ship(p, RED, "r2c2/0", money=0)
    act(p, RED)
    assert options(p) == [
        "do navigation",
        "do piracy",
        "do bank",
        "do reinforcement",
        "do end_turn",
    ]
    assert refused(p, "do shipyard") == "SM-7.8"
    assert refused(p, "do market") == "SM-7.8"
    assert refused(p, "do recovery") == "SM-7.7"
    assert refused(p, "do academy") == "SM-7.7"
    assert refused(p, "do discovery") == "SM-16.1"
    assert refused(p, "do distress") == "SM-7.11"
    assert refused(p, "do jettison") == "SM-7.12"


@rule("SM-7.8")
@pytest.mark.parametrize("port", ["r0c0", "r0c4", "r4c4", "r4c0", "r2c2"])
def test_every_player_may_use_every_port(port: str) -> None:
    p = sea(2)
    ship(p, RED, f"{port}/port")
    act(p, RED)
    assert {"do shipyard", "do market"} <= set(options(p))


@rule("SM-7.10")
def test_unused_tokens_are_public() -> None:
    p = sea(2)
    act(p, RED)
    play(p, "do bank")
    for viewer in (RED, YELLOW, None):
        assert [seen.tokens for seen in RULES.view(p, viewer).players] == [3, 4]


@rule("SM-21.1", "SM-21.3")
def test_no_reinforcement_in_the_last_round() -> None:
    p = sea(2, turn=8)
    act(p, RED)
    assert refused(p, "do reinforcement") == "SM-21.3"


# Recovery, SM-20


@rule("SM-20.5")
def test_deck_sailors_wait_for_a_recovery() -> None:
    p = sea(2, wind="e")
    ship(p, RED, "r4c4/port", hold=1, deck=2, cargo="coffee coffee coffee", money=0)
    act(p, RED)
    play(p, "do market", "sell coffee", "buy 0")
    assert crew(p, RED) == "h1 d2"
    play(p, "do recovery")
    assert crew(p, RED) == "h3"


# The end of a round and of the game, SM-22 and SM-23


@rule("SM-22.6", "SM-17.11")
def test_what_counts_per_round_is_cleared() -> None:
    p = sea(2)
    p.fought = 0b10001
    p.stuck = 0b0010
    p.extra_sold = 1
    p.used = [2, 4]
    pirate(p, P1, control=RED)
    end_of_round(p)
    assert (p.fought, p.bound, p.stuck, p.extra_sold, p.used) == (0, 0, 0, 0, [0, 0])
    assert p.control == [-1] * 4
    assert p.tokens == [4, 4]


@rule("SM-22.5")
def test_treasure_is_buried_at_home_wherever_the_pirate_is() -> None:
    p = sea(2)
    pirate(p, P2, "r0c0/0", money=4)
    end_of_round(p)
    assert p.treasure == [0, 3, 0, 0]
    assert where(p, P2) == "r0c0/0"


@rule("SM-23.1", "SM-23.2")
def test_cargo_and_tokens_on_board_count_nothing() -> None:
    p = sea(2, turn=8)
    ship(p, RED, cargo="gold gold", tokens="new_bird", money=9, vp=3)
    barrier = p.barrier
    end_of_round(p)
    assert p.scores[RED] == 4
    sheet = {line.id: line.points[RED] for line in RULES.score_sheet(p) if line.counts}
    assert list(sheet) == [*LINES, "money_vp"]
    assert sum(sheet.values()) == p.scores[RED]
    # Nothing is hidden any more, so nothing is taken back
    assert p.barrier > barrier
    aboard = RULES.view(p, YELLOW).players[RED].aboard
    assert [(token.rarity, token.family) for token in aboard] == [("new", "bird")]
    worlds = [RULES.imagine(p, YELLOW, Random(seed)) for seed in range(5)]
    assert all(world.dump()["carried"] == p.carried for world in worlds)


@rule("SM-23.3")
def test_the_last_turn_order_breaks_the_last_ties() -> None:
    p = sea(2, turn=8, order=(YELLOW, RED))
    ship(p, RED, money=10)
    ship(p, YELLOW, money=10)
    end_of_round(p)
    assert p.ranks == [2, 1]
