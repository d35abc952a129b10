"""Which of the people at a table are here, were here lately, or are away, as the others are told.

Pages are told only when one of these becomes another. For how long somebody has been away they
count by themselves, from when that person was last seen; so nothing is written anew meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quarterdeck.server.live import LiveTable
from quarterdeck.server.presence import SLACK, TICK, Presence
from quarterdeck.server.store import DatabaseTrouble
from quarterdeck.server.store.rows import GATHERING, PERSON, RUNNING

HERE, LATELY, AWAY = "here", "lately", "away"


@dataclass(frozen=True)
class Attendance:
    """Whether somebody is here; if not, since when, in seconds since 1970."""

    how: str
    since: int = 0


class Whereabouts:
    """The people of all tables that somebody of this process watches.

    `tell` is called with a table whose people are shown differently now.
    """

    def __init__(
        self,
        presence: Presence,
        tables: Iterable[LiveTable],
        is_watched: Callable[[LiveTable], bool],
        tell: Callable[[LiveTable], None],
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._presence = presence
        self._tables = tables
        self._is_watched = is_watched
        self._tell = tell
        self._wall = wall
        # By table, as its pages show it: when each guest was seen, and where that puts them.
        self._shown: dict[str, dict[str, tuple[float, Attendance]]] = {}

    async def look(self, table: LiveTable, reader: str | None) -> tuple[Attendance | None, ...]:
        """By seat: where the other people are, for a reader who sits at the table."""
        guests = _people(table)
        mine = table.seats_of(reader)
        if not mine or len(guests) < 2:
            return ()
        shown = self._shown.get(table.row.id, {})
        # Of a table that nobody watches it may be long ago that this was looked at.
        if not guests <= shown.keys() or not self._is_watched(table):
            shown = self._shown[table.row.id] = await self._find(table, guests)
        return tuple(
            shown[seat.guest_id][1]
            if seat.guest_id in guests and seat.number not in mine and seat.player is None
            else None
            for seat in table.seats
        )

    async def check(self, table: LiveTable) -> None:
        """Somebody may have come or gone: if so, tell."""
        guests = _people(table)
        if len(guests) < 2:
            return
        before = self._shown.get(table.row.id)
        now = self._shown[table.row.id] = await self._find(table, guests)
        if before is not None and any(
            before[guest][1].how != where.how
            for guest, (_, where) in now.items()
            if guest in before
        ):
            self._tell(table)

    async def keep_checking(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self.check_all()

    async def check_all(self) -> None:
        """Check all tables that are watched, and forget the others."""
        watched = {table.row.id: table for table in self._tables if self._is_watched(table)}
        for table_id in self._shown.keys() - watched.keys():
            del self._shown[table_id]
        for table in watched.values():
            try:
                await self.check(table)
            except DatabaseTrouble:
                # Nobody grows more absent meanwhile
                return

    async def _find(
        self, table: LiveTable, guests: set[str]
    ) -> dict[str, tuple[float, Attendance]]:
        seen = await self._presence.last_seen(table.row.id, guests)
        before = self._shown.get(table.row.id, {})
        return {
            guest: (at, self._place(at, table.row.away_after, before.get(guest)))
            for guest, at in seen.items()
        }

    def _place(
        self, seen: float, away_after: float, before: tuple[float, Attendance] | None
    ) -> Attendance:
        gone = self._presence.now() - seen
        if gone < SLACK:
            return Attendance(HERE)
        how = AWAY if self._presence.away(seen) >= away_after else LATELY
        if before is not None and before[0] == seen and before[1].since:
            # The same moment, whatever the two clocks say of it now
            return Attendance(how, before[1].since)
        return Attendance(how, int(self._wall() - gone))


def _people(table: LiveTable) -> set[str]:
    """The guests who sit at a table that waits or plays."""
    if table.row.status not in (GATHERING, RUNNING) or table.fault is not None:
        return set()
    return {
        seat.guest_id for seat in table.seats if seat.kind == PERSON and seat.guest_id is not None
    }
