"""Who sits where: people who come and go before the game, bots, and the tokens of programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, and_, delete, func, select, update

from quarterdeck.server.store.absences import Notice, tell_notice
from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.holding import hold, hold_gathering
from quarterdeck.server.store.quota import AsSeated, check_seated
from quarterdeck.server.store.rows import BOT, FINISHED, OPEN, PERSON, Guest, SeatRow
from quarterdeck.server.store.schema import seats, standing_orders, tables
from quarterdeck.server.store.sound import columns, moment, name_of, seat_rows

SEAT = columns(seats)


class Seats:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    async def of(self, table_id: str) -> list[SeatRow]:
        query = select(*SEAT).where(seats.c.table_id == table_id).order_by(seats.c.number)
        return seat_rows(await self._database.read(lambda c: c.execute(query).all()))

    async def find_by_token(self, token_hash: str) -> tuple[str, int | None] | None:
        """Table and seat a token belongs to; no seat if it is misplaced there."""
        return await self._cache.get(("token", token_hash), lambda: self._read_token(token_hash))

    async def _read_token(self, token_hash: str) -> tuple[str, int | None] | None:
        others = seats.alias()
        before = select(func.count()).where(
            others.c.table_id == seats.c.table_id, others.c.number < seats.c.number
        )
        query = select(
            seats.c.table_id, seats.c.number, before.scalar_subquery().label("place")
        ).where(seats.c.token_hash == token_hash)
        row = await self._database.read(lambda c: c.execute(query).first())
        if row is None:
            return None
        return row.table_id, row.number if row.number == row.place else None

    async def names_around(self, guest_id: str) -> set[str]:
        """The names of the others at the unfinished tables where a guest sits."""
        mine = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
        query = (
            select(seats.c.name)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(tables.c.status != FINISHED, seats.c.table_id.in_(mine), seats.c.kind != OPEN)
            .where(func.coalesce(seats.c.guest_id, "") != guest_id)
        )
        found = await self._database.read(lambda c: c.execute(query).scalars().all())
        return {name_of(name) for name in found}

    async def take(
        self,
        table_id: str,
        number: int,
        guest: Guest,
        token_hash: str | None,
        check: Callable[[Sequence[str]], None] | None = None,
        quota: AsSeated | None = None,
    ) -> None:
        """Sit down on an open seat; raises Conflict if it is taken.

        `check` is given the names of the others who sit there then, and may raise.
        """
        others = select(seats.c.name).where(
            seats.c.table_id == table_id,
            seats.c.kind != OPEN,
            func.coalesce(seats.c.guest_id, "") != guest.id,
        )
        change = (
            update(seats)
            .where(seats.c.table_id == table_id, seats.c.number == number, seats.c.kind == OPEN)
            .values(kind=PERSON, guest_id=guest.id, name=guest.name, token_hash=token_hash)
        )
        joined = update(tables).where(tables.c.id == table_id)

        def job(connection: Connection) -> None:
            hold_gathering(connection, table_id)
            if check is not None:
                check(connection.execute(others).scalars().all())
            check_seated(connection, table_id, quota)
            if connection.execute(change).rowcount != 1:
                raise Conflict
            connection.execute(joined.values(changed=time.time()))

        await self._database.write(job, table_id)
        self._cache.forget_all()

    async def leave(self, table_id: str, number: int, guest_id: str) -> None:
        """Stand up and drop the standing orders; raises Conflict if that is no longer possible."""
        change = (
            update(seats)
            .where(
                seats.c.table_id == table_id,
                seats.c.number == number,
                seats.c.guest_id == guest_id,
            )
            .values(kind=OPEN, guest_id=None, name="", token_hash=None)
        )
        forgotten = delete(standing_orders).where(
            standing_orders.c.table_id == table_id, standing_orders.c.seat == number
        )

        def job(connection: Connection) -> None:
            hold_gathering(connection, table_id)
            if connection.execute(change).rowcount != 1:
                raise Conflict
            connection.execute(forgotten)

        await self._database.write(job, table_id)
        self._cache.forget_all()

    async def fill(
        self, table_id: str, bot: str, names: Mapping[int, str], quota: AsSeated | None = None
    ) -> None:
        """Put a bot on every seat that is open; raises Conflict if the table has started."""

        def job(connection: Connection) -> None:
            hold_gathering(connection, table_id)
            check_seated(connection, table_id, quota)
            _seat_bots(connection, table_id, bot, names)

        await self._database.write(job, table_id)
        self._cache.forget_all()

    async def fill_due(
        self,
        table_id: str,
        now: float,
        names: Mapping[int, str],
        told: Notice,
        quota: AsSeated | None = None,
    ) -> bool:
        """Put the bot that was agreed on on every seat that is open, if its time has come, and
        tell so; of several processes one does. Raises Conflict if there is nothing to do any more.

        False if nobody has stayed to play with it: then it does not come at all.
        """
        due = select(tables.c.fill_at, tables.c.fill_bot).where(tables.c.id == table_id)
        people = select(seats.c.number).where(seats.c.table_id == table_id)
        done = update(tables).where(tables.c.id == table_id).values(fill_at=None)

        def job(connection: Connection) -> bool:
            hold_gathering(connection, table_id)
            found = connection.execute(due).one()
            at = moment(found.fill_at)
            if at is None or at > now:
                raise Conflict
            wanted = connection.execute(people.where(seats.c.kind == PERSON)).first() is not None
            if wanted:
                check_seated(connection, table_id, quota)
                _seat_bots(connection, table_id, found.fill_bot, names)
                tell_notice(connection, table_id, told)
            connection.execute(done)
            return wanted

        filled = await self._database.write(job, table_id)
        self._cache.forget_all()
        return filled

    async def call_off(self, table_id: str, told: Notice) -> None:
        """No bots sit down by themselves; raises Conflict if the table has started."""
        change = (
            update(tables)
            .where(tables.c.id == table_id, tables.c.fill_at.is_not(None))
            .values(fill_at=None)
        )

        def job(connection: Connection) -> None:
            hold_gathering(connection, table_id)
            if connection.execute(change).rowcount == 1:
                tell_notice(connection, table_id, told)

        await self._database.write(job, table_id)
        self._cache.forget_all()

    async def change(self, table_id: str, number: int, **values: Any) -> None:
        """Change what is known of a seat: kind, bot, guest, name or token."""
        change = (
            update(seats)
            .where(seats.c.table_id == table_id, seats.c.number == number)
            .values(**values)
        )

        def job(connection: Connection) -> None:
            hold(connection, table_id)
            connection.execute(change)

        await self._database.write(job, table_id)
        self._cache.forget_all()


def _seat_bots(connection: Connection, table_id: str, bot: str, names: Mapping[int, str]) -> None:
    """Put a bot on every seat that is open, under these names."""
    for number, name in names.items():
        free = and_(seats.c.table_id == table_id, seats.c.number == number, seats.c.kind == OPEN)
        connection.execute(update(seats).where(free).values(kind=BOT, bot=bot, name=name))
