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

from quarterdeck.server.errors import TableError, TooSoon
from quarterdeck.server.guard import Buckets
from quarterdeck.server.store.quota import DAY, Quota
from quarterdeck.server.store.rows import OPEN, PERSON, Held, SeatRow, TableRow

MOST_KNOWN = 10_000
# What guests of one address may set up, as against one of them.
SHARED = 3


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

    def beside(self, guest_id: str) -> set[str]:
        """The guest, and everybody who came from the same address within a day."""
        came = self._came.get(guest_id)
        if came is None or self._clock() - came[1] > DAY:
            return {guest_id}
        since = self._clock() - DAY
        return {id for id, (address, at) in self._came.items() if address == came[0] and at > since}


@dataclass(frozen=True)
class Limits:
    """What one person may have at a time: see `Settings`."""

    newcomers: Newcomers
    open_tables: int
    bot_tables: int
    tables_a_day: int
    open_days: float

    def quota(self, table: TableRow, seats: Collection[SeatRow]) -> Quota:
        """What is checked when a table is added."""
        return Quota(
            self.newcomers.beside(table.host),
            self.open_since(table.created),
            lambda held: self.check(table.host, seats, held),
        )

    def open_since(self, now: float) -> float:
        """Open tables that nobody has joined since are not listed any more."""
        return now - self.open_days * DAY

    def check(self, host: str, seats: Collection[SeatRow], held: Mapping[str, Held]) -> None:
        """Raises if a table with these seats is one too many for its host."""
        mine = held.get(host, Held())
        everybody = [*held.values(), Held()]
        kind, most, id = self._kind(seats)
        if getattr(mine, kind) >= most:
            raise TooMany(id, most=most)
        if sum(getattr(each, kind) for each in everybody) >= SHARED * most:
            raise TooMany("qd.server.too_many_here")

    def _kind(self, seats: Collection[SeatRow]) -> tuple[str, int, str]:
        """What a table counts as, how many there may be, and what is said then."""
        if any(seat.kind == OPEN for seat in seats):
            return "open", self.open_tables, "qd.server.too_many_open"
        if not any(seat.kind == PERSON for seat in seats):
            return "bots", self.bot_tables, "qd.server.too_many_bots"
        return "begun", self.tables_a_day, "qd.server.too_many_tables"
