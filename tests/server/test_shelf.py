"""Tables in memory: opened when somebody needs them, given back when nobody does, never twice."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from quarterdeck.record import Record
from quarterdeck.record.replay import follow
from quarterdeck.server import loading
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.shelf import Shelf
from tests.server.houses import open_house, play, play_on, seat_here, undo


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'table.db'}"


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def put_to_test(house: House, clock: Clock, **limits: Any) -> Shelf:
    """A shelf whose time is ours."""
    tables = house.tables
    tables.shelf = Shelf(tables._needs, house.store.forget_table, now=clock, **limits)
    return tables.shelf


async def look_for_orders(house: House) -> None:
    """Whoever is asked may have ordered something: a table is needed until that is known."""
    await asyncio.gather(*house.tables.orders._acting)


def test_what_nobody_looks_at_is_given_back_after_a_while(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            clock = Clock()
            shelf = put_to_test(house, clock, idle=60.0)
            _, first = await seat_here(house, "salty_ocean", "here", "here")
            _, second = await seat_here(house, "salty_ocean", "here", "here")
            await house.store.chat.of(first.row.id)
            id, gone = first.row.id, ref(first)
            assert ("chat", id) in house.store.cache
            clock.now += 50
            await house.tables.live(second.row.id)
            assert shelf.give_back() == 0
            clock.now += 20
            assert shelf.give_back() == 1
            assert [table.row.id for table in shelf] == [second.row.id]
            assert ("chat", id) not in house.store.cache
            # Nothing else holds on to it, not even until the collector comes.
            gc.disable()
            try:
                del first
                await asyncio.sleep(0)
                assert gone() is None
            finally:
                gc.enable()
            again = await house.tables.live(id)
            assert again.playing().ply > 0

    asyncio.run(main())


def test_a_table_that_was_given_back_while_somebody_holds_it_is_the_same_again(
    database: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            shelf = put_to_test(house, Clock(), idle=0.0)
            _, held = await seat_here(house, "salty_ocean", "here", "here")
            await look_for_orders(house)
            shelf.give_back()
            assert len(shelf) == 0
            assert await house.tables.live(held.row.id) is held

    asyncio.run(main())


def test_tables_in_use_stay_however_many_there_are(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            clock = Clock()
            shelf = put_to_test(house, clock, idle=60.0, most=3)
            kept: list[LiveTable] = []
            for _ in range(4):
                _, table = await seat_here(house, "salty_ocean", "here", "here")
                kept.append(table)
                await look_for_orders(house)
            watched, locked, thinking, oldest = kept
            # The oldest have gone as there are too many.
            assert [table.row.id for table in shelf] == [t.row.id for t in kept[1:]]
            async with house.hub.watching(watched.row.id), locked.lock:
                thinking.thinking = asyncio.create_task(asyncio.sleep(60))
                await house.tables.live(watched.row.id)
                clock.now += 1000
                await look_for_orders(house)
                assert shelf.give_back() == 1
                assert {t.row.id for t in shelf} == {t.row.id for t in (watched, locked, thinking)}
                # A new one finds its place although all the others are in use.
                await seat_here(house, "salty_ocean", "here", "here")
                assert len(shelf) == 4
            thinking.thinking.cancel()
            assert oldest.row.id not in [t.row.id for t in shelf]

    asyncio.run(main())


def test_a_table_whose_bots_play_is_never_in_memory_twice(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            shelf = put_to_test(house, Clock(), idle=0.0, most=1)
            _, table = await seat_here(house, "salty_ocean", "random", "random")
            assert table.is_thinking
            assert shelf.give_back() == 0
            await seat_here(house, "salty_ocean", "here", "here")
            assert await house.tables.live(table.row.id) is table

    asyncio.run(main())


def test_those_who_open_a_table_at_once_get_the_same(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            _, table = await seat_here(house, "salty_ocean", "here", "here")
        async with open_house(database, tmp_path) as house:
            found = await asyncio.gather(*(house.tables.live(table.row.id) for _ in range(20)))
            assert len({id(each) for each in found}) == 1

    asyncio.run(main())


# After a start


def test_only_tables_where_a_bot_is_due_are_opened_after_a_start(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            for _ in range(5):
                await seat_here(house, "salty_ocean", "here", "here")
            # Bots that are asked and never answer: the server stops before they do.
            monkeypatch.setattr(house.tables, "wake", lambda _: None)
            _, due = await seat_here(house, "salty_ocean", "random", "random")
            _, mine = await seat_here(house, "salty_ocean", "here", "random")
            mine_first = mine.playing().actor == 0
        opened: list[str] = []
        read = loading.Loader.read

        async def note(self: loading.Loader, table_id: str) -> LiveTable:
            opened.append(table_id)
            return await read(self, table_id)

        monkeypatch.setattr(loading.Loader, "read", note)
        async with open_house(database, tmp_path) as house:
            assert opened == []
            for _ in range(6000):
                found = house.tables.shelf.look(due.row.id)
                if found is not None and found.lines > due.lines:
                    break
                await asyncio.sleep(0.01)
            wanted = {due.row.id} if mine_first else {due.row.id, mine.row.id}
            assert set(opened) == wanted

    asyncio.run(main())


def test_what_was_taken_back_is_not_replayed_when_a_table_is_opened(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            await play_on(house, table, 12)
            seat = table.playing().actor
            assert seat is not None
            for _ in range(10):
                await play(house, table, "move_goods")
                await undo(house, table, seat)
            redoable = table.playing().redoable(seat)
            digest = table.playing().position.digest()
            entries = list(table.playing().record.entries)
        replayed: list[int] = []

        def count(record: Record, ply: int, *more: Any) -> None:
            replayed.append(ply)
            follow(record, ply, *more)

        monkeypatch.setattr("quarterdeck.game.follow", count)
        async with open_house(database, tmp_path) as house:
            again = await house.tables.live(table.row.id)
            assert replayed == list(range(1, len(entries) + 1))
            assert again.playing().record.entries == entries
            assert again.playing().position.digest() == digest
            assert again.lines == len(entries) + 20
            # What was taken back last can still be played again.
            assert redoable
            assert again.playing().redoable(seat)
            again.playing().redo(seat)
            assert again.playing().record.entries[-1].notation == "move_goods"

    asyncio.run(main())
