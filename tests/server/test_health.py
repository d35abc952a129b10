"""Probes: whoever runs the server learns whether it answers and whether it can store a move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from quarterdeck.server.health import (
    ENDING,
    NO_DATABASE,
    OLD_SCHEMA,
    READ_ONLY,
    STARTING,
    Health,
)
from quarterdeck.server.store import Database, engine_for, migrate
from tests.server.servers import Launch, Server

WithDatabase = Callable[[Callable[[Database], Awaitable[None]]], None]


@pytest.fixture
def with_database(database: str) -> WithDatabase:
    """Runs a test with an open database of the newest schema."""

    def run(test: Callable[[Database], Awaitable[None]]) -> None:
        async def main() -> None:
            engine = engine_for(database)
            await migrate(engine)
            opened = Database(engine)
            await opened.open()
            try:
                await test(opened)
            finally:
                await opened.close()

        asyncio.run(main())

    return run


def began(database: Database, clock: Callable[[], float] = lambda: 0.0) -> Health:
    health = Health(clock=clock)
    health.begin(database)
    return health


def test_a_server_is_ready_between_its_opening_and_its_end(with_database: WithDatabase) -> None:
    async def test(database: Database) -> None:
        health = Health()
        assert await health.trouble() == STARTING
        health.begin(database)
        assert await health.trouble() == ""
        assert health.database_is_up
        health.end()
        assert await health.trouble() == ENDING

    with_database(test)


def test_a_database_of_another_version_is_told(with_database: WithDatabase) -> None:
    async def test(database: Database) -> None:
        change = text("UPDATE alembic_version SET version_num = '9999'")
        await database.write(lambda c: c.execute(change))
        assert await began(database).trouble() == OLD_SCHEMA

    with_database(test)


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO alembic_version VALUES ('0001')",
        "DELETE FROM alembic_version",
        "DROP TABLE alembic_version",
        "DROP TABLE nudges",
        "ALTER TABLE entries RENAME COLUMN seat TO chair",
    ],
)
def test_a_schema_with_something_missing_is_told(with_database: WithDatabase, change: str) -> None:
    async def test(database: Database) -> None:
        await database.write(lambda c: c.execute(text(change)))
        assert await began(database).trouble() == OLD_SCHEMA

    with_database(test)


def test_a_database_that_cannot_be_written_to_is_told(with_database: WithDatabase) -> None:
    async def test(database: Database) -> None:
        if database.is_sqlite:
            file = database.engine.url.database
            read_only = f"sqlite:///file:{file}?mode=ro&uri=true"
        else:
            name = database.engine.url.database
            close = text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
            await database.write(lambda c: c.execute(close))
            read_only = database.engine.url.render_as_string(hide_password=False)
        closed = Database(engine_for(read_only))
        await closed.open()
        try:
            assert await began(closed).trouble() == READ_ONLY
        finally:
            await closed.close()

    with_database(test)


class Counting(Database):
    """Counts what is written; does not answer while it is `stuck`."""

    def __init__(self) -> None:
        self.asked = 0
        self.stuck = asyncio.Event()
        self.stuck.set()

    async def write(self, job: Callable[[Connection], Any], table_id: str = "") -> Any:
        self.asked += 1
        await self.stuck.wait()
        return ""

    async def read(self, job: Callable[[Connection], Any]) -> Any:
        """Nothing is missing."""


def test_however_many_ask_the_database_is_asked_once_a_second() -> None:
    async def test() -> None:
        now = 0.0
        database = Counting()
        health = began(database, lambda: now)
        assert set(await asyncio.gather(*[health.trouble() for _ in range(100)])) == {""}
        assert database.asked == 1
        now = 0.9
        await health.trouble()
        assert database.asked == 1
        now = 1.1
        await health.trouble()
        assert database.asked == 2

    asyncio.run(test())


def test_a_database_that_hangs_is_told_and_not_asked_again_and_again() -> None:
    async def test() -> None:
        database = Counting()
        database.stuck.clear()
        health = Health(patience=0.01, clock=lambda: 0.0)
        health.begin(database)
        for _ in range(5):
            assert await health.trouble() == NO_DATABASE
        assert database.asked == 1
        database.stuck.set()
        while await health.trouble():
            pass

    asyncio.run(test())


# Over HTTP


def test_probes_answer_in_plain_words(server: Server) -> None:
    probe = server.client()
    for path in ("/healthz", "/readyz"):
        answer = probe.get(path)
        assert (answer.status, answer.body) == (200, b"ok\n")
        assert answer.headers["cache-control"] == "no-store"
        head = probe.send("HEAD", path)
        assert (head.status, head.body) == (200, b"")


def test_probes_are_answered_when_everything_else_is_too_fast(launch: Launch) -> None:
    server = launch(rate=0.001, burst=2.0)
    probe = server.client()
    while probe.get("/api/games").status != 429:
        pass
    assert probe.get("/healthz").status == 200
    assert probe.get("/readyz").status == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_only_the_probe_itself_passes_the_guard(launch: Launch, path: str) -> None:
    server = launch(rate=0.001, burst=2.0)
    probe = server.client()
    while probe.get("/api/games").status != 429:
        pass
    assert probe.send("POST", path, b"x").status == 429
    assert probe.get(f"{path}/").status == 429
    assert probe.get(f"/static/..{path}").status == 429


def test_readiness_ends_when_the_database_is_gone(launch: Launch, tmp_path: Path) -> None:
    server = launch()
    probe = server.client()
    assert probe.get("/readyz").status == 200
    for file in tmp_path.glob("table.db*"):
        file.write_bytes(b"no database at all" * 1000)
    answer = probe.get("/readyz")
    while answer.status == 200:
        answer = probe.get("/readyz")
    assert answer.status == 503
    assert answer.text.strip() in (NO_DATABASE, OLD_SCHEMA)
    assert probe.get("/healthz").status == 200
