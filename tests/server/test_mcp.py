"""Language models at the table: whole games and the tools of `quarterdeck mcp`."""

from __future__ import annotations

import asyncio
import re
import signal
import stat
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp.types import TextContent, TextResourceContents

from examples.mcp_player import CHOICE
from quarterdeck import games, record
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.mcp import api
from quarterdeck.mcp.server import TOOLS
from quarterdeck.mcp.words import MOST_SINCE, TableWords
from tests.server.client import PATIENCE, Client, wait_until
from tests.server.models import GAME, RULES, Model, connect, expected_in, run, start, table_in
from tests.server.programs import environment_of
from tests.server.servers import ROOT, Server
from tools.postgres import free_port

# A whole game


def test_a_whole_game_is_played_through_standard_input(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "secret"

    async def play() -> None:
        arguments = ("--server", server.address, "--token-file", str(file), "--name", "Clio")
        async with start(tmp_path, *arguments) as model:
            wish = {"game": GAME, "opponents": ["greedy"], "listed": False}
            table = table_in(await model.call("create_table", **wish))
            result = await model.play(table)
            # What the tools told is what the API tells
            clio = Client(server.address, file.read_text(encoding="ascii").strip())
            state = clio.table(table)
            assert state["finished"]
            for seat in state["seats"]:
                score = f"points: {seat['score']}".replace("-", "−")
                name = f'"{seat["name"]}" (you)' if seat["mine"] else seat["name"]
                assert f"{seat['rank']}. seat {seat['number']} {name}, {score}" in result
            assert record.verify(record.parse(clio.record(table)), RULES).finished
            # No secret was told, or written anywhere else
            assert clio.secret is not None
            token = clio.tell(f"/api/tables/{table}/seats/0/token")["token"]
            everything = "\n".join([*model.heard, (tmp_path / "stderr").read_text()])
            assert clio.secret not in everything
            assert token not in everything
            assert sum("Your choice is made" in told for told in model.heard) > 5

    run(play)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert (tmp_path / "stderr").read_text() == ""


def test_alone_it_brings_a_server_that_ends_with_it(tmp_path: Path) -> None:
    async def play() -> str:
        async with start(tmp_path, "--alone", "--lang", "fr") as model:
            told = await model.call("create_table", game=GAME, opponents=["open"])
            page = re.search(r"(http://127\.0\.0\.1:\d+)/t/([\w-]+)", told)
            assert page is not None
            # A person may join in a browser
            person = Client(page[1]).come("Anne")
            person.join(page[2])
            assert "Doivent choisir" in await model.call("read_position", table=page[2]) or (
                "C’est à vous" in model.heard[-1]
            )
            person.close()
            return page[1]

    address = asyncio.run(asyncio.wait_for(play(), 120))
    with pytest.raises(OSError, match="refused"):
        Client(address).get("/api/games")


def test_a_signal_ends_it_with_everything_it_has_started(tmp_path: Path) -> None:
    """Also while it waits for standard input, which nobody closes."""
    command = [sys.executable, "-m", "quarterdeck", "mcp", "--alone"]
    environment = {**environment_of(tmp_path), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdin=subprocess.PIPE) as process:
        try:
            wait_until(lambda: any(tmp_path.glob("*/table.db")), "its server has not started")
            process.terminate()
            assert process.wait(PATIENCE) == 128 + signal.SIGTERM
        finally:
            process.kill()
    assert list(tmp_path.glob("quarterdeck-mcp-*")) == []


# Choosing


def test_a_choice_counts_once_and_a_late_one_changes_nothing(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "open")

    async def check() -> None:
        async with connect(server.address, name="Quill") as model:
            await model.call("join_table", table=table, seat=1)
            while not CHOICE.findall(told := await model.call("list_choices", table=table)):
                asked = anne.choices(table)
                anne.move(table, asked["lines"], "pass")
            expected = expected_in(told)
            wish = {"table": table, "choice": "saline", "expected": expected}
            lines = anne.lines(table)
            await model.call("choose", **wish)
            after = anne.lines(table)
            assert after > lines
            # Repeated it is answered, not made again; something else with that number is late
            await model.call("choose", **wish)
            assert anne.lines(table) == after
            refusal = await model.refused("choose", **{**wish, "choice": "pass"})
            assert "Nothing has changed" in refusal
            assert anne.lines(table) == after

    run(check)


def test_a_choice_after_the_turn_is_over_is_refused_with_all_before_it(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "open")
    server.client("Bob").join(table)

    async def check() -> None:
        async with connect(server.address, anne.secret or "") as model:
            wish = {"table": table, "expected": anne.lines(table)}
            refusal = await model.refused("choose", choice="saline; saline", **wish)
            # Players count from 1 where seats count from 0: it names neither
            assert "Player" not in refusal
            assert "after the first of several" in refusal
            assert anne.lines(table) == wish["expected"]

    run(check)


def test_refusals_say_why_with_the_rule_and_in_the_readers_language(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "here")
    before = anne.lines(table)

    async def check(language: str, *words: str) -> None:
        illegal, missing, malformed, closed = words
        async with connect(server.address, anne.secret or "", language=language) as model:
            told = await model.call("list_choices", table=table)
            wish = {"table": table, "expected": expected_in(told)}
            refusal = await model.refused("choose", choice="city salle_des_coffres", **wish)
            assert illegal in refusal
            assert missing in await model.refused("read_position", table="nothing")
            refusal = await model.refused("choose", table="../me", choice="", expected=-1)
            assert malformed in refusal
            assert "choice, expected (≥ 0), table" in refusal
            refusal = await model.refused("wait_for_turn", table=table, seconds=999)
            assert malformed in refusal
            assert "seconds (≤ 300)" in refusal
            assert closed in await model.call("why_not", table=table, about="SO-6.11")
            assert "SO-6.11" in await model.call("why_not", table=table)

    run(lambda: check("en", "is not a choice", "no such table", "arguments", "Bank"))
    run(lambda: check("fr", "n’est pas un choix", "table", "arguments", "Banque"))
    assert anne.lines(table) == before


def test_what_cannot_be_reached_or_is_something_else_is_named(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "PAUSE", 0.0)

    async def check() -> None:
        nowhere = f"http://127.0.0.1:{free_port()}"
        async with connect(nowhere) as model:
            assert nowhere in await model.refused("list_games")
            assert (await model._client.list_resources()).resources == []
        async with connect(f"{server.address}/static") as model:
            assert "not a Quarterdeck server" in await model.refused("list_tables")
        async with connect(server.address, "wrong") as model:
            assert "token" in await model.refused("list_tables")

    run(check)


def test_effects_previews_and_rules_can_be_read(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "here")
    state = anne.table(table)

    async def check() -> None:
        async with connect(server.address, anne.secret or "") as model:
            told = await model.call("list_choices", table=table)
            notations = [notation for notation, _ in CHOICE.findall(told)]
            assert "(0 coins, cannot be taken back, SO-6.2)" in told
            assert notations == [choice["notation"] for choice in state["choices"]]
            for choice in state["choices"]:
                assert choice["effect"] in told
                assert choice["risk"] in told
            narrow = await model.call("list_choices", table=table, about="salt mine")
            assert CHOICE.findall(narrow)[0][0] == "saline"
            assert len(CHOICE.findall(narrow)) < len(notations)
            assert await model.call("preview_choice", table=table, choice="saline")
            chapters = await model.call("read_rules", game=GAME)
            assert "`SO-6`" in chapters
            assert "**SO-6.2**" in await model.call("read_rules", game=GAME, rule="so-6.2")
            assert "SO-6" in await model.refused("read_rules", game=GAME, rule="SO-99")
            assert "SO-" in await model.call("search_rules", game=GAME, words="storm")
            assert "Player aid" in await model.call("how_to_play", game=GAME)
            assert "`salty_ocean`" in await model.call("list_games")

    run(check)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_closed_is_found_by_notation_and_by_words_of_any_language(
    server: Server, language: str
) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "here")

    async def check() -> None:
        async with connect(server.address, anne.secret or "", language=language) as model:
            ask = partial(model.call, "why_not", table=table)
            told = await ask(about="build vitraux")
            assert "SO-6.13" in told
            assert told.count("SO-") == 1, "nothing else was asked for"
            for words in ("vitraux", "Stained Glass", "  build   VITRAUX "):
                assert await ask(about=words) == told
            # Nobody would expect it now, but it is a choice of the game
            assert "`lose salt 4`" not in await ask()
            asked = Translator(language)("qd.reason.not_offered")
            assert asked in await ask(about="lose salt 4")
            # What is open is open, whichever reasons name it
            for words in ("saline", "Salt Mine"):
                assert [notation for notation, _ in CHOICE.findall(await ask(about=words))] == [
                    "saline"
                ]
            for words in ("saline", "nothing like that"):
                assert "why_not" not in await ask(about=words)
            for words in ("vitraux", "nothing like that"):
                narrow = await model.call("list_choices", table=table, about=words)
                assert "why_not" in narrow
                assert not CHOICE.findall(narrow)

    run(check)


