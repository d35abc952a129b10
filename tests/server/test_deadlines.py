"""Deadlines in houses whose clocks are moved by hand: whose time is up, and what happens then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.server.attempts import Attempt
from quarterdeck.server.errors import TableError
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pace import HOUR
from quarterdeck.server.store.rows import FINISHED
from tests.server.client import new_key
from tests.server.houses import sql
from tests.server.timing import (
    Times,
    choose,
    end_turn,
    hours_left,
    let_bots_play,
    seat_people,
    take_back,
    timed_house,
    told,
)

Play = Callable[[House, Times], Awaitable[None]]
Run = Callable[[Play], None]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a test in a house on SQLite."""

    def go(test: Play) -> None:
        async def play() -> None:
            times = Times()
            async with timed_house(f"sqlite:///{tmp_path}/table.db", tmp_path, times) as house:
                await test(house, times)

        asyncio.run(play())

    return go


# When time is up


def test_a_forgotten_turn_is_told_once_and_stays_with_its_player(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        _, table = await seat_people(house)
        seat = table.story.asked[0]
        times.pass_hours(23.9)
        await house.tables.deadlines.look()
        assert await told(house, table) == []
        times.pass_hours(0.2)
        for _ in range(3):
            await house.tables.deadlines.look()
        name = table.names()[seat]
        assert await told(house, table) == [f"{name}’s time is up."]
        du = "d’Anne" if name == "Anne" else f"de {name}"
        assert await told(house, table, "fr") == [f"Le temps {du} est écoulé."]
        (shown,) = [t for t in await house.tables.deadlines.times(table) if t and t.is_running]
        assert (shown.seat, shown.is_overdue, shown.left) == (seat, True, -360)
        await end_turn(house, table, seat)
        assert table.seats[seat].stand_in is None
        other = table.story.asked[0]
        assert hours_left(house, table)[other] == 24

    run(play)


def test_the_agreed_bot_plays_one_turn_and_gives_the_seat_back(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        _, table = await seat_people(house, time_up="turn")
        seat = table.story.asked[0]
        times.pass_hours(25)
        await house.tables.deadlines.look()
        await let_bots_play(table)
        other = table.story.asked[0]
        assert other != seat
        assert [s.stand_in for s in table.seats] == [None, None]
        assert [s.stand_in for s in await house.store.seats.of(table.row.id)] == [None, None]
        assert hours_left(house, table)[other] == 24
        (line,) = await told(house, table)
        assert line.startswith("Time was up: a bot (")
        assert line.endswith(f") plays this turn for {table.names()[seat]}.")
        # Its next turn is its own again
        await end_turn(house, table, other)
        assert hours_left(house, table)[seat] == 24

    run(play)


def test_the_agreed_bot_plays_until_its_person_returns(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        guests, table = await seat_people(house, time_up="seat", pace="brisk")
        seat = table.story.asked[0]
        guest = guests[seat]
        times.pass_hours(24.5)
        await house.tables.deadlines.look()
        await let_bots_play(table)
        assert table.seats[seat].stand_in == "greedy"
        other = table.story.asked[0]
        await end_turn(house, table, other)
        await let_bots_play(table)
        assert hours_left(house, table)[seat] is None
        await house.tables.stand_ins.come_back(table.row.id, guest)
        assert table.seats[seat].stand_in is None
        await end_turn(house, table, other)
        # What a bot played adds nothing to the bank: four hours for the first turn again
        assert hours_left(house, table)[seat] == 4

    run(play)


def test_whoever_returns_in_the_middle_of_the_bots_turn_has_time_to_choose(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        guests, table = await seat_people(house, time_up="seat", pace="steady")
        seat = table.story.asked[0]
        async with table.lock:
            # The bot has no chance to choose before its person is back
            times.pass_hours(73)
            assert await house.tables.deadlines.settle(table)
        assert table.seats[seat].stand_in == "greedy"
        await house.tables.stand_ins.come_back(table.row.id, guests[seat])
        assert hours_left(house, table)[seat] == 12

    run(play)


def test_all_seats_of_somebody_are_taken_over_together(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        anne, _ = await house.people.welcome("Anne")
        bob, _ = await house.people.welcome("Bob")
        wish = NewTable("salty_ocean", ("here", "here", "open"), {}, pace="day", time_up="seat")
        table = await house.tables.gathering.create(wish, anne)
        await house.tables.gathering.join(table.row.id, bob)
        while table.story.asked[0] == 2:
            await end_turn(house, table, 2)
        async with table.lock:
            times.pass_hours(25)
            await house.tables.deadlines.settle(table)
        assert [s.stand_in for s in table.seats] == ["greedy", "greedy", None]

    run(play)


def test_a_stand_in_that_is_not_installed_any_more_only_reminds(run: Run, tmp_path: Path) -> None:
    async def play(house: House, times: Times) -> None:
        _, table = await seat_people(house, time_up="seat")
        await sql(f"sqlite:///{tmp_path}/table.db", "UPDATE tables SET stand_in = 'hal'")
        times.pass_hours(25)
        await house.tables.deadlines.look()
        assert [s.stand_in for s in table.seats] == [None, None]
        assert len(await told(house, table)) == 1

    run(play)


def test_who_hands_over_a_seat_that_a_bot_plays_for_one_turn_keeps_the_bot(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        guests, table = await seat_people(house, time_up="turn")
        seat = table.story.asked[0]
        async with table.lock:
            times.pass_hours(25)
            await house.tables.deadlines.settle(table)
        await house.tables.stand_ins.hand_over(table.row.id, guests[seat], seat)
        await let_bots_play(table)
        assert seat not in table.story.asked
        assert table.seats[seat].stand_in == "greedy"

    run(play)


def test_the_bots_choices_are_in_the_record_and_the_game_goes_on_to_its_end(run: Run) -> None:
    """Everybody forgets every turn: the house plays the whole game, a day per turn."""

    async def play(house: House, times: Times) -> None:
        _, table = await seat_people(house, time_up="turn", stand_in="random")
        for _ in range(400):
            if table.playing().finished:
                break
            times.pass_hours(25)
            await house.tables.deadlines.look()
            await let_bots_play(table)
        assert table.playing().finished
        row = await house.store.tables.find(table.row.id)
        assert row is not None
        assert (row.status, row.due) == (FINISHED, None)
        assert [s.stand_in for s in await house.store.seats.of(row.id)] == [None, None]
        before = table.lines
        times.pass_hours(1000)
        await house.tables.deadlines.look()
        assert table.lines == before

    run(play)


# Whose time it is


def test_a_table_without_others_to_wait_for_is_live(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        anne, _ = await house.people.welcome("Anne")
        create = house.tables.gathering.create
        for seating in (("here", "greedy"), ("here", "here")):
            table = await create(NewTable("salty_ocean", seating, {}, pace="day"), anne)
            assert (table.row.pace, table.row.clocks) == ("live", None)
        # It was meant for others, but bots came instead
        wish = NewTable("salty_ocean", ("here", "open"), {}, pace="day", time_up="seat")
        table = await create(wish, anne)
        await house.tables.gathering.fill(table.row.id, anne, "greedy")
        assert table.row.clocks is None
        assert await house.tables.deadlines.of(anne.id) == []

    run(play)


def test_what_happens_at_the_end_must_be_known(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        with pytest.raises(TableError):
            await seat_people(house, time_up="explode")

    run(play)


def test_a_rematch_keeps_the_pace(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        guests, table = await seat_people(
            house, pace="bank 30 5", time_up="turn", holidays=False, stand_in="random"
        )
        for guest in guests:
            await house.tables.stand_ins.hand_over(table.row.id, guest, guests.index(guest))
        await let_bots_play(table)
        assert table.playing().finished
        again = await house.tables.gathering.rematch(table.row.id, guests[0])
        assert (again.row.pace, again.row.time_up) == ("bank 30 5", "turn")
        assert not again.row.holidays
        await house.tables.gathering.rematch(table.row.id, guests[1])
        assert 30 in hours_left(house, again)

    run(play)


def test_my_deadlines_come_in_order_and_name_what_happens(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        guests, slow = await seat_people(house, pace="week", time_up="turn")
        asked = guests[slow.story.asked[0]]
        wish = NewTable("salty_ocean", ("here", "open"), {}, title="Fast", pace="day")
        first = await house.tables.gathering.create(wish, asked)
        other = next(guest for guest in guests if guest is not asked)
        await house.tables.gathering.join(first.row.id, other)
        while first.seats[first.story.asked[0]].guest_id != asked.id:
            await end_turn(house, first, first.story.asked[0])
        times.pass_hours(2)
        found = await house.tables.deadlines.of(asked.id)
        assert [(d.table, d.title, d.kind) for d in found] == [
            (first.row.id, "Fast", "remind"),
            (slow.row.id, "", "turn"),
        ]
        assert [round(d.left / HOUR) for d in found] == [22, 166]
        assert [round(d.at - times.wall) for d in found] == [22 * HOUR, 166 * HOUR]
        near = await house.tables.deadlines.before(house.clock.now() + 23 * HOUR)
        assert [d.table for d in near] == [first.row.id]

    run(play)


# Clocks of the computer


@pytest.mark.parametrize("jump", [-400 * 86_400, 400 * 86_400], ids=["back", "forth"])
def test_jumps_of_the_wall_clock_change_nothing(run: Run, jump: float) -> None:
    async def play(house: House, times: Times) -> None:
        _, table = await seat_people(house, time_up="seat")
        times.pass_hours(5)
        before = table.row.clocks, hours_left(house, table)
        times.wall += jump
        await house.tables.deadlines.look()
        assert (table.row.clocks, hours_left(house, table)) == before
        await end_turn(house, table, table.story.asked[0])
        assert hours_left(house, table)[table.story.asked[0]] == 24
        assert await told(house, table) == []

    run(play)


def test_time_goes_on_after_a_restart_and_stands_still_in_between(
    database: str, tmp_path: Path
) -> None:
    async def play() -> None:
        times = Times()
        async with timed_house(database, tmp_path, times) as house:
            _, table = await seat_people(house, time_up="turn")
            id, seat = table.row.id, table.story.asked[0]
            times.pass_hours(20)
        # Another computer, whose clock counts from elsewhere, a month later
        later = Times()
        later.counted, later.wall = 3.0, times.wall + 30 * 86_400
        async with timed_house(database, tmp_path, later) as house:
            table = await house.tables.live(id)
            assert hours_left(house, table)[seat] == 4
            await house.tables.deadlines.look()
            assert await told(house, table) == []
            later.pass_hours(4.1)
            await house.tables.deadlines.look()
            await let_bots_play(table)
            assert len(await told(house, table)) == 1
            assert seat not in table.story.asked

    asyncio.run(play())


def test_a_bot_that_was_to_play_one_turn_does_so_after_a_restart(
    database: str, tmp_path: Path
) -> None:
    async def play() -> None:
        times = Times()
        async with timed_house(database, tmp_path, times) as house:
            _, table = await seat_people(house, time_up="turn")
            id, seat = table.row.id, table.story.asked[0]
            async with table.lock:
                times.pass_hours(25)
                await house.tables.deadlines.settle(table)
        async with timed_house(database, tmp_path, times) as house:
            assert id in await house.store.lists.due()
            table = await house.tables.live(id)
            await let_bots_play(table)
            assert seat not in table.story.asked
            assert [s.stand_in for s in table.seats] == [None, None]
            assert len(await told(house, table)) == 1

    asyncio.run(play())


def test_several_processes_act_once(postgres: str, tmp_path: Path) -> None:
    from tests.server.servers import new_postgres_database

    database = new_postgres_database(postgres)

    async def play() -> None:
        times = Times()
        async with (
            timed_house(database, tmp_path, times) as one,
            timed_house(database, tmp_path, times) as two,
        ):
            _, table = await seat_people(one, time_up="turn", stand_in="random")
            there = await two.tables.live(table.row.id)
            turns = 6
            for turn in range(turns):
                seat = table.story.asked[0]
                times.pass_hours(25)
                await asyncio.gather(*[h.tables.deadlines.look() for h in (one, two, one, two)])
                await let_bots_play(table)
                await let_bots_play(there)
                table = await one.tables.live_now(table.row.id)
                assert len(await told(one, table)) == turn + 1
                assert table.clocks is not None
                assert sum(clock.played for clock in table.clocks.seats) == turn + 1
                assert table.story.asked[0] != seat
                assert [s.stand_in for s in table.seats] == [None, None]

    asyncio.run(play())


def test_a_choice_that_comes_with_the_deadline_counts_or_the_bot_does_never_both(
    postgres: str, tmp_path: Path
) -> None:
    """One process takes the choice while another finds that time is up."""
    from tests.server.servers import new_postgres_database

    database = new_postgres_database(postgres)

    async def play() -> None:
        times = Times()
        async with (
            timed_house(database, tmp_path, times) as one,
            timed_house(database, tmp_path, times) as two,
        ):
            _, table = await seat_people(one, time_up="turn", stand_in="random")
            there = await two.tables.live(table.row.id)
            for _ in range(5):
                seat = table.story.asked[0]
                times.pass_hours(25)
                acts = choose(one, table, seat), two.tables.deadlines.look()
                await asyncio.gather(*acts, return_exceptions=True)
                for _ in range(3):
                    await let_bots_play(table)
                    await let_bots_play(there)
                table = await one.tables.live_now(table.row.id)
                if seat in table.story.asked:
                    # The choice was first: it is still this seat's turn, and still overdue
                    await one.tables.deadlines.look()
                    await let_bots_play(table)
                table = await one.tables.live_now(table.row.id)
                assert [s.stand_in for s in await one.store.seats.of(table.row.id)] == [None, None]

    asyncio.run(play())


def test_damaged_clocks_begin_anew_and_a_damaged_pace_is_none(run: Run, tmp_path: Path) -> None:
    async def play(house: House, times: Times) -> None:
        database = f"sqlite:///{tmp_path}/table.db"
        _, table = await seat_people(house)
        seat = table.story.asked[0]
        times.pass_hours(5)
        await sql(database, "UPDATE tables SET clocks = 'nonsense', due = 0")
        await house.tables.deadlines.look()
        assert hours_left(house, table)[seat] == 24
        await sql(database, "UPDATE tables SET pace = 'soon', due = 0")
        times.pass_hours(50)
        for _ in range(2):
            await house.tables.deadlines.look()
        assert await house.tables.deadlines.times(table) == ()
        await end_turn(house, table, seat)
        assert await told(house, table) == []

    run(play)


# Taking back


def test_taking_back_within_a_turn_gives_and_takes_no_time(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        _, table = await seat_people(house)
        seat = table.story.asked[0]
        before = table.row.clocks
        for _ in range(3):
            times.pass_hours(1)
            await choose(house, table, seat)
            if seat not in table.story.asked or not table.playing().undoable(seat):
                break
            await take_back(house, table, seat)
        if seat in table.story.asked:
            assert table.row.clocks == before

    run(play)


def test_going_back_by_consent_gives_the_lost_turn_its_time_back(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        _, table = await seat_people(house, pace="steady")
        first = table.story.asked[0]
        times.pass_hours(10)
        ply = table.playing().ply
        await end_turn(house, table, first)
        other = table.story.asked[0]
        times.pass_hours(30)
        attempt = Attempt(first, table.story.count((first,)), new_key(), (first,))
        assert not await house.tables.recalls.ask(table.row.id, attempt, ply)
        assert hours_left(house, table)[other] == 42
        assert await house.tables.recalls.answer(table.row.id, (other,), ply, agree=True)
        assert table.story.asked == (first,)
        # 72 hours less the ten of the first turn, and what a turn adds; the other loses nothing
        assert hours_left(house, table)[first] == 72
        await end_turn(house, table, first)
        assert hours_left(house, table)[other] == 72

    run(play)


# Everybody at once


def test_six_captains_who_choose_at_once_run_out_of_time_each_on_their_own(run: Run) -> None:
    async def play(house: House, times: Times) -> None:
        _, table = await seat_people(house, 6, "rolling_seas", time_up="turn", stand_in="random")
        assert table.playing().position.lanes
        assert hours_left(house, table) == [24] * 6
        times.pass_hours(10)
        await end_turn(house, table, 2)
        assert hours_left(house, table)[2] is None
        times.pass_hours(5)
        await take_back(house, table, 2)
        # Ten hours are spent, the five while nobody waited for them are not
        assert hours_left(house, table) == [9, 9, 14, 9, 9, 9]
        times.pass_hours(10)
        await house.tables.deadlines.look()
        await let_bots_play(table)
        assert table.story.asked == (2,)
        assert sorted(await told(house, table)) == sorted(
            f"Time was up: a bot (Random bot) plays this turn for {table.names()[seat]}."
            for seat in (0, 1, 3, 4, 5)
        )
        assert [s.stand_in for s in table.seats] == [None] * 6
        await end_turn(house, table, 2)
        assert [left for left in hours_left(house, table) if left is not None] == [24] * 6

    run(play)


def find_going_on(table: LiveTable, seat: int) -> list[int]:
    """Choices after which a seat still has something to choose in its lane."""
    position = table.playing().position
    found = []
    for code in position.legal(seat):
        world = position.clone()
        world.play(seat, code)
        if list(world.actors()) == list(position.actors()):
            found.append(code)
    return found


def test_nobodys_clock_tells_what_is_chosen_in_secret(tmp_path: Path) -> None:
    """The same table twice; only what one captain does in their lane differs."""

    async def watch(folder: Path, busy: bool) -> list[Any]:
        times, made = Times(), 0
        seen: list[Any] = []
        async with timed_house(f"sqlite:///{folder}.db", tmp_path, times) as house:
            _, table = await seat_people(house, 3, "rolling_seas", time_up="turn")
            for _ in range(4):
                times.pass_hours(1)
                going_on = find_going_on(table, 1)
                if busy and going_on:
                    await choose(house, table, 1, going_on[0])
                    made += 1
                await house.tables.deadlines.look()
                row = await house.store.tables.find(table.row.id)
                assert row is not None
                seen += [row.clocks, row.due, await house.tables.deadlines.times(table)]
                seen += [table.story.public, table.story.asked]
        assert bool(made) == busy
        return seen

    async def compare() -> None:
        idle, busy = await watch(tmp_path / "idle", False), await watch(tmp_path / "busy", True)
        assert idle == busy

    asyncio.run(compare())
