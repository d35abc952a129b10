"""Nobody floods the lobby, and nobody's bots keep those of others waiting."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from quarterdeck.server.errors import TooSoon
from quarterdeck.server.limits import Newcomers
from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.store.quota import DAY
from quarterdeck.server.store.rows import OPEN, PERSON, Guest, SeatRow
from quarterdeck.server.turns import Turns
from tests.server.client import Answer, Client, play_out
from tests.server.servers import Launch
from tests.server.serving import BAD_BOTS
from tests.server.test_store import table_row
from tests.server.visitor import Visitor, words_of


def said(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json()["id"]


def wish(client: Client, *seating: str, listed: bool = True) -> Answer:
    data = {"game": "salty_ocean", "seating": seating, "listed": listed}
    return client.post("/api/tables", data)


def stand_in(table: str, seat: int) -> str:
    return f"/api/tables/{table}/seats/{seat}/stand-in"


# The lobby


def test_one_person_opens_only_so_many_tables(launch: Launch, database: str) -> None:
    server = launch(database, open_tables=2)
    anne, bob = server.client("Anne", language="fr"), server.client("Bob")
    tables = [wish(anne, "here", "open", listed=listed).json()["id"] for listed in (True, False)]
    answer = wish(anne, "here", "open")
    assert said(answer) == (429, "qd.server.too_many_open")
    assert "2 de vos tables attendent" in answer.json()["error"]
    assert len(anne.ask("/api/tables")["mine"]) == 2
    # Games that need nobody are another matter, and so are others' tables
    assert wish(anne, "here", "random").status == 201
    assert wish(bob, "here", "open").status == 201
    # One begins: then another may be opened
    bob.join(tables[0])
    assert wish(anne, "here", "open").status == 201


def test_many_requests_at_once_open_no_more(launch: Launch, database: str) -> None:
    server = launch(database, open_tables=3)
    anne = server.client("Anne")
    clients = [Client(server.address, anne.secret) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda client: wish(client, "here", "open").status, clients))
    assert sorted(found) == [201] * 3 + [429] * 5


def test_only_so_many_tables_of_a_person_run_without_people(launch: Launch, database: str) -> None:
    server = launch(database, environment={BAD_BOTS: "1"}, bot_tables=1, bot_patience=600.0)
    anne, bob = server.client("Anne"), server.client("Bob")
    assert wish(anne, "hanging", "hanging").status == 201
    table = wish(anne, "open", "open").json()["id"]
    assert said(wish(anne, "random", "random")) == (429, "qd.server.too_many_bots")
    filled = anne.post(f"/api/tables/{table}/fill", {"bot": "random"})
    assert said(filled) == (429, "qd.server.too_many_bots")
    assert anne.table(table)["status"] == "gathering"
    # Where somebody sits, bots wait for them; and others have tables of their own
    assert wish(anne, "here", "random").status == 201
    assert wish(bob, "random", "random").status == 201


def test_what_ifs_and_games_against_bots_are_counted_by_the_day(
    launch: Launch, database: str
) -> None:
    server = launch(database, tables_a_day=3)
    anne = Visitor(server.address).come("Anne")
    table = wish(anne, "here", "here").json()["id"]
    play_out(table, {0: anne, 1: anne}, lambda n: "pass" if "pass" in n else n[0])
    for _ in range(2):
        assert anne.send_form(f"/t/{table}/branch", {"ply": "1", "seat": "0"}).status == 303
    answer = anne.send_form(f"/t/{table}/branch", {"ply": "1", "seat": "0"})
    assert answer.status == 429
    assert "You have started 3 games within a day" in words_of(answer.text)
    answer = anne.send_form("/play", {"game": "salty_ocean"})
    assert answer.status == 429
    assert said(anne.post(f"/api/tables/{table}/rematch")) == (429, "qd.server.too_many_tables")


def test_handing_over_ones_seat_makes_no_more_tables_without_people(
    launch: Launch, database: str
) -> None:
    server = launch(database, environment={BAD_BOTS: "1"}, bot_tables=1, bot_patience=600.0)
    anne, bob = server.client("Anne", language="fr"), server.client("Bob")
    first, second = (wish(anne, "here", "hanging").json()["id"] for _ in range(2))
    assert anne.post(stand_in(first, 0), {"bot": "hanging"}).status == 200
    answer = anne.post(stand_in(second, 0), {"bot": "hanging"})
    assert said(answer) == (429, "qd.server.too_many_bots")
    assert "des robots jouent seuls" in answer.json()["error"]
    assert anne.table(second)["seats"][0]["bot"] is None
    assert said(wish(anne, "hanging", "hanging")) == (429, "qd.server.too_many_bots")
    # Another bot for a seat that is handed over already is no further table
    assert anne.post(stand_in(first, 0), {"bot": "random"}).status == 200
    # Where others play on, one may always go
    third = wish(anne, "here", "open").json()["id"]
    bob.join(third)
    assert anne.post(stand_in(third, 0), {"bot": "hanging"}).status == 200
    # Whoever goes last leaves the table to the bots, whoever has set it up
    assert bob.post(stand_in(third, 1), {"bot": "hanging"}).status == 200
    fourth = wish(bob, "here", "hanging").json()["id"]
    assert said(bob.post(stand_in(fourth, 0))) == (429, "qd.server.too_many_bots")
    # Back at the table, it is a table with people again
    assert bob.send("DELETE", stand_in(third, 1)).status == 200
    assert bob.post(stand_in(fourth, 0), {"bot": "hanging"}).status == 200


def test_games_that_the_host_starts_later_are_counted_by_the_day(
    launch: Launch, database: str
) -> None:
    server = launch(database, tables_a_day=2)
    anne, bob = server.client("Anne"), server.client("Bob")
    tables = [wish(anne, "here", "open").json()["id"] for _ in range(4)]
    for table in tables[:2]:
        assert anne.post(f"/api/tables/{table}/fill", {"bot": "random"}).status == 200
    refused = (429, "qd.server.too_many_tables")
    assert said(anne.post(f"/api/tables/{tables[2]}/fill", {"bot": "random"})) == refused
    assert said(anne.post(f"/api/tables/{tables[2]}/join", {"seat": 1})) == refused
    found = anne.table(tables[2])
    assert (found["status"], found["seating"][1]["kind"]) == ("gathering", "open")
    assert said(wish(anne, "random", "random")) == refused
    # Others may still sit down and play with them
    bob.join(tables[2])
    assert bob.table(tables[2])["status"] == "running"


def test_many_fills_at_once_begin_no_more_games(launch: Launch, database: str) -> None:
    server = launch(database, tables_a_day=2)
    anne = server.client("Anne")
    tables = [wish(anne, "here", "open").json()["id"] for _ in range(6)]
    clients = [Client(server.address, anne.secret) for _ in tables]

    def fill(client: Client, table: str) -> int:
        return client.post(f"/api/tables/{table}/fill", {"bot": "random"}).status

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(fill, clients, tables))
    assert sorted(found) == [200] * 2 + [429] * 4


def test_the_lobby_shows_a_few_tables_of_each_host(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob, cleo = (server.client(name) for name in ("Anne", "Bob", "Cleo"))
    # Nobody moves: what changed last stands first
    theirs = [wish(bob, "here", "open"), wish(bob, "here", "here")]
    opened, begun = (answer.json()["id"] for answer in theirs)
    waiting = [wish(anne, "here", "open").json()["id"] for _ in range(60)]
    running = [wish(anne, "here", "here").json()["id"] for _ in range(60)]
    listed = cleo.ask("/api/tables")
    assert [row["id"] for row in listed["open"]] == [*waiting[:-4:-1], opened]
    assert [row["id"] for row in listed["running"]] == [*running[:-4:-1], begun]
    page = Visitor(server.address).send("GET", "/").text
    assert all(f"/t/{id}" in page for id in (opened, begun, *waiting[-3:], *running[-3:]))
    assert not any(f"/t/{id}" in page for id in (*waiting[:-3], *running[:-3]))


def test_one_person_sits_at_only_so_many_tables_that_wait(launch: Launch, database: str) -> None:
    server = launch(database, joined_tables=2)
    anne, bob = server.client("Anne"), server.client("Bob", language="fr")
    tables = [wish(anne, "here", "open", "open").json()["id"] for _ in range(4)]
    for table in tables[:2]:
        bob.join(table)
    answer = bob.post(f"/api/tables/{tables[2]}/join", {})
    assert said(answer) == (429, "qd.server.too_many_joined")
    assert "2 tables" in answer.json()["error"]
    assert anne.table(tables[2])["seating"][1]["kind"] == "open"
    # A second seat at a table is no further table; and a game that begins is none that waits
    bob.join(tables[0], 2)
    assert bob.table(tables[0])["status"] == "running"
    bob.join(tables[2])
    assert said(bob.post(f"/api/tables/{tables[3]}/join", {})) == (
        429,
        "qd.server.too_many_joined",
    )
    bob.tell(f"/api/tables/{tables[1]}/leave", {"seat": 1})
    bob.join(tables[3])


def test_many_requests_at_once_take_no_more_seats(launch: Launch, database: str) -> None:
    server = launch(database, joined_tables=2)
    anne, bob = server.client("Anne"), server.client("Bob")
    tables = [wish(anne, "here", "open", "open").json()["id"] for _ in range(6)]
    clients = [Client(server.address, bob.secret) for _ in tables]

    def sit(client: Client, table: str) -> int:
        return client.post(f"/api/tables/{table}/join", {}).status

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(sit, clients, tables))
    assert sorted(found) == [200] * 2 + [429] * 4


def test_the_host_may_free_a_seat_before_the_start(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob, cleo = (server.client(name) for name in ("Anne", "Bob", "Cleo"))
    table = wish(anne, "here", "open", "open", "random").json()["id"]
    token = bob.join(table, 1)
    path = f"/api/tables/{table}/seats"
    assert said(cleo.send("DELETE", f"{path}/1")) == (403, "qd.server.not_your_seat")
    assert said(bob.send("DELETE", f"{path}/0")) == (403, "qd.server.not_your_seat")
    for seat in (2, 3, 7):
        answer = anne.send("DELETE", f"{path}/{seat}")
        assert said(answer) == (400, "qd.server.no_person_there")
    assert anne.send("DELETE", f"{path}/1").json() == {"seat": 1}
    assert [seat["kind"] for seat in bob.table(table)["seating"]] == [
        "person",
        "open",
        "open",
        "bot",
    ]
    # Programs of whoever sat there play no more
    assert Client(server.address, token).post(f"{path}/1/token").status in (401, 403)
    # Everybody may free their own
    cleo.join(table, 1)
    assert cleo.send("DELETE", f"{path}/1").status == 200
    for each in (cleo, bob):
        each.join(table)
    assert said(anne.send("DELETE", f"{path}/1")) == (409, "qd.server.already_started")


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Free the seat"), ("fr", "Libérer la place")], ids=str
)
def test_the_waiting_room_lets_the_host_free_a_seat(
    launch: Launch, language: str, label: str
) -> None:
    server = launch()
    anne = Visitor(server.address, language).come("Anne")
    bob = Visitor(server.address, language).come("Bob")
    table = wish(anne, "here", "open", "open").json()["id"]
    bob.join(table, 1)
    assert label not in words_of(bob.send("GET", f"/t/{table}").text)
    assert label in words_of(anne.send("GET", f"/t/{table}").text)
    assert anne.send_form(f"/t/{table}/leave", {"seat": "1"}).status == 303
    assert label not in words_of(anne.send("GET", f"/t/{table}").text)
    assert [seat["kind"] for seat in bob.table(table)["seating"]] == ["person", "open", "open"]
    # Bob is shown a free seat again
    free = {b.fields for b in bob.buttons(f"/t/{table}") if b.action.endswith("/join")}
    assert free == {(("seat", "1"),), (("seat", "2"),)}


def test_new_guests_of_one_address_share_what_they_may_open(launch: Launch, database: str) -> None:
    server = launch(database, open_tables=1)
    guests = [server.client(f"Guest {number}") for number in (2, 4, 6, 7)]
    answers = [wish(guest, "here", "open") for guest in guests]
    assert [answer.status for answer in answers] == [201, 201, 201, 429]
    assert said(answers[-1]) == (429, "qd.server.too_many_here")


def test_only_so_many_new_guests_come_from_one_address(launch: Launch) -> None:
    server = launch(guests_an_hour=2)
    for number in (2, 4):
        assert server.client(f"Guest {number}").secret
    answer = server.client(language="fr").post("/api/guests", {"name": "Guest 6"})
    assert said(answer) == (429, "qd.server.too_many_guests")
    assert "Trop de nouveaux invités" in answer.json()["error"]
    page = Visitor(server.address).send_form("/guest", {"name": "Guest 6"})
    assert page.status == 429
    assert "Too many new guests" in words_of(page.text)


def test_newcomers_are_counted_by_address_and_time() -> None:
    now = 0.0
    newcomers = Newcomers(2, clock=lambda: now)
    for id, address in (("a", "here"), ("b", "here"), ("c", "there")):
        newcomers.check(address)
        newcomers.note(id, address)
    with pytest.raises(TooSoon):
        newcomers.check("here")
    newcomers.check("there")
    assert newcomers.find_neighbours("a") == {"a", "b"}
    assert newcomers.find_neighbours("c") == {"c"}
    assert newcomers.find_neighbours("somebody from long ago") == {"somebody from long ago"}
    now = 1800.0
    newcomers.check("here")
    newcomers.note("d", "here")
    now = DAY + 1
    assert newcomers.find_neighbours("a") == {"a"}
    assert newcomers.find_neighbours("d") == {"d"}


def test_tables_that_nobody_has_joined_for_long_leave_the_lobby(database: str) -> None:
    free = [SeatRow(0, PERSON, None, "anne", "Anne"), SeatRow(1, OPEN, None, None, "")]
    empty = [SeatRow(0, OPEN, None, None, ""), SeatRow(1, OPEN, None, None, "")]

    async def main() -> None:
        engine = engine_for(database)
        await migrate(engine)
        store = Store(Database(engine))
        await store.database.open()
        try:
            await store.tables.add(
                table_row("old", changed=100.0), [*free, SeatRow(2, OPEN, None, None, "")]
            )
            await store.tables.add(table_row("new", changed=200.0), free)
            await store.tables.add(table_row("left", changed=300.0), empty)
            listed = [row.id for row in await store.lists.joinable(since=150.0)]
            assert listed == ["new"]
            # Somebody sits down: it is fresh again
            await store.seats.take("old", 1, Guest("bob", "Bob"), None)
            listed = [row.id for row in await store.lists.joinable(since=time.time() - 60)]
            assert listed == ["old"]
        finally:
            await store.database.close()

    asyncio.run(main())


# The bots


def test_owners_take_turns_however_much_each_of_them_wants() -> None:
    order: list[str] = []

    async def main() -> None:
        turns = Turns(["worker"])

        async def work(owner: str, number: int) -> None:
            worker = await turns.take(owner)
            order.append(f"{owner}{number}")
            # Others come to wait meanwhile
            await asyncio.sleep(0)
            turns.give_back(worker)

        held = await turns.take("somebody")
        wishes = [("a", n) for n in range(4)] + [("b", 0), ("c", 0), ("b", 1)]
        tasks = []
        for owner, number in wishes:
            tasks.append(asyncio.create_task(work(owner, number)))
            await asyncio.sleep(0)
        turns.give_back(held)
        await asyncio.gather(*tasks)

    asyncio.run(main())
    assert order == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]


def test_what_somebody_likes_comes_first_and_one_may_wait_for_it_only() -> None:
    async def main() -> None:
        turns = Turns(["one", "two", "three"])
        assert await turns.take("a", "one") == "one"
        assert await turns.take("a", "one") == "three", "busy: any will do"
        waiting = asyncio.create_task(turns.take("a", "one", only=True))
        after = asyncio.create_task(turns.take("b", "three", only=True))
        await asyncio.sleep(0)
        assert not waiting.done(), "though another is free"
        assert await turns.take("c") == "two"
        turns.give_back("two")
        turns.give_back("three")
        assert await after == "three"
        assert not waiting.done()
        turns.give_back("one")
        assert await waiting == "one"
        assert await turns.take("d") == "two", "nothing was lost"

    asyncio.run(main())


def test_who_waits_no_longer_is_passed_over_and_nothing_is_lost() -> None:
    async def main() -> None:
        turns = Turns([1])
        held = await turns.take("a")
        gone = asyncio.create_task(turns.take("b"))
        late = asyncio.create_task(turns.take("c"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        turns.give_back(held)
        assert await late == 1
        # Cancelled in the very moment in which it was served
        served = asyncio.create_task(turns.take("d"))
        await asyncio.sleep(0)
        turns.give_back(1)
        served.cancel()
        await asyncio.gather(served, return_exceptions=True)
        assert await asyncio.wait_for(turns.take("e"), 60) == 1

    asyncio.run(main())
