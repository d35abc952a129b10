"""Bots with parameters at the table: accepted in one spelling, or refused everywhere."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

import pytest

from quarterdeck.bots import PLUGINS
from tests.server.client import Client, play_out
from tests.server.servers import Server

BAD = [
    ("flat:playouts=abc", "must be a whole number from 1 to 100000, not “abc”"),
    ("flat:playouts=0", "not “0”"),
    ("flat:depth=1", "has no parameter “depth”"),
    ("flat:playouts=1:playouts=2", "is given twice"),
    ("greedy:playouts=1", "has no parameters"),
]


@pytest.fixture
def anne(server: Server) -> Client:
    return server.client("Anne")


@pytest.mark.parametrize(("bot", "why"), BAD)
def test_a_bot_that_cannot_be_is_refused_by_every_way_in(anne: Client, bot: str, why: str) -> None:
    tables = anne.ask("/api/tables")["mine"]
    wish = {"game": "salty_ocean", "seating": ["here", bot]}
    answers = [
        anne.post("/api/tables", wish),
        anne.post("/api/tables", {**wish, "seating": ["here", "open"], "stand_in": bot}),
    ]
    for answer in answers:
        assert answer.status == 422
        assert why in answer.json()["error"]
    assert anne.ask("/api/tables")["mine"] == tables

    form = urlencode({"seats": 2, "seat-0": "here", "seat-1": bot}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    page = anne.send("POST", "/new/salty_ocean", form, kind)
    assert page.status == 422
    assert escape(why) in page.text
    assert anne.ask("/api/tables")["mine"] == tables

    table = anne.host("here", "open")
    answer = anne.post(f"/api/tables/{table}/fill", {"bot": bot})
    assert (answer.status, why in answer.json()["error"]) == (422, True)
    assert anne.table(table)["status"] == "gathering"


def test_a_bot_is_stored_in_its_one_spelling_and_plays(anne: Client) -> None:
    table = anne.host("here", "flat: width=03 :playouts=002")
    assert anne.table(table)["seats"][1]["bot"] == "flat:playouts=2:width=3"
    assert "Trial bot (playouts=2, width=3)" in anne.get("/").text
    play_out(table, {0: anne}, lambda notations: notations[0], stop=anne.lines(table) + 6)


def test_every_game_lists_the_bots(anne: Client) -> None:
    for game in anne.ask("/api/games"):
        assert game["bots"] == list(PLUGINS.names())
    page = anne.get("/new/salty_ocean").text
    assert '<option value="flat">Trial bot</option>' in page
