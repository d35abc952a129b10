"""Asking the coach in an ordinary game: what the question is about, what it would do and why."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from quarterdeck.advice import tell_advice
from quarterdeck.server.advising import find_chapter
from quarterdeck.server.pages.common import Reader, game_title, page, reader_of, wants_parts
from quarterdeck.server.sight import sight
from quarterdeck.server.state import translator_for

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/t/{table_id}/advice", response_class=HTMLResponse)
async def ask_coach(
    table_id: str, request: Request, reader: ReaderOf, text: bool = False
) -> HTMLResponse:
    """What the coach says to whoever is asked, as a page or as a part of one."""
    table = await reader.house.tables.live(table_id)
    seat, advice = await reader.house.tables.advisers.advise(
        table, lambda: sight(table, reader.guest_id, reader.hands).viewer
    )
    say = translator_for(table, reader.language)
    async with table.lock:
        shown = tell_advice(table.playing(), seat, advice, say)
        chapter = find_chapter(table, seat, say.language)
    alone = not wants_parts(request)
    template = "advice.html.jinja" if alone else "parts/advice.html.jinja"
    return page(
        template,
        reader,
        say,
        row=table.row,
        game=game_title(say, table.row.game),
        advice=shown,
        chapter=chapter,
        text=text,
        alone=alone,
    )
