"""Friends and those one does not want to meet.

Friends see each other's names and the tables they share, nothing more. Whoever is blocked is not
told: they find the links and tables of the other closed, as those of many others are. A game that
has begun goes on as before, for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quarterdeck.server.errors import NotAllowed, NotFound, TableError, Taken
from quarterdeck.server.identity import new_id
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store import Conflict, Store
from quarterdeck.server.store.rows import GATHERING, Guest, InvitationRow, TableRow

MOST_FRIENDS = 200
MOST_BLOCKED = 500


@dataclass(frozen=True)
class Friend:
    """A friend, and the unfinished tables where both sit."""

    guest: Guest
    tables: tuple[str, ...] = ()


class Company:
    """Whom everybody at this server likes to meet, and whom not."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    # Friends

    async def friends(self, guest: Guest) -> list[Friend]:
        common = await self._store.friends.common_tables(guest.id)
        found = await self._store.friends.of(guest.id)
        return [Friend(each, tuple(common.get(each.id, ()))) for each in found]

    async def new_key(self, guest: Guest) -> str:
        """A new friend link; an older one leads nowhere."""
        key = new_id()
        await self._store.friends.change_key(guest.id, key)
        return key

    async def end_key(self, guest: Guest) -> None:
        await self._store.friends.change_key(guest.id, None)

    async def by_key(self, key: str, reader: Guest | None) -> Guest:
        """Whose friend link this is; raises if it leads nowhere, for this reader at least."""
        found = await self._store.friends.find_by_key(key[:24])
        if found is None or await self.is_blocked(found.id, reader):
            raise NotFound("qd.friend.no_link")
        return found

    async def accept(self, guest: Guest, key: str) -> Guest:
        """Become friends with whoever has given this link away."""
        other = await self.by_key(key, guest)
        if other.id == guest.id:
            raise TableError("qd.friend.yourself")
        if other.id in await self._store.friends.blocked_by(guest.id):
            raise TableError("qd.friend.unblock_first", name=other.name)
        try:
            await self._store.friends.befriend(guest.id, other.id, MOST_FRIENDS)
        except Conflict:
            raise TableError("qd.friend.too_many", most=MOST_FRIENDS) from None
        return other

    async def part(self, guest: Guest, friend_id: str) -> None:
        await self._store.friends.part(guest.id, friend_id)

    # Invitations

    async def invite(self, table: LiveTable, guest: Guest, friend_id: str) -> None:
        """Ask a friend to a table that waits for people. Whether they have blocked us is not
        told."""
        if table.row.status != GATHERING:
            raise Taken("qd.server.already_started")
        if table.row.host != guest.id and not table.seats_of(guest.id):
            raise NotAllowed("qd.friend.sit_first")
        if friend_id not in {each.id for each in await self._store.friends.of(guest.id)}:
            raise NotFound("qd.friend.none")
        await self._store.friends.invite(table.row.id, guest.id, friend_id, self._now())

    async def invitations(self, guest: Guest) -> list[InvitationRow]:
        """The tables to which friends ask somebody."""
        blocked = await self._store.friends.blocked_by(guest.id)
        found = await self._store.friends.invitations_of(guest.id)
        return [each for each in found if each.by.id not in blocked]

    async def decline(self, guest: Guest, table_id: str) -> None:
        await self._store.friends.decline(table_id, guest.id)

    # Blocks

    async def block(self, guest: Guest, other_id: str) -> None:
        """From now on somebody does not want to meet another."""
        if other_id == guest.id:
            raise TableError("qd.block.yourself")
        if await self._store.guests.find(other_id) is None:
            raise NotFound("qd.server.no_guest")
        try:
            await self._store.friends.block(guest.id, other_id, MOST_BLOCKED)
        except Conflict:
            raise TableError("qd.block.too_many", most=MOST_BLOCKED) from None

    async def unblock(self, guest: Guest, other_id: str) -> None:
        await self._store.friends.unblock(guest.id, other_id)

    async def blocked(self, guest: Guest) -> list[Guest]:
        """Whom somebody has blocked, by name."""
        return await self._store.friends.named(await self._store.friends.blocked_by(guest.id))

    async def is_blocked(self, by: str, guest: Guest | None) -> bool:
        """Whether somebody does not want to meet another."""
        return guest is not None and guest.id in await self._store.friends.blocked_by(by)

    async def without_blocked(
        self, rows: Sequence[TableRow], guest_id: str | None
    ) -> list[TableRow]:
        """The tables of a list whose hosts somebody has not blocked, nor they them."""
        blocked = await self._store.friends.blocked_by(guest_id)
        blocking = await self._store.friends.blocking(guest_id, [row.host for row in rows])
        return [row for row in rows if row.host not in blocked | blocking]

    async def person_at(
        self, table: LiveTable, seat: int | None = None, line: int | None = None
    ) -> Guest:
        """Somebody at a table: on a seat, or who has said a line of its chat."""
        guest_id: str | None = None
        if seat is not None and 0 <= seat < len(table.seats):
            guest_id = table.seats[seat].guest_id
        elif line is not None:
            said = await self._store.chat.after(table.row.id, line - 1)
            guest_id = next((each.guest_id for each in said if each.number == line), None)
        found = await self._store.guests.find(guest_id) if guest_id else None
        if found is None:
            raise NotFound("qd.server.no_guest")
        return found
