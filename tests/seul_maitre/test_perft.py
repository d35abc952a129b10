"""Perft of Seul Maître à Bord: the first plies counted by hand from the rules, then kept."""

from __future__ import annotations

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.kernel.perft import perft
from tests.seul_maitre.scenario import P1, RED, act, pirate, play, prepare, sea, ship


def test_set_up() -> None:
    """Two orders, then 4 x 3 ports for the two players, then 12, 11, 10, 9 coastal tiles."""
    p = RULES.start(2)
    assert [perft(p, depth) for depth in range(5)] == [1, 2, 8, 24, 288]


def test_a_first_turn() -> None:
    """Navigation, Shipyard, Piracy, Market, Bank, Reinforcement and the end of the turn: 7.

    Deeper counts are kept: another one means that a rule of the action phase has moved.
    """
    p = sea(2, turn=1)
    act(p, RED)
    assert [perft(p, depth) for depth in range(4)] == [1, 7, 46, 270]


def test_a_navigation() -> None:
    """Eight directions, two of them into storms and two to either side of an island; the port."""
    p = sea(2, wind="nw", storms="r1c2 r3c1")
    ship(p, RED, "r2c2/0", hold=4)
    act(p, RED)
    play(p, "do navigation")
    assert [perft(p, depth) for depth in range(4)] == [1, 11, 77, 409]


def test_a_combat() -> None:
    """Four faces of the red die, no or one or two cannons, then dice of five faces."""
    p = sea(2, wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=6)
    pirate(p, P1, "r2c3/0")
    act(p, RED)
    play(p, "do navigation", "move e 0")
    assert [perft(p, depth) for depth in range(5)] == [1, 4, 12, 60, 300]


def test_a_preparation() -> None:
    """A zone for a drifting pirate, seven slots, six slots, a number tile."""
    p = sea(2, wind="n", storms="r3c3 r3c1")
    prepare(p)
    assert [perft(p, depth) for depth in range(5)] == [1, 2, 14, 84, 336]
