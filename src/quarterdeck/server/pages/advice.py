"""Asking the coach: what the question is about, and, if the table allows it, for a hint."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.advice import tell_advice
from quarterdeck.server.advising import find_chapter
from quarterdeck.server.errors import TableError
from quarterdeck.server.hint_words import ShownHint, show_hint
from quarterdeck.server.hinting import FindSeat
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.common import (
    Reader,
    fields_of,
    game_title,
    page,
    reader_of,
    see_other,
    wants_parts,
)
from quarterdeck.server.sight import sight
from quarterdeck.server.state import translator_for

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


def _finding(reader: Reader) -> FindSeat:
    return lambda table: sight(table, reader.guest_id, reader.hands).viewer


@router.get("/t/{table_id}/advice", response_class=HTMLResponse)
async def ask_coach(
    table_id: str, request: Request, reader: ReaderOf, text: bool = False
) -> HTMLResponse:
    """What the question is about, for whoever is asked; as a page or as a part of one."""
    table = await reader.house.tables.live(table_id)
    say = translator_for(table, reader.language)
    async with table.lock:
        seat = _finding(reader)(table)
        game = table.playing()
        if seat is None or seat not in game.actors:
            raise TableError("qd.server.not_asked_now")
        told = tell_advice(game, seat, None, say)
        chapter = find_chapter(table, seat, say.language)
    alone = not wants_parts(request)
    return page(
        "advice.html.jinja" if alone else "parts/advice.html.jinja",
        reader,
        say,
        row=table.row,
        game=game_title(say, table.row.game),
        told=told,
        chapter=chapter,
        text=text,
        alone=alone,
    )


@router.post("/t/{table_id}/hint")
async def ask_hint(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """A hint for whoever is asked: a part of their page, or a page of its own."""
    fields = await fields_of(request)
    tables = reader.house.tables
    seat, hint = await tables.hints.ask(table_id, _finding(reader))
    if not wants_parts(request):
        text = "?text=1" if fields.text("back") == "text" else ""
        return see_other(f"/t/{table_id}/hint{text}")
    table = await tables.live(table_id)
    say = translator_for(table, reader.language)
    return _write(reader, table, await show_hint(table, tables.faults, seat, hint, say))


@router.get("/t/{table_id}/hint", response_class=HTMLResponse)
async def read_hint(table_id: str, reader: ReaderOf, text: bool = False) -> Response:
    """The hint that somebody has asked for, while they are still asked the same."""
    tables = reader.house.tables
    table = await tables.live_now(table_id)
    seat, hint = await tables.hints.recall(table, _finding(reader))
    if hint is None:
        return see_other(f"/t/{table_id}/text" if text else f"/t/{table_id}")
    say = translator_for(table, reader.language)
    shown = await show_hint(table, tables.faults, seat, hint, say)
    return _write(reader, table, shown, alone=True, text=text)


def _write(
    reader: Reader, table: LiveTable, hint: ShownHint, alone: bool = False, text: bool = False
) -> HTMLResponse:
    say = translator_for(table, reader.language)
    return page(
        "hint.html.jinja" if alone else "parts/hint.html.jinja",
        reader,
        say,
        row=table.row,
        game=game_title(say, table.row.game),
        hint=hint,
        text=text,
        alone=alone,
    )
