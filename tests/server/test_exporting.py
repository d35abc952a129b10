"""`quarterdeck export --database`: finished games of a server that goes on playing."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from quarterdeck import record
from quarterdeck.cli.app import main
from quarterdeck.game import resume, rules_for
from quarterdeck.server.checkup import open_to_read
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.reading import line_of, standing_of
from quarterdeck.server.store import DatabaseTrouble
from tests.server.houses import open_house, play, play_on, seat_here, sql

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
NAME = "Anne"


def export(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["export", *(str(each) for each in arguments), "--lang", "en"])
    code = ended.value.code
    assert isinstance(code, int)
    return code


async def export_aside(*arguments: object) -> int:
    """While the server runs."""
    return await asyncio.to_thread(export, *arguments)


async def finish(house: House, **more: Any) -> LiveTable:
    _, table = await seat_here(house, "salty_ocean", "here", "here", **more)
    await play_on(house, table, 1000)
    assert table.playing().finished
    return table


def test_finished_games_are_exported_without_names_while_others_are_played(
    database: str, tmp_path: Path
) -> None:
    plain, named = tmp_path / "plain.parquet", tmp_path / "named.parquet"

    async def run() -> tuple[LiveTable, LiveTable]:
        async with open_house(database, tmp_path) as house:
            over = await finish(house)
            _, running = await seat_here(house, "salty_ocean", "here", "here")
            await play_on(house, running, 3)
            assert await export_aside("--database", database, "--to", plain) == 0
            assert await export_aside("--database", database, "--to", named, "--names") == 0
            await play_on(house, running, 1)
            return over, running

    over, running = asyncio.run(run())
    told = plain.read_bytes()
    for secret in (NAME, over.row.id, running.row.id, over.row.host):
        assert secret.encode() not in told
    rows = pq.read_table(plain).to_pylist()
    entries = [e for e in over.playing().record.entries if not e.is_chance]
    assert [(r["seat"], r["notation"]) for r in rows] == [(e.seat, e.notation) for e in entries]
    assert {(r["decided_by"], r["name"], r["source"]) for r in rows} == {("person", None, None)}
    whole = pq.read_table(named).to_pylist()
    assert {row["source"] for row in whole} == {over.row.id}
    assert {row["name"] for row in whole} == {seat.name for seat in over.seats}
    assert any(NAME in str(row["name"]) for row in whole)
    # The same game from its record has the same id
    file = tmp_path / "over.jsonl"
    record.write(over.playing().record, file)
    assert export(file, "--to", tmp_path / "file.parquet") == 0
    (again,) = set(pq.read_table(tmp_path / "file.parquet")["game_id"].to_pylist())
    assert again == rows[0]["game_id"]


def test_nobody_is_named_who_wants_no_results_and_nothing_is_claimed_of_a_stand_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"

    async def run() -> None:
        async with open_house(database, tmp_path) as house:
            guest, table = await seat_here(house, "salty_ocean", "here", "random")
            await house.tables.stand_ins.hand_over(table.row.id, guest, 0, "random")
            while not table.playing().finished:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await house.store.results.change_wish(guest.id, "none", None)

    asyncio.run(run())
    assert export("--database", database, "--to", tmp_path / "a.parquet", "--names") == 0
    table = pq.read_table(tmp_path / "a.parquet").to_pylist()
    assert {(r["decided_by"], r["name"]) for r in table if r["seat"] == 0} == {(None, None)}
    assert {(r["decided_by"], r["bot"]) for r in table if r["seat"] == 1} == {("bot", "random")}


def test_damaged_tables_are_named_and_lessons_and_branches_are_none_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    out = tmp_path / "a.parquet"

    async def run() -> list[str]:
        async with open_house(database, tmp_path) as house:
            ids = [(await finish(house)).row.id for _ in range(3)]
        await sql(
            database,
            f"UPDATE entries SET notation = 'dance' WHERE ply = 5 AND table_id = '{ids[0]}'",  # noqa: S608
            f"UPDATE tables SET branch_of = '{ids[0]}' WHERE id = '{ids[1]}'",  # noqa: S608
        )
        return ids

    ids = asyncio.run(run())
    assert export("--database", database, "--to", out) == 1
    told = capsys.readouterr()
    assert f"table {ids[0]} is left out" in told.err
    assert "dance" in told.err
    assert ids[1] not in told.err
    assert "1 game of" in told.out
    assert "1 damaged" in told.out
    assert len(set(pq.read_table(out)["game_id"].to_pylist())) == 1
    asyncio.run(sql(database, "UPDATE tables SET status = 'running'"))
    assert export("--database", database, "--to", tmp_path / "b.parquet") == 2
    assert not (tmp_path / "b.parquet").exists()


def test_a_game_is_exported_with_the_component_values_it_was_begun_with(
    database: str, tmp_path: Path
) -> None:
    """Another one, of the values of today, is in the same file."""
    told = record.read(FIXTURES / "saltfjord" / "alone_lost.jsonl")
    last = max(ply for ply, entry in enumerate(told.entries) if not entry.is_chance)
    rules = rules_for(told.header)
    out = tmp_path / "a.parquet"

    async def run() -> str:
        async with open_house(database, tmp_path) as house:
            _, now = await seat_here(house, "saltfjord", "here")
            await play_on(house, now, 1000)
            assert now.playing().finished
            _, then = await seat_here(house, "saltfjord", "here", options=told.header.options)
            row = then.row
            lines = [line_of(ply, e, row.created) for ply, e in enumerate(told.entries[:last], 1)]
            standing = standing_of(resume(told.until(last), rules))
            begun = replace(row, components=rules.component_digest)
            await house.store.lines.migrate(row, begun, lines, standing)
        async with open_house(database, tmp_path) as house:
            then = await house.tables.live(row.id)
            await play(house, then, told.entries[last].notation)
            assert then.playing().finished
        return now.playing().record.header.components

    today = asyncio.run(run())
    assert today != rules.component_digest
    assert export("--database", database, "--to", out) == 0
    digests = {row["game_number"]: row["components"] for row in pq.read_table(out).to_pylist()}
    assert sorted(digests.values()) == sorted([today, rules.component_digest])


def test_what_reads_a_database_cannot_change_it(database: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with open_house(database, tmp_path):
            pass
        async with open_to_read(database) as store:
            await store.database.open()
            with pytest.raises(DatabaseTrouble):
                await store.guests.add("somebody", "Anne", "0" * 64)

    asyncio.run(run())