def test_a_closed_choice_is_not_foretold_but_explained(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "here")

    async def check() -> None:
        async with connect(server.address, anne.secret or "") as model:
            looked = await model.refused("preview_choice", table=table, choice="build vitraux")
            expected = expected_in(await model.call("list_choices", table=table))
            wish = {"choice": "build vitraux", "expected": expected}
            assert looked == await model.refused("choose", table=table, **wish)
            assert "SO-6.13" in looked

    run(check)


@pytest.mark.parametrize(("count", "left_out"), [(MOST_SINCE, 0), (MOST_SINCE + 1, 1)])
def test_what_is_left_out_of_a_long_recap_is_said(count: int, left_out: int) -> None:
    since = {"lines": [f"line {number}" for number in range(count)]}
    words = TableWords({"view": {}, "seats": [], "since": since}, Translator("en"), "")
    told = words.since()
    assert f"- line {left_out}" in told
    assert "- line 0" not in told or not left_out
    assert ("1 earlier line is left out: see `read_log`." in told) == bool(left_out)


# Waiting, and asking others


def test_waiting_ends_when_the_others_have_chosen(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "open")
    told: list[str] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        assert total == 60 > progress
        told.append(message or "")
        if len(told) == 1:
            # Only now: the model is waiting already
            asked = await asyncio.to_thread(anne.choices, table)
            await asyncio.to_thread(anne.move, table, asked["lines"], "pass")

    async def check() -> None:
        async with connect(server.address, name="Quill") as model:
            await model.call("join_table", table=table)
            if "your turn" in await model.call("wait_for_turn", table=table, seconds=1):
                told_then = model.heard[-1]
                if CHOICE.findall(told_then):
                    wish = {"choice": "pass", "expected": expected_in(told_then)}
                    await model.call("choose", table=table, **wish)
            waiting = await model.call("wait_for_turn", table=table, seconds=1)
            assert "Still not your turn after 1 second:" in waiting
            answer = await model._client.call_tool(
                "wait_for_turn", {"table": table, "seconds": 60}, progress_callback=note
            )
            (content,) = answer.content
            assert isinstance(content, TextContent)
            assert "It is your turn (seat 1)" in content.text
            assert '"Anne" passes' in content.text
            assert any('"Anne"' in message for message in told)
        async with connect(server.address) as stranger:
            assert "only watch" in await stranger.refused("wait_for_turn", table=table)

    run(check)


