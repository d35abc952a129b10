"""How much one person may set up, so that nobody floods the lobby or keeps all bots busy.

Somebody could come as a new guest for every table; so guests who came from one address within a day
share a limit, too, which is larger because a family or a club may share the address. What came
from where is kept in memory only.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from quarterdeck import bots
from quarterdeck.kernel.catalogue import write_number
from quarterdeck.server.errors import TableError, TooSoon
from quarterdeck.server.guard import Buckets
from quarterdeck.server.store.quota import DAY, AsSeated, Quota
from quarterdeck.server.store.rows import OPEN, PERSON, Held, SeatRow

MOST_KNOWN = 10_000
# What guests of one address may set up, as against one of them.
SHARED = 3
# Lessons that one guest may begin within a day: each game several times.
LESSONS_A_DAY = 24


class TooMany(TableError):
    """Somebody has set up as much as one may at a time."""

    status = 429


class Newcomers:
    """Who has come from where within a day, as far as this process knows."""

    def __init__(self, per_hour: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets = Buckets(per_hour / 3600, per_hour)
        self._clock = clock
        self._came: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def check(self, address: str) -> None:
        """Raises if too many new guests have come from an address lately."""
        if not self._buckets.allow(address, self._clock()):
            raise TooSoon("qd.server.too_many_guests")

    def note(self, guest_id: str, address: str) -> None:
        self._came[guest_id] = address, self._clock()
        while len(self._came) > MOST_KNOWN:
            self._came.popitem(last=False)

    def find_neighbours(self, guest_id: str) -> set[str]:
        """The guest, and everybody who came from the same address within a day."""
        came = self._came.get(guest_id)
        if came is None or self._clock() - came[1] > DAY:
            return {guest_id}
        since = self._clock() - DAY
        return {id for id, (address, at) in self._came.items() if address == came[0] and at > since}


@dataclass(frozen=True)
class Kind:
    """Something one may have only so much of, and what is said then."""

    name: str
    most: int
    id: str
    shared: bool = True

    def check(self, guest_id: str, held: Mapping[str, Held]) -> None:
        """Raises if one more is one too many for this guest."""
        if getattr(held.get(guest_id, Held()), self.name) >= self.most:
            raise TooMany(self.id, most=self.most)
        everybody = sum(getattr(each, self.name) for each in held.values())
        if self.shared and everybody >= SHARED * self.most:
            raise TooMany("qd.server.too_many_here")


@dataclass(frozen=True)
class Limits:
    """What one person may have at a time: see `Settings`."""

    newcomers: Newcomers
    open_tables: int
    bot_tables: int
    tables_a_day: int
    joined_tables: int
    lines_a_minute: int
    open_days: float
    bot_seconds: float

    def admit_bot(self, asked: str) -> str:
        """The one spelling of a bot that is asked for; raises if it would think for too long."""
        bot = bots.normalize(asked)
        seconds = bots.thinking_seconds(bot)
        if seconds is not None and seconds > self.bot_seconds:
            most = write_number(self.bot_seconds, "g")
            raise TableError("qd.server.bot_too_long", bot=bot, most=most)
        return bot

    def quota(self, host: str, seats: Collection[SeatRow]) -> Quota:
        """What is checked when a host adds a table with these seats, or starts it with them."""
        if any(seat.kind == OPEN for seat in seats):
            return self._quota(host, self._open)
        if any(seat.kind == PERSON for seat in seats):
            return self._quota(host, self._begun)
        return self._quota(host, self._bots, self._begun)

    def teaching(self, guest_id: str) -> Quota:
        """What is checked when somebody begins a lesson: nothing else keeps a newcomer out."""
        return self._quota(guest_id, self._lessons)

    def filling(self, host: str) -> AsSeated:
        """What is checked when a host lets bots sit down on all free seats."""
        return lambda seats: self.quota(host, [seat for seat in seats if seat.kind != OPEN])

    def joining(self, host: str, guest_id: str) -> AsSeated:
        """What is checked when somebody sits down: hosts may start their own games by it."""

        def quota(seats: Collection[SeatRow]) -> Quota | None:
            if sum(seat.kind == OPEN for seat in seats) <= 1:
                return self._quota(guest_id, self._begun) if guest_id == host else None
            there = any(seat.guest_id == guest_id for seat in seats)
            return None if there else self._quota(guest_id, self._joined)

        return quota

    def leaving(self, guest_id: str, number: int) -> AsSeated:
        """What is checked when somebody hands a seat over: they may leave a table to the bots."""

        def quota(seats: Collection[SeatRow]) -> Quota | None:
            playing = [s.number for s in seats if s.kind == PERSON and s.stand_in is None]
            return self._quota(guest_id, self._bots) if playing == [number] else None

        return quota

    def open_since(self, now: float) -> float:
        """Open tables that nobody has joined since are not listed any more."""
        return now - self.open_days * DAY

    def _quota(self, guest_id: str, *kinds: Kind) -> Quota:
        def allow(held: Mapping[str, Held]) -> None:
            for kind in kinds:
                kind.check(guest_id, held)

        since = self.open_since(time.time())
        return Quota(self.newcomers.find_neighbours(guest_id), since, allow)

    @property
    def _open(self) -> Kind:
        return Kind("open", self.open_tables, "qd.server.too_many_open")

    @property
    def _bots(self) -> Kind:
        return Kind("bots", self.bot_tables, "qd.server.too_many_bots")

    @property
    def _begun(self) -> Kind:
        return Kind("begun", self.tables_a_day, "qd.server.too_many_tables")

    @property
    def _lessons(self) -> Kind:
        # A class behind one address learns together; how many may come from there is limited, too
        return Kind("lessons", LESSONS_A_DAY, "qd.server.too_many_lessons", shared=False)

    @property
    def _joined(self) -> Kind:
        # A class behind one address sits down at many tables: this is for each person alone
        return Kind("joined", self.joined_tables, "qd.server.too_many_joined", shared=False)
