"""Tables: the lists, a new one, one as its reader may see it, its record, a rematch."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import Field

from quarterdeck import bots
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.record.jsonl import lines
from quarterdeck.server.api.callers import own_seats, viewer_for
from quarterdeck.server.api.common import CallerOf, HouseOf, Language, Wish, new_router
from quarterdeck.server.api.rows import seat_json, table_json
from quarterdeck.server.aside import record_of
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.pace import MOST_HOURS, away_after, read_pace
from quarterdeck.server.people import language_of
from quarterdeck.server.seeking import read_wanted
from quarterdeck.server.state import as_json, describe_in_full, describe_table
from quarterdeck.server.store.rows import GATHERING
from quarterdeck.server.wishes import LONGEST_REMARK, Wishes

router = new_router("tables")

PaceName = Literal[
    "live", "day", "three_days", "week", "brisk", "steady", "easy", "leisurely", "bank"
]


class TableIn(Wish):
    """`seating` has one word per seat: "here" (you), "open", or a bot: a level, from "deckhand" to
    "admiral", or another, such as "greedy"; with parameters if it has some ("admiral:seconds=5").

    `pace` is how much time people have: none runs at a "live" table; "day", "three_days" and "week"
    are for every turn; "brisk", "steady", "easy" and "leisurely" are banks of time to which every
    turn adds something. "bank" is one of your own: it holds `bank_hours`, a turn adds
    `refill_hours`. `time_up`: when somebody's time is up, everybody is told ("remind"), the bot
    `stand_in` plays this turn ("turn"), or it plays until its person returns ("seat"). `holidays`:
    time stands still for people on holiday. A table without open seats is played live. Once
    somebody has been away for as long as a turn or the bank may last (live: 5 minutes), the others
    may vote for the bot `stand_in` to play for them. With `suggestions` players may ask for hints.
    With `bots_tell` the log tells how sure of winning the bots were at each choice (`certainty`,
    from 0 to 1), once the game is over and not before. With `chances` those who may know are told
    everybody's chances while the game is played.

    At a listed table, `experience`, `language` and `remark` tell whom you would like to play with.
    With `fill_after`, the bot `fill_bot` takes the seats that are still free so many hours later.
    """

    game: Annotated[str, Field(max_length=40)]
    seating: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=8)]
    options: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=4000)]] = (
        Field(default={})
    )
    title: Annotated[str, Field(max_length=60)] = ""
    listed: bool = True
    pace: PaceName = "live"
    bank_hours: Annotated[int, Field(ge=1, le=MOST_HOURS)] | None = None
    refill_hours: Annotated[int, Field(ge=1, le=MOST_HOURS)] | None = None
    time_up: Literal["remind", "turn", "seat"] = "remind"
    holidays: bool = True
    stand_in: Annotated[str, Field(max_length=40)] = bots.DEFAULT
    suggestions: bool = True
    bots_tell: bool = False
    chances: bool = False
    experience: Literal["any", "beginners", "experienced"] = "any"
    language: Literal["any", "en", "fr"] = "any"
    remark: Annotated[str, Field(max_length=LONGEST_REMARK)] = ""
    fill_after: Literal[0, 1, 6, 24, 72] = 0
    fill_bot: Annotated[str, Field(max_length=40)] = bots.DEFAULT


@router.get("/tables")
async def list_tables(
    request: Request, here: HouseOf, caller: CallerOf
) -> dict[str, list[dict[str, Any]]]:
    """Open tables, tables to watch, and your own.

    Of the open tables, only those that fit `game`, `free` (seats, at least), `language`,
    `experience` and `pace`, if you name them.
    """
    guest_id = caller.guest.id if caller.guest else None
    mine = await here.store.lists.of(guest_id) if guest_id else []
    since = here.limits.open_since(time.time())
    wanted = read_wanted(request.query_params)
    joinable = await here.store.lists.joinable(since=since, wanted=wanted)
    company = here.names.company
    running = await here.store.lists.watchable()
    return {
        "open": [table_json(row) for row in await company.without_blocked(joinable, guest_id)],
        "running": [table_json(row) for row in await company.without_blocked(running, guest_id)],
        "mine": [table_json(row) for row in mine],
    }


@router.post("/tables", status_code=201)
async def create_table(wish: TableIn, request: Request, here: HouseOf) -> dict[str, Any]:
    """Set up a table; the game starts as soon as no seat is open."""
    host = await here.people.guest(request)
    pace = read_pace(wish.pace, wish.bank_hours, wish.refill_hours)
    table = await here.tables.gathering.create(
        NewTable(
            wish.game,
            tuple(wish.seating),
            wish.options,
            wish.title,
            wish.listed,
            away_after=away_after(pace),
            stand_in=wish.stand_in,
            suggestions=wish.suggestions,
            bots_tell=wish.bots_tell,
            chances=wish.chances,
            pace=pace,
            time_up=wish.time_up,
            holidays=wish.holidays,
            wishes=Wishes(
                wish.experience, wish.language, wish.remark, wish.fill_after, wish.fill_bot
            ),
        ),
        host,
    )
    return table_json(table.row)


@router.get("/tables/{table_id}")
async def show_table(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> Any:
    """The table as you may see it: view, choices, log, scores; and how much time people have, by
    seat: `left` are seconds, `due` is when it is up, in seconds since 1970."""
    table = await here.tables.live(table_id)
    language = language_of(request, lang)
    marks = await here.names.protecting.mark_seats(table.seats)
    if table.row.status == GATHERING or table.fault is not None:
        seating = [
            {**seat_json(seat), "mark": mark or None}
            for seat, mark in zip(table.seats, marks, strict=True)
        ]
        found = {**table_json(table.row), "seating": seating}
        if table.fault is not None:
            found["set_aside"] = Translator(language).text(table.fault.message)
        return found
    async with table.lock:
        with here.tables.faults.showing(table):
            viewer = viewer_for(table, caller)
            state = describe_in_full(
                table, describe_table(table, viewer, language, own_seats(table, caller))
            )
    marked = [
        replace(seat, mark=mark or None) for seat, mark in zip(state.seats, marks, strict=True)
    ]
    times = await here.tables.deadlines.times(table)
    state = replace(state, seats=tuple(marked), times=times)
    return Response(as_json(state), media_type="application/json")


@router.post("/tables/{table_id}/rematch", status_code=201)
async def ask_rematch(table_id: str, request: Request, here: HouseOf) -> dict[str, Any]:
    """The same table once more; whoever asks second finds the one the first has made."""
    guest = await here.people.guest(request)
    return table_json((await here.tables.gathering.rematch(table_id, guest)).row)


@router.get(
    "/tables/{table_id}/record",
    responses={200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}},
)
async def fetch_record(table_id: str, here: HouseOf, caller: CallerOf) -> PlainTextResponse:
    """The record: whole once the game is over, as far as you may see it before."""
    table = await here.tables.live(table_id)
    async with table.lock:
        record = record_of(table, viewer_for(table, caller))
    return PlainTextResponse(
        "".join(lines(record)),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{table_id}.jsonl"'},
    )
