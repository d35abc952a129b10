"""One's own data: handed out whole, and removed without a trace."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Connection, Float, Integer, String, Table, Text, insert, select

from quarterdeck.game import load
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.errors import NotAllowed, TooSoon
from quarterdeck.server.gathering import ANYBODY, HERE, NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store.puzzles import PuzzleAnswer
from quarterdeck.server.store.rows import FINISHED, FORMER, OPEN, PERSON, RUNNING, Guest, OrderRow
from quarterdeck.server.store.schema import metadata
from quarterdeck.server.store.traces import OF_SEATS, naming
from tests.server.client import Client
from tests.server.houses import open_house, play_on
from tests.server.servers import Launch, Server
from tests.server.test_passkeys import give_passkey
from tests.server.visitor import Visitor, words_of

NAME = "Zorilla"
EN = Translator("en")
# Columns as long as the id of a guest that hold something else.
OTHER_IDS = {"table_id", "rematch", "rematch_of", "branch_of", "asked", "statistics_key"}
# Every table may have ids of its own; those of guests are known.
OTHER_IDS |= {"friend_key", "id", "address_id", "word", "what", "name", "ended"}
WITHHELD = ("link_hash", "token_hash", "public_key")


@dataclass
class Scene:
    """Somebody who has done about everything one can do here, and somebody who was there."""

    house: House
    guest: Guest
    other: Guest
    tables: dict[str, LiveTable]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


async def begin(house: House, host: Guest, *seating: str, game: str = "salty_ocean") -> LiveTable:
    return await house.tables.gathering.create(NewTable(game, seating, {}), host)


async def live_a_life(house: House) -> Scene:
    guest, _ = await house.people.welcome(NAME)
    other, _ = await house.people.welcome("Bob")
    third, _ = await house.people.welcome("Claire")
    tables = {}
    finished = await begin(house, guest, HERE, ANYBODY)
    await house.tables.gathering.join(finished.row.id, other)
    await play_on(house, finished, 5000)
    assert finished.playing().finished
    await house.tables.results.keep(finished.row.id)
    tables["finished"] = finished
    tables["running"] = await begin(house, guest, HERE, ANYBODY)
    await house.tables.gathering.join(tables["running"].row.id, other)
    tables["theirs"] = await begin(house, other, HERE, ANYBODY)
    await house.tables.gathering.join(tables["theirs"].row.id, guest)
    tables["alone"] = await begin(house, guest, HERE, "random")
    tables["waiting"] = await begin(house, guest, HERE, ANYBODY, ANYBODY)
    await house.tables.gathering.join(tables["waiting"].row.id, other)
    tables["empty"] = await begin(house, guest, HERE, ANYBODY)
    tables["watched"] = await begin(house, third, HERE, HERE)
    for name in ("finished", "running", "watched"):
        await house.tables.talking.say(tables[name].row.id, guest, f"It is me, {NAME}")
    await house.tables.talking.bar(tables["watched"].row.id, third, guest.id, "muted")
    await give_passkey(house, guest)
    key = await house.names.company.new_key(other)
    await house.names.company.accept(guest, key)
    await house.names.company.invite(tables["waiting"], guest, other.id)
    await house.names.company.block(guest, third.id)
    await house.names.company.block(third, guest.id)
    await house.store.sessions.open("session", guest.id, house.clock.wall(), 1e9, "Firefox · Linux")
    answer = PuzzleAnswer("salty_ocean", "abc", "pass", True, False, 1.0)
    await house.store.puzzles.note(guest.id, answer)
    house.presence.sign(tables["running"].row.id, (guest.id,))
    await house.presence.tick()
    return Scene(house, guest, other, tables)


def fill_in(connection: Connection, guest_id: str, table_id: str) -> None:
    """A row about somebody in every table that names people and has none about them yet."""
    for table in metadata.sorted_tables:
        for column in naming(table):
            there = select(column).where(column == guest_id)
            if connection.execute(there).first() is None:
                row = _made_up(table, table_id)
                connection.execute(insert(table).values({**row, column.name: guest_id}))


def _made_up(table: Table, table_id: str) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for column in table.c:
        if column.name == "table_id":
            row[column.name] = table_id
        elif not column.nullable and column.server_default is None:
            kind = column.type
            if column.foreign_keys:
                (other,) = column.foreign_keys
                row[column.name] = f"x{other.column.name}"
                continue
            if isinstance(kind, Boolean):
                row[column.name] = False
                continue
            number = isinstance(kind, (Integer, Float))
            text = isinstance(kind, (String, Text))
            row[column.name] = 1 if number else f"x{column.name}"[:8] if text else {}
    return row


async def read_all(house: House) -> dict[str, list[str]]:
    """Every row of every table, as text."""

    def job(connection: Connection) -> dict[str, list[str]]:
        return {
            table.name: [repr(tuple(row)) for row in connection.execute(select(table))]
            for table in metadata.sorted_tables
        }

    return await house.store.database.read(job)


def named_in(rows: dict[str, list[str]], guest: Guest) -> set[str]:
    return {
        name
        for name, found in rows.items()
        if any(guest.id in row or guest.name in row for row in found)
    }


def test_every_column_that_could_name_a_guest_is_known() -> None:
    """A new column as long as a guest's id is in `traces.NAMING`, or is named here."""
    for table in metadata.sorted_tables:
        known = {column.name for column in naming(table)}
        for column in table.c:
            if isinstance(column.type, String) and column.type.length == 24:
                assert column.name in known | OTHER_IDS, f"{table.name}.{column.name}"


