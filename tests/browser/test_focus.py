"""The keyboard's focus stays where it was when the page changes under it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import Look, Offer, Person

pytestmark = pytest.mark.browser

# What has the focus, and whether it was ever lost: the page is looked at before every picture.
WATCH = """() => {
  window.lost = [];
  const look = () => {
    const now = document.activeElement;
    if (!now || now === document.body || !now.checkVisibility()) window.lost.push(document.title);
    requestAnimationFrame(look);
  };
  look();
}"""
FOCUSED = """() => {
  const now = document.activeElement;
  const spot = now.closest("#part-board .spot");
  return {
    id: now.id,
    value: now.value ?? "",
    group: now.closest("#choose fieldset")?.querySelector("legend")?.textContent ?? "",
    spot: spot?.dataset.spot ?? "",
    lost: window.lost ?? [],
  };
}"""


class Keyboard:
    """Somebody who plays with keys only."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page: Page = person.page
        self.look: Look = person.turn()

    def watch(self) -> None:
        """From now on the focus must be somewhere."""
        self.page.evaluate(WATCH)

    def focused(self) -> dict[str, str]:
        found: dict[str, str] = self.page.evaluate(FOCUSED)
        assert not found.pop("lost"), found
        return found

    def choose(self, fits: Callable[[Offer], bool]) -> dict[str, str]:
        """Choose in the list and wait for the next question; gives what had the focus."""
        offer = next(offer for offer in self.look.choices if fits(offer))
        button = self.person.button(offer)
        button.focus()
        self.watch()
        before = self.focused()
        for _ in range(1 + offer.final):
            self.page.keyboard.press("Enter")
        self.look = self.person.turn(self.look.line)
        return before

    def choose_and_wait(self) -> None:
        """Choose the first in the list while others have not chosen."""
        self.page.locator("#choose .choice:visible").first.focus()
        self.watch()
        self.page.keyboard.press("Enter")
        if self.page.locator("#choose .armed").count():
            self.page.keyboard.press("Enter")
        expect(self.page.locator("#undo-last")).to_be_visible()


def test_after_a_choice_the_focus_is_in_its_place(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.at(ann.new_table("here", "greedy", "greedy"))
    keys = Keyboard(ann)
    page = ann.page
    # The bots have acted meanwhile, and the same choice is open again.
    before = keys.choose(lambda offer: offer.notation == "depot")
    page.wait_for_function("() => document.activeElement.value === 'depot'")
    assert keys.focused() == before
    # What is gone gives it to another choice of its group, or to the question.
    for _ in range(4):
        ahead = keys.look
        before = keys.choose(lambda offer: offer.notation.startswith("city ") or offer.final)
        now = keys.focused()
        assert now["id"] == "ask" or now["group"] == before["group"], (ahead, before, now)
    # On the board: the same spot, or another one that is lit.
    page.keyboard.press("b")
    keys.watch()
    for _ in range(3):
        page.keyboard.press("Enter")
        menu = page.locator("#spot-menu:visible .choice")
        if menu.count():
            expect(menu.first).to_be_focused()
            page.keyboard.press("Enter")
            if page.locator("#spot-menu:visible .armed").count():
                page.keyboard.press("Enter")
        keys.look = ann.turn(keys.look.line)
        # Where the next question lights nothing, the focus leaves the board
        page.wait_for_function(
            """() => document.activeElement.matches('#part-board .spot.open > .hit')
            || !document.querySelector('#part-board .spot.open')"""
        )
        if not page.locator("#part-board .spot.open").count():
            break
        keys.focused()


def test_what_others_do_leaves_the_focus_alone(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    table = ann.new_table("here", "open", game="rolling_seas")
    assert bob.post(f"/t/{table}/join", {"seat": "1", "name": "Bob"}).ok
    keys = Keyboard(ann.at(table))
    page = ann.page

    def stir(number: int) -> None:
        """Bob says something, which changes the page."""
        text = f"Ahoy {number}"
        answer = bob.post(f"/t/{table}/say", {"text": text})
        assert answer.ok
        expect(page.locator("#part-chat")).to_contain_text(text)

    # Both choose at the same time. Ann has chosen, and waits: the question says so.
    crowd = page.locator("#choose .crowd summary").first
    crowd.click()
    keys.choose_and_wait()
    expect(page.locator("#ask")).to_be_focused()
    # Taken back by keyboard: what redoes it stands in the place of the button that is gone.
    page.locator("#undo-last").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#undo-redo")).to_be_focused()
    keys.focused()
    # Bob's choice arrives while Ann reads hers, in a list that she has unfolded.
    if not page.locator("#choose .crowd[open]").count():
        crowd.click()
    reading = page.locator("#choose .choice:visible").nth(2)
    reading.focus()
    before = keys.focused()
    asked = page.locator("#ask").text_content() or ""
    assert "Bob" in asked
    bob.play_behind(table, lambda notations: notations[0], 1)
    expect(page.locator("#ask")).not_to_contain_text("Bob")
    assert keys.focused() == before
    # Half a message, with the caret in the middle of it
    page.locator(".tab-chat").click()
    field = page.locator("#chat-text")
    field.focus()
    page.keyboard.type("Ship ahead")
    for _ in range(len(" ahead")):
        page.keyboard.press("ArrowLeft")
    stir(1)
    expect(field).to_be_focused()
    page.keyboard.type("s")
    expect(field).to_have_value("Ships ahead")
    # A search in the rules
    page.locator("a[data-rules]:visible").last.click()
    search = page.locator("#rules-search")
    search.focus()
    page.keyboard.type("st")
    stir(2)
    expect(search).to_be_focused()
    page.keyboard.type("orm")
    expect(search).to_have_value("storm")
    page.keyboard.press("Escape")
    page.locator("#rules-panel button").first.click()
    # The coach's answer, from which one comes back to its button
    ask = page.locator("#coach-ask")
    ask.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#advice-words")).to_be_visible()
    stir(3)
    expect(ask).to_be_focused()


def test_in_a_lesson_the_focus_stays_with_the_coach(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.go("/")
    ann.page.locator('button[formaction$="/learn"][value="salty_ocean"]').click()
    ann.page.wait_for_url("**/t/*")
    page = ann.page
    page.locator("#coach-go-on").focus()
    page.evaluate(WATCH)
    for _ in range(8):
        remark = page.locator("#coach").get_attribute("data-remark")
        if not page.locator("#coach-go-on").count():
            break
        expect(page.locator("#coach-go-on")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#coach")).not_to_have_attribute("data-remark", remark or "")
    # It waits for a choice now: what it says is the next thing to read.
    expect(page.locator("#coach-go-on")).to_have_count(0)
    expect(page.locator("#coach-words")).to_be_focused()
    assert not page.evaluate("window.lost")
