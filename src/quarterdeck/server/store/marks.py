"""What of their tables people were found to be concerned by, and whether they know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Row

from quarterdeck.server.store.addresses import ON
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.rows import FINISHED, GATHERING, PERSON, RUNNING, InvitationRow
from quarterdeck.server.store.schema import (
    addresses,
    consents,
    marks,
    nudges,
    recalls,
    seats,
    signs,
    tables,
)
from quarterdeck.server.store.sound import moment

# The cause under which it is noted how a table stood when it was last looked at.
LOOKED = "looked"
# That a friend has asked somebody to a table.
INVITED = "invited"
# Tables that go on, or that are played for practice, are nobody else's.
COUNTS = and_(tables.c.lesson.is_(None), tables.c.branch_of.is_(None))


@dataclass(frozen=True)
class Mark:
    """What somebody was found to be concerned by, since when, and whether they know."""

    cause: str
    what: str
    since: float
    told: bool


@dataclass(frozen=True)
class Case:
    """Somebody at a table: when they were last seen there, their seats, what is marked, and a
    digest of how the table stands, which changes with everything that may concern them."""

    table_id: str
    guest_id: str
    stands: str
    seen: float
    seats: tuple[int, ...]
    marks: Mapping[str, Mark] = field(default_factory=dict)


class Marks:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def cases(self, only: Collection[str] | None = None) -> list[Case]:
        """Everybody who can be reached, at each of their tables, or at some of these."""
        here = tables.c.id.in_(set(only)) if only is not None else COUNTS

        def job(connection: Connection) -> list[Case]:
            rows = connection.execute(_seated(here)).all()
            asks = _asks(connection, here)
            noted = _noted(connection, {row.guest_id for row in rows}, only)
            return _cases(rows, asks, noted)

        return await self._database.read(job)

    async def untold(self, found: Sequence[InvitationRow]) -> list[InvitationRow]:
        """Those invitations of which somebody who can be reached is not told."""
        known = select(marks.c.table_id, marks.c.guest_id).where(
            marks.c.cause == INVITED, marks.c.told
        )
        people = select(addresses.c.guest_id).where(addresses.c.state == ON)

        def job(connection: Connection) -> list[InvitationRow]:
            told = {tuple(row) for row in connection.execute(known)}
            reached = set(connection.execute(people).scalars())
            return [
                each
                for each in found
                if each.guest_id in reached and (each.table_id, each.guest_id) not in told
            ]

        return await self._database.read(job) if found else []

    async def note(
        self,
        table_id: str,
        guest_id: str,
        found: Sequence[Mark],
        gone: Collection[str] = (),
    ) -> None:
        """Keep marks in the place of those about something else, and forget those that are `gone`.

        One about the same stays as it is: another process may have been first.
        """
        rows = [
            {
                "table_id": table_id,
                "guest_id": guest_id,
                "cause": mark.cause,
                "what": mark.what,
                "since": mark.since,
                "told": mark.told,
            }
            for mark in found
        ]

        def job(connection: Connection) -> None:
            sql = postgresql if connection.dialect.name == "postgresql" else sqlite
            row = sql.insert(marks)
            new = {name: row.excluded[name] for name in ("what", "since", "told")}
            newer = row.on_conflict_do_update(
                index_elements=[marks.c.table_id, marks.c.guest_id, marks.c.cause],
                set_=new,
                where=marks.c.what != row.excluded.what,
            )
            if rows:
                connection.execute(newer, rows)
            if gone:
                connection.execute(
                    delete(marks).where(
                        marks.c.table_id == table_id,
                        marks.c.guest_id == guest_id,
                        marks.c.cause.in_(set(gone)),
                    )
                )

        await self._database.write(job, table_id)

    async def clear(self, before: float) -> None:
        """Forget what was marked at tables that were finished long ago."""
        old = select(tables.c.id).where(tables.c.status == FINISHED, tables.c.changed < before)
        change = delete(marks).where(marks.c.table_id.in_(old))
        await self._database.write(lambda c: c.execute(change))


def _reachable() -> ColumnElement[bool]:
    return seats.c.guest_id.in_(select(addresses.c.guest_id).where(addresses.c.state == ON))


def _of_interest() -> ColumnElement[bool]:
    """Tables that go on, finished ones of which somebody is not told, and open rematches."""
    noted = select(marks.c.table_id).where(
        marks.c.table_id == tables.c.id,
        marks.c.guest_id == seats.c.guest_id,
        or_(
            and_(marks.c.cause == LOOKED, marks.c.what.not_like(f"{FINISHED} %")),
            marks.c.told.is_(False),
        ),
    )
    again = tables.alias()
    open_again = select(again.c.id).where(
        again.c.id == tables.c.rematch, again.c.status == GATHERING
    )
    return or_(tables.c.status.in_((GATHERING, RUNNING)), noted.exists(), open_again.exists())


def _seated(here: ColumnElement[bool]) -> Any:
    """The seats of everybody who can be reached, with what the database knows of their tables."""
    there = and_(signs.c.table_id == seats.c.table_id, signs.c.guest_id == seats.c.guest_id)
    return (
        select(
            tables.c.id,
            tables.c.status,
            tables.c.lines,
            tables.c.turn,
            tables.c.rematch,
            seats.c.number,
            seats.c.guest_id,
            signs.c.seen,
        )
        .join(tables, tables.c.id == seats.c.table_id)
        .outerjoin(signs, there)
        .where(seats.c.kind == PERSON, _reachable(), here, COUNTS, _of_interest())
        .order_by(tables.c.id, seats.c.number)
    )


def _asks(connection: Connection, here: ColumnElement[bool]) -> dict[str, list[Any]]:
    """What people at these tables ask each other, and who is played for, by table."""
    found: dict[str, list[Any]] = defaultdict(list)
    running = and_(here, tables.c.status == RUNNING)
    asked = [
        select(
            recalls.c.table_id, recalls.c.seat, recalls.c.ply, recalls.c.lines, recalls.c.refused
        ).join(tables, tables.c.id == recalls.c.table_id),
        select(consents.c.table_id, consents.c.voter).join(
            tables, tables.c.id == consents.c.table_id
        ),
        select(nudges.c.table_id, nudges.c.seat, nudges.c.lines).join(
            tables, tables.c.id == nudges.c.table_id
        ),
        select(seats.c.table_id, seats.c.number, seats.c.stand_in, seats.c.vote)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(or_(seats.c.stand_in.is_not(None), seats.c.vote.is_not(None))),
    ]
    for kind, query in enumerate(asked):
        for row in connection.execute(query.where(running)):
            found[row.table_id].append((kind, *row[1:]))
    return found


def _noted(
    connection: Connection, guest_ids: Collection[str], only: Collection[str] | None
) -> dict[tuple[str, str], dict[str, Mark]]:
    found: dict[tuple[str, str], dict[str, Mark]] = defaultdict(dict)
    query = select(marks)
    if only is not None:
        query = query.where(marks.c.table_id.in_(set(only)))
    for row in connection.execute(query):
        if row.guest_id in guest_ids:
            mark = Mark(str(row.cause), str(row.what), moment(row.since) or 0.0, bool(row.told))
            found[row.table_id, row.guest_id][mark.cause] = mark
    return found


def _cases(
    rows: Sequence[Row[Any]],
    asks: Mapping[str, list[Any]],
    noted: Mapping[tuple[str, str], dict[str, Mark]],
) -> list[Case]:
    """One case for each person at a table, whatever seats they hold there."""
    seated: dict[tuple[str, str], list[Row[Any]]] = defaultdict(list)
    for row in rows:
        seated[row.id, row.guest_id].append(row)
    return [
        Case(
            *key,
            _stands(mine[0], asks.get(key[0], ())),
            moment(mine[0].seen) or 0.0,
            tuple(row.number for row in mine),
            noted.get(key, {}),
        )
        for key, mine in seated.items()
    ]


def _stands(row: Row[Any], asks: Sequence[Any]) -> str:
    told = repr((row.lines, row.turn, row.rematch, sorted(map(repr, asks))))
    return f"{row.status} {blake2b(told.encode(), digest_size=12).hexdigest()}"
