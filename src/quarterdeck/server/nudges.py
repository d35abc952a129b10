"""A player who waits nudges those who are still choosing."""

from __future__ import annotations

import time

from quarterdeck.server.desk import Desk
from quarterdeck.server.errors import NotAllowed, TableError, TooSoon
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader
from quarterdeck.server.store import Store
from quarterdeck.server.store.rows import NudgeRow

PAUSE = 60.0


def people_asked(table: LiveTable) -> list[int]:
    """The seats that are asked and whose people are there to choose."""
    return [seat for seat in table.story.asked if table.seats[seat].player is None]


def find_nudges(table: LiveTable) -> list[NudgeRow]:
    """The nudges since the last line that everybody has seen."""
    return [nudge for nudge in table.nudges if nudge.lines == table.story.public]


class Nudges:
    """Nudges at all tables of this server."""

    def __init__(self, store: Store, desk: Desk, loader: Loader) -> None:
        self._store = store
        self._desk = desk
        self._loader = loader

    async def nudge(self, table_id: str, held: tuple[int, ...]) -> None:
        """Nudge everybody who is asked; one's own choice comes first."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            table.playing()
            if not held:
                raise NotAllowed("qd.server.players_only")
            if not people_asked(table) or set(held) & set(table.story.asked):
                raise TableError("qd.server.nobody_to_nudge")
            nudge = NudgeRow(min(held), table.story.public, time.time())
            if not await self._store.asks.nudge(table_id, nudge, PAUSE):
                raise TooSoon("qd.server.nudged", seconds=int(PAUSE))
            others = [n for n in table.nudges if n.seat != nudge.seat]
            table.nudges = [*others, nudge]
        self._desk.changed(table, news=True)
