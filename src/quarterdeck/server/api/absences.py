"""While somebody is away: bots that stand in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from quarterdeck.server.api.callers import own_seats
from quarterdeck.server.api.common import CallerOf, HouseOf, SeatNumber, Wish, new_router
from quarterdeck.server.errors import NotAllowed, TableError

router = new_router("absences")


class StandInIn(Wish):
    """Which bot; left out, the one the table has agreed on. For others there is no other."""

    bot: Annotated[str, Field(max_length=40)] = ""


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
