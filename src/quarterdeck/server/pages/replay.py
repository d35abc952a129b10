"""Replay: every position of a table's story, and what might have been."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.bots.offering import USUAL_OPPONENT
from quarterdeck.record.jsonl import lines
from quarterdeck.server.aside import record_of, viewer_of
from quarterdeck.server.gathering import HERE
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.acts import require_guest
from quarterdeck.server.pages.boards import board_then
from quarterdeck.server.pages.common import (
    Reader,
    fields_of,
    game_title,
    page,
    reader_of,
    see_other,
    wants_parts,
)
from quarterdeck.server.pages.covers import things_address
from quarterdeck.server.pages.frames import find_eyes
from quarterdeck.server.sight import sight
from quarterdeck.server.state import translator_for, word_log

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/t/{table_id}/replay", response_class=HTMLResponse)
async def replay(
    table_id: str,
    request: Request,
    reader: ReaderOf,
    ply: int | None = None,
    eyes: int | None = None,
    what_if: bool = False,
) -> HTMLResponse:
    """The table as it was at a ply, through the reader's eyes.

    Once the game is over nothing is secret: one may look through anybody's. `what_if`: to play on
    from there.
    """
    table = await reader.house.tables.live(table_id)
    async with table.lock:
        with reader.house.tables.faults.showing(table, f"showing ply {ply}"):
            values = {**_values(reader, table, ply, eyes), "what_if": what_if}
    say = translator_for(table, reader.language)
    template = "parts/replay.html.jinja" if wants_parts(request) else "replay.html.jinja"
    return page(template, reader, say, **values)


def _values(reader: Reader, table: LiveTable, ply: int | None, eyes: int | None) -> dict[str, Any]:
    game = table.playing()
    viewer = find_eyes(reader, table, eyes)
    last = game.ply_for(viewer)
    at = max(0, min(last if ply is None else ply, last))
    then = game.at(at, viewer)
    say = translator_for(table, reader.language)
    actors = [say.player(seat) for seat in then.actors]
    return {
        "row": table.row,
        "things": things_address(table.rules, reader.language),
        "game": game_title(say, table.row.game),
        "ply": at,
        "last": last,
        "finished": game.finished,
        "over": then.finished,
        "viewer": viewer,
        "eyes": eyes if game.finished else None,
        "seats": [(seat, say.player(seat)) for seat in range(game.seats)],
        "actors": ", ".join(actors),
        "board": board_then(table, then, viewer, reader.language),
        "sections": table.rules.text(then.view(viewer), say),
        "log": word_log(table, viewer, reader.language),
        "mine": table.seats_of(reader.guest_id),
    }


@router.get("/t/{table_id}/record")
async def record(table_id: str, reader: ReaderOf) -> Response:
    """The record as a file: whole once the game is over, as far as one may see it before."""
    table = await reader.house.tables.live(table_id)
    async with table.lock:
        viewer = sight(table, reader.guest_id, reader.hands).viewer
        if table.fault is not None:
            viewer = viewer_of(table, reader.guest_id)
        found = record_of(table, viewer)
    return Response(
        "".join(lines(found)),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{table_id}.jsonl"'},
    )


@router.post("/t/{table_id}/branch")
async def branch(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """What if: a private table against bots that goes on from a ply of a finished game."""
    fields = await fields_of(request)
    table = await reader.house.tables.live(table_id)
    seat = fields.number("seat", 0)
    seating = [HERE if number == seat else USUAL_OPPONENT for number in range(len(table.seats))]
    made = await reader.house.tables.gathering.branch(
        table_id, require_guest(reader), fields.number("ply"), seating
    )
    return see_other(f"/t/{made.row.id}")
