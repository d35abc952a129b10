"""Connections: many readers, one writer that commits whatever is waiting in one go.

Every change is a job on the writer's queue. Jobs that wait together share one commit, each in
a savepoint of its own, so a job that fails takes nothing with it. A job is done only once it is
on disk.

Jobs are plain functions of a connection. On SQLite they run in threads, a whole batch at a time,
because a change of threads costs more than most queries; on PostgreSQL they run in the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Insert, Update, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.sql.compiler import SQLCompiler

from quarterdeck.server.metrics import COMMIT_SECONDS, STORE_WAITING

T = TypeVar("T")
Job = Callable[[Connection], T]
Row = Mapping[str, Any]
Waiting = list[tuple[Job[Any], "asyncio.Future[Any]"]]

BATCH = 256
READERS = 4
WRITING = "quarterdeck_writing"
READING = "quarterdeck_reading"


def engine_for(address: str) -> AsyncEngine:
    """An engine for `sqlite:///file` or `postgresql://user@host/name`.

    Its errors do not tell the values of a statement: hashes, names and chat stay out of the log.
    """
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), hide_parameters=True)
        _prepare_sqlite(engine.sync_engine)
        return engine
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg"), pool_pre_ping=True, hide_parameters=True
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


class Threads:
    """SQLite in threads: one for writing, a few for reading."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = create_engine(engine.url.set(drivername="sqlite"), hide_parameters=True)
        _prepare_sqlite(self._engine)
        self._writing = self._engine.execution_options(**{WRITING: True})
        self._reading = self._engine.execution_options(**{READING: True})
        self._writer = ThreadPoolExecutor(1, "quarterdeck-writer")
        # Fetching a connection and giving it back costs as much as a move: the writer keeps his.
        self._kept: Connection | None = None
        self._readers = ThreadPoolExecutor(READERS, "quarterdeck-reader")

    async def read(self, job: Job[T]) -> T:
        def run() -> T:
            with self._reading.connect() as connection:
                return job(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        def run() -> list[Any]:
            if self._kept is None:
                self._kept = self._writing.connect()
            try:
                with self._kept.begin():
                    return carried_out(self._kept, jobs)
            except BaseException:
                # Whatever is wrong with it, the next one has another.
                kept, self._kept = self._kept, None
                kept.close()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._writer, run)

    def close(self) -> None:
        """What has been begun is finished first."""
        self._writer.shutdown()
        if self._kept is not None:
            self._kept.close()
        self._readers.shutdown()
        self._engine.dispose()


class Loop:
    """PostgreSQL in the event loop."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, job: Job[T]) -> T:
        async with self._reading.connect() as connection:
            return await connection.run_sync(job)

    async def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        async with self._engine.begin() as connection:
            return await connection.run_sync(carried_out, jobs)

    def close(self) -> None:
        """The engine closes its connections itself."""


class Database:
    """Reading at any time; writing through one queue."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._access = Threads(engine) if self.is_sqlite else Loop(engine)
        self._queue: asyncio.Queue[tuple[Job[Any], asyncio.Future[Any]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        self._access.close()
        await self.engine.dispose()

    async def read(self, job: Job[T]) -> T:
        """Run a query and return what it makes of the answer."""
        return await self._access.read(job)

    async def write(self, job: Job[T]) -> T:
        """Run a job and return its result once it is committed."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((job, future))
        with STORE_WAITING.track_inprogress():
            return await asyncio.shield(future)

    async def _write_forever(self) -> None:
        while True:
            waiting = [await self._queue.get()]
            while not self._queue.empty() and len(waiting) < BATCH:
                waiting.append(self._queue.get_nowait())
            await self._commit(waiting)

    async def _commit(self, waiting: Waiting) -> None:
        try:
            with COMMIT_SECONDS.time():
                results = await self._access.commit([job for job, _ in waiting])
        except Exception as error:
            # Nothing of this batch is on disk.
            results = [Failed(error)] * len(waiting)
        for (_, future), result in zip(waiting, results, strict=True):
            if future.done():
                continue
            if isinstance(result, Failed):
                future.set_exception(result.error)
            else:
                future.set_result(result)


def spoken(connection: Connection, statement: Insert | Update, rows: Sequence[Row]) -> None:
    """Execute a statement that every move makes; on SQLite the driver gets it as it is."""
    if connection.dialect.name == "sqlite":
        text, names = _plain(statement)
        plain = [tuple([row[name] for name in names]) for row in rows]
        connection.exec_driver_sql(text, plain)
    else:
        connection.execute(statement, rows)


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
        try:
            with connection.begin_nested():
                results.append(job(connection))
        except Exception as error:
            results.append(Failed(error))
    return results
