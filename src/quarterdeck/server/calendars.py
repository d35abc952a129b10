"""The deadlines of a person as a calendar, under a secret address that they can revoke."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.server.errors import NotFound
from quarterdeck.server.identity import hash_secret, new_secret
from quarterdeck.server.mine import Mine, MyTable
from quarterdeck.server.store import Store
from quarterdeck.server.store.rows import Guest


@dataclass(frozen=True)
class Appointment:
    """A table where somebody must choose, and when that is on the wall, as far as one can tell:
    while the house is closed no time passes."""

    table: MyTable
    seat: int
    at: float
    # Tells apart the deadlines of one seat, one after the other.
    what: str


class Calendars:
    """The deadlines of people, and the addresses under which their calendars read them."""

    def __init__(self, store: Store, mine: Mine) -> None:
        self._store = store
        self._mine = mine

    async def of(self, guest_id: str) -> list[Appointment]:
        """The deadlines of a person, the earliest first."""
        found = await self._mine.deadlines.of(guest_id)
        if not found:
            return []
        tables = {each.row.id: each for each in (await self._mine.of(guest_id)).all}
        return [
            Appointment(tables[each.table], each.seat, each.at, str(int(each.due)))
            for each in found
            # Whatever somebody else believes: nobody is told of tables that are not theirs
            if each.table in tables and each.seat in tables[each.table].mine
        ]

    async def has_address(self, guest_id: str) -> bool:
        return await self._store.guests.has_calendar(guest_id)

    async def new_secret(self, guest: Guest) -> str:
        """A new address; an older one stops working."""
        secret = new_secret()
        await self._store.guests.keep_calendar(guest.id, hash_secret(secret))
        return secret

    async def revoke(self, guest: Guest) -> None:
        await self._store.guests.keep_calendar(guest.id, None)

    async def owner(self, secret: str) -> Guest:
        """Whose calendar is read under this address; raises if it is nobody's."""
        found = await self._store.guests.find_by_calendar(hash_secret(secret[:200]))
        if found is None:
            raise NotFound("qd.server.no_calendar")
        return found
