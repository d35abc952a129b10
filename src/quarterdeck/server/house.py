"""Everything one server process holds, opened and closed together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from quarterdeck.server.following import Following
from quarterdeck.server.hub import Hub, Telegraph
from quarterdeck.server.identity import Signer, server_key
from quarterdeck.server.live import NewDealer, secure_dealer
from quarterdeck.server.people import People
from quarterdeck.server.settings import Settings
from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.tables import Tables
from quarterdeck.server.thinking import Thinkers


class House:
    """Store, guests, tables, watchers and thinking bots of one server process.

    Only tests bring dealers of their own, to deal the same twice.
    """

    def __init__(self, settings: Settings, new_dealer: NewDealer = secure_dealer) -> None:
        self.settings = settings
        url = make_url(settings.database_url)
        if url.get_backend_name() == "sqlite" and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine = engine_for(settings.database_url)
        self.store = Store(Database(self.engine))
        self.hub = Hub()
        self.following: Following[Any] = Following()
        self.people = People(self.store, Signer(server_key(settings.key_path)))
        thinkers = Thinkers(settings.bot_workers, settings.bot_seconds, settings.bot_patience)
        self.tables = Tables(
            self.store, self.hub, thinkers, self._announce, new_dealer, settings.order_patience
        )
        self._telegraph: Telegraph | None = None

    async def open(self) -> None:
        await migrate(self.engine)
        await self.store.database.open()
        if not self.store.database.is_sqlite:
            address = make_url(self.settings.database_url).set(drivername="postgresql")
            self._telegraph = Telegraph(
                address.render_as_string(hide_password=False),
                self.tables.forget,
                self.tables.forget_all,
            )
            await self._telegraph.open()
        await self.tables.resume_all()

    async def close(self) -> None:
        await self.tables.close()
        if self._telegraph is not None:
            await self._telegraph.close()
        await self.store.database.close()

    def _announce(self, text: str) -> None:
        """Tell the other server processes that a table has changed."""
        if self._telegraph is not None:
            self._telegraph.send(text)
