"""The end of a round and the beginning of the next."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.names import CELL_NAMES
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    B,
    C,
    asked,
    blocked,
    boat,
    building,
    chances,
    deal_any,
    die,
    end_round,
    fjord,
    icon,
    level,
    market,
    offered,
    options,
    play,
    player,
    points,
    quays,
    refused,
    store,
    turn,
    worker,
)


@rule("SF-15.1")
def test_a_round_ends_when_the_last_player_has_retired() -> None:
    p = fjord()
    player(p, A, tavern="tavern_2")
    worker(p, B, "r3c3")
    turn(p, B)
    play(p, B, "retire tavern_1")
    assert p.round == 1
    play(p, B, "decline")
    # Nothing is left to do: the dice of round 2 are due
    assert (p.chance, p.round) == (True, 2)


@rule("SF-15.1")
def test_the_others_go_on_until_they_retire() -> None:
    p = fjord(3)
    player(p, A, tavern="tavern_2")
    worker(p, B, "r3c3")
    turn(p, B, white="1")
    play(p, B, "retire tavern_1", "decline")
    assert (asked(p, C), p.round) == ("MainAction", 1)
    # Nobody else has a turn in between
    play(p, C, "die white 1", "discard", "end_turn")
    assert (asked(p, C), p.round) == ("MainAction", 1)


@rule("SF-15.2")
def test_after_the_third_round_comes_the_scoring() -> None:
    for number in (1, 2):
        p = end_round(fjord(in_round=number))
        assert (p.finished, p.chance, p.round) == (False, True, number + 1)
    p = end_round(fjord(in_round=3))
    assert (p.finished, p.scores) == (True, [0, 0])


@rule("SF-15.3")
def test_workers_and_dice_leave_the_villages() -> None:
    p = fjord()
    player(p, A, tech="craft 2")
    worker(p, A, "r3c2", "r1c1")
    die(p, A, "r6c4", "white", 4)
    die(p, B, "r6c6", "orange", 6)
    deal_any(end_round(p, "2 1"))
    assert (blocked(p, A), blocked(p, B)) == ({}, {})
    assert p.workers == [2, 1]
    play(p, B, "retire tavern_1", "decline", "go_on", "end_turn")
    buildings = [name for name in CELL_NAMES if icon(p, A, name) != "empty"]
    free = offered(p, A, "worker").split()
    assert set(free) == {name for name in buildings if not icon(p, A, name).startswith("walk")}


@rule("SF-15.4")
@pytest.mark.parametrize(
    ("seats", "white", "orange"),
    [(2, 6, (2, 4, 6)), (3, 9, (3, 6, 9)), (4, 12, (4, 8, 12))],
)
def test_all_dice_are_rolled_with_the_new_orange_ones(
    seats: int, white: int, orange: tuple[int, ...]
) -> None:
    for number in (1, 2):
        p = fjord(seats, number)
        # Some dice were used, some discarded, the others never taken
        die(p, A, "r6c4", "white", 4)
        player(p, A, taken="1 orange")
        end_round(p)
        rolled = {"white": 0, "orange": 0}
        while p.chance:
            rolled[next(iter(chances(p))).split()[1]] += 1
            p.deal(p.outcomes()[0][0])
        assert rolled == {"white": white, "orange": orange[number]}
        assert (sum(p.pool[:6]), sum(p.pool[6:])) == (white, orange[number])


@rule("SF-15.5", "SF-15.6")
@pytest.mark.parametrize(
    ("taverns", "first"), [("5 2 3", B), ("1 2 3", A), ("5 4 3", C), ("4 1 5", B)]
)
def test_the_leftmost_tavern_starts_the_next_round(taverns: str, first: int) -> None:
    p = deal_any(end_round(fjord(3), taverns))
    assert (p.first, p.actors()) == (first, [first])
    assert p.taverns == [-1, -1, -1]
    assert len(options(p, first, "retire")) == 5


@rule("SF-15.5")
def test_turns_go_on_clockwise_from_there() -> None:
    p = deal_any(end_round(fjord(3), "5 2 3"))
    order = []
    for _ in range(4):
        (seat,) = p.actors()
        order.append(seat)
        choice = next(notation for notation in options(p, seat) if notation.startswith("die"))
        play(p, seat, choice, "discard", "end_turn")
    assert order == [B, C, A, B]


@rule("SF-15.7")
def test_the_limits_of_dice_start_again() -> None:
    p = fjord()
    player(p, A, taken="3 white 1 orange")
    turn(p, A, white="1")
    assert options(p, A, "die") == []
    assert refused(p, A, "die white 1") == "white_limit SF-4.2"
    p = fjord()
    player(p, A, taken="3 white 1 orange")
    deal_any(end_round(p))
    assert p.dice_taken == [0, 0, 0, 0]
    assert {notation.split()[1] for notation in options(p, A, "die")} == {"white", "orange"}


@rule("SF-15.7")
def test_everything_else_stays() -> None:
    p = fjord()
    player(
        p,
        A,
        goods="1 gold 2 fish",
        tech="craft 2 fishing 1",
        zone=2,
        boat="t1_fish3 t1_points2",
        crates="quay_2:k04",
        points=7,
    )
    building(p, A, "d07", "r6c1", 0)
    market(p, 1, "k30")
    deal_any(end_round(p))
    assert p.round == 2
    assert (store(p, A), level(p, A, "craft"), level(p, A, "fishing")) == ("1 gold 2 fish", 2, 1)
    assert (p.zones[A], boat(p, A), p.caught[A]) == (2, "t1_fish3 t1_points2", 2)
    assert (quays(p, A), points(p, A)) == ([0, 1, 0, 0], 7)
    assert (icon(p, A, "r6c1"), icon(p, A, "r6c2")) == ("pulp", "fishing")
    q = fjord()
    player(q, A, crates="quay_2:k04")
    building(q, A, "d07", "r6c1", 0)
    market(q, 1, "k30")
    end_round(q)
    assert (p.market, p.crates_left, p.stack_left, p.tops) == (
        q.market,
        q.crates_left,
        q.stack_left,
        q.tops,
    )
