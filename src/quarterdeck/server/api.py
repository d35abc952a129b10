"""The JSON API: everything the page can do, for programs. Documented under /api/openapi.json.

A program signs in with `Authorization: Bearer SECRET`: the secret of a guest's personal link, or
the token of one seat. Events are a stream of server-sent events; each carries the number of lines
of the table's story, which is also what a move must expect. While everybody chooses at once, you
count your own lines only; those of the others are added when all have finished.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import asdict
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from quarterdeck import bots, games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.record.jsonl import lines
from quarterdeck.server.aside import record_of
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.errors import NotAllowed, TableError
from quarterdeck.server.gathering import PACES, NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.notices import in_words
from quarterdeck.server.people import Caller, address_of, language_of
from quarterdeck.server.state import as_json, asked, in_full, shown, translator_for
from quarterdeck.server.store.rows import GATHERING, TableRow
from quarterdeck.server.streams import RETRY, STILL_HERE, changes
from quarterdeck.server.talking import admit


class Problem(BaseModel):
    """Why something was refused, in the reader's language; nothing has changed."""

    error: str
    id: str
    rule: str | None = None
    request: str | None = None


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why}
    for status, why in {
        400: "This cannot be done.",
        403: "Not yours to do, or not your turn.",
        404: "No such table, game or bot.",
        408: "The request took too long to arrive.",
        409: "Somebody else was faster.",
        413: "Too large.",
        422: "Malformed, or not open by the rules.",
        429: "Too many requests.",
        431: "The headers are too large.",
        500: "A fault of the server; `request` is its number in the log.",
        503: "The database is away, or the server is ending: try again in a moment.",
    }.items()
}

MOST_LINES = 1_000_000
PRIVATE = ("rematch", "rematch_of", "barred", "turn", "lines", "secret", "flaw", "guest_id", "vote")


def house(request: Request) -> House:
    found: House = request.app.state.house
    return found


HouseOf = Annotated[House, Depends(house)]


async def caller_of(request: Request) -> Caller:
    return await house(request).people.caller(request)


CallerOf = Annotated[Caller, Depends(caller_of)]


async def admitted(request: Request, here: HouseOf, caller: CallerOf) -> None:
    """Whom a table's host has sent away gets no answer about it; a player who asks is there."""
    table_id = request.path_params.get("table_id")
    if table_id is not None and caller.guest is not None:
        admit(await here.tables.live(table_id), caller.guest.id)
    if table_id is not None:
        await here.tables.visited(table_id, caller)


router = APIRouter(
    prefix="/api", tags=["tables"], responses=REFUSALS, dependencies=[Depends(admitted)]
)

Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[\w-]+$")]
Language = Annotated[str | None, Query(alias="lang", max_length=5)]
After = Annotated[int, Query(ge=-1, le=MOST_LINES)]
Seat = Annotated[int, Field(ge=0, le=8)]
SeatNumber = Annotated[int, Path(ge=0, le=8)]
OrderWord = Annotated[str, Field(max_length=40)]


class Wish(BaseModel):
    """What a program asks for. Types are taken at their word: `true` is not 1, nor is "1"."""

    model_config = ConfigDict(strict=True)


class GuestIn(Wish):
    name: Annotated[str, Field(min_length=1, max_length=60)]


class TableIn(Wish):
    """`seating` has one word per seat: "here" (you), "open", or a bot, such as "greedy" or
    "flat:playouts=500".

    Once somebody has been away for as long as `pace` says (live: 5 minutes), the others may vote
    for the bot `stand_in` to play for them.
    """

    game: Annotated[str, Field(max_length=40)]
    seating: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=8)]
    options: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=4000)]] = {}
    title: Annotated[str, Field(max_length=60)] = ""
    listed: bool = True
    pace: Literal["live", "day", "three_days", "week"] = "live"
    stand_in: Annotated[str, Field(max_length=40)] = bots.DEFAULT


class JoinIn(Wish):
    seat: Seat | None = None


class MoveIn(Wish):
    """Choices as notations or codes, applied whole or refused whole."""

    expected: Annotated[int, Field(ge=0, le=MOST_LINES)]
    choices: Annotated[
        list[Annotated[str, Field(max_length=120)] | Annotated[int, Field(ge=0, le=10_000_000)]],
        Field(min_length=1, max_length=40),
    ]
    key: Key
    seat: Seat | None = None


class UndoIn(Wish):
    expected: Annotated[int, Field(ge=0, le=MOST_LINES)]
    key: Key
    seat: Seat | None = None
    whole_turn: bool = False


