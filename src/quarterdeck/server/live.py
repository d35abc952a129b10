"""A table in memory: the game, who sits where, and how many lines of its story are stored.

The stored lines are the truth. What is in memory can be thrown away and read again at any time.
"""

from __future__ import annotations

import asyncio
import random
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TypeVar

from quarterdeck import games
from quarterdeck.game import Dealer, Game
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons import Coach
from quarterdeck.naming import distinct
from quarterdeck.record import Entry, Record
from quarterdeck.server.clocks import Clocks, read_clocks
from quarterdeck.server.errors import NotAllowed, SetAside, TableError
from quarterdeck.server.identity import new_id
from quarterdeck.server.pace import Pace, pace_of
from quarterdeck.server.page_memory import PageMemory
from quarterdeck.server.reading import Fault, Reading, entry_of, line_of
from quarterdeck.server.store.rows import (
    BOT,
    MISPLACED,
    OPEN,
    PERSON,
    EntryRow,
    NudgeRow,
    OrderRow,
    RecallRow,
    SeatRow,
    TableRow,
)
from quarterdeck.server.story import BACK, UNDO, Story

# Outcomes are dealt by the operating system's generator: nobody can foresee them.
DEALER = random.SystemRandom()
NewDealer = Callable[[], Dealer]
T = TypeVar("T")


def secure_dealer() -> Dealer:
    return DEALER


def line(
    ply: int,
    entry: Entry,
    key: str | None = None,
    asked: str | None = None,
    digest: str | None = None,
) -> EntryRow:
    """An entry of the record as a line of the table's story, made now."""
    return line_of(ply, entry, time.time(), key=key, asked=asked, digest=digest)


@dataclass(frozen=True)
class Outlook:
    """How everybody stood when everybody counted so many lines: chances of winning, and points
    that are expected. Empty if nobody knows."""

    lines: int
    chances: tuple[float, ...] = ()
    points: tuple[float, ...] = ()


