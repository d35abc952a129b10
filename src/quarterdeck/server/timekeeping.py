"""A table's clocks move on with its game: with every line, and when somebody else plays a seat."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.server.clocks import Asking, Clocks, advance
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store.rows import PERSON, EntryRow, Timing
from quarterdeck.server.story import BACK, UNDO


def asking_of(table: LiveTable, now: float, rows: Sequence[EntryRow] = ()) -> Asking:
    """Who is asked now, after lines that the game has just been told."""
    game = table.playing()
    return Asking(
        now,
        () if game.finished else tuple(game.actors),
        game.ply_for(None) if game.position.lanes else None,
        [s.number for s in table.seats if s.kind != PERSON or s.player is not None],
        {row.seat for row in rows if row.kind == UNDO},
        any(row.kind == BACK for row in rows),
    )


def move_clocks(table: LiveTable, now: float, rows: Sequence[EntryRow] = ()) -> Timing | None:
    """The clocks after lines that the game has just been told; None where there are none."""
    pace = table.pace
    if pace is None:
        return None
    before = table.clocks or Clocks.full(pace, len(table.seats))
    return timing_of(table, before, advance(before, pace, asking_of(table, now, rows)))


def timing_of(table: LiveTable, before: Clocks, after: Clocks) -> Timing:
    """What is to be stored when clocks become others."""
    pairs = enumerate(zip(before.seats, after.seats, strict=True))
    returned = tuple(seat for seat, (old, new) in pairs if old.lent and not new.lent)
    return Timing(table.row.clocks, after.dump(), after.due, returned)
