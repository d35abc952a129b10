"""Lessons: begun in the lobby and taken up again, going on and taking back at the table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from quarterdeck import games
from quarterdeck.server.learning import begin_lesson, note_heard, require_lesson, return_to_path
from quarterdeck.server.pages.acts import answer, attempt_of, held_by
from quarterdeck.server.pages.common import Reader, fields_of, reader_of, see_other
from quarterdeck.server.pages.visit import settle_in

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.post("/learn")
async def learn(request: Request, reader: ReaderOf) -> Response:
    """Begin the lesson of a game, or take it up; with `again`, from its beginning."""
    fields = await fields_of(request)
    game = fields.text("game", games.GAMES[0])
    require_lesson(game)
    guest, remember = await settle_in(request, reader, fields, reader.say()("qd.page.nameless"))
    table = await begin_lesson(reader.house, game, guest, reader.say(), "again" in fields)
    return await remember(see_other(f"/t/{table}"))


@router.post("/t/{table_id}/coach")
async def go_on(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """The learner has heard a remark, or goes their own way."""
    fields = await fields_of(request)
    table = await reader.house.tables.live(table_id)
    remark, moment = fields.text("remark"), fields.number("moment")
    await note_heard(reader.house, table, held_by(reader, table), remark, moment)
    return await answer(request, reader, table_id, fields)


@router.post("/t/{table_id}/coach/back")
async def take_back(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """The learner returns to the path: to before the choice by which they left it."""
    fields = await fields_of(request)
    attempt = await attempt_of(reader, table_id, fields)
    await return_to_path(reader.house, await reader.house.tables.live(table_id), attempt)
    return await answer(request, reader, table_id, fields)
