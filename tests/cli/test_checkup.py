"""`quarterdeck doctor --database` as whoever runs a server meets it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.cli.conftest import Run
from tests.server.houses import open_house, play_on, seat_here, sql


async def set_up(database: str, folder: Path) -> str:
    async with open_house(database, folder) as house:
        _, table = await seat_here(house, "salty_ocean", "here", "here")
        await play_on(house, table, 5)
    return table.row.id


def test_the_doctor_tells_which_table_is_damaged_and_where(run: Run, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    table = asyncio.run(set_up(database, tmp_path))
    well = run("doctor", "--database", database)
    assert (well.code, well.err) == (0, "")
    (line,) = well.lines
    assert line == (
        "Tables in order: 1; still gathering: 0; to be migrated: 0; with other rules: 0; "
        "missing a game or bot: 0; damaged: 0."
    )
    asyncio.run(sql(database, "UPDATE entries SET notation = 'dance' WHERE ply = 3"))
    ill = run("doctor", "--database", database)
    assert ill.code == 1
    assert ill.lines[0].startswith(f"{table} (salty_ocean): damaged at line 3.")
    assert "dance" in ill.lines[0]
    french = run("doctor", "--database", database, "--lang", "fr")
    assert french.code == 1
    assert f"{table} (salty_ocean): endommagée à la ligne 3." in french.lines[0]
    assert french.lines[-1].endswith("endommagées\N{NO-BREAK SPACE}: 1.")


def test_the_doctor_needs_a_database_that_is_there(run: Run, tmp_path: Path) -> None:
    missing = run("doctor", "--database", f"sqlite:///{tmp_path / 'nothing.db'}")
    assert missing.code == 2
    assert "no database" in missing.err
    nonsense = run("doctor", "--database", "nonsense")
    assert nonsense.code == 2
    assert len(nonsense.err.splitlines()) == 1
