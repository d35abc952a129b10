"""`quarterdeck doctor --database`: every stored table is replayed, and nothing is changed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.record import MIGRATIONS
from quarterdeck.server.checkup import Finding, examine
from tests.server.houses import open_house, play_on, seat_here, sql
from tests.server.test_updates import to_version_2
from tests.toy import Skerries
from tests.toy.house import close_house
from tests.toy.house import open_house as offer_skerries


@pytest.fixture(autouse=True)
def _skerries() -> Iterator[None]:
    offer_skerries()
    yield
    close_house()


async def everything(database: str) -> list[Any]:
    names = ("tables", "seats", "entries", "past_lines", "recalls", "chats")
    order = "ORDER BY 1, 2"
    return [await sql(database, f"SELECT * FROM {name} {order}") for name in names]  # noqa: S608


async def set_up(database: str, folder: Path) -> dict[str, str]:
    """A table of every kind; gives their ids."""
    async with open_house(database, folder) as house:
        ids = {}
        for name in ("fine", "damaged"):
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            await play_on(house, table, 12)
            ids[name] = table.row.id
        _, old = await seat_here(house, "skerries", "here", "here")
        await play_on(house, old, 6)
        _, waiting = await seat_here(house, "salty_ocean", "here", "open")
    await sql(database, f"DELETE FROM entries WHERE ply = 5 AND table_id = '{ids['damaged']}'")  # noqa: S608
    return {**ids, "old": old.row.id, "waiting": waiting.row.id}


async def findings(database: str) -> dict[str, Finding]:
    return {found.table: found async for found in examine(database)}


def test_every_table_is_judged_and_none_is_changed(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        ids = await set_up(database, tmp_path)
        monkeypatch.setattr(Skerries, "version", 2)
        before = await everything(database)
        found = await findings(database)
        assert {name: found[id].verdict for name, id in ids.items()} == {
            "fine": "fine",
            "damaged": "damaged",
            "old": "other_rules",
            "waiting": "waiting",
        }
        assert found[ids["damaged"]].line == 5
        monkeypatch.setitem(MIGRATIONS, ("skerries", 1), to_version_2)
        assert (await findings(database))[ids["old"]].verdict == "migratable"
        assert await everything(database) == before

    asyncio.run(main())


def test_a_database_of_another_schema_is_refused_and_left_alone(
    database: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path):
            pass
        await sql(database, "UPDATE alembic_version SET version_num = '0001'")
        with pytest.raises(BadSetup, match="schema"):
            await findings(database)
        await sql(database, "INSERT INTO alembic_version VALUES ('0002')")
        with pytest.raises(BadSetup, match="schema") as refused:
            await findings(database)
        assert refused.value.message.arguments["found"] == "0001, 0002"
        await sql(database, "DROP TABLE alembic_version")
        with pytest.raises(BadSetup, match="schema"):
            await findings(database)

    asyncio.run(main())


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.db"
    with pytest.raises(BadSetup, match="no database"):
        asyncio.run(findings(f"sqlite:///{missing}"))
    assert not missing.exists()
