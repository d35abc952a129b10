"""What nobody foresaw: the table is as it was before, its player is told, the log once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import quarterdeck.game
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Entry
from quarterdeck.record.replay import apply
from quarterdeck.server import bot_turns
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.errors import Broken
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.orders import StandingOrders
from quarterdeck.server.state import describe_table
from quarterdeck.server.store.rows import OrderRow
from tests.server.client import new_key
from tests.server.houses import open_house, play, play_on, seat_here, undo
from tests.toy import Skerries
from tests.toy.house import close_house
from tests.toy.house import open_house as offer_skerries


@pytest.fixture(autouse=True)
def _skerries() -> Iterator[None]:
    offer_skerries()
    yield
    close_house()


class Trap:
    """A rule that breaks half-way: the position has changed when it raises."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.breaks: Callable[[Entry], bool] = lambda _: False
        self.sprung = 0
        monkeypatch.setattr(quarterdeck.game, "apply", self)

    def __call__(
        self, position: Position, rules: AnyRules, entry: Entry, code: int | None = None
    ) -> None:
        apply(position, rules, entry, code)
        if self.breaks(entry):
            self.sprung += 1
            raise KeyError("a rule that breaks")


@pytest.fixture
def trap(monkeypatch: pytest.MonkeyPatch) -> Trap:
    return Trap(monkeypatch)


def run(
    tmp_path: Path, test: Callable[[House], Any], caplog: pytest.LogCaptureFixture, **settings: Any
) -> list[str]:
    """Runs a test in a house; gives what the log says of faults."""

    async def main() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path, **settings) as house:
            await test(house)

    with caplog.at_level(logging.ERROR):
        asyncio.run(main())
    return [record.getMessage() for record in caplog.records if " failed at " in record.message]


async def as_stored(house: House, table: LiveTable) -> None:
    """What is in memory is what is stored."""
    lines = await house.store.lines.of(table.row.id)
    assert table.lines == len(lines)
    assert not table.doubtful
    assert not table.is_ahead
    again = await house.tables.loader.read(table.row.id)
    assert again.fault is None
    assert again.playing().position.digest() == table.playing().position.digest()


def test_a_choice_that_breaks_changes_nothing_and_is_logged_once(
    tmp_path: Path, trap: Trap, caplog: pytest.LogCaptureFixture
) -> None:
    ids = []

    async def test(house: House) -> None:
        _, table = await seat_here(house, "skerries", "here", "here")
        ids.append(table.row.id)
        trap.breaks = lambda entry: entry.notation == "row north"
        for _ in range(3):
            with pytest.raises(Broken):
                await play(house, table, "row north", seat=0)
            await as_stored(house, table)
        # The table is not stuck.
        trap.breaks = lambda _: False
        await play(house, table, "row north", seat=0)
        await play(house, table, "row south", seat=1)
        await as_stored(house, table)

    (said,) = run(tmp_path, test, caplog)
    for needed in (ids[0], "seat 0", "ply 2", "['row north']", '"game": "skerries"', '"rules": 1'):
        assert needed in said


def test_of_several_choices_none_counts_if_the_last_one_breaks(
    tmp_path: Path, trap: Trap, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(house: House) -> None:
        _, table = await seat_here(house, "salty_ocean", "here", "here")
        trap.breaks = lambda entry: entry.notation.startswith("load")
        with pytest.raises(Broken):
            await play(house, table, "move_goods", "load caravel_1 salt 0")
        await as_stored(house, table)

    assert len(run(tmp_path, test, caplog)) == 1


def test_taking_back_and_going_back_that_break_change_nothing(
    tmp_path: Path, trap: Trap, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(house: House) -> None:
        _, table = await seat_here(house, "skerries", "here", "here")
        await play(house, table, "row north", seat=0)
        await play(house, table, "anchor short", seat=0)
        trap.breaks = lambda entry: entry.notation == "row north"
        with pytest.raises(Broken):
            await undo(house, table, 0)
        await as_stored(house, table)
        trap.breaks = lambda _: False
        await play(house, table, "row south", seat=1)
        await play_on(house, table, 3)
        game = table.playing()
        index = next(i for i, e in enumerate(game.record.entries) if not e.is_chance)
        monkey = pytest.MonkeyPatch()

        def broken(*_: object) -> list[int]:
            raise ZeroDivisionError

        seat = game.record.entries[index].seat
        attempt = Attempt(seat, table.story.count((0, 1)), new_key(), (0, 1))
        with monkey.context() as patched:
            patched.setattr(quarterdeck.game.Game, "unaffected", broken)
            with pytest.raises(Broken):
                await house.tables.recalls.ask(table.row.id, attempt, index)
        await as_stored(house, table)

    assert len(run(tmp_path, test, caplog)) == 2


def test_a_bot_whose_choice_breaks_chooses_something_else(
    tmp_path: Path, trap: Trap, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(house: House) -> None:
        trap.breaks = lambda entry: entry.seat == 1 and entry.notation == "row north"
        for _ in range(4):
            _, table = await seat_here(house, "skerries", "here", "random")
            await play(house, table, "row south", seat=0)
            await play(house, table, "anchor short", seat=0)
            assert table.thinking is not None
            await asyncio.wait_for(asyncio.shield(table.thinking), 60)
            await as_stored(house, table)

    assert len(run(tmp_path, test, caplog)) == trap.sprung


def test_bots_that_can_choose_nothing_pause_and_are_logged_once(
    tmp_path: Path,
    trap: Trap,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(bot_turns, "PAUSE", 0.01)
    monkeypatch.setattr(bot_turns, "LONGEST_PAUSE", 0.01)

    async def test(house: House) -> None:
        trap.breaks = lambda entry: entry.seat == 1
        _, table = await seat_here(house, "skerries", "here", "random")
        for _ in range(3000):
            if trap.sprung >= 12:
                break
            await asyncio.sleep(0.01)
        assert trap.sprung >= 12
        # Others play on meanwhile, and so do the bots once it is mended.
        await play(house, table, "row south", seat=0)
        trap.breaks = lambda _: False
        assert table.thinking is not None
        await asyncio.wait_for(asyncio.shield(table.thinking), 60)
        await as_stored(house, table)
        assert any(entry.seat == 1 for entry in table.playing().record.entries)

    # Once as long as it was at one line, once more after the other's choice at most.
    assert 1 <= len(run(tmp_path, test, caplog)) <= 2


def test_a_table_that_cannot_be_shown_is_refused_and_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a drawing that breaks")

    async def test(house: House) -> None:
        _, table = await seat_here(house, "skerries", "here", "here")
        monkeypatch.setattr(Skerries, "view", broken)
        for _ in range(3):
            with pytest.raises(Broken), house.tables.faults.showing(table):
                describe_table(table, 0, "en")

    assert len(run(tmp_path, test, caplog)) == 1


def test_standing_orders_that_break_are_logged_once_and_change_nothing(
    tmp_path: Path, trap: Trap, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(house: House) -> None:
        _, table = await seat_here(house, "skerries", "here", "here")
        trap.breaks = lambda _: True
        orders: StandingOrders = house.tables.orders
        given = OrderRow(0, "course", {"skerry": "north"}, {"tide": 1}, 0.0)
        await house.store.orders.give(table.row.id, given, None)
        for _ in range(3):
            await orders._act(table.row.id, 0, table.story.count((0,)), is_late=False)
            await as_stored(house, table)

    assert len(run(tmp_path, test, caplog, order_patience=600.0)) == 1
    assert not [r for r in caplog.records if "standing orders of seat" in r.getMessage()]
