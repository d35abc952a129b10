"""While somebody is away: their standing orders, and bots that stand in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from quarterdeck.server.api.callers import own_seats
from quarterdeck.server.api.common import CallerOf, HouseOf, SeatNumber, Wish, new_router
from quarterdeck.server.errors import NotAllowed, TableError

OrderWord = Annotated[str, Field(max_length=40)]

router = new_router("absences")


class OrdersIn(Wish):
    """Standing orders by their ids; null takes them back."""

    orders: dict[OrderWord, OrderWord] | None


class StandInIn(Wish):
    """Which bot; left out, the one the table has agreed on. For others there is no other."""

    bot: Annotated[str, Field(max_length=40)] = ""


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
