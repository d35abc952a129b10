"""Bots that play for people who are away, the votes for them, and what everybody is told of it."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database, Job
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.numbering import next_line
from quarterdeck.server.store.quota import AsSeated, check_seated
from quarterdeck.server.store.schema import chats, seats, tables, votes

# What is told: the id of a message and its arguments, see `notices.py`.
Notice = dict[str, Any]

T = TypeVar("T")

TRIES = 5


class Absences:
    """Each method is one transaction: what changes, and the notices that tell of it."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    async def votes(self, table_id: str) -> dict[int, set[int]]:
        """Who has voted for a bot to stand in, by whom it would play for."""
        return await self._cache.get(("votes", table_id), lambda: self._read_votes(table_id))

    async def _read_votes(self, table_id: str) -> dict[int, set[int]]:
        def job(connection: Connection) -> dict[int, set[int]]:
            found: dict[int, set[int]] = {}
            wanted = select(votes.c.seat, votes.c.voter).where(votes.c.table_id == table_id)
            for row in connection.execute(wanted):
                found.setdefault(row.seat, set()).add(row.voter)
            return found

        return await self._database.read(job)

    async def vote(
        self, table_id: str, absent: int, voter: int, now: float, first: Notice, further: Notice
    ) -> None:
        """Vote for a bot to play for somebody; the first vote opens the question."""

        def job(connection: Connection) -> None:
            here = (votes.c.table_id == table_id, votes.c.seat == absent)
            found = connection.execute(select(votes.c.voter).where(*here)).scalars().all()
            if voter in found:
                return
            row = {"table_id": table_id, "seat": absent, "voter": voter}
            connection.execute(insert(votes).values(row))
            opens = (
                update(seats)
                .where(seats.c.table_id == table_id, seats.c.number == absent)
                .where(seats.c.vote.is_(None))
                .values(vote=now)
            )
            opened = connection.execute(opens).rowcount == 1
            tell_notice(connection, table_id, first if opened else further)

        await self._write(table_id, job)

    async def take_over(
        self, table_id: str, absent: int, numbers: Collection[int], bot: str, *told: Notice
    ) -> bool:
        """The vote is decided: a bot plays these seats. False if there is no vote any more."""

        def job(connection: Connection) -> bool:
            if not _end_vote(connection, table_id, absent):
                return False
            _seat_bot(connection, table_id, numbers, bot)
            for notice in told:
                tell_notice(connection, table_id, notice)
            return True

        return await self._write(table_id, job)

    async def end_vote(self, table_id: str, absent: int, notice: Notice) -> None:
        """Whoever was away is here; told once, however many processes notice."""

        def job(connection: Connection) -> None:
            if _end_vote(connection, table_id, absent):
                tell_notice(connection, table_id, notice)

        await self._write(table_id, job)

    async def seat_bot(
        self,
        table_id: str,
        numbers: Collection[int],
        bot: str | None,
        *told: Notice,
        quota: AsSeated | None = None,
    ) -> None:
        """Somebody hands their own seats over to a bot, or takes them back; no vote is left."""

        def job(connection: Connection) -> None:
            check_seated(connection, table_id, quota)
            for number in numbers:
                _end_vote(connection, table_id, number)
            _seat_bot(connection, table_id, numbers, bot)
            for notice in told:
                tell_notice(connection, table_id, notice)

        await self._write(table_id, job)

    async def tell(self, table_id: str, notice: Notice) -> None:
        """Tell everybody at a table."""
        await self._write(table_id, lambda c: tell_notice(c, table_id, notice))

    async def _write(self, table_id: str, job: Job[T]) -> T:
        # Whose time runs depends on who plays
        timed = (tables.c.id == table_id, tables.c.clocks.is_not(None))
        look_again = update(tables).where(*timed).values(due=0.0)

        def held(connection: Connection) -> T:
            hold(connection, table_id)
            done = job(connection)
            connection.execute(look_again)
            return done

        for _ in range(TRIES):
            try:
                done = await self._database.write(held, table_id)
            except IntegrityError:
                # Another process has written a line of the chat, or the same vote, in between
                continue
            self._cache.forget(("votes", table_id), ("chat", table_id))
            return done
        raise Conflict


def _end_vote(connection: Connection, table_id: str, absent: int) -> bool:
    """Clear the votes about somebody; True if there were any."""
    ends = (
        update(seats)
        .where(seats.c.table_id == table_id, seats.c.number == absent, seats.c.vote.is_not(None))
        .values(vote=None)
    )
    connection.execute(delete(votes).where(votes.c.table_id == table_id, votes.c.seat == absent))
    return connection.execute(ends).rowcount == 1


def _seat_bot(
    connection: Connection, table_id: str, numbers: Collection[int], bot: str | None
) -> None:
    change = update(seats).where(seats.c.table_id == table_id, seats.c.number.in_(numbers))
    connection.execute(change.values(stand_in=bot))


def tell_notice(connection: Connection, table_id: str, notice: Notice) -> None:
    """Tell everybody at a table, which is held."""
    number = next_line(connection, table_id)
    line = {"guest_id": "", "name": "", "text": "", "created": time.time(), "notice": notice}
    connection.execute(insert(chats).values(table_id=table_id, number=number, **line))
