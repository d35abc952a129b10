"""Guests: a name, and a personal link that shows who they are."""

from __future__ import annotations

import time

from sqlalchemy import ColumnElement, Connection, case, insert, select, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import NameHeld
from quarterdeck.server.store.rows import Guest
from quarterdeck.server.store.schema import guests
from quarterdeck.server.store.sound import name_of


class Guests:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    async def add(
        self, id: str, name: str, link_hash: str, look: str = "", is_shown: bool = False
    ) -> None:
        """A new guest. `is_shown`: they are told the secret of their link. Raises NameHeld if
        somebody has protected what looks like this name (`look`)."""
        now = time.time()
        row = {"id": id, "name": name, "link_hash": link_hash, "created": now}
        row["link_made"] = now if is_shown else None

        def job(connection: Connection) -> None:
            check_free(connection, look, id)
            connection.execute(insert(guests).values(row))

        await self._database.write(job)
        self._cache.forget_all()

    async def rename(self, id: str, name: str, look: str = "") -> None:
        """Change a name; if it was protected, so is the new one. Raises NameHeld as above."""
        kept = case((guests.c.protected.is_(None), None), else_=look)
        change = update(guests).where(guests.c.id == id).values(name=name, protected=kept)

        def job(connection: Connection) -> None:
            check_free(connection, look, id)
            connection.execute(change)

        try:
            await self._database.write(job)
        except IntegrityError:
            # Somebody else has protected it by way of another process
            raise NameHeld from None
        self._cache.forget_all()

    async def relink(self, id: str, link_hash: str, is_shown: bool = True) -> None:
        """Give a guest a new personal link; the old one stops working. Unless it `is_shown`, nobody
        has one any more."""
        made = time.time() if is_shown else None
        change = update(guests).where(guests.c.id == id).values(link_hash=link_hash, link_made=made)
        await self._database.write(lambda c: c.execute(change))
        self._cache.forget_all()

    async def find(self, id: str) -> Guest | None:
        return await self._cache.get(("guest", id), lambda: self._read(guests.c.id == id))

    async def find_by_link(self, link_hash: str) -> Guest | None:
        return await self._cache.get(
            ("link", link_hash), lambda: self._read(guests.c.link_hash == link_hash)
        )

    async def keep_calendar(self, id: str, calendar_hash: str | None) -> None:
        """Give a guest a new secret address for their calendar, or none."""
        change = update(guests).where(guests.c.id == id).values(calendar_hash=calendar_hash)
        await self._database.write(lambda c: c.execute(change))

    async def has_calendar(self, id: str) -> bool:
        query = select(guests.c.calendar_hash).where(guests.c.id == id)
        return await self._database.read(lambda c: c.execute(query).scalar()) is not None

    async def find_by_calendar(self, calendar_hash: str) -> Guest | None:
        return await self._read(guests.c.calendar_hash == calendar_hash)

    async def _read(self, condition: ColumnElement[bool]) -> Guest | None:
        query = select(guests.c.id, guests.c.name).where(condition)
        row = await self._database.read(lambda c: c.execute(query).first())
        return None if row is None else Guest(row.id, name_of(row.name))


def check_free(connection: Connection, look: str, guest_id: str) -> None:
    """Raises NameHeld if somebody else has protected what looks like a name."""
    held = select(guests.c.id).where(guests.c.protected == look, guests.c.id != guest_id)
    if look and connection.execute(held).first() is not None:
        raise NameHeld
