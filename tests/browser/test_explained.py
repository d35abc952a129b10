"""What things are, what a choice would change, what is asked: told before one chooses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.test_axe import violations
from tools.browser import axe

pytestmark = pytest.mark.browser

ABOUT = "#about:visible"
# The thing that a spot of the board, or the first one that is no spot, tells of.
THING = """(selector) => {
  const found = [...document.querySelectorAll(selector)].find((each) => {
    const box = each.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.width > 8 && at?.closest("[data-thing]") === each;
  });
  const box = found.getBoundingClientRect();
  return { id: found.dataset.thing, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}"""
# What a click in the middle of the focused spot would reach.
REACHED = """() => {
  const box = document.activeElement.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return at.closest("#about") === null;
}"""
PRESS = """([x, y, kind]) => {
  const at = document.elementFromPoint(x, y);
  const how = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: "touch" };
  at.dispatchEvent(new PointerEvent(kind, how));
  return at.closest(".choice")?.value ?? "";
}"""


def glossary(page: Page) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = page.evaluate(
        "async () => (await fetch(document.querySelector('main').dataset.things)).json()"
    )
    return found


def test_things_and_choices_explain_themselves_on_a_desktop(arrive: Arrive) -> None:
    ann = arrive("Ann", bypass_csp=True)
    page = ann.at(ann.new_table("here", "greedy")).page
    look = ann.turn()
    things = glossary(page)
    about = page.locator(ABOUT)
    # Pointed at: its name, what it does, and the rule
    thing = page.evaluate(THING, "#part-board [data-thing]")
    page.mouse.move(thing["x"], thing["y"])
    expect(about).to_contain_text(things[thing["id"]]["text"])
    expect(about.locator("h2").first).to_have_text(things[thing["id"]]["name"])
    page.keyboard.press("Escape")
    expect(about).to_have_count(0)
    # By keyboard: a lit spot, which can still be clicked, and what its choice would change
    page.mouse.move(2, 2)
    page.keyboard.press("b")
    expect(about).to_be_visible()
    assert page.evaluate(REACHED)
    found = violations(page, axe())
    page.keyboard.press("Escape")
    expect(about).to_have_count(0)
    # A choice in the list: what it would change now
    depot = next(offer for offer in look.choices if offer.notation == "depot")
    ann.button(depot).focus()
    expect(about.locator(".preview")).to_contain_text("→")
    found += violations(page, axe())
    page.keyboard.press("Escape")
    ann.button(depot).hover()
    expect(about.locator(".preview")).to_contain_text("→")
    page.keyboard.press("Escape")
    # The rule that a thing names opens at that rule
    page.mouse.move(thing["x"], thing["y"])
    about.locator("a.rule").click()
    expect(page.locator("#rules-body .sought")).to_have_id(things[thing["id"]]["rule"])
    page.locator("#rules-panel button").first.click()
    # Asked, the coach says what the question is about
    page.mouse.move(2, 2)
    page.locator("#coach-ask").click()
    expect(page.locator("#advice-words")).to_contain_text("The question:")
    found += violations(page, axe())
    assert not found, "\n".join(dict.fromkeys(found))


def test_on_a_phone_a_long_press_tells_and_a_first_tap_foretells(arrive: Arrive) -> None:
    ann = arrive("Ann", size=(390, 844), has_touch=True, is_mobile=True)
    form = {"seats": "2", "seat-0": "here", "seat-1": "greedy", "suggestions": "no", "listed": "no"}
    answer = ann.post("/new/salty_ocean", form)
    page = ann.go(answer.url).page
    look = ann.turn()
    about = page.locator(ABOUT)
    # A finger that rests on a choice tells of it, and does not choose it.
    depot = next(offer for offer in look.choices if offer.notation == "depot")
    button = ann.button(depot)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    at = [box["x"] + 20, box["y"] + 12]
    assert page.evaluate(PRESS, [*at, "pointerdown"]) == "depot"
    expect(about).to_be_visible()
    for kind in ("pointerup", "click"):
        page.evaluate(PRESS, [*at, kind])
    expect(about.locator(".preview")).to_contain_text("→")
    assert ann.shown_line() == look.line
    # What cannot be taken back: the first tap says what it would change, the second one does it.
    final = next(offer for offer in look.choices if offer.final)
    button = ann.button(final)
    button.tap()
    expect(button).to_have_class("choice armed")
    expect(about.locator(".preview")).to_have_count(1)
    assert ann.shown_line() == look.line
    # That there are no hints here is known before anybody looks for them.
    expect(page.locator("#hint-note")).to_contain_text("not allowed")
    expect(page.locator("#hint-ask")).to_have_count(0)
    page.locator("#coach-ask").tap()
    expect(page.locator("#advice-words")).to_contain_text("The question:")
    expect(page.locator("#advice-words [data-wanted-choice]")).to_have_count(0)