def test_everything_that_is_handed_out_is_described() -> None:
    for table in metadata.sorted_tables:
        if naming(table) or table in OF_SEATS:
            assert Translator("fr").knows(f"qd.own.index.{table.name}"), table.name


def test_nothing_names_somebody_who_was_removed(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with open_house(database, tmp_path) as house:
            scene = await live_a_life(house)
            guest, tables = scene.guest, scene.tables
            running = tables["running"].row.id
            await house.store.database.write(lambda c: fill_in(c, guest.id, running))
            before = named_in(await read_all(house), guest)
            assert {table.name for table in metadata.sorted_tables if naming(table)} <= before
            # What is handed out covers every table that names them
            collected = await house.store.traces.collect(guest.id)
            assert before <= set(collected)
            told = json.dumps(collected, default=str)
            assert not any(f'"{secret}"' in told for secret in WITHHELD)
            # Who has blocked them is not theirs to know
            assert {row["guest_id"] for row in collected["blocks"]} == {guest.id}
            secret = await house.names.own_data.ask_to_remove(guest)
            with pytest.raises(NotAllowed):
                await house.names.own_data.remove(scene.other, secret)
            secret = await house.names.own_data.ask_to_remove(guest)
            await house.names.own_data.remove(guest, secret)
            await house.presence.tick()
            assert named_in(await read_all(house), guest) == set()
            assert await house.store.guests.find(guest.id) is None
            # The name is free again
            await house.people.welcome(NAME)

    run(test())


def test_the_others_play_on(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with open_house(database, tmp_path) as house:
            scene = await live_a_life(house)
            guest, other, tables = scene.guest, scene.other, scene.tables
            told = [line.text for line in await house.store.chat.of(tables["running"].row.id)]
            assert told
            order = OrderRow(0, "pass", {}, {}, None)
            await house.store.orders.give(tables["running"].row.id, order, None)
            secret = await house.names.own_data.ask_to_remove(guest)
            await house.names.own_data.remove(guest, secret)
            running = await house.tables.live(tables["running"].row.id)
            mine, theirs = running.seats
            assert (mine.kind, mine.guest_id, mine.stand_in) == (PERSON, None, running.row.stand_in)
            assert (theirs.guest_id, running.row.host) == (other.id, other.id)
            assert (running.row.status, running.fault) == (RUNNING, None)
            notices = await house.store.chat.find_notices(running.row.id, ("left",))
            assert [notice["seat"] for notice in notices] == [0]
            assert await house.store.orders.of(running.row.id, 0) == []
            finished = await house.tables.live(tables["finished"].row.id)
            assert [seat.guest_id for seat in finished.seats] == [None, other.id]
            assert (finished.row.status, finished.fault) == (FINISHED, None)
            results = await house.store.results.of_table(finished.row.id)
            assert [row.guest_id for row in results] == [None, other.id]
            waiting = await house.tables.live(tables["waiting"].row.id)
            assert [seat.kind for seat in waiting.seats] == [OPEN, PERSON, OPEN]
            assert waiting.row.host == other.id
            for name in ("alone", "empty"):
                assert await house.store.tables.find(tables[name].row.id) is None
                assert house.tables.shelf.look(tables[name].row.id) is None
            # The game goes on with the bot in their seat
            (line,) = [
                line
                for line in await house.store.chat.of(tables["watched"].row.id)
                if line.notice is None
            ]
            assert (line.name, line.text, line.guest_id) == (FORMER, "", "")

    run(test())


def test_what_is_handed_out_can_be_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'a.db'}", tmp_path) as house:
            scene = await live_a_life(house)
            for language in ("en", "fr"):
                packed = await house.names.own_data.pack(scene.guest, Translator(language))
                with packed, zipfile.ZipFile(packed) as found:
                    assert found.testzip() is None
                    names = set(found.namelist())
                    index = found.read("index.txt").decode()
                    game = found.read(f"games/{scene.tables['finished'].row.id}.jsonl").decode()
                    said = json.loads(found.read("data/chats.json"))
                assert NAME in index
                assert all(name in index for name in names if name.startswith("data/"))
                assert "qd." not in index
                assert {line["text"] for line in said} == {f"It is me, {NAME}"}
                (tmp_path / "game.jsonl").write_text(game, encoding="utf-8")
                assert load(tmp_path / "game.jsonl").finished
            for _ in range(4):
                (await house.names.own_data.pack(scene.guest, EN)).close()
            with pytest.raises(TooSoon):
                await house.names.own_data.pack(scene.guest, EN)

    run(test())


def finish(server: Server) -> tuple[Client, Client, str]:
    anne, bob = server.client(NAME), server.client("Bob")
    table = anne.host("here", "open", listed=False)
    bob.join(table)
    return anne, bob, table


def test_on_the_page_it_takes_two_steps_and_a_name(launch: Launch) -> None:
    server = launch()
    anne, bob, table = finish(server)
    page = Visitor.of(anne)
    assert "unfinished table" in words_of(page.get("/me/data").text)
    (first,) = [b for b in page.buttons("/me/data") if b.action == "/me/data/remove"]
    asked = page.send_form(first.action, dict(first.fields)).text
    secret = asked.partition('name="secret" value="')[2].partition('"')[0]
    wrong = page.send_form("/me/data/removed", {"secret": secret, "name": "Bob"})
    assert wrong.status == 400
    assert page.get("/me").status == 200
    assert page.send_form("/me/data/removed", {"secret": "x" * 27, "name": NAME}).status == 403
    done = page.send_form("/me/data/removed", {"secret": secret, "name": NAME.lower()})
    assert done.status == 200
    assert "Nothing here names you" in done.text
    assert page.get("/me").status == 403
    assert anne.get("/api/me").status == 403
    told = bob.ask(f"/api/tables/{table}/chat")
    assert "left this server for good" in told[-1]["text"]
    french = Visitor.of(bob)
    french.language = "fr"
    assert "un ancien joueur" in words_of(french.get(f"/t/{table}").text)
    # The bot plays on
    state = bob.table(table)
    assert state["seats"][0]["name"] == "a former player"
    assert state["seats"][0]["bot"]


def test_programs_remove_themselves_in_two_steps_too(launch: Launch) -> None:
    server = launch()
    anne, _, _ = finish(server)
    data = anne.get("/api/me/data")
    assert data.headers["content-type"] == "application/zip"
    assert zipfile.ZipFile(io.BytesIO(data.body)).testzip() is None
    asked = anne.tell("/api/me/removal")
    assert asked["held"]["tables"] == 1
    assert anne.post("/api/me/removal/confirm", {"confirm": "no such secret"}).status == 403
    assert anne.tell("/api/me/removal/confirm", {"confirm": asked["confirm"]}) == {"removed": True}
    assert anne.get("/api/me").status == 403
