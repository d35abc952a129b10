"""When people were last seen at their tables, by the clock of the house."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, func, select
from sqlalchemy.dialects import postgresql, sqlite

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.schema import clock, signs

# Somebody at a table: the ids of the table and of the guest.
Visitor = tuple[str, str]

THE_CLOCK = 1


class Signs:
    """Signs of life, and the clock they are dated by. Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def are_shared(self) -> bool:
        """Whether other server processes may have noted some."""
        return not self._database.is_sqlite

    async def tick(self, seconds: float, seen: Mapping[Visitor, float]) -> float:
        """Note who was seen when, and set the clock forward, never back; gives what it shows."""
        rows = [
            {"table_id": table_id, "guest_id": guest_id, "seen": at}
            for (table_id, guest_id), at in sorted(seen.items())
        ]

        def job(connection: Connection) -> float:
            sql = postgresql if connection.dialect.name == "postgresql" else sqlite
            now = sql.insert(clock).values(id=THE_CLOCK, seconds=seconds)
            connection.execute(
                now.on_conflict_do_update(
                    index_elements=[clock.c.id],
                    set_={"seconds": now.excluded.seconds},
                    where=clock.c.seconds < now.excluded.seconds,
                )
            )
            if rows:
                sign = sql.insert(signs)
                newer = sign.on_conflict_do_update(
                    index_elements=[signs.c.table_id, signs.c.guest_id],
                    set_={"seen": sign.excluded.seen},
                    where=signs.c.seen < sign.excluded.seen,
                )
                connection.execute(newer, rows)
            return _clock(connection)

        return await self._database.write(job)

    async def of(self, table_id: str) -> tuple[float, dict[str, float]]:
        """What the clock shows, and when each guest was last seen at a table."""

        def job(connection: Connection) -> tuple[float, dict[str, float]]:
            query = select(signs.c.guest_id, signs.c.seen).where(signs.c.table_id == table_id)
            found = {row.guest_id: row.seen for row in connection.execute(query)}
            return _clock(connection), found

        return await self._database.read(job)


def _clock(connection: Connection) -> float:
    found = connection.execute(select(func.coalesce(func.max(clock.c.seconds), 0.0)))
    return float(found.scalar_one())
