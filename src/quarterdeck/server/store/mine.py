"""The unfinished tables of a person: which wait for them, and what is new since they looked.

Nothing here opens a table. What is counted is what everybody may count: lines that are secret for
now are not among them (`tables.public`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, String, and_, case, cast, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.rows import FINISHED, GATHERING, PERSON, RUNNING, SeatRow, TableRow
from quarterdeck.server.store.schema import chats, entries, looks, seats, tables
from quarterdeck.server.store.sound import columns, seat_rows, table_row
from quarterdeck.server.store.tables import TABLE

MOST_TABLES = 300
PLAYED = "play"


@dataclass(frozen=True)
class Look:
    """How far somebody has read: the lines that everybody counts, and the chat."""

    lines: int
    chat: int


@dataclass(frozen=True)
class News:
    """What is new at a table: how often each seat has chosen, and how much others have said."""

    choices: Mapping[int, int]
    said: int = 0


class OwnTables:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def waiting_of(self, guest_id: str) -> int:
        """At how many tables somebody is to choose."""
        query = select(func.count(tables.c.id.distinct())).where(_waits_for(guest_id))
        query = query.select_from(seats.join(tables, tables.c.id == seats.c.table_id))
        return await self._database.read(lambda c: c.execute(query).scalar_one())

    async def waiting(self, guest_id: str) -> list[TableRow]:
        """The tables where somebody is to choose, the longest waiting first."""
        ids = select(seats.c.table_id).join(tables, tables.c.id == seats.c.table_id)
        here = tables.c.id.in_(ids.where(_waits_for(guest_id)))
        return await self._read(select(*TABLE).where(here).order_by(tables.c.changed))

    async def unfinished(self, guest_id: str) -> list[TableRow]:
        """Tables that are not over at which somebody sits, or which they have set up."""
        sitting = _sitting(guest_id)
        own = and_(tables.c.host == guest_id, tables.c.status.in_((GATHERING, RUNNING)))
        condition = and_(tables.c.status != FINISHED, or_(tables.c.id.in_(sitting), own))
        query = select(*TABLE).where(condition).order_by(tables.c.changed.desc())
        return await self._read(query.limit(MOST_TABLES))

    async def invitations(self, guest_id: str) -> list[TableRow]:
        """Rematches of games somebody has played that wait for them."""
        before = seats.alias()
        there = select(seats.c.number).where(
            seats.c.table_id == tables.c.id, seats.c.guest_id == guest_id
        )
        query = (
            select(*TABLE)
            .join(before, before.c.table_id == tables.c.rematch_of)
            .where(
                tables.c.status == GATHERING,
                tables.c.rematch_of.is_not(None),
                before.c.guest_id == guest_id,
                ~there.exists(),
            )
            .order_by(tables.c.changed.desc())
            .limit(MOST_TABLES)
        )
        found = await self._read(query)
        # Somebody may have had several seats
        return list({row.id: row for row in found}.values())

    async def seats_at(self, table_ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """Who sits where at some tables."""
        query = (
            select(*columns(seats))
            .where(seats.c.table_id.in_(table_ids))
            .order_by(seats.c.table_id, seats.c.number)
        )
        found: dict[str, list[object]] = {id: [] for id in table_ids}
        for row in await self._database.read(lambda c: c.execute(query).all()):
            found[row.table_id].append(row)
        return {id: seat_rows(rows) for id, rows in found.items()}  # type: ignore[arg-type]

    async def news(self, guest_id: str) -> dict[str, News]:
        """What is new at the unfinished tables of somebody since they looked."""
        looked = and_(looks.c.table_id == tables.c.id, looks.c.guest_id == guest_id)
        mine = tables.c.id.in_(_sitting(guest_id))
        played = (
            select(entries.c.table_id, entries.c.seat, func.count().label("number"))
            .select_from(
                tables.outerjoin(looks, looked).join(entries, entries.c.table_id == tables.c.id)
            )
            .where(
                mine,
                tables.c.status == RUNNING,
                entries.c.kind == PLAYED,
                entries.c.ply > func.coalesce(looks.c.lines, 0),
                entries.c.ply <= tables.c.public,
            )
            .group_by(entries.c.table_id, entries.c.seat)
        )
        said = (
            select(chats.c.table_id, func.count().label("number"))
            .select_from(
                tables.outerjoin(looks, looked).join(chats, chats.c.table_id == tables.c.id)
            )
            .where(
                mine,
                chats.c.number > func.coalesce(looks.c.chat, 0),
                chats.c.notice.is_(None),
                chats.c.guest_id != guest_id,
            )
            .group_by(chats.c.table_id)
        )

        def job(connection: Connection) -> dict[str, News]:
            choices: dict[str, dict[int, int]] = {}
            for row in connection.execute(played):
                choices.setdefault(row.table_id, {})[row.seat] = row.number
            lines = {row.table_id: row.number for row in connection.execute(said)}
            return {id: News(choices.get(id, {}), lines.get(id, 0)) for id in {*choices, *lines}}

        return await self._database.read(job)

    async def note_looks(self, seen: Mapping[tuple[str, str], Look]) -> None:
        """Note how far people have read at tables, if that is further than before."""
        rows = [
            {"table_id": table_id, "guest_id": guest_id, "lines": look.lines, "chat": look.chat}
            for (table_id, guest_id), look in sorted(seen.items())
        ]

        def job(connection: Connection) -> None:
            ids = {row["table_id"] for row in rows}
            there = connection.execute(select(tables.c.id).where(tables.c.id.in_(ids)))
            known = set(there.scalars())
            kept = [row for row in rows if row["table_id"] in known]
            if not kept:
                return
            sql = postgresql if connection.dialect.name == "postgresql" else sqlite
            new = sql.insert(looks)
            said, lines = new.excluded.chat, new.excluded.lines
            further = new.on_conflict_do_update(
                index_elements=[looks.c.table_id, looks.c.guest_id],
                set_={
                    "lines": case((lines > looks.c.lines, lines), else_=looks.c.lines),
                    "chat": case((said > looks.c.chat, said), else_=looks.c.chat),
                },
            )
            connection.execute(further, kept)

        if rows:
            await self._database.write(job)

    async def began_since(self, moment: float, limit: int = 500) -> list[tuple[str, float]]:
        """Tables that waited for players and were full after a moment by the clock of the house,
        the earliest first, and when: their people want to know."""
        query = (
            select(tables.c.id, tables.c.began)
            .where(tables.c.began > moment)
            .order_by(tables.c.began, tables.c.id)
            .limit(limit)
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        return [(row.id, row.began) for row in found]

    async def _read(self, query: Select[tuple[object, ...]]) -> list[TableRow]:
        found = await self._database.read(lambda c: c.execute(query).all())
        return [table_row(row) for row in found]


def _sitting(guest_id: str) -> Select[tuple[str]]:
    """The ids of the tables at which somebody sits and whose games are not over."""
    return select(seats.c.table_id).where(seats.c.guest_id == guest_id, seats.c.ended.is_(None))


def _waits_for(guest_id: str) -> ColumnElement[bool]:
    return and_(
        seats.c.guest_id == guest_id,
        seats.c.ended.is_(None),
        seats.c.kind == PERSON,
        seats.c.stand_in.is_(None),
        tables.c.status == RUNNING,
        # Older tables do not tell who is asked
        or_(
            tables.c.turn.is_(None),
            tables.c.turn.contains(" " + cast(seats.c.number, String) + " "),
        ),
    )
