"""Tables that have waited long enough: bots sit down where nobody came, as their hosts agreed.

What is due follows from what is stored, by the clock of the house, so it is found again whatever
happened in between; that it is done once is for the store to see to.
"""

from __future__ import annotations

import asyncio
import logging

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.desk import Desk
from quarterdeck.server.gathering import Gathering
from quarterdeck.server.limits import TooMany
from quarterdeck.server.presence import Presence
from quarterdeck.server.seldom import Seldom
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.rows import GATHERING

logger = logging.getLogger(__name__)

# Seconds between two looks.
LOOK = 5.0


class Filling:
    """Looks after all tables that wait for players."""

    def __init__(self, store: Store, desk: Desk, gathering: Gathering, presence: Presence) -> None:
        self._store = store
        self._desk = desk
        self._gathering = gathering
        self._presence = presence
        self._seldom = Seldom(logger)
        # Tables that are set aside, or cannot be started for another reason: nobody tries again.
        self._hopeless: set[str] = set()

    async def keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except DatabaseTrouble:
                # What is due now is due then
                continue

    async def look(self) -> int:
        """Start whatever waits for nobody any more; gives at how many tables bots sat down."""
        filled = 0
        for table_id in await self._store.lists.to_start(self._presence.now()):
            if table_id in self._hopeless:
                continue
            try:
                # To open a table at which everybody sits is to start it
                table = await self._desk.live(table_id)
                if table.fault is not None:
                    self._hopeless.add(table_id)
                elif table.row.status == GATHERING:
                    filled += await self._gathering.fill_due(table_id)
            except DatabaseTrouble:
                raise
            except TooMany:
                # The host has begun as much as one may: it is done as soon as they may again
                continue
            except QuarterdeckError as error:
                self._hopeless.add(table_id)
                self._seldom.warn("a table that waits cannot be started", f"{table_id}: {error}")
        return filled