class LiveTable:
    """One table. Whoever changes it holds its lock."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow], dealer: Dealer = DEALER) -> None:
        self.row = row
        self.dealer = dealer
        self.seats = list(seats)
        # Why it cannot be played, and what can be told of it all the same.
        self.fault: Fault | None = None
        self.told_record: Record | None = None
        self.lock = asyncio.Lock()
        self.story = Story()
        self.game: Game | None = None
        # What people ask each other, and how often there was something to tell besides lines.
        self.recall: RecallRow | None = None
        self.nudges: list[NudgeRow] = []
        # Who wants a bot to play for whom; people by the first of their seats.
        self.votes: dict[int, set[int]] = {}
        # Standing orders that have ended. By seat: the line at which orders were last looked for,
        # and whether some that wait for their player could answer there (`server/orders.py`).
        self.ended_orders: list[OrderRow] = []
        self.orders_seen_at: dict[int, tuple[int, bool]] = {}
        self.news = 0
        # How often somebody has come or gone, as far as players are told.
        self.comings = 0
        # Each process counts news for itself, from when it read the table.
        self._counted_here = new_id()
        # Something went wrong while it was being stored: read it again before use.
        self.doubtful = False
        self.pages = PageMemory()
        # Who leads the learner, at a lesson's table.
        self.coach: Coach | None = None
        # Where somebody asked for a hint: their seat, and the digest of what they saw.
        self.hinted_at: frozenset[tuple[int, str]] = frozenset()
        # How everybody stands, by whose eyes: a seat's, or a spectator's (`server/outlooks.py`).
        self.outlooks: dict[int | None, Outlook] = {}
        self.thinking: asyncio.Task[None] | None = None
        # Who sat here when people were last told of a change, and what they were told.
        self.people_before: frozenset[str] = frozenset()
        self._told_people: Hashable = None

    @property
    def rules(self) -> AnyRules:
        self.check()
        return games.load(self.row.game, self.row.components)

    def check(self) -> None:
        """Raises if the table is set aside."""
        if self.fault is not None:
            raise SetAside(self.fault.message)

    # The story

    def adopt(self, reading: Reading) -> None:
        """Take the table as it was read."""
        self.story, self.game, self.fault = reading.story, reading.game, reading.fault
        self.told_record = reading.record if reading.fault is not None else None
        if self.game is not None:
            self.game.dealer = self.dealer

    def take_over(self, fresh: LiveTable) -> None:
        """Become what was read anew."""
        self.row, self.seats = fresh.row, fresh.seats
        self.story, self.game = fresh.story, fresh.game
        self.fault, self.told_record = fresh.fault, fresh.told_record
        self.recall, self.nudges, self.votes = fresh.recall, fresh.nudges, fresh.votes
        self.hinted_at = fresh.hinted_at
        self.ended_orders = fresh.ended_orders
        self.outlooks.clear()
        self.pages.forget()
        if self.game is not None:
            self.game.dealer = self.dealer

    def tell(self, rows: Sequence[EntryRow]) -> bool:
        """Bring the game up to date with lines read from the store; False if they do not fit."""
        game = self.playing()
        for row in rows:
            if row.ply <= self.lines:
                continue
            if row.ply != self.lines + 1:
                return False
            try:
                if row.kind == UNDO:
                    game.withdraw(int(row.notation))
                elif row.kind == BACK:
                    game.reconsider(int(row.notation))
                else:
                    game.follow(entry_of(row, self.story.goes_on(row)))
            except Exception:
                # Whatever it is, reading all of it will tell
                return False
            if row.digest not in (None, game.record.digests.get(game.ply)):
                return False
            self.story.add(row, game.ply)
        self.story.settle(game)
        return True

    def mark_stored(self, rows: Sequence[EntryRow]) -> None:
        """Lines that the game was told before have been stored."""
        game = self.playing()
        for row in rows:
            self.story.add(row, game.ply)
        self.story.settle(game)

    @property
    def is_thinking(self) -> bool:
        """Whether bots are playing here."""
        return self.thinking is not None and not self.thinking.done()

    @property
    def is_full(self) -> bool:
        """Whether nobody else can sit down."""
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def is_ahead(self) -> bool:
        """Whether the game was told something that is not stored."""
        return self.game is not None and self.game.ply != self.story.entries

    @property
    def lines(self) -> int:
        return self.story.lines

    # Time

    @property
    def pace(self) -> Pace | None:
        """How much time people have here; nobody waits for anybody at a table of one person."""
        people = {seat.guest_id for seat in self.seats if seat.kind == PERSON}
        return pace_of(self.row.pace) if len(people) > 1 else None

    @property
    def clocks(self) -> Clocks | None:
        """Whose time runs here, if there is a pace and the game has begun."""
        return read_clocks(self.row.clocks, len(self.seats))

    # The clock

    def moment_for(self, held: Collection[int]) -> Hashable:
        """Moves on whenever something changes that the holder of these seats may notice."""
        return (
            self.row.status,
            self.fault,
            self.row.rematch if held else None,
            self.row.lesson if held else None,
            self.comings if held else None,
            tuple(self.seats),
            self.story.count(held),
            self.story.asked,
            self.row.clocks,
            self.news,
            tuple((o.seat, o.name, o.since, o.ended) for o in self.ended_orders if o.seat in held),
            self.outlooks.get(next(iter(held), None)),
        )

    def moment(self) -> Hashable:
        """Moves on whenever something changes that anybody may notice."""
        ply = self.game.ply if self.game is not None else 0
        return self.moment_for(range(len(self.seats))), ply, *self.outlooks.values()

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Something made of the table as it is now, and kept as long as it stays so."""
        return self.pages.once(key, self.moment, make)

    def edition(self, held: Collection[int]) -> str:
        """What browsers are told instead of the moment for the holder of these seats: a digest,
        because a moment knows who sits where, and each process counts news for itself."""
        text = f"{self._counted_here} {self.moment_for(held)!r}"
        return urlsafe_b64encode(blake2b(text.encode(), digest_size=9).digest()).decode()

    def begin(self) -> Game:
        """The game before its first line, under the present rules."""
        rules = self.rules
        header = Record.begin(rules, self.row.seats, self.row.options, self.names())
        self.row = replace(self.row, rules=rules.version, components=rules.component_digest)
        self.game = Game(rules, header, None)
        return self.game

    def playing(self) -> Game:
        """The game, which must have begun."""
        self.check()
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
        mine = [s for s in self.seats if s.guest_id == guest_id and s.kind != BOT]
        return [seat.number for seat in mine if seat.flaw != MISPLACED]

    @property
    def people(self) -> frozenset[str]:
        """Everybody in whose lists this table stands."""
        sitting = {seat.guest_id for seat in self.seats if seat.guest_id is not None}
        return frozenset({*sitting, self.row.host})

    def note_people(self) -> bool:
        """Whether who is to choose, or who sits here, has changed since this was last asked."""
        sitting = tuple((seat.guest_id, seat.player) for seat in self.seats)
        now = (self.row.status, self.fault, self.story.asked, sitting)
        before, self._told_people = self._told_people, now
        return now != before

    def check_owner(self, guest_id: str, number: int) -> None:
        """Raises if a seat is not this guest's."""
        if number not in self.seats_of(guest_id):
            raise NotAllowed("qd.server.not_your_seat", seat=number)

    def viewer(self, guest_id: str | None) -> int | None:
        """Through whose eyes a guest sees the table: of their seats the one that is asked."""
        mine = self.seats_of(guest_id)
        if not mine:
            return None
        asked = self.game.actors if self.game is not None else []
        return next((seat for seat in mine if seat in asked), mine[0])

    def guests_on(self, seats: Collection[int]) -> set[str]:
        """The people on these seats."""
        return {guest for seat in seats if (guest := self.seats[seat].guest_id) is not None}

    def people_at(self, seat: int) -> list[int]:
        """All seats of the person on a seat."""
        return self.seats_of(self.seats[seat].guest_id)

    def voters_about(self, absent: int) -> set[int]:
        """The other people who play themselves and so may vote about somebody's absence, each by
        the first of their seats."""
        person = self.seats[absent].guest_id
        playing = {s.guest_id for s in self.seats if s.kind == PERSON and s.stand_in is None}
        return {self.seats_of(guest_id)[0] for guest_id in playing - {person, None}}

    def place_of(self, seat: int) -> tuple[int, str]:
        """Where a seat is: the same whenever it sees the same, whatever others do in secret."""
        return seat, self.playing().position.visible_to(seat).digest()

    def has_hint(self, seat: int) -> bool:
        """Whether this seat asked for a hint where it is now."""
        asked = any(each == seat for each, _ in self.hinted_at)
        return asked and self.place_of(seat) in self.hinted_at

    def bots_to_move(self) -> list[tuple[int, str]]:
        """Seats that are asked and played by a bot now."""
        if self.game is None or self.game.finished:
            return []
        return [
            (seat, bot) for seat in self.game.actors if (bot := self.seats[seat].player) is not None
        ]
