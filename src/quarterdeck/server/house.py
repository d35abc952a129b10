"""Everything one server process holds, opened and closed together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.following import Following, ShownPage
from quarterdeck.server.hub import Hub, Telegraph
from quarterdeck.server.identity import Signer, server_key
from quarterdeck.server.limits import Limits, Newcomers
from quarterdeck.server.live import NewDealer, secure_dealer
from quarterdeck.server.pauses import Pauses
from quarterdeck.server.people import DAY, People
from quarterdeck.server.presence import Clock, Presence
from quarterdeck.server.puzzles import Puzzles
from quarterdeck.server.seldom import Seldom
from quarterdeck.server.settings import Settings
from quarterdeck.server.statistics import Statistics
from quarterdeck.server.store import (
    AWAY,
    LOCKED,
    Database,
    Store,
    engine_for,
    file_of,
    hide_password,
    keep_private,
    make_private,
    migrate,
    read_url,
    trouble_of,
)
from quarterdeck.server.streams import Streams
from quarterdeck.server.tables import Tables
from quarterdeck.server.thinking import Thinkers

logger = logging.getLogger(__name__)

# What begins an announcement of streams that end; no table is called so.
ENDED = "! "


class House:
    """Store, guests, tables, watchers and thinking bots of one server process.

    Only tests bring dealers of their own, to deal the same twice, and clocks.
    """

    def __init__(
        self,
        settings: Settings,
        new_dealer: NewDealer = secure_dealer,
        clock: Clock | None = None,
    ) -> None:
        self.settings = settings
        self._url = read_url(settings.database_url)
        key = _made_files(file_of(self._url), settings.key_path)
        self.engine = engine_for(settings.database_url)
        self.store = Store(Database(self.engine))
        self.hub = Hub()
        self.streams = Streams(settings.streams_per_address)
        self.following: Following[ShownPage] = Following()
        self.limits = Limits(
            Newcomers(settings.guests_an_hour),
            settings.open_tables,
            settings.bot_tables,
            settings.tables_a_day,
            settings.joined_tables,
            settings.lines_a_minute,
            settings.open_days,
            settings.bot_most_seconds,
        )
        self.people = People(
            self.store,
            Signer(key),
            settings.session_days * DAY,
            self._end,
            newcomers=self.limits.newcomers,
        )
        thinkers = Thinkers(
            settings.bot_workers,
            settings.bot_seconds,
            settings.bot_patience,
            settings.bot_most_seconds,
            queue_seconds=settings.bot_queue_seconds,
        )
        self.presence = Presence(self.store.signs, clock or Clock())
        self.tables = Tables(
            self.store,
            self.hub,
            thinkers,
            self.presence,
            self._announce,
            new_dealer,
            settings.order_patience,
            self.limits,
        )
        self.statistics = Statistics(self.store)
        self.puzzles = Puzzles(self.store)
        self._telegraph: Telegraph | None = None
        self._checking: set[asyncio.Task[None]] = set()

    async def prepare(self) -> None:
        """Bring the database to the newest schema, and let go of it."""
        try:
            await self._insist(lambda: migrate(self.engine))
        finally:
            await self.store.database.close()

    async def open(self) -> None:
        try:
            await self._insist(lambda: migrate(self.engine))
            _keep_private(file_of(self._url))
            await self.store.database.open()
            if not self.store.database.is_sqlite:
                address = self._url.set(drivername="postgresql")
                self._telegraph = Telegraph(
                    address.render_as_string(hide_password=False),
                    self._hear,
                    self._hear_again,
                )
                await self._telegraph.open()
            await self._insist(self.presence.open)
            self.tables.open()
        except BaseException:
            await self.close()
            raise

    async def _insist(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step as soon as the database allows it. What no waiting mends is refused."""
        pauses, seldom = Pauses(0.5, 10.0), Seldom(logger)
        while True:
            try:
                await step()
                return
            except Exception as error:
                trouble = trouble_of(error)
                if trouble is None:
                    raise
                if trouble.kind not in (AWAY, LOCKED):
                    raise BadSetup(
                        Message(
                            f"qd.server.start.{trouble.kind}",
                            database=hide_password(self._url),
                            why=trouble.why,
                        )
                    ) from error
                seldom.warn(f"waiting for the database {hide_password(self._url)}", trouble.why)
            await asyncio.sleep(pauses.next())

    async def close(self) -> None:
        await self.tables.close()
        await self.presence.close()
        if self._telegraph is not None:
            await self._telegraph.close()
        checking = list(self._checking)
        for task in checking:
            task.cancel()
        await asyncio.gather(*checking, return_exceptions=True)
        await self.store.database.close()

    def _end(self, whom: str) -> None:
        """Somebody's streams must not go on, here and in other server processes."""
        self.hub.dismiss(whom)
        self._announce(ENDED + whom)

    def _hear(self, text: str) -> None:
        """What another server process has announced."""
        if text.startswith(ENDED):
            self.hub.dismiss(text.removeprefix(ENDED))
        else:
            self.tables.forget(text)

    def _hear_again(self) -> None:
        """Something may have been missed: who has signed out meanwhile must show it again."""
        self.tables.forget_all()
        task = asyncio.get_running_loop().create_task(self.hub.dismiss_strangers(self.people.knows))
        self._checking.add(task)
        task.add_done_callback(self._checking.discard)

    def _announce(self, text: str) -> None:
        """Tell the other server processes that a table has changed."""
        if self._telegraph is not None:
            self._telegraph.send(text)


def _made_files(database: Path | None, key_path: Path) -> bytes:
    """Make the files that are missing, for their owner's eyes only; gives the key."""
    path = key_path
    try:
        key = server_key(key_path)
        keep_private(key_path)
        if database is not None:
            path = database
            make_private(database)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadSetup(Message("qd.server.start.file", file=str(path), why=why)) from error
    return key


def _keep_private(database: Path | None) -> None:
    """What an earlier version made may be open to everybody. By now it is known to be ours."""
    if database is not None:
        for suffix in ("", "-wal", "-shm"):
            path = Path(f"{database}{suffix}")
            if path.exists():
                keep_private(path)
