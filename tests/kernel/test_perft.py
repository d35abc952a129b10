"""Perft of the toy: small enough to count by hand."""

from __future__ import annotations

import pytest

from quarterdeck.kernel.perft import perft
from tests.kernel.micro import Ask, End, Lanes, Mark, Toss, game
from tests.toy import TOY
from tests.toy.scenario import play, start


def test_nothing_is_one_way_to_do_nothing() -> None:
    assert perft(game(Ask(0)), 0) == 1
    assert perft(game(End()), 0) == 1


def test_a_finished_game_cannot_go_on() -> None:
    assert perft(game(End()), 1) == 0
    assert perft(game(Ask(0), End()), 2) == 0


def test_choices_and_outcomes_multiply() -> None:
    p = game(Ask(0, 0, 3), Mark(), Toss(4), Ask(1, 0, 1), Ask(1, 0, 5))
    assert [perft(p, depth) for depth in range(5)] == [1, 3, 12, 60, 0]


def test_lanes_are_followed_in_seat_order_only() -> None:
    p = game(Lanes(2, 3), Ask(0, 0, 5), Ask(0))
    assert [perft(p, depth) for depth in range(1, 5)] == [2, 6, 30, 60]


def test_counting_leaves_the_position_as_it_is() -> None:
    p = start("cork", "coral")
    before = p.digest()
    perft(p, 4)
    assert p.digest() == before


def test_one_rower() -> None:
    """Plies from the start of a game for one.

    1. the charm: cork, coral or pearl: 3.
    2. the course: north and south, with the pearl also the reef: 2 + 2 + 3 = 7.
    3. a rope, north and south: 4 for each charm; on the reef dig, rest or trade: 3 * 4 + 3 = 15.
    4. after a rope the voyage: north short 3, north long (no shell, no trade) 2, south short and
       long 3 each: 11 for each charm. From the reef: dig finds 1 or 2 shells; rest leads to the
       second tide, without the pearl 2 courses; trade draws a cork or a coral: 6. 33 + 6 = 39.
    """
    assert [perft(TOY.start(1), depth) for depth in range(5)] == [1, 3, 7, 15, 39]


def test_two_rowers() -> None:
    """Two charms: 3 + 3 + 2 (there is one pearl) = 8 pairs. The first rower's course: 2 for each
    of 3 pairs with a cork, 2 for each of 3 with a coral, 3 for each of 2 with the pearl = 18."""
    assert [perft(TOY.start(2), depth) for depth in range(4)] == [1, 3, 8, 18]


@pytest.mark.parametrize(("duels", "count"), [("on", 4), ("off", 3)])
def test_a_voyage_in_company(duels: str, count: int) -> None:
    """Dig, rest, trade and, where it is allowed, the one duel."""
    p = start("cork", "coral", duels=duels)
    for seat in (0, 1):
        play(p, seat, "row north", "anchor short")
    assert perft(p, 1) == count


def test_a_duel_is_counted_inside_the_voyage() -> None:
    """After dig 3 finds; after rest the other's voyage: dig, rest, trade, duel; after trade one
    of 3 kinds of charm is drawn; after the challenge trade, stand or yield: 3 + 4 + 3 + 3."""
    p = start("cork", "coral")
    for seat in (0, 1):
        play(p, seat, "row north", "anchor short")
    assert perft(p, 2) == 13


def test_three_rowers() -> None:
    """Three charms: 27 ways less 1 with three corals and 7 with several pearls = 19. Then the
    first rower's course: 2 for each, and the reef where the pearl came first: 38 + 4 = 42."""
    assert [perft(TOY.start(3), depth) for depth in range(5)] == [1, 3, 8, 19, 42]


def test_deeper_counts_stay() -> None:
    """Counted once by saving and loading every position instead of cloning it."""
    assert [perft(TOY.start(1), depth) for depth in (5, 6, 7)] == [96, 214, 495]
    assert [perft(TOY.start(3), depth) for depth in (5, 6)] == [84, 184]
