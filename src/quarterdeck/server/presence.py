"""Who is at their table, and for how long somebody has been away.

Somebody is here as long as a page of theirs listens to the table, and whenever they ask for
anything there: to look is as good as to act, so being seen tells nothing about what somebody does
in secret. Other server processes learn of it through the store, a little later.

It is dated by the clock of the house, which all its processes share. It counts the seconds while
the house is open, and is no wall clock: while the server is down, the database is away or the
computer sleeps nobody could come, so nobody grows more absent, and nobody can set it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from quarterdeck.server.store.signs import Signs, Visitor

logger = logging.getLogger(__name__)

# How often signs of life are stored and the clocks of all processes agree.
TICK = 20.0
# So old may be what a process knows of somebody at another one, whose clock may be as far ahead.
SLACK = 3 * TICK
MOST_KNOWN = 20_000


class Clock:
    """The clock of the house as one process has it. It goes forward only.

    It goes on from when it was last compared with that of the other processes, but not for long:
    somebody may be here whom this process has not heard of. Only tests bring times of their own.
    """

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, longest: float = 2 * TICK
    ) -> None:
        self._monotonic = monotonic
        self._longest = longest
        self._shown = 0.0
        self._compared = monotonic()

    def now(self) -> float:
        passed = self._monotonic() - self._compared
        return self._shown + min(max(passed, 0.0), self._longest)

    def compare(self, shown: float) -> None:
        """Somebody else's clock shows this; whichever is ahead is right."""
        self._shown, self._compared = max(shown, self.now()), self._monotonic()


class Watch:
    """A page that listens to a table, and for whom."""

    def __init__(self) -> None:
        self.people: frozenset[Visitor] = frozenset()


class Presence:
    """The people of all tables as this process knows them, and the clock of the house."""

    def __init__(self, signs: Signs, clock: Clock) -> None:
        self._signs = signs
        self._clock = clock
        self.now = clock.now
        self._watches: set[Watch] = set()
        # Who was seen since signs were last stored.
        self._fresh: dict[Visitor, float] = {}
        # What is stored, by table, as long as nobody else stores anything.
        self._stored: dict[str, dict[str, float]] = {}
        self._ticking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._clock.compare(await self._signs.tick(0.0, {}))
        self._ticking = asyncio.create_task(self._keep_ticking())

    async def close(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)
            await self._try_to_tick()

    async def _keep_ticking(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self._try_to_tick()

    async def _try_to_tick(self) -> None:
        try:
            await self.tick()
        except Exception as error:
            # The clock stands still until the store is back, and the next tick brings everything
            logger.debug("signs of life are not stored: %s", type(error).__name__)

    async def tick(self) -> None:
        """Store the signs of life, and compare clocks with the other processes."""
        now = self.now()
        here = {visitor: now for watch in self._watches for visitor in watch.people}
        seen = {**self._fresh, **here}
        self._clock.compare(await self._signs.tick(now, seen))
        for visitor, at in seen.items():
            table_id, guest_id = visitor
            if table_id in self._stored:
                self._stored[table_id][guest_id] = at
            if self._fresh.get(visitor) == at:
                del self._fresh[visitor]

    def sign(self, table_id: str, guest_ids: Collection[str]) -> None:
        """These people are here now."""
        now = self.now()
        self._fresh.update({(table_id, guest_id): now for guest_id in guest_ids})

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """While a page listens; whoever listens says for whom."""
        watch = Watch()
        self._watches.add(watch)
        try:
            yield watch
        finally:
            self._watches.discard(watch)
            now = self.now()
            self._fresh.update(dict.fromkeys(watch.people, now))

    def is_here(self, table_id: str, guest_id: str) -> bool:
        """Whether a page of somebody listens to a table in this process."""
        return any((table_id, guest_id) in watch.people for watch in self._watches)

    def away(self, seen: float) -> float:
        """For how many seconds somebody has surely been away who was last seen then."""
        return max(0.0, self.now() - seen - SLACK)

    async def last_seen(self, table_id: str, guest_ids: Collection[str]) -> dict[str, float]:
        """When these people were last seen at a table."""
        stored = await self._read(table_id)
        unknown = {guest_id for guest_id in guest_ids if guest_id not in stored}
        # At a table of before nobody has taken note so far: it begins now
        here = {guest_id for guest_id in guest_ids if self.is_here(table_id, guest_id)}
        self.sign(table_id, here | {g for g in unknown if (table_id, g) not in self._fresh})
        return {
            guest_id: max(stored.get(guest_id, 0.0), self._fresh.get((table_id, guest_id), 0.0))
            for guest_id in guest_ids
        }

    async def _read(self, table_id: str) -> dict[str, float]:
        """When people were seen at a table, as far as it is stored."""
        if table_id in self._stored:
            return self._stored[table_id]
        shown, stored = await self._signs.of(table_id)
        if shown > self.now():
            self._clock.compare(shown)
        if not self._signs.are_shared:
            # A page that waited for it would be overtaken by its own stream
            if len(self._stored) >= MOST_KNOWN:
                self._stored.clear()
            self._stored[table_id] = stored
        return stored
