"""Perft of Saltfjord: the first plies counted by hand from the rules, then kept."""

from __future__ import annotations

import pytest

from quarterdeck import games
from quarterdeck.kernel.perft import perft
from quarterdeck.kernel.position import Position

RULES = games.load("saltfjord")


def begun(seats: int, rounds: int) -> Position:
    """A game in which chance and players always take what comes first, up to a decision."""
    p = RULES.start(seats, {"first_player": "1"})
    while p.chance or (rounds and "turn" not in type(p.stack[-1]).__module__):
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            seat = p.actors()[0]
            p.play(seat, p.legal(seat)[0])
    return p


@pytest.mark.parametrize("seats", RULES.seats)
def test_set_up(seats: int) -> None:
    """Four of the eight ability tiles go to the board, one after the other."""
    p = RULES.start(seats, {"first_player": "1"})
    assert [perft(p, depth) for depth in range(4)] == [1, 8, 8 * 7, 8 * 7 * 6]


def test_starting_sets() -> None:
    """Four sets, eight placements; then the other player chooses among three sets, or one of
    the six kinds of type 1 tokens is drawn for the set that goes fishing: 3 * 8 * 3 + 8 * 6.
    """
    assert [perft(begun(2, 0), depth) for depth in range(4)] == [1, 4, 32, 120]


def test_the_first_turn() -> None:
    """All dice show 1: two dice, four large buildings, five taverns, nine buildings for the worker.

    Deeper counts are kept: another one means that a rule has moved.
    """
    assert [perft(begun(2, 1), depth) for depth in range(4)] == [1, 20, 102, 891]
