"""Your own tables: what waits for you, what is new, finished games, deadlines and a calendar."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import Field

from quarterdeck import games
from quarterdeck.server.api.common import HouseOf, Language, Wish, new_router
from quarterdeck.server.mine_words import describe_mine
from quarterdeck.server.past_games import (
    describe_game,
    read_cursor,
    read_search,
    write_cursor,
)
from quarterdeck.server.paths import root
from quarterdeck.server.people import language_of
from quarterdeck.server.seeking import Sought
from quarterdeck.server.wishes import ANY

router = new_router("mine")

Word = Annotated[str, Query(max_length=60)]


@router.get("/me/waiting")
async def list_waiting(request: Request, here: HouseOf) -> dict[str, Any]:
    """At how many tables you are to choose, and which, the most urgent first."""
    guest = await here.people.guest(request)
    waiting = await here.mine.waiting(guest.id)
    return {"waiting": len(waiting), "tables": waiting}


@router.get("/me/tables")
async def list_my_tables(request: Request, here: HouseOf, lang: Language = None) -> dict[str, Any]:
    """Your unfinished tables: those that wait for you, the most urgent first (`waiting`), then
    where others are to choose (`others`), those that wait for players (`gathering`), and rematches
    to which you are invited (`invitations`).

    `asked` is what you are asked, `since` when somebody last chose or sat down there, `due` until
    when you must choose, all in seconds since 1970. `choices` is how often others have chosen since
    you looked at the table, as far as you may know, and `unread` how much was said.
    """
    guest = await here.people.guest(request)
    found = await here.mine.of(guest.id)
    shown = describe_mine(found, language_of(request, lang))
    return {"count": len(shown.waiting), **asdict(shown)}


@router.get("/me/next")
async def find_next_table(
    request: Request, here: HouseOf, after: Annotated[str, Query(max_length=24)] = ""
) -> dict[str, str | None]:
    """The table that waits most urgently for you; `after` one of them, the next one."""
    guest = await here.people.guest(request)
    return {"table": await here.mine.next(guest.id, after)}


@router.get("/me/games")
async def list_finished_games(
    request: Request, here: HouseOf, after: Word = "", lang: Language = None
) -> dict[str, Any]:
    """Your finished games, some at a time: `after` is what the answer before said.

    Search by `game`, `opponent`, `title` (parts of them, accents do not matter), `from` and `to`
    (YYYY-MM-DD, in UTC), `result` (won, lost), `bots` (with, without), `option-ID` with a game, and
    sort by `order` (newest, oldest).
    """
    guest = await here.people.guest(request)
    wanted = read_search(request.query_params)
    found = await here.store.archive.search(guest.id, wanted, read_cursor(after))
    seated = await here.store.mine.seats_at([each.row.id for each in found.games])
    language = language_of(request, lang)
    return {
        "games": [
            asdict(describe_game(each, seated[each.row.id], language)) for each in found.games
        ],
        "after": write_cursor(found.after) or None,
    }


@router.post("/me/calendar", status_code=201)
async def make_calendar(request: Request, here: HouseOf) -> dict[str, str]:
    """A new secret address at which calendar programs read your deadlines; an older one stops
    working. It is told only now."""
    guest = await here.people.guest(request)
    return {"path": f"{root()}/calendar/{await here.calendars.new_secret(guest)}.ics"}


@router.delete("/me/calendar", status_code=204)
async def revoke_calendar(request: Request, here: HouseOf) -> Response:
    """Revoke the address of your calendar."""
    await here.calendars.revoke(await here.people.guest(request))
    return Response(status_code=204)


class SeekIn(Wish):
    """Which game, in which language; anything if it is not said."""

    game: Annotated[str, Field(max_length=40)] = ""
    language: Annotated[str, Field(pattern=r"^(any|en|fr)$")] = ANY


@router.post("/tables/find")
async def find_table(wish: SeekIn, request: Request, here: HouseOf) -> dict[str, str]:
    """Sit down at the open table that fits best; if there is none, one is set up for you, at which
    bots take the free seats after a day."""
    guest = await here.people.guest(request)
    if wish.game:
        games.load(wish.game)
    newcomer = not await here.store.archive.count(guest.id)
    sought = Sought(wish.game, wish.language, newcomer)
    return {"id": await here.seeking.find(guest, sought)}


@router.delete("/tables/{table_id}/fill", status_code=204)
async def call_off_bots(table_id: str, request: Request, here: HouseOf) -> Response:
    """As the host, call off the bots that would take the free seats by themselves."""
    guest = await here.people.guest(request)
    await here.tables.gathering.call_off_bots(table_id, guest)
    return Response(status_code=204)
