"""Holidays: whole days on which somebody's time stands still, at all tables that allow it.

They begin and end by the date in the person's time zone. How long a clock stood still is counted by
the clock of the house, like everything else about it. A turn that is overdue cannot be saved by a
holiday.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from sqlalchemy.exc import IntegrityError

from quarterdeck.server.errors import NotFound, TableError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store import Store
from quarterdeck.server.store.rows import Guest, HolidayRow

# How far ahead one may plan, and how many holidays somebody may have planned.
FURTHEST = timedelta(days=366)
MOST_PLANNED = 20
NOWHERE = "UTC"


@lru_cache
def known_zones() -> tuple[str, ...]:
    """The time zones this computer knows: at least one."""
    return tuple(sorted({NOWHERE, *(zone for zone in available_timezones() if "/" in zone)}))


class Holidays:
    """The holidays of everybody at this server; each person has so many days in a year."""

    def __init__(self, store: Store, wall: Callable[[], float], days_a_year: int) -> None:
        self._store = store
        self._wall = wall
        self.days_a_year = days_a_year

    # One's own

    async def of(self, guest_id: str) -> list[HolidayRow]:
        """Somebody's holidays that are not over, the earliest first."""
        return await self._store.holidays.of_people((guest_id,))

    async def left(self, guest_id: str, year: int) -> int:
        """How many days somebody has left in a year."""
        return self.days_a_year - _count(await self._store.holidays.of(guest_id), year)

    def now(self) -> datetime:
        """The time of day, by the clock on the wall of the house."""
        return datetime.fromtimestamp(self._wall(), UTC)

    def today(self, zone: str) -> date:
        """The date in a time zone, as the time of day is now."""
        return self.now().astimezone(_zone(zone)).date()

    async def take(self, guest: Guest, first: str, last: str, zone: str) -> None:
        """Take a holiday from one day to another, both included."""
        if not _is_known(zone):
            raise TableError("qd.holiday.zone_unknown", zone=zone[:40])
        began, ended, today = _day(first), _day(last), self.today(zone)
        if ended < began:
            raise TableError("qd.holiday.backwards")
        if began < today:
            raise TableError("qd.holiday.past")
        if ended > today + FURTHEST:
            raise TableError("qd.holiday.far")
        wish = HolidayRow(guest.id, began.isoformat(), ended.isoformat(), zone)

        def check(known: Sequence[HolidayRow]) -> None:
            if sum(not row.over for row in known) >= MOST_PLANNED:
                raise TableError("qd.holiday.many", most=MOST_PLANNED)
            if any(row.first <= wish.last and wish.first <= row.last for row in known):
                raise TableError("qd.holiday.overlap")
            for year in range(began.year, ended.year + 1):
                left = self.days_a_year - _count(known, year)
                if _count([wish], year) > left:
                    raise TableError("qd.holiday.too_long", year=str(year), count=max(0, left))

        try:
            await self._store.holidays.take(wish, check)
        except IntegrityError:
            raise TableError("qd.holiday.overlap") from None

    async def end(self, guest: Guest, first: str) -> None:
        """Give up a holiday that has not begun, or end it now."""
        for row in await self.of(guest.id):
            if row.first == first:
                yesterday = (self.today(row.zone) - timedelta(days=1)).isoformat()
                if row.first > yesterday and not self.is_on(row):
                    await self._store.holidays.remove(row)
                else:
                    # A day that was begun is not given back
                    last = max(row.first, min(row.last, yesterday))
                    await self._store.holidays.change(row, replace(row, last=last, over=True))
                return
        raise NotFound("qd.holiday.none")

    # At the tables

    def is_on(self, row: HolidayRow) -> bool:
        """Whether somebody is on this holiday today."""
        return not row.over and row.first <= self.today(row.zone).isoformat() <= row.last

    async def seats_away(self, table: LiveTable) -> dict[int, str]:
        """The seats of a table whose people are on holiday, each with the last day of it."""
        guests = table.guests_on(range(len(table.seats)))
        rows = await self._store.holidays.of_people(guests)
        last = {row.guest_id: row.last for row in rows if self.is_on(row)}
        return {s.number: last[s.guest_id] for s in table.seats if s.guest_id in last}

    async def look(self) -> None:
        """Holidays begin and end: let the clocks of their tables be looked at."""
        for row in await self._store.holidays.coming():
            is_on = self.is_on(row)
            over = row.over or self.today(row.zone).isoformat() > row.last
            if (is_on, over) != (row.active, row.over):
                # First the tables: if the server ends in between, it is all done again
                if is_on != row.active:
                    await self._store.deadlines.look_again(row.guest_id)
                await self._store.holidays.change(row, replace(row, active=is_on, over=over))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise TableError("qd.holiday.date", text=text[:20], example="2026-12-24") from None


def _count(rows: Sequence[HolidayRow], year: int) -> int:
    """How many days of a year holidays take."""
    found = 0
    for row in rows:
        first = max(_day(row.first), date(year, 1, 1))
        last = min(_day(row.last), date(year, 12, 31))
        found += max(0, (last - first).days + 1)
    return found


@lru_cache(64)
def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        # A computer may know no time zones at all
        return UTC


def _is_known(name: str) -> bool:
    return name in known_zones()
