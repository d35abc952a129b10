"""What every request may count on: HEAD is answered like GET, and types are taken at their word."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import pytest
from fastapi.routing import APIRoute

from quarterdeck.server import api, pages
from quarterdeck.server.assets import asset
from tests.server.client import Client, new_key
from tests.server.servers import Server
from tests.server.visitor import Visitor

PASSING = ("date", "set-cookie", "x-request-id")
PROBES = ("/healthz", "/readyz")
ENDLESS = ("/stream", "/events")


def addresses(table: str, secret: str) -> list[str]:
    """Every address that GET is asked at, with what stands for its parameters."""
    parts = [*vars(api).values(), *vars(pages).values()]
    modules = [found for found in parts if isinstance(found, ModuleType)]
    routers = [found.router for found in modules if hasattr(found, "router")]
    routes = [route for router in routers for route in router.routes]
    found = [r.path for r in routes if isinstance(r, APIRoute) and "GET" in (r.methods or ())]
    known = {"table_id": table, "game": "salty_ocean", "seat": "0", "secret": secret}
    filled = [re.sub(r"\{(\w+)[^}]*\}", lambda m: known.get(m[1], "0"), path) for path in found]
    return [*filled, f"/t/{table}/back?ply=0", "/api/openapi.json", asset("style/table.css")]


def test_head_is_answered_like_get_everywhere(server: Server) -> None:
    anne = Visitor(server.address).come("Anne")
    secret = server.client("Bob").secret or ""
    client = server.client("Cid")
    table = anne.tell(
        "/api/tables", {"game": "salty_ocean", "seating": ["here", "here"], "listed": False}
    )["id"]
    anne.choose(table, client.lines(table), 0, "pass")
    asked = addresses(table, secret)
    assert len(asked) > 25
    for path in [*asked, "/nowhere", "/api/nowhere", "/static/nowhere.css", "/t/nowhere", *PROBES]:
        head = anne.send("HEAD", path)
        assert head.body == b"", path
        if path.endswith(ENDLESS):
            assert (head.status, head.headers["content-type"]) == (
                200,
                "text/event-stream; charset=utf-8",
            )
            continue
        get = anne.get(path)
        assert head.status == get.status, path
        assert {k: v for k, v in head.headers.items() if k not in PASSING} == {
            k: v for k, v in get.headers.items() if k not in PASSING
        }, path
    # The streams whose heads were asked for have ended.
    assert anne.get(f"/t/{table}").status == 200
    assert "Traceback" not in server.log


STRICT: list[tuple[str, dict[str, Any]]] = [
    ("moves", {"expected": 1, "choices": [True], "key": "k" * 8}),
    ("moves", {"expected": True, "choices": ["pass"], "key": "k" * 8}),
    ("moves", {"expected": 1.0, "choices": ["pass"], "key": "k" * 8}),
    ("moves", {"expected": "1", "choices": ["pass"], "key": "k" * 8}),
    ("moves", {"expected": 1, "choices": ["pass"], "key": "k" * 8, "seat": False}),
    ("moves", {"expected": 1, "choices": [1.0], "key": "k" * 8}),
    ("undo", {"expected": 1, "key": "k" * 8, "whole_turn": 1}),
    ("undo", {"expected": 1, "key": "k" * 8, "whole_turn": "yes"}),
    ("redo", {"expected": True, "key": "k" * 8}),
    ("back", {"expected": 1, "key": "k" * 8, "ply": True}),
    ("back/answer", {"ply": 0, "agree": "true"}),
    ("back/answer", {"ply": False, "agree": True}),
    ("join", {"seat": True}),
    ("leave", {"seat": True}),
    ("leave", {"seat": "0"}),
]


@pytest.mark.parametrize(("path", "wish"), STRICT)
def test_types_are_taken_at_their_word(anne: Client, path: str, wish: dict[str, Any]) -> None:
    table = anne.host("here", "here")
    lines = anne.lines(table)
    answer = anne.post(f"/api/tables/{table}/{path}", wish)
    assert (answer.status, answer.json()["id"]) == (422, "qd.server.malformed")
    assert anne.lines(table) == lines


def test_a_table_is_listed_or_not_but_nothing_in_between(anne: Client) -> None:
    wish = {"game": "salty_ocean", "seating": ["here", "open"], "listed": 1}
    assert anne.post("/api/tables", wish).status == 422
    assert anne.ask("/api/tables")["mine"] == []


def test_a_code_is_taken_where_a_notation_is(anne: Client) -> None:
    table = anne.host("here", "here")
    code = next(c["code"] for c in anne.choices(table)["choices"] if c["notation"] == "pass")
    assert anne.try_move(table, anne.lines(table), code, key=new_key()).status == 200
