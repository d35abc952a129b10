"""Reviews of finished games, kept with their tables."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.schema import reviews


@dataclass(frozen=True)
class StoredReview:
    """A review as JSON, and the fingerprint of the weights it was made with."""

    weights: str
    review: str
    complete: bool


class StoredReviews:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: str) -> str | None:
        """What was stored of a table's review."""
        query = select(reviews.c.review).where(reviews.c.table_id == table_id)
        found = await self._database.read(lambda c: c.execute(query).scalar_one_or_none())
        return None if found is None else str(found)

    async def keep(self, table_id: str, found: StoredReview) -> None:
        """Keep a review in the place of an earlier one; a graph never replaces a complete review
        by the same weights, which another process may have stored meanwhile."""

        def job(connection: Connection) -> None:
            if hold(connection, table_id) is None:
                # The table is gone
                return
            sql = postgresql if connection.dialect.name == "postgresql" else sqlite
            row = sql.insert(reviews).values(
                table_id=table_id,
                weights=found.weights,
                review=found.review,
                complete=found.complete,
            )
            new = row.excluded
            connection.execute(
                row.on_conflict_do_update(
                    index_elements=[reviews.c.table_id],
                    set_={
                        "weights": new.weights,
                        "review": new.review,
                        "complete": new.complete,
                    },
                    where=or_(new.complete, ~reviews.c.complete, reviews.c.weights != new.weights),
                )
            )

        await self._database.write(job, table_id)
