"""The result of a finished game as a picture to share."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from quarterdeck.review import Review
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.common import Reader, reader_of
from quarterdeck.server.people import address_of
from quarterdeck.server.reviews import Reviews, check_finished

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

# So many seconds a picture waits for the graph of the review, looking so often.
PATIENCE = 8.0
STEP = 0.2
KEEP = {"cache-control": "private, max-age=300"}
# Next time there may be a graph.
PASSING = {"cache-control": "no-store"}


@router.get("/t/{table_id}/result.png")
async def show_picture(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Who won, how the chances went, and the last board, as a spectator sees it. Without a graph
    if its review is not there in time."""
    table = await reader.house.tables.live(table_id)
    check_finished(table)
    owner = reader.guest_id or address_of(request)
    found = await _wait_for_graph(reader.house.tables.reviews, table, owner)
    drawn = await reader.house.tables.pictures.draw(table, reader.language, found, owner)
    headers = {
        **(PASSING if found is None else KEEP),
        "vary": "cookie, accept-language",
        "content-disposition": f'inline; filename="quarterdeck-{table.row.game}.png"',
    }
    return Response(drawn, media_type="image/png", headers=headers)


async def _wait_for_graph(reviews: Reviews, table: LiveTable, owner: str) -> Review | None:
    found = await reviews.look(table, owner)
    waited = 0.0
    while found.review is None and found.stage.goes_on and waited < PATIENCE:
        await asyncio.sleep(STEP)
        waited += STEP
        found = await reviews.look(table, owner)
    return found.review
