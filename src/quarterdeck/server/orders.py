"""Standing orders: what players want done when they are asked in a case they described.

Only the player may see them. They choose only here, from what the seat sees, once in every place,
and the record says so. An order acts at once, or, if it is for questions in another's turn, when no
answer has come in time. One that has ended is kept with the reason, for its player to read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.orders import AnyOrder, Given
from quarterdeck.kernel.position import Position
from quarterdeck.record import BY_ORDERS
from quarterdeck.server.desk import Desk
from quarterdeck.server.errors import TableError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader, is_sound
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.rows import PERSON, Guest, OrderRow
from quarterdeck.server.writing import Writer, lines_since

logger = logging.getLogger(__name__)

# Seconds until orders are tried again that could not be read or carried out.
PAUSE = 10.0


def find_asked(table: LiveTable) -> list[int]:
    """The seats of people who are asked something, in a game that knows standing orders."""
    game = table.game
    if game is None or game.finished or not table.rules.orders:
        return []
    people = [table.seats[seat] for seat in game.actors]
    return [seat.number for seat in people if seat.kind == PERSON and seat.player is None]


def find_covering(table: LiveTable, seat: int) -> list[AnyOrder]:
    """The orders that could answer what a seat is asked, if it had given them."""
    seen = table.playing().position.visible_to(seat)
    return [order for order in table.rules.orders if order.covers(seen, seat)]


def may_order(table: LiveTable, guest_id: str | None) -> bool:
    """Whether a guest plays here, in a game that knows standing orders."""
    return bool(table.rules.orders and table.seats_of(guest_id))


@dataclass(frozen=True)
class Standing:
    """An order of a seat, with what the game knows of it."""

    order: AnyOrder
    row: OrderRow

    @property
    def given(self) -> Given:
        return Given(self.row.values, self.row.noted)


@dataclass(frozen=True)
class Panel:
    """The orders of a seat as they stand: by precedence, those that have ended, too. `rests`: they
    do not choose where the seat is, as they have done so and it was taken back."""

    standing: tuple[Standing, ...]
    rests: bool


class StandingOrders:
    """The orders at all tables of this server, and the clocks of those they wait for."""

    def __init__(
        self,
        store: Store,
        desk: Desk,
        loader: Loader,
        writer: Writer,
        wall: Callable[[], float],
        patience: float,
    ) -> None:
        """`wall` tells the time of day, `patience` is how many seconds players have to answer what
        is asked in another's turn."""
        self._store = store
        self._desk = desk
        self._loader = loader
        self._writer = writer
        self._wall = wall
        self._patience = patience
        # By table, seat and whether its player is late when it rings: the line the seat was asked
        # at, and the clock that runs since.
        self._clocks: dict[tuple[str, int, bool], tuple[int, asyncio.TimerHandle]] = {}
        self._acting: dict[asyncio.Task[None], str] = {}

    # Giving orders

    async def of(self, table_id: str, guest: Guest, seat: int) -> Panel:
        """The orders of one's own seat."""
        table = await self._desk.live(table_id)
        table.check_owner(guest.id, seat)
        standing = await self._read(table, seat)
        rests = False
        if standing and seat in find_asked(table):
            places = await self._store.orders.places(table_id, seat)
            rests = table.place_of(seat)[1] in places
        return Panel(tuple(standing), rests)

    async def _read(self, table: LiveTable, seat: int) -> list[Standing]:
        """The orders of a seat by precedence, without any that nobody can have given."""
        rules = table.rules
        rows = await self._store.orders.of(table.row.id, seat)
        sound = {row.name: row for row in rows if is_sound(rules, row)}
        if len(sound) < len(rows):
            self._store.orders.tell_damage(table.row.id)
        return [Standing(order, sound[order.id]) for order in rules.orders if order.id in sound]

    async def give(
        self, table_id: str, guest: Guest, seat: int, name: str, wishes: Mapping[str, str]
    ) -> OrderRow:
        """Give an order for one's own seat, in the place of an earlier one. Nobody else is told."""
        table = await self._desk.live(table_id)
        table.check_owner(guest.id, seat)
        if not table.rules.orders:
            raise TableError("qd.server.no_orders")
        order = table.rules.find_order(name)
        values = order.check(wishes)
        async with table.lock:
            if table.game is not None:
                await self._loader.refresh(table)
            noted, place = self._look(table, seat, order, values)
            row = OrderRow(seat, name, values, noted, self._wall())
            await self._store.orders.give(table_id, row, place)
            await self._note_ends(table)
        self._look_again(table, seat)
        return row

    def _look(
        self, table: LiveTable, seat: int, order: AnyOrder, values: dict[str, str]
    ) -> tuple[dict[str, int], str | None]:
        """What an order remembers of this moment, and where the seat is. Raises if it has ended
        before it is given."""
        if table.game is None:
            if order.remembers:
                raise TableError("qd.server.not_started")
            return {}, None
        if table.game.finished:
            raise TableError("qd.server.order_game_over")
        seen = table.game.position.visible_to(seat)
        noted = order.note(seen, seat)
        end = order.find_end(seen, seat, Given(values, noted))
        if end is not None:
            wording = table.rules.order_wording(order)
            raise TableError("qd.server.order_over", reason=wording.end(end, values))
        return noted, table.place_of(seat)[1]

    async def take_back(self, table_id: str, guest: Guest, seat: int, name: str) -> None:
        """An order of one's own seat does not stand any more, or is not told of any more."""
        table = await self._desk.live(table_id)
        table.check_owner(guest.id, seat)
        table.rules.find_order(name)
        async with table.lock:
            await self._store.orders.take_back(table_id, seat, name)
            await self._note_ends(table)
        self._desk.changed(table)

    async def _note_ends(self, table: LiveTable) -> None:
        if table.game is not None:
            await self._loader.read_ended_orders(table)

    def _look_again(self, table: LiveTable, seat: int) -> None:
        """There is something new for a question that was asked before; its clock may have run
        out."""
        table.orders_seen_at.pop(seat, None)
        self._desk.changed(table)

    # Carrying them out

    def waits_at(self, table_id: str) -> bool:
        """Whether a clock runs at a table, or orders are being carried out there."""
        return any(where == table_id for where, *_ in self._clocks) or (
            table_id in self._acting.values()
        )

    def watch(self, table: LiveTable) -> None:
        """Carry out the orders of everybody who is asked, or start their clock.

        Whether there are any is looked up for everybody alike, so nobody can tell by the time.
        """
        for seat in find_asked(table):
            asked_at = table.story.count((seat,))
            seen_at, is_patient = table.orders_seen_at.get(seat, (-1, False))
            if seen_at != asked_at:
                kinds = {order.is_patient for order in find_covering(table, seat)}
                is_patient = True in kinds
                table.orders_seen_at[seat] = asked_at, is_patient
                if False in kinds:
                    self._begin(table.row.id, seat, asked_at, is_late=False)
            if is_patient:
                self._wind(table.row.id, seat, asked_at, self._patience, is_late=True)

    def _wind(self, table_id: str, seat: int, asked_at: int, seconds: float, is_late: bool) -> None:
        """Start a clock, unless it runs for the same question already."""
        place = table_id, seat, is_late
        line, clock = self._clocks.get(place, (-1, None))
        if clock is not None:
            if line == asked_at:
                return
            clock.cancel()
        loop = asyncio.get_running_loop()
        self._clocks[place] = asked_at, loop.call_later(seconds, self._ring, place, asked_at)

    def _ring(self, place: tuple[str, int, bool], asked_at: int) -> None:
        del self._clocks[place]
        table_id, seat, is_late = place
        self._begin(table_id, seat, asked_at, is_late)

    def _begin(self, table_id: str, seat: int, asked_at: int, is_late: bool) -> None:
        act = self._act(table_id, seat, asked_at, is_late)
        task = asyncio.get_running_loop().create_task(act)
        self._acting[task] = table_id
        task.add_done_callback(lambda done: self._acting.pop(done, None))

    async def _act(self, table_id: str, seat: int, asked_at: int, is_late: bool) -> None:
        """`is_late`: the player has not answered in time."""
        try:
            table = await self._desk.live(table_id)
            if await self._read(table, seat):
                await self._answer(table, seat, asked_at, is_late)
        except DatabaseTrouble:
            # They are due as soon as there is a database again.
            self._wind(table_id, seat, asked_at, PAUSE, is_late)
        except QuarterdeckError as error:
            # What broke is in the log; the player is asked as before.
            logger.info("table %s: no standing orders for seat %d: %s", table_id, seat, error)

    async def _answer(self, table: LiveTable, seat: int, asked_at: int, is_late: bool) -> None:
        """Choose for the seat as long as its orders say what, unless somebody has meanwhile."""
        changed = False
        async with table.lock:
            await self._loader.refresh(table)
            while table.story.count((seat,)) == asked_at and seat in find_asked(table):
                game = table.playing()
                standing = await self._read(table, seat)
                place = table.place_of(seat)
                if place[1] in await self._store.orders.places(table.row.id, seat):
                    break
                before, ply = game.ply, game.ply_for(seat)
                ends: list[tuple[Standing, str]] = []
                async with self._writer.trying(table, "standing orders", seat):
                    seen = game.position.visible_to(seat)
                    ends += find_ends(standing, seen, seat)
                    ended = [each for each, _ in ends]
                    code = find_answer(standing, ended, seen, seat, is_late)
                    if code is not None:
                        game.play(code, seat=seat, by=BY_ORDERS)
                if code is not None:
                    rows = lines_since(table, game, before)
                    if not await self._writer.commit(table, rows, ordered=place):
                        continue
                    asked_at = table.story.count((seat,))
                    changed = True
                for each, end in ends:
                    await self._store.orders.end(table.row.id, each.row, end, ply)
                    await self._note_ends(table)
                    changed = True
                if code is None:
                    break
        if changed:
            self._desk.changed(table)

    async def close(self) -> None:
        for _, clock in self._clocks.values():
            clock.cancel()
        acting = list(self._acting)
        for task in acting:
            task.cancel()
        await asyncio.gather(*acting, return_exceptions=True)


def find_ends(
    standing: list[Standing], seen: Position, seat: int
) -> Iterator[tuple[Standing, str]]:
    """The orders that have ended, of those that cover what the seat is asked."""
    for each in standing:
        if each.row.ended is None and each.order.covers(seen, seat):
            end = each.order.find_end(seen, seat, each.given)
            if end is not None:
                yield each, end


def find_answer(
    standing: list[Standing], ended: list[Standing], seen: Position, seat: int, is_late: bool
) -> int | None:
    """What the first order chooses that has an answer; None if none has, or if it is patient and
    its player still has time."""
    for each in standing:
        if each.row.ended is None and each not in ended and each.order.covers(seen, seat):
            code = each.order.choose(seen, seat, each.given)
            if code is not None:
                return code if is_late or not each.order.is_patient else None
    return None
