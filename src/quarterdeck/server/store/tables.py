"""The rows of tables: a new one with its seats, or one by its id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, select, update

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.quota import Quota
from quarterdeck.server.store.rows import SeatRow, TableRow
from quarterdeck.server.store.schema import seats, tables
from quarterdeck.server.store.sound import as_text, columns, table_row

TABLE = columns(tables)


class StoredTables:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, table: TableRow, seated: Sequence[SeatRow], quota: Quota | None = None
    ) -> None:
        """Add a table, unless it is one too many."""
        await self._database.write(lambda c: _add(c, table, seated, quota))

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
            _add(connection, table, seated, quota)

        await self._database.write(job, table.rematch_of or table.id)

    async def find(self, id: str) -> TableRow | None:
        query = select(*TABLE).where(tables.c.id == id)
        row = await self._database.read(lambda c: c.execute(query).first())
        return None if row is None else table_row(row)


def _add(
    connection: Connection, table: TableRow, seated: Sequence[SeatRow], quota: Quota | None
) -> None:
    if quota is not None:
        # Checked in the same transaction: of many requests at once only some may pass.
        quota.check(connection, table.created)
    connection.execute(insert(tables).values(_table_values(table)))
    connection.execute(insert(seats), [_seat_values(table.id, seat) for seat in seated])


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
