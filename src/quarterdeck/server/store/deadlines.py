"""When somebody's time is up, at all tables: found by a column, acted upon once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, select, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store.absences import Notice, tell_notice
from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.holding import hand_back, hold
from quarterdeck.server.store.rows import PERSON, RUNNING, SeatRow, TableRow, Timing
from quarterdeck.server.store.schema import seats, tables, votes
from quarterdeck.server.store.seats import SEAT
from quarterdeck.server.store.sound import seat_rows, table_row
from quarterdeck.server.store.tables import TABLE

TRIES = 5
# Earlier than any moment: somebody has to look at the clocks as soon as possible.
AT_ONCE = 0.0


class StoredDeadlines:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    async def due(self, now: float, limit: int) -> list[str]:
        """The running tables where somebody has to look at the clocks, the longest due first."""
        query = (
            select(tables.c.id)
            .where(tables.c.status == RUNNING, tables.c.due <= now)
            .order_by(tables.c.due)
            .limit(limit)
        )
        return [row.id for row in await self._database.read(lambda c: c.execute(query).all())]

    async def settle(
        self,
        table_id: str,
        timing: Timing,
        bot: str | None,
        taken: Collection[int],
        told: Sequence[Notice],
    ) -> bool:
        """Move the clocks of a table on, let a bot play these seats, and tell of it.

        False if somebody else has changed the clocks in the meantime: nothing is done then.
        """
        moves = (
            update(tables)
            .where(tables.c.id == table_id, tables.c.status == RUNNING)
            .where(tables.c.clocks.is_not_distinct_from(timing.before))
            .values(clocks=timing.clocks, due=timing.due)
        )

        def job(connection: Connection) -> bool:
            hold(connection, table_id)
            if connection.execute(moves).rowcount != 1:
                return False
            if timing.returned:
                hand_back(connection, table_id, timing.returned)
            if taken:
                here = (seats.c.table_id == table_id, seats.c.number.in_(taken))
                # Whoever is replaced need not be voted about any more
                connection.execute(update(seats).where(*here).values(stand_in=bot, vote=None))
                about = (votes.c.table_id == table_id, votes.c.seat.in_(taken))
                connection.execute(delete(votes).where(*about))
            for notice in told:
                tell_notice(connection, table_id, notice)
            return True

        for _ in range(TRIES):
            try:
                done = await self._database.write(job, table_id)
            except IntegrityError:
                # Somebody has said something in between
                continue
            self._cache.forget(("votes", table_id), ("chat", table_id))
            return done
        raise Conflict

    async def look_again(self, guest_id: str) -> None:
        """Have the clocks looked at, at all tables where somebody plays."""
        running = (tables.c.status == RUNNING, tables.c.clocks.is_not(None))
        query = select(tables.c.id).where(*running, _played_by(guest_id))
        for id in await self._database.read(lambda c: c.execute(query).scalars().all()):
            await self._look_again(id)

    async def _look_again(self, table_id: str) -> None:
        soon = update(tables).where(tables.c.id == table_id).values(due=AT_ONCE)
        await self._database.write(lambda c: c.execute(soon), table_id)

    async def of(self, guest_id: str) -> list[tuple[TableRow, list[SeatRow]]]:
        """The running tables with a pace at which somebody sits, each with its seats."""
        return await self._database.read(lambda c: _find(c, _played_by(guest_id)))

    async def before(self, moment: float) -> list[tuple[TableRow, list[SeatRow]]]:
        """The running tables where somebody's time is up before a moment."""
        return await self._database.read(lambda c: _find(c, tables.c.due <= moment))


def _played_by(guest_id: str) -> ColumnElement[bool]:
    mine = select(seats.c.table_id).where(seats.c.guest_id == guest_id, seats.c.kind == PERSON)
    return tables.c.id.in_(mine)


def _find(
    connection: Connection, condition: ColumnElement[bool]
) -> list[tuple[TableRow, list[SeatRow]]]:
    running = (tables.c.status == RUNNING, tables.c.clocks.is_not(None), condition)
    query = select(*TABLE).where(*running).order_by(tables.c.due)
    rows = [table_row(row) for row in connection.execute(query)]
    ids = [row.id for row in rows]
    sitting = select(*SEAT).where(seats.c.table_id.in_(ids)).order_by(seats.c.number)
    found: dict[str, list[Row[Any]]] = {}
    for seat in connection.execute(sitting):
        found.setdefault(seat.table_id, []).append(seat)
    return [(row, seat_rows(found.get(row.id, []))) for row in rows]
