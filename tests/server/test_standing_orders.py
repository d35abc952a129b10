"""Standing orders inside one server process: when they act, when they rest, and what ends them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from quarterdeck.record import BY_ORDERS
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.errors import NotAllowed, TableError
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.state import word_log
from quarterdeck.server.store.rows import Guest
from tests.server.client import new_key
from tests.server.houses import open_house, play, seat_here, undo
from tests.toy import Skerries
from tests.toy.house import close_house
from tests.toy.house import open_house as offer_skerries

ANNE, BOB = 0, 1
PASSED = (BOB, "pass")


@pytest.fixture(autouse=True)
def _skerries() -> Iterator[None]:
    offer_skerries()
    yield
    close_house()


def run(tmp_path: Path, test: Callable[[House], Awaitable[None]], patience: float = 600.0) -> None:
    async def main() -> None:
        database = f"sqlite:///{tmp_path / 'table.db'}"
        async with open_house(database, tmp_path, order_patience=patience) as house:
            await test(house)

    asyncio.run(main())


async def settle(house: House) -> None:
    """Until all orders that are due have been carried out."""
    while acting := list(house.tables.orders._acting):
        await asyncio.gather(*acting)


async def do(house: House, table: LiveTable, *choices: str, seat: int | None = None) -> None:
    await play(house, table, *choices, seat=seat)
    await settle(house)


async def order(
    house: House, table: LiveTable, guest: Guest, seat: int, name: str, **values: str
) -> None:
    await house.tables.orders.give(table.row.id, guest, seat, name, values)
    await settle(house)


def by_orders(table: LiveTable) -> list[tuple[int, str]]:
    entries = table.playing().record.entries
    return [(entry.seat, entry.notation) for entry in entries if entry.by == BY_ORDERS]


def told(table: LiveTable, viewer: int | None) -> list[str]:
    return [line.text for line in word_log(table, viewer, "en")]


async def at_sea(house: House) -> tuple[Guest, LiveTable]:
    """Upon a Salty Ocean with two, Anne to move first."""
    guest, table = await seat_here(house, "salty_ocean", "here", "here")
    while table.playing().actors != [ANNE]:
        await play(house, table, "pass")
    return guest, table


# Acting


def test_an_order_acts_at_once_and_as_often_as_its_seat_is_asked(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        guest, table = await at_sea(house)
        await order(house, table, guest, BOB, "pass")
        assert by_orders(table) == []
        for choice in ("saline", "depot"):
            await do(house, table, choice)
            assert table.playing().actors == [ANNE]
        assert by_orders(table) == [PASSED, PASSED]
        name = table.names()[BOB]
        for viewer in (None, ANNE, BOB):
            assert told(table, viewer).count(f"{name} had left a standing order for this.") == 2

    run(tmp_path, test)


def test_an_order_given_while_its_seat_is_asked_acts_at_once(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        guest, table = await at_sea(house)
        await do(house, table, "saline")
        await order(house, table, guest, BOB, "pass")
        assert (by_orders(table), table.playing().actors) == ([PASSED], [ANNE])

    run(tmp_path, test)


def test_of_several_orders_the_first_with_an_answer_chooses(tmp_path: Path) -> None:
    """However they were given, the list of the game decides."""
    declared = [each.id for each in Skerries.orders]
    assert declared == ["course", "trade"]

    async def test(house: House) -> None:
        guest, table = await seat_here(house, "skerries", "here", "here")
        for name in reversed(declared):
            await order(house, table, guest, BOB, name)
        panel = await house.tables.orders.of(table.row.id, guest, BOB)
        assert [each.order.id for each in panel.standing] == declared

    run(tmp_path, test)


# Ends


def test_an_order_that_has_ended_does_not_act_and_tells_its_player_why(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        guest, table = await at_sea(house)
        await order(house, table, guest, BOB, "pass", price="salt")
        before = {viewer: table.edition((viewer,)) for viewer in (ANNE, BOB)}
        await do(house, table, "sell salt", "from caravel_1 1")
        assert (by_orders(table), table.playing().actors) == ([], [BOB])
        assert before[BOB] != table.edition((BOB,))
        (mine,) = [line for line in told(table, BOB) if "cancelled" in line]
        assert mine.endswith("The reason: a change of price (salt).")
        for viewer in (ANNE, None):
            assert not [line for line in told(table, viewer) if "cancelled" in line]
        panel = await house.tables.orders.of(table.row.id, guest, BOB)
        assert [(each.order.id, each.row.ended) for each in panel.standing] == [("pass", "price")]
        # It stays ended, and is told of until its player has read it
        again = await house.tables.loader.read(table.row.id)
        assert told(again, BOB) == told(table, BOB)
        await do(house, table, "pass")
        await do(house, table, "pass")
        assert by_orders(table) == []
        await house.tables.orders.take_back(table.row.id, guest, BOB, "pass")
        assert not [line for line in told(table, BOB) if "cancelled" in line]

    run(tmp_path, test)


def test_nothing_that_an_order_does_not_name_ends_it(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        guest, table = await at_sea(house)
        await order(house, table, guest, BOB, "pass", price="cod")
        await do(house, table, "sell salt", "from caravel_1 1")
        assert by_orders(table) == [PASSED]

    run(tmp_path, test)


def test_an_order_that_would_end_at_once_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(Skerries.orders[0]), "find_end", lambda *_: "last_tide")

    async def test(house: House) -> None:
        guest, table = await seat_here(house, "skerries", "here", "here")
        with pytest.raises(TableError, match="end at once"):
            await order(house, table, guest, BOB, "course")
        assert (await house.tables.orders.of(table.row.id, guest, BOB)).standing == ()

    run(tmp_path, test)


# Taking back


def test_what_an_order_chose_can_be_taken_back_and_is_then_left_to_its_player(
    tmp_path: Path,
) -> None:
    async def test(house: House) -> None:
        guest, table = await seat_here(house, "skerries", "here", "here")
        await order(house, table, guest, BOB, "course", skerry="south")
        assert by_orders(table) == [(BOB, "row south")]
        await undo(house, table, BOB)
        await settle(house)
        assert by_orders(table) == []
        assert (await house.tables.orders.of(table.row.id, guest, BOB)).rests
        # Nothing wakes it in this place: not what others do, nor a restart
        await do(house, table, "row north", seat=ANNE)
        await house.tables.loader.read_again(table)
        table.orders_seen_at.clear()
        house.tables.orders.watch(table)
        await settle(house)
        assert by_orders(table) == []
        # Whoever gives it anew wants it to act
        await order(house, table, guest, BOB, "course", skerry="south")
        assert by_orders(table) == [(BOB, "row south")]

    run(tmp_path, test)


def test_going_back_by_consent_leaves_the_choice_to_the_player_too(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        guest, table = await at_sea(house)
        await order(house, table, guest, BOB, "pass")
        await do(house, table, "saline")
        ply = table.playing().ply - 1
        held = (ANNE, BOB)
        attempt = Attempt(BOB, table.story.count(held), new_key(), held)
        assert await house.tables.recalls.ask(table.row.id, attempt, ply)
        await settle(house)
        assert (by_orders(table), table.playing().actors) == ([], [BOB])
        # Where it has not chosen yet it goes on
        await do(house, table, "pass")
        await do(house, table, "depot")
        assert by_orders(table) == [PASSED]

    run(tmp_path, test)


# Everybody at once


def test_in_a_lane_an_order_depends_on_nothing_that_others_do_there(tmp_path: Path) -> None:
    """Whoever is first: the same choices, and nobody is told of an order before all have chosen."""

    async def test(house: House) -> None:
        stories = []
        for first in (ANNE, BOB):
            guest, table = await seat_here(house, "skerries", "here", "here")
            if first == ANNE:
                await do(house, table, "row north", seat=ANNE)
                await order(house, table, guest, BOB, "course")
            else:
                await order(house, table, guest, BOB, "course")
                await do(house, table, "row north", seat=ANNE)
            assert by_orders(table) == [(BOB, "row north")]
            assert not [line for line in told(table, ANNE) if "standing order" in line]
            digest = table.playing().position.visible_to(ANNE).digest()
            stories.append((digest, told(table, ANNE), told(table, BOB)))
        assert stories[0] == stories[1]

    run(tmp_path, test)


# Patience


def test_a_patient_order_waits_for_its_player(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        guest, table = await seat_here(house, "skerries", "here", "here")
        for seat in (ANNE, BOB):
            await order(house, table, guest, seat, "trade")
            await do(house, table, "row south", "anchor short", seat=seat)
        assert by_orders(table) == []
        for place, (_, clock) in list(house.tables.orders._clocks.items()):
            assert place[2], "only a late player is answered for"
            clock.cancel()
            house.tables.orders._ring(place, table.story.count((place[1],)))
        await settle(house)
        assert "trade" in [notation for _, notation in by_orders(table)]

    run(tmp_path, test)


# Who may, and where


def test_orders_are_for_ones_own_seat_in_a_game_that_knows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        guest, table = await seat_here(house, "skerries", "here", "here")
        stranger, _ = await house.people.welcome("Cleo")
        with pytest.raises(NotAllowed):
            await order(house, table, stranger, BOB, "course")
        with pytest.raises(NotAllowed):
            await house.tables.orders.of(table.row.id, stranger, BOB)
        monkeypatch.setattr(Skerries, "orders", ())
        with pytest.raises(TableError, match="no standing orders"):
            await order(house, table, guest, BOB, "course")
        # Whoever chooses in a game without orders is not looked after
        await do(house, table, "row north", seat=BOB)
        assert by_orders(table) == []

    run(tmp_path, test)


def test_orders_that_remember_something_need_a_game_that_has_begun(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        guest, table = await seat_here(house, "skerries", "here", "open")
        with pytest.raises(TableError, match="not started"):
            await order(house, table, guest, ANNE, "course")
        await order(house, table, guest, ANNE, "trade")

    run(tmp_path, test)
