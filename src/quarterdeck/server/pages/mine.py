"""My tables: what waits for me, what others do, and one way to the next one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.hub import Watcher
from quarterdeck.server.mine_words import ShownMine, describe_mine, is_soon, tell_due, tell_since
from quarterdeck.server.pages.archive import describe_past
from quarterdeck.server.pages.common import (
    Reader,
    fields_of,
    page,
    reader_of,
    render,
    see_other,
)
from quarterdeck.server.past_games import ShownPast
from quarterdeck.server.store import DatabaseTrouble
from quarterdeck.server.store.archive import Search
from quarterdeck.server.streams import (
    KEEP_ALIVE,
    LONGEST,
    RETRY,
    STILL_HERE,
    count_waiting,
)

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

# Finished games that are listed after all others.
FEW = 5
# Seconds for which changes are gathered before the list is made anew.
BREATH = 1.0
# What is said when there is nowhere to go.
NOWHERE = ("none", "only")


@dataclass(frozen=True)
class ShownList:
    """The list of a reader, and what templates need to show it."""

    mine: ShownMine
    past: tuple[ShownPast, ...]

    def values(self, reader: Reader, say: Translator) -> dict[str, Any]:
        wall = reader.house.clock.wall()
        return {
            "mine": self.mine,
            "waiting": len(self.mine.waiting),
            "past": self.past,
            "since": tell_since(say, wall),
            "due": tell_due(say, wall),
            "soon": is_soon(wall),
        }


async def list_tables(reader: Reader) -> ShownList:
    """The tables of a reader; a stranger has none."""
    if reader.guest is None:
        return ShownList(ShownMine((), (), (), ()), ())
    house = reader.house
    found = await house.mine.of(reader.guest.id)
    past = await house.store.archive.search(reader.guest.id, Search(), limit=FEW)
    return ShownList(
        describe_mine(found, reader.language),
        await describe_past(reader, past.games),
    )


@router.get("/mine", response_class=HTMLResponse)
async def my_tables(reader: ReaderOf) -> HTMLResponse:
    say = reader.say()
    found = await list_tables(reader)
    asked = reader.request.query_params.get("next", "")
    notice = say(f"qd.mine.next.{asked}") if asked in NOWHERE else ""
    return page("mine.html.jinja", reader, say, notice=notice, **found.values(reader, say))


@router.get("/mine/parts", response_class=HTMLResponse)
async def my_parts(reader: ReaderOf) -> HTMLResponse:
    """The list as it is now, for a page that shows it."""
    say = reader.say()
    found = await list_tables(reader)
    short = "short" in reader.request.query_params
    text = render(
        "parts/mine_parts.html.jinja", reader, say, short=short, **found.values(reader, say)
    )
    return HTMLResponse(text, headers={"cache-control": "no-store"})


@router.get("/mine/next")
async def next_table(reader: ReaderOf, after: str = "") -> Response:
    """To the table that waits most urgently, or where nothing waits, to a word that says so."""
    if reader.guest is None:
        return see_other("/mine?next=none")
    found = await reader.house.mine.next(reader.guest.id, after)
    if found is None:
        return see_other("/mine?next=none")
    return see_other("/mine?next=only" if found == after else f"/t/{found}")


@router.get("/mine/stream")
async def stream(request: Request, reader: ReaderOf) -> StreamingResponse:
    """How many tables wait for the reader, and the edition of their list, whenever it changes."""
    return reader.house.streams.answer(request, _events(reader))


async def _events(reader: Reader) -> AsyncIterator[bytes]:
    yield RETRY
    if reader.guest is None:
        return
    hub = reader.house.hub
    now = asyncio.get_running_loop().time
    told, due, end = "", now() + KEEP_ALIVE, now() + LONGEST
    with hub.calling(Watcher(reader.caller, curious=True)) as watcher:
        watcher.called = True
        while not (hub.closing or watcher.dismissed or now() >= end):
            if watcher.called:
                watcher.called = False
                try:
                    tables = await reader.house.mine.of(reader.guest.id)
                    found = describe_mine(tables, reader.language)
                except DatabaseTrouble:
                    return
                if found.edition != told:
                    told = found.edition
                    waiting = count_waiting([each.id for each in found.waiting])
                    yield waiting.as_event(edition=told)
            if now() >= due:
                yield STILL_HERE
                due = now() + KEEP_ALIVE
            if await watcher.wait(due - now()):
                await asyncio.sleep(BREATH)


@router.post("/t/{table_id}/looked")
async def looked(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """A page that was looked at is closed or hidden: what it showed has been seen."""
    fields = await fields_of(request)
    table = await reader.house.tables.live(table_id)
    said = await reader.house.store.chat.of(table_id)
    last = said[-1].number if said else 0
    if fields.number("lines") >= table.story.count(table.seats_of(reader.guest_id)):
        reader.house.mine.look(table, reader.guest_id, min(fields.number("chat", 0), last))
    return Response(status_code=204)