def test_going_back_is_asked_for_and_answered(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "open")

    async def check() -> None:
        async with connect(server.address, name="Quill") as model:
            await model.call("join_table", table=table)
            asked = anne.choices(table)
            first = asked["lines"]
            if not asked["choices"]:
                told = await model.call("list_choices", table=table)
                await model.call("choose", table=table, choice="pass", expected=expected_in(told))
                asked = anne.choices(table)
                first = asked["lines"]
            anne.move(table, first, "saline")
            state = anne.table(table)
            wish = {"expected": state["lines"], "key": "k" * 8, "ply": state["back"]}
            assert not anne.tell(f"/api/tables/{table}/back", wish)["went_back"]
            told = await model.call("wait_for_turn", table=table)
            assert "asks to go back" in told
            ply = int(re.search(r"ply (\d+)", told)[1])  # type: ignore[index]
            answered = await model.call("answer_go_back", table=table, ply=ply, agree=True)
            assert "went back" in answered
            assert anne.choices(table)["choices"]
            await model.call("say", table=table, text="You are welcome.")
            said = anne.ask(f"/api/tables/{table}/chat")
            assert [line["text"] for line in said if line["name"] == "Quill"] == [
                "You are welcome."
            ]

    run(check)


def test_what_was_chosen_can_be_taken_back_and_made_again(server: Server) -> None:
    async def check() -> None:
        async with connect(server.address, name="Quill") as model:
            wish = {"game": "rolling_seas", "opponents": ["open"], "listed": False}
            table = table_in(await model.call("create_table", **wish))
            await model.call("start_with_bots", table=table)
            told = await model.call("wait_for_turn", table=table)
            before = CHOICE.findall(told)
            after = await model.call(
                "choose", table=table, choice=before[0][0], expected=expected_in(told)
            )
            assert "take_back" in after
            back = await model.call("take_back", table=table, expected=expected_in(after))
            assert CHOICE.findall(back) == before
            again = await model.call("make_again", table=table, expected=expected_in(back))
            assert CHOICE.findall(again) == CHOICE.findall(after)

    run(check)


async def pass_until_the_end(model: Model, table: str, other: Client) -> None:
    while True:
        told = await model.call("list_choices", table=table)
        if "The game is over" in told:
            return
        if CHOICE.findall(told):
            await model.call("choose", table=table, choice="pass", expected=expected_in(told))
        else:
            other.move(table, other.lines(table), "pass")


