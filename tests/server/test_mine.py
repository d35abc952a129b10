"""My tables: what waits first, what is new since one looked, and the way to the next one."""

from __future__ import annotations

import json
from contextvars import ContextVar
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.asked import read_ask
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.hub import Watcher
from quarterdeck.server.live import LiveTable
from quarterdeck.server.mine_words import ShownMine, describe_mine
from quarterdeck.server.people import Caller
from quarterdeck.server.store.mine import Look
from quarterdeck.server.store.rows import Guest
from tests.server.client import Client, Stream, two_players, wait_until
from tests.server.houses import in_a_loop, open_house, play, play_on, sql, undo
from tests.server.servers import Launch, Server, new_postgres_database


async def sit_down(
    house: House, *guests: Guest, game: str = "salty_ocean", **more: Any
) -> LiveTable:
    """A running table of these people."""
    seating = ("here", *["open"] * (len(guests) - 1))
    made = await house.tables.gathering.create(NewTable(game, seating, {}, **more), guests[0])
    for guest in guests[1:]:
        await house.tables.gathering.join(made.row.id, guest)
    return await house.tables.live(made.row.id)


async def two(house: House) -> tuple[Guest, Guest]:
    return (await house.people.welcome("Anne"))[0], (await house.people.welcome("Bob"))[0]


def of_seat(table: LiveTable, seat: int, *guests: Guest) -> Guest:
    return next(guest for guest in guests if table.seats[seat].guest_id == guest.id)


async def shown(house: House, guest: Guest, language: str = "en") -> ShownMine:
    return describe_mine(await house.mine.of(guest.id), language)


@in_a_loop
async def test_what_waits_comes_first_and_says_what_is_asked(database: str, tmp_path: Path) -> None:
    async with open_house(database, tmp_path) as house:
        anne, bob = await two(house)
        tables = [await sit_down(house, anne, bob) for _ in range(3)]
        waiting = await house.tables.gathering.create(
            NewTable("salty_ocean", ("here", "open"), {}, "Rouen"), anne
        )
        actor = tables[0].playing().actor
        assert actor is not None
        first = of_seat(tables[0], actor, anne, bob)
        second = bob if first is anne else anne
        found = await shown(house, first)
        # The longest waiting first
        assert [each.id for each in found.waiting] == [table.row.id for table in tables]
        prompt = tables[0].playing().prompt(actor)
        assert prompt is not None
        assert found.waiting[0].asked == house_say(tables[0], "en", prompt)
        french = await shown(house, first, "fr")
        assert french.waiting[0].asked == house_say(tables[0], "fr", prompt)
        assert (await shown(house, anne)).gathering[0].id == waiting.row.id
        others = await shown(house, second)
        assert [each.asked for each in others.others] == [None] * 3
        assert others.others[0].turn == (first.name,)
        assert await house.store.mine.waiting_of(first.id) == 3
        assert await house.store.mine.waiting_of(second.id) == 0
        assert await house.mine.waiting_of(first.id) == 3


def house_say(table: LiveTable, language: str, message: Any) -> str:
    return Translator(language, table.names()).text(message)


@in_a_loop
async def test_deadlines_come_before_what_only_waits_longer(database: str, tmp_path: Path) -> None:
    async with open_house(database, tmp_path) as house:
        anne, bob = await two(house)
        paces = ("live", "week", "day")
        tables = [await sit_down(house, anne, bob, pace=pace) for pace in paces]
        actor = tables[0].playing().actor
        assert actor is not None
        first = of_seat(tables[0], actor, anne, bob)
        ids = [table.row.id for table in tables]
        assert await house.mine.waiting(first.id) == [ids[2], ids[1], ids[0]]
        assert await house.mine.next(first.id) == ids[2]
        assert await house.mine.next(first.id, ids[2]) == ids[1]
        assert await house.mine.next(first.id, ids[0]) == ids[2]
        assert await house.mine.next(first.id, "elsewhere") == ids[2]


