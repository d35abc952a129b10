"""Connections: many readers, one writer that commits whatever is waiting in one go.

Every change is a job on the writer's queue. Jobs that wait together share one commit, each in
a savepoint of its own, so a job that fails takes nothing with it. A job is done only once it is
on disk.

Jobs are plain functions of a connection. On SQLite they run in threads, a whole batch at a time,
because a change of threads costs more than most queries; on PostgreSQL they run in the loop.
"""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Insert, Update, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.sql.compiler import SQLCompiler

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.metrics import COMMIT_SECONDS, STORE_WAITING
from quarterdeck.server.seldom import Seldom
from quarterdeck.server.store.sound import Oddities
from quarterdeck.server.store.trouble import AWAY, GONE, SCHEMA, DatabaseTrouble, trouble_of

logger = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[Connection], T]
Row = Mapping[str, Any]
Waiting = list[tuple[str, Job[Any], "asyncio.Future[Any]"]]

BATCH = 256
# How often a job is tried that PostgreSQL refuses because another process is in its way.
TRIES = 5
DEADLOCKED = ("40P01", "40001")
READERS = 4
WRITING = "quarterdeck_writing"
READING = "quarterdeck_reading"


# Seconds until PostgreSQL must have taken a connection, and answered a question.
CONNECTING = 10
ANSWERING = 60
# Seconds in which what was asked may be answered when the server ends.
CLOSING = 1.0


def read_url(address: str) -> URL:
    """The address of a database, or an error that does not repeat its password."""
    try:
        url = make_url(address)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise BadSetup(
            Message("qd.server.start.bad_url", text=address.rsplit("@", maxsplit=1)[-1][:80])
        ) from None
    if backend not in ("sqlite", "postgresql"):
        raise BadSetup(Message("qd.server.start.bad_url", text=hide_password(url)))
    return url


def hide_password(url: URL) -> str:
    """A database's address without its password."""
    return url.render_as_string(hide_password=True)


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database."""
    named = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if named else None


def make_private(path: Path) -> None:
    """Make a file that nobody but its owner reads, if there is none."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def keep_private(path: Path) -> None:
    """Let nobody but its owner read a file of ours."""
    found = path.stat()
    mode = stat.S_IMODE(found.st_mode)
    if mode & 0o077 and found.st_uid == os.geteuid():
        path.chmod(mode & 0o700)
        logger.warning("%s could be read by others (mode %o); now only by its owner", path, mode)


