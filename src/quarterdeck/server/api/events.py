"""The stream of a table's events."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing

from fastapi import Request
from fastapi.responses import StreamingResponse

from quarterdeck.server.api.callers import own_seats
from quarterdeck.server.api.common import After, CallerOf, HouseOf, new_router
from quarterdeck.server.live import LiveTable
from quarterdeck.server.streams import RETRY, STILL_HERE, changes

router = new_router("events")


@router.get(
    "/tables/{table_id}/events",
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def stream_events(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, after: After = -1
) -> StreamingResponse:
    """Server-sent events: `table` whenever the table's story has grown, `news` for the rest.

    The id of an event is the number of lines; a reconnecting client names the last one it saw
    (`Last-Event-ID`) and is told at once if it missed something. News are words in the chat,
    somebody who sat down, stood up, or handed over to a bot, who asks to go back or nudges, or
    has finished choosing while everybody chooses at once; for players also who has come or gone.
    """
    await here.tables.live(table_id)
    last = request.headers.get("last-event-id", "")
    seen = int(last) if last.isascii() and last.isdecimal() and len(last) < 10 else after

    async def events() -> AsyncIterator[bytes]:
        nonlocal seen
        yield RETRY
        told = False
        found = changes(here.tables, table_id, lambda table: own_seats(table, caller), caller)
        async with aclosing(found):
            async for table in found:
                if not isinstance(table, LiveTable):
                    yield STILL_HERE
                    continue
                lines = table.story.count(own_seats(table, caller))
                grown = lines != seen
                if grown or told:
                    seen = lines
                    finished = table.game is not None and table.game.finished
                    yield (
                        f"id: {seen}\nevent: {'table' if grown else 'news'}\n"
                        f'data: {{"lines": {seen}, "finished": {str(finished).lower()}}}\n\n'
                    ).encode()
                told = True

    return here.streams.answer(request, events())
