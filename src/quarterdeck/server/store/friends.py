"""Friends, invitations to tables, and whom somebody does not want to meet."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from contextlib import suppress

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.rows import FINISHED, GATHERING, OPEN, Guest, InvitationRow
from quarterdeck.server.store.schema import blocks, friends, guests, invitations, seats, tables
from quarterdeck.server.store.sound import name_of


class Friends:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    # The link

    async def key_of(self, guest_id: str) -> str | None:
        """The key of the link by which others become somebody's friends."""
        query = select(guests.c.friend_key).where(guests.c.id == guest_id)
        found: str | None = await self._database.read(lambda c: c.execute(query).scalar())
        return found

    async def change_key(self, guest_id: str, key: str | None) -> None:
        """A new link, or none; an older one leads nowhere."""
        change = update(guests).where(guests.c.id == guest_id).values(friend_key=key)
        await self._database.write(lambda c: c.execute(change))

    async def find_by_key(self, key: str) -> Guest | None:
        query = select(guests.c.id, guests.c.name).where(guests.c.friend_key == key)
        row = await self._database.read(lambda c: c.execute(query).first())
        return None if row is None else Guest(row.id, name_of(row.name))

    # Friends

    async def of(self, guest_id: str) -> list[Guest]:
        """Somebody's friends, by name."""
        query = (
            select(guests.c.id, guests.c.name)
            .join(friends, friends.c.friend_id == guests.c.id)
            .where(friends.c.guest_id == guest_id)
            .order_by(func.lower(guests.c.name), guests.c.id)
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        return [Guest(row.id, name_of(row.name)) for row in found]

    async def common_tables(self, guest_id: str) -> dict[str, list[str]]:
        """The unfinished tables where somebody sits together with others, by the others."""
        mine, theirs = seats.alias(), seats.alias()
        query = (
            select(theirs.c.guest_id, tables.c.id)
            .join(mine, mine.c.table_id == theirs.c.table_id)
            .join(tables, tables.c.id == mine.c.table_id)
            .where(mine.c.guest_id == guest_id, theirs.c.guest_id != guest_id)
            .where(tables.c.status != FINISHED)
            .distinct()
        )
        common: dict[str, list[str]] = {}
        for row in await self._database.read(lambda c: c.execute(query).all()):
            common.setdefault(row.guest_id, []).append(row.id)
        return {friend: sorted(found) for friend, found in common.items()}

    async def befriend(self, one: str, other: str, most: int) -> None:
        """Two become friends, or stay so; raises Conflict if either has `most` friends already, or
        has blocked the other."""

        def job(connection: Connection) -> None:
            if connection.execute(select(friends).where(_are(one, other))).first() is not None:
                return
            if connection.execute(select(blocks).where(_between(one, other))).first() is not None:
                raise Conflict
            for each in (one, other):
                count = select(func.count()).select_from(friends)
                if connection.execute(count.where(friends.c.guest_id == each)).scalar_one() >= most:
                    raise Conflict
            now = time.time()
            rows = ((one, other), (other, one))
            connection.execute(
                insert(friends),
                [{"guest_id": mine, "friend_id": theirs, "created": now} for mine, theirs in rows],
            )

        # The other one may agree at the same time, by way of another process
        with suppress(IntegrityError):
            await self._database.write(job)

    async def part(self, one: str, other: str) -> None:
        """Two are no friends any more; invitations between them go, too."""
        await self._database.write(lambda c: part(c, one, other))

    # Invitations

    async def invite(self, table_id: str, by: str, guest_id: str, now: float) -> bool:
        """Ask a friend to a table; False if nothing comes of it: they are no friend, have blocked
        or are blocked, or are asked or there already."""
        sits = select(seats.c.number).where(
            seats.c.table_id == table_id, seats.c.guest_id == guest_id
        )
        asked = select(invitations).where(
            invitations.c.table_id == table_id, invitations.c.guest_id == guest_id
        )
        begun = select(tables.c.id).where(tables.c.status != GATHERING)

        def job(connection: Connection) -> bool:
            if connection.execute(select(friends).where(_are(by, guest_id))).first() is None:
                return False
            if any(
                connection.execute(query).first() is not None
                for query in (select(blocks).where(_between(by, guest_id)), sits, asked)
            ):
                return False
            connection.execute(delete(invitations).where(invitations.c.table_id.in_(begun)))
            row = {"table_id": table_id, "guest_id": guest_id, "by_id": by, "created": now}
            connection.execute(insert(invitations).values(row))
            return True

        try:
            return await self._database.write(job)
        except IntegrityError:
            # Asked twice at once, by way of two processes
            return False

    async def invited_to(self, table_id: str) -> set[str]:
        """Who has been asked to a table."""
        query = select(invitations.c.guest_id).where(invitations.c.table_id == table_id)
        return set(await self._database.read(lambda c: c.execute(query).scalars().all()))

    async def invitations_of(self, guest_id: str | None = None) -> list[InvitationRow]:
        """Invitations to tables that still wait for people, newest first: somebody's, or
        everybody's, for whoever sends word of them."""
        free = select(seats.c.number).where(seats.c.table_id == tables.c.id, seats.c.kind == OPEN)
        there = seats.alias()
        sits = select(there.c.number).where(
            there.c.table_id == tables.c.id, there.c.guest_id == invitations.c.guest_id
        )
        query = (
            select(invitations, guests.c.name)
            .join(tables, tables.c.id == invitations.c.table_id)
            .join(guests, guests.c.id == invitations.c.by_id)
            .where(tables.c.status == GATHERING, free.exists(), ~sits.exists())
            .order_by(invitations.c.created.desc(), invitations.c.table_id)
        )
        if guest_id is not None:
            query = query.where(invitations.c.guest_id == guest_id)
        found = await self._database.read(lambda c: c.execute(query).all())
        return [
            InvitationRow(
                row.table_id, row.guest_id, Guest(row.by_id, name_of(row.name)), row.created
            )
            for row in found
        ]

    async def decline(self, table_id: str, guest_id: str) -> None:
        mine = and_(invitations.c.table_id == table_id, invitations.c.guest_id == guest_id)
        await self._database.write(lambda c: c.execute(delete(invitations).where(mine)))

    # Blocks

    async def block(self, guest_id: str, blocked_id: str, most: int) -> None:
        """Somebody does not want to meet another, and is no friend of theirs any more; raises
        Conflict if that is one too many."""
        count = select(func.count()).select_from(blocks).where(blocks.c.guest_id == guest_id)
        mine = and_(blocks.c.guest_id == guest_id, blocks.c.blocked_id == blocked_id)
        row = {"guest_id": guest_id, "blocked_id": blocked_id, "created": time.time()}

        def job(connection: Connection) -> None:
            if connection.execute(select(blocks).where(mine)).first() is not None:
                return
            if connection.execute(count).scalar_one() >= most:
                raise Conflict
            connection.execute(insert(blocks).values(row))
            part(connection, guest_id, blocked_id)

        with suppress(IntegrityError):
            await self._database.write(job)
        self._cache.forget_all()

    async def unblock(self, guest_id: str, blocked_id: str) -> None:
        mine = and_(blocks.c.guest_id == guest_id, blocks.c.blocked_id == blocked_id)
        await self._database.write(lambda c: c.execute(delete(blocks).where(mine)))
        self._cache.forget_all()

    async def blocked_by(self, guest_id: str | None) -> frozenset[str]:
        """Whom somebody does not want to meet."""
        if guest_id is None:
            return frozenset()
        query = select(blocks.c.blocked_id).where(blocks.c.guest_id == guest_id)

        async def read() -> frozenset[str]:
            return frozenset(await self._database.read(lambda c: c.execute(query).scalars().all()))

        return await self._cache.get(("blocked", guest_id), read)

    async def blocking(self, guest_id: str | None, hosts: Iterable[str]) -> frozenset[str]:
        """Who of some people does not want to meet somebody."""
        wanted = sorted(set(hosts))
        if guest_id is None or not wanted:
            return frozenset()
        query = select(blocks.c.guest_id).where(
            blocks.c.blocked_id == guest_id, blocks.c.guest_id.in_(wanted)
        )
        return frozenset(await self._database.read(lambda c: c.execute(query).scalars().all()))

    async def named(self, guest_ids: Collection[str]) -> list[Guest]:
        """These people, by name."""
        query = select(guests.c.id, guests.c.name).where(guests.c.id.in_(sorted(guest_ids)))
        ordered = query.order_by(func.lower(guests.c.name), guests.c.id)
        found = await self._database.read(lambda c: c.execute(ordered).all())
        return [Guest(row.id, name_of(row.name)) for row in found]


def part(connection: Connection, one: str, other: str) -> None:
    """End what is between two friends."""
    theirs = or_(
        and_(invitations.c.guest_id == one, invitations.c.by_id == other),
        and_(invitations.c.guest_id == other, invitations.c.by_id == one),
    )
    connection.execute(delete(friends).where(_are(one, other) | _are(other, one)))
    connection.execute(delete(invitations).where(theirs))


def _are(one: str, other: str) -> ColumnElement[bool]:
    return and_(friends.c.guest_id == one, friends.c.friend_id == other)


def _between(one: str, other: str) -> ColumnElement[bool]:
    return or_(
        and_(blocks.c.guest_id == one, blocks.c.blocked_id == other),
        and_(blocks.c.guest_id == other, blocks.c.blocked_id == one),
    )
