"""Who is away, by the clock of the house: inside one process, and between several."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from quarterdeck.server.errors import TableError
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.people import Caller
from quarterdeck.server.presence import SLACK, TICK, Clock, Presence
from quarterdeck.server.settings import Settings
from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.store.rows import Guest
from quarterdeck.server.store.signs import Visitor
from quarterdeck.server.streams import changes
from tests.server.servers import new_postgres_database
from tests.server.test_talking import BEFORE, upgrade_to

T, ANNE, BOB = "table", "anne", "bob"


class Time:
    """Passes as the test says."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@asynccontextmanager
async def presence(database: str, time: Time) -> AsyncIterator[Presence]:
    """What one process knows of people; it ticks when the test says."""
    engine = engine_for(database)
    await migrate(engine)
    store = Store(Database(engine))
    await store.database.open()
    made = Presence(store.signs, Clock(time))
    await made.tick()
    try:
        yield made
    finally:
        await store.database.close()


async def pass_by(time: Time, seconds: float, *processes: Presence) -> None:
    """Time passes, and these processes tick in it as they do."""
    end = time.seconds + seconds
    while time.seconds < end:
        time.seconds = min(end, time.seconds + TICK)
        for process in processes:
            await process.tick()


async def away(process: Presence, guest: str) -> float:
    return process.away((await process.last_seen(T, (guest,)))[guest])


def test_absence_grows_with_time_and_ends_with_a_sign(database: str) -> None:
    async def main() -> None:
        time = Time()
        async with presence(database, time) as here:
            here.sign(T, (ANNE, BOB))
            await pass_by(time, 100 + SLACK, here)
            assert await away(here, BOB) == pytest.approx(100)
            here.sign(T, (BOB,))
            assert await away(here, BOB) == 0
            assert await away(here, ANNE) == pytest.approx(100)

    asyncio.run(main())


def test_whoever_is_not_known_begins_to_be_away_now(database: str) -> None:
    async def main() -> None:
        time = Time()
        async with presence(database, time) as here:
            await pass_by(time, 1000, here)
            assert await away(here, BOB) == 0
            await pass_by(time, 100 + SLACK, here)
            assert await away(here, BOB) == pytest.approx(100)

    asyncio.run(main())


def test_a_page_that_listens_in_another_process_counts(postgres: str) -> None:
    database = new_postgres_database(postgres)

    async def main() -> None:
        time = Time()
        async with presence(database, time) as here, presence(database, time) as there:
            with there.watching() as watch:
                watch.people = frozenset({(T, BOB)})
                # Whichever process ticks first, and just before the other does
                for seconds in (600, TICK - 1, 1, TICK / 2):
                    await pass_by(time, seconds, here, there)
                    assert await away(here, BOB) == 0
                    assert await away(there, BOB) == 0
            await pass_by(time, 300 + SLACK, here, there)
            assert await away(here, BOB) == pytest.approx(300, abs=TICK)

    asyncio.run(main())


def test_several_processes_do_not_make_time_pass_faster(postgres: str) -> None:
    database = new_postgres_database(postgres)

    async def main() -> None:
        time = Time()
        async with presence(database, time) as one, presence(database, time) as two:
            began = one.now()
            await pass_by(time, 1000, one, two)
            assert [one.now() - began, two.now() - began] == pytest.approx([1000, 1000])

    asyncio.run(main())


def test_a_process_that_starts_later_goes_on_where_the_others_are(postgres: str) -> None:
    database = new_postgres_database(postgres)

    async def main() -> None:
        time = Time()
        async with presence(database, time) as old:
            old.sign(T, (BOB,))
            await pass_by(time, 500, old)
            time.seconds += TICK - 1
            async with presence(database, time) as young:
                assert young.now() == pytest.approx(old.now(), abs=TICK)
                assert await away(young, BOB) == pytest.approx(500 - SLACK, abs=TICK)
                # What it notes makes nobody more absent than they are for the other
                young.sign(T, (BOB,))
                await young.tick()
                assert await away(old, BOB) == 0

    asyncio.run(main())


def test_time_without_a_server_does_not_count(database: str) -> None:
    async def main() -> None:
        time = Time()
        async with presence(database, time) as before:
            before.sign(T, (BOB,))
            await pass_by(time, 200, before)
        time.seconds += 1_000_000
        async with presence(database, time) as after:
            assert await away(after, BOB) == pytest.approx(200 - SLACK)
        # Another computer counts from elsewhere
        time.seconds = 5.0
        async with presence(database, time) as after:
            assert await away(after, BOB) == pytest.approx(200 - SLACK)

    asyncio.run(main())


def test_a_leap_of_time_makes_nobody_absent(database: str) -> None:
    """A computer that slept, a process that hung, a clock that was set."""

    async def main() -> None:
        time = Time()
        async with presence(database, time) as here:
            here.sign(T, (BOB,))
            time.seconds += 86_400
            assert await away(here, BOB) == 0
            await here.tick()
            assert await away(here, BOB) == 0
            time.seconds -= 2 * 86_400
            await here.tick()
            assert await away(here, BOB) == 0

    asyncio.run(main())


