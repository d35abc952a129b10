"""Who is watching: wakes every page of a table when the table has changed.

A watcher learns only *that* something changed; what they may see of it they read through their own
view. With PostgreSQL the news also travels between server processes.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg

from quarterdeck.server.pauses import Pauses
from quarterdeck.server.people import NOBODY, Caller
from quarterdeck.server.store import DatabaseTrouble
from quarterdeck.server.store.rows import Guest

logger = logging.getLogger(__name__)

CHANNEL = "quarterdeck_tables"
# Seconds between two looks at whether the connection still stands; if it does not, the pauses
# between two attempts grow to the most.
LOOK = 1.0
MOST_PAUSE = 30.0
CONNECTING = 10.0


class Watcher:
    """One page listening to one table, or for one person; many changes while it was busy count as
    one. `called`: there may be something else to tell this person of their tables."""

    def __init__(self, caller: Caller, curious: bool = False) -> None:
        """`curious`: it wants to hear of whatever changes at the person's tables, not only of
        whose turn it is."""
        self.caller = caller
        self.curious = curious
        self.called = False
        self.dismissed = False
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    def dismiss(self) -> None:
        """This one must not go on."""
        self.dismissed = True
        self.wake()

    async def wait(self, seconds: float) -> bool:
        """True if the table changed, False if nothing happened for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class Hub:
    """The watchers of all tables in this process."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        # Those who listen for a person, by guest.
        self._callers: dict[str, set[Watcher]] = defaultdict(set)
        # The server is about to end: whoever watches goes, and comes back to the next one.
        self.closing = False

    @asynccontextmanager
    async def watching(self, table_id: str, caller: Caller = NOBODY) -> AsyncIterator[Watcher]:
        watcher = Watcher(caller)
        self._watchers[table_id].add(watcher)
        try:
            yield watcher
        finally:
            self._watchers[table_id].discard(watcher)
            if not self._watchers[table_id]:
                del self._watchers[table_id]

    @contextmanager
    def calling(self, watcher: Watcher) -> Iterator[Watcher]:
        """While a watcher also hears of what happens at its person's tables."""
        guest = watcher.caller.guest
        if guest is None:
            yield watcher
            return
        self._callers[guest.id].add(watcher)
        try:
            yield watcher
        finally:
            self._callers[guest.id].discard(watcher)
            if not self._callers[guest.id]:
                del self._callers[guest.id]

    def call(self, guest_ids: Iterable[str], turn: bool) -> None:
        """Something has changed at a table of these people; `turn`: who is to choose, or sits."""
        for guest_id in guest_ids:
            for watcher in list(self._callers.get(guest_id, ())):
                if turn or watcher.curious:
                    watcher.called = True
                    watcher.wake()

    def wake(self, table_id: str) -> None:
        for watcher in list(self._watchers.get(table_id, ())):
            watcher.wake()

    def close(self) -> None:
        """Let everybody who watches go."""
        self.closing = True
        for watcher in self._everybody():
            watcher.wake()

    def count(self, table_id: str) -> int:
        return len(self._watchers.get(table_id, ()))

    def dismiss(self, whom: str) -> None:
        """End the streams of a guest (`guest ID`) or of a seat's program (`seat TABLE NUMBER`)."""
        for watcher in self._everybody():
            caller = watcher.caller
            guest = f"guest {caller.guest.id}" if caller.guest is not None else ""
            if whom in (guest, f"seat {caller.table} {caller.seat}"):
                watcher.dismiss()

    async def dismiss_strangers(self, knows: Callable[[Caller], Awaitable[bool]]) -> None:
        """End the streams of everybody who is not known any more, or of whom it cannot be said."""
        for watcher in self._everybody():
            try:
                known = await knows(watcher.caller)
            except DatabaseTrouble:
                known = False
            if not known:
                watcher.dismiss()

    def _everybody(self) -> list[Watcher]:
        listening = (*self._watchers.values(), *self._callers.values())
        return list({watcher for watchers in listening for watcher in watchers})

    def guests(self, table_id: str) -> set[Guest]:
        """Who watches a table, as far as they have told their names."""
        found = self._watchers.get(table_id, ())
        return {watcher.caller.guest for watcher in found if watcher.caller.guest is not None}


class Telegraph:
    """News between server processes through PostgreSQL's LISTEN and NOTIFY."""

    def __init__(
        self, address: str, heard: Callable[[str], None], lost: Callable[[], None]
    ) -> None:
        """`heard` is called with what another process sent, `lost` when some may be missed."""
        self._address = address
        self._heard = heard
        self._lost = lost
        self._connection: asyncpg.Connection[Any] | None = None
        # What there is to tell, each once; a connection does one thing at a time.
        self._news: dict[str, None] = {}
        self._due = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        # It has been said that nothing is heard.
        self._silent = False

    async def open(self) -> None:
        """Begin to listen. If the database is away it is heard as soon as it is back."""
        await self._try_to_connect()
        self._tasks = [
            asyncio.create_task(self._keep_listening()),
            asyncio.create_task(self._keep_sending()),
        ]

    async def _connect(self) -> None:
        # Whoever looks at the database's connections sees which process this one belongs to.
        name = {"application_name": f"quarterdeck {os.getpid()}"}
        connection = await asyncpg.connect(self._address, server_settings=name, timeout=CONNECTING)
        await connection.add_listener(CHANNEL, self._on_news)
        self._connection = connection
        self._due.set()

    async def _try_to_connect(self) -> bool:
        """Whether it is connected; one line when it fails, one when it works again."""
        try:
            await self._connect()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            if not self._silent:
                logger.warning("no news from other server processes: %s", type(error).__name__)
            self._silent = True
            return False
        if self._silent:
            logger.warning("news from other server processes again")
        self._silent = False
        return True

    def _on_news(self, connection: Any, pid: int, _channel: str, payload: object) -> None:
        if pid != connection.get_server_pid():
            self._heard(str(payload))

    async def _keep_listening(self) -> None:
        """Connect again when the database went away."""
        pauses = Pauses(LOOK, MOST_PAUSE)
        while True:
            await asyncio.sleep(pauses.next())
            if self._connection is not None and not self._connection.is_closed():
                pauses.reset()
            elif await self._try_to_connect():
                pauses.reset()
                self._lost()

    def send(self, text: str) -> None:
        """Tell the other processes soon."""
        self._news[text] = None
        self._due.set()

    async def _keep_sending(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            if self._connection is None or self._connection.is_closed():
                continue
            news, self._news = self._news, {}
            try:
                await self._connection.execute(
                    "SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id", CHANNEL, list(news)
                )
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                # They are sent with the next connection
                self._news = {**news, **self._news}

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._connection is not None and not self._connection.is_closed():
            try:
                await self._connection.close(timeout=1.0)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                self._connection.terminate()
