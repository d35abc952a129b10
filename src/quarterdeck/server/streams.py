"""What a page or a program hears of a table while it watches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection

from fastapi.responses import StreamingResponse

from quarterdeck.server.live import LiveTable
from quarterdeck.server.store.rows import REMOVED, Guest
from quarterdeck.server.tables import Tables
from quarterdeck.server.talking import measure

KEEP_ALIVE = 20.0
STILL_HERE = b": still here\n\n"
RETRY = b"retry: 1000\n\n"


async def changes(
    tables: Tables,
    table_id: str,
    held: Callable[[LiveTable], Collection[int]],
    guest: Guest | None = None,
) -> AsyncGenerator[LiveTable | None, None]:
    """The table now and whenever something changes that the holder of some seats may notice.

    None if nothing was said for a while. When that comes depends on what was said before and
    on nothing else: what others do in secret cannot even be felt as a longer silence. It ends for
    a guest whom the table's host sends away.
    """
    now = asyncio.get_running_loop().time
    seen: object = None
    due = 0.0
    async with tables.hub.watching(table_id, guest) as watcher:
        while True:
            table = await tables.live(table_id)
            if guest is not None and measure(table, guest.id) == REMOVED:
                return
            stamp = table.stamp(held(table))
            if stamp != seen:
                seen = stamp
                yield table
                due = now() + KEEP_ALIVE
            elif now() >= due:
                yield None
                due = now() + KEEP_ALIVE
            await watcher.wait(due - now())


def event_stream(events: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(
        events,
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )
