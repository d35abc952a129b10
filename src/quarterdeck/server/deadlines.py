"""Deadlines: whose time is up is found from what is stored, and acted upon once.

Every little while each process looks which tables are due (`tables.due`); whichever is first acts.
What happens is agreed when a table is set up: everybody is told; a bot plays this turn; or it takes
the seat until its person returns. Time runs while the house is open only, so that nobody loses any
while the server is down or because a clock was set.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from quarterdeck import bots
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.clocks import (
    Clocks,
    SeatTime,
    advance,
    find_overdue,
    hold_clocks,
    keep_bots,
    read_clocks,
    tell_overdue,
)
from quarterdeck.server.desk import Desk
from quarterdeck.server.holidays import Holidays
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader
from quarterdeck.server.notices import notice
from quarterdeck.server.pace import REMIND, SEAT, TURN, Pace
from quarterdeck.server.presence import Clock
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.absences import Notice
from quarterdeck.server.store.rows import PERSON, RUNNING, Guest, SeatRow, TableRow
from quarterdeck.server.timekeeping import asking_of, timing_of

logger = logging.getLogger(__name__)

# Seconds between two looks at what is due: two questions that an index answers.
PAUSE = 5.0
# How many tables one look takes on; the others follow at once.
AT_A_TIME = 100
# Seconds until somebody looks again at a table that cannot be played now.
LATER = 600.0
# How often it is tried again when another process was faster.
TRIES = 5


@dataclass(frozen=True)
class Deadline:
    """When a person must have chosen, at one table; `due` by the clock of the house.

    `kind` is what happens then: "remind", "turn" or "seat". `at` is the time of day, as far as
    that can be known: it moves on if the house closes in between. `is_told`: everybody was told
    that time is up.
    """

    table: str
    game: str
    title: str
    seat: int
    guest_id: str
    due: float
    left: float
    at: float
    kind: str
    is_told: bool = False

    @property
    def is_over(self) -> bool:
        return self.left <= 0


class Deadlines:
    """The deadlines at all tables of this server."""

    def __init__(
        self,
        store: Store,
        desk: Desk,
        loader: Loader,
        clock: Clock,
        holidays: Holidays,
        tell: Callable[[str], None],
    ) -> None:
        """`tell` lets everybody know who watches a table that there is something to read."""
        self._store = store
        self._desk = desk
        self._loader = loader
        self._clock = clock
        self._holidays = holidays
        self._tell = tell
        # Tables that could not be played, and when to look at them again.
        self._later: dict[str, float] = {}

    # Asking

    def due(self, table: LiveTable, seat: int) -> float | None:
        """When the time of a seat is up, by the clock of the house; None if it does not run."""
        clocks = table.clocks
        if clocks is None or table.row.status != RUNNING:
            return None
        return clocks.seats[seat].due

    async def of(self, guest_id: str) -> list[Deadline]:
        """All deadlines of somebody, the first one first."""
        found = await self._store.deadlines.of(guest_id)
        mine = [d for row, seats in found for d in self.list_at(row, seats)]
        return sorted((d for d in mine if d.guest_id == guest_id), key=lambda d: d.due)

    async def before(self, moment: float) -> list[Deadline]:
        """Everybody's deadlines up to a moment to come, the first one first; those of which
        everybody was told that time is up are left out."""
        found = await self._store.deadlines.before(moment)
        listed = [d for row, seats in found for d in self.list_at(row, seats)]
        coming = (d for d in listed if d.due <= moment and not d.is_told)
        return sorted(coming, key=lambda d: d.due)

    def list_at(self, row: TableRow, seats: list[SeatRow]) -> list[Deadline]:
        """The deadlines at one table, as it is stored."""
        clocks = read_clocks(row.clocks, len(seats))
        now, wall = self._clock.now(), self._clock.wall()
        found = []
        for seat, clock in zip(seats, clocks.seats if clocks else (), strict=False):
            due = clock.due
            if seat.guest_id is not None and seat.player is None and due is not None:
                left, at = due - now, wall + due - now
                where = (row.id, row.game, row.title, seat.number, seat.guest_id)
                found.append(Deadline(*where, due, left, at, row.time_up, clock.up))
        return found

    async def times(self, table: LiveTable) -> tuple[SeatTime | None, ...]:
        """By seat: how much time each person has, as everybody may know."""
        clocks, pace = table.clocks, table.pace
        if table.fault is not None or table.row.status != RUNNING or clocks is None or pace is None:
            return ()
        until: dict[int, str] = {}
        if any(clock.held for clock in clocks.seats):
            until = await self._holidays.seats_away(table)
        return tuple(
            self._time(seat, clocks, pace, until) if seat.kind == PERSON else None
            for seat in table.seats
        )

    def _time(
        self, seat: SeatRow, clocks: Clocks, pace: Pace, until: dict[int, str]
    ) -> SeatTime | None:
        if seat.player is not None:
            return None
        clock, now = clocks.seats[seat.number], self._clock.now()
        left = clock.left(now)
        if not clock.asked:
            # What the next turn begins with
            left = clock.begin(pace, by_bot=False).bank
        due = clock.due
        at = None if due is None else int((self._clock.wall() + due - now) // 60 * 60)
        last = until.get(seat.number) if clock.held else None
        overdue = due is not None and left <= 0
        return SeatTime(seat.number, int(left), at, due is not None, overdue, last)

    # Holidays

    async def take_holiday(self, guest: Guest, first: str, last: str, zone: str) -> None:
        """Take a holiday; the tables where somebody plays hear of it at once."""
        await self._holidays.take(guest, first, last, zone)
        await self.look()
        for row, seats in await self._store.deadlines.of(guest.id):
            mine = [seat.number for seat in seats if seat.guest_id == guest.id]
            if row.holidays and mine and self._holidays.today(zone).isoformat() < first:
                told = notice("holiday_planned", seat=mine[0], first=first, last=last)
                await self._store.absences.tell(row.id, told)
                self._tell(row.id)

    async def end_holiday(self, guest: Guest, first: str) -> None:
        await self._holidays.end(guest, first)
        await self.look()

    # Acting

    async def keep_looking(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            await self.look()

    async def look(self) -> None:
        """Do what is due: begin and end holidays, and see to those whose time is up."""
        try:
            await self._holidays.look()
            now = self._clock.now()
            self._later = {id: when for id, when in self._later.items() if when > now}
            seen = set(self._later)
            while ids := await self._find_due(seen):
                for table_id in ids:
                    await self._try_to_settle(table_id)
                seen.update(ids)
        except DatabaseTrouble as error:
            # The clock stands still meanwhile, and everything is found again
            logger.debug("no deadlines are looked at: %s", error)

    async def look_at(self, table: LiveTable) -> None:
        """The same at a table that somebody looks at, who need not wait for it."""
        is_due = table.row.due is not None and table.row.due <= self._clock.now()
        if is_due and table.row.id not in self._later:
            await self._try_to_settle(table.row.id)

    async def _find_due(self, seen: set[str]) -> list[str]:
        found = await self._store.deadlines.due(self._clock.now(), AT_A_TIME + len(seen))
        return [table_id for table_id in found if table_id not in seen]

    async def _try_to_settle(self, table_id: str) -> None:
        try:
            table = await self._desk.live(table_id)
            async with table.lock:
                changed = await self.settle(table)
        except DatabaseTrouble:
            raise
        except QuarterdeckError as error:
            logger.warning("table %s: nobody looks at its clocks for now: %s", table_id, error)
            self._later[table_id] = self._clock.now() + LATER
            return
        except Exception:
            # One table must not keep the others waiting
            logger.exception("table %s: nobody looks at its clocks for now", table_id)
            self._later[table_id] = self._clock.now() + LATER
            return
        if changed:
            self._desk.changed(table, news=True)
        elif table.fault is not None or table.pace is None:
            self._later[table_id] = self._clock.now() + LATER

    async def settle(self, table: LiveTable, handed_over: Collection[int] = ()) -> bool:
        """Bring the clocks of a table up to date, and see to those whose time is up; True if there
        was anything to do. The lock is held.

        Seats that were just `handed_over` stay with the bot, also if it played one turn only.
        """
        for _ in range(TRIES):
            await self._loader.refresh(table)
            if table.row.status != RUNNING or table.fault is not None or table.pace is None:
                return False
            done = await self._settle(table, table.pace, handed_over)
            if done is not None:
                return done
        return False

    async def _settle(
        self, table: LiveTable, pace: Pace, handed_over: Collection[int]
    ) -> bool | None:
        """None if another process was faster."""
        now = self._clock.now()
        before = table.clocks or Clocks.full(pace, len(table.seats))
        before = keep_bots(before, handed_over)
        away = await self._holidays.seats_away(table) if table.row.holidays else {}
        asking = asking_of(table, now)
        clocks = advance(hold_clocks(before, away), pace, asking)
        told = _tell_holidays(before, clocks, away)
        overdue = find_overdue(clocks, now)
        kind = _kind(table) if overdue else REMIND
        taken = _find_taken(table, overdue, kind)
        clocks = tell_overdue(clocks, overdue, kind)
        if taken:
            by_bot = {*asking.by_bot, *taken}
            clocks = advance(clocks, pace, replace(asking, by_bot=by_bot))
        bot = table.row.stand_in
        told += [notice(f"time_up_{kind}", seat=seat, bot=bot) for seat in overdue]
        timing = timing_of(table, before, clocks)
        if (timing.clocks, timing.due) == (table.row.clocks, table.row.due):
            return False

        if not await self._store.deadlines.settle(table.row.id, timing, bot, taken, told):
            return None
        table.row = replace(table.row, clocks=timing.clocks, due=timing.due)
        if taken or timing.returned:
            await self._loader.read_seats(table)
        return True


def _tell_holidays(before: Clocks, after: Clocks, away: Mapping[int, str]) -> list[Notice]:
    """Who is on holiday from now on, and until when, or is so no more."""
    told = []
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if new.held and not old.held:
            told.append(notice("holiday_began", seat=seat, last=away[seat]))
        elif old.held and not new.held:
            told.append(notice("holiday_over", seat=seat))
    return told


def _kind(table: LiveTable) -> str:
    """What happens when time is up here; without the agreed bot nobody can play."""
    try:
        bots.parse(table.row.stand_in)
    except QuarterdeckError:
        return REMIND
    return table.row.time_up if table.row.time_up in (TURN, SEAT) else REMIND


def _find_taken(table: LiveTable, overdue: list[int], kind: str) -> set[int]:
    """The seats a bot plays from now on."""
    if kind == REMIND:
        return set()
    if kind == TURN:
        return set(overdue)
    people = {seat for each in overdue for seat in table.people_at(each)}
    return {seat for seat in people if table.seats[seat].player is None}
