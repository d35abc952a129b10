"""Take a backup: everything as it is at one moment, while people go on playing.

All is read in one transaction that sees the database as it was when it began: on PostgreSQL it is
said so, on SQLite the write-ahead log does it. Nobody has to wait for it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    MetaData,
    Table,
    Text,
    cast,
    column,
    event,
    func,
    select,
    table,
    text,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from quarterdeck.server.backup.access import connect
from quarterdeck.server.backup.form import BackupError, BackupHeader, BackupPart, BackupWriter
from quarterdeck.server.store import engine_for, read_url
from quarterdeck.server.store.database import tolerate_bad_text

REVISION = "alembic_version"
# Rows that are in memory at a time.
AT_ONCE = 500


def take(
    address: str,
    file: Path,
    key: bytes | None,
    force: bool = False,
    push_key: bytes | None = None,
) -> BackupHeader:
    """Write a backup of a database to a file that only its owner may read.

    If the process is told to end (SIGTERM) it raises CancelledError, and leaves nothing behind.
    """
    url = read_url(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise BackupError("no_database_file", file=str(url.database))
    with _draft(file, force) as draft:
        return asyncio.run(_take(address, BackupWriter(draft), key, push_key))


async def _take(
    address: str, writer: BackupWriter, key: bytes | None, push_key: bytes | None
) -> BackupHeader:
    _stop_when_told()
    engine = engine_for(address)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", tolerate_bad_text)
    try:
        async with connect(engine) as connection:
            if engine.dialect.name == "postgresql":
                await connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            return await _write(connection, writer, key, push_key)
    finally:
        await engine.dispose()


def _stop_when_told() -> None:
    """End what is under way as Ctrl+C would; otherwise the half-written file stays."""
    task = asyncio.current_task()
    # Only where signals arrive: in the main thread, and not on Windows.
    if task is not None and threading.current_thread() is threading.main_thread():
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


async def _write(
    connection: AsyncConnection, writer: BackupWriter, key: bytes | None, push_key: bytes | None
) -> BackupHeader:
    schema, found = await connection.run_sync(_look_around)
    parts = []
    for each in found:
        count = await connection.scalar(select(func.count()).select_from(table(each.name)))
        parts.append(BackupPart(each.name, tuple(c.name for c in each.columns), count or 0))
    now = datetime.now(UTC).isoformat(timespec="seconds")
    header = BackupHeader(schema, now, tuple(parts), key, push_key=push_key)
    writer.line(header.dump())
    for each in found:
        plain: Any = select(*[_as_kept(c) for c in each.columns]).select_from(table(each.name))
        async with connection.stream(plain) as result:
            async for block in result.partitions(AT_ONCE):
                for row in block:
                    writer.line(list(row))
    writer.close()
    return header


def _as_kept(described: Column[Any]) -> Any:
    """A value as the database keeps it, readable or not: no type looks at it."""
    plain: Any = column(described.name)
    return cast(plain, Text) if isinstance(described.type, JSON) else plain


def _look_around(connection: Connection) -> tuple[str, list[Table]]:
    """The schema of a database, and its tables in the order in which they need each other."""
    metadata = MetaData()
    metadata.reflect(connection)
    if REVISION not in metadata.tables:
        raise BackupError("not_ours")
    schema = connection.execute(text(f"SELECT version_num FROM {REVISION}")).scalar_one()  # noqa: S608
    return str(schema), [each for each in metadata.sorted_tables if each.name != REVISION]


@contextmanager
def _draft(file: Path, force: bool) -> Iterator[BinaryIO]:
    """A file that takes its name only when it is complete, and is gone if that never happens."""
    try:
        _check_place(file, force)
        draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
        try:
            draft.touch(mode=0o600, exist_ok=False)
            with draft.open("wb") as opened:
                yield opened
                opened.flush()
                os.fsync(opened.fileno())
            _check_place(file, force)
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise BackupError("unwritable", file=str(file), why=error.strerror or "-") from error


def _check_place(file: Path, force: bool) -> None:
    """Only a file may be written over. A link is none: what would be replaced is the link."""
    try:
        found = file.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise BackupError("no_plain_file", file=str(file))
    if not force:
        raise BackupError("file_exists", file=str(file))
