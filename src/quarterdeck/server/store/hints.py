"""Hints that players asked for: where, and what they were told."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, and_, insert, select, update

from quarterdeck.server.store.absences import Notice, tell_notice
from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.schema import hints, tables


class StoredHints:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    async def places(self, table_id: str) -> frozenset[tuple[int, str]]:
        """Where somebody asked: their seat, and the digest of what they saw."""
        query = select(hints.c.seat, hints.c.digest).where(hints.c.table_id == table_id)
        found = await self._database.read(lambda c: c.execute(query).all())
        return frozenset((row.seat, row.digest) for row in found)

    async def find(self, table_id: str, seat: int, digest: str) -> str | None:
        """What a seat was told where it saw this."""
        query = select(hints.c.answer).where(_here(table_id, seat, digest))
        found = await self._database.read(lambda c: c.execute(query).scalar_one_or_none())
        return found if isinstance(found, str) else None

    async def note(
        self,
        table_id: str,
        seat: int,
        digest: str,
        lines: int,
        answer: str,
        notice: Notice | None,
    ) -> tuple[str, bool]:
        """Note a hint; gives what the seat was told, and whether everybody hears of it.

        Of several at once the first counts. Everybody hears once per line that they count, so that
        nobody learns how often somebody chose in secret. Without a `notice` nobody hears at all,
        and it does not count.
        """
        before = select(hints.c.seat).where(
            hints.c.table_id == table_id, hints.c.seat == seat, hints.c.lines == lines
        )
        row = {
            "table_id": table_id,
            "seat": seat,
            "digest": digest,
            "lines": lines,
            "answer": answer,
            "created": time.time(),
        }
        counts = (
            update(tables)
            .where(tables.c.id == table_id)
            .values(hinted=tables.c.hinted.bitwise_or(1 << seat))
        )

        def job(connection: Connection) -> tuple[str, bool]:
            hold(connection, table_id)
            query = select(hints.c.answer).where(_here(table_id, seat, digest))
            known = connection.execute(query).scalar_one_or_none()
            if known is not None:
                return str(known), False
            tells = notice is not None and connection.execute(before).first() is None
            connection.execute(insert(hints).values(row))
            if notice is not None:
                connection.execute(counts)
            if tells and notice is not None:
                tell_notice(connection, table_id, notice)
            return answer, tells

        told = await self._database.write(job, table_id)
        self._cache.forget(("chat", table_id))
        return told


def _here(table_id: str, seat: int, digest: str) -> Any:
    return and_(hints.c.table_id == table_id, hints.c.seat == seat, hints.c.digest == digest)
