"""Sessions: the devices on which guests are signed in."""

from __future__ import annotations

import time

from sqlalchemy import Connection, and_, delete, insert, select, update

from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.rows import DeviceRow, Guest, SessionRow
from quarterdeck.server.store.schema import addresses, guests, seats, sessions
from quarterdeck.server.store.sound import name_of


class Sessions:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    async def open(
        self, id: str, guest_id: str, now: float, unused: float, device: str = ""
    ) -> None:
        """Somebody signs in on a device. Sessions unused for that long are deleted in passing."""
        row = {"id": id, "guest_id": guest_id, "created": now, "seen": now, "device": device}

        def job(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.seen < now - unused))
            connection.execute(insert(sessions).values(row))

        await self._database.write(job)
        self._cache.forget_all()

    async def find(self, id: str) -> SessionRow | None:
        return await self._cache.get(("session", id), lambda: self._read(id))

    async def _read(self, id: str) -> SessionRow | None:
        query = (
            select(guests.c.id, guests.c.name, sessions.c.seen)
            .join(guests, guests.c.id == sessions.c.guest_id)
            .where(sessions.c.id == id)
        )
        row = await self._database.read(lambda c: c.execute(query).first())
        if row is None:
            return None
        # A damaged one is over, like one that has not been used for long
        seen = row.seen if isinstance(row.seen, (int, float)) else 0.0
        return SessionRow(id, Guest(row.id, name_of(row.name)), seen)

    async def of(self, guest_id: str, since: float) -> list[DeviceRow]:
        """The devices on which a guest is signed in and has been since, newest first."""
        query = (
            select(sessions.c.id, sessions.c.created, sessions.c.seen, sessions.c.device)
            .where(sessions.c.guest_id == guest_id, sessions.c.seen >= since)
            .order_by(sessions.c.seen.desc(), sessions.c.created.desc())
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        # Damaged ones are over
        sound = [row for row in found if isinstance(row.seen, (int, float))]
        return [DeviceRow(row.id, str(row.device), row.created, row.seen) for row in sound]

    async def touch(self, id: str, now: float) -> None:
        """Note that a session is used."""
        change = update(sessions).where(sessions.c.id == id).values(seen=now)
        await self._database.write(lambda c: c.execute(change))
        self._cache.forget(("session", id))

    async def end(self, id: str) -> None:
        await self._database.write(lambda c: c.execute(delete(sessions).where(sessions.c.id == id)))
        self._cache.forget_all()

    async def end_all(self, guest_id: str, link_hash: str) -> list[tuple[str, int]]:
        """End all sessions, seat tokens and the personal link of a guest, who gets a new one.

        Gives the seats whose tokens have ended, by table and number.
        """

        def job(connection: Connection) -> list[tuple[str, int]]:
            connection.execute(delete(sessions).where(sessions.c.guest_id == guest_id))
            # What is sent to those devices would be read by whoever has them now
            theirs = and_(addresses.c.guest_id == guest_id, addresses.c.kind == "push")
            connection.execute(delete(addresses).where(theirs))
            values = {"link_hash": link_hash, "link_made": time.time()}
            connection.execute(update(guests).where(guests.c.id == guest_id).values(values))
            return _end_tokens(connection, guest_id)

        ended = await self._database.write(job)
        self._cache.forget_all()
        return ended

    async def end_tokens(self, guest_id: str) -> list[tuple[str, int]]:
        """End the tokens of all seats of a guest; gives the seats."""
        ended = await self._database.write(lambda c: _end_tokens(c, guest_id))
        self._cache.forget_all()
        return ended


def _end_tokens(connection: Connection, guest_id: str) -> list[tuple[str, int]]:
    held = and_(seats.c.guest_id == guest_id, seats.c.token_hash.is_not(None))
    found = connection.execute(select(seats.c.table_id, seats.c.number).where(held)).all()
    connection.execute(update(seats).where(held).values(token_hash=None))
    return [(row.table_id, row.number) for row in found]
