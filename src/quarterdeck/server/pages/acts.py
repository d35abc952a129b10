"""What people do at a table, as forms: each answers with the page, or with its parts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from quarterdeck.bots.offering import USUAL_OPPONENT
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.errors import NotAllowed, TableError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.asked_bots import read_bot
from quarterdeck.server.pages.common import (
    HANDS_COOKIE,
    Fields,
    Reader,
    fields_of,
    reader_of,
    see_other,
    wants_parts,
)
from quarterdeck.server.pages.table import show_parts
from quarterdeck.server.pages.visit import settle_in
from quarterdeck.server.paths import link
from quarterdeck.server.sight import Hands
from quarterdeck.server.store.rows import Guest
from quarterdeck.server.talking import check_name, other_names

router = APIRouter()

MOST_AT_ONCE = 64
ReaderOf = Annotated[Reader, Depends(reader_of)]

# How long a plain form waits for the bots that move next, so that the page shows what they did.
PATIENCE = 4.0


def require_guest(reader: Reader) -> Guest:
    if reader.guest is None:
        raise NotAllowed("qd.server.sign_in_first")
    return reader.guest


def seat_of(reader: Reader, table: LiveTable, fields: Fields) -> int:
    """The seat a form is sent for; raises if it is not the reader's."""
    mine = table.seats_of(reader.guest_id)
    if not mine:
        raise NotAllowed("qd.server.players_only")
    seat = fields.number("seat", mine[0])
    if seat not in mine:
        raise NotAllowed("qd.server.not_your_seat", seat=seat)
    return seat


def key_of(fields: Fields) -> str:
    """The key that makes a form count once, however often it is sent."""
    key = fields.text("key")
    if not re.fullmatch(r"[\w-]{8,64}", key, re.ASCII):
        raise TableError("qd.server.malformed", fields="key")
    return key


async def attempt_of(reader: Reader, table_id: str, fields: Fields) -> Attempt:
    """What every attempt's form carries besides what it is about."""
    expected = fields.number("expected")
    table = await reader.house.tables.live_at(
        table_id, expected, lambda table: table.seats_of(reader.guest_id)
    )
    seat = seat_of(reader, table, fields)
    named = seat if "seat" in fields else None
    return Attempt(seat, expected, key_of(fields), held_by(reader, table), named)


def held_by(reader: Reader, table: LiveTable) -> tuple[int, ...]:
    return tuple(table.seats_of(reader.guest_id))


async def answer(
    request: Request, reader: Reader, table_id: str, fields: Fields, notice: str = ""
) -> Response:
    """Back to where the form was."""
    if wants_parts(request):
        return await show_parts(reader, table_id, notice=notice)
    table = await reader.house.tables.live(table_id)
    if table.thinking is not None and not table.thinking.done():
        await asyncio.wait({table.thinking}, timeout=PATIENCE)
    return see_other(f"/t/{table_id}/text" if fields.text("back") == "text" else f"/t/{table_id}")


