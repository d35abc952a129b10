"""When people were last seen at their tables, by the clock of the house."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from sqlalchemy import Connection, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.schema import clock, signs
from quarterdeck.server.store.sound import LAST_MOMENT, moment

logger = logging.getLogger(__name__)

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
            at = max(seconds, _mended(connection))
            now = sql.insert(clock).values(id=THE_CLOCK, seconds=at)
            connection.execute(
                now.on_conflict_do_update(
                    index_elements=[clock.c.id],
                    set_={"seconds": now.excluded.seconds},
                    where=or_(
                        clock.c.seconds < now.excluded.seconds, clock.c.seconds > LAST_MOMENT
                    ),
                )
            )
            if rows:
                sign = sql.insert(signs)
                newer = sign.on_conflict_do_update(
                    index_elements=[signs.c.table_id, signs.c.guest_id],
                    set_={"seen": sign.excluded.seen},
                    where=or_(signs.c.seen < sign.excluded.seen, signs.c.seen > LAST_MOMENT),
                )
                connection.execute(newer, rows)
            return max(at, moment(_clock(connection)) or 0.0)

        return await self._database.write(job)

    async def of(self, table_id: str) -> tuple[float, dict[str, float]]:
        """What the clock shows, and when each guest was last seen at a table."""

        def job(connection: Connection) -> tuple[float, dict[str, float]]:
            query = select(signs.c.guest_id, signs.c.seen).where(signs.c.table_id == table_id)
            rows = connection.execute(query).all()
            seen = {row.guest_id: at for row in rows if (at := moment(row.seen)) is not None}
            if len(seen) < len(rows):
                self._database.oddities.tell(table_id, "signs of life")
            return moment(_clock(connection)) or 0.0, seen

        return await self._database.read(job)

    async def flaw(self) -> str:
        """What the clock shows if no clock can show that; nothing if all is well."""
        found = await self._database.read(_clock)
        return "" if found is None or moment(found) is not None else repr(found)[:40]


def _clock(connection: Connection) -> object:
    """What is stored as the clock's time, whatever it is."""
    query = select(clock.c.seconds).where(clock.c.id == THE_CLOCK)
    return connection.execute(query).scalar_one_or_none()


def _mended(connection: Connection) -> float:
    """When the clock must go on from if its row is lost or damaged: nobody was seen later."""
    found = _clock(connection)
    if moment(found) is not None:
        return 0.0
    # Whatever is no number is greater than any on SQLite, and so is NaN on PostgreSQL
    last = select(func.max(signs.c.seen)).where(signs.c.seen <= LAST_MOMENT)
    shown = moment(connection.execute(last).scalar_one_or_none()) or 0.0
    if found is not None:
        logger.warning("the clock of the house was damaged; it goes on from %.0f s", shown)
    return shown
