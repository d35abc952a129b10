"""Standing orders at real servers: a defender who is away does not stall the table."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from quarterdeck import games
from tests.server.captains import (
    ANNE,
    BOB,
    GAME,
    OPTIONS,
    RULES,
    Table,
    attack,
    deals,
    put,
)
from tests.server.client import Client, wait_until
from tests.server.houses import sql
from tests.server.records import verified
from tests.server.servers import Launch, NewDatabase, Server, new_postgres_database
from tests.server.visitor import Visitor

# A game in which Anne attacks Bob soon.
DEAL = 4
ATTACK = attack(DEAL)
NEVER = 3600.0
SOON = 0.2
TOLD = {
    "en": "Bob had left a standing order for this.",
    "fr": "Bob avait laissé une consigne pour ce choix.",
}


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that hardly waits for anybody."""
    folder = tmp_path_factory.mktemp("hasty")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment=deals(DEAL), order_patience=SOON).start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for everybody."""
    folder = tmp_path_factory.mktemp("patient")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment=deals(DEAL), order_patience=NEVER).start()
    yield made
    made.kill()


def chosen_by_orders(table: Table, reader: Client | None = None) -> list[str]:
    """What the record says that orders have chosen."""
    rows = [json.loads(row) for row in (reader or table.anne).record(table.id).splitlines()]
    found = [row for row in rows if "by" in row]
    assert all(row["by"] == "orders" and row["seat"] == BOB for row in found)
    return [row["play"] for row in found]


def goes_on(table: Table) -> None:
    wait_until(lambda: BOB not in table.asked(), "the orders to answer for Bob")


# They act


def test_whoever_is_away_is_answered_for_and_everybody_is_told(hasty: Server) -> None:
    table = Table(hasty)
    assert table.orders(cannons="none", retreat="stay").status == 200
    table.follow(ATTACK[:-1])
    with table.anne.watching(table.id) as stream:
        before = stream.next().data["lines"]
        table.follow(ATTACK[-1:])
        stream.until(lambda event: event.data["lines"] > before + 1)
    goes_on(table)
    found = chosen_by_orders(table)
    assert found[0] == "man 0"
    everybody = (table.anne, table.bob, hasty.client(), hasty.client("Cleo"))
    for reader in everybody:
        assert chosen_by_orders(table, reader) == found
        told = [line["text"] for line in reader.table(table.id)["log"]]
        assert told.count(TOLD["en"]) == len(found)
        page = reader.get(f"/t/{table.id}/text", **{"Accept-Language": "fr"}).text
        assert TOLD["fr"] in page
    # The table goes on, and the record can be played again
    state = table.state
    assert table.asked() == [ANNE]
    notation = state["choices"][0]["notation"]
    assert table.anne.move(table.id, state["lines"], notation) > state["lines"]
    verified(table.anne.record(table.id))


def test_orders_given_too_late_answer_all_the_same(hasty: Server) -> None:
    """The clock of the question has run out long ago when they come."""
    table = Table(hasty).follow(ATTACK)
    time.sleep(5 * SOON)
    assert table.asked() == [BOB]
    table.orders(cannons="none")
    goes_on(table)
    assert chosen_by_orders(table)[0] == "man 0"


def test_chat_meanwhile_does_not_hold_them_up(hasty: Server) -> None:
    """News at the table start no clock anew."""
    table = Table(hasty)
    table.orders(retreat="flee")
    table.follow(ATTACK)
    end = time.monotonic() + 60
    while BOB in table.asked():
        assert time.monotonic() < end
        table.anne.tell(f"{table.path}/chat", {"text": "Bob?"})
    assert chosen_by_orders(table)


def test_without_orders_the_table_waits(hasty: Server) -> None:
    table = Table(hasty)
    table.orders()
    assert put(table.bob, f"{table.path}/seats/1/orders", {"orders": None}).status == 200
    table.follow(ATTACK)
    lines = table.state["lines"]
    time.sleep(5 * SOON)
    assert (table.state["lines"], table.asked()) == (lines, [BOB])
    # Whoever has orders of his own does not answer for others
    table.orders(ANNE)
    time.sleep(5 * SOON)
    assert (table.state["lines"], table.asked()) == (lines, [BOB])
    table.bob.move(table.id, lines, "man 0")
    assert chosen_by_orders(table) == []


def test_whoever_answers_in_time_answers_himself(patient: Server) -> None:
    table = Table(patient)
    table.orders(cannons="all")
    table.follow(ATTACK)
    lines = table.state["lines"]
    table.bob.move(table.id, lines, "man 0")
    assert chosen_by_orders(table) == []
    assert TOLD["en"] not in [line["text"] for line in table.state["log"]]


def test_they_act_in_nobodys_own_turn(hasty: Server) -> None:
    table = Table(hasty)
    table.orders(ANNE)
    table.orders(BOB)
    first = table.asked()
    time.sleep(5 * SOON)
    assert table.asked() == first
    assert chosen_by_orders(table) == []


# Restarts


def test_orders_and_a_pending_question_survive_a_kill(
    launch: Launch, new_database: NewDatabase
) -> None:
    database = new_database()
    server = launch(database, environment=deals(DEAL), order_patience=NEVER)
    table = Table(server)
    table.orders(cannons="none", ransom="6")
    table.follow(ATTACK)
    lines = table.state["lines"]
    server.kill()
    # The next one is in a hurry; nobody so much as looks at the table
    hurried = Server(
        server.folder / "again",
        database,
        environment=deals(DEAL),
        order_patience=SOON,
        key_file=server.folder / "server.key",
    ).start()
    try:
        reader = Client(hurried.address, table.bob.secret)
        wait_until(lambda: reader.lines(table.id) > lines, "the orders to answer")
        wait_until(lambda: not reader.choices(table.id)["choices"], "the orders to go on")
        rows = [json.loads(row) for row in reader.record(table.id).splitlines()]
        assert next(row["play"] for row in rows if "by" in row) == "man 0"
        orders = reader.ask(f"{table.path}/seats/1/orders")["orders"]
        assert (orders["cannons"], orders["ransom"]) == ("none", "6")
    finally:
        hurried.kill()


@pytest.fixture(scope="module")
def pair(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers on the same database, with the same patience."""
    folder = tmp_path_factory.mktemp("pair")
    database = new_postgres_database(postgres)
    made = [
        Server(
            folder / name,
            database,
            environment=deals(DEAL),
            order_patience=0.5,
            key_file=folder / "shared.key",
        ).start()
        for name in ("one", "two")
    ]
    yield made
    for server in made:
        server.kill()


