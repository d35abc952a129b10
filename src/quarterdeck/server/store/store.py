"""Everything the server keeps, by what it is for. Each method is one transaction."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store.asks import Asks
from quarterdeck.server.store.database import Database, spoken
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.orders import Orders
from quarterdeck.server.store.rows import (
    FINISHED,
    GATHERING,
    OPEN,
    PERSON,
    RUNNING,
    ChatRow,
    EntryRow,
    Guest,
    SeatRow,
    SessionRow,
    TableRow,
)
from quarterdeck.server.store.schema import chats, entries, guests, seats, sessions, tables, votes

MOST_KNOWN = 20_000

# What every move says to the database, put together once.
ADD_LINES = insert(entries)
TOUCH = update(tables).where(tables.c.id == bindparam("which")).values(changed=bindparam("now"))


class Store:
    """Guests, tables, seats, entries, chat and votes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.asks = Asks(database)
        self.orders = Orders(database)
        # Who is who, what was said and who has voted is asked with every request. On SQLite
        # nobody else changes it.
        self._known: dict[tuple[str, str], Any] | None = {} if database.is_sqlite else None
        self._forgotten = 0

    # Guests

    async def add_guest(self, id: str, name: str, link_hash: str) -> None:
        row = {"id": id, "name": name, "link_hash": link_hash, "created": time.time()}
        await self.database.write(lambda c: c.execute(insert(guests).values(row)))
        self._forget()

    async def rename_guest(self, id: str, name: str) -> None:
        change = update(guests).where(guests.c.id == id).values(name=name)
        await self.database.write(lambda c: c.execute(change))
        self._forget()

    async def guest(self, id: str) -> Guest | None:
        found: Guest | None = await self._remembered(
            ("guest", id), lambda: self._guest(guests.c.id == id)
        )
        return found

    async def guest_by_link(self, link_hash: str) -> Guest | None:
        found: Guest | None = await self._remembered(
            ("link", link_hash), lambda: self._guest(guests.c.link_hash == link_hash)
        )
        return found

    async def _remembered(self, key: tuple[str, str], read: Callable[[], Awaitable[Any]]) -> Any:
        known, forgotten = self._known, self._forgotten
        if known is not None and key in known:
            return known[key]
        found = await read()
        # Only if nothing was forgotten in the meantime: then this may be old already.
        if known is not None and forgotten == self._forgotten:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[key] = found
        return found

    def _forget(self, key: tuple[str, str] | None = None) -> None:
        """What was known under a key, or all of it, has changed."""
        self._forgotten += 1
        if self._known is not None:
            if key is None:
                self._known.clear()
            else:
                self._known.pop(key, None)

    async def relink_guest(self, id: str, link_hash: str) -> None:
        """Give a guest a new personal link; the old one stops working."""
        change = update(guests).where(guests.c.id == id).values(link_hash=link_hash)
        await self.database.write(lambda c: c.execute(change))
        self._forget()

    async def _guest(self, condition: Any) -> Guest | None:
        query = select(guests.c.id, guests.c.name).where(condition)
        row = await self.database.read(lambda c: c.execute(query).first())
        return None if row is None else Guest(row.id, row.name)

    # Sessions

    async def open_session(self, id: str, guest_id: str, now: float, unused: float) -> None:
        """Somebody signs in on a device. Sessions unused for so long go by the way."""
        row = {"id": id, "guest_id": guest_id, "created": now, "seen": now}

        def job(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.seen < now - unused))
            connection.execute(insert(sessions).values(row))

        await self.database.write(job)
        self._forget()

    async def session(self, id: str) -> SessionRow | None:
        found: SessionRow | None = await self._remembered(
            ("session", id), lambda: self._session(id)
        )
        return found

    async def _session(self, id: str) -> SessionRow | None:
        query = (
            select(guests.c.id, guests.c.name, sessions.c.seen)
            .join(guests, guests.c.id == sessions.c.guest_id)
            .where(sessions.c.id == id)
        )
        row = await self.database.read(lambda c: c.execute(query).first())
        return None if row is None else SessionRow(id, Guest(row.id, row.name), row.seen)

    async def touch_session(self, id: str, now: float) -> None:
        change = update(sessions).where(sessions.c.id == id).values(seen=now)
        await self.database.write(lambda c: c.execute(change))
        self._forget(("session", id))

    async def end_session(self, id: str) -> None:
        await self.database.write(lambda c: c.execute(delete(sessions).where(sessions.c.id == id)))
        self._forget()

    async def sign_out(self, guest_id: str, link_hash: str) -> list[tuple[str, int]]:
        """End all sessions, seat tokens and the personal link of a guest, who gets a new one.

        Gives the seats whose tokens have ended, by table and number.
        """
        held = and_(seats.c.guest_id == guest_id, seats.c.token_hash.is_not(None))

        def job(connection: Connection) -> list[tuple[str, int]]:
            connection.execute(delete(sessions).where(sessions.c.guest_id == guest_id))
            change = update(guests).where(guests.c.id == guest_id).values(link_hash=link_hash)
            connection.execute(change)
            found = connection.execute(select(seats.c.table_id, seats.c.number).where(held)).all()
            connection.execute(update(seats).where(held).values(token_hash=None))
            return [(row.table_id, row.number) for row in found]

        ended = await self.database.write(job)
        self._forget()
        return ended

    # Tables and seats

    async def add_table(self, table: TableRow, seated: Sequence[SeatRow]) -> None:
        values = {name: getattr(table, name) for name in TableRow.__dataclass_fields__}
        rows = [_seat_values(table.id, seat) for seat in seated]

        def job(connection: Connection) -> None:
            connection.execute(insert(tables).values(values))
            connection.execute(insert(seats), rows)

        await self.database.write(job)

    async def table(self, id: str) -> TableRow | None:
        query = select(tables).where(tables.c.id == id)
        row = await self.database.read(lambda c: c.execute(query).first())
        return None if row is None else _table_row(row)

    async def seats(self, table_id: str) -> list[SeatRow]:
        query = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.number)
        return [
            _seat_row(row) for row in await self.database.read(lambda c: c.execute(query).all())
        ]

    async def seat_by_token(self, token_hash: str) -> tuple[str, int] | None:
        """Table and seat a token belongs to."""
        found: tuple[str, int] | None = await self._remembered(
            ("token", token_hash), lambda: self._seat_by_token(token_hash)
        )
        return found

    async def _seat_by_token(self, token_hash: str) -> tuple[str, int] | None:
        query = select(seats.c.table_id, seats.c.number).where(seats.c.token_hash == token_hash)
        row = await self.database.read(lambda c: c.execute(query).first())
        return None if row is None else (row.table_id, row.number)

    async def open_tables(self, limit: int = 50) -> list[TableRow]:
        condition = and_(tables.c.status == GATHERING, tables.c.listed)
        return await self._tables(condition, limit)

    async def watchable_tables(self, limit: int = 50) -> list[TableRow]:
        condition = and_(tables.c.status == RUNNING, tables.c.listed)
        return await self._tables(condition, limit)

    async def names_beside(self, guest_id: str) -> set[str]:
        """How others are called at the unfinished tables where somebody sits."""
        mine = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
        query = (
            select(seats.c.name)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(tables.c.status != FINISHED, seats.c.table_id.in_(mine), seats.c.kind != OPEN)
            .where(func.coalesce(seats.c.guest_id, "") != guest_id)
        )
        return set(await self.database.read(lambda c: c.execute(query).scalars().all()))

    async def tables_of(self, guest_id: str, limit: int = 100) -> list[TableRow]:
        mine = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
        condition = tables.c.id.in_(mine) | (tables.c.host == guest_id)
        return await self._tables(condition, limit)

    async def unfinished_tables(self) -> list[TableRow]:
        return await self._tables(tables.c.status == RUNNING, None)

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        query = select(tables.c.status, func.count()).group_by(tables.c.status)
        found = dict.fromkeys((GATHERING, RUNNING, FINISHED), 0)
        for status, count in await self.database.read(lambda c: c.execute(query).all()):
            found[status] = count
        return found

    async def _tables(self, condition: Any, limit: int | None) -> list[TableRow]:
        query = select(tables).where(condition).order_by(tables.c.changed.desc())
        if limit is not None:
            query = query.limit(limit)
        return [
            _table_row(row) for row in await self.database.read(lambda c: c.execute(query).all())
        ]

    async def take_seat(
        self, table_id: str, number: int, guest: Guest, token_hash: str | None
    ) -> None:
        """Sit down on an open seat; raises Conflict if it is taken."""
        change = (
            update(seats)
            .where(seats.c.table_id == table_id, seats.c.number == number, seats.c.kind == OPEN)
            .values(kind=PERSON, guest_id=guest.id, name=guest.name, token_hash=token_hash)
        )

        def job(connection: Connection) -> None:
            if connection.execute(change).rowcount != 1:
                raise Conflict

        await self.database.write(job)
        self._forget()

    async def change_seat(self, table_id: str, number: int, **values: Any) -> None:
        """Change what is known of a seat: kind, bot, guest, name, token or stand-in."""
        change = (
            update(seats)
            .where(seats.c.table_id == table_id, seats.c.number == number)
            .values(**values)
        )
        await self.database.write(lambda c: c.execute(change))
        self._forget()

    async def start_table(self, table_id: str, rows: Sequence[EntryRow] = ()) -> None:
        """Start a table with its first lines; raises Conflict if it has been started."""
        await self._append(table_id, rows, RUNNING)

    async def link_rematch(self, table_id: str, rematch: str) -> None:
        """Note where the rematch takes place; raises Conflict if there is one already."""
        change = (
            update(tables)
            .where(tables.c.id == table_id, tables.c.rematch.is_(None))
            .values(rematch=rematch)
        )

        def job(connection: Connection) -> None:
            if connection.execute(change).rowcount != 1:
                raise Conflict

        await self.database.write(job)

    # Entries: the story of a table

    async def entries(self, table_id: str, after: int = 0) -> list[EntryRow]:
        query = (
            select(entries)
            .where(entries.c.table_id == table_id, entries.c.ply > after)
            .order_by(entries.c.ply)
        )
        return [
            _entry_row(row) for row in await self.database.read(lambda c: c.execute(query).all())
        ]

    async def append(
        self,
        table_id: str,
        rows: Sequence[EntryRow],
        finished: bool = False,
        hidden: bool = False,
    ) -> None:
        """Add lines to a table's story, all or none; raises Conflict if a ply is taken.

        Lines that are `hidden` for the time being do not make the table newer for anybody.
        """
        await self._append(table_id, rows, FINISHED if finished else None, hidden)

    async def _append(
        self, table_id: str, rows: Sequence[EntryRow], status: str | None, hidden: bool = False
    ) -> None:
        values = [
            {
                "table_id": table_id,
                "ply": row.ply,
                "kind": row.kind,
                "seat": row.seat,
                "notation": row.notation,
                "audience": row.audience,
                "key": row.key,
                "created": row.created,
                "by": row.by,
                "odds": row.odds,
                "asked": row.asked,
            }
            for row in rows
        ]
        touched = {"which": table_id, "now": time.time()}

        def job(connection: Connection) -> None:
            if values:
                spoken(connection, ADD_LINES, values)
            if not hidden:
                spoken(connection, TOUCH, [touched])
            if status is not None:
                connection.execute(
                    update(tables).where(tables.c.id == table_id).values(status=status)
                )

        try:
            await self.database.write(job)
        except IntegrityError as error:
            raise Conflict from error

    # Chat

    async def say(
        self,
        table_id: str,
        guest: Guest,
        text: str,
        seat: int | None = None,
        key: str | None = None,
    ) -> ChatRow:
        """Add a chat line and return it with its number; or what was said with this key before."""
        now = time.time()

        def job(connection: Connection) -> ChatRow:
            said = None if key is None else _said(connection, table_id, guest.id, key)
            if said is not None:
                return said
            last = connection.execute(
                select(func.coalesce(func.max(chats.c.number), 0)).where(
                    chats.c.table_id == table_id
                )
            )
            number = int(last.scalar_one()) + 1
            connection.execute(
                insert(chats).values(
                    table_id=table_id,
                    number=number,
                    guest_id=guest.id,
                    name=guest.name,
                    text=text,
                    created=now,
                    seat=seat,
                    key=key,
                )
            )
            return ChatRow(number, guest.id, guest.name, text, now, seat)

        for _ in range(5):
            try:
                said = await self.database.write(job)
                self._forget(("chat", table_id))
                return said
            except IntegrityError:
                # Another process used the number, or the key, in between
                continue
        raise Conflict

    async def said(self, table_id: str, guest_id: str, key: str) -> ChatRow | None:
        """What somebody has said with a key."""
        return await self.database.read(lambda c: _said(c, table_id, guest_id, key))

    async def chat(self, table_id: str) -> Sequence[ChatRow]:
        """The last lines of a table's chat."""
        found: Sequence[ChatRow] = await self._remembered(
            ("chat", table_id), lambda: self.chat_after(table_id, 0)
        )
        return found

    async def chat_after(self, table_id: str, after: int, limit: int = 200) -> Sequence[ChatRow]:
        query = (
            select(chats)
            .where(chats.c.table_id == table_id, chats.c.number > after)
            .order_by(chats.c.number.desc())
            .limit(limit)
        )
        found = await self.database.read(lambda c: c.execute(query).all())
        return tuple(_chat_row(row) for row in reversed(found))

    async def open_chat(self, table_id: str, to: str) -> None:
        """Who may speak at a table from now on."""
        change = update(tables).where(tables.c.id == table_id).values(chat=to)
        await self.database.write(lambda c: c.execute(change))

    async def bar(self, table_id: str, guest: Guest, how: str | None) -> None:
        """What a spectator may no longer do at a table; None: everything again."""
        mine = tables.c.id == table_id

        def job(connection: Connection) -> None:
            query = select(tables.c.barred).where(mine).with_for_update()
            barred = dict(connection.execute(query).scalar_one())
            barred.pop(guest.id, None)
            if how is not None:
                barred[guest.id] = {"name": guest.name, "how": how}
            connection.execute(update(tables).where(mine).values(barred=barred))

        await self.database.write(job)

    # Votes for a stand-in

    async def vote(self, table_id: str, seat: int, voter: int) -> set[int]:
        """Vote for a bot to stand in; gives everybody who has voted so."""

        def job(connection: Connection) -> set[int]:
            mine = and_(votes.c.table_id == table_id, votes.c.seat == seat, votes.c.voter == voter)
            connection.execute(delete(votes).where(mine))
            connection.execute(insert(votes).values(table_id=table_id, seat=seat, voter=voter))
            found = connection.execute(
                select(votes.c.voter).where(votes.c.table_id == table_id, votes.c.seat == seat)
            )
            return {row.voter for row in found}

        agreed = await self.database.write(job)
        self._forget(("votes", table_id))
        return agreed

    async def votes(self, table_id: str) -> dict[int, set[int]]:
        """Who has voted for a bot to stand in, by the seat it would play."""
        found: dict[int, set[int]] = await self._remembered(
            ("votes", table_id), lambda: self._votes(table_id)
        )
        return found

    async def _votes(self, table_id: str) -> dict[int, set[int]]:
        def job(connection: Connection) -> dict[int, set[int]]:
            found: dict[int, set[int]] = {}
            wanted = select(votes.c.seat, votes.c.voter).where(votes.c.table_id == table_id)
            for row in connection.execute(wanted):
                found.setdefault(row.seat, set()).add(row.voter)
            return found

        return await self.database.read(job)

    async def clear_votes(self, table_id: str, seat: int) -> None:
        gone = delete(votes).where(votes.c.table_id == table_id, votes.c.seat == seat)
        await self.database.write(lambda c: c.execute(gone))
        self._forget(("votes", table_id))


def _seat_values(table_id: str, seat: SeatRow) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": seat.number,
        "kind": seat.kind,
        "bot": seat.bot,
        "guest_id": seat.guest_id,
        "name": seat.name,
        "token_hash": None,
        "stand_in": seat.stand_in,
    }


def _table_row(row: Row[Any]) -> TableRow:
    return TableRow(**{name: getattr(row, name) for name in TableRow.__dataclass_fields__})


def _seat_row(row: Row[Any]) -> SeatRow:
    return SeatRow(row.number, row.kind, row.bot, row.guest_id, row.name, row.stand_in)


def _chat_row(row: Row[Any]) -> ChatRow:
    return ChatRow(**{name: getattr(row, name) for name in ChatRow.__dataclass_fields__})


def _said(connection: Connection, table_id: str, guest_id: str, key: str) -> ChatRow | None:
    mine = and_(chats.c.table_id == table_id, chats.c.guest_id == guest_id, chats.c.key == key)
    row = connection.execute(select(chats).where(mine)).first()
    return None if row is None else _chat_row(row)


def _entry_row(row: Row[Any]) -> EntryRow:
    return EntryRow(**{name: getattr(row, name) for name in EntryRow.__dataclass_fields__})
