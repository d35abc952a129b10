"""What learners have heard, kept with their tables."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.schema import tables

# Nobody hears more than that at one table.
LONGEST = 20_000


class StoredLessons:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, table_id: str, word: str) -> str:
        """Add a word to what a learner has heard, unless it is there; gives all of it."""

        def job(connection: Connection) -> str:
            hold(connection, table_id)
            query = select(tables.c.lesson).where(tables.c.id == table_id)
            words = str(connection.execute(query).scalar_one_or_none() or "").split()
            if word not in words:
                words.append(word)
            text = " ".join(words)
            while len(text) > LONGEST:
                text = text.partition(" ")[2]
            change = update(tables).where(tables.c.id == table_id, tables.c.lesson.is_not(None))
            connection.execute(change.values(lesson=text))
            return text

        return await self._database.write(job, table_id)
