"""The greedy bot plays like a sensible merchant, and beats bots that play anything."""

from __future__ import annotations

import pytest

from quarterdeck.bots.arena import Match, Plan, play_match
from quarterdeck.games.salty_ocean.actions import SPACE
from quarterdeck.games.salty_ocean.position import SaltyPosition
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    asked,
    give,
    hold,
    play,
    raise_to,
    refresh,
    table,
)


def advised(p: SaltyPosition) -> str:
    """The choice the advice likes best for the seat that is asked, in notation."""
    (seat,) = p.actors()
    codes = p.legal(seat)
    worth = RULES.advise(p, seat, codes)
    return SPACE.notation(codes[worth.index(max(worth))])


def gain(p: SaltyPosition, notation: str) -> float:
    """How much better than passing an action looks."""
    (seat,) = p.actors()
    acting, passing = RULES.advise(p, seat, [SPACE.parse(notation), SPACE.parse("pass")])
    return acting - passing


def follow(p: SaltyPosition) -> list[str]:
    """Let A follow the advice to the end of the turn while the others pass; what A did."""
    turn = p.turn
    done = []
    while p.turn == turn and not p.finished:
        if p.actors() == [A]:
            done.append(advised(p))
            play(p, done[-1])
        else:
            play(p, "pass")
    return done


def matches(games: int, *bots: str) -> list[Match]:
    plan = Plan("salty_ocean", len(bots), {}, bots, seed=7)
    return [play_match(RULES, plan, number) for number in range(games)]


def won(played: list[Match]) -> float:
    """The share of games won by the bot named first; a shared win counts in part."""
    wins = 0.0
    for match in played:
        if match.ranks[match.seating.index(0)] == 1:
            wins += 1 / match.ranks.count(1)
    return wins / len(played)


# Strength


def test_beats_three_random_players() -> None:
    assert won(matches(60, "greedy", "random", "random", "random")) >= 0.95


@pytest.mark.soak
def test_beats_three_random_players_in_a_long_match() -> None:
    assert won(matches(400, "greedy", "random", "random", "random")) >= 0.97


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "mean"), [(2, 100), (3, 110), (4, 80)])
def test_scores_well_among_its_like(seats: int, mean: int) -> None:
    scores = [score for match in matches(100, *["greedy"] * seats) for score in match.scores]
    assert sum(scores) / len(scores) >= mean


# Behaviour


def last_turn() -> SaltyPosition:
    """Turn 5, everybody without goods, coins in hand."""
    p = table(turn=5, event="event_01", coins=[10, 12, 14, 16])
    for seat in range(4):
        hold(p, seat, "caravel_1")
    return p


def test_sells_everything_in_the_last_turn() -> None:
    p = last_turn()
    give(p, A, salt=4, herring=5, cod=3)
    hold(p, A, "caravel_1", herring=2)
    done = follow(p)
    assert {"sell herring", "sell cod"} <= set(done)
    assert sum(p.goods[:12]) == 0


def test_sells_salt_in_the_last_turn_when_a_trip_costs_too_much() -> None:
    p = last_turn()
    give(p, A, salt=6)
    p.counters[1] = 10
    done = follow(refresh(p))
    assert "sell salt" in done
    assert "sail_out" not in done


def test_does_not_pass_on_unsold_fish_in_the_last_turn() -> None:
    """Even deep in debt, and with more fish at sea, for there may be no other move."""
    p = last_turn()
    p.coins[A] = -12
    give(p, A, cod=6)
    hold(p, A, "caravel_1", "sea", cod=4)
    p.counters[:] = [6, 8, 2, 2]
    done = follow(refresh(p))
    assert "sell cod" in done
    assert p.coins[A] > 0


def test_brings_fish_home_and_sells_it_in_the_last_turn() -> None:
    p = last_turn()
    hold(p, A, "caravel_1", "sea", cod=4)
    done = follow(p)
    assert "sail_home" in done
    assert "sell cod" in done


