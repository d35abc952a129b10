"""What people do at tables: choose, undo, redo. How they come together is `gathering.py`.

Every change goes the same way: under the table's lock, brought up to date with the store, tried
on the game, stored, and only then shown. If storing fails the game is read again from the store.
If another process was faster, the change is tried once more: what is stale is for the line count
of whoever made it to say.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import orjson

from quarterdeck import games
from quarterdeck.game import Game
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.record import Entry
from quarterdeck.server.errors import KeyUsed, NotAllowed, NotFound, Stale
from quarterdeck.server.gathering import Gathering
from quarterdeck.server.hub import Hub
from quarterdeck.server.identity import new_id
from quarterdeck.server.live import LiveTable, NewDealer, line, secure_dealer
from quarterdeck.server.metrics import MOVES
from quarterdeck.server.nudges import Nudges
from quarterdeck.server.orders import StandingOrders
from quarterdeck.server.pauses import Pauses
from quarterdeck.server.recalls import Recalls
from quarterdeck.server.stand_ins import StandIns
from quarterdeck.server.store import Conflict, DatabaseTrouble, Store, trouble_of
from quarterdeck.server.store.rows import (
    FINISHED,
    GATHERING,
    OPEN,
    RUNNING,
    EntryRow,
    Guest,
    SeatRow,
    TableRow,
)
from quarterdeck.server.story import UNDO
from quarterdeck.server.talking import Talking
from quarterdeck.server.thinking import Thinkers

logger = logging.getLogger(__name__)

WELL_FORMED = re.compile(r"[\w-]{1,24}", re.ASCII)
MOST_LIVE = 2000
BOTS_PAUSE = 2.0
MOST_BOTS_PAUSE = 15.0
NEWS = "news"


@dataclass(frozen=True)
class Gesture:
    """Somebody acts for a seat.

    `expected` is the line count he acted at: of the lines that the holder of the seats in
    `held` may count. A gesture with a `key` that was used before is not carried out again; one
    that is used for something else than was `asked` before (a digest of it) is refused.
    """

    seat: int
    expected: int
    key: str
    held: tuple[int, ...]
    # The seat that the request named, if it did: otherwise it is whoever is asked at the time.
    named: int | None = None
    asked: str = ""

    def asking(self, what: str, *more: str | int) -> Gesture:
        """The same, bound to what is asked for."""
        return replace(self, asked=digest([what, self.named, *more]))


def digest(asked: Sequence[str | int | None]) -> str:
    """What a request asks for, in a few letters."""
    return urlsafe_b64encode(blake2b(orjson.dumps(asked), digest_size=12).digest()).decode()


def _done(table: LiveTable, gesture: Gesture) -> bool:
    """Whether this was done before, as far as this process knows."""
    done = table.story.keys.get(gesture.key)
    wish = table.recall if table.recall and table.recall.key == gesture.key else None
    used = (wish.seat, wish.asked) if done is None and wish is not None else done
    if used is not None and (used[0] not in gesture.held or used[1] not in (None, gesture.asked)):
        raise KeyUsed
    return done is not None


class Tables:
    """All tables of this server."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        thinkers: Thinkers,
        announce: Callable[[str], None] | None = None,
        new_dealer: NewDealer = secure_dealer,
        order_patience: float = 60.0,
    ) -> None:
        self.store = store
        self.hub = hub
        self.thinkers = thinkers
        self.gathering = Gathering(self)
        self.stand_ins = StandIns(self)
        self.recalls = Recalls(self)
        self.nudges = Nudges(self)
        self.orders = StandingOrders(self, order_patience)
        self.talking = Talking(store, self.live, self.refresh, self.changed)
        self._announce = announce
        self._new_dealer = new_dealer
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._catching_up: set[asyncio.Task[None]] = set()

    @property
    def in_memory(self) -> int:
        return len(self._live)

    # Finding

    async def live(self, table_id: str) -> LiveTable:
        """The table, read from the store if it is not in memory."""
        found = self._live.get(table_id)
        if found is not None:
            if found.doubtful:
                async with found.lock:
                    if found.doubtful:
                        await self._read_again(found)
                self._wake_bots(found)
            return found
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                found = self._live.get(table_id)
                if found is None:
                    found = await self._read(table_id)
                    self._remember(found)
                    await self._start_if_full(found)
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
                await self.refresh(table)
        return table

    async def live_now(self, table_id: str) -> LiveTable:
        """The table with everything that other processes, if there are any, have stored."""
        table = await self.live(table_id)
        if not self.store.database.is_sqlite:
            async with table.lock:
                await self.refresh(table)
        return table

    async def _read(self, table_id: str) -> LiveTable:
        row = await self.store.table(table_id) if WELL_FORMED.fullmatch(table_id) else None
        if row is None or row.game not in games.GAMES:
            raise NotFound("qd.server.no_table")
        table = LiveTable(row, await self.store.seats(table_id), self._new_dealer())
        if row.status != GATHERING:
            table.tell(await self.store.entries(table_id))
            table.recall, table.nudges = await self.store.asks.read(table_id)
        return table

    async def _start_if_full(self, table: LiveTable) -> None:
        """The server may have stopped between the last guest's sitting down and the start."""
        async with table.lock:
            if table.row.status == GATHERING and all(seat.kind != OPEN for seat in table.seats):
                await self.start(table)

    async def add(self, row: TableRow, seats: list[SeatRow]) -> LiveTable:
        """A new table, stored before it is shown."""
        await self.store.add_table(row, seats)
        table = LiveTable(row, seats, self._new_dealer())
        self._remember(table)
        return table

    def _remember(self, table: LiveTable) -> None:
        if len(self._live) >= MOST_LIVE:
            for old in list(self._live.values()):
                if not old.lock.locked() and not self.hub.count(old.row.id):
                    del self._live[old.row.id]
                    break
        self._live[table.row.id] = table

    def forget(self, text: str) -> None:
        """Another process changed a table: read what is new, and tell who watches."""
        table_id, _, kind = text.partition(" ")
        task = asyncio.get_running_loop().create_task(self._catch_up(table_id, kind == NEWS))
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    def forget_all(self) -> None:
        """News from other processes may have been lost."""
        for table_id in list(self._live):
            self.forget(f"{table_id} {NEWS}")

    async def _catch_up(self, table_id: str, news: bool) -> None:
        table = self._live.get(table_id)
        if table is not None:
            try:
                await self._catch_up_with(table, news)
            except DatabaseTrouble:
                # Whoever needs the table next reads it again.
                table.doubtful = True
        self.hub.wake(table_id)

    async def _catch_up_with(self, table: LiveTable, news: bool) -> None:
        async with table.lock:
            await self.refresh(table)
            table.news += news
            went_back = await self.recalls.settle(table)
        if went_back:
            self.changed(table)
        self._wake_bots(table)

    async def refresh(self, table: LiveTable) -> None:
        """Bring a table in memory up to date with the store. Its lock is held."""
        row = await self.store.table(table.row.id)
        assert row is not None
        table.row = row
        table.seats = await self.store.seats(row.id)
        table.tell(await self.store.entries(row.id, table.lines))
        table.recall, table.nudges = await self.store.asks.read(row.id)

    async def resume_all(self) -> None:
        """After a start: bots that were to move when the server stopped go on."""
        for row in await self.store.unfinished_tables():
            try:
                self._wake_bots(await self.live(row.id))
            except QuarterdeckError as error:
                logger.error("table %s cannot be resumed: %s", row.id, error)

    # Seats

    def own_seat(self, table: LiveTable, guest: Guest, number: int) -> None:
        """Raises if the seat is not this guest's."""
        if number not in table.seats_of(guest.id):
            raise NotAllowed("qd.server.not_your_seat", seat=number)

    async def start(self, table: LiveTable, opening: Sequence[Entry] = ()) -> None:
        """Everybody sits: play the opening, if any, deal what is due then, and store it."""
        game = table.begin(dealing=False)
        for entry in opening:
            game.follow(entry)
        game.hand_to(table.dealer)
        rows = [line(i, entry) for i, entry in enumerate(game.record.entries, 1)]
        try:
            await self.store.start_table(table.row.id, rows)
        except BaseException as error:
            await self._read_again(table)
            # Another server process was faster: its start counts
            if not isinstance(error, Conflict) or table.row.status == GATHERING:
                raise
        else:
            table.stored(rows)
            table.row = replace(table.row, status=RUNNING)
        self._wake_bots(table)

    # Playing

    async def choose(
        self, table_id: str, gesture: Gesture, choices: Sequence[str | int]
    ) -> LiveTable:
        """Carry out choices, given as notations or codes: all of them, or none."""

        gesture = gesture.asking("choose", *choices)

        def act(table: LiveTable) -> list[EntryRow]:
            game = table.playing()
            before = game.ply
            game.play(*choices, seat=gesture.seat)
            return self.gained(table, game, before, gesture)

        return await self.carry_out(table_id, gesture, act)

    async def undo(self, table_id: str, gesture: Gesture, whole_turn: bool = False) -> LiveTable:
        """Take back a seat's last gesture, or all of them back to its last barrier."""
        gesture = gesture.asking("undo", whole_turn)

        def act(table: LiveTable) -> list[EntryRow]:
            last = table.playing().last_gesture(gesture.seat)
            return self.taken_back(table, gesture, None if whole_turn else last)

        return await self.carry_out(table_id, gesture, act)

    async def redo(self, table_id: str, gesture: Gesture) -> LiveTable:
        gesture = gesture.asking("redo")

        def act(table: LiveTable) -> list[EntryRow]:
            game = table.playing()
            before = game.ply
            game.redo(gesture.seat)
            return self.gained(table, game, before, gesture)

        return await self.carry_out(table_id, gesture, act)

    async def carry_out(
        self, table_id: str, gesture: Gesture, act: Callable[[LiveTable], list[EntryRow]]
    ) -> LiveTable:
        """Do something to a table's game and store it. A repeated gesture is answered and not
        carried out again; one that was made at another line than the last is stale."""
        table = await self.live(table_id)
        async with table.lock:
            while not await self.repeated(table, gesture):
                if await self.commit(table, act(table)):
                    break
        self.changed(table)
        return table

    async def repeated(self, table: LiveTable, gesture: Gesture) -> bool:
        """Whether this was done before, here or in another process.

        Raises if it is stale, or if its key was used for something else.
        """
        if _done(table, gesture):
            return True
        if gesture.expected != table.story.count(gesture.held):
            await self.refresh(table)
            if _done(table, gesture):
                return True
        table.playing()
        current = table.story.count(gesture.held)
        if gesture.expected != current:
            raise Stale(gesture.expected, current)
        return False

    def taken_back(self, table: LiveTable, gesture: Gesture, most: int | None) -> list[EntryRow]:
        """Take back the last choices of a seat, as far as it may alone; at least one."""
        game = table.playing()
        rows: list[EntryRow] = []
        while not rows or (len(rows) != most and game.undoable(gesture.seat) is not None):
            ply = game.undoable(gesture.seat)
            game.undo(gesture.seat)
            number = table.lines + len(rows) + 1
            keyed = {} if rows else {"key": gesture.key, "asked": gesture.asked}
            now = time.time()
            rows.append(EntryRow(number, UNDO, gesture.seat, str(ply), -1, now, **keyed))
        return rows

    def gained(
        self, table: LiveTable, game: Game, before: int, gesture: Gesture | None = None
    ) -> list[EntryRow]:
        """What the game has gained since `before` by a gesture, or by a bot's, as lines."""
        key, asked = (new_id(), None) if gesture is None else (gesture.key, gesture.asked)
        first, *more = game.record.entries[before:]
        rows = [line(table.lines + 1, first, key, asked)]
        return rows + [line(table.lines + i, entry) for i, entry in enumerate(more, 2)]

    async def commit(self, table: LiveTable, rows: Sequence[EntryRow]) -> bool:
        """Store lines that the game was told; False if another process was faster.

        Then the table is as the store has it.
        """
        game = table.playing()
        try:
            await self.store.append(
                table.row.id, rows, finished=game.finished, hidden=table.story.hides(game)
            )
        except BaseException as error:
            await self._read_again(table)
            if not isinstance(error, Conflict):
                raise
            return False
        MOVES.labels(table.row.game).inc()
        table.stored(rows)
        if game.finished:
            table.row = replace(table.row, status=FINISHED)
        return True

    async def _read_again(self, table: LiveTable) -> None:
        """What is not stored has not happened: take the table as it is in the store."""
        table.doubtful = True
        fresh = await self._read(table.row.id)
        table.game, table.story = fresh.game, fresh.story
        table.row, table.seats = fresh.row, fresh.seats
        table.recall, table.nudges = fresh.recall, fresh.nudges
        table.doubtful = False

    def changed(self, table: LiveTable, news: bool = False) -> None:
        """Tell everybody who watches, here and in other processes; then let bots go on.

        `news` are what is no line of the story, no seat and nobody's turn.
        """
        table.news += news
        self.hub.wake(table.row.id)
        if self._announce is not None:
            self._announce(f"{table.row.id} {NEWS}" if news else table.row.id)
        self._wake_bots(table)

    # Bots

    def _wake_bots(self, table: LiveTable) -> None:
        """Let those choose who do so without anybody at the page: bots, and standing orders."""
        self.orders.watch(table)
        if table.bots_to_move() and (table.thinking is None or table.thinking.done()):
            task = asyncio.get_running_loop().create_task(self._let_bots_play(table))
            table.thinking = task

    async def _let_bots_play(self, table: LiveTable) -> None:
        """Bots choose until a person is asked or the game is over, whatever goes wrong."""
        pauses = Pauses(BOTS_PAUSE, MOST_BOTS_PAUSE)
        while True:
            try:
                if table.doubtful:
                    async with table.lock:
                        await self._read_again(table)
                await self._bots_play(table)
                return
            except Exception as error:
                if trouble_of(error) is None:
                    logger.exception("table %s: its bots pause", table.row.id)
                await asyncio.sleep(pauses.next())

    async def _bots_play(self, table: LiveTable) -> None:
        """Bots choose until none is asked; those who are asked at once think at once."""
        while waiting := table.bots_to_move():
            async with asyncio.TaskGroup() as group:
                for seat, bot in waiting:
                    group.create_task(self._bot_plays(table, seat, bot))

    async def _bot_plays(self, table: LiveTable, seat: int, bot: str) -> None:
        """A bot chooses as long as it is asked."""
        while (seat, bot) in table.bots_to_move():
            lines = table.story.count((seat,))
            code = await self.thinkers.choose(
                table.rules, table.playing().position, table.row.options, seat, bot
            )
            async with table.lock:
                moved_on = table.story.count((seat,)) != lines
                if moved_on or (seat, bot) not in table.bots_to_move():
                    # Somebody took back, or came back
                    continue
                game = table.playing()
                before = game.ply
                game.play(code, seat=seat)
                if not await self.commit(table, self.gained(table, game, before)):
                    continue
            self.hub.wake(table.row.id)
            if self._announce is not None:
                self._announce(table.row.id)

    async def close(self) -> None:
        """Stop thinking; everything that was acknowledged is stored already."""
        self.orders.close()
        tasks = [t.thinking for t in self._live.values() if t.thinking is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()
