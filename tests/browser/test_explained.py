"""What things are, what a choice would change, what the coach would do: told before one chooses."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive

pytestmark = pytest.mark.browser

ABOUT = "#about:visible"
PRESS = """([x, y, kind]) => {
  const at = document.elementFromPoint(x, y);
  const how = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: "touch" };
  at.dispatchEvent(new PointerEvent(kind, how));
  return at.closest(".choice")?.value ?? "";
}"""


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
    # That the coach suggests nothing here is known before it is asked.
    expect(page.locator("#coach-off")).to_contain_text("switched off")
    page.locator("#coach-ask").tap()
    expect(page.locator("#advice-words")).to_contain_text("The question:")
    expect(page.locator("#advice-words [data-wanted-choice]")).to_have_count(0)
