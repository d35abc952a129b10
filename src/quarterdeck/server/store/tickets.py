"""Tickets: what may be done once, and soon. Of their secrets only hashes are kept."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.schema import tickets

# What tickets are for: a new passkey, signing in by one, signing in by mail, and removing oneself.
NEW_PASSKEY, BY_PASSKEY, BY_MAIL, REMOVAL = "new_passkey", "passkey", "mail", "removal"


@dataclass(frozen=True)
class Ticket:
    """`id` is the hash of a secret, `bound` that of what else must be shown to use it."""

    id: str
    purpose: str
    guest_id: str | None = None
    bound: str | None = None


class Tickets:
    """Each method is one transaction. Times are by the clock of the house."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def issue(self, ticket: Ticket, now: float, lasting: float) -> None:
        """A new ticket; those that are over are deleted in passing."""
        row = {
            "id": ticket.id,
            "purpose": ticket.purpose,
            "guest_id": ticket.guest_id,
            "bound": ticket.bound,
            "expires": now + lasting,
        }

        def job(connection: Connection) -> None:
            connection.execute(delete(tickets).where(tickets.c.expires < now))
            connection.execute(insert(tickets).values(row))

        await self._database.write(job)

    async def look(self, id: str, purpose: str, now: float) -> Ticket | None:
        """A ticket that is still good; looking at it changes nothing."""
        query = select(tickets).where(
            tickets.c.id == id, tickets.c.purpose == purpose, tickets.c.expires >= now
        )
        row = await self._database.read(lambda c: c.execute(query).first())
        return None if row is None else Ticket(row.id, row.purpose, row.guest_id, row.bound)

    async def use(self, id: str, purpose: str, now: float) -> Ticket | None:
        """The same, and it is good no more: of several who use it at once one gets it."""
        found = await self.look(id, purpose, now)
        gone = delete(tickets).where(tickets.c.id == id, tickets.c.purpose == purpose)
        taken = await self._database.write(lambda c: c.execute(gone).rowcount)
        return found if taken == 1 else None

    async def end(self, guest_id: str, purpose: str) -> None:
        """End all tickets of somebody for something."""
        mine = (tickets.c.guest_id == guest_id) & (tickets.c.purpose == purpose)
        await self._database.write(lambda c: c.execute(delete(tickets).where(mine)))
