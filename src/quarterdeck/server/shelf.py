"""The tables in memory: those that somebody looks at or that play by themselves, and a few more.

There is never more than one `LiveTable` of a table: as long as anybody holds one that was given
back, it is found again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from weakref import WeakValueDictionary

from quarterdeck.server.live import LiveTable

MOST_LIVE = 2000
# Seconds after which a table that nobody needs is given back.
IDLE = 300.0


class Shelf:
    """Tables by id. `in_use` says which must stay; `given_back` is told which have gone."""

    def __init__(
        self,
        in_use: Callable[[LiveTable], bool],
        given_back: Callable[[str], None],
        most: int = MOST_LIVE,
        idle: float = IDLE,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._in_use = in_use
        self._given_back = given_back
        self.most = most
        self.idle = idle
        self._now = now
        # With when they were last asked for, the oldest first.
        self._tables: dict[str, tuple[LiveTable, float]] = {}
        self._anywhere: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[LiveTable]:
        return iter([table for table, _ in self._tables.values()])

    def find(self, table_id: str) -> LiveTable | None:
        """A table that is in memory; it stays there for another while."""
        found = self._anywhere.get(table_id)
        if found is not None:
            self._tables.pop(table_id, None)
            self._tables[table_id] = found, self._now()
        return found

    def look(self, table_id: str) -> LiveTable | None:
        """The same, but to look at it is not to need it."""
        return self._anywhere.get(table_id)

    def keep(self, table: LiveTable) -> LiveTable:
        """From now on this is the table; or the one is that was here first."""
        found = self.find(table.row.id)
        if found is not None:
            return found
        self.give_back(room=1)
        self._anywhere[table.row.id] = table
        self._tables[table.row.id] = table, self._now()
        return table

    def drop(self, table_id: str) -> LiveTable | None:
        """There is no such table any more; gives what was known of it."""
        found = self._anywhere.pop(table_id, None)
        self._tables.pop(table_id, None)
        self._given_back(table_id)
        return found

    def give_back(self, room: int = 0) -> int:
        """Let go of tables that nobody needs: idle ones, and the oldest to make room for more."""
        gone = 0
        spare = len(self._tables) + room - self.most
        for table, used in list(self._tables.values()):
            if self._now() - used < self.idle and gone >= spare:
                break
            if not self._in_use(table):
                del self._tables[table.row.id]
                self._given_back(table.row.id)
                gone += 1
        return gone
