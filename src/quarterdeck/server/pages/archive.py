"""The archive: finished games of a reader, searched for by what an address says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from quarterdeck import games
from quarterdeck.server.errors import TableError
from quarterdeck.server.pages.common import Reader, option_fields, page, reader_of
from quarterdeck.server.past_games import (
    COMPANY,
    LONGEST_WORD,
    OPTION,
    ORDERS,
    RESULTS,
    ShownPast,
    describe_game,
    read_cursor,
    read_search,
    write_cursor,
)
from quarterdeck.server.store.archive import NEWEST, Cursor, PastGame, Search

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

# What of an address is searched by; the rest is not kept from page to page.
KNOWN = ("game", "opponent", "title", "from", "to", "result", "bots", "order")


async def describe_past(reader: Reader, found: Sequence[PastGame]) -> tuple[ShownPast, ...]:
    seated = await reader.house.store.mine.seats_at([each.row.id for each in found])
    return tuple(describe_game(each, seated[each.row.id], reader.language) for each in found)


@router.get("/mine/archive", response_class=HTMLResponse)
async def archive(reader: ReaderOf) -> HTMLResponse:
    """Finished games of the reader that fit, some at a time."""
    say = reader.say()
    asked = {name: text[:LONGEST_WORD] for name, text in reader.request.query_params.items()}
    notice, status, wanted = "", 200, Search()
    place: Cursor | None = None
    try:
        wanted, place = read_search(asked), read_cursor(asked.get("after", ""))
    except TableError as error:
        notice, status = say.text(error.message), error.status
    store = reader.house.store.archive
    guest_id = reader.guest_id or ""
    found = await store.search(guest_id, wanted, place)
    kept = {name: text for name, text in asked.items() if text and _is_known(name, wanted.game)}
    more = urlencode({**kept, "after": write_cursor(found.after)}) if found.after else ""
    chosen = games.load(wanted.game) if wanted.game else None
    return page(
        "archive.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        asked=asked,
        games=[(rules.id, say.text(rules.title)) for rules in games.load_all()],
        options=[] if chosen is None else option_fields(chosen, say),
        results=[(each, say(f"qd.archive.result.{each}")) for each in RESULTS],
        company=[(each, say(f"qd.archive.bots.{each}")) for each in COMPANY],
        orders=[(each, say(f"qd.archive.order.{each}")) for each in ORDERS],
        past=await describe_past(reader, found.games) if not notice else (),
        count=await store.count(guest_id),
        narrowed=bool(replace(wanted, order=NEWEST) != Search()),
        more=more if not notice else "",
        first=urlencode(kept) if place is not None else "",
    )


def _is_known(name: str, game: str) -> bool:
    return name in KNOWN or (bool(game) and name.startswith(OPTION))
