"""From an attempt to stored lines: tried on the game, stored, or as if it had never been.

All of it happens under the table's lock. If storing fails the game is read again from the store.
If another process was faster, the change is tried once more: what is stale is for the line count
of whoever made it to say.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from quarterdeck.game import Game
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.record import Entry
from quarterdeck.server.attempts import Attempt, is_known
from quarterdeck.server.errors import Broken, Stale
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.identity import new_id
from quarterdeck.server.live import LiveTable, line
from quarterdeck.server.loading import Loader
from quarterdeck.server.metrics import MOVES
from quarterdeck.server.reading import standing_of
from quarterdeck.server.store import Conflict, Store
from quarterdeck.server.store.rows import FINISHED, RUNNING, EntryRow, Timing
from quarterdeck.server.story import UNDO
from quarterdeck.server.timekeeping import move_clocks


def take_back(table: LiveTable, attempt: Attempt, most: int | None) -> list[EntryRow]:
    """Take back the last choices of a seat, as far as it may alone; at least one."""
    game = table.playing()
    rows: list[EntryRow] = []
    while not rows or (len(rows) != most and game.undoable(attempt.seat) is not None):
        ply = game.undoable(attempt.seat)
        game.undo(attempt.seat)
        number = table.lines + len(rows) + 1
        # Only the first line of a gesture has a key
        key, asked = (None, None) if rows else (attempt.key, attempt.asked)
        now = time.time()
        rows.append(EntryRow(number, UNDO, attempt.seat, str(ply), -1, now, key=key, asked=asked))
    return rows


def lines_since(
    table: LiveTable, game: Game, before: int, attempt: Attempt | None = None
) -> list[EntryRow]:
    """What the game has gained since `before` by an attempt, or by a bot's choice, as lines."""
    key, asked = (new_id(), None) if attempt is None else (attempt.key, attempt.asked)
    digests = game.record.digests
    first, *more = game.record.entries[before:]
    rows = [line(table.lines + 1, first, key, asked, digests.get(before + 1))]
    return rows + [
        line(table.lines + i, entry, digest=digests.get(before + i))
        for i, entry in enumerate(more, 2)
    ]


class Writer:
    """Writes what games were told into the store."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        faults: FaultLog,
        now: Callable[[], float],
        ended: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`now` is the clock of the house. `ended` is told of every table whose game is over."""
        self._store = store
        self._loader = loader
        self._faults = faults
        self._now = now
        self._ended = ended

    async def start(
        self, table: LiveTable, opening: Sequence[Entry] = (), began: float | None = None
    ) -> bool:
        """Play the opening, if any, deal what is due then, and store it; False if another process
        was faster, or somebody has just stood up. `began`: when it was full, if it waited."""
        try:
            game = table.begin()
            for entry in opening:
                game.follow(entry)
            game.hand_to(table.dealer)
            rows = [
                line(i, entry, digest=game.record.digests.get(i))
                for i, entry in enumerate(game.record.entries, 1)
            ]
            standing = replace(standing_of(game), public=table.story.public_after(rows, game))
            timing = move_clocks(table, self._now())
            await self._store.lines.start(table.row, rows, standing, timing, began)
        except BaseException as error:
            await self._loader.read_again(table)
            if isinstance(error, Conflict):
                return False
            if isinstance(error, Exception) and not isinstance(error, QuarterdeckError):
                self._faults.note(table, "the start", error)
                raise Broken("qd.server.broken") from error
            raise
        table.mark_stored(rows)
        status = FINISHED if standing.finished else RUNNING
        table.row = replace(
            table.row, status=status, turn=standing.turn, lines=len(rows), began=began
        )
        _note_time(table, timing)
        table.seats = await self._store.seats.of(table.row.id)
        if standing.finished:
            self._ended(table.row.id)
        return True

    @asynccontextmanager
    async def trying(
        self,
        table: LiveTable,
        doing: str,
        seat: int | None,
        choices: Sequence[str | int] = (),
        alike: bool = False,
    ) -> AsyncIterator[None]:
        """While something is tried on a table's game.

        Whatever is raised, the game is as it is stored afterwards. What nobody foresaw is logged,
        once for all choices that are `alike`, and becomes a refusal.
        """
        try:
            yield
        except QuarterdeckError:
            if table.is_ahead:
                await self._loader.read_again(table)
            raise
        except Exception as error:
            self._faults.note(table, doing, error, seat, choices, alike)
            await self._loader.read_again(table)
            raise Broken("qd.server.broken") from error

    async def is_repeated(self, table: LiveTable, attempt: Attempt) -> bool:
        """Whether this was done before, here or in another process.

        Raises if it is stale, or if its key was used for something else.
        """
        if is_known(table, attempt):
            return True
        if attempt.expected != table.story.count(attempt.held):
            await self._loader.refresh(table)
            if is_known(table, attempt):
                return True
        table.playing()
        current = table.story.count(attempt.held)
        if attempt.expected != current:
            raise Stale(attempt.expected, current)
        return False

    async def commit(
        self,
        table: LiveTable,
        rows: Sequence[EntryRow],
        ordered: tuple[int, str] | None = None,
    ) -> bool:
        """Store lines that the game was told; False if another process was faster.

        Then the table is as the store has it. `ordered`: whose orders chose, and where.
        """
        game = table.playing()
        try:
            standing = replace(standing_of(game), public=table.story.public_after(rows, game))
            timing = move_clocks(table, self._now(), rows)
            await self._store.lines.append(
                table.row, rows, standing, table.story.hides(game), timing, ordered
            )
        except BaseException as error:
            await self._loader.read_again(table)
            if not isinstance(error, Conflict):
                raise
            return False
        MOVES.labels(table.row.game).inc()
        table.mark_stored(rows)
        _note_time(table, timing)
        if standing.finished:
            table.row = replace(table.row, status=FINISHED)
            self._ended(table.row.id)
        return True


def _note_time(table: LiveTable, timing: Timing | None) -> None:
    """Clocks have been stored."""
    if timing is None:
        return
    table.row = replace(table.row, clocks=timing.clocks, due=timing.due)
    table.seats = [
        replace(seat, stand_in=None) if seat.number in timing.returned else seat
        for seat in table.seats
    ]