class RedoIn(Wish):
    expected: Annotated[int, Field(ge=0, le=MOST_LINES)]
    key: Key
    seat: Seat | None = None


class BackIn(Wish):
    """`ply` is one of your own count, as in the log: the one before your choice."""

    expected: Annotated[int, Field(ge=0, le=MOST_LINES)]
    key: Key
    ply: Annotated[int, Field(ge=0, le=MOST_LINES)]
    seat: Seat | None = None


class AnswerIn(Wish):
    ply: Annotated[int, Field(ge=0, le=MOST_LINES)]
    agree: bool


class LeaveIn(Wish):
    seat: Seat


class BotIn(Wish):
    bot: Annotated[str, Field(max_length=40)] = bots.DEFAULT


class StandInIn(Wish):
    """Which bot; left out, the one the table has agreed on. For others there is no other."""

    bot: Annotated[str, Field(max_length=40)] = ""


class ChatIn(Wish):
    """With a `key`, what is sent twice is said once."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]
    key: Key | None = None


class OpenChatIn(Wish):
    """Who may speak: `everybody`, `players` or `nobody`."""

    open: Annotated[str, Field(max_length=12)]


class SpectatorIn(Wish):
    """`muted`, `removed`, or null: everything is allowed again."""

    how: Annotated[str, Field(max_length=12)] | None


def seat_for(table: LiveTable, caller: Caller, asked: int | None) -> int:
    """The seat a caller acts for; raises if it is not theirs."""
    if caller.seat is not None and caller.table == table.row.id:
        mine = [caller.seat]
    else:
        mine = table.seats_of(caller.guest.id if caller.guest else None)
    if not mine:
        raise NotAllowed("qd.server.players_only")
    if asked is None:
        viewer = table.viewer(caller.guest.id) if caller.guest else None
        return viewer if viewer is not None else mine[0]
    if asked not in mine:
        raise NotAllowed("qd.server.not_your_seat", seat=asked)
    return asked


def viewer_for(table: LiveTable, caller: Caller) -> int | None:
    """Through whose eyes a caller sees a table; None for a spectator."""
    if caller.seat is not None and caller.table == table.row.id:
        return caller.seat
    return table.viewer(caller.guest.id if caller.guest else None)


def own_seats(table: LiveTable, caller: Caller) -> tuple[int, ...]:
    if caller.seat is not None and caller.table == table.row.id:
        return (caller.seat,)
    return tuple(table.seats_of(caller.guest.id if caller.guest else None))


@router.get("/games")
async def list_games(request: Request, lang: Language = None) -> list[dict[str, Any]]:
    """The games, their seats and options, and the bots there are."""

    say = Translator(language_of(request, lang))
    found = []
    for rules in games.load_all():
        found.append(
            {
                "id": rules.id,
                "title": say.text(rules.title),
                "summary": say(f"{rules.prefix}.summary"),
                "seats": list(rules.seats),
                "options": [
                    {
                        "id": option.id,
                        "label": say.text(rules.option_label(option)),
                        "default": option.default,
                        "values": {
                            value: say.text(rules.value_label(option, value))
                            for value in option.values + option.seeded
                        },
                    }
                    for option in rules.options
                ],
                "bots": list(bots.PLUGINS.names()),
            }
        )
    return found


@router.post("/guests", status_code=201)
async def welcome(wish: GuestIn, request: Request, here: HouseOf) -> dict[str, str]:
    """Come as a guest. Keep the secret: it is the only sign that you are you."""
    guest, secret = await here.people.welcome(wish.name, address_of(request))
    return {"id": guest.id, "name": guest.name, "secret": secret}


@router.post("/me/link", status_code=201)
async def renew_link(request: Request, here: HouseOf) -> dict[str, str]:
    """A new secret, which is also that of your personal link; the old one stops working."""
    guest = await here.people.guest(request)
    return {"secret": await here.people.new_link(guest)}


@router.post("/me/log-out", status_code=201)
async def log_out_everywhere(request: Request, here: HouseOf) -> dict[str, str]:
    """End all your sessions, links and seat tokens, on every device. Keep the new secret."""
    guest = await here.people.guest(request)
    return {"secret": await here.people.sign_out_everywhere(guest)}


def table_json(row: TableRow) -> dict[str, Any]:
    """A table for a list; where it goes on afterwards only its players may ask."""
    return _public(asdict(row))


def _public(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in PRIVATE}


@router.get("/tables")
async def list_tables(here: HouseOf, caller: CallerOf) -> dict[str, list[dict[str, Any]]]:
    """Open tables, tables to watch, and your own."""
    mine = await here.store.lists.of(caller.guest.id) if caller.guest else []
    since = here.limits.open_since(time.time())
    return {
        "open": [table_json(row) for row in await here.store.lists.open(since=since)],
        "running": [table_json(row) for row in await here.store.lists.watchable()],
        "mine": [table_json(row) for row in mine],
    }


@router.post("/tables", status_code=201)
async def create_table(wish: TableIn, request: Request, here: HouseOf) -> dict[str, Any]:
    """Set up a table; the game starts as soon as no seat is open."""
    host = await here.people.guest(request)
    table = await here.tables.gathering.create(
        NewTable(
            wish.game,
            tuple(wish.seating),
            wish.options,
            wish.title,
            wish.listed,
            away_after=PACES[wish.pace],
            stand_in=wish.stand_in,
        ),
        host,
    )
    return table_json(table.row)


@router.get("/tables/{table_id}")
async def show_table(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> Any:
    """The table as you may see it: view, choices, log, scores."""
    table = await here.tables.live(table_id)
    language = language_of(request, lang)
    if table.row.status == GATHERING or table.fault is not None:
        seating = [_public(asdict(seat)) for seat in table.seats]
        found = {**table_json(table.row), "seating": seating}
        if table.fault is not None:
            found["set_aside"] = Translator(language).text(table.fault.message)
        return found
    async with table.lock:
        with here.tables.faults.showing(table):
            viewer = viewer_for(table, caller)
            state = in_full(table, shown(table, viewer, language, own_seats(table, caller)))
    return Response(as_json(state), media_type="application/json")


@router.post("/tables/{table_id}/join")
async def join_table(
    table_id: str, wish: JoinIn, request: Request, here: HouseOf
) -> dict[str, str]:
    """Sit down; the token lets a program play this seat."""
    guest = await here.people.guest(request)
    return {"token": await here.tables.gathering.join(table_id, guest, wish.seat)}


@router.post("/tables/{table_id}/leave")
async def leave_table(
    table_id: str, wish: LeaveIn, request: Request, here: HouseOf
) -> dict[str, Any]:
    """Stand up again before the game has started; hosts may free anybody's seat so, too."""
    guest = await here.people.guest(request)
    await here.tables.gathering.leave(table_id, guest, wish.seat)
    return {"seat": wish.seat}


