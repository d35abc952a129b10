"""Holidays: whole days on which somebody's time stands still, and what they cannot do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from quarterdeck.server.errors import TableError
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store.rows import Guest
from tests.server.servers import new_postgres_database
from tests.server.timing import (
    Times,
    end_turn,
    hours_left,
    seat_people,
    timed_house,
    told,
)

Play = Callable[[House, Times], Awaitable[None]]
Run = Callable[..., None]
# The house opens at noon of 21 November 2026 in Greenwich: one o'clock in Paris, and in Auckland,
# an hour past midnight, it is the 22nd.
TODAY, TOMORROW = "2026-11-21", "2026-11-22"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a test in a house on SQLite."""

    def go(test: Play, **settings: int) -> None:
        async def play() -> None:
            times, database = Times(), f"sqlite:///{tmp_path}/table.db"
            async with timed_house(database, tmp_path, times, **settings) as house:
                await test(house, times)

        asyncio.run(play())

    return go


async def begin(house: House, **wish: object) -> tuple[Guest, Guest, LiveTable]:
    """Whoever is asked, somebody else, and their table."""
    guests, table = await seat_people(house, **wish)  # type: ignore[arg-type]
    seat = table.story.asked[0]
    return guests[seat], guests[1 - seat], table


async def refusal(house: House, guest: Guest, *wish: str) -> str:
    with pytest.raises(TableError) as refused:
        await house.tables.deadlines.take_holiday(guest, *wish)
    return refused.value.message.id


