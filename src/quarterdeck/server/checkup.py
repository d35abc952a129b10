"""Every stored table, read as the server reads it, without changing anything: for `doctor`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from quarterdeck.kernel.errors import BadSetup, QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.server.reading import DAMAGED, MISSING, OTHER_RULES, Reading, read_table
from quarterdeck.server.store import (
    SCHEMA,
    Database,
    DatabaseTrouble,
    Store,
    engine_for,
    file_of,
    hide_password,
    newest_revision,
    read_url,
    revisions,
    trouble_of,
)
from quarterdeck.server.store.rows import GATHERING, SeatRow, TableRow

FINE, WAITING, MIGRATABLE = "fine", "waiting", "migratable"
VERDICTS = (FINE, WAITING, MIGRATABLE, OTHER_RULES, MISSING, DAMAGED)
BAD = (OTHER_RULES, MISSING, DAMAGED)
SOME = 500


@dataclass(frozen=True)
class Finding:
    """What a table's stored lines come to; `line` is the one at fault, if it is known.

    Without a table it is about the clock of the house.
    """

    table: str
    game: str
    verdict: str
    line: int = 0
    why: Message | None = None


async def examine(address: str) -> AsyncIterator[Finding]:
    """A finding for every table, one after the other, and one for the clock if it is damaged.

    Raises BadSetup if there is none to read.
    """
    async with open_to_read(address) as store:
        if clock := await store.signs.flaw():
            why = Message("qd.server.checkup.clock", found=clock)
            yield Finding("", "", DAMAGED, why=why)
        last = ""
        while ids := await store.lists.ids(last, SOME):
            for id in ids:
                found = await read_stored(store, id)
                if found is not None:
                    yield _finding(found.row, found.reading)
            last = ids[-1]


@asynccontextmanager
async def open_to_read(address: str) -> AsyncIterator[Store]:
    """The store of a database that is there and of this version; raises BadSetup. It cannot be
    changed, and may be in use."""
    url = read_url(address)
    file = file_of(url)
    if file is not None and not file.exists():
        raise BadSetup(Message("qd.server.backup.no_database_file", file=str(file)))
    store = Store(Database(engine_for(address), read_only=True))
    try:
        await _check_schema(store, hide_password(url))
        yield store
    except Exception as error:
        # Whoever reads may have trouble of their own
        others = isinstance(error, QuarterdeckError) and not isinstance(error, DatabaseTrouble)
        trouble = None if others else trouble_of(error)
        if trouble is None:
            raise
        told = trouble.why or trouble.kind
        raise BadSetup(
            Message("qd.server.backup.database", place=hide_password(url), why=told)
        ) from error
    finally:
        await store.database.close()


async def _check_schema(store: Store, place: str) -> None:
    """Only a database of this version's schema can be read, and it is not for us to change it."""
    try:
        found = await store.database.read(revisions)
    except DatabaseTrouble as trouble:
        if trouble.kind != SCHEMA:
            raise
        found = []
    if found != [newest_revision()]:
        told = ", ".join(found) or "-"
        raise BadSetup(Message("qd.server.checkup.schema", place=place, found=told))


@dataclass(frozen=True)
class Stored:
    """A table, its seats, and what its lines come to."""

    row: TableRow
    seats: list[SeatRow]
    reading: Reading


async def read_stored(store: Store, id: str) -> Stored | None:
    """Read a table; None if it is gone."""
    before: TableRow | None = None
    while True:
        row = await store.tables.find(id)
        if row is None:
            return None
        seats = await store.seats.of(id)
        reading = read_table(row, seats, await store.lines.of(id))
        if reading.fault is None or row == before:
            return Stored(row, seats, reading)
        # A server may have changed it while it was read
        before = row


def _finding(row: TableRow, reading: Reading) -> Finding:
    if reading.fault is not None:
        fault = reading.fault
        return Finding(row.id, row.game, fault.kind, fault.line, fault.why)
    if reading.migrated is not None:
        return Finding(row.id, row.game, MIGRATABLE)
    return Finding(row.id, row.game, WAITING if row.status == GATHERING else FINE)
