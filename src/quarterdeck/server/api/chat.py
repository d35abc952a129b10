"""The chat: reading, speaking, and what the host of a table decides about both."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from quarterdeck.server.api.common import After, CallerOf, HouseOf, Key, Language, Wish, new_router
from quarterdeck.server.notices import in_words
from quarterdeck.server.people import language_of
from quarterdeck.server.state import translator_for

router = new_router("chat")


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


@router.get("/tables/{table_id}/chat")
async def read_chat(
    table_id: str,
    request: Request,
    here: HouseOf,
    caller: CallerOf,
    after: After = 0,
    lang: Language = None,
) -> list[dict[str, Any]]:
    """What was said; `seat` is where the speaker sat then, null for a spectator. What has no name
    was not said by anybody: the server tells it in between. `mark`: "protected" if the speaker has
    protected this name, "other" if somebody else has. `folded`: you have blocked the speaker."""
    table = await here.tables.live(table_id)
    say = translator_for(table, language_of(request, lang))
    said = await here.store.chat.after(table_id, after)
    marks = await here.names.protecting.mark([(row.guest_id or None, row.name) for row in said])
    blocked = await here.store.friends.blocked_by(caller.guest.id if caller.guest else None)
    return [
        {
            "number": row.number,
            "name": row.name,
            "text": row.text,
            "created": row.created,
            "seat": row.seat,
            "mark": mark or None,
            "folded": row.guest_id in blocked,
        }
        for row, mark in zip(in_words(said, say), marks, strict=True)
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
