"""Where people can be reached, and how often words were sent by hand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError

from quarterdeck.kernel.messages import Message
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.schema import addresses, contact_wishes, guests, marks, outbox, trials
from quarterdeck.server.store.sound import moment

NEW, ON, STOPPED, GONE = "new", "on", "stopped", "gone"
CONFIRM, TEST, STOP = "confirm", "test", "stop"


def target_of(kind: str, address: str) -> str:
    """What stands for an address where it need not be known itself."""
    return hashlib.sha256(f"{kind} {address}".encode()).hexdigest()


def dump_reason(reason: Message) -> str:
    return json.dumps({"id": reason.id, "arguments": dict(reason.arguments)}, default=str)


def load_reason(stored: object) -> Message | None:
    """A reason as it was stored; None if there is none, or nobody can read it."""
    try:
        found = json.loads(stored) if isinstance(stored, str) else None
        return None if found is None else Message(str(found["id"]), **found["arguments"])
    except (ValueError, KeyError, TypeError):
        return None


@dataclass(frozen=True)
class AddressRow:
    """An address of a person. `reason`: why a word last failed; `used`: when one last arrived."""

    id: str
    guest_id: str
    kind: str
    address: str
    label: str
    state: str
    failures: int
    reason: Message | None
    created: float
    used: float | None

    def __repr__(self) -> str:
        # An address may be a secret: whoever knows that of a webhook can write there
        return f"<AddressRow {self.id} {self.kind} {self.state}>"


@dataclass(frozen=True)
class TrialLimits:
    """How many words may be sent by hand: to one target, and by one person, within an hour; to a
    target within a day; and since when nobody may write to somebody who has asked for silence."""

    per_target: int
    per_person: int
    per_day: int
    hour: float
    day: float
    silence: float


class Addresses:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guest_id: str) -> list[AddressRow]:
        return await self._find(addresses.c.guest_id == guest_id)

    async def find(self, guest_id: str, id: str) -> AddressRow | None:
        found = await self._find(and_(addresses.c.guest_id == guest_id, addresses.c.id == id))
        return found[0] if found else None

    async def by_secret(self, secret_hash: str, now: float) -> tuple[AddressRow, str] | None:
        """The address that waits for this secret, and the name of the person."""
        found = await self._find(
            and_(addresses.c.secret_hash == secret_hash, addresses.c.secret_until > now)
        )
        if not found:
            return None
        query = select(guests.c.name).where(guests.c.id == found[0].guest_id)
        name = await self._database.read(lambda c: c.execute(query).scalar_one_or_none())
        return found[0], str(name or "?")

    async def with_target(self, target: str) -> list[AddressRow]:
        return await self._find(addresses.c.target == target)

    async def _find(self, condition: ColumnElement[bool]) -> list[AddressRow]:
        query = select(addresses).where(condition).order_by(addresses.c.created, addresses.c.id)
        return [address_row(row) for row in await self._database.read(lambda c: c.execute(query))]

    async def add(self, row: AddressRow, most: int) -> None:
        """Add an address; raises Conflict if it is there, OverflowError if it is one too many."""
        count = select(func.count()).where(addresses.c.guest_id == row.guest_id)
        values = {
            "id": row.id,
            "guest_id": row.guest_id,
            "kind": row.kind,
            "address": row.address,
            "target": target_of(row.kind, row.address),
            "label": row.label,
            "state": row.state,
            "created": row.created,
        }

        def job(connection: Connection) -> None:
            if connection.execute(count).scalar_one() >= most:
                raise OverflowError
            connection.execute(insert(addresses).values(values))

        try:
            await self._database.write(job)
        except IntegrityError as error:
            raise Conflict from error

    async def remove(self, guest_id: str, id: str) -> bool:
        mine = and_(addresses.c.guest_id == guest_id, addresses.c.id == id)

        def job(connection: Connection) -> bool:
            connection.execute(
                delete(outbox).where(outbox.c.address_id == id, outbox.c.guest_id == guest_id)
            )
            return connection.execute(delete(addresses).where(mine)).rowcount > 0

        return await self._database.write(job)

    async def await_secret(self, id: str, secret_hash: str, until: float) -> None:
        """From now on this secret, and no earlier one, confirms an address."""
        await self._change(id, secret_hash=secret_hash, secret_until=until)

    async def confirm(self, secret_hash: str, now: float) -> AddressRow | None:
        """Use an address from now on; its secret is used up. None if there is no such secret."""
        waiting = and_(addresses.c.secret_hash == secret_hash, addresses.c.secret_until > now)
        query = select(addresses).where(waiting).with_for_update()

        def job(connection: Connection) -> AddressRow | None:
            row = connection.execute(query).first()
            if row is None:
                return None
            fresh = {"state": ON, "secret_hash": None, "secret_until": None}
            change = update(addresses).where(addresses.c.id == row.id)
            connection.execute(change.values(failures=0, reason=None, **fresh))
            return address_row(row)

        return await self._database.write(job)

    async def stop(self, target: str, trial_id: str, now: float) -> int:
        """Send nothing more to a target: whoever reads it has said so. Gives how many it was."""

        def job(connection: Connection) -> int:
            theirs = addresses.c.target == target
            ids = select(addresses.c.id).where(theirs)
            connection.execute(
                delete(outbox).where(outbox.c.address_id.in_(ids), outbox.c.state == "waiting")
            )
            connection.execute(delete(addresses).where(theirs, addresses.c.state == NEW))
            gone = update(addresses).where(theirs).values(state=STOPPED, secret_hash=None)
            stopped = connection.execute(gone).rowcount
            _note_trial(connection, trial_id, "", target, STOP, now)
            return stopped

        return await self._database.write(job)

    async def note_arrival(self, id: str, wall: float) -> None:
        await self._change(id, failures=0, reason=None, used=wall)

    async def note_failure(self, id: str, reason: Message) -> None:
        await self._change(id, failures=addresses.c.failures + 1, reason=dump_reason(reason))

    async def _change(self, id: str, **values: Any) -> None:
        change = update(addresses).where(addresses.c.id == id).values(**values)
        await self._database.write(lambda c: c.execute(change))

    async def try_out(
        self, id: str, row: AddressRow, what: str, now: float, limits: TrialLimits
    ) -> str:
        """Note that a word is about to be sent by hand; or why it may not: `often` or `silence`."""
        target = target_of(row.kind, row.address)
        hour, day = now - limits.hour, now - limits.day

        def count(connection: Connection, *conditions: ColumnElement[bool]) -> int:
            found: int = connection.execute(select(func.count()).where(*conditions)).scalar_one()
            return found

        def job(connection: Connection) -> str:
            theirs = and_(trials.c.target == target, trials.c.what != STOP)
            stopped = and_(trials.c.target == target, trials.c.what == STOP)
            if row.state == NEW and count(
                connection, stopped, trials.c.made > now - limits.silence
            ):
                return "silence"
            mine = and_(trials.c.guest_id == row.guest_id, trials.c.made > hour)
            if (
                count(connection, theirs, trials.c.made > hour) >= limits.per_target
                or count(connection, theirs, trials.c.made > day) >= limits.per_day
                or count(connection, mine) >= limits.per_person
            ):
                return "often"
            _note_trial(connection, id, row.guest_id, target, what, now)
            return ""

        return await self._database.write(job)

    async def clear_trials(self, before: float, silent_before: float) -> None:
        old = or_(
            and_(trials.c.what != STOP, trials.c.made < before), trials.c.made < silent_before
        )
        await self._database.write(lambda c: c.execute(delete(trials).where(old)))

    async def forget(self, guest_id: str) -> None:
        """Delete everything about how a person is reached."""

        def job(connection: Connection) -> None:
            for kept in (outbox, marks, trials, contact_wishes, addresses):
                connection.execute(delete(kept).where(kept.c.guest_id == guest_id))

        await self._database.write(job)

    async def export(self, guest_id: str) -> list[dict[str, Any]]:
        """A person's addresses as data of their own."""
        return [
            {"kind": row.kind, "address": row.address, "label": row.label, "state": row.state}
            for row in await self.of(guest_id)
        ]


def _note_trial(
    connection: Connection, id: str, guest_id: str, target: str, what: str, now: float
) -> None:
    values = {"id": id, "guest_id": guest_id, "target": target, "what": what, "made": now}
    connection.execute(insert(trials).values(values))


def address_row(row: Row[Any]) -> AddressRow:
    return AddressRow(
        str(row.id),
        str(row.guest_id),
        str(row.kind),
        str(row.address),
        str(row.label),
        str(row.state),
        row.failures if isinstance(row.failures, int) else 0,
        load_reason(row.reason),
        moment(row.created) or 0.0,
        moment(row.used),
    )


def address_rows(rows: Sequence[Row[Any]]) -> list[AddressRow]:
    return [address_row(row) for row in rows]
