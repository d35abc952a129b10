"""Every page is in words: a text that is missing would be shown as its id."""

from __future__ import annotations

from types import ModuleType

import pytest
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute

from quarterdeck import games
from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.server import pages
from tests.server.client import any_choice, play_out
from tests.server.servers import Server
from tests.server.visitor import Visitor, missing_texts

OF_A_GAME = ("/new/{}", "/rules/{}", "/howto/{}", "/games/{}/statistics")
OF_A_TABLE = ("", "/text", "/replay", "/review")


def plain_addresses() -> list[str]:
    """The pages whose address says nothing but what they are."""
    parts = [part for part in vars(pages).values() if isinstance(part, ModuleType)]
    routes = [route for part in parts if hasattr(part, "router") for route in part.router.routes]
    return [
        route.path
        for route in routes
        if isinstance(route, APIRoute)
        and "GET" in (route.methods or ())
        and route.response_class is HTMLResponse
        and "{" not in route.path
    ]


def test_an_id_is_told_from_an_address() -> None:
    page = '<a href="/so.page">qd.page.api.subject.devices</a><b title="so.good.cod">x.so.yes</b>'
    assert missing_texts(page) == ["qd.page.api.subject.devices", "so.good.cod"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_in_words(server: Server, language: str) -> None:
    anne = Visitor(server.address, language).come("Anne")
    assert f'<html lang="{language}"' in anne.get("/").text
    addresses = plain_addresses()
    assert "/api/docs" in addresses
    for game in games.GAMES:
        table = anne.host("here", "here", game=game)
        addresses += [path.format(game) for path in OF_A_GAME]
        addresses += [f"/t/{table}", f"/t/{table}/text"]
    for path in addresses:
        answer = anne.get(path)
        assert answer.status == 200, path
        assert missing_texts(answer.text) == [], path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_game_that_is_over_is_in_words(server: Server, language: str) -> None:
    anne = Visitor(server.address, language).come("Anne")
    table = anne.host("here", "here")
    play_out(table, {0: anne, 1: anne}, any_choice(3))
    for path in OF_A_TABLE:
        answer = anne.get(f"/t/{table}{path}")
        assert answer.status == 200, path
        assert missing_texts(answer.text) == [], path
