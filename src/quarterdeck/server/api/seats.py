"""Seats: sitting down and standing up before the game, bots on open seats, tokens for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from quarterdeck import bots
from quarterdeck.server.api.common import HouseOf, Seat, SeatNumber, Wish, new_router
from quarterdeck.server.api.rows import table_json

router = new_router("seats")


class JoinIn(Wish):
    seat: Seat | None = None


class LeaveIn(Wish):
    seat: Seat


class BotIn(Wish):
    bot: Annotated[str, Field(max_length=40)] = bots.DEFAULT


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
