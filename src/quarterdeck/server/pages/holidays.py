"""One's holidays: taken, given up, ended."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.server.dates import word_day
from quarterdeck.server.errors import NotAllowed, TableError
from quarterdeck.server.holidays import NOWHERE, known_zones
from quarterdeck.server.pages.common import Reader, fields_of, page, reader_of, see_other
from quarterdeck.server.store.rows import Guest

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


def _guest(reader: Reader) -> Guest:
    if reader.guest is None:
        raise NotAllowed("qd.server.sign_in_first")
    return reader.guest


@router.get("/me/holidays", response_class=HTMLResponse)
async def show_holidays(reader: ReaderOf) -> HTMLResponse:
    return await _show(reader)


async def _show(
    reader: Reader, notice: str = "", status: int = 200, wish: tuple[str, str, str] = ("", "", "")
) -> HTMLResponse:
    """`wish`: what was asked for in vain, to be corrected."""
    guest, say = _guest(reader), reader.say()
    holidays = reader.house.tables.holidays
    rows = await holidays.of(guest.id)
    zone = wish[2] or (rows[-1].zone if rows else NOWHERE)
    today = holidays.today(zone)
    return page(
        "holidays.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        wish=wish,
        rows=[
            (row, say.text(word_day(row.first)), say.text(word_day(row.last)), holidays.is_on(row))
            for row in rows
        ],
        zones=known_zones(),
        zone=zone,
        now=holidays.now().isoformat(),
        today=today.isoformat(),
        year=str(today.year),
        left=await holidays.left(guest.id, today.year),
        most=holidays.days_a_year,
    )


@router.post("/me/holidays")
async def take_holiday(request: Request, reader: ReaderOf) -> Response:
    fields = await fields_of(request)
    wish = fields.text("first"), fields.text("last"), fields.text("zone", NOWHERE)
    try:
        await reader.house.tables.deadlines.take_holiday(_guest(reader), *wish)
    except TableError as error:
        return await _refuse(reader, error, wish)
    return see_other("/me/holidays")


@router.post("/me/holidays/end")
async def end_holiday(request: Request, reader: ReaderOf) -> Response:
    fields = await fields_of(request)
    try:
        await reader.house.tables.deadlines.end_holiday(_guest(reader), fields.text("first"))
    except TableError as error:
        return await _refuse(reader, error, ("", "", ""))
    return see_other("/me/holidays")


async def _refuse(reader: Reader, error: TableError, wish: tuple[str, str, str]) -> HTMLResponse:
    if reader.guest is None:
        raise error
    return await _show(reader, reader.say().text(error.message), error.status, wish)
