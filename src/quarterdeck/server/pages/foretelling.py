"""What a choice would change, as a fragment that a page shows next to the choice."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse, Response

from quarterdeck.kernel.errors import BadNotation, IllegalAction, NotYourTurn
from quarterdeck.preview import ToldPreview, tell
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.common import Reader, page, reader_of
from quarterdeck.server.previews import foretell, read_choices
from quarterdeck.server.sight import sight
from quarterdeck.server.state import translator_for

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


async def foretell_to(reader: Reader, table: LiveTable, choice: str) -> ToldPreview:
    """What choices would change, in words, for the seat through whose eyes the reader looks."""
    seat, found = await foretell(
        table,
        reader.house.tables.faults,
        lambda: sight(table, reader.guest_id, reader.hands).viewer,
        read_choices(choice),
    )
    return tell(found, seat, translator_for(table, reader.language))


@router.get("/t/{table_id}/preview", response_class=HTMLResponse)
async def preview_part(table_id: str, reader: ReaderOf, choice: str = "") -> Response:
    """Nothing, if the reader is not asked that any more (they may have pointed a moment before),
    or if no figure tells what changes: the board shows it, and the choice says what it does."""
    table = await reader.house.tables.live(table_id)
    try:
        told = await foretell_to(reader, table, choice)
    except (BadNotation, IllegalAction, NotYourTurn):
        return Response(status_code=204)
    if told.untold:
        return Response(status_code=204)
    say = translator_for(table, reader.language)
    return page("parts/preview.html.jinja", reader, say, foretold=told)
