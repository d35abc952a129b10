"""Hints and chances in the browser: lit on the board, told to others, gone with the question."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.test_axe import violations
from tools.browser import axe

pytestmark = pytest.mark.browser

# A worker process must start first, and the machine may be busy.
PATIENCE = 120_000.0
FORM = {"seats": "2", "seat-0": "here", "seat-1": "greedy", "chances": "yes", "listed": "no"}
GOLD = """() => {
  const hit = document.querySelector("#part-board .spot.coached > .hit");
  return getComputedStyle(hit).stroke === getComputedStyle(document.body).getPropertyValue("--gold")
    || getComputedStyle(hit).strokeWidth === "8px";
}"""


def test_a_hint_is_lit_told_to_those_who_watch_and_gone_with_the_question(arrive: Arrive) -> None:
    ann = arrive("Ann", size=(1280, 800), bypass_csp=True)
    page = ann.go(ann.post("/new/salty_ocean", FORM).url).page
    look = ann.turn()
    bob = arrive("Bob", size=(1280, 800), bypass_csp=True)
    watching = bob.go(page.url).page
    # Both are told the chances: one plays against bots only, one watches
    for each in (page, watching):
        expect(each.locator("#chances")).to_contain_text("Ann: ", timeout=PATIENCE)
        expect(each.locator("#chances rect")).to_have_count(2)
    expect(page.locator("#hint-note")).to_contain_text("not count for ratings")
    page.locator("#hint-ask").focus()
    page.keyboard.press("Enter")
    told = page.locator("#advice .hints")
    expect(told).to_contain_text("to win", timeout=PATIENCE)
    wanted = told.locator("[data-wanted-choice]")
    choice = page.locator(f"#choose {wanted.first.get_attribute('href')}")
    expect(choice).to_have_class("choice coached")
    assert page.evaluate(GOLD)
    found = violations(page, axe())
    # Those who watch hear that somebody asked, and nothing else
    expect(watching.locator("#part-chat")).to_contain_text("Ann asked for a hint.")
    assert "to win" not in watching.content()
    found += violations(watching, axe())
    assert not found, "\n".join(dict.fromkeys(found))
    # Telling the table has not written over the answer
    expect(told).to_be_visible()
    wanted.first.click()
    expect(choice).to_be_focused()
    page.keyboard.press("Enter")
    if page.locator("#choose .armed").count():
        page.keyboard.press("Enter")
    ann.turn(look.line)
    expect(told).to_have_count(0)
    expect(page.locator(".coached")).to_have_count(0)
    expect(watching.locator("#part-log")).to_contain_text("Ann asked for a hint.")


def test_a_hint_on_a_phone_in_french(arrive: Arrive) -> None:
    ann = arrive(
        "Ann",
        language="fr",
        size=(390, 844),
        color_scheme="dark",
        has_touch=True,
        is_mobile=True,
        bypass_csp=True,
    )
    page = ann.go(ann.post("/new/salty_ocean", FORM).url).page
    ann.turn()
    expect(page.locator("#chances")).to_contain_text("Ann\u00a0: ", timeout=PATIENCE)
    page.locator("#hint-ask").tap()
    told = page.locator("#advice .hints")
    expect(told).to_contain_text("de chances", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = violations(page, axe())
    assert not found, "\n".join(dict.fromkeys(found))
    # With nothing else than links and forms, the same is told
    page.goto(f"{page.url}/text")
    page.locator("#hint-ask").tap()
    expect(page.locator(".hints")).to_contain_text("de chances", timeout=PATIENCE)
    found = violations(page, axe())
    assert not found, "\n".join(dict.fromkeys(found))
