"""What the server keeps: the same promises on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store import Conflict, Database, Store, engine_for, migrate
from quarterdeck.server.store.database import Job, carried_out
from quarterdeck.server.store.rows import (
    BOT,
    FINISHED,
    GATHERING,
    OPEN,
    PERSON,
    RUNNING,
    EntryRow,
    Guest,
    NudgeRow,
    OrderRow,
    SeatRow,
    Standing,
    TableRow,
)
from quarterdeck.server.store.schema import metadata
from tests.server.servers import new_postgres_database

# Anne is to choose, and everybody may know everything.
HERE = Standing((0,), 0, finished=False)
ANNE, BOB = Guest("anne", "Anne"), Guest("bob", "Bob")


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    """A store as a server has it, on a migrated database."""
    engine = engine_for(address)
    await migrate(engine)
    store = Store(Database(engine))
    await store.database.open()
    try:
        yield store
    finally:
        await store.database.close()


@pytest.fixture
def with_store(database: str) -> Callable[[Callable[[Store], Awaitable[None]]], None]:
    """Runs a test with a store on an empty database."""

    def run(test: Callable[[Store], Awaitable[None]]) -> None:
        async def main() -> None:
            async with opened(database) as store:
                await test(store)

        asyncio.run(main())

    return run


WithStore = Callable[[Callable[[Store], Awaitable[None]]], None]


def table_row(id: str, changed: float = 0.0, **more: Any) -> TableRow:
    values: dict[str, Any] = {
        "game": "salty_ocean",
        "rules": 1,
        "seats": 2,
        "options": {"price_table": "five_rows"},
        "components": "558017a5d0ad31cb",
        "title": "À l’abordage",
        "listed": True,
        "status": GATHERING,
        "host": ANNE.id,
        "rematch_of": None,
        "rematch": None,
        "created": 1.5,
        **more,
    }
    return TableRow(id=id, changed=changed, **values)


FREE = [SeatRow(0, PERSON, None, ANNE.id, ANNE.name), SeatRow(1, OPEN, None, None, "")]


def play(ply: int, notation: str = "pass", key: str | None = None) -> EntryRow:
    return EntryRow(ply, "play", 0, notation, -1, 12.25, key)


async def results(*jobs: Coroutine[Any, Any, Any]) -> list[Any]:
    """Everything at once; errors are results."""
    return await asyncio.gather(*jobs, return_exceptions=True)


# The schema


def test_an_empty_database_is_brought_to_the_newest_schema(database: str) -> None:
    async def main() -> None:
        engine = engine_for(database)
        await migrate(engine)
        async with engine.connect() as connection:
            found = await connection.run_sync(lambda c: set(inspect(c).get_table_names()))
        await engine.dispose()
        assert found == {*metadata.tables, "alembic_version"}

    asyncio.run(main())


def test_migrating_again_changes_nothing_and_loses_nothing(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.guests.add(ANNE.id, ANNE.name, "hash")
            await store.tables.add(table_row("t"), FREE)
            await store.lines.append(table_row("t"), [play(1)], HERE)
        async with opened(database) as store:
            assert await store.guests.find_by_link("hash") == ANNE
            assert await store.tables.find("t") is not None
            assert await store.lines.of("t") == [play(1)]

    asyncio.run(main())


def test_the_migrated_schema_is_the_one_the_code_describes(database: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found: list[Any] = compare_metadata(context, metadata)
        return found

    async def main() -> list[Any]:
        engine = engine_for(database)
        await migrate(engine)
        async with engine.connect() as connection:
            found = await connection.run_sync(differences)
        await engine.dispose()
        return found

    assert asyncio.run(main()) == []


def test_servers_that_start_at_once_all_find_the_schema(database: str) -> None:
    """Only PostgreSQL has several servers; on SQLite one after the other must do."""

    async def main() -> None:
        engines = [engine_for(database) for _ in range(4)]
        if database.startswith("sqlite"):
            for engine in engines:
                await migrate(engine)
        else:
            await asyncio.gather(*(migrate(engine) for engine in engines))
        for engine in engines:
            async with engine.connect() as connection:
                assert (await connection.execute(text("SELECT count(*) FROM tables"))).scalar() == 0
            await engine.dispose()

    asyncio.run(main())


# Writing


def test_a_hint_is_noted_once_and_told_once_per_line(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        notice = {"what": "hint", "seat": 2}
        noted = await results(
            *(store.hints.note("t", 2, "d1", 5, f"answer {i}", notice) for i in range(4))
        )
        assert len({answer for answer, _ in noted}) == 1
        assert [told for _, told in noted].count(True) == 1
        # Elsewhere, but at the same line for everybody else: while all choose in secret
        assert await store.hints.note("t", 2, "d2", 5, "more", notice) == ("more", False)
        assert await store.hints.note("t", 0, "d1", 6, "other", notice) == ("other", True)
        assert await store.hints.note("t", 1, "d1", 6, "lesson", None) == ("lesson", False)
        row = await store.tables.find("t")
        assert row is not None
        assert row.hinted == 0b101
        assert await store.hints.find("t", 2, "d2") == "more"
        assert await store.hints.find("t", 0, "d2") is None
        assert await store.hints.places("t") == {(2, "d1"), (2, "d2"), (0, "d1"), (1, "d1")}
        assert [row.notice for row in await store.chat.of("t")] == [
            notice,
            notice,
        ]

    with_store(test)


def test_many_writes_at_once_are_all_kept(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        names = [f"t{i}" for i in range(20)]
        for name in names:
            await store.tables.add(table_row(name), FREE)
        found = await results(
            *(
                store.lines.append(table_row(name), [play(ply)], HERE)
                for ply in range(1, 11)
                for name in names
            )
        )
        assert found == [None] * 200
        for name in names:
            assert [row.ply for row in await store.lines.of(name)] == list(range(1, 11))

    with_store(test)


def test_writes_that_wait_together_share_a_commit(
    with_store: WithStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        batches: list[int] = []
        carry_out = carried_out

        def count(connection: Connection, jobs: Sequence[Job[Any]]) -> list[Any]:
            batches.append(len(jobs))
            return carry_out(connection, jobs)

        await store.tables.add(table_row("t"), FREE)
        monkeypatch.setattr("quarterdeck.server.store.database.carried_out", count)
        await results(
            *(store.lines.append(table_row("t"), [play(ply)], HERE) for ply in range(1, 101))
        )
        assert len(await store.lines.of("t")) == 100
        assert sum(batches) == 100
        assert len(batches) <= 10

    with_store(test)


def test_a_write_that_fails_takes_no_other_with_it(with_store: WithStore) -> None:
    def broken(connection: Connection) -> None:
        connection.execute(
            text("INSERT INTO guests (id, name, link_hash, created) VALUES ('x', 'X', 'x', 0)")
        )
        raise RuntimeError("no")

    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        await store.lines.append(table_row("t"), [play(1)], HERE)
        found = await results(
            store.lines.append(table_row("t"), [play(2)], HERE),
            store.database.write(broken),
            store.lines.append(table_row("t"), [play(1)], HERE),
            store.lines.append(table_row("nobody"), [play(1)], HERE),
            store.lines.append(table_row("t"), [play(3)], HERE),
        )
        kinds = [None if result is None else type(result) for result in found]
        assert kinds[0] is None
        assert kinds[1] is RuntimeError
        assert kinds[2] is Conflict
        assert kinds[3] is not None
        assert kinds[4] is None
        assert [row.ply for row in await store.lines.of("t")] == [1, 2, 3]
        assert await store.guests.find("x") is None

    with_store(test)


def test_a_write_is_done_only_once_others_can_read_it(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store, opened(database) as other:
            await store.tables.add(table_row("t"), FREE)
            for ply in range(1, 21):
                await store.lines.append(table_row("t"), [play(ply)], HERE)
                assert len(await other.lines.of("t")) == ply

    asyncio.run(main())


# The story of a table


def test_a_question_that_nobody_waits_for_is_answered_before_the_end(postgres: str) -> None:
    """Otherwise its connection might be left open when the server ends."""
    database = new_postgres_database(postgres)

    async def main() -> None:
        begun = asyncio.Event()
        answered: list[bool] = []

        def ask_slowly(connection: Connection) -> None:
            begun.set()
            connection.execute(text("SELECT pg_sleep(0.2)"))
            answered.append(True)

        async with opened(database) as store:
            asking = asyncio.create_task(store.database.read(ask_slowly))
            await begun.wait()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        assert answered

    asyncio.run(main())


def test_entries_come_back_as_they_were_written(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        rows = [
            EntryRow(1, "deal", -1, "see stock_1 event_07", 2, 1.25, None),
            EntryRow(2, "play", 3, "x" * 120, -1, 2.5, "k" * 64, certainty=0.7312),
            EntryRow(3, "undo", 3, "1", -1, 3.75, None),
        ]
        await store.lines.append(table_row("t"), rows, HERE)
        assert await store.lines.of("t") == rows
        assert await store.lines.of("t", after=2) == rows[2:]

    with_store(test)


def test_a_line_is_written_by_one_writer_only(database: str) -> None:
    """Two server processes both believe to be next: one of them is told that it is not."""

    async def main() -> None:
        async with opened(database) as one, opened(database) as two:
            await one.tables.add(table_row("t"), FREE)
            for ply in range(1, 11):
                found = await results(
                    one.lines.append(table_row("t"), [play(ply, "from one")], HERE),
                    two.lines.append(table_row("t"), [play(ply, "from two")], HERE),
                )
                assert sorted(str(type(result).__name__) for result in found) == [
                    "Conflict",
                    "NoneType",
                ]
                winner = "from one" if found[0] is None else "from two"
                assert (await two.lines.of("t"))[-1] == play(ply, winner)
            assert len(await one.lines.of("t")) == 10

    asyncio.run(main())


def test_lines_are_written_all_or_none(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        await store.lines.append(table_row("t"), [play(3)], HERE)
        with pytest.raises(Conflict):
            await store.lines.append(
                table_row("t"), [play(1), play(2), play(3)], replace(HERE, finished=True)
            )
        assert await store.lines.of("t") == [play(3)]
        kept = await store.tables.find("t")
        assert kept is not None
        assert kept.status == GATHERING

    with_store(test)


def test_a_key_is_used_once_per_table(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        await store.tables.add(table_row("u"), FREE)
        await store.lines.append(table_row("t"), [play(1, key="same")], HERE)
        with pytest.raises(Conflict):
            await store.lines.append(table_row("t"), [play(2, key="same")], HERE)
        await store.lines.append(table_row("u"), [play(1, key="same")], HERE)
        # Lines without a key (deals, bots) do not disturb each other.
        await store.lines.append(table_row("t"), [play(2), play(3)], HERE)
        assert [row.key for row in await store.lines.of("t")] == ["same", None, None]

    with_store(test)


def test_the_last_line_finishes_the_table(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t", status=RUNNING), FREE)
        before = time.time()
        await store.lines.append(table_row("t"), [play(1)], HERE)
        running = await store.tables.find("t")
        assert running is not None
        assert running.status == RUNNING
        assert running.changed >= before
        assert (running.turn, running.lines, running.secret) == ((0,), 1, 0)
        await store.lines.append(table_row("t"), [play(2)], replace(HERE, finished=True))
        over = await store.tables.find("t")
        assert over is not None
        assert over.status == FINISHED

    with_store(test)


# Tables, seats and guests


def test_tables_come_back_as_they_were_written(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        row = table_row("t", 7.25, options={"a": "é", "b": ""}, rematch_of="s", title="<b>&'\"")
        row = replace(row, suggestions=False, bots_tell=True)
        seats = [SeatRow(0, BOT, "greedy", None, "greedy-1", None), FREE[1]]
        await store.tables.add(row, seats)
        assert await store.tables.find("t") == row
        assert await store.seats.of("t") == seats
        assert await store.tables.find("other") is None
        assert await store.seats.of("other") == []

    with_store(test)


def test_a_seat_is_taken_by_one_guest_only(database: str) -> None:
    async def main() -> None:
        async with opened(database) as one, opened(database) as two:
            for name in ("t", "u", "v", "w"):
                await one.tables.add(table_row(name), FREE)
                found = await results(
                    one.seats.take(name, 1, ANNE, f"anne {name}"),
                    two.seats.take(name, 1, BOB, f"bob {name}"),
                    one.seats.take(name, 1, BOB, f"bob again {name}"),
                )
                assert [type(result) for result in found].count(Conflict) == 2
                winner = (ANNE, BOB, BOB)[found.index(None)]
                seat = (await two.seats.of(name))[1]
                assert (seat.kind, seat.guest_id, seat.name) == (PERSON, winner.id, winner.name)

    asyncio.run(main())


def test_the_names_of_those_who_sit_there_are_told_when_a_seat_is_taken(
    with_store: WithStore,
) -> None:
    """Two processes may each seat somebody whom the other does not know of yet."""

    class Alike(Exception):
        pass

    async def test(store: Store) -> None:
        seats = [SeatRow(0, PERSON, None, "anne", "Anne"), SeatRow(1, OPEN, None, None, "")]
        await store.tables.add(table_row("t", status=GATHERING), seats)
        told: list[str] = []

        def refuse(names: Sequence[str]) -> None:
            told.extend(names)
            raise Alike

        with pytest.raises(Alike):
            await store.seats.take("t", 1, BOB, None, refuse)
        assert told == ["Anne"]
        assert [seat.kind for seat in await store.seats.of("t")] == [PERSON, OPEN]

    with_store(test)


def test_a_seat_is_found_by_its_token_until_it_has_another(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        await store.seats.take("t", 1, BOB, "first")
        assert await store.seats.find_by_token("first") == ("t", 1)
        await store.seats.change("t", 1, token_hash="second")  # noqa: S106
        assert await store.seats.find_by_token("first") is None
        assert await store.seats.find_by_token("second") == ("t", 1)

    with_store(test)


def test_a_guest_is_found_by_his_link_until_he_has_another(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.guests.add(ANNE.id, ANNE.name, "first")
        await store.guests.relink(ANNE.id, "second")
        await store.guests.rename(ANNE.id, "Anaïs")
        assert await store.guests.find_by_link("first") is None
        assert await store.guests.find_by_link("second") == Guest(ANNE.id, "Anaïs")
        assert await store.guests.find(ANNE.id) == Guest(ANNE.id, "Anaïs")
        with pytest.raises(IntegrityError):
            await store.guests.add(BOB.id, BOB.name, "second")

    with_store(test)


def test_the_lists_show_what_they_promise_newest_first(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        shown: list[tuple[str, str, bool, str]] = [
            ("old open", GATHERING, True, ANNE.id),
            ("new open", GATHERING, True, BOB.id),
            ("secret open", GATHERING, False, BOB.id),
            ("running", RUNNING, True, BOB.id),
            ("secret running", RUNNING, False, ANNE.id),
            ("over", FINISHED, True, BOB.id),
        ]
        for changed, (id, status, listed, host) in enumerate(shown, 1):
            row = table_row(id, float(changed), status=status, listed=listed, host=host)
            seat = SeatRow(1, PERSON, None, ANNE.id if id == "over" else "cleo", "?")
            await store.tables.add(row, [seat])
        # Nobody waits there any more.
        await store.tables.add(table_row("left", 9.0, status=GATHERING, host=BOB.id), [FREE[1]])

        def ids(rows: list[TableRow]) -> list[str]:
            return [row.id for row in rows]

        assert ids(await store.lists.joinable()) == ["new open", "old open"]
        assert ids(await store.lists.joinable(limit=1)) == ["new open"]
        assert ids(await store.lists.watchable()) == ["running"]
        # His own are those he has set up and those he sits at, listed or not.
        assert ids(await store.lists.of(ANNE.id)) == ["over", "secret running", "old open"]
        assert ids(await store.lists.of("nobody")) == []

    with_store(test)


def test_one_rematch_is_linked_however_many_ask(database: str) -> None:
    async def main() -> None:
        async with opened(database) as one, opened(database) as two:
            await one.tables.add(table_row("t"), FREE)
            again = [
                (store, table_row(id, rematch_of="t"))
                for store, id in zip((one, two, one), "abc", strict=True)
            ]
            found = await results(*(store.tables.add_rematch(row, FREE) for store, row in again))
            assert [type(result) for result in found].count(Conflict) == 2
            kept = await two.tables.find("t")
            assert kept is not None
            assert kept.rematch == "abc"[found.index(None)]
            # Of the others there is no trace.
            assert [id for id in "abc" if await one.tables.find(id) is not None] == [kept.rematch]

    asyncio.run(main())


def test_tables_where_a_bot_or_standing_orders_are_due_are_found(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        bot = SeatRow(1, BOT, "greedy", None, "Bora")
        away = SeatRow(1, PERSON, None, BOB.id, BOB.name, stand_in="greedy")
        person = SeatRow(1, PERSON, None, BOB.id, BOB.name)
        shown: dict[str, tuple[SeatRow, tuple[int, ...] | None, str]] = {
            "bot's turn": (bot, (0, 1), RUNNING),
            "stand-in's turn": (away, (1,), RUNNING),
            "of before": (bot, None, RUNNING),
            "orders": (person, (1,), RUNNING),
            "Anne's turn": (bot, (0,), RUNNING),
            "eleventh seat": (bot, (11,), RUNNING),
            "over": (bot, (1,), FINISHED),
            "Bob's turn": (person, (1,), RUNNING),
            "people of before": (person, None, RUNNING),
        }
        for id, (seat, turn, status) in shown.items():
            await store.tables.add(table_row(id, status=status, turn=turn), [FREE[0], seat])
        await store.orders.give(
            "orders", OrderRow(1, "defence", {"cannons": "none"}, {}, 1.0), None
        )
        found = await store.lists.due()
        assert sorted(found) == ["bot's turn", "of before", "orders", "stand-in's turn"]

    with_store(test)


# Chat and votes


def test_chat_lines_are_numbered_without_gaps_by_all_who_talk_at_once(database: str) -> None:
    async def main() -> None:
        async with opened(database) as one, opened(database) as two:
            await one.tables.add(table_row("t"), FREE)
            await one.tables.add(table_row("u"), FREE)
            for turn in range(5):
                said = await results(
                    *(one.chat.say("t", ANNE, f"anne {turn} {i}") for i in range(3)),
                    two.chat.say("t", BOB, f"bob {turn}"),
                    two.chat.say("u", BOB, "elsewhere"),
                )
                assert not [result for result in said if isinstance(result, BaseException)]
            lines = await two.chat.of("t")
            assert [line.number for line in lines] == list(range(1, 21))
            assert len({line.text for line in lines}) == 20
            assert [line.number for line in await one.chat.after("t", 18)] == [19, 20]
            # The newest count when there are too many.
            assert [line.number for line in await one.chat.after("t", 0, limit=2)] == [19, 20]
            assert len(await one.chat.of("u")) == 5

    asyncio.run(main())


def test_a_vote_counts_once_and_votes_are_cleared_by_seat(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)

        async def vote(seat: int, voter: int, now: float = 5.0) -> dict[int, set[int]]:
            first, further = {"what": "first"}, {"what": "further"}
            await store.absences.vote("t", seat, voter, now, first, further)
            return await store.absences.votes("t")

        async def told() -> list[str]:
            return [row.notice["what"] for row in await store.chat.of("t") if row.notice]

        assert await vote(1, 0) == {1: {0}}
        assert await vote(1, 0, 6.0) == {1: {0}}
        assert await vote(1, 2, 7.0) == {1: {0, 2}}
        assert [seat.vote for seat in await store.seats.of("t")][:2] == [None, 5.0]
        assert await told() == ["first", "further"]
        await store.absences.end_vote("t", 1, {"what": "over"})
        await store.absences.end_vote("t", 1, {"what": "over"})
        assert await told() == ["first", "further", "over"]
        assert await store.absences.votes("t") == {}
        # What is over cannot be decided any more.
        done = await store.absences.take_over("t", 1, (1,), "greedy", {"what": "bot"})
        assert (done, (await store.seats.of("t"))[1].stand_in) == (False, None)
        await vote(1, 2)
        done = await store.absences.take_over("t", 1, (1,), "greedy", {"what": "bot"})
        assert (done, (await store.seats.of("t"))[1].stand_in) == (True, "greedy")
        assert await store.absences.votes("t") == {}
        await store.absences.seat_bot("t", (1,), None, {"what": "back"})
        assert (await store.seats.of("t"))[1].stand_in is None
        assert await told() == ["first", "further", "over", "first", "bot", "back"]

    with_store(test)


def test_votes_at_once_in_several_processes_are_all_counted_and_told(database: str) -> None:
    async def main() -> None:
        async with opened(database) as one, opened(database) as two:
            await one.tables.add(table_row("t"), FREE)
            votes = [
                store.absences.vote("t", 1, voter, 5.0, {"what": "first"}, {"what": "further"})
                for store in (one, two)
                for voter in (0, 2, 3)
            ]
            done = await results(*votes)
            assert not [result for result in done if isinstance(result, BaseException)]
            assert await two.absences.votes("t") == {1: {0, 2, 3}}
            told = [row.notice["what"] for row in await two.chat.of("t") if row.notice]
            assert sorted(told) == ["first", "further", "further"]

    asyncio.run(main())


# Signs of life


def test_the_clock_and_the_signs_go_forward_only(database: str) -> None:
    async def main() -> None:
        async with opened(database) as one, opened(database) as two:
            assert await one.signs.of("t") == (0.0, {})
            assert await one.signs.tick(10.0, {("t", "anne"): 8.0, ("u", "anne"): 9.0}) == 10.0
            assert await two.signs.tick(4.0, {("t", "anne"): 3.0, ("t", "bob"): 4.0}) == 10.0
            assert await two.signs.of("t") == (10.0, {"anne": 8.0, "bob": 4.0})
            assert await two.signs.tick(12.0, {("t", "bob"): 11.0}) == 12.0
            assert await one.signs.of("t") == (12.0, {"anne": 8.0, "bob": 11.0})

    asyncio.run(main())


# What people ask each other


def test_a_wish_to_go_back_collects_who_agrees(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        assert await store.asks.read("t") == (None, [])
        wish = await store.asks.ask_back("t", 0, 7, 12)
        assert await store.asks.read("t") == (wish, [])
        agreed = await store.asks.agree("t", wish, {1, 2})
        assert agreed.agreed == {1, 2}
        # To agree twice is to agree.
        assert (await store.asks.agree("t", agreed, {2, 3})).agreed == {1, 2, 3}
        other = await store.asks.ask_back("t", 1, 4, 12)
        assert other.agreed == frozenset()
        assert await store.asks.read("t") == (other, [])
        await store.asks.withdraw("t")
        assert await store.asks.read("t") == (None, [])

    with_store(test)


def test_nobody_agrees_to_a_wish_that_is_gone_or_refused(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        old = await store.asks.ask_back("t", 0, 7, 12)
        present = await store.asks.ask_back("t", 0, 5, 12)
        for answer in (store.asks.agree("t", old, {1}), store.asks.refuse("t", old, 1)):
            with pytest.raises(Conflict):
                await answer
        assert (await store.asks.refuse("t", present, 1)).refused == 1
        for late in (store.asks.agree("t", present, {2}), store.asks.refuse("t", present, 2)):
            with pytest.raises(Conflict):
                await late

    with_store(test)


def test_those_who_agree_at_the_same_time_are_all_kept(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        wish = await store.asks.ask_back("t", 0, 7, 12)
        await results(*(store.asks.agree("t", wish, {voter}) for voter in range(1, 6)))
        found, _ = await store.asks.read("t")
        assert found is not None
        assert found.agreed == {1, 2, 3, 4, 5}

    with_store(test)


def test_a_seat_nudges_once_in_a_while(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        first, soon, later = (NudgeRow(0, 12, moment) for moment in (100.0, 159.0, 160.0))
        other = NudgeRow(1, 12, 101.0)
        assert await store.asks.nudge("t", first, 60.0)
        assert await store.asks.nudge("t", other, 60.0)
        assert not await store.asks.nudge("t", soon, 60.0)
        assert await store.asks.read("t") == (None, [first, other])
        assert await store.asks.nudge("t", later, 60.0)
        assert await store.asks.read("t") == (None, [later, other])

    with_store(test)


def test_a_clock_set_back_does_not_refuse_nudges(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        ahead, now, soon = (NudgeRow(0, 12, moment) for moment in (90_000.0, 100.0, 130.0))
        assert await store.asks.nudge("t", ahead, 60.0)
        assert await store.asks.nudge("t", now, 60.0)
        assert not await store.asks.nudge("t", soon, 60.0)

    with_store(test)


def test_hidden_lines_do_not_make_a_table_newer(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t", changed=5.0), FREE)
        await store.lines.append(table_row("t"), [play(1)], HERE, hidden=True)
        table = await store.tables.find("t")
        assert table is not None
        assert table.changed == 5.0
        await store.lines.append(table_row("t"), [play(2)], HERE)
        table = await store.tables.find("t")
        assert table is not None
        assert table.changed > 5.0
        assert len(await store.lines.of("t")) == 2

    with_store(test)


# Standing orders


def test_orders_are_kept_by_table_seat_and_name(database: str) -> None:
    async def main() -> None:
        flee = OrderRow(0, "defence", {"retreat": "flee"}, {}, 1.5)
        stay = OrderRow(0, "defence", {"retreat": "stay"}, {}, 2.5)
        bid = OrderRow(0, "bid", {"slot": "0"}, {"round": 3}, 2.5)
        other = OrderRow(1, "defence", {"retreat": "stay"}, {}, 2.5)
        async with opened(database) as store:
            for name in ("t", "u"):
                await store.tables.add(table_row(name), FREE)
            assert await store.orders.of("t", 0) == []
            for order in (flee, other, stay, flee, bid):
                await store.orders.give("t", order, None)
        # They outlast the server
        async with opened(database) as store:
            assert await store.orders.of("t", 0) == [bid, flee]
            assert await store.orders.of("t", 1) == [other]
            assert await store.orders.of("u", 0) == []
            for _ in range(2):
                await store.orders.take_back("t", 0, "defence")
            assert await store.orders.of("t", 0) == [bid]
            assert await store.orders.of("t", 1) == [other]

    asyncio.run(main())


def test_an_order_ends_once_unless_it_was_given_anew(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        old = OrderRow(0, "bid", {"slot": "0"}, {"round": 3}, 1.5)
        new = replace(old, since=2.5)
        await store.orders.give("t", old, None)
        await store.orders.give("t", new, None)
        await store.orders.end("t", old, "last_round", 7)
        assert await store.orders.ended("t") == []
        await store.orders.end("t", new, "last_round", 8)
        await store.orders.end("t", new, "other", 9)
        (ended,) = await store.orders.ended("t")
        assert ended == replace(new, ended="last_round", ended_ply=8)

    with_store(test)


def test_orders_choose_once_in_a_place(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t", status=RUNNING), FREE)
        row = await store.tables.find("t")
        assert row is not None
        place = (1, "0123456789abcdef")
        await store.lines.append(row, [play(1)], Standing((1,), 0, False), ordered=place)
        with pytest.raises(Conflict):
            await store.lines.append(row, [play(2)], Standing((1,), 0, False), ordered=place)
        assert len(await store.lines.of("t")) == 1
        assert await store.orders.places("t", 1) == {place[1]}
        assert await store.orders.places("t", 0) == frozenset()
        # Whoever orders anew lets them choose there again
        await store.orders.give("t", OrderRow(1, "bid", {}, {}, 1.0), place[1])
        assert await store.orders.places("t", 1) == frozenset()

    with_store(test)


def test_a_line_tells_whether_orders_wrote_it(with_store: WithStore) -> None:
    async def test(store: Store) -> None:
        await store.tables.add(table_row("t"), FREE)
        rows = [play(1), replace(play(2), by="orders")]
        await store.lines.append(table_row("t"), rows, HERE)
        assert [row.by for row in await store.lines.of("t")] == [None, "orders"]

    with_store(test)
