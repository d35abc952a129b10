"""What a page or a program hears of a table while it watches."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Sequence,
)
from contextlib import ExitStack, suppress
from dataclasses import dataclass

import orjson
from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from quarterdeck.server.addresses import visitor
from quarterdeck.server.errors import TooSoon
from quarterdeck.server.live import LiveTable
from quarterdeck.server.people import Caller
from quarterdeck.server.seldom import Seldom
from quarterdeck.server.store import DatabaseTrouble
from quarterdeck.server.store.rows import REMOVED
from quarterdeck.server.tables import Tables
from quarterdeck.server.talking import measure

logger = logging.getLogger(__name__)

KEEP_ALIVE = 20.0
# Then the browser asks anew, by itself, and whether it may is looked at again.
LONGEST = 3600.0
STILL_HERE = b": still here\n\n"
RETRY = b"retry: 1000\n\n"


@dataclass(frozen=True)
class Waiting:
    """How many tables wait for somebody, and how many besides the one they are at."""

    number: int
    elsewhere: int

    def as_event(self, **more: str) -> bytes:
        data = {"waiting": self.number, "elsewhere": self.elsewhere, **more}
        return b"event: mine\ndata: %b\n\n" % orjson.dumps(data)


def count_waiting(tables: Sequence[str], here: str = "") -> Waiting:
    return Waiting(len(tables), sum(table != here for table in tables))


async def changes(
    tables: Tables,
    table_id: str,
    held: Callable[[LiveTable], Collection[int]],
    caller: Caller,
    waiting: Callable[[], Awaitable[list[str]]] | None = None,
) -> AsyncGenerator[LiveTable | Waiting | None, None]:
    """The table now and whenever something changes that the holder of some seats may notice.

    `waiting` finds the tables that wait for the caller, who is told how many there are, too.

    None if nothing was said for a while. When that comes depends on what was said before and
    on nothing else: what others do in secret cannot even be felt as a longer silence. It ends for
    a guest who has signed out everywhere or whom the table's host sends away, and for a program
    whose token is no longer good.
    """
    now = asyncio.get_running_loop().time
    seen: object = None
    told: Waiting | None = None
    due = 0.0
    end = now() + LONGEST
    with tables.presence.watching() as watch, ExitStack() as calls:
        async with tables.hub.watching(table_id, caller) as watcher:
            if waiting is not None:
                watcher.called = True
                calls.enter_context(tables.hub.calling(watcher))
            while not (tables.hub.closing or watcher.dismissed or now() >= end):
                try:
                    if waiting is not None and watcher.called:
                        watcher.called = False
                        count = count_waiting(await waiting(), table_id)
                        if count != told:
                            told = count
                            yield count
                    table = await tables.live(table_id)
                except DatabaseTrouble:
                    # Watchers come back, and learn then what is wrong.
                    return
                if caller.guest is not None and measure(table, caller.guest.id) == REMOVED:
                    return
                mine = held(table)
                people = frozenset((table_id, guest) for guest in table.guests_on(mine))
                if people != watch.people:
                    watch.people = people
                    with suppress(DatabaseTrouble):
                        await tables.whereabouts.check(table)
                moment = table.moment_for(mine)
                if moment != seen:
                    seen = moment
                    yield table
                    due = now() + KEEP_ALIVE
                elif now() >= due:
                    yield None
                    due = now() + KEEP_ALIVE
                await watcher.wait(due - now())


class Streams:
    """The open streams, counted by where they come from."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()
        self._seldom = Seldom(logger)

    def __len__(self) -> int:
        return self._open.total()

    def answer(self, request: Request, events: AsyncIterator[bytes]) -> StreamingResponse:
        """A stream of server-sent events, unless there are too many from this address."""
        name = visitor(request.client.host) if request.client else ""
        if self._open[name] >= self._most:
            self._seldom.warn("refused an event stream: too many from one address", name)
            raise TooSoon("qd.server.too_many_streams")
        return _EventStream(events, self._open, name)


class _EventStream(StreamingResponse):
    """Counted for as long as it is being sent."""

    def __init__(self, events: AsyncIterator[bytes], count: Counter[str], name: str) -> None:
        super().__init__(
            events,
            media_type="text/event-stream",
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )
        self._count = count
        self._name = name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._count[self._name] += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._count[self._name] -= 1
            if not self._count[self._name]:
                del self._count[self._name]
