"""Everything the server keeps, by what it is for. Each method is one transaction."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    String,
    Update,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store.absences import Absences
from quarterdeck.server.store.asks import Asks
from quarterdeck.server.store.database import Database, run_statement
from quarterdeck.server.store.errors import Conflict, TooFast
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.numbering import is_line, next_line
from quarterdeck.server.store.orders import Orders
from quarterdeck.server.store.quota import AsSeated, Quota, check_seated
from quarterdeck.server.store.rows import (
    BOT,
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
    Standing,
    TableRow,
)
from quarterdeck.server.store.schema import (
    chats,
    consents,
    entries,
    guests,
    nudges,
    orders,
    past_lines,
    recalls,
    seats,
    sessions,
    tables,
    votes,
)
from quarterdeck.server.store.signs import Signs
from quarterdeck.server.store.sound import (
    as_text,
    chat_row,
    columns,
    entry_row,
    name_of,
    seat_rows,
    table_row,
)

MOST_KNOWN = 20_000
# How many tables of one host a list of the lobby shows.
PER_HOST = 3
MINUTE = 60.0

# What every move says to the database, put together once.
ADD_LINES = insert(entries)
NOTE = (
    update(tables)
    .where(
        tables.c.id == bindparam("which"),
        tables.c.rules == bindparam("under"),
        tables.c.components == bindparam("using"),
    )
    .values(
        turn=bindparam("now_turn"), lines=bindparam("now_lines"), secret=bindparam("now_secret")
    )
)
TOUCH = NOTE.values(changed=bindparam("now"))
LINE = tuple(EntryRow.__dataclass_fields__)
TABLE, SEAT = columns(tables), columns(seats)


class Store:
    """Guests, tables, seats, entries, chat and votes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.asks = Asks(database)
        self.orders = Orders(database)
        self.signs = Signs(database)
        self.absences = Absences(database, self._absence_changed)
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
        return None if row is None else Guest(row.id, name_of(row.name))

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
        if row is None:
            return None
        # A damaged one is over, as one that was not used for long
        seen = row.seen if isinstance(row.seen, (int, float)) else 0.0
        return SessionRow(id, Guest(row.id, name_of(row.name)), seen)

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

    async def add_table(
        self, table: TableRow, seated: Sequence[SeatRow], quota: Quota | None = None
    ) -> None:
        """Add a table, unless it is one too many."""
        await self.database.write(lambda c: _add_table(c, table, seated, quota))

    async def add_rematch(
        self, table: TableRow, seated: Sequence[SeatRow], quota: Quota | None = None
    ) -> None:
        """A new table where another one is played again; raises Conflict if there is one."""
        link = (
            update(tables)
            .where(tables.c.id == table.rematch_of, tables.c.rematch.is_(None))
            .values(rematch=table.id)
        )

        def job(connection: Connection) -> None:
            if connection.execute(link).rowcount != 1:
                raise Conflict
            _add_table(connection, table, seated, quota)

        await self.database.write(job, table.rematch_of or table.id)

    async def table(self, id: str) -> TableRow | None:
        query = select(*TABLE).where(tables.c.id == id)
        row = await self.database.read(lambda c: c.execute(query).first())
        return None if row is None else table_row(row)

    async def seats(self, table_id: str) -> list[SeatRow]:
        query = select(*SEAT).where(seats.c.table_id == table_id).order_by(seats.c.number)
        return seat_rows(await self.database.read(lambda c: c.execute(query).all()))

    async def seat_by_token(self, token_hash: str) -> tuple[str, int | None] | None:
        """Table and seat a token belongs to; no seat if it is misplaced there."""
        found: tuple[str, int | None] | None = await self._remembered(
            ("token", token_hash), lambda: self._seat_by_token(token_hash)
        )
        return found

    async def _seat_by_token(self, token_hash: str) -> tuple[str, int | None] | None:
        others = seats.alias()
        before = select(func.count()).where(
            others.c.table_id == seats.c.table_id, others.c.number < seats.c.number
        )
        query = select(
            seats.c.table_id, seats.c.number, before.scalar_subquery().label("place")
        ).where(seats.c.token_hash == token_hash)
        row = await self.database.read(lambda c: c.execute(query).first())
        if row is None:
            return None
        return row.table_id, row.number if row.number == row.place else None

    async def open_tables(self, limit: int = 50, since: float = 0.0) -> list[TableRow]:
        """Tables that wait for people, if somebody waits there and has come since."""
        there = select(seats.c.table_id).where(seats.c.kind == PERSON)
        condition = and_(
            tables.c.status == GATHERING,
            tables.c.listed,
            tables.c.changed > since,
            tables.c.id.in_(there),
        )
        return await self._tables(_few_per_host(condition), limit)

    async def watchable_tables(self, limit: int = 50) -> list[TableRow]:
        condition = and_(tables.c.status == RUNNING, tables.c.listed)
        return await self._tables(_few_per_host(condition), limit)

    async def names_beside(self, guest_id: str) -> set[str]:
        """How others are called at the unfinished tables where somebody sits."""
        mine = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
        query = (
            select(seats.c.name)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(tables.c.status != FINISHED, seats.c.table_id.in_(mine), seats.c.kind != OPEN)
            .where(func.coalesce(seats.c.guest_id, "") != guest_id)
        )
        found = await self.database.read(lambda c: c.execute(query).scalars().all())
        return {name_of(name) for name in found}

    async def tables_of(self, guest_id: str, limit: int = 100) -> list[TableRow]:
        mine = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
        condition = tables.c.id.in_(mine) | (tables.c.host == guest_id)
        return await self._tables(condition, limit)

    async def due_tables(self) -> list[str]:
        """Running tables where a bot or standing orders may have to choose, newest first."""
        ordered = select(orders.c.seat).where(
            orders.c.table_id == seats.c.table_id, orders.c.seat == seats.c.number
        )
        seated = select(seats.c.number).where(
            seats.c.table_id == tables.c.id,
            (seats.c.kind == BOT) | seats.c.stand_in.is_not(None) | ordered.exists(),
            # Tables of before do not tell who is asked
            tables.c.turn.is_(None)
            | tables.c.turn.contains(" " + cast(seats.c.number, String) + " "),
        )
        query = (
            select(tables.c.id)
            .where(tables.c.status == RUNNING, seated.exists())
            .order_by(tables.c.changed.desc())
        )
        found = await self.database.read(lambda c: c.execute(query).all())
        return [row.id for row in found]

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        query = select(tables.c.status, func.count()).group_by(tables.c.status)
        found = dict.fromkeys((GATHERING, RUNNING, FINISHED), 0)
        for status, count in await self.database.read(lambda c: c.execute(query).all()):
            found[status] = count
        return found

    async def table_ids(self, after: str, limit: int) -> list[str]:
        """The ids of all tables, some at a time."""
        query = select(tables.c.id).where(tables.c.id > after).order_by(tables.c.id).limit(limit)
        return [row.id for row in await self.database.read(lambda c: c.execute(query).all())]

    async def _tables(self, condition: Any, limit: int) -> list[TableRow]:
        query = select(*TABLE).where(condition).order_by(tables.c.changed.desc()).limit(limit)
        return [
            table_row(row) for row in await self.database.read(lambda c: c.execute(query).all())
        ]

    async def take_seat(
        self,
        table_id: str,
        number: int,
        guest: Guest,
        token_hash: str | None,
        check: Callable[[Sequence[str]], None] | None = None,
        quota: AsSeated | None = None,
    ) -> None:
        """Sit down on an open seat; raises Conflict if it is taken.

        `check` is told the names of the others who sit there then, and may raise.
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
            _hold_gathering(connection, table_id)
            if check is not None:
                check(connection.execute(others).scalars().all())
            check_seated(connection, table_id, quota)
            if connection.execute(change).rowcount != 1:
                raise Conflict
            connection.execute(joined.values(changed=time.time()))

        await self.database.write(job, table_id)
        self._forget()

    async def leave_seat(self, table_id: str, number: int, guest_id: str) -> None:
        """Stand up with one's standing orders; raises Conflict if one may not any more."""
        change = (
            update(seats)
            .where(
                seats.c.table_id == table_id,
                seats.c.number == number,
                seats.c.guest_id == guest_id,
            )
            .values(kind=OPEN, guest_id=None, name="", token_hash=None)
        )
        forgotten = delete(orders).where(orders.c.table_id == table_id, orders.c.seat == number)

        def job(connection: Connection) -> None:
            _hold_gathering(connection, table_id)
            if connection.execute(change).rowcount != 1:
                raise Conflict
            connection.execute(forgotten)

        await self.database.write(job, table_id)
        self._forget()

    async def fill_seats(
        self, table_id: str, bot: str, names: Mapping[int, str], quota: AsSeated | None = None
    ) -> None:
        """Put a bot on every seat that is open; raises Conflict if the table has started."""

        def job(connection: Connection) -> None:
            _hold_gathering(connection, table_id)
            check_seated(connection, table_id, quota)
            for number, name in names.items():
                connection.execute(
                    update(seats)
                    .where(
                        seats.c.table_id == table_id,
                        seats.c.number == number,
                        seats.c.kind == OPEN,
                    )
                    .values(kind=BOT, bot=bot, name=name)
                )

        await self.database.write(job, table_id)
        self._forget()

    async def change_seat(self, table_id: str, number: int, **values: Any) -> None:
        """Change what is known of a seat: kind, bot, guest, name or token."""
        change = (
            update(seats)
            .where(seats.c.table_id == table_id, seats.c.number == number)
            .values(**values)
        )
        await self._change(table_id, change)
        self._forget()

    async def _change(self, table_id: str, change: Update | Delete) -> None:
        """A change to what belongs to a table, after others' and before others'."""

        def job(connection: Connection) -> None:
            hold(connection, table_id)
            connection.execute(change)

        await self.database.write(job, table_id)

    async def start_table(
        self, table: TableRow, rows: Sequence[EntryRow], standing: Standing
    ) -> None:
        """Start a table under the rules in its row, with its first lines.

        Raises Conflict if it has been started, or if somebody has just stood up.
        """
        values = {
            **_standing_values(len(rows), standing),
            "rules": table.rules,
            "components": table.components,
            "status": FINISHED if standing.finished else RUNNING,
            "changed": time.time(),
        }
        free = select(seats.c.number).where(seats.c.table_id == table.id, seats.c.kind == OPEN)

        def job(connection: Connection) -> None:
            _hold_gathering(connection, table.id)
            if connection.execute(free).first() is not None:
                raise Conflict
            if rows:
                connection.execute(insert(entries), [_line_values(table.id, row) for row in rows])
            connection.execute(update(tables).where(tables.c.id == table.id).values(values))

        await self._write_lines(job, table.id)

    # Entries: the story of a table

    async def entries(self, table_id: str, after: int = 0) -> list[EntryRow]:
        query = (
            select(entries)
            .where(entries.c.table_id == table_id, entries.c.ply > after)
            .order_by(entries.c.ply)
        )
        return [
            entry_row(row) for row in await self.database.read(lambda c: c.execute(query).all())
        ]

    async def append(
        self,
        table: TableRow,
        rows: Sequence[EntryRow],
        standing: Standing,
        hidden: bool = False,
    ) -> None:
        """Add lines to a table's story, all or none.

        Raises Conflict if a ply is taken, or if a process with other rules has migrated the table.
        Lines that are `hidden` for the time being do not make the table newer for anybody.
        """
        values = [_line_values(table.id, row) for row in rows]
        noted = {
            "which": table.id,
            "under": table.rules,
            "using": table.components,
            "now": time.time(),
            "now_turn": as_text(standing.turn),
            "now_lines": rows[-1].ply,
            "now_secret": standing.secret,
        }

        def job(connection: Connection) -> None:
            if run_statement(connection, NOTE if hidden else TOUCH, [noted]) != 1:
                raise Conflict
            run_statement(connection, ADD_LINES, values)
            if standing.finished:
                connection.execute(
                    update(tables).where(tables.c.id == table.id).values(status=FINISHED)
                )

        await self._write_lines(job, table.id)

    async def note_standing(self, table_id: str, lines: int, standing: Standing) -> None:
        """Note how a table of before stands, unless that was done meanwhile."""
        change = (
            update(tables)
            .where(tables.c.id == table_id, tables.c.turn.is_(None))
            .values(_standing_values(lines, standing))
        )
        await self.database.write(lambda c: c.execute(change), table_id)

    async def migrate_lines(
        self, old: TableRow, new: TableRow, rows: Sequence[EntryRow], standing: Standing
    ) -> None:
        """Take a table to other rules: new lines in the place of the old ones, which are put by.

        Wishes to go back and nudges speak of the old lines, so they lapse. Raises Conflict if
        another process was faster.
        """
        values = {
            **_standing_values(len(rows), standing),
            "rules": new.rules,
            "components": new.components,
        }
        here = and_(
            tables.c.id == old.id,
            tables.c.rules == old.rules,
            tables.c.components == old.components,
        )

        def job(connection: Connection) -> None:
            if connection.execute(update(tables).where(here).values(values)).rowcount != 1:
                raise Conflict
            query = select(entries).where(entries.c.table_id == old.id).order_by(entries.c.ply)
            lines = [dict(row._mapping) for row in connection.execute(query)]
            past = {
                "table_id": old.id,
                "rules": old.rules,
                "components": old.components,
                "lines": json.dumps(lines, ensure_ascii=False, default=repr),
                "created": time.time(),
            }
            connection.execute(insert(past_lines).values(past))
            connection.execute(delete(entries).where(entries.c.table_id == old.id))
            for lapsed in (recalls, consents, nudges):
                connection.execute(delete(lapsed).where(lapsed.c.table_id == old.id))
            if rows:
                connection.execute(insert(entries), [_line_values(old.id, row) for row in rows])

        await self._write_lines(job, old.id)

    async def _write_lines(self, job: Callable[[Connection], None], table_id: str) -> None:
        try:
            await self.database.write(job, table_id)
        except IntegrityError as error:
            raise Conflict from error

    def forget_table(self, table_id: str) -> None:
        """Nobody looks at a table any more: neither at its chat nor at its votes."""
        if self._known is not None:
            self._known.pop(("chat", table_id), None)
            self._known.pop(("votes", table_id), None)

    # Chat

    async def say(
        self,
        table_id: str,
        guest: Guest,
        text: str,
        seat: int | None = None,
        key: str | None = None,
        most: int | None = None,
        now: float | None = None,
    ) -> ChatRow:
        """Add a chat line and return it with its number; or what was said with this key before.

        Raises TooFast if `most` lines were said within a minute before `now`.
        """
        now = time.time() if now is None else now
        # Not those of the future: the clock may have been set back.
        lately = and_(chats.c.created > now - MINUTE, chats.c.created <= now)
        mine = and_(chats.c.table_id == table_id, chats.c.guest_id == guest.id, lately)

        def job(connection: Connection) -> ChatRow:
            # One after the other, also from several processes: numbers have no gaps
            hold(connection, table_id)
            said = None if key is None else _said(connection, table_id, guest.id, key)
            if said is not None:
                return said
            if most is not None:
                count = connection.execute(select(func.count()).where(mine)).scalar_one()
                if count >= most:
                    raise TooFast
            number = next_line(connection, table_id)
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

        said = await self.database.write(job, table_id)
        self._forget(("chat", table_id))
        return said

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
            select(*columns(chats))
            .where(chats.c.table_id == table_id, chats.c.number > after)
            .order_by(chats.c.number.desc())
            .limit(limit)
        )
        found = await self.database.read(lambda c: c.execute(query).all())
        sound = [row for row in found if is_line(row.number)]
        if len(sound) < len(found):
            self.database.oddities.tell(table_id, "chat")
        return tuple(chat_row(row) for row in reversed(sound))

    async def open_chat(self, table_id: str, to: str) -> None:
        """Who may speak at a table from now on."""
        change = update(tables).where(tables.c.id == table_id).values(chat=to)
        await self.database.write(lambda c: c.execute(change), table_id)

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

        await self.database.write(job, table_id)

    # Votes for a stand-in: see `absences.py`

    async def votes(self, table_id: str) -> dict[int, set[int]]:
        """Who has voted for a bot to stand in, by whom it would play for."""
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

    def _absence_changed(self, table_id: str) -> None:
        self._forget(("votes", table_id))
        self._forget(("chat", table_id))


