"""Put a backup into a database, of whichever kind: all of it, or nothing.

Everything happens in one transaction: the tables of the backup's own schema are made, filled and
counted, and then brought to the newest schema as those of a server would be.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Boolean, Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from quarterdeck.server.backup.access import connect
from quarterdeck.server.backup.form import BackupError, BackupHeader, BackupPart, rows
from quarterdeck.server.backup.taking import AT_ONCE, REVISION
from quarterdeck.server.store import engine_for, hide_password, read_url
from quarterdeck.server.store.database import WRITING
from quarterdeck.server.store.migrate import knows, upgrade
from quarterdeck.server.store.schema import metadata as ours


@dataclass(frozen=True)
class Found:
    """What a database holds already that somebody would miss."""

    tables: int
    guests: int

    @property
    def anything(self) -> bool:
        return self.tables + self.guests > 0


def look(address: str) -> Found:
    """What would be lost if this database were replaced. Raises if a server is using it."""
    url = read_url(address)
    if _is_file(url) and not Path(url.database or "").exists():
        return Found(0, 0)
    _refuse_file_in_use(url)
    return asyncio.run(_look(address))


async def _look(address: str) -> Found:
    engine = engine_for(address)
    try:
        async with connect(engine) as connection:
            await _refuse_database_in_use(connection)
            return await connection.run_sync(_found)
    finally:
        await engine.dispose()


def restore(file: Path, header: BackupHeader, address: str, replace: bool = False) -> None:
    """Put a checked backup into a database that is empty or, with `replace`, will be."""
    if not knows(header.schema):
        raise BackupError("newer", file=str(file), version=header.version)
    url = read_url(address)
    if _is_file(url):
        place = Path(url.database or "")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch(mode=0o600)
        _refuse_file_in_use(url)
    asyncio.run(_restore(file, header, address, replace))


async def _restore(file: Path, header: BackupHeader, address: str, replace: bool) -> None:
    engine = engine_for(address)
    try:
        async with connect(engine) as connection:
            await connection.execution_options(**{WRITING: True})
            async with connection.begin():
                await _refuse_database_in_use(connection)
                await connection.run_sync(_put_back, file, header, replace)
    finally:
        await engine.dispose()


def _is_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _put_back(connection: Connection, file: Path, header: BackupHeader, replace: bool) -> None:
    found = _found(connection)
    if found.anything and not replace:
        raise BackupError("not_empty", tables=found.tables, guests=found.guests)
    _clear(connection, header)
    upgrade(connection, header.schema)
    made = MetaData()
    made.reflect(connection, only=[part.name for part in header.parts])
    for table in reversed(made.sorted_tables):
        # A migration may have begun with a row of its own.
        connection.execute(table.delete())
    for part, content in groupby(rows(file, header), key=itemgetter(0)):
        fill = _filler(connection, made.tables[part.name], part)
        for block in _blocks(row for _, row in content):
            fill(block)
    for part in header.parts:
        count = connection.scalar(select(func.count()).select_from(made.tables[part.name]))
        if count != part.rows:
            raise BackupError("miscounted", table=part.name, rows=part.rows, found=count or 0)
    upgrade(connection)


def _found(connection: Connection) -> Found:
    there = MetaData()
    there.reflect(connection)
    counts = {
        name: connection.scalar(select(func.count()).select_from(table)) or 0
        for name, table in there.tables.items()
        if name in ("tables", "guests")
    }
    return Found(counts.get("tables", 0), counts.get("guests", 0))


def _clear(connection: Connection, header: BackupHeader) -> None:
    """Remove our tables; what else is in the database is not ours."""
    known = {*ours.tables, *(part.name for part in header.parts), REVISION}
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name in known)
    there.drop_all(connection)


def _filler(
    connection: Connection, table: Table, part: BackupPart
) -> Callable[[Sequence[Sequence[Any]]], None]:
    """Stores rows of a part, with the values as this kind of database keeps them."""
    if connection.dialect.name == "sqlite":
        names = ", ".join(f'"{name}"' for name in part.columns)
        marks = ", ".join("?" for _ in part.columns)
        statement = f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})'  # noqa: S608

        def fill_file(block: Sequence[Sequence[Any]]) -> None:
            connection.exec_driver_sql(statement, [tuple(row) for row in block])

        return fill_file
    convert = [_converter(table, name) for name in part.columns]

    def fill(block: Sequence[Sequence[Any]]) -> None:
        try:
            values = [
                {name: c(value) for name, c, value in zip(part.columns, convert, row, strict=True)}
                for row in block
            ]
        except ValueError as error:
            raise BackupError("odd_value", table=table.name) from error
        connection.execute(insert(table), values)

    return fill


def _converter(table: Table, name: str) -> Callable[[Any], Any]:
    kind = table.c[name].type
    if isinstance(kind, Boolean):
        return lambda value: None if value is None else bool(value)
    if isinstance(kind, JSON):
        return lambda value: None if value is None else json.loads(value)
    return lambda value: value


def _blocks(content: Iterable[list[Any]]) -> Iterator[list[list[Any]]]:
    rest = iter(content)
    while block := list(islice(rest, AT_ONCE)):
        yield block


# A server that keeps tables in memory must not have them exchanged underneath


def _refuse_file_in_use(url: URL) -> None:
    if not _is_file(url):
        return
    try:
        opened = sqlite3.connect(f"file:{url.database}?mode=rw", uri=True, timeout=0.2)
        try:
            # Refused as long as anybody else has the file open
            opened.execute("PRAGMA journal_mode=DELETE").fetchone()
        finally:
            opened.close()
    except sqlite3.Error as error:
        id = "in_use" if "locked" in str(error) else "database"
        raise BackupError(id, place=hide_password(url), why=str(error)) from error


async def _refuse_database_in_use(connection: AsyncConnection) -> None:
    if connection.dialect.name != "postgresql":
        return
    servers = await connection.scalar(
        text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name LIKE 'quarterdeck %'"
        )
    )
    if servers:
        raise BackupError("in_use", place=hide_password(connection.engine.url))