@router.delete("/tables/{table_id}/seats/{seat}")
async def free_seat(
    table_id: str, seat: SeatNumber, request: Request, here: HouseOf
) -> dict[str, int]:
    """Free a seat before the start: your own, or anybody's at a table that you have set up."""
    guest = await here.people.guest(request)
    await here.tables.gathering.leave(table_id, guest, seat)
    return {"seat": seat}


@router.post("/tables/{table_id}/fill")
async def fill_table(table_id: str, wish: BotIn, request: Request, here: HouseOf) -> dict[str, Any]:
    """Put bots on the seats that are still open, and start. For whoever set the table up."""
    guest = await here.people.guest(request)
    await here.tables.gathering.fill(table_id, guest, wish.bot)
    return table_json((await here.tables.live(table_id)).row)


@router.post("/tables/{table_id}/seats/{seat}/token")
async def seat_token(
    table_id: str, seat: SeatNumber, request: Request, here: HouseOf
) -> dict[str, str]:
    """A new token for your seat; an older one stops working."""
    guest = await here.people.guest(request)
    (await here.tables.live(table_id)).check_owner(guest.id, seat)
    return {"token": await here.people.renew_token(table_id, seat)}


@router.delete("/tables/{table_id}/seats/{seat}/token")
async def end_seat_token(
    table_id: str, seat: SeatNumber, request: Request, here: HouseOf
) -> dict[str, int]:
    """End the token of your seat: no program plays it any more."""
    guest = await here.people.guest(request)
    (await here.tables.live(table_id)).check_owner(guest.id, seat)
    await here.people.end_token(table_id, seat)
    return {"seat": seat}


class OrdersIn(Wish):
    """Standing orders by their ids; null takes them back."""

    orders: dict[OrderWord, OrderWord] | None


@router.get("/tables/{table_id}/seats/{seat}/orders")
async def get_orders(
    table_id: str, seat: SeatNumber, request: Request, here: HouseOf
) -> dict[str, Any]:
    """Your standing orders for a seat, and what can be ordered. Nobody else sees them."""
    guest = await here.people.guest(request)
    given = await here.tables.orders.of(table_id, guest, seat)
    rules = (await here.tables.live(table_id)).rules
    return {"orders": given, "known": {order.id: order.values for order in rules.orders}}