def _add_table(
    connection: Connection, table: TableRow, seated: Sequence[SeatRow], quota: Quota | None
) -> None:
    if quota is not None:
        # Here, because of many requests at once only some may pass.
        quota.check(connection, table.created)
    connection.execute(insert(tables).values(_table_values(table)))
    connection.execute(insert(seats), [_seat_values(table.id, seat) for seat in seated])


def _few_per_host(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """The same, but only the newest of each host: nobody fills a list alone."""
    newest = func.row_number().over(partition_by=tables.c.host, order_by=tables.c.changed.desc())
    ranked = select(tables.c.id, newest.label("place")).where(condition).subquery()
    return tables.c.id.in_(select(ranked.c.id).where(ranked.c.place <= PER_HOST))


def _hold_gathering(connection: Connection, table_id: str) -> None:
    """Whoever changes who sits at a table does so one after the other, until it has started."""
    if hold(connection, table_id) != GATHERING:
        raise Conflict


def _table_values(table: TableRow) -> dict[str, Any]:
    values = {name: getattr(table, name) for name in TableRow.__dataclass_fields__}
    del values["flaw"]
    return {**values, "turn": None if table.turn is None else as_text(table.turn)}


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
        "vote": seat.vote,
    }


def _line_values(table_id: str, row: EntryRow) -> dict[str, Any]:
    return {"table_id": table_id, **{name: getattr(row, name) for name in LINE}}


def _standing_values(lines: int, standing: Standing) -> dict[str, Any]:
    return {"lines": lines, "turn": as_text(standing.turn), "secret": standing.secret}


def _said(connection: Connection, table_id: str, guest_id: str, key: str) -> ChatRow | None:
    mine = and_(chats.c.table_id == table_id, chats.c.guest_id == guest_id, chats.c.key == key)
    row = connection.execute(select(*columns(chats)).where(mine)).first()
    return None if row is None else chat_row(row)