@pytest.mark.parametrize("number", range(3))
def test_two_processes_do_not_answer_twice(pair: list[Server], number: int) -> None:
    here, there = pair if number % 2 else pair[::-1]
    table = Table(here)
    elsewhere = Client(there.address, table.anne.secret)
    table.orders(cannons="none", retreat="stay")
    table.follow(ATTACK[:-1])
    # Both have the table in memory, and watch it
    with elsewhere.watching(table.id) as stream, table.anne.watching(table.id) as other:
        stream.next()
        other.next()
        table.follow(ATTACK[-1:])
        goes_on(table)
    wait_until(lambda: elsewhere.record(table.id) == table.anne.record(table.id), "the other one")
    found = chosen_by_orders(table)
    assert found.count("man 0") == 1
    assert len(found) == len(set(found))
    verified(table.anne.record(table.id))
    for server in pair:
        assert "failed" not in server.log


# Whose they are


def test_nobody_gives_or_reads_orders_of_another_seat(patient: Server) -> None:
    table = Table(patient)
    table.orders(retreat="flee")
    path = f"{table.path}/seats/{BOB}/orders"
    token = table.bob.ask(f"{table.path}/seats/{BOB}/orders")
    assert token["orders"]["retreat"] == "flee"
    assert token["known"]["cannons"] == ["all", "half", "none"]
    for client in (table.anne, patient.client(), patient.client("Cleo")):
        assert client.get(path).status in (401, 403)
        assert put(client, path, {"orders": {}}).status in (401, 403)
        assert put(client, path, {"orders": None}).status in (401, 403)
    assert table.bob.ask(path) == token
    assert table.bob.get(f"{table.path}/seats/7/orders").status == 403
    assert table.bob.get(f"{table.path}/seats/99/orders").status == 422


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"orders": {"anchor": "up"}}, 404),
        ({"orders": {"cannons": "some"}}, 422),
        ({"orders": {"cannons": 3}}, 422),
        ({"orders": ["cannons"]}, 422),
        ({"orders": "all"}, 422),
        ({"orders": {"cannons": "x" * 50}}, 422),
        ({}, 422),
    ],
)
def test_what_cannot_be_ordered_is_refused(patient: Server, wish: object, status: int) -> None:
    table = Table(patient)
    table.orders(cannons="half")
    path = f"{table.path}/seats/{BOB}/orders"
    answer = put(table.bob, path, wish)
    assert answer.status == status, answer.text
    assert table.bob.ask(path)["orders"]["cannons"] == "half"


