"""Your turn finds you: everything about reaching people who are not looking, put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from quarterdeck.kernel.messages import Message
from quarterdeck.server.paths import root
from quarterdeck.server.pauses import Pauses
from quarterdeck.server.people import People
from quarterdeck.server.presence import Clock, Presence
from quarterdeck.server.public_url import base_of, read_public_url
from quarterdeck.server.reach.address_book import AddressBook
from quarterdeck.server.reach.channel import Channel
from quarterdeck.server.reach.findings import DAY, HOUR
from quarterdeck.server.reach.lookout import Lookout
from quarterdeck.server.reach.mail import MailChannel, Post, read_mail_server
from quarterdeck.server.reach.sending import Sender
from quarterdeck.server.reach.wishes import Wishes
from quarterdeck.server.settings import Settings
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.tables import Tables

logger = logging.getLogger(__name__)

# Seconds in which changes of tables are gathered before they are looked at.
BREATH = 1.0
# What is done with is kept for so long, to be shown and counted.
KEPT = 14 * DAY


class Reach:
    """Who is told what, when, and by which channel. Channels are added by their kind."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        people: People,
        tables: Tables,
        presence: Presence,
        clock: Clock,
    ) -> None:
        self.public_url = base_of(read_public_url(settings.public_url))
        # A browser that is told something knows where it was told so
        base = self.public_url or root()
        self.channels: dict[str, Channel] = {}
        self._store = store
        self._clock = clock
        self._tick = settings.reach_tick
        self.wishes = Wishes(store)
        self.addresses = AddressBook(store, clock, self.channels, people.signer, base)
        self.post = Post(
            read_mail_server(settings), self.public_url, clock.wall, self.addresses.stop_link
        )
        if self.post.is_set_up:
            self.add_channel(MailChannel(self.post))
        self.lookout = Lookout(store, tables, presence, clock, settings.reach_delay)
        self.sender = Sender(
            store,
            tables,
            presence,
            clock,
            self.channels,
            base,
            settings.words_an_hour,
        )
        self._changed: set[str] = set()
        self._woken = asyncio.Event()
        self._cleared = 0.0
        self._looking: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[bool] | None = None

    def add_channel(self, channel: Channel) -> None:
        self.channels[channel.kind] = channel

    def note(self, table_id: str) -> None:
        """A table has changed."""
        self._changed.add(table_id)
        self._woken.set()

    async def forget(self, guest_id: str) -> None:
        """Delete everything about how a person is reached."""
        await self._store.addresses.forget(guest_id)

    # Looking and sending

    def open(self) -> None:
        self._looking = asyncio.create_task(self._keep_looking())

    async def close(self) -> None:
        """What is being sent is tried again after the next start, if nobody knows that it was."""
        tasks: list[asyncio.Task[Any] | None] = [self._looking, self._sending]
        busy = [task for task in tasks if task is not None]
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)

    async def _keep_looking(self) -> None:
        pauses = Pauses(BREATH, 60.0)
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._woken.wait()
                    await asyncio.sleep(BREATH)
            self._woken.clear()
            changed, self._changed = self._changed, set()
            whole = loop.time() >= due
            if not await self._try(self._look_everywhere if whole else partial(self.look, changed)):
                await asyncio.sleep(pauses.next())
            else:
                pauses.reset()
            if whole:
                due = loop.time() + self._tick

    async def _look_everywhere(self) -> None:
        await self.look()
        # A slow mail server keeps nobody from looking
        if self._sending is None or self._sending.done():
            sending = self._try(self.send)
            self._sending = asyncio.create_task(sending)

    async def _try(self, step: Callable[[], Awaitable[None]]) -> bool:
        """Whether a step could be taken; what was to be done is found again from the store."""
        try:
            await step()
        except DatabaseTrouble:
            return False
        except Exception:
            logger.exception("people could not be told")
            return False
        return True

    async def look(self, only: set[str] | None = None) -> None:
        """Find who is to be told what, at all tables or at some."""
        if self.channels:
            await self.lookout.look(only)

    async def send(self) -> None:
        """Send what is due, and now and then forget what is past."""
        if self.channels:
            await self.sender.send_due()
        await self._clear()

    async def _clear(self) -> None:
        now = self._clock.now()
        if now - self._cleared < HOUR:
            return
        self._cleared = now
        await self._store.outbox.clear(now - KEPT)
        await self._store.marks.clear(self._clock.wall() - KEPT)
        await self.addresses.clear()


def describe_channels(settings: Settings) -> list[Message]:
    """For the operator: which ways to reach people are set up, and what the others need.

    Raises BadSetup.
    """
    server, url = read_mail_server(settings), read_public_url(settings.public_url)
    webhooks = Message("qd.reach.start.webhooks" if url else "qd.reach.start.no_webhooks")
    if server is None:
        mail = Message("qd.reach.start.no_mail")
    elif not url:
        mail = Message("qd.reach.start.no_url")
    else:
        mail = Message("qd.reach.start.mail", host=server.host, sender=server.sender.addr_spec)
    return [mail, Message("qd.reach.start.push"), webhooks]
