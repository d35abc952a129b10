"""The review of a finished game: what decided it, and what could have been done better."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.review import Review, graph
from quarterdeck.review.telling import tell
from quarterdeck.server.assets import FOR_GOOD
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.boards import board_then
from quarterdeck.server.pages.common import (
    Reader,
    game_title,
    page,
    reader_of,
    see_other,
    wants_parts,
)
from quarterdeck.server.pages.covers import KEEP
from quarterdeck.server.pages.frames import find_eyes
from quarterdeck.server.paths import link
from quarterdeck.server.people import address_of
from quarterdeck.server.reviews import ReviewState, check_finished
from quarterdeck.server.state import translator_for

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

POINTS = "points"
STYLE_MARK = blake2b(graph.STYLE.encode(), digest_size=5).hexdigest()


@router.get("/review/graph.css")
async def graph_style(v: str = "") -> Response:
    """The style of the graphs, which they also have where there is no server."""
    headers = FOR_GOOD if v == STYLE_MARK else KEEP
    return Response(graph.STYLE, media_type="text/css", headers=headers)


@router.get("/t/{table_id}/review", response_class=HTMLResponse)
async def show_review(
    table_id: str, request: Request, reader: ReaderOf, view: str = ""
) -> HTMLResponse:
    """The review as far as it has come. Whoever looks first has it begun."""
    table = await reader.house.tables.live(table_id)
    found = await reader.house.tables.reviews.look(table, _owner(reader, request))
    async with table.lock:
        with reader.house.tables.faults.showing(table, "showing its review"):
            values = _values(reader, table, found, view)
            say = translator_for(table, reader.language)
            parts = "parts/review.html.jinja"
            template = parts if wants_parts(request) else "review.html.jinja"
            return page(template, reader, say, **values)


@router.post("/t/{table_id}/review")
async def try_again(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Begin a review that has failed once more."""
    table = await reader.house.tables.live(table_id)
    await reader.house.tables.reviews.try_again(table, _owner(reader, request))
    return see_other(f"/t/{table_id}/review")


@router.get("/t/{table_id}/review/position", response_class=HTMLResponse)
async def show_position(table_id: str, request: Request, reader: ReaderOf, ply: int) -> Response:
    """The board at a ply, and how everybody stood there: what the graph is about."""
    if not wants_parts(request):
        return see_other(f"/t/{table_id}/replay?ply={ply}")
    table = await reader.house.tables.live(table_id)
    found = await reader.house.tables.reviews.look(table, _owner(reader, request))
    async with table.lock:
        with reader.house.tables.faults.showing(table, f"showing ply {ply}"):
            game, say = table.playing(), translator_for(table, reader.language)
            viewer = find_eyes(reader, table, None)
            at = max(0, min(ply, game.ply))
            return page(
                "parts/position.html.jinja",
                reader,
                say,
                row=table.row,
                ply=at,
                last=game.ply,
                standing=found.review and graph.tell_standing(found.review, at, say),
                board=board_then(table, game.at(at, viewer), viewer, reader.language),
            )


def graph_style_address() -> str:
    return link(f"/review/graph.css?v={STYLE_MARK}")


def _owner(reader: Reader, request: Request) -> str:
    """Whose turn it is when several reviews wait."""
    return reader.guest_id or address_of(request)


def _values(reader: Reader, table: LiveTable, found: ReviewState, view: str) -> dict[str, Any]:
    check_finished(table)
    game, say = table.playing(), translator_for(table, reader.language)
    assert game.outcome is not None
    review = found.review
    view = POINTS if view == POINTS else ""
    return {
        "row": table.row,
        "game": game_title(say, table.row.game),
        "graph_style": graph_style_address(),
        "last": game.ply,
        "players": list(zip(game.outcome.scores, game.outcome.ranks, strict=True)),
        "found": found,
        "done": round(100 * found.done),
        "view": view,
        "graph": review and _draw(review, view, table.row.id, say),
        "told": review and tell(review, say),
        "by_points": review is not None and review.by_points,
        "round_name": game.rules.round_name,
        "round_title": say(f"{game.rules.round_name.id}.title"),
    }


def _draw(found: Review, view: str, table_id: str, say: Translator) -> Markup:
    def address(ply: int) -> str:
        return link(f"/t/{table_id}/replay?ply={ply}")

    draw = graph.draw_expected if found.by_points else graph.draw_chances
    if view == POINTS:
        draw = graph.draw_points
    # It escapes every name.
    return Markup(draw(found, say, address))  # noqa: S704
