"""Players who repeat every request until it is answered, and what must be stored in the end."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from typing import Any

from quarterdeck import games, record
from quarterdeck.server.store import Database, Store, engine_for
from quarterdeck.server.store.rows import EntryRow
from tests.server.client import PATIENCE, Answer, Client, new_key

RULES = games.load("salty_ocean")
# The database is away; one address asks too often.
ASK_AGAIN = (503, 429)


class Stubborn:
    """A player of all seats of a table who repeats every request until it is answered."""

    def __init__(self, client: Client, number: int) -> None:
        self.client = client.come(f"Player {number}")
        seats = ("here", "here", "greedy") if number % 2 else ("here", "here")
        self.table = self.client.host(*seats)
        self.dealer = random.Random(number)
        # Key and line count of every post that was acknowledged.
        self.acknowledged: dict[str, int] = {}
        self.repeats = 0

    def ask(self, path: str, data: Any = None) -> Answer:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.client.get(path) if data is None else self.client.post(path, data)
                if answer.status not in ASK_AGAIN:
                    return answer
            except (OSError, HTTPException):
                pass
            assert time.monotonic() < end, "the server is gone for good"
            self.repeats += 1
            time.sleep(0.02)

    def _post(self, what: str, expected: int, **data: Any) -> None:
        key = new_key()
        answer = self.ask(
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
            state = self.ask(f"/api/tables/{self.table}")
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
            return {table: await store.lines.of(table) for table in tables}
        finally:
            await store.database.close()

    return asyncio.run(read())


def play_through(players: Sequence[Stubborn], trouble: Callable[[], None]) -> None:
    """All play, each their own table, while the trouble lasts, and then to the end."""
    over = threading.Event()
    with ThreadPoolExecutor(len(players)) as pool:
        played = [pool.submit(player.play, over) for player in players]
        try:
            trouble()
        finally:
            over.set()
        for game in played:
            game.result(timeout=240)


def check_nothing_lost(database: str, players: Sequence[Stubborn]) -> None:
    """What was acknowledged is stored, each once and nothing else, and replays to the end."""
    found = stored(database, [player.table for player in players])
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
        told = record.parse(player.ask(f"/api/tables/{player.table}/record").text)
        assert record.verify(told, RULES).finished
        assert len(told.entries) == len(rows) - 2 * sum(row.kind == "undo" for row in rows)
