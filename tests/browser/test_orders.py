"""The panel of standing orders in the browser: by keyboard, on a phone, in both languages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE
from tests.browser.test_axe import script, violations
from tests.browser.test_statistics import enter
from tests.server.client import Client, wait_until
from tests.server.servers import Server

pytestmark = pytest.mark.browser

__all__ = ["script"]

WORDS = {
    "en": (
        "Standing orders",
        "Pass whenever I am asked for a move.",
        "Stands until: a new turn · a change of price (salt) · a new building (the Banque).",
        "Cancelled. The reason: a change of price (salt).",
        "had left a standing order for this.",
    ),
    "fr": (
        "Consignes",
        "Passer chaque fois qu’on me demande mon coup.",
        "En vigueur jusqu’à\u00a0: un nouveau tour · un changement de prix (sel)",
        "Levée. La raison\u00a0: un changement de prix (sel).",
        "avait laissé une consigne pour ce choix.",
    ),
}


def keep(page: Page, name: str) -> None:
    """A picture to look at, if somebody wants one."""
    folder = os.environ.get("QUARTERDECK_TEST_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def move(client: Client, table: str, *choices: str) -> None:
    client.move(table, client.lines(table), *choices)


@pytest.mark.parametrize("wishes", [DESKTOP, FRENCH_PHONE], ids=["desktop", "phone"])
def test_an_order_is_given_acts_ends_and_is_dismissed(
    arrive: Arrive, script: str, server: Server, wishes: dict[str, Any]
) -> None:
    title, sentence, until, reason, told = WORDS[wishes["language"]]
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open", game="salty_ocean")
    bob.join(table)
    if bob.choices(table)["choices"]:
        move(bob, table, "pass")
    person = arrive(bypass_csp=True, **wishes)
    page = enter(person, bob)
    page.goto(f"/t/{table}/orders")
    expect(page.locator("h1")).to_have_text(title)
    # By keyboard alone
    form = page.locator("#offer-pass")
    form.locator("select").nth(0).focus()
    page.keyboard.press("ArrowDown")
    form.locator("select").nth(1).select_option("banque")
    form.locator("button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#order-pass .sentence")).to_have_text(sentence)
    expect(page.locator("#order-pass .hint")).to_contain_text(until)
    keep(page, f"standing-{wishes['language']}")
    assert not violations(page, script)
    # It passes at once when Bob is asked, and ends when the price moves
    move(anne, table, "saline")
    wait_until(lambda: bool(anne.choices(table)["choices"]), "Bob's order to pass")
    move(anne, table, "sell salt", "from caravel_1 1")
    wait_until(lambda: "(sel)" in str(bob.table(table, language="fr")["log"]), "its end")
    page.goto(f"/t/{table}/text")
    expect(page.locator("main")).to_contain_text(told)
    expect(page.locator("main")).to_contain_text("(salt)" if "salt" in reason else "(sel)")
    page.goto(f"/t/{table}/orders")
    expect(page.locator("#order-pass .reason")).to_have_text(reason)
    keep(page, f"ended-{wishes['language']}")
    assert not violations(page, script)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, "the panel is wider than the screen"
    page.locator("#order-pass button").click()
    expect(page.locator("#order-pass")).to_have_count(0)
