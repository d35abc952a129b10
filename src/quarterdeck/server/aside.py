"""What can be read of a table that is set aside."""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.record import Record
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store.rows import BOT, FINISHED


def record_of(table: LiveTable, viewer: int | None) -> Record:
    """The record of a table, played on or not, as a viewer may have it, with who its bots are."""
    if table.told_record is not None:
        record = readable_record(table, viewer)
    else:
        record = table.playing().record_for(viewer)
    sitting = tuple(seat.bot or "" if seat.kind == BOT else "" for seat in table.seats)
    return replace(record, header=replace(record.header, bots=sitting))


def viewer_of(table: LiveTable, guest_id: str | None) -> int | None:
    """Through whose eyes a guest reads a table that is set aside.

    Whoever shares a device sees what everybody may: nobody can tell any more whose turn it is.
    """
    mine = table.seats_of(guest_id)
    return mine[0] if len(mine) == 1 else None


def readable_record(table: LiveTable, viewer: int | None) -> Record:
    """The record of a table that cannot be played, as a viewer may have it.

    Nobody can tell any more what of it is secret, but for what was noted with its last line.
    Where nothing was noted, whatever others chose since chance last answered may be.
    """
    record = table.told_record
    assert record is not None
    if table.row.status == FINISHED:
        return record
    return record.seen_by(viewer, _secret(table, record))


def _secret(table: LiveTable, record: Record) -> int:
    last = len(record.entries)
    if table.row.secret is not None:
        return min(max(table.row.secret, 0), last)
    dealt = [ply for ply, entry in enumerate(record.entries, 1) if entry.is_chance]
    return last - max(dealt, default=0)
