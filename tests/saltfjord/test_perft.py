"""Perft of Saltfjord: the first plies counted by hand from the rules, then kept."""

from __future__ import annotations

from quarterdeck.kernel.perft import perft
from tests.saltfjord.scenario import A, fjord, play, player, start, tiles, turn


def test_set_up() -> None:
    """First player, then ability tiles for the board: 8, 7, 6 of them."""
    assert [perft(start(2), depth) for depth in range(4)] == [1, 2, 16, 112]
    p = start(2, first_player="1")
    assert [perft(p, depth) for depth in range(4)] == [1, 8, 8 * 7, 8 * 7 * 6]
    assert perft(start(3, village_side="named"), 3) == 3 * 4 * 3


def test_a_turn_two_choices_deep() -> None:
    """Side A, starting building 1, an empty store, a worker; dice 1 to 6 and 1, 2.

    8 dice, 5 taverns and 9 buildings for the worker: 22. Then a line or the discard for each
    die: 16. Taverns: fishing or not 2; no technology and no order, so a quay window with 9
    buildings: 10 each; one-cell stacks or not 3; fishing or not 2: 27. After a worker who only
    gains, or can do nothing, 13 main actions are left; fishing is asked: 8 x 13 + 2 = 106.

    Deeper counts are kept: another one means that a rule of the turn has moved.
    """
    p = turn(fjord(), A)
    assert [perft(p, depth) for depth in range(3)] == [1, 22, 16 + 27 + 106]
    assert perft(p, 3) == 1259


def test_a_sweep() -> None:
    """Column 4 with starting building 2 upright: planks r3c4, order or technology r4c4, order
    r6c4. The first building is any of the three.

    Then: two more buildings, 8 for the worker, or the end: 11. An order, four technologies (wood
    for what wool and pulp sell for), or none: 6. An order or none: 2.
    """
    p = fjord()
    player(p, A, start="sb2 r3c4 1", goods="1 wool 1 pulp")
    turn(p, A, white="4")
    play(p, A, "die white 4", "line 4")
    assert [perft(p, depth) for depth in (1, 2, 3)] == [3, 11 + 6 + 2, 221]


def test_a_small_building() -> None:
    """38 placements of a domino; after each the 18 tiles not seen yet may come into view."""
    p = fjord()
    player(p, A, goods="1 wood")
    tiles(p, "domino_1", "d05")
    turn(p, A)
    play(p, A, "worker r2c5", "build domino_1")
    assert [perft(p, depth) for depth in range(3)] == [1, 38, 38 * 18]