@pytest.mark.parametrize("useless", ["saline", "depot", "build fierte", "build gros_horloge"])
def test_builds_nothing_useless_in_the_last_turn(useless: str) -> None:
    p = last_turn()
    assert gain(p, useless) < 0
    assert useless not in follow(p)


def test_builds_the_cathedral_in_the_last_turn() -> None:
    p = last_turn()
    raise_to(p, A, notre_dame=4)
    p.counters[0] = 6
    assert gain(refresh(p), "notre_dame") > 0
    p.counters[0] = 10
    assert gain(refresh(p), "notre_dame") < 0


def test_takes_a_bank_when_over_the_limit() -> None:
    p = last_turn()
    raise_to(p, A, notre_dame=8)
    p.coins[A] = 75
    assert advised(refresh(p)) == "build banque"


def test_leaves_the_bank_when_poor_in_the_last_turn() -> None:
    p = last_turn()
    p.counters[0] = 3
    assert gain(refresh(p), "build banque") < 0


def test_the_emptiest_ship_meets_the_pirates() -> None:
    p = table(event="event_05")
    hold(p, A, "caravel_1", salt=4)
    hold(p, A, "caravel_2", salt=1)
    hold(p, A, "carrack", salt=6)
    play(p, "sail_out")
    assert advised(p) == "ship caravel_2"


def test_all_loaded_ships_sail_in_one_action() -> None:
    p = table(event="event_01", turn=3)
    hold(p, A, "caravel_1", salt=4)
    hold(p, A, "caravel_2")
    hold(p, A, "carrack", salt=6)
    assert gain(p, "sail_out") > 0
    play(p, "sail_out")
    sailed = []
    while asked(p)[1] != "Move":
        sailed.append(advised(p))
        play(p, sailed[-1])
    assert [choice for choice in sailed if choice.startswith("ship")] == [
        "ship caravel_1",
        "ship carrack",
    ]
    assert p.place[:3] == [2, 1, 2]


@pytest.mark.parametrize(("rows", "catch"), [((3, 5, 1), "herring 0"), ((3, 1, 5), "herring 3")])
def test_catches_the_dearer_fish(rows: tuple[int, int, int], catch: str) -> None:
    p = table(rows=rows)
    play(p, "sail_out")
    assert asked(p)[1] == "FishSplit"
    assert advised(p) == catch


def test_loads_as_much_salt_as_fits() -> None:
    p = table(turn=2)
    hold(p, A, "caravel_1")
    hold(p, A, "carrack")
    give(p, A, salt=6)
    play(p, "move_goods")
    while asked(p) == (A, "Load"):
        play(p, advised(p))
    assert p.goods[3] + p.goods[9] == 6


def test_a_rival_with_the_same_fish_makes_selling_urgent() -> None:
    p = table(turn=3, event="event_02", next_event="event_01", rows=(3, 3, 1))
    give(p, A, cod=4)
    alone = gain(p, "sell cod")
    give(p, B, cod=4)
    assert gain(p, "sell cod") > max(alone, 0)


def test_waits_for_a_better_price() -> None:
    p = table(turn=3, event="event_01", next_event="event_09", rows=(3, 3, 5))
    give(p, A, cod=5)
    assert gain(p, "sell cod") < 0


def test_an_early_inn_is_welcome_but_not_at_any_price() -> None:
    p = table()
    assert gain(p, "build auberge") > 5
    p = table(turn=4, counters=(10, 0, 0, 0))
    assert gain(p, "build auberge") < 0


def test_does_not_run_into_deep_debt() -> None:
    p = table(coins=[-16, 12, 14, 16], counters=(5, 5, 5, 5))
    assert gain(p, "build auberge") < 10
    assert gain(p, "notre_dame") < 0


def test_knows_only_what_its_seat_knows() -> None:
    """Tiles face down make no difference to the advice."""
    p = table(turn=2, event="event_06", next_event="event_04")
    codes = p.legal(A)
    before = RULES.advise(p, A, codes)
    p.tiles[3], p.tiles[4] = 8, 9
    assert RULES.advise(p, A, codes) == before
