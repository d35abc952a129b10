"""What people do at tables: choose, undo, redo. How they come together is `gathering.py`.

Every change goes the same way: under the table's lock, brought up to date with the store, tried
on the game, stored, and only then shown. If storing fails the game is read again from the store.
If another process was faster, the change is tried once more: what is stale is for the line count
of whoever made it to say.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b

import orjson

from quarterdeck.game import Game
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.record import Entry
from quarterdeck.server.errors import Broken, KeyUsed, NotAllowed, NotFound, Stale
from quarterdeck.server.faults import Faults
from quarterdeck.server.gathering import Gathering
from quarterdeck.server.hub import Hub
from quarterdeck.server.identity import new_id
from quarterdeck.server.limits import Limits
from quarterdeck.server.live import LiveTable, NewDealer, line, secure_dealer
from quarterdeck.server.metrics import MOVES
from quarterdeck.server.nudges import Nudges
from quarterdeck.server.orders import StandingOrders
from quarterdeck.server.pauses import Pauses
from quarterdeck.server.people import Caller
from quarterdeck.server.presence import Presence
from quarterdeck.server.reading import Migrated, read_table, standing_of, unmigrated
from quarterdeck.server.recalls import Recalls
from quarterdeck.server.shelf import Shelf
from quarterdeck.server.stand_ins import StandIns
from quarterdeck.server.store import Conflict, DatabaseTrouble, Store
from quarterdeck.server.store.rows import (
    FINISHED,
    GATHERING,
    RUNNING,
    EntryRow,
    Guest,
    NudgeRow,
    RecallRow,
    SeatRow,
    TableRow,
)
from quarterdeck.server.story import UNDO
from quarterdeck.server.talking import Talking
from quarterdeck.server.thinking import Thinkers

logger = logging.getLogger(__name__)

WELL_FORMED = re.compile(r"[\w-]{1,24}", re.ASCII)
# Seconds that bots wait after something went wrong, twice as long each time.
BOTS_PAUSE = 2.0
MOST_BOTS_PAUSE = 15.0
# Seconds after a start before tables are opened unasked, how many may play at a time, how long each
# may keep the next one waiting, and what is left to everybody else in between: as long as it took.
RESUME_AFTER = 1.0
RESUMED_AT_ONCE = 4
RESUME_PATIENCE = 5.0
BREATH, MOST_BREATH = 0.01, 1.0
# Seconds between two looks at what can be given back.
TIDY = 60.0
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
        presence: Presence,
        announce: Callable[[str], None] | None = None,
        new_dealer: NewDealer = secure_dealer,
        order_patience: float = 60.0,
        limits: Limits | None = None,
    ) -> None:
        self.store = store
        self.hub = hub
        self.thinkers = thinkers
        self.gathering = Gathering(self, limits)
        self.presence = presence
        self.stand_ins = StandIns(self, presence, limits)
        self.recalls = Recalls(self)
        self.nudges = Nudges(self)
        self.orders = StandingOrders(self, order_patience)
        most = None if limits is None else limits.lines_a_minute
        self.talking = Talking(store, self.live, self.refresh, self.changed, most)
        self._announce = announce
        self._new_dealer = new_dealer
        self.faults = Faults()
        self.shelf = Shelf(self._needs, store.forget_table)
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
                        await self._read_again(found)
                self._wake_bots(found)
            return found
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                found = self.shelf.find(table_id)
                if found is None:
                    found = self.shelf.keep(await self._read(table_id))
                    await self._start_if_full(found)
                    self._wake_bots(found)
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
        """The table from its stored lines; set aside if they cannot be played."""
        if not WELL_FORMED.fullmatch(table_id):
            raise NotFound("qd.server.no_table")
        before: TableRow | None = None
        while True:
            row = await self.store.table(table_id)
            if row is None:
                raise NotFound("qd.server.no_table")
            seats = await self.store.seats(table_id)
            lines = await self.store.entries(table_id)
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
        table = LiveTable(row, seats, self._new_dealer())
        table.adopt(reading)
        if table.fault is not None:
            self.faults.set_aside(row, table.fault)
        elif table.game is not None:
            table.recall, table.nudges = await self._asks(table)
            await self._read_votes(table)
            if row.turn is None:
                standing = standing_of(table.game)
                await self.store.note_standing(table_id, table.lines, standing)
                table.row = replace(row, turn=standing.turn)
        return table

    async def _migrate(self, row: TableRow, new: Migrated) -> None:
        """Store a table's lines under the present rules, unless another process was faster."""
        with suppress(Conflict):
            await self.store.migrate_lines(row, new.row, new.lines, new.standing)
            logger.warning(
                "table %s was migrated from rules version %d to %d; its lines of before are kept",
                row.id,
                row.rules,
                new.row.rules,
            )

    async def _asks(self, table: LiveTable) -> tuple[RecallRow | None, list[NudgeRow]]:
        """What people ask each other, as far as it makes sense at this table."""
        wish, nudges = await self.store.asks.read(table.row.id)
        game, seats = table.playing(), range(len(table.seats))
        if wish is not None and (
            wish.seat not in seats
            or (wish.refused is not None and wish.refused not in seats)
            or wish.ply not in range(game.ply)
            or game.record.entries[wish.ply].seat != wish.seat
        ):
            # It lapses anyway with the next line
            wish = None
        return wish, [nudge for nudge in nudges if nudge.seat in seats]

    async def _start_if_full(self, table: LiveTable) -> None:
        """The server may have stopped between the last guest's sitting down and the start."""
        async with table.lock:
            if table.row.status == GATHERING and table.fault is None and table.is_full:
                await self.start(table)

    async def add(
        self, row: TableRow, seats: list[SeatRow], limits: Limits | None = None
    ) -> LiveTable:
        """A new table, stored before it is shown; raises if it is one too many."""
        quota = None if limits is None else limits.quota(row.host, seats)
        if row.rematch_of is None:
            await self.store.add_table(row, seats, quota)
        else:
            await self.store.add_rematch(row, seats, quota)
        table = LiveTable(row, seats, self._new_dealer())
        return self.shelf.keep(table)

    def _needs(self, table: LiveTable) -> bool:
        """Whether somebody watches a table or changes it, or it plays by itself."""
        return bool(
            table.lock.locked()
            or self.hub.count(table.row.id)
            or table.is_thinking
            or self.orders.waits_at(table.row.id)
        )

    def forget(self, text: str) -> None:
        """Another process changed a table: read what is new, and tell who watches."""
        if self._closing:
            return
        table_id, _, kind = text.partition(" ")
        task = asyncio.get_running_loop().create_task(self._catch_up(table_id, kind == NEWS))
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

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
        self.hub.wake(table_id)

    async def _catch_up_with(self, table: LiveTable, news: bool) -> None:
        async with table.lock:
            await self.refresh(table)
            table.news += news
            went_back = await self.recalls.settle(table)
            is_here = await self.stand_ins.catch_up(table)
        if went_back or is_here:
            self.changed(table, news=is_here)
        self._wake_bots(table)

    # Opening and closing

    def open(self) -> None:
        """After a start, while the server answers already: bots that were to move go on."""
        self._tasks = [
            asyncio.create_task(self._resume()),
            asyncio.create_task(self._give_back_forever()),
        ]

    async def _resume(self) -> None:
        """Open the tables where a bot or standing orders are due, a few at a time."""
        await asyncio.sleep(RESUME_AFTER)
        due: list[str] | None = None
        while due is None:
            try:
                due = await self.store.due_tables()
            except DatabaseTrouble:
                await asyncio.sleep(BOTS_PAUSE)
        waiting, turn = iter(due), asyncio.Lock()

        async def go_on() -> None:
            for table_id in waiting:
                async with turn:
                    began = time.monotonic()
                    try:
                        table = await self._live_at_last(table_id)
                    except QuarterdeckError as error:
                        logger.error("table %s cannot be resumed: %s", table_id, error)
                        continue
                    # Whoever waits for a page comes first
                    took = time.monotonic() - began
                    await asyncio.sleep(min(max(took, BREATH), MOST_BREATH))
                if table.thinking is not None:
                    # Others may want to be asked, too
                    await asyncio.wait({table.thinking}, timeout=RESUME_PATIENCE)

        async with asyncio.TaskGroup() as group:
            for _ in range(RESUMED_AT_ONCE):
                group.create_task(go_on())

    async def _live_at_last(self, table_id: str) -> LiveTable:
        """The table, as soon as the database gives it."""
        pauses = Pauses(BOTS_PAUSE, MOST_BOTS_PAUSE)
        while True:
            try:
                return await self.live(table_id)
            except DatabaseTrouble:
                await asyncio.sleep(pauses.next())

    async def _give_back_forever(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            self.shelf.give_back()

    async def refresh(self, table: LiveTable) -> None:
        """Bring a table in memory up to date with the store. Its lock is held."""
        row = await self.store.table(table.row.id)
        assert row is not None
        seats = await self.store.seats(row.id)
        if not await self._goes_on(table, row, seats):
            await self._read_again(table)
            return
        table.row, table.seats = row, seats
        if table.game is not None:
            table.recall, table.nudges = await self._asks(table)
            await self._read_votes(table)

    async def read_seats(self, table: LiveTable) -> None:
        """Who sits where, and who votes for a bot to play for whom. The table's lock is held."""
        table.seats = await self.store.seats(table.row.id)
        await self._read_votes(table)

    async def _read_votes(self, table: LiveTable) -> None:
        voting = any(seat.vote is not None for seat in table.seats)
        table.votes = await self.store.votes(table.row.id) if voting else {}

    async def _goes_on(self, table: LiveTable, row: TableRow, seats: list[SeatRow]) -> bool:
        """Whether what is stored of a table follows from what is in memory; if so, follow it."""
        if row.flaw or any(seat.flaw for seat in seats):
            return (row, seats) == (table.row, table.seats)
        if table.game is None:
            return row == table.row if table.fault else row.status == GATHERING
        if (row.rules, row.components) != (table.row.rules, table.row.components):
            return False
        return row.lines == table.lines or table.tell(await self.store.entries(row.id, table.lines))

    # Seats

    async def visited(self, table_id: str, caller: Caller) -> None:
        """Somebody asked for something at a table: if they play there, they are here."""
        try:
            table = await self.live(table_id)
        except QuarterdeckError:
            # Whoever answers says why
            return
        guest_id = caller.guest.id if caller.guest else None
        if caller.seat is not None and caller.table == table_id:
            guest_id = table.seats[caller.seat].guest_id
        if guest_id is not None and table.row.status == RUNNING and table.seats_of(guest_id):
            await self.stand_ins.welcome(table, guest_id)

    def own_seat(self, table: LiveTable, guest: Guest, number: int) -> None:
        """Raises if the seat is not this guest's."""
        if number not in table.seats_of(guest.id):
            raise NotAllowed("qd.server.not_your_seat", seat=number)

    async def start(self, table: LiveTable, opening: Sequence[Entry] = ()) -> None:
        """Everybody sits: play the opening, if any, deal what is due then, and store it."""
        try:
            game = table.begin()
            for entry in opening:
                game.follow(entry)
            game.hand_to(table.dealer)
            rows = [
                line(i, entry, digest=game.record.digests.get(i))
                for i, entry in enumerate(game.record.entries, 1)
            ]
            standing = standing_of(game)
            await self.store.start_table(table.row, rows, standing)
        except BaseException as error:
            await self._read_again(table)
            # Another server process was faster with its start, or somebody has just stood up
            if isinstance(error, Exception) and not isinstance(error, QuarterdeckError | Conflict):
                self.faults.note(table, "the start", error)
                raise Broken("qd.server.broken") from error
            if not isinstance(error, Conflict):
                raise
        else:
            table.stored(rows)
            status = FINISHED if standing.finished else RUNNING
            table.row = replace(table.row, status=status, turn=standing.turn, lines=len(rows))
            table.seats = await self.store.seats(table.row.id)
            # Whoever sat down long ago has time to come
            self.presence.sign(table.row.id, {s.guest_id for s in table.seats if s.guest_id})
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

        return await self.carry_out(table_id, gesture, act, "a choice", choices)

    async def undo(self, table_id: str, gesture: Gesture, whole_turn: bool = False) -> LiveTable:
        """Take back a seat's last gesture, or all of them back to its last barrier."""
        gesture = gesture.asking("undo", whole_turn)

        def act(table: LiveTable) -> list[EntryRow]:
            last = table.playing().last_gesture(gesture.seat)
            return self.taken_back(table, gesture, None if whole_turn else last)

        return await self.carry_out(table_id, gesture, act, "an undo")

    async def redo(self, table_id: str, gesture: Gesture) -> LiveTable:
        gesture = gesture.asking("redo")

        def act(table: LiveTable) -> list[EntryRow]:
            game = table.playing()
            before = game.ply
            game.redo(gesture.seat)
            return self.gained(table, game, before, gesture)

        return await self.carry_out(table_id, gesture, act, "a redo")

    async def carry_out(
        self,
        table_id: str,
        gesture: Gesture,
        act: Callable[[LiveTable], list[EntryRow]],
        doing: str,
        choices: Sequence[str | int] = (),
    ) -> LiveTable:
        """Do something to a table's game and store it. A repeated gesture is answered and not
        carried out again; one that was made at another line than the last is stale."""
        table = await self.live(table_id)
        async with table.lock:
            while not await self.repeated(table, gesture):
                async with self.trying(table, doing, gesture.seat, choices):
                    rows = act(table)
                if await self.commit(table, rows):
                    break
        self.changed(table)
        return table

    @asynccontextmanager
    async def trying(
        self,
        table: LiveTable,
        doing: str,
        seat: int | None,
        choices: Sequence[str | int] = (),
        alike: bool = False,
    ) -> AsyncIterator[None]:
        """While something is tried on a table's game, under its lock.

        Whatever is raised, the game is as it is stored afterwards. What nobody foresaw is logged,
        once for all choices that are `alike`, and becomes a refusal.
        """
        try:
            yield
        except QuarterdeckError:
            if table.is_ahead:
                await self._read_again(table)
            raise
        except Exception as error:
            self.faults.note(table, doing, error, seat, choices, alike)
            await self._read_again(table)
            raise Broken("qd.server.broken") from error

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
        digests = game.record.digests
        first, *more = game.record.entries[before:]
        rows = [line(table.lines + 1, first, key, asked, digests.get(before + 1))]
        return rows + [
            line(table.lines + i, entry, digest=digests.get(before + i))
            for i, entry in enumerate(more, 2)
        ]

    async def commit(self, table: LiveTable, rows: Sequence[EntryRow]) -> bool:
        """Store lines that the game was told; False if another process was faster.

        Then the table is as the store has it.
        """
        game = table.playing()
        try:
            standing = standing_of(game)
            await self.store.append(table.row, rows, standing, hidden=table.story.hides(game))
        except BaseException as error:
            await self._read_again(table)
            if not isinstance(error, Conflict):
                raise
            return False
        MOVES.labels(table.row.game).inc()
        table.stored(rows)
        if standing.finished:
            table.row = replace(table.row, status=FINISHED)
        return True

    async def _read_again(self, table: LiveTable) -> None:
        """What is not stored has not happened: take the table as it is in the store."""
        table.doubtful = True
        fresh = await self._read(table.row.id)
        table.take_over(fresh)
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
        if table.bots_to_move() and not table.is_thinking:
            task = asyncio.get_running_loop().create_task(self._let_bots_play(table))
            table.thinking = task

    async def _let_bots_play(self, table: LiveTable) -> None:
        """Bots choose until a person is asked or the game is over, whatever goes wrong."""
        pauses = Pauses(BOTS_PAUSE, MOST_BOTS_PAUSE)
        while True:
            lines = table.lines
            try:
                if table.doubtful:
                    async with table.lock:
                        await self._read_again(table)
                await self._bots_play(table)
                return
            except Exception as error:
                self.faults.note(table, "the bots' turn", error)
                if table.lines != lines:
                    pauses.reset()
                await asyncio.sleep(pauses.next())

    async def _bots_play(self, table: LiveTable) -> None:
        """Bots choose until none is asked; those who are asked at once think at once."""
        while waiting := table.bots_to_move():
            async with asyncio.TaskGroup() as group:
                for seat, bot in waiting:
                    group.create_task(self._bot_plays(table, seat, bot))

    async def _bot_plays(self, table: LiveTable, seat: int, bot: str) -> None:
        """A bot chooses as long as it is asked. What cannot be carried out is not tried again."""
        failed: set[int] = set()
        while (seat, bot) in table.bots_to_move():
            lines = table.story.count((seat,))
            code = await self._choice_of_bot(table, seat, bot, failed)
            async with table.lock:
                moved_on = table.story.count((seat,)) != lines
                if moved_on or (seat, bot) not in table.bots_to_move():
                    # Somebody took back, or came back
                    continue
                game = table.playing()
                before = game.ply
                try:
                    async with self.trying(table, "a bot's choice", seat, [code], alike=True):
                        game.play(code, seat=seat)
                except Broken:
                    failed.add(code)
                    continue
                if not await self.commit(table, self.gained(table, game, before)):
                    continue
            failed.clear()
            self.hub.wake(table.row.id)
            if self._announce is not None:
                self._announce(table.row.id)

    async def _choice_of_bot(
        self, table: LiveTable, seat: int, bot: str, failed: Collection[int]
    ) -> int:
        position = table.playing().position
        if not failed:
            row = table.row
            return await self.thinkers.choose(
                table.rules, position, row.options, seat, bot, row.host
            )
        left = [code for code in position.legal(seat) if code not in failed]
        if not left:
            raise Broken("qd.server.broken")
        return random.choice(left)

    async def close(self) -> None:
        """Stop thinking; everything that was acknowledged is stored already."""
        # What others announce from now on is not for us any more: nothing may be left unfinished
        self._closing = True
        await self.orders.close()
        tasks = [t.thinking for t in self.shelf if t.thinking is not None]
        tasks += [*self._tasks, *self._catching_up]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()
