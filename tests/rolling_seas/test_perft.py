"""Perft of Rolling Seas: the first plies counted by hand from the rules, then kept."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.perft import perft
from tests.rolling_seas.scenario import RULES, A, act, captain, draw, options, play, reveal, voyage


def test_set_up() -> None:
    """24 cards; then an anchor of the first seat: see the examples for the numbers by card."""
    assert [perft(RULES.start(2), depth) for depth in range(2)] == [1, 24]


def test_the_cards_and_dice_of_a_turn() -> None:
    """A calm card asks nobody anything; 56 winds of three kinds and 56 with a pair, 6 faces."""
    p = reveal(voyage(2), "calm_03")
    assert [perft(p, depth) for depth in range(3)] == [1, 112, 672]


@pytest.mark.parametrize(
    ("wind", "sailings"),
    [("n", 8), ("ne", 10), ("e", 9), ("se", 7), ("s", 10), ("sw", 8), ("w", 4), ("nw", 4)],
)
def test_sailings_from_h7_without_provisions(wind: str, sailings: int) -> None:
    """Every row of steps that can be ended, as the rules of record count them."""
    p = voyage()
    captain(p, A, prov="0/5")
    act(p, winds=f"{wind} {wind} {'n' if wind != 'n' else 's'}")
    play(p, A, f"sail {wind}")
    assert ended(p) == sailings


def ended(p: RollingPosition) -> int:
    """How many rows of steps end the turn from here; the end is taken alone or unasked."""
    if not options(p, A):
        return 1
    count = 0
    for notation in options(p, A):
        count += 1 if notation == "end" else ended(play(p.clone(), A, notation))
    return count


def test_an_action_three_choices_deep() -> None:
    """A wind to six cells, three winds to sail with, the port, staying: 11.

    Deeper counts are kept: another one means that a rule of the action phase has moved.
    """
    p = voyage()
    captain(p, A, prov="2/5", wind="1/1", gold="4/4")
    draw(p, A, "rogue_wave", "I7")
    draw(p, A, "open_sea_stream", "H8", 1)
    draw(p, A, "sea_serpent", "H5", 1)
    act(p, winds="n e s")
    assert [perft(p, depth) for depth in range(4)] == [1, 11, 52, 415]
