"""The review of a finished game in the browser: it grows by itself, shows boards, and leads on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE, Person
from tests.browser.test_axe import script, violations
from tests.server.client import any_choice
from tests.server.servers import Server

pytestmark = pytest.mark.browser

# A review is made at the lowest priority, and the machine may be busy.
PATIENCE = 240_000.0
WORDS = {
    "en": ("What decided the game", "Try it"),
    "fr": ("Ce qui a décidé la partie", "Essayer"),
}

__all__ = ["script"]


@pytest.fixture(scope="module")
def reviewed(browser: Browser, server: Server) -> str:
    """A game that is over, and whose review somebody has watched growing."""
    context = browser.new_context(base_url=server.address)
    person = Person(context, server.address)
    person.settle("Ada")
    table = person.new_table("here", "here")
    person.play_behind(table, any_choice(15))
    page = person.at(table).page
    page.locator("#ending").get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".review-graph")).to_be_visible(timeout=PATIENCE)
    loads = person.loads
    expect(page.locator("#decided-title")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#review-progress")).to_have_count(0)
    assert person.loads == loads
    assert not person.troubles
    context.close()
    return table


@pytest.mark.parametrize("wishes", [DESKTOP, FRENCH_PHONE], ids=["desktop", "phone"])
def test_a_review_shows_boards_and_lets_one_try_what_was_better(
    arrive: Arrive, script: str, reviewed: str, wishes: dict[str, Any]
) -> None:
    person = arrive("Zoé", bypass_csp=True, **wishes)
    page = person.go(f"/t/{reviewed}/review").page
    decided, try_it = WORDS[wishes["language"]]
    expect(page.locator("#decided-title")).to_have_text(decided)
    expect(page.locator(".review-graph")).to_be_visible()
    expect(page.locator(".moment").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= wishes["size"][0]
    found = violations(page, script)

    shown = page.locator("#review-position")
    strip = page.locator(".review-graph [data-ply]").nth(5)
    if wishes.get("has_touch"):
        strip.tap()
    else:
        strip.hover()
    expect(shown.locator("svg")).to_be_visible()
    ply = strip.get_attribute("data-ply")
    expect(shown.locator("a").first).to_have_attribute("href", f"/t/{reviewed}/replay?ply={ply}")
    page.locator("#review-ply").focus()
    page.keyboard.press("ArrowRight")
    further = f"/t/{reviewed}/replay?ply={int(ply or 0) + 1}"
    expect(shown.locator("a").first).to_have_attribute("href", further)
    expect(page.locator(".review-graph a.now")).to_have_count(1)
    found += violations(page, script)
    page.goto(f"/t/{reviewed}/review?view=points")
    expect(page.locator(".review-graph .line-1")).to_be_visible()
    found += violations(page, script)
    assert not found, "\n".join(dict.fromkeys(found))

    page.locator(".moment").first.get_by_role("button", name=try_it).click()
    expect(page.locator("#part-board")).to_be_visible()
    assert person.ask(page.url.replace("/t/", "/api/tables/"))["finished"] is False
    assert reviewed not in page.url
