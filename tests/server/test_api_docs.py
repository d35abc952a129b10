"""The page of the JSON API: every request is on it, and nothing comes from elsewhere."""

from __future__ import annotations

import json
import re

import pytest

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.server.api_reference import describe_requests
from tests.server.client import Client
from tests.server.servers import Server
from tests.server.visitor import Visitor

TAKEN_FROM = re.compile(r'(?:src|href|action)="([^"]+)"')


def test_every_request_is_on_the_page(server: Server, anne: Client) -> None:
    page = Visitor(server.address).get("/api/docs")
    assert page.status == 200
    assert page.headers["content-type"].startswith("text/html")
    schema = anne.ask("/api/openapi.json")
    for path, methods in schema["paths"].items():
        assert f'<code class="path">{path}</code>' in page.text
        for method in methods:
            assert f'data-method="{method.upper()}" data-path="{path}"' in page.text
    ids = re.findall(r'id="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))


def test_the_page_obeys_the_strict_policy(server: Server) -> None:
    page = Visitor(server.address).get("/api/docs")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", page.text)
    assert all(where.startswith(("/", "#", "data:")) for where in TAKEN_FROM.findall(page.text))
    # The secret that is typed there has no name, so no form ever sends it
    assert re.search(r'<input id="secret" type="password"(?![^>]*\bname=)', page.text)


def test_the_page_speaks_french(server: Server) -> None:
    page = Visitor(server.address).get("/api/docs", **{"Accept-Language": "fr"})
    assert '<html lang="fr"' in page.text
    assert "L’API JSON" in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_subject_has_a_heading(anne: Client, language: str) -> None:
    say = Translator(language)
    subjects = describe_requests(anne.ask("/api/openapi.json"))
    unnamed = [each.name for each in subjects if not say.knows(f"qd.page.api.subject.{each.name}")]
    assert unnamed == []


def test_a_body_to_begin_with_is_of_the_right_form(anne: Client) -> None:
    schema = anne.ask("/api/openapi.json")
    requests = [r for subject in describe_requests(schema) for r in subject.requests]
    assert len(requests) == sum(len(methods) for methods in schema["paths"].values())
    bodies = {request.id: json.loads(request.body) for request in requests if request.body}
    assert bodies["create_table"]["pace"] == "live"
    assert bodies["join_table"] == {"seat": None}
    # Only a real ply can be expected, and a choice that there is
    table = anne.host("here", "here")
    move = {**bodies["post_move"], "choices": ["pass"], "expected": anne.lines(table)}
    assert anne.post(f"/api/tables/{table}/moves", move).status == 200
