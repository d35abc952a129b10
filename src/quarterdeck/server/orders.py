"""Standing orders: what a player wants done when they are asked in another's turn and is away.

Only that player may see them. If no answer comes in time the orders choose, and the record says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from quarterdeck.kernel.errors import BadSetup, QuarterdeckError, UnknownName
from quarterdeck.record import BY_ORDERS
from quarterdeck.server.desk import Desk
from quarterdeck.server.errors import TableError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.rows import PERSON, Guest
from quarterdeck.server.writing import Writer, lines_since

logger = logging.getLogger(__name__)

# Seconds until orders are tried again that could not be read or carried out.
PAUSE = 10.0


def find_interrupted(table: LiveTable) -> list[int]:
    """The seats of people who are asked in the middle of somebody else's turn."""
    game = table.game
    if game is None or game.finished or not table.rules.orders:
        return []
    return [
        seat
        for seat in game.actors
        if table.seats[seat].kind == PERSON
        and table.seats[seat].player is None
        and table.rules.is_interrupted(game.position, seat)
    ]


def may_order(table: LiveTable, guest_id: str | None) -> bool:
    """Whether a guest plays here, in a game that knows standing orders."""
    return bool(table.rules.orders and table.seats_of(guest_id))


class StandingOrders:
    """The orders at all tables of this server, and the clocks of those they wait for."""

    def __init__(
        self, store: Store, desk: Desk, loader: Loader, writer: Writer, patience: float
    ) -> None:
        self._store = store
        self._desk = desk
        self._loader = loader
        self._writer = writer
        self._patience = patience
        # By table and seat: the line the seat was asked at, and the clock that runs since.
        self._clocks: dict[tuple[str, int], tuple[int, asyncio.TimerHandle]] = {}
        self._acting: set[asyncio.Task[None]] = set()

    async def of(self, table_id: str, guest: Guest, seat: int) -> dict[str, str] | None:
        """The orders of one's own seat; None if there are none."""
        table = await self._desk.live(table_id)
        table.check_owner(guest.id, seat)
        return self._sound(table, await self._store.orders.of(table_id, seat))

    def _sound(self, table: LiveTable, stored: dict[str, str] | None) -> dict[str, str] | None:
        """Orders as they are stored; None if nobody can have given them like this."""
        if stored is None:
            return None
        try:
            if table.rules.checked_orders(stored) == stored:
                return stored
        except (BadSetup, UnknownName):
            pass
        self._store.orders.tell_damage(table.row.id)
        return None

    async def give(
        self, table_id: str, guest: Guest, seat: int, orders: Mapping[str, str] | None
    ) -> dict[str, str] | None:
        """Give orders for one's own seat, or take them back. Nobody else is told."""
        table = await self._desk.live(table_id)
        table.check_owner(guest.id, seat)
        if not table.rules.orders:
            raise TableError("qd.server.no_orders")
        checked = None if orders is None else table.rules.checked_orders(orders)
        await self._store.orders.give(table_id, seat, checked)
        # The clock of a question that was asked before may have run out
        self.watch(table)
        return checked

    def waits_at(self, table_id: str) -> bool:
        """Whether a clock runs at a table."""
        return any(where == table_id for where, _ in self._clocks)

    def watch(self, table: LiveTable) -> None:
        """Start the clock of everybody who is asked in another's turn."""
        for seat in find_interrupted(table):
            asked_at = table.story.count((seat,))
            line, clock = self._clocks.get((table.row.id, seat), (-1, None))
            if clock is not None:
                if line == asked_at:
                    continue
                clock.cancel()
            loop = asyncio.get_running_loop()
            clock = loop.call_later(self._patience, self._ring, table.row.id, seat, asked_at)
            self._clocks[table.row.id, seat] = asked_at, clock

    def _ring(self, table_id: str, seat: int, asked_at: int) -> None:
        del self._clocks[table_id, seat]
        task = asyncio.get_running_loop().create_task(self._act(table_id, seat, asked_at))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _act(self, table_id: str, seat: int, asked_at: int) -> None:
        try:
            table = await self._desk.live(table_id)
            orders = self._sound(table, await self._store.orders.of(table_id, seat))
            if orders is not None:
                await self._answer(table, seat, asked_at, orders)
        except DatabaseTrouble:
            # They are due as soon as there is a database again.
            clock = asyncio.get_running_loop().call_later(
                PAUSE, self._ring, table_id, seat, asked_at
            )
            self._clocks.setdefault((table_id, seat), (asked_at, clock))
        except QuarterdeckError as error:
            # What broke is in the log; the player is asked as before.
            logger.info("table %s: no standing orders for seat %d: %s", table_id, seat, error)

    async def _answer(
        self, table: LiveTable, seat: int, asked_at: int, orders: Mapping[str, str]
    ) -> None:
        """Choose for the seat, unless somebody has in the meantime."""
        async with table.lock:
            await self._loader.refresh(table)
            if table.story.count((seat,)) != asked_at:
                return
            while seat in find_interrupted(table):
                # Whatever the seat is asked next in this interruption needs no new patience
                game = table.playing()
                before = game.ply
                async with self._writer.trying(table, f"standing orders {dict(orders)}", seat):
                    code = table.rules.by_orders(game.position.visible_to(seat), seat, orders)
                    if code is not None:
                        game.play(code, seat=seat, by=BY_ORDERS)
                if code is None:
                    break
                if not await self._writer.commit(table, lines_since(table, game, before)):
                    break
        self._desk.changed(table)

    async def close(self) -> None:
        for _, clock in self._clocks.values():
            clock.cancel()
        acting = list(self._acting)
        for task in acting:
            task.cancel()
        await asyncio.gather(*acting, return_exceptions=True)