def test_time_stands_still_and_everybody_is_told(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        asked, _, table = await begin(house)
        seat = table.story.asked[0]
        times.pass_hours(4)
        take = house.tables.deadlines.take_holiday
        await take(asked, TODAY, TOMORROW, "UTC")
        assert hours_left(house, table)[seat] is None
        assert await told(house, table) == [
            f"{asked.name} is on holiday until 22 November 2026: their time stands still."
        ]
        times.pass_hours(31.9)
        await house.tables.deadlines.look()
        assert hours_left(house, table)[seat] is None
        shown = (await house.tables.deadlines.times(table))[seat]
        assert shown is not None
        assert (shown.until, shown.is_running, shown.left) == (TOMORROW, False, 20 * 3600)
        # At midnight it is over
        times.pass_hours(0.2)
        await house.tables.deadlines.look()
        assert hours_left(house, table)[seat] == 20
        assert (await told(house, table, "fr"))[-1].endswith("son temps court de nouveau.")
        assert await house.tables.holidays.of(asked.id) == []

    run(play)


def test_a_holiday_that_comes_is_announced_and_begins_by_itself(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        asked, other, table = await begin(house, pace="week")
        seat = table.story.asked[0]
        await house.tables.deadlines.take_holiday(other, "2026-11-23", "2026-12-01", "Asia/Tokyo")
        await house.tables.deadlines.take_holiday(asked, "2026-11-23", "2026-11-23", "Asia/Tokyo")
        first, second = await told(house, table)
        assert first == f"{other.name} will be on holiday from 23 November 2026 to 1 December 2026."
        assert second.startswith(f"{asked.name} will be on holiday")
        french = (await told(house, table, "fr"))[0]
        assert french.endswith("du 23 novembre 2026 au 1er décembre 2026.")
        # The 23rd begins in Tokyo at three in the afternoon of the 22nd in Greenwich
        times.pass_hours(26.9)
        await house.tables.deadlines.look()
        assert hours_left(house, table)[seat] == 141.1
        times.pass_hours(0.2)
        await house.tables.deadlines.look()
        assert hours_left(house, table)[seat] is None
        times.pass_hours(24)
        await house.tables.deadlines.look()
        assert hours_left(house, table)[seat] == pytest.approx(140.9)
        # A turn that begins on a holiday waits for its end
        await end_turn(house, table, seat)
        assert hours_left(house, table)[1 - seat] is None
        assert len(await told(house, table)) == 5

    run(play)


def test_an_overdue_turn_cannot_be_saved(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        asked, _, table = await begin(house)
        seat = table.story.asked[0]
        times.pass_hours(25)
        # Nobody has looked yet, but time is up
        await house.tables.deadlines.take_holiday(asked, TOMORROW, TOMORROW, "UTC")
        shown = (await house.tables.deadlines.times(table))[seat]
        assert shown is not None
        assert shown.is_overdue
        assert f"{asked.name}’s time is up." in await told(house, table)

    run(play)


def test_nobody_is_voted_out_on_a_holiday(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        asked, other, table = await begin(house)
        seat = table.story.asked[0]
        await house.tables.deadlines.take_holiday(asked, TODAY, "2026-11-25", "UTC")
        times.pass_hours(72)
        with pytest.raises(TableError) as refused:
            await house.tables.stand_ins.vote(table.row.id, other, seat)
        assert refused.value.message.id == "qd.server.on_holiday"
        absence = (await house.tables.stand_ins.absences(table, other.id))[seat]
        assert absence is not None
        assert not absence.may_vote

    run(play)


def test_at_some_tables_holidays_do_not_count(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        asked, _, table = await begin(house, holidays=False)
        await house.tables.deadlines.take_holiday(asked, TODAY, TOMORROW, "UTC")
        times.pass_hours(5)
        await house.tables.deadlines.look()
        assert hours_left(house, table)[table.story.asked[0]] == 19
        assert await told(house, table) == []

    run(play)


def test_the_wall_clock_decides_the_date_and_the_house_how_long(
    tmp_path: Path, database: str
) -> None:
    """The server is down on the whole holiday: nothing is lost, and nothing is left behind."""

    async def play() -> None:
        times = Times()
        async with timed_house(database, tmp_path, times) as house:
            asked, _, table = await begin(house)
            id, seat = table.row.id, table.story.asked[0]
            await house.tables.deadlines.take_holiday(asked, TOMORROW, "2026-11-25", "UTC")
            times.pass_hours(11)
        times.wall += 86_400
        async with timed_house(database, tmp_path, times) as house:
            await house.tables.deadlines.look()
            table = await house.tables.live(id)
            assert hours_left(house, table)[seat] is None
            times.pass_hours(10)
        times.wall += 30 * 86_400
        async with timed_house(database, tmp_path, times) as house:
            await house.tables.deadlines.look()
            table = await house.tables.live(id)
            assert hours_left(house, table)[seat] == 13
            assert len(await told(house, table)) == 3

    asyncio.run(play())


def test_two_processes_tell_of_a_holiday_once(postgres: str, tmp_path: Path) -> None:
    database = new_postgres_database(postgres)

    async def play() -> None:
        times = Times()
        async with (
            timed_house(database, tmp_path, times) as one,
            timed_house(database, tmp_path, times) as two,
        ):
            asked, _, table = await begin(one)
            await two.tables.live(table.row.id)
            await one.tables.deadlines.take_holiday(asked, TOMORROW, TOMORROW, "UTC")
            for lines in (2, 3):
                times.pass_hours(20 if lines == 2 else 24)
                await asyncio.gather(*[h.tables.deadlines.look() for h in (one, two, one, two)])
                assert len(await told(two, table)) == lines

    asyncio.run(play())


def test_ending_early_gives_back_the_days_to_come_only(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        asked, _, table = await begin(house)
        holidays, deadlines = house.tables.holidays, house.tables.deadlines
        await deadlines.take_holiday(asked, TODAY, "2026-11-30", "UTC")
        assert await holidays.left(asked.id, 2026) == 20
        times.pass_hours(2)
        await deadlines.end_holiday(asked, TODAY)
        assert hours_left(house, table)[table.story.asked[0]] == 24
        # The day that was begun is gone, and cannot be taken again
        assert await holidays.left(asked.id, 2026) == 29
        assert await refusal(house, asked, TODAY, TODAY, "UTC") == "qd.holiday.overlap"
        # What never began is given back
        await deadlines.take_holiday(asked, "2026-12-01", "2026-12-05", "UTC")
        await deadlines.end_holiday(asked, "2026-12-01")
        assert await holidays.left(asked.id, 2026) == 29
        await deadlines.take_holiday(asked, "2026-12-01", "2026-12-02", "UTC")
        with pytest.raises(TableError):
            await deadlines.end_holiday(asked, "2026-12-02")

    run(play)


def test_days_are_counted_by_the_year(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        anne, _ = await house.people.welcome("Anne")
        take, left = house.tables.deadlines.take_holiday, house.tables.holidays.left
        assert (
            await refusal(house, anne, "2026-12-20", "2026-12-30", "UTC") == "qd.holiday.too_long"
        )
        await take(anne, "2026-12-28", "2027-01-06", "UTC")
        assert (await left(anne.id, 2026), await left(anne.id, 2027)) == (6, 4)
        too_long = await refusal(house, anne, "2027-02-01", "2027-02-05", "UTC")
        assert too_long == "qd.holiday.too_long"

    run(play, holiday_days=10)


@pytest.mark.parametrize(
    ("wish", "id"),
    [
        (("tomorrow", TOMORROW, "UTC"), "qd.holiday.date"),
        ((TOMORROW, TODAY, "UTC"), "qd.holiday.backwards"),
        (("2026-11-20", TOMORROW, "UTC"), "qd.holiday.past"),
        ((TODAY, TOMORROW, "Pacific/Auckland"), "qd.holiday.past"),
        ((TODAY, TOMORROW, "Mars/Olympus"), "qd.holiday.zone_unknown"),
        ((TODAY, TOMORROW, "../../etc/passwd"), "qd.holiday.zone_unknown"),
        (("2028-01-01", "2028-01-02", "UTC"), "qd.holiday.far"),
        (("2026-11-24", "2026-11-26", "UTC"), "qd.holiday.overlap"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(
    run: Run, wish: tuple[str, str, str], id: str
) -> None:
    async def play(house: House, times: Times) -> None:
        anne, _ = await house.people.welcome("Anne")
        await house.tables.deadlines.take_holiday(anne, "2026-11-25", "2026-11-25", "UTC")
        assert await refusal(house, anne, *wish) == id
        assert len(await house.tables.holidays.of(anne.id)) == 1

    run(play)