def test_a_model_keeps_company_like_anybody_else(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "open")

    async def check() -> None:
        async with connect(server.address, name="Quill") as model:
            await model.call("join_table", table=table)
            assert "already started" in await model.refused("leave_table", table=table, seat=1)
            await model.call("let_bot_play", table=table, seat=1, bot="greedy")
            assert "A bot (greedy) plays your seat" in await model.call(
                "read_position", table=table
            )
            await model.call("take_seat_back", table=table, seat=1)
            told = await model.call("list_choices", table=table)
            if not CHOICE.findall(told):
                # Anne chooses while we wait, and is reminded of it
                await model.call("nudge", table=table)
                assert anne.table(table)["nudges"] == ["Quill"]
                anne.move(table, anne.lines(table), "pass")
                told = await model.call("list_choices", table=table)
            told = await model.call(
                "choose", table=table, choice="saline", expected=expected_in(told)
            )
            state = Client(server.address, anne.secret).table(table)
            ply = state["ply"] - 1
            wish = {"table": table, "expected": expected_in(told), "ply": ply}
            assert "You have asked to go back" in await model.call("ask_to_go_back", **wish)
            assert anne.table(table)["recall"]["answer"]
            await model.call("withdraw_go_back", table=table)
            assert anne.table(table)["recall"] is None
            await pass_until_the_end(model, table, anne)
            assert "1. seat" in await model.call("result", table=table)
            again = await model.call("rematch", table=table)
            assert table_in(again) != table

    run(check)


def test_nothing_that_is_asked_is_left_out_in_silence(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "here")

    async def check(language: str) -> None:
        async with connect(server.address, anne.secret or "", language=language) as model:
            before = anne.ask("/api/tables")["mine"]
            wish: dict[str, Any] = {"game": GAME, "opponents": ["open"]}
            refusal = await model.refused("create_table", **wish, seats=5)
            known = ("game", "opponents", "seat", "options", "title", "listed", "pace", "time_up")
            for name in ("seats", *known):
                assert f"`{name}`" in refusal
            # There is no such seat at a table for two
            refusal = await model.refused("create_table", **wish, seat=2)
            assert re.findall(r"\d+", refusal) == ["2", "2", "0", "1"]
            assert anne.ask("/api/tables")["mine"] == before
            refusal = await model.refused("why_not", table=table, choice="saline")
            assert all(f"`{name}`" in refusal for name in ("choice", "table", "about"))
            refusal = await model.refused("list_games", game=GAME)
            assert "`game`" in refusal
            for tool in (await model._client.list_tools()).tools:
                assert tool.input_schema["additionalProperties"] is False, tool.name

    for language in LANGUAGES:
        run(partial(check, language))


# What there is


def test_everything_is_described_in_both_languages(server: Server) -> None:
    async def check() -> None:
        described: dict[str, list[Any]] = {}
        for language in LANGUAGES:
            async with connect(server.address, language=language) as model:
                described[language] = (await model._client.list_tools()).tools
        english, french = described["en"], described["fr"]
        assert [tool.name for tool in english] == list(TOOLS)
        for tool, same in zip(english, french, strict=True):
            assert tool.description != same.description
            assert len(tool.description) < 320
            assert tool.output_schema is None
            assert tool.annotations is not None
            for name, about in tool.input_schema.get("properties", {}).items():
                assert len(about["description"]) > 5, (tool.name, name)
                assert about["description"] != same.input_schema["properties"][name]["description"]

    run(check)


def test_rules_and_how_to_play_are_resources_and_a_prompt_begins_a_game(server: Server) -> None:
    async def check() -> None:
        async with connect(server.address) as model:
            client = model._client
            listed = [resource.uri for resource in (await client.list_resources()).resources]
            assert f"quarterdeck://rules/{GAME}" in listed
            assert len(listed) == 2 * len(games.GAMES)
            for uri in (*listed[:2], f"quarterdeck://rules/{GAME}/SO-6.2"):
                (content,) = (await client.read_resource(uri)).contents
                assert isinstance(content, TextResourceContents)
                assert len(content.text) > 100
            for uri in ("quarterdeck://rules/nothing", "quarterdeck://rules/..%2F..%2Fme"):
                with pytest.raises(MCPError):
                    await client.read_resource(uri)
            begun = await client.get_prompt("play", {"game": GAME})
            assert "create_table" in str(begun.messages[0].content)
            with pytest.raises(MCPError, match="nothing"):
                await client.get_prompt("play", {"game": "nothing"})
            for arguments in ({}, {"game": GAME, "seats": "5"}):
                with pytest.raises(MCPError, match="`game`"):
                    await client.get_prompt("play", arguments)

    run(check)
