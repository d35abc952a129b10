"""The lines of a table's story: who wrote which, under which key, and who may count them.

While lanes are open nobody can count what others do in theirs. A viewer counts the lines that
stood when the lanes opened and their own since; when they close, the count jumps to all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from quarterdeck.game import Game
from quarterdeck.server.store.rows import EntryRow

PLAY, DEAL, UNDO, BACK = "play", "deal", "undo", "back"


class Story:
    """What is known of the lines that are stored. It never runs ahead of the store."""

    def __init__(self) -> None:
        # By key: whose seat asked for what. What was asked is unknown for lines of old.
        self.keys: dict[str, tuple[int, str | None]] = {}
        # The seats that are asked after the last line.
        self.asked: tuple[int, ...] = ()
        self._seats: list[int] = []
        # The seat whose gesture may go on with the next line.
        self._gesture: int | None = None
        # The line of every entry of the record, and the line that last went back.
        self._entries: list[int] = []
        self._went_back = 0
        self._opened: int | None = None

    @property
    def lines(self) -> int:
        """All lines, hidden ones too."""
        return len(self._seats)

    @property
    def entries(self) -> int:
        """How many entries the record has by these lines."""
        return len(self._entries)

    @property
    def public(self) -> int:
        """The lines that everybody counts."""
        return self.count(())

    def count(self, held: Collection[int]) -> int:
        """The lines that somebody who holds these seats may count."""
        if self._opened is None:
            return self.lines
        return self._opened + sum(seat in held for seat in self._seats[self._opened :])

    def turn_begun(self, held: Collection[int]) -> int:
        """The last line of anybody else than whoever holds these seats: their turn, if it is
        theirs, began after it. While lanes are open it began when they opened."""
        if self._opened is not None:
            return self._opened
        for number in range(self.lines, 0, -1):
            if self._seats[number - 1] >= 0 and self._seats[number - 1] not in held:
                return number
        return 0

    def last_is_of(self, held: Collection[int]) -> bool:
        """Whether the last line that anybody wrote is of one of these seats."""
        written = [seat for seat in self._seats if seat >= 0]
        return bool(written) and written[-1] in held

    def goes_on(self, row: EntryRow) -> bool:
        """Whether the next line is a choice made in one gesture with the line before it.

        Only the first line of a gesture has a key.
        """
        return row.kind == PLAY and not row.key and row.seat == self._gesture

    def add(self, row: EntryRow, ply: int) -> None:
        """A line was stored; after it the record has this many entries."""
        begins = row.kind == PLAY and row.key is not None
        self._gesture = row.seat if begins or self.goes_on(row) else None
        self._seats.append(row.seat)
        if row.key:
            self.keys[row.key] = row.seat, row.asked
        if row.kind == UNDO:
            self._entries.pop(int(row.notation))
        elif row.kind == BACK:
            self._went_back = row.ply
            first = int(row.notation)
            self._entries[first:] = [row.ply] * (ply - first)
        else:
            self._entries.append(row.ply)

    def settle(self, game: Game) -> None:
        """Everything the game was told is stored."""
        self.asked = tuple(game.actors)
        self._opened = None
        if game.position.lanes:
            # Whatever came before the table went back has been seen.
            before = game.ply_for(None)
            self._opened = max(self._entries[before - 1] if before else 0, self._went_back)

    def public_after(self, rows: Sequence[EntryRow], game: Game) -> int:
        """The lines that everybody counts once these have been stored, which the game was told."""
        if not game.position.lanes:
            return self.lines + len(rows)
        if self.hides(game):
            return self.public
        later = copy(self)
        later.keys = {}
        later._seats, later._entries = list(self._seats), list(self._entries)
        for row in rows:
            later.add(row, game.ply)
        later.settle(game)
        return later.public

    def hides(self, game: Game) -> bool:
        """Whether what the game was told since the last line stays hidden for now."""
        return self._opened is not None and bool(
            game.position.lanes and game.ply_for(None) <= len(self._entries)
        )
