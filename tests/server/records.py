"""Records as the server tells them."""

from __future__ import annotations

from quarterdeck import games, record
from quarterdeck.record import Record
from quarterdeck.record.record import HIDDEN


def verified(text: str) -> Record:
    """A record, replayed as far as its reader may know it: up to the first covered outcome."""
    told = record.parse(text)
    covered = (ply for ply, entry in enumerate(told.entries) if entry.notation == HIDDEN)
    known = told.until(next(covered, len(told.entries)))
    record.verify(known, games.load(told.header.game))
    return told
