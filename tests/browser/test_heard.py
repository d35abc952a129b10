"""Whoever listens to the page hears what others do: politely, in order, and each thing once."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import PATIENCE, Look, Person
from tests.browser.test_pace import ACTION, COMING, choose_and_stop

pytestmark = pytest.mark.browser

# Everything that a screen reader would announce: what comes into a live region that is not hidden.
# A region that only reports additions is silent about what is taken away.
LISTEN = """() => {
  const REGIONS = "[aria-live], [role=status], [role=alert], [role=log]";
  const LOUD = "[aria-live=assertive], [role=alert]:not([aria-live])";
  window.heard = [];
  const words = (node) => (node?.textContent ?? "").replace(/\\s+/g, " ").trim();
  const last = new Map();
  const UNHEARD = "[aria-hidden=true], [inert]";
  const isHidden = (region) => !region.checkVisibility() || region.closest(UNHEARD) !== null;
  const note = (region, text) => {
    const where = region.id || region.className || region.getAttribute("role");
    if (!text) return;
    window.heard.push({ where, text, hidden: isHidden(region), loud: region.matches(LOUD) });
  };
  for (const region of document.querySelectorAll(REGIONS)) last.set(region, words(region));
  new MutationObserver((changes) => {
    const touched = new Set();
    for (const change of changes) {
      const at = change.target instanceof Element ? change.target : change.target.parentElement;
      const region = at?.closest(REGIONS);
      if (region?.getAttribute("role") === "log") {
        for (const node of change.addedNodes) note(region, words(node));
      } else if (region) touched.add(region);
      for (const node of change.addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const fresh of node.querySelectorAll(REGIONS)) touched.add(fresh);
        if (node.matches(REGIONS)) touched.add(node);
      }
    }
    for (const region of touched) {
      if (region.getAttribute("role") === "log") continue;
      if (last.get(region) !== words(region)) note(region, words(region));
      last.set(region, words(region));
    }
  }).observe(document, { subtree: true, childList: true, characterData: true,
                         attributes: true, attributeFilter: ["hidden"] });
}"""


def listen(page: Page) -> None:
    page.evaluate(LISTEN)


def heard(page: Page) -> list[str]:
    """What was announced since, in order; none of it hidden or shouted."""
    found: list[dict[str, Any]] = page.evaluate("window.heard")
    # What a popover tells is asked for by pointing at something.
    announced = [one for one in found if not one["hidden"] and one["where"] != "about"]
    assert not [one for one in announced if one["loud"]], announced
    # Everything comes from the one voice, and what it tells is not told elsewhere as well.
    assert {one["where"] for one in announced} <= {"heard"}, announced
    return [one["text"] for one in announced]


def lines_since(page: Page) -> list[str]:
    """The lines of the log since one's own last choice, in order."""
    found: list[str] = page.evaluate(
        """() => {
          const own = Number(document.querySelector("#turn-line").dataset.own);
          const lines = [...document.querySelectorAll("#part-log li[data-ply]")];
          const later = lines.filter((line) => Number(line.dataset.ply) > own);
          return later.map((line) => {
            const call = document.querySelector("#doing").dataset.concerns;
            const text = line.querySelector("a").textContent;
            return line.matches(".concerns") ? `${call} ${text}` : text;
          });
        }"""
    )
    return found


def sit_down(arrive: Arrive, **wishes: Any) -> tuple[Person, Look]:
    person = arrive("Ann", **wishes)
    person.at(person.new_table("here", "greedy", "greedy"))
    person.page.locator(".tab-log").click()
    look = person.turn()
    return person, look


def ask_text(page: Page) -> str:
    return " ".join((page.locator("#ask").text_content() or "").split())


def wait_for_words(page: Page, text: str) -> None:
    """Wait until something was announced."""
    late = time.monotonic() + PATIENCE / 1000
    while text not in [one["text"] for one in page.evaluate("window.heard")]:
        assert time.monotonic() < late, (text, page.evaluate("window.heard"))


def check_told(person: Person) -> list[str]:
    """Every line was told once, in order, and the question after them; gives what was heard."""
    page = person.page
    page.locator(".tab-log").click()
    expect(page.locator(COMING)).to_have_count(0)
    lines = lines_since(page)
    assert len(lines) >= 2, lines
    wait_for_words(page, ask_text(page))
    told = heard(page)
    first = told.index(lines[0])
    # Between two bots the page may say for whom it waits, if it gets there before the second
    after = [text for text in told[first:] if not text.startswith("Waiting for ")]
    assert after == [*lines, ask_text(page)], (told, lines)
    return told


@pytest.mark.parametrize("way", ["watches", "skips", "chooses", "at once"])
def test_a_round_of_bots_is_heard_once_and_in_order(arrive: Arrive, way: str) -> None:
    person, look = sit_down(arrive, pace="once" if way == "at once" else "normal")
    page = person.page
    listen(page)
    if way == "at once":
        person.choose(next(offer for offer in look.choices if offer.notation == "saline"))
        person.turn(look.line)
        check_told(person)
        return
    again = choose_and_stop(person, look)
    if way == "watches":
        # One at a time: the second bot is not heard before it is seen.
        others = [text for text in heard(page) if "Ann" not in text]
        assert len(others) == 1, others
        for _ in range(4):
            page.clock.run_for(ACTION)
    elif way == "skips":
        page.keyboard.press("x")
        page.clock.run_for(ACTION)
    else:
        page.evaluate(
            "window.early = [...document.querySelectorAll('#did li')].map((l) => l.textContent)"
        )
        person.choose(next(offer for offer in again.choices if offer.notation == "depot"))
        person.turn(again.line)
        page.clock.run_for(4 * ACTION)
        early = page.evaluate("window.early")
        told = heard(page)
        assert [told.count(line) for line in early] == [1] * len(early), (early, told)
    # An update that arrives only now starts the voice's pause anew, which ends only in time.
    page.clock.resume()
    check_told(person)


def test_what_concerns_the_reader_is_called_out(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    table = ann.new_table("here", "open")
    assert bob.post(f"/t/{table}/join", {"seat": "1", "name": "Bob"}).ok
    page = ann.at(table).page
    listen(page)
    people = [ann, bob]
    # Everybody passes: the turn is over, which concerns whoever did not end it.
    for person in people if ann.ask(f"/api/tables/{table}/choices")["choices"] else people[::-1]:
        last = person
        person.play_behind(table, lambda _notations: "pass", 1)
    if last is ann:
        page = bob.at(table).page
        expect(page.locator("#since li.concerns")).not_to_have_count(0)
        return
    line = page.locator("#doing.concerns")
    expect(line).to_be_visible()
    call = line.get_attribute("data-concerns") or ""
    page.wait_for_function("() => window.heard.some((one) => one.where === 'heard')")
    called = [text for text in heard(page) if text.startswith(call)]
    assert called, heard(page)
    expect(page.locator("#since li.concerns")).to_have_count(len(called))
