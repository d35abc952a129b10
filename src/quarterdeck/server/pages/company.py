"""Friends, invitations, and people one does not want to meet, as pages and forms."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.server.errors import NotFound
from quarterdeck.server.live import LiveTable
from quarterdeck.server.names.company import Friend
from quarterdeck.server.pages.common import (
    Fields,
    Reader,
    fields_of,
    game_title,
    page,
    reader_of,
    see_other,
)
from quarterdeck.server.pages.me import require_guest
from quarterdeck.server.pages.visit import settle_in
from quarterdeck.server.store.rows import GATHERING, Guest

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/me/friends", response_class=HTMLResponse)
async def my_friends(reader: ReaderOf) -> HTMLResponse:
    """Friends, the link by which others become some, and whom one has blocked."""
    guest = require_guest(reader)
    company = reader.house.names.company
    found = await company.friends(guest)
    marks = await reader.house.names.protecting.mark([(f.guest.id, f.guest.name) for f in found])
    key = await reader.house.store.friends.key_of(guest.id)
    return page(
        "friends.html.jinja",
        reader,
        reader.say(),
        friends=list(zip(found, marks, strict=True)),
        titles=await _titles(reader, found),
        link=f"{reader.address}/friends/{key}" if key else "",
        blocked=await company.blocked(guest),
    )


async def _titles(reader: Reader, friends: list[Friend]) -> dict[str, str]:
    """What the tables are called that friends share with the reader."""
    say, titles = reader.say(), {}
    for id in {table for friend in friends for table in friend.tables}:
        row = await reader.house.store.tables.find(id)
        if row is not None:
            titles[id] = row.title or game_title(say, row.game)
    return titles


@router.post("/me/friends/link")
async def change_link(request: Request, reader: ReaderOf) -> Response:
    """A new friend link, or none."""
    guest, company = require_guest(reader), reader.house.names.company
    if (await fields_of(request)).text("what") == "end":
        await company.end_key(guest)
    else:
        await company.new_key(guest)
    return see_other("/me/friends")


@router.post("/me/friends/remove")
async def remove_friend(request: Request, reader: ReaderOf) -> Response:
    friend = (await fields_of(request)).text("friend")
    await reader.house.names.company.part(require_guest(reader), friend)
    return see_other("/me/friends")


@router.get("/friends/{key}", response_class=HTMLResponse)
async def friend_link(key: str, reader: ReaderOf) -> HTMLResponse:
    """Somebody's friend link: who it is, and whether to become friends."""
    other = await reader.house.names.company.by_key(key, reader.guest)
    friends = await reader.house.store.friends.of(reader.guest.id) if reader.guest else []
    return page(
        "befriend.html.jinja",
        reader,
        reader.say(),
        other=other,
        key=key,
        own=reader.guest_id == other.id,
        already=other.id in {each.id for each in friends},
    )


@router.post("/friends/{key}")
async def accept(key: str, request: Request, reader: ReaderOf) -> Response:
    """Become friends; whoever is new here says their name first."""
    fields = await fields_of(request)
    await reader.house.names.company.by_key(key, reader.guest)
    guest, remember = await settle_in(request, reader, fields)
    await reader.house.names.company.accept(guest, key)
    return await remember(see_other("/me/friends"))


# Invitations


@router.post("/t/{table_id}/invite")
async def invite(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Ask a friend to this table."""
    friend = (await fields_of(request)).text("friend")
    table = await reader.house.tables.live_now(table_id)
    await reader.house.names.company.invite(table, require_guest(reader), friend)
    return see_other(f"/t/{table_id}#friends")


@router.post("/me/invitations/decline")
async def decline(request: Request, reader: ReaderOf) -> Response:
    table_id = (await fields_of(request)).text("table")
    await reader.house.names.company.decline(require_guest(reader), table_id)
    return see_other("/")


async def friends_to_invite(reader: Reader, table: LiveTable) -> list[tuple[Guest, bool]]:
    """The friends whom a reader may ask to a table, and whether they have been asked already."""
    if reader.guest is None or table.row.status != GATHERING:
        return []
    if table.row.host != reader.guest.id and not table.seats_of(reader.guest.id):
        return []
    asked = await reader.house.store.friends.invited_to(table.row.id)
    sitting = {seat.guest_id for seat in table.seats}
    found = await reader.house.store.friends.of(reader.guest.id)
    return [(each, each.id in asked) for each in found if each.id not in sitting]


# People at a table


def _number(fields: Fields, name: str) -> int | None:
    return fields.number(name) if fields.text(name) else None


@router.get("/t/{table_id}/person", response_class=HTMLResponse)
async def person(
    table_id: str, reader: ReaderOf, seat: int | None = None, line: int | None = None
) -> HTMLResponse:
    """Somebody at a table: whose name it is, and whether one wants to meet them."""
    guest = require_guest(reader)
    table = await reader.house.tables.live(table_id)
    other = await reader.house.names.company.person_at(table, seat, line)
    if other.id == guest.id:
        raise NotFound("qd.person.yourself")
    (mark,) = await reader.house.names.protecting.mark([(other.id, other.name)])
    return page(
        "person.html.jinja",
        reader,
        reader.say(),
        table=table_id,
        other=other,
        whose=mark,
        seat=seat,
        line=line,
        blocked=other.id in await reader.house.store.friends.blocked_by(guest.id),
    )


@router.post("/t/{table_id}/block")
async def block(table_id: str, request: Request, reader: ReaderOf) -> Response:
    """Block somebody at a table, or let them be met again."""
    fields = await fields_of(request)
    guest, company = require_guest(reader), reader.house.names.company
    table = await reader.house.tables.live(table_id)
    other = await company.person_at(table, _number(fields, "seat"), _number(fields, "line"))
    if fields.text("what") == "unblock":
        await company.unblock(guest, other.id)
    else:
        await company.block(guest, other.id)
    return see_other(f"/t/{table_id}")


@router.post("/me/blocked")
async def change_blocked(request: Request, reader: ReaderOf) -> Response:
    """Block a friend, or let somebody be met again."""
    fields = await fields_of(request)
    guest, company = require_guest(reader), reader.house.names.company
    if fields.text("what") == "block":
        await company.block(guest, fields.text("person"))
    else:
        await company.unblock(guest, fields.text("person"))
    return see_other("/me/friends#blocked")
