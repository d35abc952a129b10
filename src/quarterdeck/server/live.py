"""A table in memory: the game, who sits where, and how many lines of its story are stored.

The stored lines are the truth. What is in memory can be thrown away and read again at any time.
"""

from __future__ import annotations

import asyncio
import random
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Hashable, Sequence
from hashlib import blake2b
from typing import Any

from quarterdeck import games
from quarterdeck.game import Dealer, Game
from quarterdeck.kernel.position import NATURE
from quarterdeck.kernel.rules import Rules
from quarterdeck.naming import distinct
from quarterdeck.record import Entry, Record
from quarterdeck.server.errors import TableError
from quarterdeck.server.identity import new_id
from quarterdeck.server.store.rows import (
    BOT,
    GATHERING,
    PERSON,
    EntryRow,
    NudgeRow,
    RecallRow,
    SeatRow,
    TableRow,
)
from quarterdeck.server.story import BACK, DEAL, PLAY, UNDO, Story

# Outcomes are dealt by the operating system's generator: nobody can foresee them.
DEALER = random.SystemRandom()
NewDealer = Callable[[], Dealer]


def secure_dealer() -> Dealer:
    return DEALER


def line(ply: int, entry: Entry, key: str | None = None, asked: str | None = None) -> EntryRow:
    """An entry of the record as a line of the table's story."""
    kind = DEAL if entry.seat == NATURE else PLAY
    return EntryRow(
        ply,
        kind,
        entry.seat,
        entry.notation,
        entry.audience,
        time.time(),
        key,
        entry.by or None,
        entry.odds or None,
        asked,
    )


def entry_of(row: EntryRow, goes_on: bool = False) -> Entry:
    by, odds = row.by or "", row.odds or ""
    return Entry(row.seat, row.notation, row.audience, by=by, goes_on=goes_on, odds=odds)


class LiveTable:
    """One table. Whoever changes it holds its lock."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow], dealer: Dealer = DEALER) -> None:
        self.row = row
        self.dealer = dealer
        self.seats = list(seats)
        self.rules: Rules = games.load(row.game)
        self.lock = asyncio.Lock()
        self.story = Story()
        self.game: Game | None = None
        # What people ask each other, and how often there was something to tell beside lines.
        self.recall: RecallRow | None = None
        self.nudges: list[NudgeRow] = []
        self.news = 0
        # News are counted by every process for itself, from when it read the table.
        self._counted_here = new_id()
        # The edition that was asked for last.
        self._edition: tuple[Hashable, str] = (None, "")
        # Something went wrong while it was being stored: read it again before use.
        self.doubtful = False
        # What viewers were shown of the table as it is, and as of when.
        self.shown: dict[Any, Any] = {}
        self.shown_at: Any = None
        self.making = False
        # The log in words, and on the page, by viewer, language and names: it grows by a few lines
        # at a time.
        self.told: dict[Any, Any] = {}
        self.log_parts: dict[Any, Any] = {}
        self.thinking: asyncio.Task[None] | None = None

    # The story

    def tell(self, rows: Sequence[EntryRow]) -> None:
        """Bring the game up to date with lines read from the store."""
        if self.game is None and self.row.status != GATHERING:
            self.begin(dealing=False)
        for row in rows:
            if row.ply <= self.lines:
                continue
            assert self.game is not None
            if row.kind == UNDO:
                self.game.withdraw(int(row.notation))
            elif row.kind == BACK:
                self.game.reconsider(int(row.notation))
            else:
                self.game.follow(entry_of(row, self.story.goes_on(row)))
            self.story.add(row, self.game)
        if self.game is not None:
            self.story.settle(self.game)

    def stored(self, rows: Sequence[EntryRow]) -> None:
        """Lines that the game was told before have been stored."""
        for row in rows:
            self.story.add(row, self.playing())
        self.story.settle(self.playing())

    @property
    def lines(self) -> int:
        return self.story.lines

    def stamp(self, held: Collection[int]) -> Hashable:
        """Changes whenever something changes that the holder of these seats may notice."""
        return (
            self.row.status,
            self.row.rematch if held else None,
            tuple(self.seats),
            self.story.count(held),
            self.story.asked,
            self.news,
        )

    def edition(self, held: Collection[int]) -> str:
        """A mark of the table as the holder of these seats may know it: another with each stamp."""
        stamp = self.stamp(held)
        last, mark = self._edition
        if stamp != last:
            text = f"{self._counted_here} {stamp!r}"
            mark = urlsafe_b64encode(blake2b(text.encode(), digest_size=9).digest()).decode()
            self._edition = (stamp, mark)
        return mark

    def begin(self, dealing: bool = True) -> Game:
        """Start the game from its header; with `dealing`, up to the first choice."""
        header = Record.begin(self.rules, self.row.seats, self.row.options, self.names())
        self.game = Game(self.rules, header, None)
        if dealing:
            self.game.hand_to(self.dealer)
        else:
            # What is followed has been dealt; from then on it is dealt here.
            self.game.dealer = self.dealer
        return self.game

    def playing(self) -> Game:
        """The game, which must have begun."""
        if self.game is None:
            raise TableError("qd.server.not_started")
        return self.game

    # Seats

    def names(self) -> tuple[str, ...]:
        return distinct(tuple([seat.name for seat in self.seats]))

    def seats_of(self, guest_id: str | None) -> list[int]:
        """The seats a guest sits on: one, or several at a hot seat."""
        if guest_id is None:
            return []
        return [s.number for s in self.seats if s.guest_id == guest_id and s.kind != BOT]

    def viewer(self, guest_id: str | None) -> int | None:
        """Through whose eyes a guest sees the table: of his seats the one that is asked."""
        mine = self.seats_of(guest_id)
        if not mine:
            return None
        asked = self.game.actors if self.game is not None else []
        return next((seat for seat in mine if seat in asked), mine[0])

    def people_beside(self, seat: int) -> set[int]:
        """The other people at the table, who may vote about a seat."""
        return {s.number for s in self.seats if s.kind == PERSON and s.number != seat}

    def bots_to_move(self) -> list[tuple[int, str]]:
        """Seats that are asked and played by a bot now."""
        if self.game is None or self.game.finished:
            return []
        return [
            (seat, bot) for seat in self.game.actors if (bot := self.seats[seat].player) is not None
        ]
