"""Who is watching: wakes every page of a table when the table has changed.

A watcher learns only *that* something changed; what he may see of it he reads through his own
view. With PostgreSQL the news also travels between server processes.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

CHANNEL = "quarterdeck_tables"


class Watcher:
    """One page listening to one table; many changes while it was busy count as one."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def wait(self, seconds: float) -> bool:
        """True if the table changed, False if nothing happened for so long."""
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class Hub:
    """The watchers of all tables in this process."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)

    @asynccontextmanager
    async def watching(self, table_id: str) -> AsyncIterator[Watcher]:
        watcher = Watcher()
        self._watchers[table_id].add(watcher)
        try:
            yield watcher
        finally:
            self._watchers[table_id].discard(watcher)
            if not self._watchers[table_id]:
                del self._watchers[table_id]

    def wake(self, table_id: str) -> None:
        for watcher in list(self._watchers.get(table_id, ())):
            watcher.wake()

    def count(self, table_id: str) -> int:
        return len(self._watchers.get(table_id, ()))


class Telegraph:
    """News between server processes through PostgreSQL's LISTEN and NOTIFY."""

    def __init__(self, address: str, heard: Callable[[str], None]) -> None:
        self._address = address
        self._heard = heard
        self._connection: asyncpg.Connection[Any] | None = None
        self._keeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._connect()
        self._keeper = asyncio.create_task(self._keep_listening())

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._address)
        await connection.add_listener(CHANNEL, self._on_news)
        self._connection = connection

    def _on_news(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        self._heard(str(payload))

    async def _keep_listening(self) -> None:
        """Connect again when the database went away."""
        while True:
            await asyncio.sleep(2)
            if self._connection is None or self._connection.is_closed():
                try:
                    await self._connect()
                except OSError:
                    continue

    async def send(self, table_id: str) -> None:
        if self._connection is not None and not self._connection.is_closed():
            await self._connection.execute("SELECT pg_notify($1, $2)", CHANNEL, table_id)

    async def close(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()