def test_a_game_without_interruptions_knows_no_order_for_them(patient: Server) -> None:
    anne = patient.client("Anne")
    table = anne.host("here", "here")
    path = f"/api/tables/{table}/seats/0/orders"
    assert put(anne, path, {"orders": {}}).status == 400
    known = anne.ask(path)
    assert (known["orders"], known["known"], known["standing"]) == (None, {}, [])
    assert [offer["id"] for offer in known["offered"]] == ["pass", "repair", "leave_tiles"]


def test_whoever_stands_up_leaves_no_orders_behind(patient: Server) -> None:
    anne, bob, cleo = (patient.client(name) for name in ("Anne", "Bob", "Cleo"))
    table = anne.host("here", "open", "open", game=GAME, options=OPTIONS)
    bob.join(table)
    path = f"/api/tables/{table}/seats/1/orders"
    assert put(bob, path, {"orders": {"retreat": "flee"}}).status == 200
    bob.tell(f"/api/tables/{table}/leave", {"seat": 1})
    cleo.join(table)
    assert cleo.ask(path)["orders"] is None


# The page


def test_the_page_works_as_a_plain_form(patient: Server) -> None:
    table = Table(patient)
    bob = Visitor.of(table.bob)
    path = f"/t/{table.id}/orders"
    assert f'href="{path}"' in bob.get(f"/t/{table.id}").text
    assert f'href="{path}"' in bob.get(f"/t/{table.id}/text").text
    page = bob.get(path).text
    assert "Standing orders" in page
    assert "No order stands." in page
    wish = {"seat": str(BOB), "order": "defence", "value.retreat": "ransom", "value.ransom": "6"}
    answer = bob.send_form(path, wish)
    assert (answer.status, answer.headers["location"]) == (303, path)
    page = bob.get(path).text
    assert "after a defeat: pay the ransom (ransom up to 6 doubloons, otherwise flee)" in page
    assert "Given a moment ago. Stands until you cancel it." in page
    assert '<option value="ransom" selected' in page
    assert '<option value="6" selected' in page
    given = table.bob.ask(f"{table.path}/seats/1/orders")["orders"]
    assert given == RULES.find_order("defence").check({"retreat": "ransom", "ransom": "6"})
    bob.send_form(path, {"seat": str(BOB), "order": "defence", "do": "cancel"})
    assert table.bob.ask(f"{table.path}/seats/1/orders")["orders"] is None
    assert "No order stands." in bob.get(path).text


