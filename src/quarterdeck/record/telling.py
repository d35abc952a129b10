"""A record as its lines tell it: entries come, and some are taken back again.

What was taken back is left out before anything is replayed, so it costs nothing, however often
players changed their minds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import Message
from quarterdeck.record.odds import KeptOutcomes
from quarterdeck.record.record import Entry, Header, Record


@dataclass(frozen=True)
class _Event:
    """An entry came, or was taken back by its player, with a line."""

    line: int
    entry: Entry
    taken_back: bool


class Telling:
    """What remains of the lines told so far. Lines that make no sense raise RecordError."""

    def __init__(self, header: Header, source: str = "") -> None:
        self.record = Record(header, source=source)
        # Outcomes that were taken back: see `odds.py`.
        self.kept = KeptOutcomes()
        # What may be played again follows from these.
        self._events: list[_Event] = []

    def add(self, entry: Entry, digest: str | None = None) -> None:
        """A further entry, perhaps with the digest of the position after it."""
        self.record.entries.append(entry)
        if digest is not None:
            self.record.digests[len(self.record.entries)] = digest
        self.kept.use(entry.odds)
        self._events.append(_Event(entry.line, entry, False))

    def undo(self, line: int, ply: int, seat: int) -> None:
        """A seat has taken back its choice with this index."""
        self._check(ply, seat, "undo")
        taken_back = self.record.withdraw(ply)
        self.kept.keep((taken_back,))
        self._events.append(_Event(line, taken_back, True))

    def back(self, ply: int, seat: int, unaffected: Collection[int]) -> None:
        """The table went back to before a seat's choice with this index; some entries stay."""
        self._check(ply, seat, "back")
        last = len(self.record.entries)
        if not all(ply < index < last for index in unaffected):
            raise RecordError(Message("qd.record.bad_field", field="back"))
        gone = sorted({*range(ply, last)} - {*unaffected})
        self.kept.keep([self.record.entries[index] for index in gone])
        for index in reversed(gone):
            self.record.withdraw(index)
        self._events.clear()

    def _check(self, ply: int, seat: int, field: str) -> None:
        if not 0 <= ply < len(self.record.entries) or self.record.entries[ply].seat != seat:
            raise RecordError(Message("qd.record.bad_field", field=field))

    def withdrawn(self, barrier_line: int) -> list[Entry]:
        """What can be played again, if a barrier last moved with this line."""
        found: list[Entry] = []
        for event in self._events:
            if event.line <= barrier_line:
                continue
            if event.taken_back:
                found.append(event.entry)
            else:
                found = used_up(found, event.entry)
        return found


def used_up(withdrawn: list[Entry], played: Entry) -> list[Entry]:
    """What can be played again once this was played, as long as no barrier moves.

    To play what was taken back last is to play it again, and the rest can still follow. Anything
    else forgets what its seat has taken back.
    """
    mine = [i for i, taken in enumerate(withdrawn) if taken.seat == played.seat]
    if mine and withdrawn[mine[-1]] == played:
        return [taken for i, taken in enumerate(withdrawn) if i != mine[-1]]
    return [taken for taken in withdrawn if taken.seat != played.seat]
