"""The tables of a server process: found, played at, and told of when they change.

Every change goes the same way: under the table's lock, brought up to date with the store
(`loading.py`), tried on the game, stored (`writing.py`), and only then shown. How people come
together is `gathering.py`; the other subjects have files of their own, and are put together here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.record import BY_HINT
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.bot_turns import BotTurns
from quarterdeck.server.deadlines import Deadlines
from quarterdeck.server.errors import NotFound
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.filling import Filling
from quarterdeck.server.gathering import Gathering
from quarterdeck.server.hinting import Hints
from quarterdeck.server.holidays import Holidays
from quarterdeck.server.hub import Hub
from quarterdeck.server.limits import Limits
from quarterdeck.server.live import LiveTable, NewDealer, secure_dealer
from quarterdeck.server.loading import Loader
from quarterdeck.server.nudges import Nudges
from quarterdeck.server.orders import StandingOrders
from quarterdeck.server.outlooks import Outlooks
from quarterdeck.server.people import Caller
from quarterdeck.server.presence import Presence
from quarterdeck.server.recalls import Recalls
from quarterdeck.server.result_pictures import ResultPictures
from quarterdeck.server.results import Results
from quarterdeck.server.resuming import resume
from quarterdeck.server.reviews import Reviews
from quarterdeck.server.shelf import Shelf
from quarterdeck.server.stand_ins import StandIns
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.rows import GATHERING, RUNNING, EntryRow, SeatRow, TableRow
from quarterdeck.server.talking import Talking
from quarterdeck.server.thinking import Thinkers
from quarterdeck.server.whereabouts import Whereabouts
from quarterdeck.server.writing import Writer, lines_since, take_back

# Seconds between two looks at what can be given back.
TIDY = 60.0
NEWS, GONE, TURN = "news", "gone", "turn"
# What begins an announcement to people; no table is called so.
CALL = "@"


class Tables:
    """All tables of this server. It is also the `Desk` of those who work at them."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        thinkers: Thinkers,
        presence: Presence,
        announce: Callable[[str], None] | None = None,
        new_dealer: NewDealer = secure_dealer,
        order_patience: float = 60.0,
        limits: Limits | None = None,
        holiday_days: int = 30,
    ) -> None:
        self.store = store
        self.hub = hub
        self.presence = presence
        self.faults = FaultLog()
        self.shelf = Shelf(self._needs, self._let_go)
        self.loader = loader = Loader(store, new_dealer, self.faults)
        self.results = Results(store, self._tell_news)
        self._writer = writer = Writer(store, loader, self.faults, presence.now, self.results.note)
        self.gathering = Gathering(store, self, loader, writer, presence, self._add, limits)
        clock = presence.clock
        self.holidays = Holidays(store, clock.wall, holiday_days)
        self.deadlines = Deadlines(store, self, loader, clock, self.holidays, self._tell_news)
        self.stand_ins = StandIns(store, self, loader, presence, limits, self.deadlines.settle)
        self.filling = Filling(store, self, self.gathering, presence)
        self.whereabouts = Whereabouts(
            presence, self.shelf, self._is_watched, self._tell_of_comings
        )
        self.recalls = Recalls(store, self, loader, writer)
        self.nudges = Nudges(store, self, loader)
        self.orders = StandingOrders(store, self, loader, writer, presence.wall, order_patience)
        most = None if limits is None else limits.lines_a_minute
        self.talking = Talking(store, self, loader, most)
        self._thinkers = thinkers
        self.hints = Hints(store, self, thinkers, self.faults)
        self.outlooks = Outlooks(thinkers, self.faults, lambda table: hub.wake(table.row.id))
        self.reviews = Reviews(store)
        self.pictures = ResultPictures()
        self._bots = BotTurns(thinkers, loader, writer, self.faults, self._tell)
        self._announce = announce
        self._loading: dict[str, asyncio.Lock] = {}
        self._catching_up: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    @property
    def in_memory(self) -> int:
        return len(self.shelf)

    # Finding

    async def live(self, table_id: str) -> LiveTable:
        """The table, read from the store if it is not in memory."""
        found = self.shelf.find(table_id)
        if found is not None:
            if found.doubtful:
                async with found.lock:
                    if found.doubtful:
                        await self.loader.read_again(found)
                self.wake(found)
            return found
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                found = self.shelf.find(table_id)
                if found is None:
                    found = self.shelf.keep(await self.loader.read(table_id))
                    await self.gathering.start_if_full(found)
                    self.wake(found)
        finally:
            self._loading.pop(table_id, None)
        return found

    async def live_at(
        self, table_id: str, line: int, held: Callable[[LiveTable], Collection[int]]
    ) -> LiveTable:
        """The table, not older than a line somebody has seen, perhaps in another process."""
        table = await self.live(table_id)
        if table.story.count(held(table)) < line:
            async with table.lock:
                await self.loader.refresh(table)
        return table

    async def live_now(self, table_id: str) -> LiveTable:
        """The table with everything that other processes, if there are any, have stored."""
        table = await self.live(table_id)
        if not self.store.database.is_sqlite:
            async with table.lock:
                await self.loader.refresh(table)
        return table

    def _add(self, row: TableRow, seats: list[SeatRow]) -> LiveTable:
        """A new table that has been stored."""
        return self.shelf.keep(self.loader.seat(row, seats))

    def _needs(self, table: LiveTable) -> bool:
        """Whether somebody watches a table or changes it, or it plays by itself."""
        return bool(
            table.lock.locked()
            or self._is_watched(table)
            or table.is_thinking
            or self.orders.waits_at(table.row.id)
        )

    def _let_go(self, table_id: str) -> None:
        """Nobody needs a table: what is kept for it elsewhere can go, too."""
        self.store.forget_table(table_id)
        self._thinkers.forget(table_id)

    # Changes

    def changed(self, table: LiveTable, news: bool = False) -> None:
        """Tell everybody who watches, here and in other processes; then let bots go on.

        `news`: there is something to tell besides lines of the story, seats and whose turn it is.
        """
        table.news += news
        self._tell(table, news)
        self.wake(table)

    def _tell(self, table: LiveTable, news: bool = False) -> None:
        self.hub.wake(table.row.id)
        if self._announce is not None:
            self._announce(f"{table.row.id} {NEWS}" if news else table.row.id)
        self._call(table)

    def _call(self, table: LiveTable) -> None:
        """Let the lists of everybody who sits at a table hear of it, or who has just stood up."""
        turn = table.note_people()
        people = sorted(table.people_before | table.people)
        table.people_before = table.people
        self.hub.call(people, turn)
        if self._announce is not None and people:
            self._announce(" ".join((CALL, TURN if turn else NEWS, *people)))

    def call(self, text: str) -> None:
        """Another process has called people."""
        kind, *people = text.split()
        self.hub.call(people, kind == TURN)

    def _tell_news(self, table_id: str) -> None:
        """There is more to read at a table, whether or not it is in memory."""
        table = self.shelf.look(table_id)
        if table is not None:
            table.news += 1
            self._tell(table, news=True)
        elif self._announce is not None:
            self._announce(f"{table_id} {NEWS}")

    def _is_watched(self, table: LiveTable) -> bool:
        return self.hub.count(table.row.id) > 0

    def _tell_of_comings(self, table: LiveTable) -> None:
        """Somebody has come or gone. Every process notices that by itself."""
        table.comings += 1
        self.hub.wake(table.row.id)

    def wake(self, table: LiveTable) -> None:
        """Let those choose who need nobody at the page: bots, and standing orders."""
        self.orders.watch(table)
        self._bots.wake(table)

    def forget(self, text: str) -> None:
        """Another process changed a table: read what is new, and tell whoever watches."""
        if self._closing:
            return
        table_id, _, kind = text.partition(" ")
        if kind == GONE:
            self.drop(table_id, announce=False)
            return
        task = asyncio.get_running_loop().create_task(self._catch_up(table_id, kind == NEWS))
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    async def read_anew(self, table_id: str) -> None:
        """Something has been stored behind a table's back: read it, and tell everybody."""
        table = self.shelf.look(table_id)
        if table is None:
            self.hub.wake(table_id)
            if self._announce is not None:
                self._announce(f"{table_id} {NEWS}")
            return
        async with table.lock:
            self.store.forget_table(table_id)
            await self.loader.read_again(table)
        self.changed(table, news=True)

    def drop(self, table_id: str, announce: bool = True) -> None:
        """A table has been removed, here or by another process."""
        table = self.shelf.drop(table_id)
        if table is not None and table.thinking is not None:
            table.thinking.cancel()
        self.hub.wake(table_id)
        if announce and self._announce is not None:
            self._announce(f"{table_id} {GONE}")

    def forget_all(self) -> None:
        """News from other processes may have been lost."""
        for table in self.shelf:
            self.forget(f"{table.row.id} {NEWS}")

    async def _catch_up(self, table_id: str, news: bool) -> None:
        table = self.shelf.look(table_id)
        if table is not None:
            try:
                await self._catch_up_with(table, news)
            except DatabaseTrouble:
                # Whoever needs the table next reads it again.
                table.doubtful = True
            except NotFound:
                self.drop(table_id, announce=False)
        self.hub.wake(table_id)

    async def _catch_up_with(self, table: LiveTable, news: bool) -> None:
        async with table.lock:
            await self.loader.refresh(table)
            table.news += news
            went_back = await self.recalls.settle(table)
            is_here = await self.stand_ins.catch_up(table)
        if went_back or is_here:
            self.changed(table, news=is_here)
        self.wake(table)

    async def visited(self, table_id: str, caller: Caller) -> None:
        """Somebody asked for something at a table: if they play there, they are here."""
        try:
            table = await self.live(table_id)
        except QuarterdeckError:
            # Whoever answers says why
            return
        await self.deadlines.look_at(table)
        guest_id = caller.guest.id if caller.guest else None
        if caller.seat is not None and caller.table == table_id:
            guest_id = table.seats[caller.seat].guest_id
        if guest_id is None or not table.seats_of(guest_id):
            return
        if table.row.status == RUNNING:
            await self.stand_ins.welcome(table, guest_id)
        elif table.row.status == GATHERING:
            self.presence.sign(table_id, (guest_id,))

    # Playing

    async def choose(
        self, table_id: str, attempt: Attempt, choices: Sequence[str | int]
    ) -> LiveTable:
        """Carry out choices, given as notations or codes: all of them, or none."""
        attempt = attempt.asking("choose", *choices)
        if not self.store.database.is_sqlite:
            # They may have asked for a hint by way of another process a moment ago
            table = await self.live(table_id)
            table.hinted_at = await self.store.hints.places(table_id)

        def act(table: LiveTable) -> list[EntryRow]:
            game = table.playing()
            before = game.ply
            by = BY_HINT if table.has_hint(attempt.seat) else ""
            game.play(*choices, seat=attempt.seat, by=by)
            return lines_since(table, game, before, attempt)

        return await self._carry_out(table_id, attempt, act, "a choice", choices)

    async def undo(self, table_id: str, attempt: Attempt, whole_turn: bool = False) -> LiveTable:
        """Take back what a seat chose last in one go, or everything back to its last barrier."""
        attempt = attempt.asking("undo", whole_turn)

        def act(table: LiveTable) -> list[EntryRow]:
            last = table.playing().last_gesture(attempt.seat)
            return take_back(table, attempt, None if whole_turn else last)

        return await self._carry_out(table_id, attempt, act, "an undo")

    async def redo(self, table_id: str, attempt: Attempt) -> LiveTable:
        attempt = attempt.asking("redo")

        def act(table: LiveTable) -> list[EntryRow]:
            game = table.playing()
            before = game.ply
            game.redo(attempt.seat)
            return lines_since(table, game, before, attempt)

        return await self._carry_out(table_id, attempt, act, "a redo")

    async def _carry_out(
        self,
        table_id: str,
        attempt: Attempt,
        act: Callable[[LiveTable], list[EntryRow]],
        doing: str,
        choices: Sequence[str | int] = (),
    ) -> LiveTable:
        """Do something to a table's game and store it. A repeated attempt is answered and not
        carried out again; one that was made at another line than the last is stale."""
        table = await self.live(table_id)
        async with table.lock:
            while not await self._writer.is_repeated(table, attempt):
                async with self._writer.trying(table, doing, attempt.seat, choices):
                    rows = act(table)
                if await self._writer.commit(table, rows):
                    break
        self.changed(table)
        return table

    # Opening and closing

    def open(self) -> None:
        """After a start, while the server answers already: bots that were to move go on."""
        self._tasks = [
            asyncio.create_task(resume(self.store, self.live)),
            asyncio.create_task(self.results.keep_forever()),
            asyncio.create_task(self._give_back_forever()),
            asyncio.create_task(self.whereabouts.keep_checking()),
            asyncio.create_task(self.deadlines.keep_looking()),
            asyncio.create_task(self.filling.keep_looking()),
        ]

    async def _give_back_forever(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            self.shelf.give_back()

    async def close(self) -> None:
        """Stop thinking; everything that was acknowledged is stored already."""
        # What others announce from now on is not for us any more: nothing may be left unfinished
        self._closing = True
        await self.orders.close()
        self.hints.close()
        await self.outlooks.close()
        tasks = [t.thinking for t in self.shelf if t.thinking is not None]
        tasks += [*self._tasks, *self._catching_up]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.reviews.close()
        await self.pictures.close()
        self._thinkers.close()
