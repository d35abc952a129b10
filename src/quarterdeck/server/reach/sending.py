"""From the outbox to people: everything that is due for an address goes out in one word.

What is out of date by then is dropped. What fails is tried again after growing pauses, and given up
after a few days, or at once if the address is gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.server.live import LiveTable
from quarterdeck.server.metrics import WORDS
from quarterdeck.server.pauses import Pauses
from quarterdeck.server.presence import SLACK, Clock, Presence
from quarterdeck.server.reach.channel import Channel, NotSent, Word
from quarterdeck.server.reach.findings import (
    DAY,
    HOUR,
    find_due,
    find_request,
    find_turn,
)
from quarterdeck.server.reach.wishes import (
    AGREE,
    DEADLINE,
    NUDGED,
    OVER,
    REMINDER,
    TURN,
    digest_day,
    is_quiet,
)
from quarterdeck.server.reach.wording import Note, Wording
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.contact_wishes import WishRow
from quarterdeck.server.store.marks import INVITED
from quarterdeck.server.store.outbox import DROPPED, FAILING, HELD, SENT, Batch, OutboxRow
from quarterdeck.server.store.rows import RUNNING
from quarterdeck.server.tables import Tables

logger = logging.getLogger(__name__)

# A process that has claimed something sends it within so long, or it has ended.
LEASE = 600.0
# Pauses before what failed is tried again, and how old it may grow.
FIRST_PAUSE, LONGEST_PAUSE, OLDEST = 120.0, 6 * HOUR, 3 * DAY
# How many addresses are written to at once, and how long one may take.
AT_ONCE, LONGEST_SENDING = 8, 120.0


class Sender:
    """Empties the outbox."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        presence: Presence,
        clock: Clock,
        channels: Mapping[str, Channel],
        public_url: str,
        words_an_hour: int,
    ) -> None:
        self._store = store
        self._tables = tables
        self._presence = presence
        self._clock = clock
        self._channels = channels
        self._public_url = public_url
        self._words_an_hour = words_an_hour
        self._room = asyncio.Semaphore(AT_ONCE)

    async def send_due(self) -> None:
        """Send whatever may be sent now."""
        await self._release()
        due = await self._store.outbox.due(self._clock.now(), LEASE)
        wishes = await self._store.contact_wishes.of_all({guest_id for _, guest_id in due})
        awake = [
            self._send_safely(address_id, wishes[guest_id])
            for address_id, guest_id in due
            if not is_quiet(wishes[guest_id], self._clock.wall())
        ]
        await asyncio.gather(*awake)

    async def _release(self) -> None:
        """Let go what was held for a digest that is due."""
        people = await self._store.outbox.people(HELD)
        for guest_id, wish in (await self._store.contact_wishes.of_all(people)).items():
            day = digest_day(wish, self._clock.wall())
            if day is None or day != wish.digested:
                await self._store.outbox.release(guest_id, day)

    async def _send_safely(self, address_id: str, wish: WishRow) -> None:
        """Whatever is wrong with one word, the others are sent."""
        async with self._room:
            try:
                await self._send(address_id, wish)
            except DatabaseTrouble:
                # What was claimed is tried again when the lease is over
                return
            except Exception:
                logger.exception("a word cannot be made")

    async def _send(self, address_id: str, wish: WishRow) -> None:
        outbox, now = self._store.outbox, self._clock.now()
        if await outbox.sent_since(wish.guest_id, now - HOUR) >= self._words_an_hour:
            return
        batch = await outbox.claim(address_id, now, LEASE)
        if batch is None:
            return
        try:
            fresh, word = await self._compose(batch, wish)
        except DatabaseTrouble:
            raise
        except Exception:
            # Nobody could ever send it
            await outbox.finish([row.id for row in batch.rows], DROPPED, self._clock.now())
            raise
        stale = {row.id for row in batch.rows} - fresh
        if stale:
            WORDS.labels(batch.address.kind, DROPPED).inc(len(stale))
            await outbox.finish(stale, DROPPED, self._clock.now())
        if word is not None:
            await self._deliver(batch, fresh, word)

    async def _deliver(self, batch: Batch, ids: set[str], word: Word) -> None:
        kind, now = batch.address.kind, self._clock.now
        try:
            channel = self._channels.get(kind)
            if channel is None:
                raise NotSent(Message("qd.reach.no_channel"))
            async with asyncio.timeout(LONGEST_SENDING):
                await channel.send(batch.address.address, word)
        except NotSent as failure:
            await self._put_off(batch, ids, failure)
        except TimeoutError:
            await self._put_off(batch, ids, NotSent(Message("qd.reach.slow")))
        except Exception as error:
            # A fault of the channel; its words may hold the address
            logger.error("the channel %s failed: %s", kind, type(error).__name__)
            await self._put_off(batch, ids, NotSent(Message("qd.reach.fault")))
        else:
            WORDS.labels(kind, SENT).inc()
            await self._store.outbox.finish(ids, SENT, now(), word.id)
            await self._store.addresses.note_arrival(batch.address.id, self._clock.wall())

    async def _put_off(self, batch: Batch, ids: set[str], failure: NotSent) -> None:
        outbox, now = self._store.outbox, self._clock.now()
        WORDS.labels(batch.address.kind, "failed").inc()
        await self._store.addresses.note_failure(batch.address.id, failure.reason)
        rows = [row for row in batch.rows if row.id in ids]
        old = {row.id for row in rows if failure.gone or now - row.made >= OLDEST}
        if old:
            await outbox.give_up(batch, old, failure.reason, now, failure.gone)
        left = {row.id for row in rows} - old
        if left and not failure.gone:
            tries = max(row.tries for row in rows)
            pause = max(Pauses(FIRST_PAUSE, LONGEST_PAUSE, tries).next(), failure.after)
            await outbox.put_off(left, now + pause, failure.reason)

    # What is still true

    async def _compose(self, batch: Batch, wish: WishRow) -> tuple[set[str], Word | None]:
        """The rows that are worth sending, and the word that tells of all of them."""
        language = wish.language if wish.language in LANGUAGES else LANGUAGES[0]
        wording = Wording(language, wish.guest_id, self._public_url)
        notes: list[Note] = []
        fresh: list[OutboxRow] = []
        failing: list[OutboxRow] = []
        for row in batch.rows:
            if row.cause == FAILING:
                failing.append(row)
                continue
            note = await self._check(row)
            if note is not None:
                notes.append(note)
                fresh.append(row)
        label = await self._failing(failing)
        told = {row.id for row in fresh} | ({row.id for row in failing} if label else set())
        if notes:
            waiting = await self._store.mine.waiting_of(wish.guest_id)
            return told, wording.make(fresh[0].id, notes, waiting, label)
        return told, wording.make_failing(failing[0].id, label) if label else None

    async def _failing(self, rows: list[OutboxRow]) -> str:
        """The name of an address that still does not work; "" if all do."""
        for row in rows:
            address = await self._store.addresses.find(row.guest_id, row.what)
            if address is not None and address.failures:
                return address.label or address.kind
        return ""

    async def _check(self, row: OutboxRow) -> Note | None:
        """What there is to tell of a row now; None if it is out of date."""
        if row.table_id is None:
            return None
        if row.cause == INVITED:
            return await self._check_invitation(row)
        try:
            table = await self._tables.live_now(row.table_id)
            if table.fault is not None or not table.seats_of(row.guest_id):
                return None
            current = await self._is_current(row, table)
        except QuarterdeckError:
            return None
        if not current or await self._has_seen(row):
            return None
        left = self._left(row, table)
        return Note(row.cause, table, row.what, self._clock.now() - row.since, left)

    async def _check_invitation(self, row: OutboxRow) -> Note | None:
        """Who asks somebody to a table, as long as they do and there is a seat."""
        for each in await self._store.friends.invitations_of(row.guest_id):
            if (each.table_id, each.by.id) == (row.table_id, row.what):
                table = await self._tables.live_now(each.table_id)
                return Note(row.cause, table, each.by.name, self._clock.now() - row.since)
        return None

    async def _is_current(self, row: OutboxRow, table: LiveTable) -> bool:
        if row.cause in (TURN, NUDGED, REMINDER, DEADLINE):
            return find_turn(table, row.guest_id) == row.what.partition(" ")[0]
        if row.cause == AGREE:
            rematch = None
            if table.row.rematch is not None:
                rematch = await self._tables.live_now(table.row.rematch)
            return find_request(table, row.guest_id, rematch) == row.what
        return row.cause == OVER or table.row.status == RUNNING

    async def _has_seen(self, row: OutboxRow) -> bool:
        """Whether somebody has been at the table since, or is there."""
        assert row.table_id is not None
        _, stored = await self._store.signs.of(row.table_id)
        noticed = self._presence.last_noticed(row.table_id, row.guest_id)
        seen = max(stored.get(row.guest_id, 0.0), noticed)
        if row.cause in (REMINDER, DEADLINE):
            return seen > row.made or self._clock.now() - seen < SLACK
        return seen > row.since

    def _left(self, row: OutboxRow, table: LiveTable) -> float | None:
        """How many seconds somebody has left to choose."""
        if row.cause not in (TURN, NUDGED, REMINDER, DEADLINE):
            return None
        due = find_due(table, row.guest_id)
        return None if due is None else due - self._clock.now()
