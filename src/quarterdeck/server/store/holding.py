"""Changes to one table that must come one after the other, also from several processes."""

from __future__ import annotations

from sqlalchemy import Connection, select

from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.rows import GATHERING
from quarterdeck.server.store.schema import tables


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