def test_while_the_database_is_away_nobody_grows_absent(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_postgres_database(postgres)

    async def main() -> None:
        time = Time()
        async with presence(database, time) as here, presence(database, time) as there:
            with there.watching() as watch:
                watch.people = frozenset({(T, BOB)})
                await pass_by(time, 100, here, there)
                works = {process: process._signs.tick for process in (here, there)}

                async def fail(seconds: float, seen: Mapping[Visitor, float]) -> float:
                    raise OperationalError("tick", {}, ConnectionError())

                for process in (here, there):
                    monkeypatch.setattr(process._signs, "tick", fail)
                here.sign(T, (ANNE,))
                for _ in range(50):
                    time.seconds += TICK
                    for process in (here, there):
                        with pytest.raises(OperationalError):
                            await process.tick()
                for process in (here, there):
                    monkeypatch.setattr(process._signs, "tick", works[process])
                # Before the other process has said a word
                await here.tick()
                assert await away(here, BOB) == 0
                # What was seen meanwhile is not lost
                assert ANNE in (await there.last_seen(T, (ANNE,)))
                assert (await here._signs.of(T))[1][ANNE] > 0

    asyncio.run(main())


def test_nobody_is_overlooked_while_signs_are_being_stored(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        time = Time()
        async with presence(database, time) as here:
            here.sign(T, (BOB,))
            await pass_by(time, 1000, here)
            here.sign(T, (BOB,))
            store = here._signs.tick

            async def look_meanwhile(seconds: float, seen: Mapping[Visitor, float]) -> float:
                assert await away(here, BOB) == 0
                return await store(seconds, seen)

            monkeypatch.setattr(here._signs, "tick", look_meanwhile)
            await here.tick()
            assert await away(here, BOB) == 0

    asyncio.run(main())


# Votes at tables of several processes


@asynccontextmanager
async def houses(database: str, folder: Path, time: Time) -> AsyncIterator[tuple[House, House]]:
    settings = Settings(database=database, key_file=folder / "server.key")
    one, two = (House(settings, clock=Clock(time)) for _ in range(2))
    await one.open()
    await two.open()
    try:
        yield one, two
    finally:
        await two.close()
        await one.close()


async def two_players(house: House) -> tuple[LiveTable, Guest, Guest]:
    anne, _ = await house.people.welcome("Anne")
    bob, _ = await house.people.welcome("Bob")
    table = await house.tables.gathering.create(NewTable("salty_ocean", ("here", "open"), {}), anne)
    await house.tables.gathering.join(table.row.id, bob)
    return table, anne, bob


def test_nobody_is_voted_out_whose_page_another_process_serves(
    postgres: str, tmp_path: Path
) -> None:
    database = new_postgres_database(postgres)

    async def main() -> None:
        time = Time()
        async with houses(database, tmp_path, time) as (here, there):
            table, anne, bob = await two_players(here)
            stream = changes(
                there.tables, table.row.id, lambda table: table.seats_of(bob.id), Caller(bob)
            )
            assert await anext(stream) is not None
            await pass_by(time, 1000, here.presence, there.presence)
            with pytest.raises(TableError, match=r"still_here|Bob is here"):
                await here.tables.stand_ins.vote(table.row.id, anne, 1)
            await stream.aclose()
            await pass_by(time, 300 + SLACK + TICK, here.presence, there.presence)
            assert await here.tables.stand_ins.vote(table.row.id, anne, 1)

    asyncio.run(main())


def test_a_vote_is_over_when_the_person_appears_at_another_process(
    postgres: str, tmp_path: Path
) -> None:
    database = new_postgres_database(postgres)

    async def main() -> None:
        time = Time()
        async with houses(database, tmp_path, time) as (here, there):
            anne, bob, cleo = [
                (await here.people.welcome(name))[0] for name in ("Anne", "Bob", "Cleo")
            ]
            wish = NewTable("salty_ocean", ("here", "open", "open"), {})
            id = (await here.tables.gathering.create(wish, anne)).row.id
            await here.tables.gathering.join(id, bob)
            await here.tables.gathering.join(id, cleo)
            await pass_by(time, 400, here.presence, there.presence)
            assert not await here.tables.stand_ins.vote(id, anne, 2)
            await there.tables.visited(id, Caller(cleo))
            # The first process may not have heard of it yet: it looks before it decides
            await there.presence.tick()
            with pytest.raises(TableError):
                await here.tables.stand_ins.vote(id, bob, 2)
            seats = await here.store.seats.of(id)
            assert (seats[2].vote, seats[2].stand_in) == (None, None)

    asyncio.run(main())


# Databases of before


def test_a_table_of_before_agrees_on_the_usual_and_its_old_votes_are_void(database: str) -> None:
    """They may have been cast about somebody who was there."""

    async def main() -> None:
        engine = engine_for(database)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade_to, "0005")
            for statement in (*BEFORE.split(";"), "INSERT INTO votes VALUES ('t', 1, 0)"):
                await connection.exec_driver_sql(statement)
        await migrate(engine)
        store = Store(Database(engine))
        await store.database.open()
        try:
            table = await store.tables.find("t")
            assert table is not None
            assert (table.away_after, table.stand_in) == (300, "greedy")
            assert await store.absences.votes("t") == {}
            assert [seat.vote for seat in await store.seats.of("t")] == [None]
            assert [line.notice for line in await store.chat.of("t")] == [None, None]
        finally:
            await store.database.close()

    asyncio.run(main())
