"""After a start: bots and standing orders that were due when the server ended go on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pauses import Pauses
from quarterdeck.server.store import DatabaseTrouble, Store

logger = logging.getLogger(__name__)

# Seconds after a start before tables are opened unasked, how many may play at a time, how long each
# may keep the next one waiting, and what is left to everybody else in between: as long as it took.
FIRST_WAIT = 1.0
AT_ONCE = 4
PATIENCE = 5.0
BREATH, LONGEST_BREATH = 0.01, 1.0
# Seconds until the database is asked again, twice as long each time.
PAUSE = 2.0
LONGEST_PAUSE = 15.0

Live = Callable[[str], Awaitable[LiveTable]]


async def resume(store: Store, live: Live) -> None:
    """Open the tables where a bot or standing orders are due, a few at a time."""
    await asyncio.sleep(FIRST_WAIT)
    waiting, turn = iter(await _due(store)), asyncio.Lock()

    async def go_on() -> None:
        for table_id in waiting:
            async with turn:
                began = time.monotonic()
                try:
                    table = await _open(live, table_id)
                except QuarterdeckError as error:
                    logger.error("table %s cannot be resumed: %s", table_id, error)
                    continue
                # Whoever waits for a page comes first
                took = time.monotonic() - began
                await asyncio.sleep(min(max(took, BREATH), LONGEST_BREATH))
            if table.thinking is not None:
                # Others may want to be asked, too
                await asyncio.wait({table.thinking}, timeout=PATIENCE)

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(go_on())


async def _due(store: Store) -> list[str]:
    """The tables that are due, as soon as the database names them."""
    while True:
        try:
            return await store.lists.due()
        except DatabaseTrouble:
            await asyncio.sleep(PAUSE)


async def _open(live: Live, table_id: str) -> LiveTable:
    """The table, as soon as the database gives it."""
    pauses = Pauses(PAUSE, LONGEST_PAUSE)
    while True:
        try:
            return await live(table_id)
        except DatabaseTrouble:
            await asyncio.sleep(pauses.next())
