"""Results of finished games: kept once, rated in order, and a person can be taken out of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.results import make_rows
from quarterdeck.server.store import Store
from quarterdeck.server.store.results import NAMELESS, ResultRow, rate_since
from quarterdeck.server.store.rows import BOT, PERSON, Guest, SeatRow
from quarterdeck.statistics import GameResult, SeatResult, read_result
from quarterdeck.statistics.ratings import NEWCOMER
from tests.server.houses import open_house, play_on, seat_here
from tests.server.test_store import opened, table_row

GAME = "salty_ocean"
LONG = 2000


async def finish_game(house: House, *others: Guest) -> tuple[Guest, LiveTable]:
    """Somebody new has played a game to its end, with others or alone at a hot seat."""
    seating = ("here", *["open"] * len(others)) if others else ("here", "here")
    guest, table = await seat_here(house, GAME, *seating)
    for other in others:
        await house.tables.gathering.join(table.row.id, other, None)
    table = await house.tables.live(table.row.id)
    await play_on(house, table, LONG)
    assert table.playing().finished
    return guest, table


def test_a_result_is_kept_once_with_points_by_source_and_ratings(
    database: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with open_house(database, tmp_path) as house:
            bob, _ = await house.people.welcome("Bob")
            anne, table = await finish_game(house, bob)
            # It may be kept in the background already: whoever comes first, it is kept once
            await house.tables.results.keep(table.row.id)
            assert not await house.tables.results.keep(table.row.id)
            rows = await house.store.results.of_table(table.row.id)
            outcome = table.playing().outcome
            assert outcome is not None
            assert [row.guest_id for row in rows] == [anne.id, bob.id]
            assert tuple(row.played.points for row in rows) == outcome.scores
            assert [sum(row.played.sources.values()) for row in rows] == list(outcome.scores)
            assert all(row.is_rated and row.played.before == NEWCOMER for row in rows)
            winner = outcome.ranks.index(1)
            changes = [row.played.after.mu - NEWCOMER.mu for row in rows if row.played.after]
            assert changes[winner] > 0 > changes[1 - winner]
            assert [each.table for each in await house.store.results.of_guest(bob.id)] == [
                table.row.id
            ]

    asyncio.run(scenario())


def test_what_was_lost_with_the_server_is_kept_after_the_next_start(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarterdeck.server.results.FIRST_WAIT", 0.0)

    async def scenario() -> None:
        async with open_house(database, tmp_path) as house:
            monkeypatch.setattr(house.tables.results, "note", lambda _: None)
            bob, _ = await house.people.welcome("Bob")
            _, table = await finish_game(house, bob)
            _, hot_seat = await finish_game(house)
            await asyncio.sleep(0.1)
        async with open_house(database, tmp_path) as house:
            for _ in range(200):
                if not await house.store.results.missing():
                    break
                await asyncio.sleep(0.05)
            rows = await house.store.results.of_table(table.row.id)
            assert [row.is_rated for row in rows] == [True, True]
            shared = await house.store.results.of_table(hot_seat.row.id)
            assert [(row.is_rated, row.guest_id) for row in shared] == [(False, None)] * 2

    asyncio.run(scenario())


def test_a_game_that_cannot_be_counted_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("quarterdeck.server.results.FIRST_WAIT", 0.0)
    counted = []

    def read(*found: Any) -> GameResult:
        counted.append(found)
        if len(counted) == 1:
            raise ArithmeticError("of all things")
        return read_result(*found)

    monkeypatch.setattr("quarterdeck.server.results.read_result", read)

    async def scenario() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            bob, _ = await house.people.welcome("Bob")
            tables = [(await finish_game(house, bob))[1].row.id for _ in range(2)]
            for _ in range(200):
                if await house.store.results.has(tables[1]):
                    break
                await asyncio.sleep(0.05)
            assert await house.store.results.has(tables[1])
            assert await house.store.results.missing() == tables[:1]

    asyncio.run(scenario())
    assert "the result of table" in caplog.text


def test_a_finished_game_cannot_be_taken_back(database: str, tmp_path: Path) -> None:
    """So no result has ever to be taken back, either."""

    async def scenario() -> None:
        async with open_house(database, tmp_path) as house:
            _, table = await finish_game(house)
            game = table.playing()
            assert [game.undoable(seat) for seat in (0, 1)] == [None, None]

    asyncio.run(scenario())


# Ratings, from results alone


def seat(number: int, who: str) -> SeatRow:
    if who.startswith("bot:"):
        return SeatRow(number, BOT, who[4:], None, who)
    name, _, stand_in = who.partition("/")
    return SeatRow(number, PERSON, None, name, name, stand_in or None)


def result(
    id: str, players: Sequence[str], ranks: Sequence[int], finished: float, **more: Any
) -> list[ResultRow]:
    seats = tuple(SeatResult(10 * (9 - rank), rank, float(rank == 1)) for rank in ranks)
    row = replace(table_row(id), game=GAME, seats=len(players))
    sitting = [seat(number, who) for number, who in enumerate(players)]
    return make_rows(row, sitting, GameResult(GAME, {}, 5, 90, seats), finished, **more)


async def add(store: Store, rows: list[ResultRow]) -> None:
    first = rows[0].played
    seats = [SeatRow(row.played.seat, PERSON, None, "x", "x") for row in rows]
    await store.tables.add(replace(table_row(first.table), seats=len(rows)), seats)
    assert await store.results.add(rows)


async def ratings(store: Store) -> list[Any]:
    found = []
    for number in range(20):
        rows = await store.results.of_table(f"t{number}")
        found += [(row.played.table, row.played.before, row.played.after) for row in rows]
    return found


def season() -> list[list[ResultRow]]:
    """Twenty games of people and bots, in order."""
    dice = random.Random(5)
    people = ["ann", "bob", "cid", "bot:greedy", "bot:captain"]
    games = []
    for number in range(20):
        players = dice.sample(people, dice.choice((2, 3, 4)))
        ranks = dice.sample(range(1, len(players) + 1), len(players))
        games.append(result(f"t{number}", players, ranks, 100.0 + number))
    return games


def test_ratings_do_not_depend_on_when_results_are_kept(database: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(database) as store:
            games = season()
            # A few come late, as after a crash
            late = [games[7], games[2], games[13]]
            for rows in [each for each in games if each not in late] + late:
                await add(store, rows)
            found = await ratings(store)
            await store.database.write(lambda c: rate_since(c, GAME))
            assert await ratings(store) == found
            anchors = {
                before
                for game in games
                for row in game
                for before in [row.played.before]
                if row.played.bot == "greedy" and row.is_rated
            }
            assert {each.points for each in anchors if each} == {1000.0}
            await store.results.forget("bob")
            await store.database.write(lambda c: rate_since(c, GAME))
            assert await ratings(store) == found
            assert not await store.results.of_guest("bob")

    asyncio.run(scenario())


def test_who_is_rated() -> None:
    def rated(*players: str, **more: Any) -> list[bool]:
        ranks = range(1, len(players) + 1)
        return [row.is_rated for row in result("t1", players, list(ranks), 1.0, **more)]

    assert rated("ann", "bob") == [True, True]
    assert rated("ann", "bot:captain", "bot:greedy") == [True, True, True]
    # Nobody has measured this one: the others are rated without it
    assert rated("ann", "bob", "bot:flat:playouts=3") == [True, True, False]
    assert rated("ann", "bot:flat:playouts=3") == [False, False]
    # One guest for two people, a bot in somebody's place at the end, nobody to be told
    assert rated("ann", "ann", "bob") == [False] * 3
    assert rated("ann", "bob/greedy", "cid") == [False] * 3
    assert rated("ann", "bob", "cid", silent={"bob"}) == [True, False, True]
    assert rated("ann") == [False]
    kinds = [row.kind for row in result("t1", ["ann", "bob"], [1, 2], 1.0, silent={"bob"})]
    assert kinds == [PERSON, NAMELESS]