async def answer_in(
    hands: Hands, request: Request, reader: Reader, table_id: str, fields: Fields
) -> Response:
    """Back to where the form was; from now on these hands hold a device that people share."""
    answered = await answer(request, replace(reader, hands=hands), table_id, fields)
    table = await reader.house.tables.live(table_id)
    if len(table.seats_of(reader.guest_id)) > 1:
        answered.set_cookie(
            HANDS_COOKIE,
            hands.write(),
            path=link(f"/t/{table_id}"),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return answered


# Playing


def chosen(fields: Fields) -> tuple[str, ...]:
    """A choice, or several that belong together, with semicolons between them."""
    return tuple(each.strip()[:120] for each in fields.text("choice").split(";")[:MOST_AT_ONCE])


@router.post("/t/{table_id}/choose")
async def choose(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Make a choice, or several that belong together."""
    fields = await fields_of(request)
    attempt = await attempt_of(reader, table_id, fields)
    await reader.house.tables.choose(table_id, attempt, chosen(fields))
    return await answer_in(Hands(attempt.seat), request, reader, table_id, fields)


@router.post("/t/{table_id}/undo")
async def undo(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Take back the last choice; with `what` = "turn", the whole turn; "redo" plays it again."""
    fields = await fields_of(request)
    tables = reader.house.tables
    attempt = await attempt_of(reader, table_id, fields)
    what = fields.text("what", "last")
    if what == "redo":
        await tables.redo(table_id, attempt)
    else:
        await tables.undo(table_id, attempt, whole_turn=what == "turn")
    return await answer_in(Hands(attempt.seat), request, reader, table_id, fields)


@router.post("/t/{table_id}/device")
async def pass_device(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """One of several people at one device takes it, looks back once more, or lays it down."""
    fields = await fields_of(request)
    table = await reader.house.tables.live(table_id)
    seat = seat_of(reader, table, fields)
    held = table.seats_of(reader.guest_id)
    looking = table.story.count(held) if fields.text("what") == "look" else None
    return await answer_in(Hands(seat, looking), request, reader, table_id, fields)


@router.post("/t/{table_id}/say")
async def say_something(table_id: str, request: Request, reader: ReaderOf) -> Response:
    fields = await fields_of(request)
    guest = require_guest(reader)
    # Pages that were open before forms had keys send none.
    key = key_of(fields) if "key" in fields else None
    await reader.house.tables.talking.say(
        table_id, guest, fields.text("text"), key, reader.hands.seat
    )
    return await answer(request, reader, table_id, fields)


@router.post("/t/{table_id}/chat")
async def open_chat(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """The host opens the chat to everybody, to players or to nobody."""
    fields = await fields_of(request)
    await reader.house.tables.talking.open_chat(
        table_id, require_guest(reader), fields.text("open")
    )
    return await answer(request, reader, table_id, fields)


@router.post("/t/{table_id}/spectator")
async def bar_spectator(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """The host mutes a spectator, sends them away, or lets them do everything again."""
    fields = await fields_of(request)
    id, how = fields.text("guest"), fields.text("how") or None
    await reader.house.tables.talking.bar(table_id, require_guest(reader), id, how)
    return await answer(request, reader, table_id, fields)


# Seats


@router.post("/t/{table_id}/join")
async def join(table_id: str, request: Request, reader: ReaderOf) -> Response:
    fields = await fields_of(request)
    seat = fields.number("seat") if "seat" in fields else None
    if reader.guest is None:
        # Before anybody is made a guest who then could not sit down
        table = await reader.house.tables.live(table_id)
        check_name(fields.text("name"), other_names(table, ""))
    guest, remember = await settle_in(request, reader, fields)
    await reader.house.tables.gathering.join(table_id, guest, seat)
    return await remember(see_other(f"/t/{table_id}"))


@router.post("/t/{table_id}/leave")
async def leave(table_id: str, request: Request, reader: ReaderOf) -> Response:
    fields = await fields_of(request)
    await reader.house.tables.gathering.leave(
        table_id, require_guest(reader), fields.number("seat")
    )
    return see_other(f"/t/{table_id}")


@router.post("/t/{table_id}/no-bots")
async def call_off_bots(table_id: str, reader: ReaderOf) -> Response:
    """The host would rather wait for people."""
    await reader.house.tables.gathering.call_off_bots(table_id, require_guest(reader))
    return see_other(f"/t/{table_id}")


@router.post("/t/{table_id}/fill")
async def fill(table_id: str, request: Request, reader: ReaderOf) -> Response:
    fields = await fields_of(request)
    await reader.house.tables.gathering.fill(
        table_id, require_guest(reader), read_bot(fields, "bot", USUAL_OPPONENT)
    )
    return see_other(f"/t/{table_id}")


async def _about_seat(
    table_id: str,
    request: Request,
    reader: Reader,
    act: Callable[[Guest, int, str], Awaitable[object]],
    notice: str,
) -> Response:
    fields = await fields_of(request)
    await act(require_guest(reader), fields.number("seat"), fields.text("bot"))
    return await answer(request, reader, table_id, fields, reader.say()(notice))


@router.post("/t/{table_id}/hand-over")
async def hand_over(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Let a bot play one's own seat."""

    async def act(guest: Guest, seat: int, bot: str) -> None:
        await reader.house.tables.stand_ins.hand_over(table_id, guest, seat, bot)

    return await _about_seat(table_id, request, reader, act, "qd.page.handed_over")


@router.post("/t/{table_id}/come-back")
async def come_back(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Take one's seat back from a bot; without a seat, all of one's seats."""
    fields = await fields_of(request)
    seat = fields.number("seat") if "seat" in fields else None
    await reader.house.tables.stand_ins.come_back(table_id, require_guest(reader), seat)
    return await answer(request, reader, table_id, fields, reader.say()("qd.page.came_back"))


@router.post("/t/{table_id}/vote")
async def vote(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Vote for a bot to play for somebody who is away."""

    async def act(guest: Guest, seat: int, bot: str) -> None:
        await reader.house.tables.stand_ins.vote(table_id, guest, seat, bot)

    return await _about_seat(table_id, request, reader, act, "qd.page.voted")


@router.post("/t/{table_id}/rematch")
async def rematch(table_id: str, reader: ReaderOf) -> Response:
    made = await reader.house.tables.gathering.rematch(table_id, require_guest(reader))
    return see_other(f"/t/{made.row.id}")
