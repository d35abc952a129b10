"""Your deadlines at all tables, and your holidays, on which your time stands still."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Request
from pydantic import Field

from quarterdeck.server.api.common import HouseOf, Wish, new_router
from quarterdeck.server.deadlines import Deadline
from quarterdeck.server.house import House
from quarterdeck.server.store.rows import Guest, HolidayRow

router = new_router("deadlines")

Day = Annotated[str, Field(min_length=10, max_length=10)]


class HolidayIn(Wish):
    """The first and the last day as dates, such as 2026-12-24, in a time zone such as
    Europe/Paris."""

    first: Day
    last: Day
    zone: Annotated[str, Field(min_length=1, max_length=64)] = "UTC"


@router.get("/me/deadlines")
async def list_deadlines(request: Request, here: HouseOf) -> list[dict[str, Any]]:
    """Where your time runs, the first deadline first. `left` are seconds, negative if you are
    overdue; `at` is when it is up, in seconds since 1970; `time_up` is what happens then."""
    guest = await here.people.guest(request)
    return [_deadline_json(deadline) for deadline in await here.tables.deadlines.of(guest.id)]


@router.get("/me/holidays")
async def list_holidays(request: Request, here: HouseOf) -> dict[str, Any]:
    """Your holidays that are not over, and how many days you have left this year."""
    return await _holidays_json(here, await here.people.guest(request))


@router.post("/me/holidays", status_code=201)
async def take_holiday(wish: HolidayIn, request: Request, here: HouseOf) -> dict[str, Any]:
    """Take a holiday: your time stands still at all tables that allow it, and they are told. It
    cannot save a turn that is overdue."""
    guest = await here.people.guest(request)
    await here.tables.deadlines.take_holiday(guest, wish.first, wish.last, wish.zone)
    return await _holidays_json(here, guest)


@router.delete("/me/holidays/{first}")
async def end_holiday(
    first: Annotated[str, Path(min_length=10, max_length=10)], request: Request, here: HouseOf
) -> dict[str, Any]:
    """Give up a holiday, named by its first day, or end it now; days that were begun count."""
    guest = await here.people.guest(request)
    await here.tables.deadlines.end_holiday(guest, first)
    return await _holidays_json(here, guest)


def _deadline_json(deadline: Deadline) -> dict[str, Any]:
    return {
        "table": deadline.table,
        "game": deadline.game,
        "title": deadline.title,
        "seat": deadline.seat,
        "left": int(deadline.left),
        "at": int(deadline.at),
        "time_up": deadline.kind,
    }


async def _holidays_json(here: House, guest: Guest) -> dict[str, Any]:
    holidays = here.tables.holidays
    rows = await holidays.of(guest.id)
    year = holidays.today("UTC").year
    return {
        "holidays": [_holiday_json(row, holidays.is_on(row)) for row in rows],
        "year": year,
        "days_left": await holidays.left(guest.id, year),
    }


def _holiday_json(row: HolidayRow, is_on: bool) -> dict[str, Any]:
    return {"first": row.first, "last": row.last, "zone": row.zone, "now": is_on}
