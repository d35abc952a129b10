"""The results of finished games: kept soon after their end, in the background.

That a game is over is stored with its last line. Its result follows from that, so whatever is lost
with this process is made up for after the next start, as is what was finished before there were
results. Nothing is counted twice: the store takes the result of a table once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from quarterdeck import games
from quarterdeck.record import Record
from quarterdeck.server.pauses import Pauses
from quarterdeck.server.reading import read_table
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.results import (
    BOT_PLAYED,
    LEFT,
    NAMELESS,
    NONE,
    SHARED,
    ResultRow,
)
from quarterdeck.server.store.rows import BOT, FINISHED, PERSON, EntryRow, SeatRow, TableRow
from quarterdeck.statistics import GameResult, read_result
from quarterdeck.statistics.counting import PlayedSeat
from quarterdeck.statistics.ratings import NEWCOMER, anchor

logger = logging.getLogger(__name__)

T = TypeVar("T")

# Seconds after a start before results that are missing are made, what is left to everybody else
# after each, and until the database is asked again, twice as long each time.
FIRST_WAIT = 2.0
BREATH = 0.05
PAUSE, LONGEST_PAUSE = 2.0, 60.0


class Results:
    """Keeps the results of all games that are finished at this server."""

    def __init__(self, store: Store, tell: Callable[[str], None]) -> None:
        """`tell` is called with a table whose result has been kept."""
        self._store = store
        self._tell = tell
        self._over: asyncio.Queue[str] = asyncio.Queue()

    def note(self, table_id: str) -> None:
        """A game is over, and stored."""
        self._over.put_nowait(table_id)

    async def keep_forever(self) -> None:
        """Keep what is missing, the earliest first, and what comes meanwhile and later."""
        await asyncio.sleep(FIRST_WAIT)
        for table_id in await self._insist(self._store.results.missing):
            # Nobody who has just finished a game waits for all that was played before
            while not self._over.empty():
                await self._keep_safely(self._over.get_nowait())
            await self._keep_safely(table_id)
            await asyncio.sleep(BREATH)
        while True:
            await self._keep_safely(await self._over.get())

    async def _keep_safely(self, table_id: str) -> None:
        """Whatever is wrong with one game, the next ones are kept."""
        try:
            await self._insist(partial(self.keep, table_id))
        except Exception:
            logger.exception("the result of table %s cannot be kept", table_id)

    async def _insist(self, step: Callable[[], Awaitable[T]]) -> T:
        """Take a step as soon as the database allows it."""
        pauses = Pauses(PAUSE, LONGEST_PAUSE)
        while True:
            try:
                return await step()
            except DatabaseTrouble:
                await asyncio.sleep(pauses.next())

    async def keep(self, table_id: str) -> bool:
        """Keep the result of a table; False if it has none, or it is kept already."""
        row = await self._store.tables.find(table_id)
        if row is None or row.status != FINISHED or row.lesson is not None or row.branch_of:
            return False
        if await self._store.results.has(table_id):
            return False
        seats = await self._store.seats.of(table_id)
        if all(seat.kind != PERSON for seat in seats):
            return False
        lines = await self._store.lines.of(table_id)
        found = await asyncio.to_thread(_read, row, seats, lines)
        if found is None:
            return False
        people = [seat.guest_id for seat in seats if seat.guest_id is not None]
        wishes = await self._store.results.wishes_of(people)
        silent = {guest for guest, (wish, _) in wishes.items() if wish == NONE}
        rows = make_rows(row, seats, found, lines[-1].created, silent)
        is_new = await self._store.results.add(rows)
        if is_new:
            self._tell(table_id)
        return is_new


def _read(row: TableRow, seats: Sequence[SeatRow], lines: Sequence[EntryRow]) -> GameResult | None:
    """The result of a table; None if its lines cannot be read under the present rules."""
    reading = read_table(row, seats, lines)
    if reading.game is None or not lines:
        return None
    played = reading.game.record
    return read_result(Record(played.header, played.entries), games.load(row.game, row.components))


def make_rows(
    row: TableRow,
    seats: Sequence[SeatRow],
    found: GameResult,
    finished: float,
    silent: frozenset[str] | set[str] = frozenset(),
) -> list[ResultRow]:
    """The result of a table, seat by seat. `silent`: people of whom nothing is kept.

    Who is rated: people who each played for themselves to the end, and bots whose strength was
    measured; if there are two of them, and nobody was given a hint.
    """
    held = Counter(seat.guest_id for seat in seats if seat.kind == PERSON and seat.guest_id)
    rules = games.load(row.game, row.components)
    rows = []
    for seat, result in zip(seats, found.seats, strict=True):
        kind = _kind_of(seat, held, silent)
        before = anchor(rules, row.seats, seat.bot or "") if kind == BOT_PLAYED else None
        played = PlayedSeat(
            row.id,
            seat.number,
            row.game,
            row.seats,
            found.options,
            finished,
            result.points,
            result.rank,
            result.won,
            found.rounds,
            found.choices,
            result.sources,
            result.uses,
            found.title,
            (seat.bot or "") if kind == BOT_PLAYED else "",
            bool(row.hinted),
            NEWCOMER if kind == PERSON else before,
        )
        rows.append(ResultRow(played, kind, seat.guest_id if kind == PERSON else None))
    return _mark_rated(rows)


def _kind_of(seat: SeatRow, held: Counter[str], silent: frozenset[str] | set[str]) -> str:
    if seat.kind == BOT:
        return BOT_PLAYED
    if held[seat.guest_id or ""] > 1:
        return SHARED
    if seat.stand_in is not None:
        return LEFT
    # Nobody is there any more, or wants to be counted
    return NAMELESS if seat.guest_id is None or seat.guest_id in silent else PERSON


def _mark_rated(rows: list[ResultRow]) -> list[ResultRow]:
    """The same rows; those who are rated are marked, and nobody else has a rating."""
    able = [row.played.before is not None for row in rows]
    counts = (
        sum(able) > 1
        and any(row.kind == PERSON for row in rows)
        and all(row.kind not in (SHARED, LEFT) for row in rows)
        and not any(row.played.hinted for row in rows)
    )
    return [
        replace(row, is_rated=True)
        if counts and rated
        else replace(row, played=replace(row.played, before=None))
        for row, rated in zip(rows, able, strict=True)
    ]