@router.put("/tables/{table_id}/seats/{seat}/orders")
async def put_orders(
    table_id: str, seat: SeatNumber, wish: OrdersIn, request: Request, here: HouseOf
) -> dict[str, Any]:
    """Give standing orders: they answer when you are asked in another's turn and are away."""
    guest = await here.people.guest(request)
    return {"orders": await here.tables.orders.give(table_id, guest, seat, wish.orders)}


@router.get("/tables/{table_id}/seats/{seat}/stand-in")
async def show_stand_in(
    table_id: str, seat: SeatNumber, here: HouseOf, caller: CallerOf
) -> dict[str, Any]:
    """Who plays a seat now, and whether you may vote for a bot to play for somebody away.

    `away` are seconds, in whole minutes. `voted` are the people who want the bot, each by the first
    of their seats; it takes `needed`.
    """
    table = await here.tables.live_now(table_id)
    mine = own_seats(table, caller)
    if not mine:
        raise NotAllowed("qd.server.players_only")
    if seat >= len(table.seats):
        raise TableError("qd.server.no_person_there", seat=seat)
    async with table.lock:
        absences = await here.tables.stand_ins.absences(table, table.seats[mine[0]].guest_id)
    known = absences[seat]
    return {
        "bot": table.seats[seat].player,
        "agreed": table.row.stand_in,
        "away_after": table.row.away_after,
        "away": known and known.away,
        "voted": known and known.voted,
        "needed": known and known.needed,
        "may_vote": known is not None and known.may_vote,
    }


@router.post("/tables/{table_id}/seats/{seat}/stand-in")
async def ask_stand_in(
    table_id: str, seat: SeatNumber, wish: StandInIn, request: Request, here: HouseOf
) -> dict[str, bool]:
    """Let a bot play a seat: at once if it is yours; else, once whoever sits there has been away
    for as long as the table has agreed on, as soon as more than half of the others want it."""
    guest = await here.people.guest(request)
    if seat in (await here.tables.live(table_id)).seats_of(guest.id):
        await here.tables.stand_ins.hand_over(table_id, guest, seat, wish.bot)
        return {"standing_in": True}
    return {"standing_in": await here.tables.stand_ins.vote(table_id, guest, seat, wish.bot)}


@router.delete("/tables/{table_id}/seats/{seat}/stand-in")
async def come_back(
    table_id: str, seat: SeatNumber, request: Request, here: HouseOf
) -> dict[str, bool]:
    """Take your seat back from the bot."""
    guest = await here.people.guest(request)
    await here.tables.stand_ins.come_back(table_id, guest, seat)
    return {"standing_in": False}


@router.post("/tables/{table_id}/rematch", status_code=201)
async def ask_rematch(table_id: str, request: Request, here: HouseOf) -> dict[str, Any]:
    """The same table once more; whoever asks second finds the one the first has made."""
    guest = await here.people.guest(request)
    return table_json((await here.tables.gathering.rematch(table_id, guest)).row)


