"""Protected names, and the ways that lead into them: passkeys, and links by mail."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import Conflict, NameHeld
from quarterdeck.server.store.guests import check_free
from quarterdeck.server.store.rows import Guest, PasskeyRow, Ways
from quarterdeck.server.store.schema import guests, passkeys
from quarterdeck.server.store.sound import columns, name_of


class Protection:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    # Names

    async def owners(self, looks: Collection[str]) -> dict[str, str]:
        """Who has protected names that look like these, by look."""
        wanted = sorted({look for look in looks if look})
        if not wanted:
            return {}
        query = select(guests.c.protected, guests.c.id).where(guests.c.protected.in_(wanted))

        async def read() -> dict[str, str]:
            found = await self._database.read(lambda c: c.execute(query).all())
            return {row.protected: row.id for row in found}

        return await self._cache.get(("protected", "\n".join(wanted)), read)

    async def protect(self, guest_id: str, look: str) -> None:
        """Let nobody else take what looks like a guest's name; raises NameHeld if somebody has."""
        change = update(guests).where(guests.c.id == guest_id).values(protected=look)

        def job(connection: Connection) -> None:
            check_free(connection, look, guest_id)
            connection.execute(change)

        try:
            await self._database.write(job)
        except IntegrityError:
            # Somebody else, by way of another process
            raise NameHeld from None
        self._cache.forget_all()

    async def release(self, guest_id: str) -> None:
        """Others may take the name again."""
        change = update(guests).where(guests.c.id == guest_id).values(protected=None)
        await self._database.write(lambda c: c.execute(change))
        self._cache.forget_all()

    async def ways(self, guest_id: str) -> Ways:
        query = select(guests.c.protected, guests.c.by_mail, guests.c.link_made)
        mine = query.where(guests.c.id == guest_id)
        row = await self._database.read(lambda c: c.execute(mine).first())
        if row is None:
            return Ways()
        made = row.link_made if isinstance(row.link_made, (int, float)) else None
        return Ways(row.protected, bool(row.by_mail), made)

    # Mail

    async def open_to_mail(self, guest_id: str, opened: bool) -> None:
        """Let links by mail lead into a name, or no more."""
        change = update(guests).where(guests.c.id == guest_id).values(by_mail=opened)
        await self._database.write(lambda c: c.execute(change))

    async def reached_by_mail(self, guest_ids: Collection[str]) -> list[Guest]:
        """Those of some guests into whose names links by mail lead, by name."""
        query = (
            select(guests.c.id, guests.c.name)
            .where(guests.c.id.in_(sorted(guest_ids)), guests.c.by_mail)
            .order_by(guests.c.name, guests.c.id)
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        return [Guest(row.id, name_of(row.name)) for row in found]

    # Passkeys

    async def add_passkey(self, passkey: PasskeyRow, most: int) -> None:
        """Raises Conflict if it is known already, or if there are `most` of this guest."""
        values = {name: getattr(passkey, name) for name in PasskeyRow.__dataclass_fields__}
        values["transports"] = " ".join(passkey.transports)
        count = select(func.count()).where(passkeys.c.guest_id == passkey.guest_id)
        known = select(passkeys.c.id).where(passkeys.c.id == passkey.id)

        def job(connection: Connection) -> None:
            full = connection.execute(count.select_from(passkeys)).scalar_one() >= most
            if full or connection.execute(known).first() is not None:
                raise Conflict
            connection.execute(insert(passkeys).values(values))

        await self._database.write(job)

    async def passkeys_of(self, guest_id: str) -> list[PasskeyRow]:
        """The oldest first."""
        mine = passkeys.c.guest_id == guest_id
        query = select(*columns(passkeys)).where(mine).order_by(passkeys.c.created, passkeys.c.id)
        found = await self._database.read(lambda c: c.execute(query).all())
        return [_passkey(row._mapping) for row in found]

    async def find_passkey(self, id: str) -> PasskeyRow | None:
        query = select(*columns(passkeys)).where(passkeys.c.id == id)
        row = await self._database.read(lambda c: c.execute(query).first())
        return None if row is None else _passkey(row._mapping)

    async def note_use(self, passkey: PasskeyRow, count: int, now: float) -> bool:
        """Somebody came by a passkey; False if it was used or removed meanwhile."""
        change = (
            update(passkeys)
            .where(passkeys.c.id == passkey.id, passkeys.c.count == passkey.count)
            .values(count=count, used=now)
        )
        return await self._database.write(lambda c: c.execute(change).rowcount) == 1

    async def rename_passkey(self, guest_id: str, id: str, name: str) -> bool:
        mine = (passkeys.c.id == id) & (passkeys.c.guest_id == guest_id)
        change = update(passkeys).where(mine).values(name=name)
        return await self._database.write(lambda c: c.execute(change).rowcount) == 1

    async def remove_passkey(self, guest_id: str, id: str) -> bool:
        mine = (passkeys.c.id == id) & (passkeys.c.guest_id == guest_id)
        gone = delete(passkeys).where(mine)
        return await self._database.write(lambda c: c.execute(gone).rowcount) == 1


def _passkey(row: RowMapping) -> PasskeyRow:
    values: dict[str, Any] = {str(name): value for name, value in row.items()}
    return PasskeyRow(**{**values, "transports": tuple(str(values["transports"]).split())})
