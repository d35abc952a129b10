"""kill −9 under load: what was acknowledged is there, and every table goes on."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any

from quarterdeck import games, record
from quarterdeck.server.store import Database, Store, engine_for
from quarterdeck.server.store.rows import EntryRow, Guest
from tests.server.client import PATIENCE, Answer, new_key, wait_until
from tests.server.servers import Launch, Server

TABLES = 3
KILLS = 3
RULES = games.load("salty_ocean")


class Stubborn:
    """A player of all seats of a table who repeats every request until it is answered."""

    def __init__(self, server: Server, number: int) -> None:
        self.client = server.client(f"Player {number}")
        seats = ("here", "here", "greedy") if number % 2 else ("here", "here")
        self.table = self.client.host(*seats)
        self.dealer = random.Random(number)
        # Key and line count of every post that was acknowledged.
        self.acknowledged: dict[str, int] = {}
        self.repeats = 0

    def _ask(self, path: str, data: Any = None) -> Answer:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if data is None:
                    return self.client.get(path)
                return self.client.post(path, data)
            except (OSError, HTTPException):
                assert time.monotonic() < end, "the server is gone for good"
                self.repeats += 1
                time.sleep(0.02)

    def _post(self, what: str, expected: int, **data: Any) -> None:
        key = new_key()
        answer = self._ask(
            f"/api/tables/{self.table}/{what}", {"expected": expected, "key": key, **data}
        )
        if answer.status == 200:
            self.acknowledged[key] = answer.json()["lines"]
        else:
            # A bot or nobody may have moved in between; nothing else may be wrong.
            assert answer.status in (403, 409, 422), answer.text

    def play(self, over: threading.Event) -> None:
        """Until the game is over; without an end while the server is still to be killed."""
        while True:
            state = self._ask(f"/api/tables/{self.table}")
            assert state.status == 200, state.text
            seen = state.json()
            if seen["finished"]:
                return
            notations = [choice["notation"] for choice in seen["choices"]]
            if seen["can_undo"] and (self.dealer.random() < 0.15 or not notations):
                self._post("undo", seen["lines"], seat=seen["viewer"])
            elif not notations:
                time.sleep(0.02)
            elif "pass" in notations and over.is_set() and self.dealer.random() < 0.6:
                self._post("moves", seen["lines"], choices=["pass"])
            else:
                rest = [n for n in notations if n != "pass"] or notations
                self._post("moves", seen["lines"], choices=[self.dealer.choice(rest)])


def stored(database: str, tables: list[str]) -> dict[str, list[EntryRow]]:
    """The lines of every table as they are in the database."""

    async def read() -> dict[str, list[EntryRow]]:
        store = Store(Database(engine_for(database)))
        try:
            return {table: await store.entries(table) for table in tables}
        finally:
            await store.database.close()

    return asyncio.run(read())


def test_a_server_killed_under_load_loses_nothing_it_has_acknowledged(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    players = [Stubborn(server, number) for number in range(TABLES)]
    over = threading.Event()
    moments = random.Random()
    with ThreadPoolExecutor(TABLES) as pool:
        games_played = [pool.submit(player.play, over) for player in players]
        try:
            for _ in range(KILLS):
                time.sleep(moments.uniform(0.1, 0.8))
                server.kill()
                server.start()
        finally:
            over.set()
        for played in games_played:
            played.result(timeout=240)
    assert sum(player.repeats for player in players) >= KILLS

    found = stored(database, [player.table for player in players])
    spectator = server.client()
    for player in players:
        rows = found[player.table]
        assert [row.ply for row in rows] == list(range(1, len(rows) + 1))
        # What the bot did on the third seat has keys of its own.
        by_key = {row.key: row.ply for row in rows if row.key is not None and row.seat < 2}
        assert player.acknowledged
        for key, lines in player.acknowledged.items():
            assert by_key[key] <= lines
        # Nothing was applied that nobody had asked for.
        assert set(by_key) == set(player.acknowledged)
        told = record.parse(spectator.record(player.table))
        assert record.verify(told, RULES).finished
        assert len(told.entries) == len(rows) - 2 * sum(row.kind == "undo" for row in rows)


def test_a_killed_server_comes_back_in_the_middle_of_a_decision(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    anne = server.client("Anne")
    table = anne.host("here", "here")
    lines = anne.move(table, anne.lines(table), "move_goods")
    before = anne.table(table)
    with anne.watching(table, last=lines) as stream:
        server.kill()
        assert stream.ended()
    server.start()
    assert anne.table(table) == before
    with anne.watching(table, last=lines - 1) as stream:
        assert stream.next().id == str(lines)
        lines = anne.move(table, lines, "load caravel_1 salt 1")
        assert stream.next().id == str(lines)


def test_a_table_that_was_full_but_not_started_starts(launch: Launch, database: str) -> None:
    """The server stopped after the last guest had sat down, before the first deal."""
    server = launch(database)
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    server.kill()

    async def sit_down() -> None:
        store = Store(Database(engine_for(database)))
        await store.database.open()
        await store.take_seat(table, 1, Guest(bob.id, bob.name), None)
        await store.database.close()

    asyncio.run(sit_down())
    server.start()
    assert anne.table(table)["status"] == "running"
    assert [seat["name"] for seat in bob.table(table)["seats"]] == ["Anne", "Bob"]


def test_bots_processes_end_with_a_killed_server(launch: Launch) -> None:
    def children(pid: int) -> list[int]:
        lists = Path(f"/proc/{pid}/task").glob("*/children")
        return [int(child) for file in lists for child in file.read_text().split()]

    server = launch()
    anne = server.client("Anne")
    table = anne.host("here", "random")
    with anne.watching(table) as stream:
        while not anne.choices(table)["choices"]:
            stream.next()
        lines = anne.move(table, anne.lines(table), "pass")
        stream.until(lambda event: event.data["lines"] > lines)
    workers = children(server.pid)
    assert workers
    server.kill()
    wait_until(lambda: not any(_alive(pid) for pid in workers), "the bots' processes to end")


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
