"""For whom a caller acts and sees at a table: with a token one seat, else all of their own."""

from __future__ import annotations

from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.live import LiveTable
from quarterdeck.server.people import Caller


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
