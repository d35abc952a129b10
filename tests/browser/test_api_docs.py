"""The page of the JSON API in a browser: read, tried out, kept out of nobody's way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE
from tests.browser.test_axe import script, violations
from tests.server.servers import Server

pytestmark = pytest.mark.browser

SEND = {"en": "Send", "fr": "Envoyer"}
NO_JSON = {"en": "not JSON", "fr": "n’est pas du JSON"}

__all__ = ["script"]


def unfold(page: Page, request: str) -> None:
    """By the keyboard alone."""
    page.locator(f"#{request} > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#{request} .try")).to_be_visible()


def answer(page: Page, request: str) -> Any:
    """It is shown a little after the status."""
    shown = page.locator(f"#{request} .answer pre")
    expect(shown).not_to_be_empty()
    return json.loads(shown.text_content() or "")


@pytest.mark.parametrize("wishes", [DESKTOP, FRENCH_PHONE], ids=["desktop", "phone"])
def test_a_request_is_tried_where_it_is_described(
    arrive: Arrive, server: Server, wishes: dict[str, Any]
) -> None:
    """Under the real policy: whatever the browser refused would fail this test."""
    send = SEND[wishes["language"]]
    page = arrive("Ada", **wishes).go("/api/docs").page
    unfold(page, "list_games")
    page.locator("#list_games").get_by_role("button", name=send).press("Enter")
    expect(page.locator("#list_games .status")).to_contain_text("200")
    assert {game["id"] for game in answer(page, "list_games")} >= {"salty_ocean"}
    # Signed in here, a table can be set up; what is no JSON is not even sent
    unfold(page, "create_table")
    body = page.locator("#create_table-body")
    body.fill("{")
    button = page.locator("#create_table").get_by_role("button", name=send)
    button.click()
    expect(page.locator("#create_table .status")).to_contain_text(NO_JSON[wishes["language"]])
    body.fill(json.dumps({"game": "salty_ocean", "seating": ["here", "open"], "listed": False}))
    button.click()
    expect(page.locator("#create_table .status")).to_contain_text("201")
    table = answer(page, "create_table")["id"]
    # With somebody's secret we are that person, who does not sit there
    bob = server.client("Bob")
    page.locator("#secret").fill(bob.secret or "")
    unfold(page, "join_table")
    page.locator("#join_table-table_id").fill(table)
    page.locator("#join_table").get_by_role("button", name=send).click()
    expect(page.locator("#join_table .status")).to_contain_text("200")
    assert {seat["name"] for seat in bob.table(table)["seats"]} == {"Ada", "Bob"}
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= wishes["size"][0]


def test_a_stream_is_shown_until_it_is_stopped(arrive: Arrive) -> None:
    person = arrive("Ada", **DESKTOP)
    table = person.new_table("here", "here")
    page = person.go("/api/docs#stream_events").page
    form = page.locator("#stream_events")
    form.locator("#stream_events-table_id").fill(table)
    form.get_by_role("button", name="Send").click()
    expect(form.locator("pre")).to_contain_text("event: table")
    form.get_by_role("button", name="Stop").click()
    expect(form.get_by_role("button", name="Send")).to_be_enabled()
    expect(form.locator(".status")).to_contain_text("200")


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "fr")])
def test_nobody_is_kept_out(arrive: Arrive, script: str, theme: str, language: str) -> None:
    person = arrive(bypass_csp=True, **DESKTOP)
    cookies = {"theme": theme, "lang": language}
    person.context.add_cookies(
        [
            {"name": f"quarterdeck_{name}", "value": value, "url": person.address}
            for name, value in cookies.items()
        ]
    )
    page = person.go("/api/docs").page
    for request in ("list_games", "post_move", "withdraw_back"):
        unfold(page, request)
    page.locator("#post_move .fields > summary").click()
    page.locator("#list_games .primary").click()
    expect(page.locator("#list_games .status")).to_contain_text("200")
    assert violations(page, script) == []


def test_it_can_be_read_without_scripts(arrive: Arrive) -> None:
    page = arrive(java_script_enabled=False, **DESKTOP).go("/api/docs").page
    page.locator("#post_move > summary").click()
    expect(page.locator("#post_move .about").first).to_contain_text("Make a choice")
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
