"""Perft of Upon a Salty Ocean: the first plies counted by hand from the rules, then kept."""

from __future__ import annotations

import pytest

from quarterdeck.kernel.perft import perft
from tests.salty_ocean.scenario import RULES, A, asked, hold, own, play, table


@pytest.mark.parametrize(
    ("seats", "moves"),
    [(2, 18), (3, 19), (4, 19)],
)
def test_set_up(seats: int, moves: int) -> None:
    """Who is first, then two of ten tiles, then the first move.

    That move is a pass (1), Saline, Dépôt or Notre-Dame (3), a building other than the Salle,
    the Hôtel and the Vitraux, whose conditions nobody fulfils (9), sailing out (1), moving goods
    (1), selling salt (1) or buying one of the goods: 3, with two players 2.
    """
    counts = [perft(RULES.start(seats), depth) for depth in range(5)]
    assert counts == [1, seats, seats * 10, seats * 90, seats * 90 * moves]


def test_first_two_moves_of_four() -> None:
    """The 19 moves of A, each with what follows:

    a pass, Saline, Dépôt, Notre-Dame and eight buildings leave B 19 moves: 12 * 19 = 228;
    the Banque opens the Hôtel to B: 20; the one ship sails out with 3 salt: 0 to 3 barrels of
    herring, 4; moving goods, 0 to 3 barrels in the ship: 4; selling 1 to 3 salt: 3; buying
    1 to 6 barrels of a good, as the Dépôt holds 6: 3 * 6 = 18.  228 + 20 + 4 + 4 + 3 + 18 = 277
    """
    assert [perft(table(4), depth) for depth in range(3)] == [1, 19, 277]


def test_first_two_moves_of_two() -> None:
    """The 18 moves of A, each with what follows:

    a pass, Saline, Dépôt, Notre-Dame, Auberge and Phare leave B 18 moves, and so does sailing
    out, where all becomes herring: 7 * 18 = 126; six buildings have one space only: 6 * 17 = 102;
    the Banque opens the Hôtel: 19; moving goods 4; selling 3; buying salt or herring 2 * 6 = 12.
    126 + 102 + 19 + 4 + 3 + 12 = 266
    """
    assert [perft(table(2), depth) for depth in range(3)] == [1, 18, 266]


def test_sailing_out_while_pirates_lurk() -> None:
    """Two ships in Rouen, 3 and 2 salt aboard; the first to leave is hit and holds 2.

    The first ship: 2. Either then has 2 salt: 0 to 2 herring, 2 * 3 = 6. The other ship follows
    or not: 12. If caravel 2 follows, 3 ways to fish, if caravel 1 does, 4; if not, B has
    19 moves: 3 * (3 + 19) + 3 * (4 + 19) = 135.
    """
    p = table(4, event="event_05")
    hold(p, A, "caravel_2", salt=2)
    play(p, "sail_out")
    assert asked(p) == (A, "SailOut")
    assert [perft(p, depth) for depth in range(5)] == [1, 2, 6, 12, 135]


def test_looking_at_tiles() -> None:
    """The better space of the Fierté at the end of turn 1, two tiles being known.

    No look, three tiles of the grid or one of the stock: 5. Without a look the next turn's tile
    comes, one of 8; each look shows one of 8: 5 * 8 = 40. After a first look at the grid the
    second has 2 + 1 places or none, at the stock 3 + 1 or none: 3 * 8 * 4 + 8 * 5 = 136; without
    a look A moves in turn 2, without another Fierté to build: 8 * 18 = 144.  136 + 144 = 280
    """
    p = table(3)
    own(p, A, "fierte", space=1)
    play(p, "pass", "pass", "pass")
    assert asked(p) == (A, "Look")
    assert [perft(p, depth) for depth in range(4)] == [1, 5, 40, 280]


@pytest.mark.parametrize(("seats", "count"), [(2, 3855), (3, 4182), (4, 4182)])
def test_three_moves_deep(seats: int, count: int) -> None:
    assert perft(table(seats), 3) == count


def test_three_moves_deep_with_seven_rows() -> None:
    """Cod costs 6 on the third of seven rows, so A and B could pay for 5 barrels, not for 6: one
    purchase of A less before B's 19 moves, one of B less after 13 moves of A: 4182 - 32 = 4150."""
    assert perft(table(4, price_table="seven_rows"), 3) == 4150
