"""Many stored tables: the server answers at once after its start, and memory is given back."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import time
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.game import Game
from quarterdeck.server.live import LiveTable, line
from quarterdeck.server.reading import standing_of
from quarterdeck.server.shelf import Shelf
from quarterdeck.server.state import describe_in_full, describe_table
from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.store.rows import BOT, PERSON, RUNNING, EntryRow, SeatRow, TableRow
from quarterdeck.server.story import UNDO
from tests.server.houses import open_house
from tests.server.servers import Launch

PLIES = 60
PROMPT = 2.0


def half_a_game(seed: int) -> Game:
    """A game of two in the middle."""
    choose = random.Random(seed)
    game = Game.new(games.load("salty_ocean"), 2, dealer=random.Random(seed), names=("A", "B"))
    while game.ply < PLIES or tentative(game) is None:
        game.play(choose.choice(list(game.legal.codes)))
    return game


def tentative(game: Game) -> int | None:
    """A choice that can be taken back, if one is open."""
    actor = game.actor
    assert actor is not None
    return next((code for code in game.legal.codes if not game.is_final(actor, code)), None)


async def store_tables(database: str, count: int, undos: int = 0, bots: bool = True) -> list[str]:
    """Running tables, every third of them with a bot to move; gives their ids."""
    engine = engine_for(database)
    await migrate(engine)
    store = Store(Database(engine))
    await store.database.open()
    stories = [half_a_game(seed) for seed in range(8)]
    ids = []
    for number in range(count):
        game = stories[number % len(stories)]
        header, actor = game.record.header, game.actor
        assert actor is not None
        now = time.time()
        row = TableRow(
            f"table{number}", game.rules.id, header.version, 2, header.options,
            header.components, "", True, RUNNING, "anne", None, None, now, now,
        )  # fmt: skip
        seats = [SeatRow(seat, PERSON, None, "anne", "AB"[seat]) for seat in (0, 1)]
        if bots and number % 3 == 0:
            seats[actor] = replace(seats[actor], kind=BOT, bot="random", guest_id=None)
        lines = [
            line(
                i,
                entry,
                f"key{i}" if not entry.is_chance else None,
                None,
                game.record.digests.get(i),
            )
            for i, entry in enumerate(game.record.entries, 1)
        ]
        lines += back_and_forth(game, len(lines), undos)
        await store.tables.add(row, seats)
        await store.lines.append(row, lines, standing_of(game))
        ids.append(row.id)
    await store.database.close()
    return ids


def back_and_forth(game: Game, last: int, times: int) -> list[EntryRow]:
    """A choice made and taken back again, so many times."""
    twin = game.clone()
    actor = twin.actor
    assert actor is not None
    code = tentative(twin)
    assert code is not None
    entry = twin.play(code).record.entries[-1]
    rows: list[EntryRow] = []
    for _ in range(times):
        rows.append(line(last + len(rows) + 1, entry, f"again{len(rows)}"))
        rows.append(
            EntryRow(last + len(rows) + 1, UNDO, actor, str(game.ply), -1, 0.0, f"undo{len(rows)}")
        )
    return rows


def seconds_to_start(launch: Launch, database: str) -> float:
    """From the command to the first answer, the best of three: others use this machine, too."""
    server = launch(database)
    found = []
    for _ in range(3):
        server.kill()
        began = time.monotonic()
        server.start()
        found.append(time.monotonic() - began)
    server.kill()
    return min(found)


@pytest.mark.soak
def test_the_server_answers_as_soon_with_many_tables_as_with_few(
    launch: Launch, tmp_path: Path
) -> None:
    seconds = {}
    for count in (2, 2000):
        database = f"sqlite:///{tmp_path / f'{count}.db'}"
        asyncio.run(store_tables(database, count))
        seconds[count] = seconds_to_start(launch, database)
        print(f"{count} tables: answers after {seconds[count]:.2f} s")
    assert seconds[2000] < seconds[2] + 1.0


@pytest.mark.soak
def test_a_table_with_many_undos_opens_as_fast_as_one_without(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"

    async def main() -> None:
        await store_tables(database, 1, undos=1500, bots=False)
        async with open_house(database, tmp_path) as house:
            began = time.monotonic()
            table = await house.tables.live("table0")
            seconds = time.monotonic() - began
        print(f"1500 undo pairs: opened in {seconds:.3f} s")
        assert table.lines == table.playing().ply + 3000
        assert seconds < PROMPT

    asyncio.run(main())


def resident() -> int:
    """Megabytes of memory this process has."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


@pytest.mark.soak
def test_memory_of_tables_that_nobody_looks_at_is_given_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    clock = [0.0]

    def look(table: LiveTable) -> None:
        for viewer in (0, 1, None):
            for language in ("en", "fr"):
                describe_in_full(table, describe_table(table, viewer, language))

    async def main() -> None:
        ids = await store_tables(database, 1000, bots=False)
        async with open_house(database, tmp_path) as house:
            tables = house.tables
            tables.shelf = Shelf(tables._needs, house.store.forget_table, now=lambda: clock[0])
            # What is made once for all tables is made.
            for id in ids[:50]:
                look(await tables.live(id))
            clock[0] += 3600
            tables.shelf.give_back()
            gc.collect()
            before_rss = resident()
            tracemalloc.start()
            before, _ = tracemalloc.get_traced_memory()
            for id in ids:
                look(await tables.live(id))
                await house.store.chat.of(id)
            opened, _ = tracemalloc.get_traced_memory()
            opened_rss = resident()
            clock[0] += 3600
            assert tables.shelf.give_back() == len(ids)
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        megabytes = [round((value - before) / 2**20, 1) for value in (opened, after)]
        print(f"1000 tables opened: +{megabytes[0]} MB; given back: +{megabytes[1]} MB")
        print(f"resident: {before_rss} MB, opened {opened_rss} MB, given back {resident()} MB")
        assert after - before < (opened - before) / 20

    asyncio.run(main())
