"""The stream of a table's page: that there is a new edition, and what is new in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, suppress
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.common import LONGEST_PAGE, Reader, reader_of
from quarterdeck.server.pages.composing import PANELS, compose_page
from quarterdeck.server.pages.parts import join_parts, list_marks
from quarterdeck.server.store.rows import GATHERING
from quarterdeck.server.streams import RETRY, STILL_HERE, Waiting, changes

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/t/{table_id}/stream")
async def stream(table_id: str, request: Request, reader: ReaderOf) -> StreamingResponse:
    """There is a new edition of the table, up to line `id`.

    Besides moves these are chat lines, seats and votes. A page that does not show this edition yet
    then asks for its parts. But if it gave its name, and it is known what it shows, for instance
    the edition it names here, then the event brings what is new relative to that. If it asks for
    `mine`, it is also told how many tables wait for its reader.
    """
    tables = reader.house.tables
    await tables.live(table_id)
    known = request.query_params
    seen, edition = known.get("seen"), known.get("edition", "")
    page = known.get("page", "")[:LONGEST_PAGE]
    last = request.headers.get("last-event-id", "")

    async def events() -> AsyncIterator[bytes]:
        yield RETRY
        # A page that comes back may also have missed what is not a line: chat, seats.
        told = bool(last)
        guest = reader.guest if "mine" in known else None
        found = changes(
            tables,
            table_id,
            lambda table: table.seats_of(reader.guest_id),
            reader.caller,
            None if guest is None else partial(reader.house.mine.waiting, guest.id),
        )
        with reader.house.following.page(page):
            async with aclosing(found):
                async for table in found:
                    if table is None:
                        yield STILL_HERE
                        continue
                    if isinstance(table, Waiting):
                        yield table.as_event()
                        continue
                    mine = table.seats_of(reader.guest_id)
                    now = table.edition(mine)
                    if told or str(table.story.count(mine)) != seen or edition not in ("", now):
                        yield await _news(reader, table, page)
                    elif page and edition == now and _may_bring(table, mine):
                        with suppress(QuarterdeckError):
                            composed = await compose_page(reader, table, PANELS)
                            reader.house.following.note(page, composed.summarise())
                    told = True

    return reader.house.streams.answer(request, events())


def _may_bring(table: LiveTable, mine: Sequence[int]) -> bool:
    """Whether a stream may bring parts. It cannot know who holds a device that people share."""
    return table.row.status != GATHERING and table.fault is None and len(mine) < 2


async def _news(reader: Reader, table: LiveTable, page: str) -> bytes:
    """An event about the table as it is now, with what its page does not show yet."""
    mine = table.seats_of(reader.guest_id)
    edition = table.edition(mine)
    before = reader.house.following.find(page)
    plain = {"lines": table.story.count(mine), "edition": edition}
    if before is None or before.edition == edition or not _may_bring(table, mine):
        return _event(plain)
    try:
        composed = await compose_page(reader, table, before.closed)
    except QuarterdeckError:
        # The page fetches it, and is told why it cannot be shown
        return _event(plain)
    reader.house.following.note(page, composed.summarise())
    parts = composed.missing(before.marks)
    return _event(
        {
            "lines": composed.lines,
            "ply": composed.ply,
            "own": composed.own,
            "edition": composed.edition,
            "since": before.edition,
            "html": join_parts(parts),
            "parts": list_marks(parts),
            "closed": sorted(composed.closed),
        }
    )


def _event(news: dict[str, Any]) -> bytes:
    return b"id: %d\nevent: table\ndata: %b\n\n" % (news["lines"], orjson.dumps(news))
