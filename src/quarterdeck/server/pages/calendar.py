"""The calendar of deadlines: a page by day, and a file for calendar programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.server.calendars import Appointment
from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.icalendar import CalendarEvent, write_calendar
from quarterdeck.server.mine_words import ShownTable, describe_mine_at, tell_due
from quarterdeck.server.pages.common import Reader, page, reader_of, see_other
from quarterdeck.server.people import language_of
from quarterdeck.server.store.rows import Guest

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

TYPE = "text/calendar; charset=utf-8"


@dataclass(frozen=True)
class ShownDeadline:
    """A deadline in words. `time` is in UTC."""

    table: ShownTable
    at: float
    time: str


@dataclass(frozen=True)
class ShownDay:
    date: str
    name: str
    deadlines: tuple[ShownDeadline, ...]


def group_by_day(found: Sequence[Appointment], say: Translator) -> tuple[ShownDay, ...]:
    """Deadlines by the day on which they are, in UTC."""

    def day(deadline: Appointment) -> datetime:
        return datetime.fromtimestamp(deadline.at, UTC)

    return tuple(
        ShownDay(
            date.isoformat(),
            say(
                "qd.calendar.day",
                weekday=say(f"qd.calendar.weekday.{date.weekday()}"),
                day=date.day,
                month=say(f"qd.calendar.month.{date.month}"),
            ),
            tuple(
                ShownDeadline(
                    describe_mine_at(each.table, say.language),
                    each.at,
                    day(each).strftime("%H:%M"),
                )
                for each in deadlines
            ),
        )
        for date, deadlines in groupby(found, key=lambda each: day(each).date())
    )


def _guest(reader: Reader) -> Guest:
    if reader.guest is None:
        raise NotAllowed("qd.server.sign_in_first")
    return reader.guest


async def _show(reader: Reader, secret: str = "", done: str = "") -> HTMLResponse:
    guest = _guest(reader)
    say = reader.say()
    house = reader.house
    wall = house.clock.wall()
    link = f"{reader.address}/calendar/{secret}.ics?lang={reader.language}" if secret else ""
    return page(
        "calendar.html.jinja",
        reader,
        say,
        days=group_by_day(await house.calendars.of(guest.id), say),
        due=tell_due(say, wall),
        address=link,
        has_address=await house.calendars.has_address(guest.id),
        done=done,
    )


@router.get("/mine/calendar", response_class=HTMLResponse)
async def calendar(reader: ReaderOf) -> HTMLResponse:
    """The deadlines of the reader, day by day."""
    done = "revoked" in reader.request.query_params
    return await _show(reader, done=reader.say()("qd.calendar.revoked") if done else "")


@router.post("/mine/calendar", response_class=HTMLResponse)
async def new_address(reader: ReaderOf) -> HTMLResponse:
    """A new address for calendar programs, shown once; an older one stops working."""
    return await _show(reader, await reader.house.calendars.new_secret(_guest(reader)))


@router.post("/mine/calendar/revoke")
async def revoke_address(reader: ReaderOf) -> RedirectResponse:
    await reader.house.calendars.revoke(_guest(reader))
    return see_other("/mine/calendar?revoked")


@router.get("/calendar/{secret}.ics")
async def feed(secret: str, request: Request, reader: ReaderOf) -> Response:
    """The deadlines of whoever made this address, and nothing else of them."""
    house = reader.house
    owner = await house.calendars.owner(secret)
    asked = request.query_params.get("lang")
    language = asked if asked in LANGUAGES else language_of(request)
    say = Translator(language)
    wall = house.clock.wall()
    events = [_event(each, language, reader.address) for each in await house.calendars.of(owner.id)]
    text = write_calendar(say("qd.calendar.name"), events, wall)
    headers = {
        "cache-control": "no-store",
        "content-disposition": 'inline; filename="quarterdeck.ics"',
        "x-robots-tag": "noindex",
    }
    return Response(text, media_type=TYPE, headers=headers)


def _event(deadline: Appointment, language: str, address: str) -> CalendarEvent:
    shown = describe_mine_at(deadline.table, language)
    say = Translator(language)
    link = f"{address}/t/{shown.id}"
    asked = shown.asked or say("qd.page.your_turn")
    return CalendarEvent(
        f"{shown.id}-{deadline.seat}-{deadline.what}@quarterdeck",
        deadline.at,
        say("qd.calendar.summary", table=shown.title),
        f"{shown.game}\n{asked}\n{link}",
        link,
    )
