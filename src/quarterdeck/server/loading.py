"""Tables as the store has them: read whole, brought up to date, read again after a failure.

Whoever calls this for a table in memory holds its lock.
"""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from dataclasses import replace

from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.errors import NotFound
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.lessons import prepare_lesson
from quarterdeck.server.live import LiveTable, NewDealer
from quarterdeck.server.reading import Migrated, read_table, standing_of, unmigrated
from quarterdeck.server.store import Conflict, Store
from quarterdeck.server.store.rows import (
    GATHERING,
    NudgeRow,
    OrderRow,
    RecallRow,
    SeatRow,
    TableRow,
)

logger = logging.getLogger(__name__)

WELL_FORMED = re.compile(r"[\w-]{1,24}", re.ASCII)


class Loader:
    """Reads tables from the store."""

    def __init__(self, store: Store, new_dealer: NewDealer, faults: FaultLog) -> None:
        self._store = store
        self.new_dealer = new_dealer
        self._faults = faults

    def seat(self, row: TableRow, seats: list[SeatRow]) -> LiveTable:
        """A table in memory, with a dealer of its own and nothing played."""
        table = LiveTable(row, seats, self.new_dealer())
        prepare_lesson(table)
        return table

    async def read(self, table_id: str) -> LiveTable:
        """The table from its stored lines; set aside if they cannot be played."""
        if not WELL_FORMED.fullmatch(table_id):
            raise NotFound("qd.server.no_table")
        before: TableRow | None = None
        while True:
            row = await self._store.tables.find(table_id)
            if row is None:
                raise NotFound("qd.server.no_table")
            seats = await self._store.seats.of(table_id)
            lines = await self._store.lines.of(table_id)
            reading = read_table(row, seats, lines)
            if row == before:
                break
            if reading.migrated is not None:
                await self._migrate(row, reading.migrated)
            elif reading.fault is None:
                break
            # Another process may have migrated it, or written while we read
            before = row
        if reading.migrated is not None:
            reading = unmigrated(reading)
        table = self.seat(row, seats)
        table.adopt(reading)
        if table.fault is not None:
            self._faults.set_aside(row, table.fault)
        elif table.game is not None:
            await self._read_asks(table)
            if row.turn is None:
                standing = replace(standing_of(table.game), public=table.story.public)
                await self._store.lines.note_standing(table_id, table.lines, standing)
                table.row = replace(row, turn=standing.turn)
        return table

    async def _migrate(self, row: TableRow, new: Migrated) -> None:
        """Store a table's lines under the present rules, unless another process was faster."""
        with suppress(Conflict):
            await self._store.lines.migrate(row, new.row, new.lines, new.standing)
            logger.warning(
                "table %s was migrated from rules version %d to %d; its earlier lines are kept",
                row.id,
                row.rules,
                new.row.rules,
            )

    async def read_again(self, table: LiveTable) -> None:
        """Nothing counts until it is stored: take the table as it is in the store."""
        table.doubtful = True
        fresh = await self.read(table.row.id)
        table.take_over(fresh)
        table.doubtful = False

    async def refresh(self, table: LiveTable) -> None:
        """Bring a table in memory up to date with the store."""
        row = await self._store.tables.find(table.row.id)
        if row is None:
            # Whoever sat there has been removed by way of another process
            raise NotFound("qd.server.no_table")
        seats = await self._store.seats.of(row.id)
        if not await self._follow(table, row, seats):
            await self.read_again(table)
            return
        table.row, table.seats = row, seats
        if table.game is not None:
            await self._read_asks(table)

    async def _follow(self, table: LiveTable, row: TableRow, seats: list[SeatRow]) -> bool:
        """Follow what is stored of a table; False if it does not continue what is in memory."""
        if row.flaw or any(seat.flaw for seat in seats):
            return (row, seats) == (table.row, table.seats)
        if table.game is None:
            return row == table.row if table.fault else row.status == GATHERING
        if (row.rules, row.components) != (table.row.rules, table.row.components):
            return False
        if row.lines == table.lines:
            return True
        return table.tell(await self._store.lines.of(row.id, table.lines))

    async def _read_asks(self, table: LiveTable) -> None:
        """What people ask each other, as far as it makes sense at this table, and their votes."""
        wish, nudges = await self._store.asks.read(table.row.id)
        table.recall = wish if wish is not None and _makes_sense(wish, table) else None
        table.nudges = _from_seats(nudges, table)
        await self.read_hints(table)
        await self.read_ended_orders(table)
        await self._read_votes(table)

    async def read_ended_orders(self, table: LiveTable) -> None:
        """The standing orders that have ended, as far as they make sense in this game."""
        if table.rules.orders:
            found = await self._store.orders.ended(table.row.id)
            table.ended_orders = [order for order in found if is_sound(table.rules, order)]

    async def read_hints(self, table: LiveTable) -> None:
        """Where players asked for hints."""
        if table.row.hinted:
            table.hinted_at = await self._store.hints.places(table.row.id)

    async def read_seats(self, table: LiveTable) -> None:
        """Who sits where, and who votes for a bot to play for whom."""
        table.seats = await self._store.seats.of(table.row.id)
        await self._read_votes(table)

    async def _read_votes(self, table: LiveTable) -> None:
        voting = any(seat.vote is not None for seat in table.seats)
        table.votes = await self._store.absences.votes(table.row.id) if voting else {}


def _makes_sense(wish: RecallRow, table: LiveTable) -> bool:
    """Whether a wish to go back fits the game. One that does not lapses with the next line."""
    game, seats = table.playing(), range(len(table.seats))
    return (
        wish.seat in seats
        and (wish.refused is None or wish.refused in seats)
        and wish.ply in range(game.ply)
        and game.record.entries[wish.ply].seat == wish.seat
    )


def _from_seats(nudges: list[NudgeRow], table: LiveTable) -> list[NudgeRow]:
    return [nudge for nudge in nudges if nudge.seat in range(len(table.seats))]


def is_sound(rules: AnyRules, order: OrderRow) -> bool:
    """Whether somebody can have given an order like this in a game."""
    try:
        known = rules.find_order(order.name)
        if known.check(order.values) != order.values:
            return False
    except (BadSetup, UnknownName):
        return False
    ended_well = order.ended is None or order.ended in known.ends
    return set(order.noted) == set(known.remembers) and ended_well
