"""Going back further than one may alone, and nudging those who are still choosing."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.identity import new_secret
from quarterdeck.server.pages.acts import answer, attempt_of, held_by
from quarterdeck.server.pages.common import Reader, fields_of, game_title, page, reader_of
from quarterdeck.server.recalls import asked_to_agree, choice_at
from quarterdeck.server.state import describe_table, translator_for

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/t/{table_id}/back", response_class=HTMLResponse)
async def before_going_back(
    table_id: str, reader: ReaderOf, ply: int, text: bool = False
) -> HTMLResponse:
    """What going back to before a choice of the reader means, and whom it takes."""
    table = await reader.house.tables.live_now(table_id)
    say = translator_for(table, reader.language)
    async with table.lock:
        game = table.playing()
        viewer = table.viewer(reader.guest_id)
        if viewer is None:
            raise NotAllowed("qd.server.players_only")
        index = choice_at(game, viewer, ply)
        made = game.record.entries[index].notation
        choices = game.at(ply, viewer).legal_for(viewer)
        label = next(choice.label for choice in choices if choice.notation == made)
        state = describe_table(table, viewer, reader.language, held_by(reader, table))
        others = sorted(asked_to_agree(table, viewer))
        free = game.is_free(index)
    return page(
        "back.html.jinja",
        reader,
        say,
        row=table.row,
        game=game_title(say, table.row.game),
        state=state,
        ply=ply,
        free=free,
        what=say.text(label),
        others=list(dict.fromkeys(say.player(seat) for seat in others)),
        key=new_secret(),
        text=text,
    )


@router.post("/t/{table_id}/back")
async def go_back(table_id: str, request: Request, reader: ReaderOf) -> Response:
    fields = await fields_of(request)
    attempt = await attempt_of(reader, table_id, fields)
    await reader.house.tables.recalls.ask(table_id, attempt, fields.number("ply"))
    return await answer(request, reader, table_id, fields)


@router.post("/t/{table_id}/back/answer")
async def answer_wish(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Agree to somebody's wish to go back, or refuse."""
    fields = await fields_of(request)
    held = held_by(reader, await reader.house.tables.live(table_id))
    agree = fields.text("agree") == "yes"
    await reader.house.tables.recalls.answer(table_id, held, fields.number("ply"), agree)
    return await answer(request, reader, table_id, fields)


@router.post("/t/{table_id}/back/withdraw")
async def withdraw_wish(table_id: str, request: Request, reader: ReaderOf) -> Response:
    fields = await fields_of(request)
    held = held_by(reader, await reader.house.tables.live(table_id))
    await reader.house.tables.recalls.withdraw(table_id, held)
    return await answer(request, reader, table_id, fields)


@router.post("/t/{table_id}/nudge")
async def nudge(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Nudge those who are still choosing."""
    fields = await fields_of(request)
    held = held_by(reader, await reader.house.tables.live(table_id))
    await reader.house.tables.nudges.nudge(table_id, held)
    return await answer(request, reader, table_id, fields, reader.say()("qd.page.nudge.sent"))
