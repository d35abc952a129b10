"""Friends, invitations to tables, and whom you do not want to meet."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from quarterdeck.server.api.common import HouseOf, Seat, Wish, new_router
from quarterdeck.server.errors import TableError

router = new_router("friends")

Id = Annotated[str, Field(min_length=1, max_length=24)]


class KeyIn(Wish):
    """What stands at the end of a friend link."""

    key: Id


class FriendIn(Wish):
    friend: Id


class BlockIn(Wish):
    """A friend by `id`; or somebody at a `table`, by their `seat` or by a `line` of its chat."""

    id: Id | None = None
    table: Id | None = None
    seat: Seat | None = None
    line: Annotated[int, Field(ge=1, le=10_000_000)] | None = None


@router.get("/me/friends")
async def list_friends(request: Request, here: HouseOf) -> list[dict[str, Any]]:
    """Your friends, and the unfinished tables where you sit together."""
    guest = await here.people.guest(request)
    return [
        {"id": each.guest.id, "name": each.guest.name, "tables": each.tables}
        for each in await here.names.company.friends(guest)
    ]


@router.post("/me/friends/link", status_code=201)
async def make_friend_link(request: Request, here: HouseOf) -> dict[str, str]:
    """A link by which others become your friends; an older one leads nowhere."""
    guest = await here.people.guest(request)
    return {"key": await here.names.company.new_key(guest)}


@router.delete("/me/friends/link")
async def end_friend_link(request: Request, here: HouseOf) -> dict[str, bool]:
    """Nobody becomes your friend by a link any more."""
    await here.names.company.end_key(await here.people.guest(request))
    return {"ended": True}


@router.post("/me/friends", status_code=201)
async def accept_friend(wish: KeyIn, request: Request, here: HouseOf) -> dict[str, str]:
    """Become friends with whoever gave you this link."""
    other = await here.names.company.accept(await here.people.guest(request), wish.key)
    return {"id": other.id, "name": other.name}


@router.delete("/me/friends/{friend}")
async def remove_friend(friend: str, request: Request, here: HouseOf) -> dict[str, str]:
    """End a friendship. The other is not told."""
    await here.names.company.part(await here.people.guest(request), friend)
    return {"id": friend}


@router.get("/me/invitations")
async def list_invitations(request: Request, here: HouseOf) -> list[dict[str, Any]]:
    """The tables to which friends ask you and that still wait for people."""
    guest = await here.people.guest(request)
    return [
        {"table": each.table_id, "by": each.by.name}
        for each in await here.names.company.invitations(guest)
    ]


@router.delete("/me/invitations/{table}")
async def decline(table: str, request: Request, here: HouseOf) -> dict[str, str]:
    """Decline an invitation. Nobody is told."""
    await here.names.company.decline(await here.people.guest(request), table)
    return {"table": table}


@router.post("/tables/{table_id}/invitations", status_code=201)
async def invite(table_id: str, wish: FriendIn, request: Request, here: HouseOf) -> dict[str, str]:
    """Ask a friend to a table where you sit, or which you have set up."""
    guest = await here.people.guest(request)
    table = await here.tables.live_now(table_id)
    await here.names.company.invite(table, guest, wish.friend)
    return {"friend": wish.friend}


@router.get("/me/blocked")
async def list_blocked(request: Request, here: HouseOf) -> list[dict[str, str]]:
    """Whom you have blocked."""
    found = await here.names.company.blocked(await here.people.guest(request))
    return [{"id": each.id, "name": each.name} for each in found]


@router.post("/me/blocked", status_code=201)
async def block(wish: BlockIn, request: Request, here: HouseOf) -> dict[str, str]:
    """Block somebody: they cannot join your tables or invite you, and their lines are folded for
    you. They are not told. Games that have begun go on."""
    guest = await here.people.guest(request)
    company = here.names.company
    other = wish.id
    if wish.table is not None:
        table = await here.tables.live(wish.table)
        other = (await company.person_at(table, wish.seat, wish.line)).id
    if other is None:
        raise TableError("qd.server.malformed", fields="id")
    await company.block(guest, other)
    return {"id": other}


@router.delete("/me/blocked/{person}")
async def unblock(person: str, request: Request, here: HouseOf) -> dict[str, str]:
    """Let somebody join your tables again."""
    await here.names.company.unblock(await here.people.guest(request), person)
    return {"id": person}
