"""Rows that cannot be right: such a table is set aside, told of, and disturbs no other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

from quarterdeck.server.checkup import examine
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.reading import DAMAGED, MISSING
from quarterdeck.server.store import Database, Store, engine_for
from quarterdeck.server.store.archive import Search
from tests.server.client import Client, new_key
from tests.server.houses import open_house, play, play_on, seat_here, sql, undo
from tests.server.servers import Launch


def of_table(change: str) -> str:
    return f"UPDATE tables SET {change} WHERE id = '{{id}}'"  # noqa: S608


def of_seat(change: str) -> str:
    return f"UPDATE seats SET {change} WHERE table_id = '{{id}}' AND number = 1"  # noqa: S608


def of_line(change: str, which: str = "ply = {play}") -> str:
    return f"UPDATE entries SET {change} WHERE table_id = '{{id}}' AND {which}"  # noqa: S608


def extra(name: str, columns: str, values: str) -> str:
    return f"INSERT INTO {name} (table_id, {columns}) VALUES ('{{id}}', {values})"  # noqa: S608


def of_undo(change: str) -> str:
    return of_line(change, "kind = 'undo'")


# What somebody, or a broken disk, did to a table's rows. SQLite lets all of it happen; PostgreSQL
# refuses what has the wrong type.
ANYWHERE: Mapping[str, str] = {
    "unknown game": of_table("game = 'chess'"),
    "no game": of_table("game = ''"),
    "unknown status": of_table("status = 'paused'"),
    "finished too soon": of_table("status = 'finished'"),
    "waiting with lines": of_table("status = 'gathering'"),
    "more seats": of_table("seats = 3"),
    "too many seats": of_table("seats = 99"),
    "options are a list": of_table("options = '[1]'"),
    "options are null": of_table("options = 'null'"),
    "options hold numbers": of_table("options = '{{\"a\": 1}}'"),
    "unknown option": of_table('options = \'{{"a": "b"}}\''),
    "bad turn": of_table("turn = 'me'"),
    "last lines lost": "DELETE FROM entries WHERE table_id = '{id}' AND ply > 12",
    "all lines lost": "DELETE FROM entries WHERE table_id = '{id}'",
    "gap": "DELETE FROM entries WHERE table_id = '{id}' AND ply = 5",
    "first line lost": "DELETE FROM entries WHERE table_id = '{id}' AND ply = 1",
    "line before the first": of_line("ply = -3", "ply = 1"),
    "seat lost": "DELETE FROM seats WHERE table_id = '{id}' AND number = 1",
    "all seats lost": "DELETE FROM seats WHERE table_id = '{id}'",
    "seat renumbered": of_seat("number = 7"),
    "unknown kind of seat": of_seat("kind = 'ghost'"),
    "open seat": of_seat("kind = 'open'"),
    "unknown bot": "UPDATE seats SET kind = 'bot', bot = 'hal' WHERE table_id = '{id}'",
    "bot without a name": "UPDATE seats SET kind = 'bot', bot = NULL WHERE table_id = '{id}'",
    "unknown stand-in": "UPDATE seats SET stand_in = 'hal' WHERE table_id = '{id}'",
    "nobody": "UPDATE seats SET guest_id = NULL WHERE table_id = '{id}' AND number = 0",
    "illegal choice": of_line("notation = 'man 9'"),
    "no choice": of_line("notation = 'dance'"),
    "empty choice": of_line("notation = ''"),
    "surer than sure": of_line("certainty = 5.0"),
    "wrong seat": of_line("seat = 1 - seat"),
    "no such seat": of_line("seat = 9"),
    "chance chooses": of_line("seat = -1"),
    "unknown kind": of_line("kind = 'skip'"),
    "a choice is dealt": of_line("kind = 'deal'"),
    "wrong audience": of_line("audience = 1", "kind = 'deal'"),
    "wrong deal": of_line("notation = 'nothing'", "kind = 'deal'"),
    "chosen by somebody": of_line("\"by\" = 'hal'"),
    "wrong digest": of_line("digest = 'x'", "digest IS NOT NULL"),
    "undo of nothing": of_undo("notation = '99'"),
    "undo of before": of_undo("notation = '-1'"),
    "undo of a word": of_undo("notation = 'all'"),
    "undo of another's": of_undo("seat = 1 - seat"),
    "back to nowhere": of_undo("kind = 'back', notation = '99'"),
    "back keeps nonsense": of_undo("kind = 'back', kept = '99'"),
}
SQLITE: Mapping[str, str] = {
    "options are no JSON": of_table("options = '{{'"),
    "options are bytes": of_table("options = x'00ff'"),
    "seats are a word": of_table("seats = 'two'"),
    "version is a word": of_table("rules = 'new'"),
    "title is bytes": of_table("title = x'ff00'"),
    "status is a number": of_table("status = 7"),
    "lines are a word": of_table("lines = 'many'"),
    "created is a word": of_table("created = 'once'"),
    "ply is a word": of_line("ply = 'x'", "ply = 3"),
    "seat is a word": of_line("seat = 'x'"),
    "sure in words": of_line("certainty = 'quite'"),
    "notation is bytes": of_line("notation = x'ff'"),
    "notation is no text": of_line("notation = CAST(x'ff80' AS TEXT)"),
    "audience is a word": of_line("audience = 'all'"),
    "number of a seat is a word": of_seat("number = 'x'"),
    "name is bytes": of_seat("name = x'ff'"),
}
# What may as well be of a package that is not installed any more.
ABSENT = ("unknown game", "unknown bot", "unknown stand-in")
# What is odd, but does not spoil the game.
HARMLESS: Mapping[str, str] = {
    "nonsense wish": extra("recalls", "seat, ply, lines", "77, 99, 14"),
    "wish for another's choice": extra("recalls", "seat, ply, lines", "1, 0, 99"),
    "refused by nobody": extra("recalls", "seat, ply, lines, refused", "0, 1, 14, 55"),
    "nudge by nobody": extra("nudges", "seat, lines, created", "42, 14, 0"),
    "vote by nobody": extra("votes", "seat, voter", "5, 99"),
    "nonsense orders": 'INSERT INTO standing_orders (table_id, seat, name, "values", noted) '
    "VALUES ('{id}', 0, 'defence', '[3]', '{{}}')",
    "host unknown": of_table("host = 'nobody'"),
    "guest unknown": of_seat("guest_id = 'nobody'"),
    "old table": of_table("turn = NULL, lines = NULL, secret = NULL"),
}

SQLITE_HARMLESS: Mapping[str, str] = {
    "long title": of_table("title = '" + "x" * 500 + "'"),
}


async def begin(house: House) -> LiveTable:
    """A table of two at one device with a dozen lines and more, one of them an undo."""
    _, table = await seat_here(house, "salty_ocean", "here", "here")
    game = table.playing()
    seat = game.actor
    assert seat is not None
    await play(house, table, "move_goods")
    await undo(house, table, seat)
    number = 0
    while table.lines < 30:
        number += 1
        legal = game.legal.codes
        await play(house, table, legal[(5 * number) % len(legal)])
    assert not game.finished
    return table


async def counts(database: str) -> list[tuple[int, ...]]:
    return [
        tuple((await sql(database, f"SELECT count(*) FROM {name}"))[0])  # noqa: S608
        for name in ("tables", "seats", "entries")
    ]


def test_no_bad_row_keeps_anything_else_from_working(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    on_sqlite = database.startswith("sqlite")
    damages = {**ANYWHERE, **(SQLITE if on_sqlite else {})}
    harmless = {**HARMLESS, **(SQLITE_HARMLESS if on_sqlite else {})}

    async def main() -> None:
        ids: dict[str, str] = {}
        async with open_house(database, tmp_path) as house:
            for name in (*damages, *harmless, "sound"):
                table = await begin(house)
                ids[name] = table.row.id
                lines = await house.store.lines.of(table.row.id)
                plays = [row.ply for row in lines if row.kind == "play"]
                if name != "sound":
                    statement = {**damages, **harmless}[name]
                    await sql(database, statement.format(id=table.row.id, play=plays[3]))
        stored = await counts(database)
        caplog.clear()
        async with open_house(database, tmp_path) as house:
            for name in (*harmless, "sound"):
                table = await house.tables.live(ids[name])
                assert table.fault is None, (name, table.fault)
                await play_on(house, table, 1)
            for name in damages:
                table = await house.tables.live_now(ids[name])
                assert table.fault is not None, name
                assert table.fault.kind == (MISSING if name in ABSENT else DAMAGED), name
                assert table.game is None, name
            # The lists show them all the same
            host = await sql(database, "SELECT host FROM tables")
            for row in host:
                await house.store.lists.of(row[0])
                await house.mine.of(row[0])
                await house.mine.waiting(row[0])
                await house.store.archive.search(row[0], Search(opponent="a", title="b"))
            await house.store.lists.watchable()
            await house.store.lists.joinable()
        after = await counts(database)
        assert after[:2] == stored[:2]
        assert after[2][0] >= stored[2][0]
        said = [record.message for record in caplog.records if "set aside" in record.message]
        for name in damages:
            assert sum(ids[name] in message for message in said) == 1, name

    with caplog.at_level(logging.ERROR):
        asyncio.run(main())


def test_a_table_that_is_set_aside_says_so_to_its_players(launch: Launch) -> None:
    server = launch(environment={})
    anne, bob = server.client("Anne"), server.client("Bob", language="fr")
    bad, good = anne.host("here", "open"), anne.host("here", "open")
    for table in (bad, good):
        bob.join(table)
    bob.tell(f"/api/tables/{bad}/chat", {"text": "Bonjour"})
    server.kill()
    asyncio.run(sql(server.database, of_table("game = 'chess'").format(id=bad)))
    server.start()
    assert anne.table(good)["status"] == "running"
    told = bob.table(bad)
    assert told["set_aside"].startswith("Le jeu de cette table, ou l’un de ses robots, n’est pas")
    assert [seat["name"] for seat in told["seating"]] == ["Anne", "Bob"]
    answer = anne.try_move(bad, 1, "pass")
    assert (answer.status, answer.json()["id"]) == (409, "qd.server.aside.missing")
    assert _page(bob, f"/t/{bad}").count("mise de côté") == 1
    assert "Bonjour" in _page(bob, f"/t/{bad}")
    assert "mise de côté" in _page(bob, f"/t/{bad}/text")
    assert '"game": "chess"' in anne.record(bad)
    # The lobby marks it, and only it.
    assert _page(bob, "/").count("mise de côté") == 1
    assert _page(anne, "/").count("set aside") == 1
    assert server.log.count("is set aside") == 1


def test_who_sits_on_a_seat_that_cannot_be_is_told_as_everybody_else_is(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    numbers = ["7", "2147483647", "-3", *(["'x'"] if database.startswith("sqlite") else [])]
    anne, bob, nat = server.client("Anne"), server.client("Bob"), server.client("Nat")
    tables: dict[str, Client] = {}
    changes = []
    for number, whose in product(numbers, (0, 1)):
        id = anne.host("here", "open")
        tables[id] = Client(server.address, bob.join(id))
        where = f"table_id = '{id}' AND number = {whose}"
        changes.append(f"UPDATE seats SET number = {number} WHERE {where}")  # noqa: S608
    server.kill()
    asyncio.run(sql(database, *changes))
    server.start()
    for (id, program), change in zip(tables.items(), changes, strict=True):
        for path in (f"/t/{id}", f"/t/{id}/text"):
            assert all("set aside" in _page(who, path) for who in (anne, bob, nat)), change
        for path in ("", "/record", "/chat", "/spectators", "/seats/0/stand-in", "/choices"):
            asked = f"/api/tables/{id}{path}"
            told = [who.get(asked).status for who in (anne, bob, nat, program)]
            assert max(told) < 500, (change, path, told)
        for path in (f"/t/{id}/replay", f"/t/{id}/back", "/"):
            told = [who.get(path).status for who in (anne, bob, nat)]
            assert max(told) < 500, (change, path, told)
        for who in (anne, bob, nat):
            who.tell(f"/api/tables/{id}/chat", {"text": "Ahoy", "key": new_key()})
            assert who.table(id)["set_aside"], change
    assert "Traceback" not in server.log


def test_nobody_reads_a_table_through_the_eyes_of_a_seat_that_may_not_be_theirs(
    database: str, tmp_path: Path
) -> None:
    """Of two seats the first has another number: neither place in the row tells whose it is."""

    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            guest, table = await seat_here(house, "salty_ocean", "here", "greedy")
        where = f"table_id = '{table.row.id}' AND number = 0"
        await sql(database, f"UPDATE seats SET number = 7 WHERE {where}")  # noqa: S608
        async with open_house(database, tmp_path) as house:
            table = await house.tables.live(table.row.id)
            assert [seat.flaw for seat in table.seats] == ["number", "number"]
            assert table.seats_of(guest.id) == []
            assert table.viewer(guest.id) is None

    asyncio.run(main())


# What may happen to the rows besides the game, and what the log calls them.
ASIDE: Mapping[str, tuple[str, str]] = {
    "last line of the chat": ("UPDATE chats SET number = 2147483647 WHERE {last}", "chat"),
    "nudge of never": ("UPDATE nudges SET created = 'Infinity'", "nudges"),
    "sign of never": ("UPDATE signs SET seen = 'NaN'", "signs of life"),
    "no orders": ("UPDATE standing_orders SET \"values\" = '{{}}'", "standing orders"),
    "order given never": ("UPDATE standing_orders SET since = 'Infinity'", "standing orders"),
    "order nobody knows": ("UPDATE standing_orders SET name = 'x'", "standing orders"),
    "order that ended for nothing": (
        "UPDATE standing_orders SET ended = 'x', ended_ply = 1",
        "standing orders",
    ),
    "order that remembers nothing": (
        'UPDATE standing_orders SET noted = \'{{"round": "x"}}\'',
        "standing orders",
    ),
    "orders for another game": (
        'UPDATE standing_orders SET "values" = \'{{"a": "b"}}\'',
        "standing orders",
    ),
}
SQLITE_ASIDE: Mapping[str, tuple[str, str]] = {
    "chat numbered by a word": ("UPDATE chats SET number = 'x' WHERE {last}", "chat"),
    "chat numbered by bytes": ("UPDATE chats SET number = x'00ff' WHERE {last}", "chat"),
    "chat numbered without end": ("UPDATE chats SET number = 1e999 WHERE {last}", "chat"),
    "nudge at bytes": ("UPDATE nudges SET created = x'00ff'", "nudges"),
    "nudge at a word": ("UPDATE nudges SET created = 'x'", "nudges"),
    "sign at a word": ("UPDATE signs SET seen = 'x'", "signs of life"),
    "sign at bytes": ("UPDATE signs SET seen = x'00ff'", "signs of life"),
    "wish of a word": ("UPDATE recalls SET seat = 'x', refused = x'00'", ""),
    "consent of a word": ("UPDATE consents SET voter = 'x'", ""),
    "vote of a word": ("UPDATE votes SET voter = x'00ff'", ""),
    "orders are no JSON": ("UPDATE standing_orders SET \"values\" = '['", "standing orders"),
}


@pytest.mark.soak
def test_damage_besides_the_game_is_passed_over_and_told_once(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    damages = {**ASIDE, **(SQLITE_ASIDE if database.startswith("sqlite") else {})}
    anne, bob = server.client("Anne"), server.client("Bob")
    ids: dict[str, str] = {}
    changes = []
    for name, (change, _) in damages.items():
        id = ids[name] = anne.host("here", "open", game="seul_maitre")
        bob.join(id)
        for text in ("Ahoy", "Aye"):
            anne.tell(f"/api/tables/{id}/chat", {"text": text, "key": new_key()})
        lines = anne.lines(id)
        people = f"SELECT table_id, guest_id, 5 FROM seats WHERE table_id = '{id}'"  # noqa: S608
        changes += [
            f"DELETE FROM signs WHERE table_id = '{id}'",  # noqa: S608
            f"INSERT INTO signs (table_id, guest_id, seen) {people}",
            *(
                extra(*row).format(id=id)
                for row in (
                    ("nudges", "seat, lines, created", f"0, {lines}, 0"),
                    ("nudges", "seat, lines, created", f"1, {lines}, 0"),
                    ("recalls", "seat, ply, lines", f"0, 0, {lines}"),
                    ("consents", "voter", "1"),
                    ("votes", "seat, voter", "1, 0"),
                    (
                        "standing_orders",
                        'seat, name, "values", noted',
                        "0, 'defence', '{{}}', '{{}}'",
                    ),
                )
            ),
        ]
        where = "" if "WHERE" in change else " WHERE table_id = '{id}'"
        last = f"table_id = '{id}' AND number = 2"
        changes.append((change + where).format(id=id, last=last))
    server.kill()
    asyncio.run(sql(database, *changes))
    server.start()
    for name, id in ids.items():
        for _ in range(2):
            for who in (anne, bob):
                for path in (f"/t/{id}", f"/t/{id}/text", f"/t/{id}/orders", f"/t/{id}/replay"):
                    assert who.get(path).status == 200, (name, path)
                seats = ("/seats/0/stand-in", "/seats/1/stand-in", "/spectators", "/back")
                for path in ("", "/chat", "/choices", "/record", "/seats/0/orders", *seats):
                    assert who.get(f"/api/tables/{id}{path}").status < 500, (name, path)
                said = {"text": "Still here", "key": new_key()}
                number = who.tell(f"/api/tables/{id}/chat", said)["number"]
                assert 1 < number < 20, name
                chat = who.ask(f"/api/tables/{id}/chat")
                assert [line["number"] for line in chat] == list(range(1, number + 1)), name
                assert who.post(f"/api/tables/{id}/nudge").status < 500, name
                answer = {"ply": 0, "agree": True}
                assert who.post(f"/api/tables/{id}/back/answer", answer).status < 500, name
            assert anne.ask(f"/api/tables/{id}/seats/0/orders")["orders"] is None, name
        assert "set_aside" not in anne.table(id), name
    assert "Traceback" not in server.log
    for name, (_, kind) in damages.items():
        told = f"table {ids[name]}: damaged rows among its {kind} "
        assert server.log.count(told) == (1 if kind else 0), (name, server.log)


def test_a_damaged_session_is_over_and_a_damaged_name_can_be_changed(launch: Launch) -> None:
    server = launch()
    anne, bob = server.client("Anne"), server.client("Bob")
    id = anne.host("here", "open")
    bob.join(id)

    async def damage() -> None:
        now = time.time()
        (guest,) = (await sql(server.database, "SELECT id FROM guests WHERE name = 'Anne'"))[0]
        store = Store(Database(engine_for(server.database)))
        await store.database.open()
        await store.sessions.open("s", guest, now, 1e6)
        changes = ["sessions SET seen = 'x'", "guests SET name = x'00ff'", "seats SET name = x'ff'"]
        await sql(server.database, *(f"UPDATE {change}" for change in changes))
        found = await store.sessions.find("s")
        assert found is not None
        assert (found.seen, found.guest.name) == (0.0, "?")
        await store.database.close()

    server.kill()
    asyncio.run(damage())
    server.start()
    for path in ("/", f"/t/{id}", "/api/tables", f"/api/tables/{id}", "/me"):
        assert anne.get(path).status < 500, path
    headers = {"Origin": server.address, "Content-Type": "application/x-www-form-urlencoded"}
    renamed = anne.send("POST", "/guest", b"name=Annie", headers)
    assert renamed.status == 303, renamed.text
    stored = asyncio.run(sql(server.database, "SELECT name FROM guests WHERE name = 'Annie'"))
    assert len(stored) == 1
    assert "Traceback" not in server.log


# What the one row of the clock may have become; PostgreSQL keeps numbers only.
CLOCKS = ["'Infinity'", "'NaN'", "-5", "1e300"]
SQLITE_CLOCKS = ["'x'", "''", "x'00ff'", "1e999", "-1e999", *CLOCKS]


def test_a_damaged_clock_keeps_nobody_out_and_goes_on_from_when_somebody_was_last_seen(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with open_house(database, tmp_path):
            await sql(database, "INSERT INTO signs VALUES ('t', 'anne', 500), ('t', 'bob', 1e300)")
        for value in SQLITE_CLOCKS if database.startswith("sqlite") else CLOCKS:
            await sql(database, f"UPDATE clock SET seconds = {value}")  # noqa: S608
            told = [found async for found in examine(database)]
            assert [(found.table, found.verdict) for found in told] == [("", DAMAGED)], value
            caplog.clear()
            async with open_house(database, tmp_path) as house:
                assert 500 <= house.presence.now() < 600, value
                said = [r.message for r in caplog.records if "the clock of the house" in r.message]
                assert len(said) == 1, value
                # It may also happen while the house is open
                await sql(database, f"UPDATE clock SET seconds = {value}")  # noqa: S608
                assert "anne" in (await house.store.signs.of("t"))[1]
                await house.presence.tick()
                assert 500 <= house.presence.now() < 600, value
            assert 500 <= (await sql(database, "SELECT seconds FROM clock"))[0][0] < 600, value
            assert [found async for found in examine(database)] == []

    asyncio.run(main())


def _page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status == 200, answer.text
    return answer.text
