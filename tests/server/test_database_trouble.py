"""A database that is away, full, locked, damaged or gone: said once, said clearly, and survived."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import os
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.engine import make_url

from quarterdeck.server.app import create_app
from quarterdeck.server.house import House
from quarterdeck.server.kinds import kind_of
from quarterdeck.server.logs import TextLines
from quarterdeck.server.settings import PASSWORD, PASSWORD_FILE, Settings, database_address
from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.store.trouble import (
    AWAY,
    BROKEN,
    FULL,
    GONE,
    LOCKED,
    READ_ONLY,
    SCHEMA,
    DatabaseTrouble,
    trouble_of,
)
from tests.server.client import PATIENCE, Client, wait_until
from tests.server.programs import Start, Wire, environment_of
from tests.server.servers import ROOT, Launch, new_postgres_database

SECRET = "geheim-4711"  # noqa: S105
OTHER = "a:b@c/d"


@pytest.fixture
def wired(postgres: str) -> Iterator[tuple[Wire, str]]:
    """A new database behind a wire that can be cut, and its address by way of the wire."""
    url = make_url(new_postgres_database(postgres))
    assert url.host is not None
    assert url.port is not None
    wire = Wire(url.host, url.port)
    yield wire, url.set(host="127.0.0.1", port=wire.port).render_as_string(hide_password=False)
    wire.cut()


# PostgreSQL away


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_server_waits_for_its_database(
    start: Start, wired: tuple[Wire, str], workers: int
) -> None:
    wire, database = wired
    program = start("--workers", str(workers), "--database", database)
    wait_until(lambda: "waiting for the database" in program.log, "a line that says so")
    assert program.process.poll() is None
    wire.mend()
    program.wait_until_it_answers()
    assert program.log.count("waiting for the database") == 1
    assert "Traceback" not in program.log
    assert program.end() == 0


def test_a_server_that_waits_for_its_database_can_be_stopped(
    start: Start, wired: tuple[Wire, str]
) -> None:
    program = start("--database", wired[1])
    wait_until(lambda: "waiting for the database" in program.log, "a line that says so")
    assert program.end() != 0
    assert "Traceback" not in program.log


def test_an_outage_is_told_to_everybody_and_survived(
    launch: Launch, wired: tuple[Wire, str]
) -> None:
    wire, database = wired
    wire.mend()
    server = launch(database, bot_seconds=0.01)
    anne = server.client("Anne")
    table = anne.host("here", "here")
    lines = anne.move(table, anne.lines(table), "pass")
    busy = [anne.host("random", "random", "random") for _ in range(3)]
    with anne.watching(table) as stream:
        stream.next()
        wire.cut()
        answer = anne.try_move(table, lines, "pass", language="fr")
        assert answer.status == 503
        assert answer.headers["retry-after"]
        assert answer.json()["id"] == "qd.server.database.away"
        assert "base de données" in answer.json()["error"]
        page = Client(server.address, language="fr").get(f"/t/{table}", Accept="text/html")
        assert page.status == 503
        assert "base de données" in page.text
        assert "Internal Server Error" not in page.text
        # Requests, streams and bots go on asking for a while.
        end = time.monotonic() + 8
        while time.monotonic() < end:
            anne.get(f"/api/tables/{table}/events")
            anne.get("/api/tables")
            time.sleep(0.02)
    assert len(server.log.splitlines()) < 12, server.log
    assert "Traceback" not in server.log
    wire.mend()

    def works() -> bool:
        return anne.get(f"/api/tables/{table}").status == 200

    wait_until(works, "the database's return")
    assert anne.lines(table) == lines
    assert anne.move(table, lines, "pass") > lines
    for id in busy:
        wait_until(lambda: bool(anne.table(id)["finished"]), "the bots' games to end", 180)  # noqa: B023
    assert "the database is back" in server.log
    assert "Traceback" not in server.log


# What no waiting mends


def bad_starts(folder: Path, taken: int) -> dict[str, list[str]]:
    nothing = folder / "nothing.db"
    nothing.write_bytes(b"this is no database, however long one looks at it" * 50)
    return {
        "not a database address": ["--database", f"mysql://anne:{SECRET}@host/name"],
        "no address at all": ["--database", f"anne:{SECRET}@host"],
        "no folder": ["--database", "sqlite:////proc/nowhere/table.db"],
        "is no database": ["--database", f"sqlite:///{nothing}"],
        "port in use": ["--port", str(taken)],
        "no such address": ["--host", "203.0.113.77"],
        "no certificate": ["--certificate", str(folder / "missing.pem")],
        "bad path": ["--root-path", "games"],
        "a path that leads elsewhere": ["--root-path", "/../games"],
        "a path that stays where it is": ["--root-path", "/games/."],
        "bad proxies": ["--behind-proxy", "everybody"],
        "no host to allow": ["--reach-allow", "ntfy.lan,not a host"],
        "no contact": ["--push-contact", "somebody"],
    }


# Starts that fail, one after another, in a process of their own.
STARTS = """
import contextlib, io, json, sys
from quarterdeck.cli import main
found = {}
for name, arguments in json.load(sys.stdin).items():
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        try:
            main(["serve", *arguments])
        except SystemExit as end:
            code = end.code
    found[name] = (code, said.getvalue())
