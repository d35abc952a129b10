"""What went wrong at tables, told to the log once, with what it takes to see it again."""

from __future__ import annotations

import logging
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.record.jsonl import header_line
from quarterdeck.server.errors import Broken
from quarterdeck.server.store import trouble_of

if TYPE_CHECKING:
    from quarterdeck.server.live import LiveTable
    from quarterdeck.server.reading import Fault
    from quarterdeck.server.store.rows import TableRow

logger = logging.getLogger(__name__)

MOST_NOTED = 10_000


class FaultLog:
    """Every fault of this process that was logged, so that it is not logged again."""

    def __init__(self) -> None:
        self._noted: dict[Hashable, None] = {}

    def _is_new(self, fault: Hashable) -> bool:
        if fault in self._noted:
            return False
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted[fault] = None
        return True

    def set_aside(self, row: TableRow, fault: Fault) -> None:
        """A table cannot be played."""
        if self._is_new((row.id, fault)):
            logger.error(
                "table %s is set aside (%s) at line %d: %s",
                row.id,
                fault.kind,
                fault.line,
                Translator("en").text(fault.why),
            )

    def note(
        self,
        table: LiveTable,
        doing: str,
        error: Exception,
        seat: int | None = None,
        choices: Sequence[str | int] = (),
        alike: bool = False,
    ) -> None:
        """Something nobody foresaw was raised at a table; choices that are `alike` count as one."""
        while isinstance(error, ExceptionGroup) and trouble_of(error) is None:
            error = error.exceptions[0]
        if isinstance(error, Broken) or trouble_of(error) is not None:
            # It has been noted where it happened
            return
        what = () if alike else tuple(choices)
        if not self._is_new((table.row.id, doing, table.lines, seat, what, type(error))):
            return
        game = table.game
        logger.error(
            "table %s: %s failed at line %d, ply %s, seat %s, choices %s of %s",
            table.row.id,
            doing,
            table.lines,
            None if game is None else table.story.entries,
            seat,
            list(choices),
            "no game" if game is None else header_line(game.record.header).strip(),
            exc_info=error,
        )

    @contextmanager
    def showing(self, table: LiveTable, doing: str = "showing it") -> Iterator[None]:
        """While a table is put into words or pictures: what nobody foresaw is noted and refused."""
        try:
            yield
        except QuarterdeckError:
            raise
        except Exception as error:
            self.note(table, doing, error)
            raise Broken("qd.server.cannot_show") from error
