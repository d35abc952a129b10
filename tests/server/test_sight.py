"""Whose eyes a device shows a table through, when several people share it."""

from __future__ import annotations

import pytest

import quarterdeck as qd
from quarterdeck.game import Game
from quarterdeck.server.live import LiveTable, line
from quarterdeck.server.sight import Hands, Sight, has_secrets, sight
from quarterdeck.server.store.rows import BOT, PERSON, RUNNING, SeatRow, TableRow
from tests.server.test_leaks import looking, prefer

HOST = "host"


def table_of(game: Game, *owners: str | None) -> LiveTable:
    """A table whose seats belong to these guests; None is a bot."""
    header = game.record.header
    row = TableRow(
        "t", "salty_ocean", 1, header.seats, header.options, "", "", False, RUNNING, HOST,
        None, None, 0.0, 0.0,
    )  # fmt: skip
    seats = [
        SeatRow(n, PERSON if owner else BOT, None if owner else "random", owner, f"P{n}")
        for n, owner in enumerate(owners)
    ]
    table = LiveTable(row, seats)
    table.game = game
    table.mark_stored([line(n, entry) for n, entry in enumerate(game.record.entries, 1)])
    return table


def play(game: Game, until: int) -> Game:
    """Seat 0 builds the Fierté and looks, the others pass, until a seat is asked after that."""
    picks = {0: looking("stock_1", "grid_5", "stock_2"), 1: prefer("pass"), 2: prefer("pass")}
    looked = False
    for _ in range(400):
        seat = game.actor
        assert seat is not None
        looked = looked or has_secrets(table_of(game, HOST, HOST, HOST), 0)
        if looked and seat == until:
            return game
        game.play(picks[seat]([choice.notation for choice in game.legal]))
    raise AssertionError("nobody looks")


@pytest.fixture(scope="module")
def asked_1() -> Game:
    """Seat 0 knows something, seat 1 is asked."""
    return play(qd.new("salty_ocean", seats=3, seed=5), 1)


def test_only_who_has_looked_has_secrets(asked_1: Game) -> None:
    table = table_of(asked_1, HOST, HOST, HOST)
    assert [has_secrets(table, seat) for seat in range(3)] == [True, False, False]
    fresh = table_of(qd.new("salty_ocean", seats=3, seed=5), HOST, HOST, HOST)
    assert not any(has_secrets(fresh, seat) for seat in range(3))


def test_without_secrets_the_page_follows_whoever_is_asked() -> None:
    game = qd.new("salty_ocean", seats=3, seed=5)
    table = table_of(game, HOST, HOST, HOST)
    for hands in (Hands(), Hands(0), Hands(1), Hands(2, 0), Hands(7)):
        assert sight(table, HOST, hands) == Sight(game.actor)


def test_with_secrets_it_is_handed_over_first(asked_1: Game) -> None:
    table = table_of(asked_1, HOST, HOST, HOST)
    assert sight(table, HOST, Hands(1)) == Sight(1)
    assert sight(table, HOST, Hands(0)) == Sight(None, hand_to=1, back=0)
    # Seat 2 knows nothing special, and neither does seat 1.
    assert sight(table, HOST, Hands(2)) == Sight(1)
    assert sight(table, HOST, Hands()) == Sight(1)


def test_who_has_secrets_is_waited_for() -> None:
    game = play(qd.new("salty_ocean", seats=3, seed=5), 1)
    while game.actor != 0:
        game.play("pass")
    table = table_of(game, HOST, HOST, HOST)
    for hands in (Hands(), Hands(1), Hands(2), Hands(1, game.ply)):
        assert sight(table, HOST, hands) == Sight(None, hand_to=0)
    assert sight(table, HOST, Hands(0)) == Sight(0)


def test_one_looks_back_only_while_nothing_happens(asked_1: Game) -> None:
    table = table_of(asked_1, HOST, HOST, HOST)
    assert sight(table, HOST, Hands(0, table.lines)) == Sight(0, hand_to=1)
    assert sight(table, HOST, Hands(0, table.lines - 1)) == Sight(None, hand_to=1, back=0)


def test_while_others_move_the_device_stays_where_it_is(asked_1: Game) -> None:
    table = table_of(asked_1, HOST, "ben", HOST)
    assert sight(table, HOST, Hands(0)) == Sight(0)
    assert sight(table, HOST, Hands(2)) == Sight(2)
    # Nobody has said who he is: what one of them knows stays covered.
    assert sight(table, HOST, Hands()) == Sight(None)
    assert sight(table, "ben", Hands(0)) == Sight(1)
    assert sight(table, None, Hands(0)) == Sight(None)


def test_nobody_hands_over_to_a_bot(asked_1: Game) -> None:
    table = table_of(asked_1, HOST, HOST, HOST)
    table.seats[1] = SeatRow(1, PERSON, None, HOST, "P1", "greedy")
    assert sight(table, HOST, Hands(0)) == Sight(0)


@pytest.mark.parametrize("hands", [Hands(0), Hands(3, 17)])
def test_the_cookie_tells_what_it_was_told(hands: Hands) -> None:
    assert Hands.read(hands.write()) == hands


@pytest.mark.parametrize("cookie", [None, "", "x", "-1", "1@", "1@x", "123", "1 ", "١"])
def test_a_cookie_that_says_nothing_is_nobody(cookie: str | None) -> None:
    assert Hands.read(cookie) == Hands()