@in_a_loop
async def test_tables_of_others_and_seats_of_bots_do_not_wait(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        anne, bob = await two(house)
        table = await sit_down(house, anne, bob)
        stranger, _ = await house.people.welcome("Claire")
        actor = table.playing().actor
        assert actor is not None
        first = of_seat(table, actor, anne, bob)
        assert (await shown(house, stranger)).is_empty
        # A bot stands in for somebody: nothing waits for them
        await house.store.seats.change(table.row.id, actor, stand_in="random")
        assert await house.mine.waiting_of(first.id) == 0
        assert await house.store.mine.waiting_of(first.id) == 0


@in_a_loop
async def test_what_is_new_is_counted_from_the_last_look(database: str, tmp_path: Path) -> None:
    async with open_house(database, tmp_path) as house:
        anne, bob = await two(house)
        table = await sit_down(house, anne, bob)
        for guest in (anne, bob):
            house.mine.look(table, guest.id, 0)
        actor = table.playing().actor
        assert actor is not None
        first = of_seat(table, actor, anne, bob)
        second = bob if first is anne else anne
        made = 0
        while table.playing().actor == actor:
            await play_on(house, table, 1)
            made += 1
        (news,) = (await shown(house, second)).waiting
        assert news.choices == made
        assert first.name in news.news
        # One's own choices are no news
        (own,) = (await shown(house, first)).others
        assert (own.choices, own.news) == (0, "")
        await house.tables.talking.say(table.row.id, first, "Ahoy")
        assert (await shown(house, second)).waiting[0].unread == 1
        assert (await shown(house, first)).others[0].unread == 0
        house.mine.look(table, second.id, 1)
        (seen,) = (await shown(house, second)).waiting
        assert (seen.choices, seen.unread) == (0, 0)
        # It is stored, and never goes back
        await house.store.mine.note_looks({(table.row.id, second.id): Look(0, 0)})
        assert (await shown(house, second)).waiting[0].choices == 0


async def find_secret(house: House, table: LiveTable, seat: int) -> int:
    """Play on until a seat can choose in secret without being finished; gives that choice."""
    for _ in range(300):
        position = table.playing().position
        for code in position.legal(seat) if seat in table.story.asked else ():
            tried = position.clone()
            tried.play(seat, code)
            if tried.lanes and seat in tried.actors() and len(table.story.asked) > 1:
                return code
        asked = table.story.asked[0]
        await play(house, table, position.legal(asked)[0], seat=asked)
    raise AssertionError("nobody chooses twice in secret")


@in_a_loop
async def test_nothing_of_a_list_tells_what_others_do_in_secret(tmp_path: Path) -> None:
    """While everybody chooses at once, a list is the same whatever the others have done so far,
    also if they have taken it back; afterwards it counts what they chose."""
    address = f"sqlite:///{tmp_path / 'table.db'}"
    async with open_house(address, tmp_path) as house:
        anne, bob = await two(house)
        table = await sit_down(house, anne, bob, game="rolling_seas")
        mine, theirs = table.seats_of(anne.id)[0], table.seats_of(bob.id)[0]
        secret = await find_secret(house, table, theirs)
        house.mine.look(table, anne.id, 0)
        before = await shown(house, anne)
        await play(house, table, secret, seat=theirs)
        assert await shown(house, anne) == before
        assert (await shown(house, anne)).edition == before.edition
        await undo(house, table, theirs)
        assert (await shown(house, anne)).edition == before.edition
        assert await sql(address, "SELECT public FROM tables") == [(table.story.public,)]
        assert table.story.public < table.lines
        # What they are asked is theirs
        asks = (await house.mine.of(bob.id)).waiting[0].row.asks
        assert read_ask(asks, theirs) is not None
        assert "asks" not in json.dumps(asdict(before))
        # Both to the end of the round
        opened = table.story.public
        for _ in range(200):
            if table.story.public != opened:
                break
            seat = next(iter(table.playing().actors))
            await play(house, table, table.playing().position.legal(seat)[0], seat=seat)
        assert table.story.public > opened
        found = (await shown(house, anne)).waiting[0]
        assert found.choices >= 1
        assert mine not in dict((await house.mine.of(anne.id)).waiting[0].choices)
        assert await sql(address, "SELECT public FROM tables") == [(table.story.public,)]


@in_a_loop
async def test_a_table_that_is_set_aside_waits_for_nobody(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'table.db'}"
    async with open_house(address, tmp_path) as house:
        anne, bob = await two(house)
        table = await sit_down(house, anne, bob)
        id = table.row.id
    await sql(address, "UPDATE tables SET game = 'lost_game'")
    async with open_house(address, tmp_path) as house:
        for guest in (anne, bob):
            found = await shown(house, guest)
            assert [each.id for each in found.others if each.aside] == [id]
            assert await house.mine.waiting_of(guest.id) == 0


@in_a_loop
async def test_a_rematch_is_an_invitation(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        anne, bob = await two(house)
        table = await sit_down(house, anne, bob)
        while not table.playing().finished:
            legal = table.playing().position.legal(table.playing().actor or 0)
            await play(house, table, legal[-1])
        again = await house.tables.gathering.rematch(table.row.id, anne)
        assert [each.id for each in (await shown(house, bob)).invitations] == [again.row.id]
        assert (await shown(house, anne)).invitations == ()
        await house.tables.gathering.rematch(table.row.id, bob)
        assert (await shown(house, bob)).invitations == ()


@in_a_loop
async def test_a_hundred_tables_are_listed_without_opening_one(tmp_path: Path) -> None:
    """Each costs no query of its own; `benchmarks` is where speed is measured."""
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        anne, bob = await two(house)
        for _ in range(12):
            await sit_down(house, anne, bob)
        asked = opened = 0
        read, live = house.store.database.read, house.tables.live
        # What the house does by itself meanwhile does not count
        listing = ContextVar("listing", default=False)

        async def count(job: Any) -> Any:
            nonlocal asked
            asked += listing.get()
            return await read(job)

        async def open_table(table_id: str) -> Any:
            nonlocal opened
            opened += listing.get()
            return await live(table_id)

        house.store.database.read = count  # type: ignore[method-assign]
        house.tables.live = open_table  # type: ignore[method-assign]
        listing.set(True)
        found = await shown(house, anne)
        listing.set(False)
        assert len(found.waiting) + len(found.others) == 12
        assert opened == 0
        assert 0 < asked <= 5


@pytest.mark.parametrize(
    "stored", [None, "", "{", "[]", '{"0": 3}', '{"0": [3, {}]}', '{"0": ["x", {"a": null}]}']
)
def test_what_is_asked_is_not_told_if_it_is_damaged(stored: str | None) -> None:
    assert read_ask(stored, 0) is None


@in_a_loop
async def test_damaged_marks_spoil_no_list(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'table.db'}"
    async with open_house(address, tmp_path) as house:
        anne, bob = await two(house)
        for _ in range(2):
            await sit_down(house, anne, bob)
        for table in house.tables.shelf:
            house.mine.look(table, anne.id, 0)
        await house.mine.of(anne.id)
    await sql(
        address,
        "UPDATE tables SET asks = '{', public = 'x' WHERE id IN (SELECT id FROM tables LIMIT 1)",
        "UPDATE looks SET lines = 'x', chat = 'y'",
    )
    async with open_house(address, tmp_path) as house:
        found = [await shown(house, guest) for guest in (anne, bob)]
        assert [len(each.waiting) + len(each.others) for each in found] == [2, 2]


# Over HTTP


def test_the_api_lists_what_waits(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    mine = first.ask("/api/me/tables")
    assert table in [each["id"] for each in mine["waiting"]]
    assert first.ask("/api/me/waiting")["waiting"] == mine["count"]
    assert table not in [each["id"] for each in second.ask("/api/me/tables")["waiting"]]
    assert first.ask("/api/me/next")["table"] in [each["id"] for each in mine["waiting"]]
    assert second.get("/api/tables").status == 200
    for path in ("tables", "waiting", "next", "games", "deadlines"):
        assert Client(anne.address).get(f"/api/me/{path}").status == 403
    listed = next(e for e in first.ask("/api/tables")["running"] if e["id"] == table)
    assert not {"asks", "public", "fill_at", "turn", "secret"} & listed.keys()


def test_the_next_table_is_one_request_away(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    answer = anne.get("/mine/next")
    assert (answer.status, answer.headers["location"]) == (303, "/mine?next=none")
    assert "Enjoy the calm" in anne.get("/mine?next=none").text
    assert Client(anne.address).get("/mine/next").headers["location"] == "/mine?next=none"
    table, first, _ = two_players(anne, bob)
    assert first.get("/mine/next").headers["location"] == f"/t/{table}"
    assert first.get(f"/mine/next?after={table}").headers["location"] == "/mine?next=only"
    page = first.get(f"/t/{table}").text
    assert f'href="/mine/next?after={table}"' in page
    assert 'id="next-table"' not in Client(anne.address).get(f"/t/{table}").text


def test_empty_lists_say_what_to_do(server: Server) -> None:
    new = server.client("Newcomer")
    assert "You have no tables yet" in new.get("/mine").text
    assert "kept here" in new.get("/mine/archive").text
    assert "No deadline is running" in new.get("/mine/calendar").text
    assert "Tell your name" in server.client().get("/mine").text
    assert "pas encore de table" in server.client("Nouveau", "fr").get("/mine").text


def listen(client: Client, path: str) -> Stream:
    headers = {"Authorization": f"Bearer {client.secret}"}
    return Stream(client.address, path, headers, client.received)


def test_a_list_hears_of_changes_and_a_table_of_how_many_wait(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table, first, second = two_players(anne, bob)
    mine = listen(second, "/mine/stream")
    there = listen(second, f"/t/{table}/stream?seen=0&mine=yes")
    try:
        before = mine.until(lambda event: event.name == "mine")
        assert before.data["waiting"] == 0
        while first.choices(table)["choices"]:
            first.move(table, first.lines(table), first.choices(table)["choices"][-1]["notation"])
        after = mine.until(lambda event: event.data["waiting"] == 1)
        assert after.data["edition"] != before.data["edition"]
        told = there.until(lambda event: event.name == "mine" and event.data["waiting"] == 1)
        assert told.data["elsewhere"] == 0
    finally:
        mine.close()
        there.close()
    assert table in second.get("/mine/parts").text


def test_another_process_calls_people_too(postgres: str, launch: Launch) -> None:
    database = new_postgres_database(postgres)
    one = launch(database)
    two = launch(database, key_file=one.folder / "server.key")
    anne, bob = one.client("Anne"), one.client("Bob")
    table, first, second = two_players(anne, bob)
    elsewhere = Client(two.address, second.secret)
    mine = listen(elsewhere, "/mine/stream")
    try:
        assert mine.next().data["waiting"] == 0
        while first.choices(table)["choices"]:
            first.move(table, first.lines(table), first.choices(table)["choices"][-1]["notation"])
        mine.until(lambda event: event.data["waiting"] == 1)
    finally:
        mine.close()


def test_a_page_that_is_closed_has_been_looked_at(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table, first, second = two_players(anne, bob)

    def news() -> int:
        found = second.ask("/api/me/tables")
        entries = found["waiting"] + found["others"]
        count: int = next(each["choices"] for each in entries if each["id"] == table)
        return count

    second.get(f"/t/{table}")
    while first.choices(table)["choices"]:
        first.move(table, first.lines(table), first.choices(table)["choices"][-1]["notation"])
    assert news() > 0
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    # A page that showed less has not shown this
    answer = second.send("POST", f"/t/{table}/looked", b"lines=0&chat=0", form)
    assert (answer.status, news() > 0) == (204, True)
    lines = second.lines(table)
    second.send("POST", f"/t/{table}/looked", f"lines={lines}&chat=999".encode(), form)
    wait_until(lambda: news() == 0, "the look")
    assert second.send("POST", f"/t/{table}/looked", b"lines=x", form).status == 400


@in_a_loop
async def test_who_left_a_table_hears_of_it(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
        anne, bob = await two(house)
        made = await house.tables.gathering.create(
            NewTable("salty_ocean", ("here", "open", "open"), {}), anne
        )
        await house.tables.gathering.join(made.row.id, bob)
        with house.hub.calling(Watcher(Caller(bob))) as watcher:
            await house.tables.gathering.leave(made.row.id, anne, 1)
            assert watcher.called