def test_orders_are_given_and_taken_back_one_by_one(patient: Server) -> None:
    table = Table(patient)
    path = f"{table.path}/seats/{BOB}/orders"
    assert put(table.bob, f"{path}/bid", {"values": {"slot": "2"}}).status == 200
    assert put(table.bob, f"{path}/peace", {}).status == 200
    found = table.bob.ask(path)
    assert [order["id"] for order in found["standing"]] == ["bid", "peace"]
    assert found["standing"][0]["text"] == "Bid 2 doubloons every round."
    assert found["standing"][0]["until"] == ["the last round"]
    french = table.bob.ask(f"{path}?lang=fr")["standing"][0]
    assert (french["text"], french["until"]) == (
        "Miser 2 doublons à chaque manche.",
        ["la dernière manche"],
    )
    assert table.bob.send("DELETE", f"{path}/bid").status == 204
    assert [order["id"] for order in table.bob.ask(path)["standing"]] == ["peace"]
    for name, wish, status in (
        ("anchor", {}, 404),
        ("bid", {"values": {"slot": "99"}}, 422),
        ("bid", {"values": {"anchor": "1"}}, 404),
        ("bid", {"values": ["0"]}, 422),
    ):
        assert put(table.bob, f"{path}/{name}", wish).status == status, name
    for client in (table.anne, patient.client("Cleo")):
        assert put(client, f"{path}/bid", {}).status == 403
        assert client.send("DELETE", f"{path}/peace").status == 403
    assert [order["id"] for order in table.bob.ask(path)["standing"]] == ["peace"]


def test_the_page_speaks_french(patient: Server) -> None:
    table = Table(patient)
    page = Visitor.of(table.bob).get(f"/t/{table.id}/orders", **{"Accept-Language": "fr"}).text
    assert "Consignes" in page
    assert "qd.page" not in page
    assert "sm.order" not in page
    for english in ("Standing orders", "Cannons to man", "flee", "pay the ransom"):
        assert f">{english}<" not in page


def test_the_page_is_for_ones_own_seats_only(patient: Server) -> None:
    table = Table(patient)
    table.orders(retreat="flee")
    path = f"/t/{table.id}/orders"
    anne = Visitor.of(table.anne)
    assert "<select" in anne.get(path).text
    assert f'name="seat" value="{BOB}"' not in anne.get(path).text
    assert anne.send_form(path, {"seat": str(BOB), "order": "defence"}).status == 403
    cleo = Visitor(patient.address).come("Cleo")
    assert "<select" not in cleo.get(path).text
    assert path not in cleo.get(f"/t/{table.id}").text
    assert cleo.send_form(path, {"seat": str(BOB), "order": "defence"}).status in (400, 403)
    stranger = Visitor(patient.address)
    assert stranger.get(path).status in (303, 401, 403)
    assert table.bob.ask(f"{table.path}/seats/1/orders")["orders"]["retreat"] == "flee"
    bad = {"seat": str(BOB), "order": "defence", "value.retreat": "sink"}
    assert Visitor.of(table.bob).send_form(path, bad).status == 422


def test_on_a_shared_device_the_page_shows_the_orders_of_who_holds_it(patient: Server) -> None:
    anne = patient.client("Anne")
    table = anne.host("here", "here", game="salty_ocean")
    (asked,) = [seat["number"] for seat in anne.table(table)["seats"] if seat["asked"]]
    sentences = {}
    for seat, name in ((asked, "leave_tiles"), (1 - asked, "repair")):
        path = f"/api/tables/{table}/seats/{seat}/orders"
        assert put(anne, f"{path}/{name}", {}).status == 200
        sentences[seat] = anne.ask(path)["standing"][0]["text"]
    visitor = Visitor.of(anne)
    page = visitor.get(f"/t/{table}/orders").text
    assert sentences[asked] in page
    assert sentences[1 - asked] not in page
    assert f'name="seat" value="{1 - asked}"' not in page
    # The other one is asked now
    anne.move(table, anne.lines(table), "pass")
    page = visitor.get(f"/t/{table}/orders").text
    assert sentences[1 - asked] in page
    assert sentences[asked] not in page


def test_orders_given_at_once_leave_the_last_one_whole(patient: Server) -> None:
    table = Table(patient)
    wishes = [{"cannons": c, "retreat": r} for c in ("all", "none") for r in ("stay", "flee")]
    with ThreadPoolExecutor(4) as pool:
        clients = [Client(patient.address, table.bob.secret) for _ in wishes]
        path = f"{table.path}/seats/1/orders"
        jobs = [
            pool.submit(put, c, path, {"orders": w}) for c, w in zip(clients, wishes, strict=True)
        ]
        assert {job.result().status for job in jobs} == {200}
    given = table.bob.ask(path)["orders"]
    assert {"cannons": given["cannons"], "retreat": given["retreat"]} in wishes


