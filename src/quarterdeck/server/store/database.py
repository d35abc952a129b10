"""Connections: many readers, one writer that commits whatever is waiting in one go.

Every change is a job on the writer's queue. Jobs that wait together share one commit, each in
a savepoint of its own, so a job that fails takes nothing with it. A job is done only once it is
on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[T]]

BATCH = 256
WRITING = "quarterdeck_writing"


def engine_for(address: str) -> AsyncEngine:
    """An engine for `sqlite:///file` or `postgresql://user@host/name`."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"))
        _prepare_sqlite(engine)
        return engine
    return create_async_engine(url.set(drivername="postgresql+asyncpg"), pool_pre_ping=True)


def _prepare_sqlite(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        # Transactions begin when we say so; otherwise savepoints do not nest.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:
        # A writer takes the lock first; one that has read cannot wait for it any more.
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


class Database:
    """Reading at any time; writing through one queue."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._writing = engine.execution_options(**{WRITING: True})
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
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    async def write(self, job: Job[T]) -> T:
        """Run a job and return its result once it is committed."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((job, future))
        return await asyncio.shield(future)

    async def _write_forever(self) -> None:
        while True:
            waiting = [await self._queue.get()]
            while not self._queue.empty() and len(waiting) < BATCH:
                waiting.append(self._queue.get_nowait())
            await self._commit(waiting)

    async def _commit(self, waiting: list[tuple[Job[Any], asyncio.Future[Any]]]) -> None:
        done: list[tuple[asyncio.Future[Any], Any]] = []
        try:
            async with self._writing.begin() as connection:
                for job, future in waiting:
                    try:
                        async with connection.begin_nested():
                            done.append((future, await job(connection)))
                    except Exception as error:
                        _fail(future, error)
        except Exception as error:
            # The commit itself failed: nothing of this batch is on disk.
            for _, future in waiting:
                _fail(future, error)
            return
        for future, result in done:
            if not future.done():
                future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
