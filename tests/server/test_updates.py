"""An update never changes a running game: it is migrated, or set aside and kept readable."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from quarterdeck.record import MIGRATIONS, Record
from quarterdeck.server.aside import readable_record, viewer_of
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.errors import SetAside, TableError
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.reading import OTHER_RULES
from quarterdeck.server.store import engine_for
from quarterdeck.server.store.migrate import upgrade
from quarterdeck.server.store.rows import FINISHED
from tests.server.client import new_key
from tests.server.houses import open_house, play, play_on, seat_here, sql, undo
from tests.toy import Skerries
from tests.toy.house import close_house
from tests.toy.house import open_house as offer_skerries


@pytest.fixture(autouse=True)
def _skerries() -> Iterator[None]:
    offer_skerries()
    yield
    close_house()


def to_version_2(old: Record) -> Record:
    """Nothing changed that a record would notice."""
    return replace(old, header=replace(old.header, version=2))


def to_nonsense(old: Record) -> Record:
    entries = [replace(entry, notation="rest") for entry in old.entries]
    return replace(old, header=replace(old.header, version=2), entries=entries)


async def begin(house: House, *seating: str) -> LiveTable:
    """A table with a few choices made, one of them taken back."""
    _, table = await seat_here(house, "skerries", *(seating or ("here", "here")))
    await play(house, table, "row north", seat=0)
    await undo(house, table, 0)
    await play(house, table, "row north", seat=0)
    await play(house, table, "row south", seat=1)
    await play_on(house, table, 4)
    return table


async def refused(house: House, table: LiveTable) -> None:
    """Nothing can be done to the game, and everything that can be read is there."""
    tables, id = house.tables, table.row.id
    act = Attempt(0, 0, new_key(), (0, 1))
    guest = await house.store.guests.find(table.row.host)
    assert guest is not None
    for attempt in (
        tables.choose(id, act, ["rest"]),
        tables.undo(id, act),
        tables.redo(id, act),
        tables.recalls.ask(id, act, 2),
        tables.recalls.answer(id, (0, 1), 2, True),
        tables.nudges.nudge(id, (0, 1)),
        tables.gathering.rematch(id, guest),
        tables.gathering.branch(id, guest, 0, ["here", "greedy"]),
        tables.gathering.fill(id, guest, "greedy"),
        tables.stand_ins.hand_over(id, guest, 0, "greedy"),
    ):
        with pytest.raises(TableError):
            await attempt
    assert (await tables.talking.say(id, guest, "What now?")).text == "What now?"
    assert table.told_record is not None


def test_a_running_table_is_never_played_on_under_another_version(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            played = await begin(house)
            before = await house.store.lines.of(played.row.id)
            notations = [entry.notation for entry in played.playing().record.entries]
        monkeypatch.setattr(Skerries, "version", 2)
        async with open_house(database, tmp_path) as house:
            table = await house.tables.live(played.row.id)
            assert table.fault is not None
            assert table.fault.kind == OTHER_RULES
            assert table.game is None
            assert table.names() == ("Anne", "Anne 2")
            assert table.told_record is not None
            assert [entry.notation for entry in table.told_record.entries] == notations
            await refused(house, table)
            assert await house.store.lines.of(played.row.id) == before
            # Once, however often somebody looks
            await house.tables.live_now(played.row.id)
            house.tables.shelf._tables.clear()
            del table
            await house.tables.live(played.row.id)
            said = [record for record in caplog.records if "set aside" in record.message]
            assert len(said) == 1
            assert played.row.id in said[0].message

    with caplog.at_level(logging.ERROR):
        asyncio.run(main())


def test_a_running_table_is_never_played_on_with_other_components(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"

    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            played = await begin(house)
        monkeypatch.setattr(Skerries, "component_digest", property(lambda _: "other coins"))
        async with open_house(database, tmp_path) as house:
            table = await house.tables.live(played.row.id)
            assert table.fault is not None
            assert table.fault.kind == OTHER_RULES
            await refused(house, table)

    asyncio.run(main())


def test_a_table_is_migrated_and_its_lines_of_before_are_kept(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            played = await begin(house)
            key = await play(house, played, played.playing().legal[0].notation)
            before = await house.store.lines.of(played.row.id)
            entries = list(played.playing().record.entries)
            digest = played.playing().position.digest()
        monkeypatch.setattr(Skerries, "version", 2)
        monkeypatch.setitem(MIGRATIONS, ("skerries", 1), to_version_2)
        async with open_house(database, tmp_path) as house:
            table = await house.tables.live(played.row.id)
            assert table.fault is None
            assert table.row.rules == 2
            assert table.playing().record.entries == entries
            assert table.playing().position.digest() == digest
            # What was taken back is not among the new lines, and a repeated post is recognized.
            assert table.lines == len(entries) < len(before)
            assert key in table.story.keys
            await play_on(house, table, 30)
            lines = len(await house.store.lines.of(table.row.id))
        kept = await sql(database, "SELECT rules, lines FROM past_lines")
        assert [row.rules for row in kept] == [1]
        assert [line["notation"] for line in json.loads(kept[0].lines)] == [
            line.notation for line in before
        ]
        async with open_house(database, tmp_path) as house:
            again = await house.tables.live(played.row.id)
            assert again.fault is None
            assert again.lines == lines

    asyncio.run(main())


def test_two_processes_migrate_a_table_once(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            played = [await begin(house) for _ in range(6)]
        monkeypatch.setattr(Skerries, "version", 2)
        monkeypatch.setitem(MIGRATIONS, ("skerries", 1), to_version_2)
        async with open_house(database, tmp_path) as one, open_house(database, tmp_path) as two:
            found = await asyncio.gather(
                *(house.tables.live(t.row.id) for t in played for house in (one, two, one))
            )
            assert {table.row.rules for table in found} == {2}
            assert all(table.fault is None for table in found)
            for table, other in zip(found[::3], found[1::3], strict=True):
                assert table.playing().position.digest() == other.playing().position.digest()
        assert len(await sql(database, "SELECT rules FROM past_lines")) == len(played)

    asyncio.run(main())


def test_a_migration_that_cannot_be_stored_sets_the_table_aside(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            played = await begin(house)
        taken = f"INSERT INTO past_lines VALUES ('{played.row.id}', 1, 'abc', '[]', 0)"  # noqa: S608
        await sql(database, taken)
        monkeypatch.setattr(Skerries, "version", 2)
        monkeypatch.setitem(MIGRATIONS, ("skerries", 1), to_version_2)
        async with open_house(database, tmp_path) as house:
            table = await house.tables.live(played.row.id)
            assert table.fault is not None
            assert table.fault.kind == OTHER_RULES
            await refused(house, table)

    asyncio.run(main())


@pytest.mark.parametrize("fails", [to_nonsense, lambda old: old.nonsense])
def test_a_migration_that_does_not_verify_changes_nothing(
    fails: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"

    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            played = await begin(house)
            before = await house.store.lines.of(played.row.id)
        monkeypatch.setattr(Skerries, "version", 2)
        monkeypatch.setitem(MIGRATIONS, ("skerries", 1), fails)
        async with open_house(database, tmp_path) as house:
            table = await house.tables.live(played.row.id)
            assert table.fault is not None
            assert table.fault.kind == OTHER_RULES
            assert await house.store.lines.of(played.row.id) == before
            row = await house.store.tables.find(played.row.id)
            assert row is not None
            assert row.rules == 1

    asyncio.run(main())


def test_a_process_of_before_the_update_cannot_write_to_a_migrated_table(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.server.servers import new_postgres_database

    database = new_postgres_database(postgres)

    async def main() -> None:
        async with open_house(database, tmp_path) as old:
            played = await begin(old)
            await sql(database, "UPDATE tables SET rules = 2")
            before = await old.store.lines.of(played.row.id)
            with pytest.raises(SetAside):
                await play_on(old, played, 1)
            assert await old.store.lines.of(played.row.id) == before
            assert played.fault is not None

    asyncio.run(main())


def test_a_table_that_still_waits_starts_under_the_rules_of_the_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"

    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            _, waiting = await seat_here(house, "skerries", "here", "open")
        monkeypatch.setattr(Skerries, "version", 2)
        async with open_house(database, tmp_path) as house:
            bob, _ = await house.people.welcome("Bob")
            await house.tables.gathering.join(waiting.row.id, bob)
            row = await house.store.tables.find(waiting.row.id)
            assert row is not None
            assert row.rules == 2
        async with open_house(database, tmp_path) as house:
            assert (await house.tables.live(waiting.row.id)).fault is None

    asyncio.run(main())


def test_what_was_finished_under_other_rules_may_be_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"

    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            guest, played = await seat_here(house, "skerries", "here", "here")
            await play_on(house, played, 200)
            assert played.row.status == FINISHED
        monkeypatch.setattr(Skerries, "version", 2)
        async with open_house(database, tmp_path) as house:
            made = await house.tables.gathering.rematch(played.row.id, guest)
            assert made.row.rules == 2
            assert made.row.rematch_of == played.row.id

    asyncio.run(main())


def test_digests_are_stored_along_the_way_and_checked(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"

    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            await play_on(house, table, 45)
            noted = [row for row in await house.store.lines.of(table.row.id) if row.digest]
            assert len(noted) == table.playing().ply // 20
        await sql(database, "UPDATE entries SET digest = 'x' WHERE digest IS NOT NULL")
        async with open_house(database, tmp_path) as house:
            found = await house.tables.live(table.row.id)
            assert found.fault is not None
            assert found.fault.why.id == "qd.record.digest_differs"
        # Lines of before have none.
        await sql(database, "UPDATE entries SET digest = NULL")
        async with open_house(database, tmp_path) as house:
            assert (await house.tables.live(table.row.id)).fault is None

    asyncio.run(main())


@pytest.mark.parametrize("noted", [True, False])
def test_what_is_set_aside_tells_nobody_others_secrets(
    noted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"

    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            _, played = await seat_here(house, "skerries", "here", "here")
            await play(house, played, "row north", seat=0)
            dealt = [entry.notation for entry in played.playing().record.entries[:2]]
        if not noted:
            await sql(database, "UPDATE tables SET turn = NULL, lines = NULL, secret = NULL")
        monkeypatch.setattr(Skerries, "version", 2)
        async with open_house(database, tmp_path) as house:
            table = await house.tables.live(played.row.id)
            seen = {
                viewer: [entry.notation for entry in readable_record(table, viewer).entries]
                for viewer in (0, 1, None)
            }
            assert seen[0] == [dealt[0], "?", "row north"]
            assert seen[1] == ["?", dealt[1]]
            assert seen[None] == ["?", "?"]
            # Two at one device see what everybody may.
            assert viewer_of(table, table.row.host) is None

    asyncio.run(main())


def test_a_database_of_before_is_upgraded_and_its_tables_play_on(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    """Of before digests, odds, and notes of how a table stands; with an undo and a going back."""
    newer, older = new_database(), new_database()
    columns = {
        "guests": "id, name, link_hash, created",
        "tables": "id, game, rules, seats, options, components, title, listed, status, host, "
        "rematch_of, rematch, created, changed",
        "seats": "table_id, number, kind, bot, guest_id, name, token_hash, stand_in",
        "entries": 'table_id, ply, kind, seat, notation, audience, "key", created, "by"',
    }

    async def main() -> None:
        async with open_house(newer, tmp_path) as house:
            played = await begin(house)
            attempt = Attempt(0, played.story.count((0, 1)), new_key(), (0, 1))
            entries = played.playing().record.entries
            first = next(i for i, entry in enumerate(entries) if entry.seat == 0)
            assert await house.tables.recalls.ask(played.row.id, attempt, first)
            await play_on(house, played, 3)
            digest, lines = played.playing().position.digest(), played.lines
        engine = engine_for(older)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade, "0003")
            for name, wanted in columns.items():
                rows = await sql(newer, f"SELECT {wanted} FROM {name}")  # noqa: S608
                for row in rows:
                    values = [json.dumps(v) if isinstance(v, dict) else v for v in row]
                    marks = ", ".join(f":v{i}" for i in range(len(values)))
                    await connection.execute(
                        text(f"INSERT INTO {name} ({wanted}) VALUES ({marks})"),  # noqa: S608
                        {f"v{i}": value for i, value in enumerate(values)},
                    )
        await engine.dispose()
        async with open_house(older, tmp_path) as house:
            table = await house.tables.live(played.row.id)
            assert table.fault is None, table.fault
            assert (table.playing().position.digest(), table.lines) == (digest, lines)
            await play_on(house, table, 3)
            row = await house.store.tables.find(played.row.id)
            assert row is not None
            assert row.lines == table.lines
            assert not row.bots_tell
            kept = await house.store.lines.of(played.row.id)
            assert {line.certainty for line in kept} == {None}

    asyncio.run(main())
