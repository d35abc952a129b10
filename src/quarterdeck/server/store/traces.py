"""Everything that names a guest, in whatever table: to be handed out to them, or taken away.

A column that names a guest is called `guest_id`, or is listed in `NAMING`. What a new table keeps
under such a column is handed out and removed without further ado; only where others would miss it,
in the seats, lines and results of games, it is made nameless instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Select,
    String,
    Table,
    cast,
    delete,
    or_,
    select,
    tuple_,
    update,
)

from quarterdeck.server.store.absences import tell_notice
from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.results import NAMELESS
from quarterdeck.server.store.rows import BOT, FINISHED, FORMER, GATHERING, OPEN, RUNNING
from quarterdeck.server.store.schema import (
    blocks,
    chats,
    consents,
    friends,
    guests,
    hints,
    invitations,
    metadata,
    nudges,
    order_places,
    recalls,
    results,
    seats,
    standing_orders,
    tables,
    votes,
)

NAMED = "guest_id"
# Other columns that name guests.
NAMING: Mapping[str, tuple[str, ...]] = {
    guests.name: ("id",),
    tables.name: ("host",),
    friends.name: (NAMED, "friend_id"),
    blocks.name: (NAMED, "blocked_id"),
    invitations.name: (NAMED, "by_id"),
}
# What others say about somebody is theirs: nobody is told who has blocked them.
OTHERS = frozenset((blocks.c.blocked_id, friends.c.friend_id))
# Kept without names rather than removed.
NAMELESS_THERE = frozenset((seats, chats, results, tables))
# What belongs to a seat, and so to whoever sits there.
OF_SEATS: Mapping[Table, Column[Any]] = {
    standing_orders: standing_orders.c.seat,
    order_places: order_places.c.seat,
    hints: hints.c.seat,
    nudges: nudges.c.seat,
    recalls: recalls.c.seat,
    votes: votes.c.voter,
    consents: consents.c.voter,
}
# No file that lies about on a disk should open a door.
SECRET = frozenset(("barred", "credential", "public_key", "secret"))
HASHES = "_hash"


def naming(table: Table) -> tuple[Column[Any], ...]:
    """The columns of a table that name a guest."""
    named = NAMING.get(table.name, (NAMED,) if NAMED in table.c else ())
    return tuple(table.c[name] for name in named)


@dataclass
class Removed:
    """What somebody's removal has changed: tables that others go on with, and those that are
    gone."""

    changed: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    # The seats they had at those that others go on with.
    seats: list[tuple[str, int]] = field(default_factory=list)


class Traces:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    async def collect(self, guest_id: str) -> dict[str, list[dict[str, Any]]]:
        """All rows about somebody, by table; those without any are left out."""

        def job(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            found = {
                table.name: _rows(connection, query)
                for table in metadata.sorted_tables
                if (query := _about(table, guest_id)) is not None
            }
            barred = _barred(connection, guest_id)
            found[tables.name] += [{"id": id, "barred": bars[guest_id]} for id, bars in barred]
            return {name: rows for name, rows in found.items() if rows}

        return await self._database.read(job)

    async def finished(self, guest_id: str) -> list[str]:
        """The finished tables where somebody sat, in the order in which they ended."""
        mine = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
        query = (
            select(tables.c.id)
            .where(tables.c.status == FINISHED, tables.c.id.in_(mine))
            .order_by(tables.c.changed, tables.c.id)
        )
        return list(await self._database.read(lambda c: c.execute(query).scalars().all()))

    async def remove(self, guest_id: str) -> Removed:
        """Take somebody away for good, everywhere at once."""

        def job(connection: Connection) -> Removed:
            removed = Removed()
            for table_id in _touched(connection, guest_id):
                if hold(connection, table_id) is not None:
                    _leave(connection, table_id, guest_id, removed)
            _forget_gone(connection, removed.gone)
            _unbar(connection, guest_id)
            connection.execute(
                update(chats)
                .where(chats.c.guest_id == guest_id)
                .values(guest_id="", name=FORMER, text="", key=None)
            )
            connection.execute(
                update(results)
                .where(results.c.guest_id == guest_id)
                .values(guest_id=None, kind=NAMELESS)
            )
            for table in reversed(metadata.sorted_tables):
                if table not in NAMELESS_THERE:
                    for column in naming(table):
                        connection.execute(delete(table).where(column == guest_id))
            return removed

        removed = await self._database.write(job)
        self._cache.forget_all()
        return removed


# Handing out


def _about(table: Table, guest_id: str) -> Select[Any] | None:
    """The rows of a table about somebody; None if it has none about anybody."""
    shown = [
        column
        for column in table.c
        if column.name not in SECRET and not column.name.endswith(HASHES)
    ]
    if table in OF_SEATS:
        mine = select(seats.c.table_id, seats.c.number).where(seats.c.guest_id == guest_id)
        return select(*shown).where(tuple_(table.c.table_id, OF_SEATS[table]).in_(mine))
    named = [column == guest_id for column in naming(table) if column not in OTHERS]
    return select(*shown).where(or_(*named)) if named else None


def _rows(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(query)]


# Taking away


def _touched(connection: Connection, guest_id: str) -> list[str]:
    """The tables where somebody sits, which they have set up, or where they have spoken, in the
    order in which everybody takes them."""
    found: set[str] = set()
    for query in (
        select(seats.c.table_id).where(seats.c.guest_id == guest_id),
        select(tables.c.id).where(tables.c.host == guest_id),
        select(chats.c.table_id).where(chats.c.guest_id == guest_id),
    ):
        found |= set(connection.execute(query).scalars())
    found |= {id for id, _ in _barred(connection, guest_id)}
    return sorted(found)


def _leave(connection: Connection, table_id: str, guest_id: str, removed: Removed) -> None:
    """Take somebody away from a table as if they had left it; without anybody it is not played
    on."""
    table = connection.execute(
        select(
            tables.c.status, tables.c.host, tables.c.stand_in, tables.c.lesson, tables.c.branch_of
        ).where(tables.c.id == table_id)
    ).one()
    here = seats.c.table_id == table_id
    people = connection.execute(
        select(seats.c.number, seats.c.guest_id)
        .where(here, seats.c.kind != BOT, seats.c.guest_id.is_not(None))
        .order_by(seats.c.number)
    ).all()
    mine = [row.number for row in people if row.guest_id == guest_id]
    others = [row.guest_id for row in people if row.guest_id != guest_id]
    own = table.status != FINISHED or table.lesson is not None or table.branch_of is not None
    if not others and own and (mine or table.host == guest_id):
        connection.execute(delete(tables).where(tables.c.id == table_id))
        removed.gone.append(table_id)
        return
    removed.changed.append(table_id)
    if table.host == guest_id:
        heir = others[0] if others else ""
        connection.execute(
            update(tables).where(tables.c.id == table_id).values(host=heir, title="")
        )
    if not mine:
        return
    removed.seats += [(table_id, number) for number in mine]
    for each, column in OF_SEATS.items():
        if each is not hints:
            connection.execute(delete(each).where(each.c.table_id == table_id, column.in_(mine)))
    connection.execute(delete(votes).where(votes.c.table_id == table_id, votes.c.seat.in_(mine)))
    values: dict[str, Any] = {"guest_id": None, "name": FORMER, "token_hash": None, "vote": None}
    if table.status == GATHERING:
        values.update(kind=OPEN, name="")
    chosen = update(seats).where(here, seats.c.number.in_(mine))
    connection.execute(chosen.values(**values))
    if table.status == RUNNING:
        connection.execute(chosen.where(seats.c.stand_in.is_(None)).values(stand_in=table.stand_in))
        for number in mine:
            notice = {"what": "left", "seat": number, "bot": table.stand_in}
            tell_notice(connection, table_id, notice)


def _forget_gone(connection: Connection, gone: list[str]) -> None:
    """Nothing leads to tables that are gone."""
    for column in (tables.c.rematch, tables.c.rematch_of):
        connection.execute(update(tables).where(column.in_(gone)).values({column: None}))


def _barred(connection: Connection, guest_id: str) -> list[tuple[str, dict[str, Any]]]:
    """Where somebody was muted or sent away, and everybody who was."""
    mentioned = cast(tables.c.barred, String).contains(guest_id)
    found = connection.execute(select(tables.c.id, tables.c.barred).where(mentioned))
    return [(row.id, row.barred) for row in found if guest_id in (row.barred or {})]


def _unbar(connection: Connection, guest_id: str) -> None:
    for table_id, barred in _barred(connection, guest_id):
        left = {id: bar for id, bar in barred.items() if id != guest_id}
        connection.execute(update(tables).where(tables.c.id == table_id).values(barred=left))
