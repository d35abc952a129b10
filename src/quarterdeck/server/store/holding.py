"""Changes to one table that must come one after the other, also from several processes."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, select, update

from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.rows import GATHERING
from quarterdeck.server.store.schema import seats, tables


def hold(connection: Connection, table_id: str) -> str | None:
    """Let nobody else change a table until this transaction is over; gives its status.

    SQLite has one writer at a time anyway.
    """
    query = select(tables.c.status).where(tables.c.id == table_id).with_for_update(key_share=True)
    found: str | None = connection.execute(query).scalar_one_or_none()
    return found


def hold_gathering(connection: Connection, table_id: str) -> None:
    """The same, for changes of who sits at a table; raises Conflict if it has started."""
    if hold(connection, table_id) != GATHERING:
        raise Conflict


def hand_back(connection: Connection, table_id: str, numbers: Collection[int]) -> None:
    """Let people play these seats again, which a bot has played for them."""
    change = update(seats).where(seats.c.table_id == table_id, seats.c.number.in_(numbers))
    connection.execute(change.values(stand_in=None))