@router.get("/tables/{table_id}/choices")
async def list_choices(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> Any:
    """What you are asked and what is open to you now; empty if it is not your turn."""
    table = await here.tables.live(table_id)
    async with table.lock:
        with here.tables.faults.showing(table):
            viewer, language = viewer_for(table, caller), language_of(request, lang)
            question = asked(table, viewer, language, own_seats(table, caller))
    return Response(orjson.dumps(question), media_type="application/json")


async def attempt_of(
    here: House, table_id: str, caller: Caller, wish: MoveIn | UndoIn | RedoIn | BackIn
) -> Attempt:
    """What a request carries besides what it wants."""
    table = await here.tables.live_at(
        table_id, wish.expected, lambda table: own_seats(table, caller)
    )
    seat = seat_for(table, caller, wish.seat)
    return Attempt(seat, wish.expected, wish.key, own_seats(table, caller), wish.seat)


@router.post("/tables/{table_id}/moves")
async def post_move(table_id: str, wish: MoveIn, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Make a choice. A repeated key is answered and not applied again."""
    attempt = await attempt_of(here, table_id, caller, wish)
    table = await here.tables.choose(table_id, attempt, wish.choices)
    return {"lines": table.story.count(attempt.held), "finished": table.playing().finished}


@router.post("/tables/{table_id}/undo")
async def post_undo(table_id: str, wish: UndoIn, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Take back your last choice with those posted together with it, or your whole turn, as far
    as nothing stands in between."""
    attempt = await attempt_of(here, table_id, caller, wish)
    table = await here.tables.undo(table_id, attempt, wish.whole_turn)
    return {"lines": table.story.count(attempt.held)}


@router.post("/tables/{table_id}/redo")
async def post_redo(table_id: str, wish: RedoIn, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Make again the choice you took back last, with those it was posted together with."""
    attempt = await attempt_of(here, table_id, caller, wish)
    table = await here.tables.redo(table_id, attempt)
    return {"lines": table.story.count(attempt.held)}


@router.post("/tables/{table_id}/back")
async def ask_back(table_id: str, wish: BackIn, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Ask to go back to before a choice of yours. Everybody else at the table must agree,
    unless you could take it back alone or there is nobody else."""
    attempt = await attempt_of(here, table_id, caller, wish)
    went_back = await here.tables.recalls.ask(table_id, attempt, wish.ply)
    table = await here.tables.live(table_id)
    return {"lines": table.story.count(attempt.held), "went_back": went_back}


@router.post("/tables/{table_id}/back/answer")
async def answer_back(
    table_id: str, wish: AnswerIn, here: HouseOf, caller: CallerOf
) -> dict[str, bool]:
    """Agree that the table goes back to before somebody's choice, or refuse."""
    held = own_seats(await here.tables.live(table_id), caller)
    return {"went_back": await here.tables.recalls.answer(table_id, held, wish.ply, wish.agree)}


@router.delete("/tables/{table_id}/back")
async def withdraw_back(table_id: str, here: HouseOf, caller: CallerOf) -> dict[str, bool]:
    """You do not want to go back any more."""
    held = own_seats(await here.tables.live(table_id), caller)
    await here.tables.recalls.withdraw(table_id, held)
    return {"went_back": False}


@router.post("/tables/{table_id}/nudge")
async def nudge(table_id: str, here: HouseOf, caller: CallerOf) -> dict[str, bool]:
    """Nudge those who are still choosing while you wait."""
    held = own_seats(await here.tables.live(table_id), caller)
    await here.tables.nudges.nudge(table_id, held)
    return {"nudged": True}


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


@router.get("/tables/{table_id}/chat")
async def read_chat(
    table_id: str, request: Request, here: HouseOf, after: After = 0, lang: Language = None
) -> list[dict[str, Any]]:
    """What was said; `seat` is where the speaker sat then, null for a spectator. What has no name
    was not said by anybody: the server tells it in between."""
    table = await here.tables.live(table_id)
    say = translator_for(table, language_of(request, lang))
    return [
        {
            "number": row.number,
            "name": row.name,
            "text": row.text,
            "created": row.created,
            "seat": row.seat,
        }
        for row in in_words(await here.store.chat.after(table_id, after), say)
    ]


@router.post("/tables/{table_id}/chat", status_code=201)
async def post_chat(table_id: str, wish: ChatIn, request: Request, here: HouseOf) -> dict[str, int]:
    """Say something: in the name of your seat, or as a spectator in your own."""
    guest = await here.people.guest(request)
    said = await here.tables.talking.say(table_id, guest, wish.text, wish.key)
    return {"number": said.number}


@router.put("/tables/{table_id}/chat")
async def open_chat(
    table_id: str, wish: OpenChatIn, request: Request, here: HouseOf
) -> dict[str, str]:
    """Who may speak from now on. For whoever set the table up."""
    host = await here.people.guest(request)
    table = await here.tables.talking.open_chat(table_id, host, wish.open)
    return {"open": table.row.chat}


@router.get("/tables/{table_id}/spectators")
async def list_spectators(table_id: str, request: Request, here: HouseOf) -> list[dict[str, Any]]:
    """Who watches or has spoken, and is muted or removed. For whoever set the table up."""
    host = await here.people.guest(request)
    table = await here.tables.talking.hosted(table_id, host)
    watching = here.hub.guests(table_id)
    return [asdict(found) for found in await here.tables.talking.spectators(table, watching)]


@router.put("/tables/{table_id}/spectators/{guest_id}")
async def bar_spectator(
    table_id: str, guest_id: str, wish: SpectatorIn, request: Request, here: HouseOf
) -> dict[str, Any]:
    """Mute a spectator or send them away; null takes it back. For whoever set the table up."""
    host = await here.people.guest(request)
    await here.tables.talking.bar(table_id, host, guest_id, wish.how)
    return {"id": guest_id, "how": wish.how}


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
    has finished choosing while everybody chooses at once.
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
                if table is None:
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
