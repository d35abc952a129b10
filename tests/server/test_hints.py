"""Hints: for whoever is asked and nobody else; that they asked is told, noted and never lost."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import record
from quarterdeck.record import BY_HINT
from quarterdeck.review.hints import Hint, HintedChoice
from quarterdeck.server.errors import Busy, TableError
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.turns import Crowded
from tests.server.client import Client, wait_until
from tests.server.houses import open_house, play, seat_here, sql, undo
from tests.server.servers import Launch, Server
from tests.server.serving import SEED, TOY_GAME
from tests.server.skerries import rowers
from tests.server.test_secret_choices import Viewer
from tests.server.visitor import FRAGMENT, Visitor, words_of


def start(anne: Client, *seating: str, **more: Any) -> str:
    table = anne.host(*(seating or ("here", "random")), **more)
    wait_until(lambda: bool(anne.choices(table)["choices"]), "one's turn")
    return table


def hint(client: Client, table: str) -> Any:
    return client.tell(f"/api/tables/{table}/hint")


def notices(client: Client, table: str) -> list[str]:
    """What the house told in between."""
    return [row["text"] for row in client.ask(f"/api/tables/{table}/chat") if not row["name"]]


def row_of(client: Client, table: str) -> Any:
    return next(row for row in client.ask("/api/tables")["mine"] if row["id"] == table)


def test_the_best_choices_are_told_with_their_chances_and_why(anne: Client, bob: Client) -> None:
    table = start(anne)
    told = hint(anne, table)
    open_now = {choice["notation"]: choice for choice in anne.choices(table)["choices"]}
    assert told["judged"]
    assert 1 <= len(told["choices"]) <= 3
    for each in told["choices"]:
        assert each["label"]
        assert each["spots"] == open_now[each["notation"]]["spots"]
        assert 0 <= each["value"] <= 1
        assert 0 < each["error"] < 0.5
    values = [each["value"] for each in told["choices"]]
    assert values == sorted(values, reverse=True)
    assert told["verdict"]
    # Asked again at the same place, the same is told, and counts once
    assert hint(anne, table) == told
    assert notices(bob, table) == ["Anne asked for a hint."]
    assert row_of(anne, table)["hinted"] == [0]
    # The record and the log note it with the choice that follows
    lines = anne.lines(table)
    anne.move(table, lines, told["choices"][0]["notation"])
    entries = [json.loads(line) for line in bob.record(table).splitlines()]
    assert [entry for entry in entries if entry.get("by") == "hint"] == [
        {"seat": 0, "play": told["choices"][0]["notation"], "by": "hint"}
    ]
    assert "Anne asked for a hint." in [line["text"] for line in bob.table(table)["log"]]


def test_nobody_else_gets_a_hint_and_nothing_is_noted(anne: Client, bob: Client) -> None:
    table = start(anne)
    refused = bob.post(f"/api/tables/{table}/hint")
    assert (refused.status, refused.json()["id"]) == (400, "qd.server.not_asked_now")
    assert Client(anne.address).post(f"/api/tables/{table}/hint").status == 400
    assert Visitor.of(bob).send_form(f"/t/{table}/hint", {}).status == 400
    assert notices(anne, table) == []
    assert row_of(anne, table)["hinted"] == []


def test_the_host_may_allow_no_hints(anne: Client) -> None:
    reader = Visitor.of(anne)
    form = {"seats": "2", "seat-0": "here", "seat-1": "open", "suggestions": "no", "listed": "no"}
    table = reader.send_form("/new/salty_ocean", form).headers["location"].rpartition("/")[2]
    assert "Hints: not allowed" in words_of(reader.get(f"/t/{table}").text)
    table = start(anne, suggestions=False)
    refused = anne.post(f"/api/tables/{table}/hint")
    assert (refused.status, refused.json()["id"]) == (400, "qd.hint.off")
    for page in ("", "/text"):
        asking = reader.get(f"/t/{table}{page}").text
        assert "Hints are not allowed at this table." in words_of(asking)
        assert "hint-ask" not in asking
    assert notices(anne, table) == []


def test_a_hint_needs_no_script(server: Server) -> None:
    reader = Visitor(server.address, "fr").come("Anne")
    form = {"seats": "2", "seat-0": "here", "seat-1": "random", "listed": "no"}
    path = reader.send_form("/new/salty_ocean", form).headers["location"]
    wait_until(lambda: reader.get(f"{path}/advice").status == 200, "one's turn")
    # Before it is asked for there is none, and it is said what it costs
    assert reader.get(f"{path}/hint").headers["location"] == path
    assert "ne comptera pas pour le classement" in words_of(reader.get(f"{path}/text").text)
    asked = reader.send_form(f"{path}/hint", {"back": "text"})
    assert (asked.status, asked.headers["location"]) == (303, f"{path}/hint?text=1")
    page = reader.get(f"{path}/hint?text=1").text
    assert "Les meilleurs choix" in words_of(page)
    assert "de chances" in words_of(page)
    assert f"{path}/text#choice-" in page
    part = reader.send_form(f"{path}/hint", {}, **FRAGMENT).text
    assert "<html" not in part
    assert "data-wanted-choice" in part


def test_a_program_asks_with_the_token_of_its_seat(anne: Client) -> None:
    table = start(anne)
    token = anne.tell(f"/api/tables/{table}/seats/0/token")["token"]
    assert hint(Client(anne.address, token), table)["seat"] == 0


def test_where_nobody_has_trained_a_game_a_simple_bot_says_what_it_would_choose(
    toy_server: Server,
) -> None:
    anne, bob = rowers(toy_server, "Anne", "Bob")
    told = hint(anne.client, anne.table)
    assert not told["judged"]
    (only,) = told["choices"]
    assert only["notation"] in anne.notations
    assert (only["value"], only["error"]) == (None, None)
    page = Visitor.of(anne.client).send_form(f"/t/{anne.table}/hint", {}, **FRAGMENT).text
    assert "A simple bot would choose" in words_of(page)
    assert notices(bob.client, bob.table) == ["Anne asked for a hint."]


def test_a_hint_outlives_the_server(launch: Launch) -> None:
    server = launch()
    anne = server.client("Anne")
    table = start(anne)
    told = hint(anne, table)
    server.kill()
    server.start()
    assert notices(anne, table) == ["Anne asked for a hint."]
    assert hint(anne, table) == told
    assert notices(anne, table) == ["Anne asked for a hint."]
    anne.move(table, anne.lines(table), told["choices"][-1]["notation"])
    assert record.parse(anne.record(table)).hinted == {0}
    assert row_of(anne, table)["hinted"] == [0]


def _told_of(server: Server, further: bool) -> dict[str, bytes]:
    """What others were sent while Bob chose in secret, after he had asked for a hint."""
    anne, bob = rowers(server, "Anne", "Bob")
    spectator = server.client()
    hint(bob.client, bob.table)
    viewers = {
        "Anne": Viewer(anne.client, anne.table),
        "a spectator": Viewer(spectator, anne.table),
    }
    if further:
        bob.play("row south")
        hint(bob.client, bob.table)
        bob.does("undo")
        hint(bob.client, bob.table)
    else:
        bob.play("row north")
    for viewer in viewers.values():
        viewer.look_everywhere()
    ids = [each.client.id.encode() for each in (anne, bob)]
    found = {}
    for name, viewer in viewers.items():
        text = viewer.transcript()
        for number, id in enumerate(ids):
            text = text.replace(id, f"ID{number}".encode())
        found[name] = text
    assert notices(spectator, anne.table) == ["Bob asked for a hint."]
    return found


def test_in_secret_choices_hints_tell_others_that_somebody_asked_and_nothing_else(
    launch: Launch, tmp_path: Path
) -> None:
    servers = [
        launch(f"sqlite:///{tmp_path / name}.db", environment={TOY_GAME: "1", SEED: "5"})
        for name in ("once", "often")
    ]
    once, often = (
        _told_of(server, further) for server, further in zip(servers, (False, True), strict=True)
    )
    for name, text in once.items():
        assert b"asked for a hint" in text
        pairs = zip(text.split(b"\n"), often[name].split(b"\n"), strict=False)
        difference = next(((a, b) for a, b in pairs if a != b), None)
        assert difference is None, (name, difference)
        assert text == often[name]


# Inside the house


def stand_in_for_thinking(
    house: House, monkeypatch: pytest.MonkeyPatch, *answers: Any
) -> list[int]:
    """Hints are these, one after the other; gives for which seats they were asked."""
    asked: list[int] = []
    waiting = list(answers)

    async def think(_rules: Any, position: Any, _options: Any, chair: Any, _owner: str) -> str:
        asked.append(chair.seat)
        await asyncio.sleep(0.01)
        answer = waiting.pop(0) if waiting else None
        if isinstance(answer, Exception):
            raise answer
        code = position.legal(chair.seat)[0]
        notation = house.tables.shelf.look(chair.table[:-1]).rules.space.notation(code)  # type: ignore[union-attr]
        return Hint((HintedChoice(notation, 0.5, 0.03),), False).write()

    monkeypatch.setattr(house.tables._thinkers, "hint", think)
    return asked


async def ask(house: House, table: LiveTable) -> tuple[int, Hint]:
    return await house.tables.hints.ask(table.row.id, lambda table: table.playing().actor)


def hinted(table: LiveTable) -> list[str]:
    return [entry.by for entry in table.playing().record.entries if not entry.is_chance]


def test_what_is_taken_back_stays_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        database = f"sqlite:///{tmp_path / 'table.db'}"
        async with open_house(database, tmp_path) as house:
            asked = stand_in_for_thinking(house, monkeypatch)
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            seat, _ = await ask(house, table)
            first, second = table.playing().legal_for(seat)[:2]
            await play(house, table, first.code)
            assert hinted(table) == [BY_HINT]
            if table.playing().undoable(seat) is not None:
                await undo(house, table, seat)
                assert table.row.hinted == 1 << seat
                # Back at the same place, whatever is chosen was chosen with the hint
                await play(house, table, second.code)
                assert hinted(table) == [BY_HINT]
            actor = table.playing().actor
            assert actor is not None
            await play(house, table, table.playing().legal_for(actor)[0].code)
            assert hinted(table) == [BY_HINT, ""]
            assert asked == [seat]
        async with open_house(database, tmp_path) as house:
            again = await house.tables.live(table.row.id)
            assert again.row.hinted == 1 << seat
            assert hinted(again) == [BY_HINT, ""]

    asyncio.run(scenario())


def test_many_requests_at_once_think_and_count_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            asked = stand_in_for_thinking(house, monkeypatch)
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            answers = await asyncio.gather(*(ask(house, table) for _ in range(5)))
            assert len(set(answers)) == 1
            assert len(asked) == 1
            assert len(await house.store.chat.of(table.row.id)) == 1

    asyncio.run(scenario())


def test_a_hint_that_cannot_be_given_is_not_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        database = f"sqlite:///{tmp_path / 'table.db'}"
        async with open_house(database, tmp_path) as house:
            stand_in_for_thinking(house, monkeypatch, Crowded())
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            with pytest.raises(Busy):
                await ask(house, table)
            # The table moves on while the hint is found
            waiting = asyncio.ensure_future(ask(house, table))
            await asyncio.sleep(0)
            actor = table.playing().actor
            assert actor is not None
            await play(house, table, table.playing().legal_for(actor)[0].code)
            with pytest.raises(TableError):
                await waiting
            assert await house.store.chat.of(table.row.id) == ()
            assert table.row.hinted == 0
        assert (await sql(database, "SELECT COUNT(*) FROM hints"))[0][0] == 0

    asyncio.run(scenario())


def test_a_bot_that_plays_for_somebody_asks_for_no_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            asked = stand_in_for_thinking(house, monkeypatch)
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            monkeypatch.setattr(type(table.seats[0]), "player", "greedy")
            with pytest.raises(TableError):
                await ask(house, table)
            assert asked == []

    asyncio.run(scenario())


def test_a_lesson_counts_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            asked = stand_in_for_thinking(house, monkeypatch)
            _, table = await seat_here(house, "salty_ocean", "here", "here", teaches=True)
            seat, _ = await ask(house, table)
            await ask(house, table)
            await play(house, table, table.playing().legal_for(seat)[0].code)
            assert (asked, table.row.hinted, hinted(table)) == ([seat], 0, [""])
            assert await house.store.chat.of(table.row.id) == ()

    asyncio.run(scenario())
