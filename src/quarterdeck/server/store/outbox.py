"""What is to be sent to people, until it is sent or given up, by the clock of the house."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import Row

from quarterdeck.kernel.messages import Message
from quarterdeck.server.identity import new_id
from quarterdeck.server.store.addresses import GONE, ON, AddressRow, address_row, dump_reason
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.schema import addresses, contact_wishes, marks, outbox
from quarterdeck.server.store.sound import moment

HELD, WAITING, SENT, DROPPED, FAILED = "held", "waiting", "sent", "dropped", "failed"
OPEN = (HELD, WAITING)
# The cause of a word that tells by another way that one has failed.
FAILING = "failing"


@dataclass(frozen=True)
class OutboxRow:
    """Something one person is to be told at one address."""

    id: str
    guest_id: str
    address_id: str
    cause: str
    table_id: str | None
    what: str
    since: float
    made: float
    tries: int


@dataclass(frozen=True)
class Batch:
    """Everything that is due for one address, claimed by this process."""

    address: AddressRow
    rows: tuple[OutboxRow, ...]


class Outbox:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tell(
        self,
        table_id: str,
        guest_id: str,
        causes: Sequence[tuple[str, str, float]],
        now: float,
        state: str | None,
    ) -> int:
        """Mark that somebody is told (cause, what, since when), and put it into the box for each of
        their addresses; without a state they know already. Gives how many rows there are now.

        What another process has told meanwhile is left out.
        """

        def job(connection: Connection) -> int:
            fresh = [each for each in causes if _mark_told(connection, table_id, guest_id, each)]
            if state is None or not fresh:
                return 0
            query = select(addresses.c.id).where(
                addresses.c.guest_id == guest_id, addresses.c.state == ON
            )
            rows = [
                _values(guest_id, address_id, cause, table_id, what, since, now, state)
                for address_id in connection.execute(query).scalars()
                for cause, what, since in fresh
            ]
            # What nobody has sent yet about the same is out of date
            connection.execute(
                delete(outbox).where(
                    outbox.c.guest_id == guest_id,
                    outbox.c.table_id == table_id,
                    outbox.c.cause.in_([cause for cause, _, _ in fresh]),
                    outbox.c.state.in_(OPEN),
                    outbox.c.claimed.is_(None),
                )
            )
            if rows:
                connection.execute(insert(outbox), rows)
            return len(rows)

        return await self._database.write(job, table_id)

    async def people(self, state: str) -> set[str]:
        """For whom something is in the box."""
        query = select(outbox.c.guest_id).where(outbox.c.state == state).distinct()
        return set(await self._database.read(lambda c: c.execute(query).scalars().all()))

    async def release(self, guest_id: str, day: str | None) -> None:
        """Let go what was held for somebody's digest of a day, if that is not out yet; without a
        day they want none any more."""
        last = contact_wishes.c.digested
        first = update(contact_wishes).where(
            contact_wishes.c.guest_id == guest_id, last.is_(None) | (last != day)
        )
        free = update(outbox).where(outbox.c.guest_id == guest_id, outbox.c.state == HELD)

        def job(connection: Connection) -> None:
            if day is None or connection.execute(first.values(digested=day)).rowcount == 1:
                connection.execute(free.values(state=WAITING))

        await self._database.write(job)

    async def due(self, now: float, lease: float) -> list[tuple[str, str]]:
        """Addresses, with whose they are, for which something may be claimed."""
        query = (
            select(outbox.c.address_id, outbox.c.guest_id)
            .where(_is_due(now, lease))
            .distinct()
            .order_by(outbox.c.address_id)
        )
        rows = await self._database.read(lambda c: c.execute(query).all())
        return [(row.address_id, row.guest_id) for row in rows]

    async def claim(self, address_id: str, now: float, lease: float) -> Batch | None:
        """Take everything that is due for an address; None if another process was faster.

        It is ours for as long as the lease. If we end before it is sent, somebody tries again then.
        """
        one = select(addresses).where(addresses.c.id == address_id)
        query = (
            select(outbox)
            .where(outbox.c.address_id == address_id, _is_due(now, lease))
            .order_by(outbox.c.made, outbox.c.id)
        )

        def job(connection: Connection) -> Batch | None:
            address = connection.execute(one.with_for_update(skip_locked=True)).first()
            rows = connection.execute(query).all() if address is not None else []
            if address is None or not rows:
                return None
            mine = update(outbox).where(outbox.c.id.in_([row.id for row in rows]))
            connection.execute(mine.values(claimed=now, tries=outbox.c.tries + 1))
            return Batch(address_row(address), tuple(_outbox_row(row) for row in rows))

        return await self._database.write(job)

    async def finish(
        self, ids: Collection[str], state: str, now: float, word: str | None = None
    ) -> None:
        """These are sent, or need not be."""
        change = update(outbox).where(outbox.c.id.in_(set(ids)))
        values = {"state": state, "done": now, "word": word, "claimed": None}
        await self._database.write(lambda c: c.execute(change.values(values)))

    async def put_off(self, ids: Collection[str], until: float, reason: Message | None) -> None:
        """These are tried again later; without a reason they were not tried."""
        change = update(outbox).where(outbox.c.id.in_(set(ids)))
        values: dict[str, Any] = {"not_before": until, "claimed": None}
        values |= (
            {"tries": outbox.c.tries - 1} if reason is None else {"reason": dump_reason(reason)}
        )
        await self._database.write(lambda c: c.execute(change.values(values)))

    async def give_up(
        self, batch: Batch, ids: Collection[str], reason: Message, now: float, gone: bool
    ) -> None:
        """These will not arrive: tell so by the person's other addresses, once, until something
        arrives at this one again."""
        address = batch.address
        others = select(addresses.c.id).where(
            addresses.c.guest_id == address.guest_id,
            addresses.c.id != address.id,
            addresses.c.state == ON,
            addresses.c.failures == 0,
        )
        told = select(outbox.c.id).where(
            outbox.c.guest_id == address.guest_id,
            outbox.c.cause == FAILING,
            outbox.c.what == address.id,
            outbox.c.made >= _last_arrival(address.id),
        )

        def job(connection: Connection) -> None:
            change = update(outbox).where(outbox.c.id.in_(set(ids)))
            values = {"state": FAILED, "done": now, "claimed": None, "reason": dump_reason(reason)}
            connection.execute(change.values(values))
            if gone:
                theirs = and_(outbox.c.address_id == address.id, outbox.c.state.in_(OPEN))
                connection.execute(update(outbox).where(theirs).values(values))
                change = update(addresses).where(addresses.c.id == address.id)
                connection.execute(change.values(state=GONE))
            if connection.execute(told).first() is None:
                rows = [
                    _values(address.guest_id, id, FAILING, None, address.id, now, now, WAITING)
                    for id in connection.execute(others).scalars()
                ]
                if rows:
                    connection.execute(insert(outbox), rows)

        await self._database.write(job)

    async def sent_since(self, guest_id: str, since: float) -> int:
        """How many words somebody was sent since then."""
        query = select(func.count(outbox.c.word.distinct())).where(
            outbox.c.guest_id == guest_id, outbox.c.state == SENT, outbox.c.done > since
        )
        found: int = await self._database.read(lambda c: c.execute(query).scalar_one())
        return found

    async def count(self) -> dict[str, int]:
        """How many rows wait, are held, were sent and so on."""
        query = select(outbox.c.state, func.count()).group_by(outbox.c.state)
        rows = await self._database.read(lambda c: c.execute(query).all())
        return {str(state): int(count) for state, count in rows}

    async def clear(self, before: float) -> None:
        """Forget what was done with before then."""
        old = and_(outbox.c.state.not_in(OPEN), outbox.c.done < before)
        await self._database.write(lambda c: c.execute(delete(outbox).where(old)))


def _mark_told(
    connection: Connection, table_id: str, guest_id: str, each: tuple[str, str, float]
) -> bool:
    cause, what, _ = each
    change = update(marks).where(
        marks.c.table_id == table_id,
        marks.c.guest_id == guest_id,
        marks.c.cause == cause,
        marks.c.what == what,
        marks.c.told.is_(False),
    )
    return connection.execute(change.values(told=True)).rowcount == 1


def _values(
    guest_id: str,
    address_id: str,
    cause: str,
    table_id: str | None,
    what: str,
    since: float,
    now: float,
    state: str,
) -> dict[str, Any]:
    return {
        "id": new_id(),
        "guest_id": guest_id,
        "address_id": address_id,
        "cause": cause,
        "table_id": table_id,
        "what": what,
        "since": since,
        "made": now,
        "not_before": now,
        "tries": 0,
        "state": state,
    }


def _is_due(now: float, lease: float) -> ColumnElement[bool]:
    free = or_(outbox.c.claimed.is_(None), outbox.c.claimed <= now - lease)
    return and_(outbox.c.state == WAITING, outbox.c.not_before <= now, free)


def _last_arrival(address_id: str) -> Any:
    """When something last arrived at an address."""
    return (
        select(func.coalesce(func.max(outbox.c.done), 0.0))
        .where(outbox.c.address_id == address_id, outbox.c.state == SENT)
        .scalar_subquery()
    )


def _outbox_row(row: Row[Any]) -> OutboxRow:
    return OutboxRow(
        str(row.id),
        str(row.guest_id),
        str(row.address_id),
        str(row.cause),
        row.table_id,
        str(row.what),
        moment(row.since) or 0.0,
        moment(row.made) or 0.0,
        int(row.tries),
    )
