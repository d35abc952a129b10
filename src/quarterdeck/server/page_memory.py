"""Everything that is remembered about a table's pages, with one clock.

The clock is the table's `moment`: it moves whenever anybody might be shown something else. What was
made of the table at another moment is forgotten, except for logs, which grow by a few lines at a
time, and parts of pages that seldom change: these are found by what they were written from.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from quarterdeck.pictures.reading import Recent

if TYPE_CHECKING:
    from quarterdeck.game import LogLine
    from quarterdeck.server.pages.parts import Log, PagePart
    from quarterdeck.server.state import ShownLine

T = TypeVar("T")

# Logs of one kind that a table keeps; more only if players' names change.
MOST_LOGS = 16
# Characters of parts that seldom change; twice as many for a while.
MOST_STEADY = 100_000


class Logs(Generic[T]):
    """The logs of a table as they were last, by who reads them and how."""

    def __init__(self) -> None:
        self._logs: dict[Hashable, T] = {}

    def find(self, reader: Hashable) -> T | None:
        return self._logs.get(reader)

    def keep(self, reader: Hashable, log: T) -> None:
        if len(self._logs) >= MOST_LOGS:
            self._logs.clear()
        self._logs[reader] = log


class PageMemory:
    """What was made for viewers of a table, so that it is made once for all of them."""

    def __init__(self) -> None:
        self._moment: Hashable = None
        self._made: dict[Hashable, object] = {}
        self._making = False
        # Lines of the log with the same in words, and the log as a part of a page.
        self.worded_logs: Logs[tuple[list[LogLine], tuple[ShownLine, ...]]] = Logs()
        self.log_parts: Logs[Log] = Logs()
        # Parts that seldom change: players, chat, what people ask each other.
        self.steady_parts: Recent[PagePart] = Recent(MOST_STEADY, lambda part: len(part.html))

    def once(self, key: Hashable, moment: Callable[[], Hashable], make: Callable[[], T]) -> T:
        """Something made of the table as it is at this moment, and kept as long as it stays so."""
        # While something is made nothing changes.
        if not self._making:
            now = moment()
            if now != self._moment:
                self.forget()
                self._moment = now
        if key in self._made:
            # Whoever asks by the same key makes the same.
            return cast(T, self._made[key])
        outside, self._making = self._making, True
        try:
            found = make()
        finally:
            self._making = outside
        self._made[key] = found
        return found

    def forget(self) -> None:
        """The table was read anew."""
        self._made.clear()
        self._moment = None