# Orders that act at once


class Sea:
    """Anne and Bob at a new table of Upon a Salty Ocean, Anne to move."""

    def __init__(self, server: Server) -> None:
        self.anne, self.bob = (server.client(name) for name in ("Anne", "Bob"))
        self.id = self.anne.host("here", "open", game="salty_ocean")
        self.bob.join(self.id)
        if self.asked() != [ANNE]:
            self.move(self.bob, "pass")
        self.orders = f"/api/tables/{self.id}/seats/{BOB}/orders"

    def asked(self) -> list[int]:
        seats = self.anne.table(self.id)["seats"]
        return [seat["number"] for seat in seats if seat["asked"]]

    def move(self, client: Client, *choices: str) -> None:
        client.move(self.id, client.lines(self.id), *choices)

    def is_annes_turn(self) -> None:
        wait_until(lambda: self.asked() == [ANNE], "Bob's orders to pass")

    def by_orders(self, reader: Client | None = None) -> list[str]:
        rows = [json.loads(row) for row in (reader or self.anne).record(self.id).splitlines()]
        return [row["play"] for row in rows if row.get("by") == "orders"]


def turn_of(database: str, table_id: str) -> str:
    """Who is asked at a table, as the database says."""
    ((found,),) = asyncio.run(
        sql(database, f"SELECT turn FROM tables WHERE id = '{table_id}'")  # noqa: S608
    )
    return str(found)


@pytest.mark.parametrize("number", range(2))
def test_two_processes_pass_once(pair: list[Server], number: int) -> None:
    here, there = pair if number else pair[::-1]
    sea = Sea(here)
    elsewhere = [Client(there.address, client.secret) for client in (sea.anne, sea.bob)]
    with elsewhere[0].watching(sea.id) as stream, sea.bob.watching(sea.id) as other:
        stream.next()
        other.next()
        # Given at one of them, while moves are made at the other
        assert put(elsewhere[1], f"{sea.orders}/pass", {}).status == 200
        for count, choice in enumerate(("saline", "depot"), 1):
            sea.move(sea.anne, choice)
            sea.is_annes_turn()
            assert sea.by_orders() == ["pass"] * count
        sea.move(sea.anne, "sell salt", "from caravel_1 1")
        wait_until(
            lambda: (
                [order["ended"] for order in sea.bob.ask(sea.orders)["standing"]]
                == ["a change of price (any price)"]
            ),
            "the order to end",
        )
        told = "The reason: a change of price"
        readers = (sea.bob, elsewhere[1])
        wait_until(lambda: all(told in str(r.table(sea.id)) for r in readers), "its player")
    for client in (sea.anne, elsewhere[0], there.client("Cleo")):
        assert "is cancelled" not in str(client.table(sea.id))
        assert sea.by_orders(client) == ["pass", "pass"]
    verified(sea.anne.record(sea.id))


def test_an_order_that_was_due_is_carried_out_after_a_kill(
    launch: Launch, new_database: NewDatabase
) -> None:
    """The server ended after Anne's move was stored, and before it looked at Bob's orders."""
    database = new_database()
    server = launch(database, environment=deals(DEAL))
    sea = Sea(server)
    sea.move(sea.anne, "saline")
    server.kill()
    noted = dict.fromkeys(games.load("salty_ocean").find_order("pass").remembers, 0) | {"turn": 1}
    values = json.dumps({"price": "never", "building": "never"})
    asyncio.run(
        sql(
            database,
            'INSERT INTO standing_orders (table_id, seat, name, "values", noted, since) '  # noqa: S608
            f"VALUES ('{sea.id}', {BOB}, 'pass', '{values}', '{json.dumps(noted)}', 1.0)".replace(
                ":", "\\:"
            ),
        )
    )
    server.start()
    # Nobody so much as looks at the table before that
    wait_until(lambda: turn_of(database, sea.id) == f" {ANNE} ", "the order that was due")
    assert sea.by_orders(Client(server.address, sea.anne.secret)) == ["pass"]
