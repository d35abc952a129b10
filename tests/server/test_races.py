"""Two people, or two server processes, at once: one is first, the other is told, nothing breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.server.attempts import Attempt
from quarterdeck.server.errors import TableError
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store.rows import BOT, GATHERING, OPEN, RUNNING, Guest
from tests.server.client import new_key
from tests.server.houses import open_house, play_on, seat_here

ROUNDS = 12
Pair = tuple[House, House]
Test = Callable[[Pair], Awaitable[None]]


@pytest.fixture
def race(database: str, tmp_path: Path) -> Callable[[Test], None]:
    """Runs a test with two processes on PostgreSQL, with one on SQLite, which has no more."""

    def run(test: Test) -> None:
        async def main() -> None:
            async with open_house(database, tmp_path) as one:
                if database.startswith("sqlite"):
                    await test((one, one))
                    return
                async with open_house(database, tmp_path) as two:
                    await test((one, two))

        asyncio.run(main())

    return run


Race = Callable[[Test], None]


async def at_once(*acts: Awaitable[Any]) -> list[Any]:
    """Everything at once; who is told that they came too late has the message as a result."""
    found = await asyncio.gather(*acts, return_exceptions=True)
    for result in found:
        if isinstance(result, BaseException) and not isinstance(result, TableError):
            raise result
    return [r.message.id if isinstance(r, TableError) else r for r in found]


async def people(house: House, count: int) -> list[Guest]:
    return [(await house.people.welcome(f"Guest {number}"))[0] for number in range(count)]


async def sound(pair: Pair, id: str) -> LiveTable:
    """The table as every process and the store have it."""
    found = [await house.tables.live_now(id) for house in pair]
    for table in found:
        assert table.fault is None
        stored = await pair[0].store.seats.of(id)
        assert table.seats == stored
        row = await pair[0].store.tables.find(id)
        assert row is not None
        assert table.row.status == row.status
        if row.status == RUNNING:
            assert all(seat.kind != OPEN for seat in stored)
            assert table.lines == len(await pair[0].store.lines.of(id))
    return found[0]


async def gather(house: House, open_seats: int) -> tuple[Guest, str]:
    host, table = await seat_here(house, "salty_ocean", "here", *["open"] * open_seats)
    return host, table.row.id


def test_two_who_sit_down_at_once_both_sit_and_the_game_starts_once(race: Race) -> None:
    async def test(pair: Pair) -> None:
        one, two = pair
        for _ in range(ROUNDS):
            _, id = await gather(one, 2)
            anne, bob = await people(one, 2)
            tokens = await at_once(
                one.tables.gathering.join(id, anne), two.tables.gathering.join(id, bob)
            )
            assert all(len(token) > 20 for token in tokens), tokens
            table = await sound(pair, id)
            assert table.row.status == RUNNING
            assert {seat.guest_id for seat in table.seats[1:]} == {anne.id, bob.id}

    race(test)


def test_of_many_who_want_the_last_seat_one_gets_it(race: Race) -> None:
    async def test(pair: Pair) -> None:
        one, two = pair
        for _ in range(ROUNDS):
            _, id = await gather(one, 1)
            guests = await people(one, 4)
            houses = (one, two, one, two)
            found = await at_once(
                *(
                    house.tables.gathering.join(id, guest, 1)
                    for house, guest in zip(houses, guests, strict=True)
                )
            )
            late = [result for result in found if result.startswith("qd.")]
            assert len(late) == 3
            assert set(late) <= {"qd.server.seat_taken", "qd.server.already_started"}
            assert (await sound(pair, id)).row.status == RUNNING

    race(test)


def test_bots_never_take_the_seat_of_somebody_who_has_just_sat_down(race: Race) -> None:
    async def test(pair: Pair) -> None:
        one, two = pair
        for _ in range(ROUNDS):
            host, id = await gather(one, 2)
            (anne,) = await people(one, 1)
            joined, filled = await at_once(
                two.tables.gathering.join(id, anne, 1),
                one.tables.gathering.fill(id, host, "random"),
            )
            table = await sound(pair, id)
            assert table.row.status == RUNNING
            assert filled is None
            seated = not joined.startswith("qd.")
            assert (table.seats[1].guest_id == anne.id) == seated
            assert (table.seats[1].kind == BOT) == (not seated)

    race(test)


def test_nobody_stands_up_from_a_table_that_has_started(race: Race) -> None:
    async def test(pair: Pair) -> None:
        one, two = pair
        for number in range(ROUNDS):
            host, id = await gather(one, 2)
            anne, bob = await people(one, 2)
            await one.tables.gathering.join(id, anne, 1)
            last = (
                two.tables.gathering.join(id, bob, 2)
                if number % 2
                else two.tables.gathering.fill(id, host, "random")
            )
            await at_once(one.tables.gathering.leave(id, anne, 1), last)
            table = await sound(pair, id)
            assert table.row.status in (GATHERING, RUNNING)
            if table.row.status == GATHERING:
                assert table.seats[1].kind == OPEN

    race(test)


def test_a_table_starts_once_however_many_fill_it(race: Race) -> None:
    async def test(pair: Pair) -> None:
        one, two = pair
        for _ in range(ROUNDS):
            host, id = await gather(one, 2)
            found = await at_once(
                *(house.tables.gathering.fill(id, host, "random") for house in (one, two, one))
            )
            assert None in found
            assert set(found) <= {None, "qd.server.already_started"}
            assert (await sound(pair, id)).row.status == RUNNING

    race(test)


def test_one_rematch_is_made_however_many_ask(race: Race) -> None:
    async def test(pair: Pair) -> None:
        one, two = pair
        for _ in range(3):
            host, table = await seat_here(one, "salty_ocean", "here", "here")
            while not table.playing().finished:
                await play_on(one, table, 10)
            id = table.row.id
            await two.tables.live_now(id)
            made = await at_once(
                *(house.tables.gathering.rematch(id, host) for house in (one, two, one, two))
            )
            assert len({again.row.id for again in made}) == 1
            stored = await one.store.lists.of(host.id)
            assert [row.rematch_of for row in stored if row.id != id] == [id]
            await sound(pair, made[0].row.id)

    race(test)


def test_everybody_talks_nudges_and_votes_at_once(race: Race) -> None:
    async def test(pair: Pair) -> None:
        one = pair[0]
        host, id = await gather(one, 2)
        guests = [host, *await people(one, 2)]
        for guest in guests[1:]:
            await one.tables.gathering.join(id, guest)
        table = await sound(pair, id)
        for _ in range(ROUNDS):
            await at_once(
                *(
                    act
                    for house in pair
                    for seat, guest in enumerate(guests)
                    for act in (
                        house.tables.talking.say(id, guest, "Ahoy"),
                        house.tables.nudges.nudge(id, (seat,)),
                        house.tables.stand_ins.vote(id, guest, (seat + 1) % 3),
                        house.tables.orders.of(id, guest, seat),
                    )
                )
            )
        chat = await one.store.chat.after(id, 0, 10_000)
        assert [line.number for line in chat] == list(range(1, len(chat) + 1))
        assert table.fault is None

    race(test)


def test_wishes_and_answers_at_once_break_nothing(race: Race) -> None:
    async def test(pair: Pair) -> None:
        one = pair[0]
        for _ in range(4):
            _, id = await gather(one, 1)
            (anne,) = await people(one, 1)
            await one.tables.gathering.join(id, anne)
            table = await sound(pair, id)
            await play_on(one, table, 6)
            entries = table.playing().record.entries
            wishes: list[Awaitable[Any]] = []
            for house in pair:
                for seat in (0, 1):
                    ply = max(i for i, entry in enumerate(entries) if entry.seat == seat)
                    attempt = Attempt(seat, table.lines, new_key(), (seat,))
                    wishes.append(house.tables.recalls.ask(id, attempt, ply))
                    wishes.append(house.tables.recalls.answer(id, (1 - seat,), ply, True))
                    wishes.append(house.tables.recalls.withdraw(id, (seat,)))
            await at_once(*wishes)
            await sound(pair, id)

    race(test)


def test_what_is_announced_while_a_house_closes_starts_nothing(
    database: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            # It looks after people by itself
            await house.reach.close()
            before = asyncio.all_tasks()
            await house.tables.close()
            house.tables.forget(f"{table.row.id} news")
            assert asyncio.all_tasks() <= before

    asyncio.run(main())