def engine_for(address: str) -> AsyncEngine:
    """An engine for `sqlite:///file` or `postgresql://user@host/name`.

    Its errors do not tell the values of a statement: hashes, names and chat stay out of the log.
    """
    url = read_url(address)
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), hide_parameters=True)
        _prepare_sqlite(engine.sync_engine)
        return engine
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"timeout": CONNECTING, "command_timeout": ANSWERING},
    )


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        # Transactions begin when we say so; otherwise savepoints do not nest.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A writer takes the lock first; one that has read cannot wait for it any more. A reader
        # reads once, so it needs no transaction.
        options = connection.get_execution_options()
        if options.get(WRITING, False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif not options.get(READING, False):
            connection.exec_driver_sql("BEGIN")


def tolerate_bad_text(connection: Any, _record: Any) -> None:
    """What is no text is read as far as it goes: one bad row must not spoil a whole list."""
    reading = getattr(connection, "driver_connection", connection)
    reading.text_factory = lambda text: text.decode(errors="replace")


def forbid_writing(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


class Threads:
    """SQLite in threads: one for writing, a few for reading."""

    def __init__(self, engine: AsyncEngine, read_only: bool) -> None:
        self._engine = create_engine(engine.url.set(drivername="sqlite"), hide_parameters=True)
        _prepare_sqlite(self._engine)
        if read_only:
            event.listen(self._engine, "connect", forbid_writing)
        event.listen(self._engine, "connect", tolerate_bad_text)
        self._writing = self._engine.execution_options(**{WRITING: True})
        self._reading = self._engine.execution_options(**{READING: True})
        self._writer = ThreadPoolExecutor(1, "quarterdeck-writer")
        # Fetching a connection and giving it back costs as much as a move: the writer keeps one.
        self._kept: Connection | None = None
        self._readers = ThreadPoolExecutor(READERS, "quarterdeck-reader")
        self._file = file_of(engine.url)
        self._identity: tuple[int, int] | None = None

    async def read(self, job: Job[T]) -> T:
        def run() -> T:
            self._check_file()
            with self._reading.connect() as connection:
                return job(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        def run() -> list[Any]:
            self._check_file()
            if self._kept is None:
                self._kept = self._writing.connect()
            try:
                with self._kept.begin():
                    return carried_out(self._kept, jobs)
            except BaseException:
                # Whatever is wrong with it, the next one has another.
                kept, self._kept = self._kept, None
                kept.invalidate()
                kept.close()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._writer, run)

    def _check_file(self) -> None:
        """Whatever is written to a file that was removed or replaced is lost when we end."""
        if self._file is None:
            return
        try:
            found = self._file.stat()
        except OSError as error:
            if self._identity is None:
                # It is made with the first connection.
                return
            raise DatabaseTrouble(GONE, f"{self._file}: {error.strerror}") from error
        identity = (found.st_dev, found.st_ino)
        if self._identity is None:
            self._identity = identity
        elif identity != self._identity:
            raise DatabaseTrouble(GONE, f"{self._file} was replaced; restart the server")

    async def close(self) -> None:
        """What has been begun is finished first."""
        self._writer.shutdown()
        if self._kept is not None:
            self._kept.close()
        self._readers.shutdown()
        self._engine.dispose()


class Loop:
    """PostgreSQL in the event loop."""

    def __init__(self, engine: AsyncEngine, read_only: bool) -> None:
        self._engine = engine.execution_options(postgresql_readonly=read_only)
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._asking: set[asyncio.Task[Any]] = set()

    async def read(self, job: Job[T]) -> T:
        return await self._finish(self._read(job))

    async def _read(self, job: Job[T]) -> T:
        async with self._reading.connect() as connection:
            return await connection.run_sync(job)

    async def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        return await self._finish(self._commit(jobs))

    async def _commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        async with self._engine.begin() as connection:
            return await connection.run_sync(carried_out, jobs)

    async def _finish(self, asking: Coroutine[Any, Any, T]) -> T:
        """Whoever asks may go away meanwhile: the connection is given back all the same."""
        task = asyncio.get_running_loop().create_task(asking)
        self._asking.add(task)
        task.add_done_callback(self._asked)
        return await asyncio.shield(task)

    def _asked(self, task: asyncio.Task[Any]) -> None:
        self._asking.discard(task)
        if not task.cancelled():
            # If nobody waits for it any more, nobody needs to know
            task.exception()

    async def close(self) -> None:
        """What has been asked is answered first, unless the database does not answer."""
        if self._asking:
            await asyncio.wait(self._asking, timeout=CLOSING)


class Database:
    """Reading at any time; writing through one queue, unless it is `read_only`."""

    def __init__(self, engine: AsyncEngine, read_only: bool = False) -> None:
        self.engine = engine
        access = Threads if self.is_sqlite else Loop
        self._access: Threads | Loop = access(engine, read_only)
        self._queue: asyncio.Queue[tuple[str, Job[Any], asyncio.Future[Any]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        # What is wrong now, and since when.
        self.trouble: DatabaseTrouble | None = None
        self._since = 0.0
        self._seldom = Seldom(logger)
        self.oddities = Oddities()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._access.close()
        await self.engine.dispose()

    async def read(self, job: Job[T]) -> T:
        """Run a query and return what it makes of the answer."""
        try:
            found = await self._access.read(job)
        except Exception as error:
            trouble = self.note(error)
            if trouble is None:
                raise
            raise trouble from error
        # That it can be read does not mean that it can be written again.
        if self.trouble is not None and self.trouble.kind == AWAY:
            self.note(None)
        return found

    def note(self, error: Exception | None) -> DatabaseTrouble | None:
        """Take down how the database is; one line in the log when it fails, one when it is back."""
        trouble = None if error is None else trouble_of(error)
        if trouble is not None and trouble.kind == SCHEMA:
            # It is there, and whatever is not about the missing part works: no absence, no return.
            self._seldom.warn(f"database trouble ({trouble.kind})", trouble.why)
        elif trouble is not None:
            if self.trouble is None or self.trouble.kind != trouble.kind:
                self._seldom.warn(f"database trouble ({trouble.kind})", trouble.why)
            if self.trouble is None:
                self._since = time.monotonic()
            self.trouble = trouble
        elif error is None and self.trouble is not None:
            self.trouble = None
            lasted = time.monotonic() - self._since
            self._seldom.warn("the database is back", f"it was away for {lasted:.0f} s")
        return trouble

    async def write(self, job: Job[T], table_id: str = "") -> T:
        """Run a job and return its result once it is committed."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((table_id, job, future))
        with STORE_WAITING.track_inprogress():
            return await asyncio.shield(future)

    async def _write_forever(self) -> None:
        while True:
            waiting = [await self._queue.get()]
            while not self._queue.empty() and len(waiting) < BATCH:
                waiting.append(self._queue.get_nowait())
            # Every process begins with the same table: so none waits for another that waits for it.
            await self._commit(sorted(waiting, key=lambda each: each[0]))

    async def _commit(self, waiting: Waiting, tries: int = TRIES) -> None:
        try:
            with COMMIT_SECONDS.time():
                results = await self._access.commit([job for _, job, _ in waiting])
        except Exception as error:
            # Nothing of this batch is on disk.
            if tries > 1 and _in_each_others_way(error):
                await self._commit(waiting, tries - 1)
                return
            results = [Failed(error)] * len(waiting)
        else:
            if self.trouble is not None:
                self.note(None)
        again: Waiting = []
        for each, result in zip(waiting, results, strict=True):
            future = each[-1]
            if future.done():
                continue
            if isinstance(result, Failed) and tries > 1 and _in_each_others_way(result.error):
                again.append(each)
            elif isinstance(result, Failed):
                future.set_exception(self.note(result.error) or result.error)
            else:
                future.set_result(result)
        if again:
            await self._commit(again, tries - 1)


def _in_each_others_way(error: Exception) -> bool:
    """Whether two processes waited for each other, and the database has let the other one go on."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", "") in DEADLOCKED


def run_statement(connection: Connection, statement: Insert | Update, rows: Sequence[Row]) -> int:
    """Execute a statement that every move makes; on SQLite the driver gets it as it is.

    Gives how many rows it has changed, if it is about one.
    """
    if connection.dialect.name == "sqlite":
        text, names = _plain(statement)
        plain = [tuple([row[name] for name in names]) for row in rows]
        return connection.exec_driver_sql(text, plain).rowcount
    return connection.execute(statement, rows if len(rows) > 1 else rows[0]).rowcount


@lru_cache
def _plain(statement: Insert | Update) -> tuple[str, tuple[str, ...]]:
    """A statement as SQLite reads it, and which value belongs where."""
    compiled = statement.compile(dialect=sqlite.dialect())
    assert isinstance(compiled, SQLCompiler)
    return str(compiled), tuple(compiled.positiontup or ())


class Failed:
    """The result of a job that raised an error."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def carried_out(connection: Connection, jobs: Sequence[Job[Any]]) -> list[Any]:
    """The result of every job of a transaction; one that fails leaves no trace."""
    if len(jobs) == 1:
        # Alone it needs no savepoint: if it fails, so does the transaction.
        return [jobs[0](connection)]
    results = []
    for job in jobs:
        trouble = None
        try:
            with connection.begin_nested():
                try:
                    results.append(job(connection))
                except Exception as error:
                    trouble = trouble_of(error)
                    raise
        except Exception as error:
            if trouble is not None and trouble.kind != SCHEMA:
                # It is not about this job: the database may have taken back the whole batch.
                raise trouble from error
            results.append(Failed(error))
    return results
