"""Backups: everything at one moment, from either kind of database into either, all or nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.engine import Row

from quarterdeck.server.backup import BackupError, check, look, restore, take
from quarterdeck.server.backup.form import BackupHeader, BackupPart, BackupWriter
from quarterdeck.server.identity import put_key, server_key
from quarterdeck.server.store import engine_for, migrate, newest_revision
from quarterdeck.server.store.migrate import upgrade
from quarterdeck.server.store.schema import guests, metadata
from tests.server.client import Client, any_choice, play_out
from tests.server.programs import environment_of
from tests.server.servers import Launch, NewDatabase, new_postgres_database

KEY = bytes(range(32))


def on(address: str, job: Callable[[Connection], Any]) -> Any:
    """Do something in one transaction of a database."""

    async def run() -> Any:
        engine = engine_for(address)
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(job)
        finally:
            await engine.dispose()

    return asyncio.run(run())


def content(address: str) -> dict[str, Sequence[Row[Any]]]:
    """Everything in a database, in an order of its own."""

    def read(connection: Connection) -> dict[str, Any]:
        return {
            table.name: connection.execute(select(table).order_by(*table.primary_key)).all()
            for table in metadata.sorted_tables
        }

    found: dict[str, Sequence[Row[Any]]] = on(address, read)
    return found


def prepared(address: str) -> str:
    async def run() -> None:
        engine = engine_for(address)
        await migrate(engine)
        await engine.dispose()

    asyncio.run(run())
    return address


def with_guest(address: str, id: str = "anne") -> str:
    row = {"id": id, "name": id.title(), "link_hash": id, "created": 1.5}
    on(prepared(address), lambda c: c.execute(insert(guests).values(row)))
    return address


def refusal(error: pytest.ExceptionInfo[BackupError]) -> str:
    return error.value.message.id.removeprefix("qd.server.backup.")


# There and back


def sign_in(client: Client, name: str) -> dict[str, str]:
    """Come in by the page's form; gives the cookie."""
    headers = {"Origin": client.address, "Content-Type": "application/x-www-form-urlencoded"}
    answer = client.send("POST", "/guest", f"name={name}&back=/".encode(), headers)
    return {"Cookie": answer.headers["set-cookie"].partition(";")[0]}


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_server_goes_on_from_a_backup_on_either_kind_of_database(
    launch: Launch, database: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    old = launch(database)
    anne, bob = old.client("Anne"), old.client("Élodie ☸")
    table = anne.host("here", "open", listed=False, title="À l’abordage")
    token = bob.join(table)
    anne.tell(f"/api/tables/{table}/chat", {"text": "« Bon vent »"})
    lines = play_out(table, {0: anne, 1: bob}, any_choice(3), stop=15)
    anne.host("here", "open")
    cookie = sign_in(old.client(), "Zoe")
    assert "Zoe" in old.client().get("/me", **cookie).text
    file = tmp_path / "table.backup"
    header = take(database, file, server_key(old.folder / "server.key"))
    # While it runs: what comes later is not in it.
    old.client("Late")
    old.stop()

    if target == "sqlite":
        address = f"sqlite:///{tmp_path / 'restored' / 'new.db'}"
    else:
        address = new_postgres_database(request.getfixturevalue("postgres"))
    assert check(file) == header
    restore(file, header, address)
    before, after = content(database), content(address)
    assert [row.name for row in before["guests"] if row not in after["guests"]] == ["Late"]
    # How long the server has been up, and who was seen, goes on being noted until it ends.
    for changing in ("guests", "clock", "signs"):
        del before[changing], after[changing]
    assert after == before
    assert len(after["entries"]) >= lines

    put_key(tmp_path / "kept" / "server.key", header.key or b"")
    new = launch(address, key_file=tmp_path / "kept" / "server.key")
    again = Client(new.address, anne.secret)
    assert again.lines(table) >= lines
    assert again.ask(f"/api/tables/{table}/chat")[0]["text"] == "« Bon vent »"
    assert Client(new.address, token).choices(table)["lines"] >= lines
    assert "Zoe" in new.client().get("/me", **cookie).text
    play_out(
        table,
        {0: again, 1: Client(new.address, bob.secret)},
        any_choice(4),
        stop=again.lines(table) + 3,
    )


def test_a_backup_under_load_has_every_move_acknowledged_before_it_began(
    launch: Launch, database: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    server = launch(database)
    over = threading.Event()
    acknowledged: list[tuple[str, int]] = []
    ready = threading.Semaphore(0)

    def play(number: int) -> None:
        client = server.client(f"Player {number}")
        pick = any_choice(number)
        table = client.host("here", "here")
        while not over.is_set():
            asked = client.choices(table)
            if not asked["choices"]:
                table = client.host("here", "here")
                continue
            notations = [choice["notation"] for choice in asked["choices"]]
            lines = client.move(table, asked["lines"], pick(notations))
            acknowledged.append((table, lines))
            ready.release()

    threads = [threading.Thread(target=play, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    backups = []
    try:
        for number in range(4):
            for _ in range(15):
                assert ready.acquire(timeout=60)
            known = list(acknowledged)
            file = tmp_path / f"{number}.backup"
            backups.append((known, file, take(database, file, KEY)))
    finally:
        over.set()
        for thread in threads:
            thread.join()
    for known, file, header in backups:
        address = new_database()
        restore(file, check(file), address)
        kept = content(address)
        plies = {(row.table_id, row.ply) for row in kept["entries"]}
        assert known
        assert set(known) <= plies
        # One moment: no table without its seats, no entry without those before it.
        assert header.rows("entries") == len(plies)
        for table, ply in plies:
            assert ply == 1 or (table, ply - 1) in plies
        assert {row.table_id for row in kept["seats"]} == {row.id for row in kept["tables"]}


def test_an_older_backup_is_brought_to_the_newest_schema(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    old, new = new_database(), new_database()

    def fill(connection: Connection) -> None:
        upgrade(connection, "0001")
        connection.execute(
            text("INSERT INTO guests (id, name, link_hash, created) VALUES ('a', 'Anne', 'h', 1.5)")
        )

    on(old, fill)
    header = take(old, tmp_path / "old.backup", KEY)
    assert header.schema == "0001"
    restore(tmp_path / "old.backup", check(tmp_path / "old.backup"), new)
    assert [row.name for row in content(new)["guests"]] == ["Anne"]
    version = text("SELECT version_num FROM alembic_version")
    assert on(new, lambda c: c.execute(version).scalar_one()) == newest_revision()


# The file


def test_only_its_owner_may_read_a_backup(database: str, tmp_path: Path) -> None:
    file = tmp_path / "table.backup"
    take(with_guest(database), file, KEY)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert check(file).key == KEY
    assert [found.name for found in tmp_path.glob("*backup*")] == ["table.backup"]


def test_a_file_is_written_over_only_if_asked(database: str, tmp_path: Path) -> None:
    file = tmp_path / "table.backup"
    file.write_text("precious", encoding="ascii")
    with pytest.raises(BackupError) as refused:
        take(with_guest(database), file, KEY)
    assert refusal(refused) == "file_exists"
    assert file.read_text(encoding="ascii") == "precious"
    take(database, file, KEY, force=True)
    assert check(file).rows("guests") == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("force", [False, True])
def test_only_a_file_is_written_over(database: str, tmp_path: Path, force: bool) -> None:
    with_guest(database)
    folder = tmp_path / "places"
    folder.mkdir()
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "file").write_text("precious", encoding="ascii")
    for kind in ("folder", "pipe", "file", "nothing"):
        (folder / f"link to {kind}").symlink_to(folder / kind)
    before = {found: found.lstat().st_mode for found in folder.iterdir()}
    for place in sorted({*before, tmp_path / "."} - {folder / "file"}):
        with pytest.raises(BackupError) as refused:
            take(database, place, KEY, force)
        assert refusal(refused) == "no_plain_file", place
    assert {found: found.lstat().st_mode for found in folder.iterdir()} == before
    assert (folder / "file").read_text(encoding="ascii") == "precious"


def test_a_place_that_cannot_be_looked_at_is_told(database: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="ascii")
    for place in (tmp_path / "file" / "table.backup", tmp_path / ("a" * 300)):
        with pytest.raises(BackupError) as refused:
            take(with_guest(database, place.name[:9]), place, KEY)
        assert refusal(refused) == "unwritable"


# A backup that gets a signal when it has written its first rows.
INTERRUPTED = """
import os, signal, sys
# Whatever runs in the background is started with this signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
from quarterdeck.cli import main
from quarterdeck.server.backup import form

def line(writer, content, write=form.BackupWriter.line):
    write(writer, content)
    if not isinstance(content, dict):
        os.kill(os.getpid(), int(sys.argv[1]))

form.BackupWriter.line = line
main(["backup", *sys.argv[2:]])
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_backup_says_nothing_and_leaves_nothing_behind(
    database: str, tmp_path: Path, number: signal.Signals
) -> None:
    with_guest(database)
    folder = tmp_path / "backups"
    folder.mkdir()
    ended = subprocess.run(
        [
            sys.executable,
            "-c",
            INTERRUPTED,
            str(int(number)),
            "table.backup",
            "--database",
            database,
        ],
        cwd=folder,
        env=environment_of(tmp_path / "data"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (128 + number, "", "")
    assert list(folder.iterdir()) == []


def test_a_backup_that_fails_leaves_nothing_behind(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    on(database, lambda c: c.execute(text("CREATE TABLE other (x INTEGER)")))
    with pytest.raises(BackupError) as refused:
        take(database, folder / "table.backup", KEY)
    assert refusal(refused) == "not_ours"
    with pytest.raises(BackupError) as refused:
        take(with_guest(database), folder / "no" / "such" / "folder", KEY)
    assert refusal(refused) == "unwritable"
    assert list(folder.iterdir()) == []


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(BackupError) as refused:
        take(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "table.backup", KEY)
    assert refusal(refused) == "no_database_file"
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_does_not_answer_is_told_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(BackupError) as refused:
        take("postgresql://anne:geheim@127.0.0.1:1/none", tmp_path / "table.backup", KEY)
    assert refusal(refused) == "database"
    assert "anne:***@127.0.0.1:1/none" in str(refused.value)
    assert "geheim" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A small backup of three guests."""
    file = tmp_path / "small.backup"
    address = f"sqlite:///{tmp_path / 'small.db'}"
    for id in ("anne", "bob", "cleo"):
        with_guest(address, id)
    take(address, file, KEY)
    return file


def rewrite(file: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
    found = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(change(found))))


def header_with(**more: Any) -> Callable[[list[bytes]], list[bytes]]:
    def change(found: list[bytes]) -> list[bytes]:
        return [json.dumps({**json.loads(found[0]), **more}).encode() + b"\n", *found[1:]]

    return change


DAMAGE: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "a row less": lambda found: [*found[:2], *found[3:]],
    "a row more": lambda found: [*found[:2], found[2], *found[2:]],
    "another name": lambda found: [line.replace(b"Bob", b"Eve") for line in found],
    "no checksum": lambda found: found[:-1],
    "something after it": lambda found: [*found, b"{}\n"],
    "rows out of order": lambda found: [found[0], found[2], found[1], *found[3:]],
    "half a line": lambda found: [*found[:2], found[2][:5]],
    "no columns": header_with(parts=[{"table": "guests"}]),
    "no key of bytes": header_with(key="?"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_backup_is_told_before_anything_is_touched(backup: Path, damage: str) -> None:
    rewrite(backup, DAMAGE[damage])
    with pytest.raises(BackupError) as refused:
        check(backup)
    assert refusal(refused) == "damaged"


def test_a_backup_cut_off_at_any_place_is_told(backup: Path) -> None:
    whole = backup.read_bytes()
    for length in range(1, len(whole), 7):
        backup.write_bytes(whole[:length])
        with pytest.raises(BackupError) as refused:
            check(backup)
        assert refusal(refused) in ("damaged", "no_backup")


def test_a_backup_with_one_wrong_byte_anywhere_is_told(backup: Path) -> None:
    whole = backup.read_bytes()
    # The first ten bytes are gzip's: flags and times that hold nothing of ours.
    for place in range(10, len(whole), 5):
        changed = bytearray(whole)
        changed[place] ^= 0x41
        backup.write_bytes(changed)
        with pytest.raises(BackupError) as refused:
            check(backup)
        assert refusal(refused) in ("damaged", "no_backup", "newer")


@pytest.mark.parametrize("text", ["", "{}", "hello", '{"format":"another"}'])
def test_what_is_no_backup_is_called_so(tmp_path: Path, text: str) -> None:
    plain, zipped = tmp_path / "plain", tmp_path / "zipped"
    plain.write_text(text, encoding="ascii")
    zipped.write_bytes(gzip.compress(text.encode()))
    for file in (plain, zipped):
        with pytest.raises(BackupError) as refused:
            check(file)
        assert refusal(refused) in ("no_backup", "damaged")
    with pytest.raises(BackupError) as refused:
        check(tmp_path / "nowhere")
    assert refusal(refused) == "no_file"


def test_a_backup_of_a_later_version_is_refused(backup: Path, database: str) -> None:
    header = check(backup)
    later = BackupHeader("9999", header.created, header.parts, header.key, "7.0")
    with pytest.raises(BackupError) as refused:
        restore(backup, later, database)
    assert refusal(refused) == "newer"
    rewrite(backup, header_with(format_version=2))
    with pytest.raises(BackupError) as refused:
        check(backup)
    assert refusal(refused) == "newer"


# The database it goes to


def test_a_database_that_holds_something_is_replaced_only_if_asked(
    backup: Path, database: str
) -> None:
    with_guest(database, "dora")
    assert look(database).guests == 1
    with pytest.raises(BackupError) as refused:
        restore(backup, check(backup), database)
    assert refusal(refused) == "not_empty"
    assert [row.id for row in content(database)["guests"]] == ["dora"]
    restore(backup, check(backup), database, replace=True)
    assert [row.id for row in content(database)["guests"]] == ["anne", "bob", "cleo"]


def test_a_restore_that_fails_half_way_changes_nothing(database: str, tmp_path: Path) -> None:
    """Two guests with one link: only the database notices."""
    with_guest(database, "dora")
    file = tmp_path / "odd.backup"
    part = BackupPart("guests", ("id", "name", "link_hash", "created"), 2)
    header = BackupHeader(newest_revision(), "2026-01-01", (part,), None)
    with file.open("wb") as opened:
        writer = BackupWriter(opened)
        writer.line(header.dump())
        writer.line(["a", "Anne", "same", 1.5])
        writer.line(["b", "Bob", "same", 1.5])
        writer.close()
    with pytest.raises(BackupError) as refused:
        restore(file, check(file), database, replace=True)
    assert refusal(refused) == "database"
    assert [row.id for row in content(database)["guests"]] == ["dora"]


def test_tables_of_others_in_the_same_database_stay(backup: Path, database: str) -> None:
    on(database, lambda c: c.execute(text("CREATE TABLE elsewhere (x INTEGER)")))
    on(database, lambda c: c.execute(text("INSERT INTO elsewhere VALUES (7)")))
    restore(backup, check(backup), database, replace=True)
    assert on(database, lambda c: c.execute(text("SELECT x FROM elsewhere")).scalar_one()) == 7


def test_a_database_that_a_server_uses_is_left_alone(
    launch: Launch, database: str, backup: Path
) -> None:
    server = launch(database)
    anne = server.client("Anne")
    for replace in (False, True):
        with pytest.raises(BackupError) as refused:
            restore(backup, check(backup), database, replace)
        assert refusal(refused) == "in_use"
    with pytest.raises(BackupError) as refused:
        look(database)
    assert refusal(refused) == "in_use"
    anne.host("here", "open")
    server.stop()
    restore(backup, check(backup), database, replace=True)


def test_a_restored_file_is_its_owners_alone(backup: Path, tmp_path: Path) -> None:
    place = tmp_path / "new" / "restored.db"
    restore(backup, check(backup), f"sqlite:///{place}")
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_the_push_key_comes_along_if_there_is_one(tmp_path: Path) -> None:
    file = tmp_path / "small.backup"
    address = with_guest(f"sqlite:///{tmp_path / 'small.db'}")
    take(address, file, KEY, push_key=b"a push key")
    assert check(file).push_key == b"a push key"
    take(address, file, KEY, force=True)
    assert check(file).push_key is None
    # Earlier versions wrote no such thing
    older = BackupHeader(newest_revision(), "2026-01-01", (), KEY).dump()
    del older["push_key"]
    with file.open("wb") as opened:
        writer = BackupWriter(opened)
        writer.line(older)
        writer.close()
    assert check(file).push_key is None


def test_a_key_is_kept_unless_it_may_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    assert put_key(path, b"one")
    assert put_key(path, b"one")
    assert not put_key(path, b"two")
    assert path.read_bytes() == b"one"
    assert put_key(path, b"two", replace=True)
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in tmp_path.iterdir()] == ["server.key"]


def test_a_broken_row_is_saved_as_it_is_and_refused_where_it_cannot_be_kept(
    postgres: str, tmp_path: Path
) -> None:
    old = prepared(f"sqlite:///{tmp_path / 'old.db'}")
    on(
        old,
        lambda c: c.execute(
            text(
                "INSERT INTO tables (id, game, rules, seats, options, components, title, listed, "
                "status, host, created, changed) VALUES ('t', 'salty_ocean', 'one', 2, '{oh', 'c', "
                "CAST(X'4f6464ff' AS TEXT), 1, 'running', 'anne', 1.5, 1.5)"
            )
        ),
    )
    file = tmp_path / "odd.backup"
    take(old, file, KEY)
    new = f"sqlite:///{tmp_path / 'new.db'}"
    restore(file, check(file), new)
    raw = text("SELECT rules, options, title FROM tables")
    assert on(new, lambda c: tuple(c.execute(raw).one())) == ("one", "{oh", "Odd\ufffd")
    with pytest.raises(BackupError) as refused:
        restore(file, check(file), new_postgres_database(postgres))
    assert refusal(refused) in ("odd_value", "database")


def test_no_table_is_numbered_by_the_database() -> None:
    """PostgreSQL counts such numbers apart from the rows: a restore would have to set them."""
    numbered = {t.name for t in metadata.sorted_tables if t.autoincrement_column is not None}
    # The only row of the clock is always number 1.
    assert numbered <= {"clock"}


def test_a_database_that_nobody_has_used_yet_counts_as_empty(
    launch: Launch, database: str, backup: Path
) -> None:
    launch(database).stop()
    restore(backup, check(backup), database)
    assert [row.id for row in content(database)["guests"]] == ["anne", "bob", "cleo"]
