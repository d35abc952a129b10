"""The tables of a person: what waits for them first, then where others are to choose, and the rest.

All of it is read from what is stored with the tables; only a table of before, of which that is not
known, is opened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from quarterdeck import games
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.naming import distinct
from quarterdeck.server.asked import read_ask
from quarterdeck.server.deadlines import Deadline, Deadlines
from quarterdeck.server.live import LiveTable
from quarterdeck.server.reading import has_other_rules
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.mine import Look, News
from quarterdeck.server.store.rows import BOT, GATHERING, RUNNING, SeatRow, TableRow
from quarterdeck.server.tables import Tables

logger = logging.getLogger(__name__)

# Seconds until it is stored how far people have looked; many looks are stored at once.
PAUSE = 1.0
NOTHING_NEW = News({})


@dataclass(frozen=True)
class MyTable:
    """A table of a person: what they may know of it without opening it.

    `asked` is what they themselves are asked; `turn` are the seats that are to choose; `choices`
    are how often each other seat has chosen since they looked, `said` how much was said.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    mine: tuple[int, ...]
    turn: tuple[int, ...]
    aside: bool = False
    asked: Message | None = None
    due: Deadline | None = None
    choices: tuple[tuple[int, int], ...] = ()
    said: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return distinct(tuple(seat.name for seat in self.seats))

    @property
    def waits(self) -> bool:
        """Whether it waits for this person."""
        playing = (number for number in self.mine if self.seats[number].player is None)
        running = self.row.status == RUNNING and not self.aside
        return running and any(number in self.turn for number in playing)

    @property
    def urgency(self) -> tuple[float, float]:
        """What waits for somebody is sorted by: deadlines first, then the longest waiting."""
        return inf if self.due is None else self.due.due, self.row.changed


@dataclass(frozen=True)
class MyTables:
    """All unfinished tables of a person. `invitations`: rematches that wait for them."""

    waiting: tuple[MyTable, ...] = ()
    others: tuple[MyTable, ...] = ()
    gathering: tuple[MyTable, ...] = ()
    invitations: tuple[MyTable, ...] = ()

    @property
    def all(self) -> tuple[MyTable, ...]:
        return (*self.waiting, *self.others, *self.gathering, *self.invitations)


class Mine:
    """Finds the tables of people, and notes how far they have looked."""

    def __init__(self, store: Store, tables: Tables, deadlines: Deadlines) -> None:
        self._store = store
        self._tables = tables
        self.deadlines = deadlines
        self._fresh: dict[tuple[str, str], Look] = {}
        self._due = asyncio.Event()
        self._noting: asyncio.Task[None] | None = None

    # What there is

    async def of(self, guest_id: str) -> MyTables:
        """The unfinished tables of a person, sorted."""
        await self._store_looks()
        rows = await self._store.mine.unfinished(guest_id)
        invited = await self._store.mine.invitations(guest_id)
        seated = await self._store.mine.seats_at([row.id for row in (*rows, *invited)])
        news = await self._store.mine.news(guest_id)
        due = await self._dues(guest_id)
        found = [
            await self._entry(row, seated[row.id], guest_id, news.get(row.id), due.get(row.id))
            for row in rows
        ]
        waiting = sorted((each for each in found if each.waits), key=lambda each: each.urgency)
        calm = [each for each in found if not each.waits]
        return MyTables(
            tuple(waiting),
            tuple(each for each in calm if each.row.status == RUNNING),
            tuple(each for each in calm if each.row.status == GATHERING),
            tuple([await self._entry(row, seated[row.id], guest_id) for row in invited]),
        )

    async def waiting(self, guest_id: str) -> list[str]:
        """The ids of the tables that wait for a person, the most urgent first."""
        rows = await self._store.mine.waiting(guest_id)
        if not rows:
            return []
        seated = await self._store.mine.seats_at([row.id for row in rows])
        due = await self._dues(guest_id)
        found = [
            await self._entry(row, seated[row.id], guest_id, due=due.get(row.id)) for row in rows
        ]
        waiting = sorted((each for each in found if each.waits), key=lambda each: each.urgency)
        return [each.row.id for each in waiting]

    async def waiting_of(self, guest_id: str) -> int:
        """How many tables wait for a person. Tables that are set aside do not."""
        return len(await self.waiting(guest_id))

    async def next(self, guest_id: str, after: str = "") -> str | None:
        """The table that waits most urgently for a person; from one of them on, the next one."""
        waiting = await self.waiting(guest_id)
        if after in waiting:
            place = waiting.index(after) + 1
            waiting = waiting[place:] + waiting[:place]
        return waiting[0] if waiting else None

    async def _dues(self, guest_id: str) -> dict[str, Deadline]:
        """The earliest deadline of a person at each table."""
        return {each.table: each for each in reversed(await self.deadlines.of(guest_id))}

    async def _entry(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        guest_id: str,
        news: News | None = None,
        due: Deadline | None = None,
    ) -> MyTable:
        mine = tuple(s.number for s in seats if s.guest_id == guest_id and s.kind != BOT)
        aside, turn = await self._standing(row, bool(mine))
        asked = (read_ask(row.asks, number) for number in mine if number in turn)
        fresh = news or NOTHING_NEW
        others = {seat: count for seat, count in fresh.choices.items() if seat not in mine}
        known = range(len(seats))
        return MyTable(
            row,
            tuple(seats),
            mine,
            tuple(seat for seat in turn if seat in known),
            aside or len(seats) != row.seats,
            next((each for each in asked if each is not None), None),
            due,
            tuple(sorted((seat, count) for seat, count in others.items() if seat in known)),
            fresh.said,
        )

    async def _standing(self, row: TableRow, is_mine: bool) -> tuple[bool, tuple[int, ...]]:
        """Whether a table is set aside, and whose turn it is."""
        if row.flaw or row.game not in games.PLUGINS:
            return True, ()
        known = self._tables.shelf.look(row.id)
        unsure = row.status == RUNNING and row.turn is None and is_mine
        if known is None and (unsure or (row.status == RUNNING and has_other_rules(row))):
            with suppress(QuarterdeckError):
                known = await self._tables.live(row.id)
        if known is None:
            return False, row.turn or ()
        return known.fault is not None, known.story.asked if row.turn is None else row.turn

    # How far people have looked

    def look(self, table: LiveTable, guest_id: str | None, chat: int) -> None:
        """Somebody sees a table as it is now, and its chat up to a line."""
        if guest_id is None or not (table.seats_of(guest_id) or table.row.host == guest_id):
            return
        self._fresh[table.row.id, guest_id] = Look(table.story.public, chat)
        self._due.set()

    def open(self) -> None:
        self._noting = asyncio.create_task(self._keep_noting())

    async def close(self) -> None:
        if self._noting is not None:
            self._noting.cancel()
            await asyncio.gather(self._noting, return_exceptions=True)
            with suppress(DatabaseTrouble):
                await self._store_looks()

    async def _keep_noting(self) -> None:
        while True:
            await self._due.wait()
            await asyncio.sleep(PAUSE)
            self._due.clear()
            try:
                await self._store_looks()
            except DatabaseTrouble:
                # They are stored with the next
                self._due.set()

    async def _store_looks(self) -> None:
        fresh = dict(self._fresh)
        if not fresh:
            return
        await self._store.mine.note_looks(fresh)
        for key, look in fresh.items():
            if self._fresh.get(key) == look:
                del self._fresh[key]