print(json.dumps(found))
"""


def test_what_cannot_work_ends_in_one_line_and_not_in_a_success(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        cases = bad_starts(tmp_path, taken.getsockname()[1])
        cases["in French"] = ["--root-path", "games", "--lang", "fr"]
        done = subprocess.run(
            [sys.executable, "-c", STARTS],
            input=json.dumps(cases),
            cwd=ROOT,
            env={**environment_of(tmp_path / "data"), "PYTHONUTF8": "1"},
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE * 3,
            check=True,
        )
    found = json.loads(done.stdout)
    assert set(found) == set(cases)
    for name, (code, said) in found.items():
        assert code == 2, (name, said)
        # That a password on the command line can be read by others is said before.
        lines = [line for line in said.splitlines() if "PASSWORD_FILE" not in line]
        assert len(lines) == 1, (name, lines)
        assert lines[0].startswith("quarterdeck: "), lines
        assert SECRET not in said
    assert "n’est pas un chemin" in found["in French"][1]
    assert done.stderr == ""


def test_a_database_of_a_newer_version_is_left_alone(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    with contextlib.closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        made.execute("INSERT INTO alembic_version VALUES ('9999')")
        made.commit()
    program = start("--database", f"sqlite:///{file}")
    assert program.status() == 2
    assert "newer version" in program.log
    assert len(program.log.splitlines()) == 1


def test_a_database_with_two_schemas_is_refused_in_a_line(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    asyncio.run(migrated(f"sqlite:///{file}"))
    with contextlib.closing(sqlite3.connect(file)) as opened:
        opened.execute("INSERT INTO alembic_version VALUES ('0001')")
        opened.commit()
    program = start("--database", f"sqlite:///{file}", "--lang", "fr")
    assert program.status() == 2
    assert "schéma" in program.log
    assert len(program.log.splitlines()) == 1


async def migrated(address: str) -> None:
    engine = engine_for(address)
    await migrate(engine)
    await engine.dispose()


def test_a_missing_table_is_told_and_is_no_absence(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    def work(connection: Connection) -> int:
        return int(connection.execute(text("SELECT 1")).scalar_one())

    def fail(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM nowhere"))

    def fail_too(connection: Connection) -> None:
        connection.execute(text("UPDATE guests SET shoe_size = 1"))

    async def run() -> None:
        await migrated(database)
        opened = Database(engine_for(database))
        await opened.open()
        try:
            for job in (fail, fail_too):
                for ask in (opened.read, opened.write):
                    with pytest.raises(DatabaseTrouble) as raised:
                        await ask(job)
                    assert raised.value.kind == SCHEMA
                    assert await opened.read(work) == await opened.write(work) == 1
            # Whoever is stored together with it is stored.
            together = [opened.write(job) for job in (work, fail, work)]
            found = await asyncio.gather(*together, return_exceptions=True)
            assert [getattr(each, "kind", each) for each in found] == [1, SCHEMA, 1]
        finally:
            await opened.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert len(caplog.records) == 1, caplog.text
    assert "database trouble (schema)" in caplog.text
    assert "nowhere" in caplog.text


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.soak)])
def test_a_wrong_password_or_database_is_not_waited_for(
    start: Start, postgres: str, workers: str
) -> None:
    url = make_url(postgres).set(database="there_is_none")
    address = url.render_as_string(hide_password=False)
    program = start("--workers", workers, "--database", address, environment={PASSWORD: SECRET})
    assert program.status() == 2
    assert "does not let us in" in program.log
    assert len(program.log.splitlines()) == 1
    assert SECRET not in program.log


# The password


def test_the_password_comes_by_the_environment_or_from_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    address = "postgresql://anne@host/name"
    monkeypatch.setenv(PASSWORD, SECRET)
    assert make_url(database_address(address)).password == SECRET
    monkeypatch.delenv(PASSWORD)
    (tmp_path / "secret").write_text(f"{OTHER}\n")
    monkeypatch.setenv(PASSWORD_FILE, str(tmp_path / "secret"))
    assert make_url(database_address(address)).password == OTHER
    monkeypatch.setenv("QUARTERDECK_DATABASE", address)
    assert make_url(database_address()).password == OTHER
    assert OTHER not in repr(Settings(database=database_address()))


# SQLite


def test_only_its_owner_reads_the_database_and_the_key(launch: Launch, tmp_path: Path) -> None:
    old = tmp_path / "table.db"
    os.close(os.open(old, os.O_CREAT | os.O_RDWR, 0o644))
    server = launch()
    server.client("Anne")
    found = [*tmp_path.glob("table.db*"), server.folder / "server.key"]
    assert {path.name for path in found} >= {"table.db", "table.db-wal", "server.key"}
    for path in found:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert f"{old} could be read by others" in server.log


def test_a_database_file_that_is_moved_away_is_noticed(launch: Launch, tmp_path: Path) -> None:
    server = launch()
    anne = server.client("Anne")
    table = anne.host("here", "here")
    lines = anne.move(table, anne.lines(table), "pass")
    (tmp_path / "table.db").rename(tmp_path / "elsewhere.db")
    refused = anne.try_move(table, lines, "pass")
    assert refused.status == 503
    assert refused.json()["id"] == "qd.server.database.gone"
    assert Client(server.address).post("/api/guests", {"name": "Bob"}).status == 503
    # Another file in its place is not taken for it.
    (tmp_path / "table.db").touch()
    assert anne.try_move(table, lines, "pass").status == 503
    (tmp_path / "elsewhere.db").rename(tmp_path / "table.db")
    assert anne.move(table, lines, "pass") > lines
    told = [line for line in server.log.splitlines() if "database" in line]
    assert len(told) == 2, server.log
    assert "Traceback" not in server.log


def test_a_locked_database_is_told_and_survived(launch: Launch, tmp_path: Path) -> None:
    server = launch()
    anne = server.client("Anne")
    table = anne.host("here", "here")
    lines = anne.lines(table)
    with contextlib.closing(sqlite3.connect(tmp_path / "table.db")) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        refused = anne.try_move(table, lines, "pass")
        assert refused.status == 503
        assert refused.json()["id"] == "qd.server.database.locked"
        other.execute("ROLLBACK")
    assert anne.move(table, lines, "pass") > lines
    assert "Traceback" not in server.log


def test_a_full_disk_is_told_in_a_line_and_survived(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        database = Database(engine_for(f"sqlite:///{tmp_path / 'table.db'}"))
        pages = {"most": 5}

        @event.listens_for(Engine, "connect")
        def small(connection: Any, _record: Any) -> None:
            connection.execute(f"PRAGMA max_page_count = {pages['most']}")

        def fill(connection: Connection) -> None:
            connection.execute(text("CREATE TABLE IF NOT EXISTS big (x)"))
            connection.execute(text("INSERT INTO big VALUES (zeroblob(100000))"))

        def look(connection: Connection) -> int:
            return 1

        await database.open()
        try:
            found = await asyncio.gather(
                *[database.write(fill) for _ in range(5)],
                *[database.write(look) for _ in range(5)],
                return_exceptions=True,
            )
            assert {getattr(each, "kind", None) for each in found} == {FULL}
            pages["most"] = 100_000
            await database.write(fill)
        finally:
            event.remove(Engine, "connect", small)
            await database.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert "(full)" in caplog.text
    assert "is back" in caplog.text
    assert all(record.exc_info is None for record in caplog.records)


def sqlite_error(file: Path, statement: str, mode: str = "rw") -> sqlite3.Error:
    with contextlib.closing(
        sqlite3.connect(f"file:{file}?mode={mode}", uri=True, timeout=0)
    ) as opened:
        with pytest.raises(sqlite3.Error) as raised:
            opened.execute(statement)
        return raised.value


def kind(error: BaseException) -> str:
    found = trouble_of(error)
    assert found is not None
    return found.kind


def test_troubles_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    with contextlib.closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE x (y)")
        made.commit()
        made.execute("BEGIN EXCLUSIVE")
        assert kind(sqlite_error(file, "INSERT INTO x VALUES (1)")) == LOCKED
        made.execute("ROLLBACK")
    assert kind(sqlite_error(file, "INSERT INTO x VALUES (1)", "ro")) == READ_ONLY
    (tmp_path / "text").write_text("no database at all " * 100)
    assert kind(sqlite_error(tmp_path / "text", "SELECT * FROM x")) == BROKEN
    with pytest.raises(sqlite3.Error) as raised:
        sqlite3.connect(f"file:{tmp_path / 'missing'}?mode=rw", uri=True)
    assert kind(raised.value) == GONE
    assert kind(ConnectionRefusedError(111, "refused")) == AWAY
    assert kind(asyncpg.CannotConnectNowError("starting up")) == AWAY
    assert kind(ExceptionGroup("bots", [DatabaseTrouble(AWAY), OSError()])) == AWAY
    assert trouble_of(ExceptionGroup("bots", [DatabaseTrouble(AWAY), KeyError()])) is None
    assert trouble_of(KeyError("x")) is None


def test_bots_are_resumed_although_the_database_goes_away_meanwhile(
    launch: Launch, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: Any
) -> None:
    server = launch(bot_patience=60.0)
    anne = server.client("Anne")
    tables = [anne.host("random", "random") for _ in range(3)]
    server.kill()
    asked: list[str] = []

    async def run() -> None:
        house = House(Settings(database=server.database, key_file=server.folder / "server.key"))
        live, done = house.tables.live, asyncio.Event()

        async def failing(table_id: str) -> Any:
            asked.append(table_id)
            if asked.count(table_id) < 3:
                raise DatabaseTrouble(AWAY)
            if all(asked.count(table) >= 3 for table in due):
                done.set()
            return await live(table_id)

        house.tables.live = failing  # type: ignore[method-assign]
        await house.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await done.wait()
        finally:
            await house.close()

    due = asyncio.run(due_tables(server.database))
    assert due <= set(tables)
    assert due
    monkeypatch.setattr("quarterdeck.server.resuming.PAUSE", 0.01)
    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert "cannot be resumed" not in caplog.text


async def due_tables(database: str) -> set[str]:
    store = Store(Database(engine_for(database)))
    try:
        return set(await store.lists.due())
    finally:
        await store.database.close()


# Anything else that goes wrong in a request


async def ask(app: Any, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """One request to an application, without a network."""
    sent: list[Any] = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (b"host", b"here"),
            *((name.lower().encode(), value.encode()) for name, value in headers.items()),
        ],
        "client": ("192.0.2.1", 4711),
        "server": ("here", 80),
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], found, body.decode()


@pytest.mark.parametrize("path", ["/", "/api/tables", "/t/abcdefgh/parts"])
def test_a_fault_is_told_with_the_number_of_the_request(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
) -> None:
    # On a busy machine it may be slow besides
    monkeypatch.setattr("quarterdeck.server.journal.SLOW", math.inf)
    app = create_app(
        Settings(database=f"sqlite:///{tmp_path / 'table.db'}", key_file=tmp_path / "key")
    )

    async def fail(*_: object, **__: object) -> Any:
        raise RuntimeError("nobody thought of this")

    async def run() -> tuple[int, dict[str, str], str]:
        async with app.opened():
            house = app._house
            assert house is not None
            house.store.lists.joinable = fail  # type: ignore[method-assign]
            house.tables.live_now = house.tables.live = fail  # type: ignore[method-assign]
            return await ask(
                app, path, **{"Accept-Language": "fr", "Accept": "text/html", "HX-Request": "true"}
            )

    with caplog.at_level(logging.WARNING):
        status, headers, body = asyncio.run(run())
    assert status == 500
    number = headers["x-request-id"]
    assert number in body
    assert "Une erreur s’est produite" in body
    assert "nobody thought of this" not in body
    told = [record for record in caplog.records if record.exc_info]
    assert len(told) == len(caplog.records) == 1
    # The address of a table is for its guests.
    line = TextLines().format(told[0]).splitlines()[0]
    assert line.endswith(f"request failed method=GET kind={kind_of('GET', path)}")
    assert "abcdefgh" not in line
