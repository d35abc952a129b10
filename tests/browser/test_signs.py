"""How a page calls its reader: title, icon, notification, bell."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import Look, Person

pytestmark = pytest.mark.browser

# Notes what the page would show and sound, and whether it lies behind another window.
NOTES = """
window.notes = [];
window.tones = [];
window.behind = false;
Object.defineProperty(document, "hidden", { get: () => window.behind });
const permission = () => Notification_.permission;
const Notification_ = window.Notification;
window.Notification = class {
  static get permission() { return Notification_.permission; }
  static requestPermission() { return Notification_.requestPermission(); }
  constructor(title, options) { window.notes.push([title, options.body]); }
};
window.AudioContext = class {
  currentTime = 0;
  destination = {};
  createGain() {
    return {
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: (to) => to,
    };
  }
  createOscillator() {
    return {
      frequency: { value: 0 },
      connect: (to) => to,
      start() { window.tones.push(this.frequency.value); },
      stop() {},
    };
  }
  close() { return Promise.resolve(); }
};
"""


def two(arrive: Arrive, **wishes: object) -> tuple[Person, Person]:
    """Two people at one table, each before a page of his own; the first is asked first."""
    ada, ben = arrive("Ada", **wishes), arrive("Ben", **wishes)
    for person in (ada, ben):
        person.context.add_init_script(NOTES)
    table = ada.new_table("here", "open")
    assert ben.post(f"/t/{table}/join", {"seat": "1"}).ok
    for person in (ada, ben):
        person.at(table).page.locator("#turn-line").wait_for()
    if ada.page.locator('#turn-line[data-asked="yes"]').count():
        return ada, ben
    return ben, ada


def hand_over(person: Person, other: Person) -> Look:
    """Play until the other is asked; gives what he sees."""
    look = person.turn()
    for _ in range(40):
        final = [choice for choice in look.choices if choice.final]
        person.choose(final[0] if final else look.choices[0])
        person.sees_line(look.line + 1)
        if person.page.locator('#turn-line[data-asked="no"]').count():
            return other.turn()
        look = person.turn(look.line)
    raise AssertionError("it never is the other's turn")


def _signs(page: Page, mine: bool) -> None:
    if mine:
        expect(page).to_have_title(re.compile(r"^● Your turn · "))
    else:
        expect(page).not_to_have_title(re.compile("^●"))
    name = "icon-turn.svg" if mine else "icon.svg"
    expect(page.locator(f'#icon[href*="/{name}"]')).to_have_count(1)


def test_title_and_icon_show_whose_turn_it_is(arrive: Arrive) -> None:
    ada, ben = two(arrive)
    _signs(ada.page, mine=True)
    _signs(ben.page, mine=False)
    hand_over(ada, ben)
    _signs(ben.page, mine=True)
    _signs(ada.page, mine=False)
    icon = ben.page.locator("#icon").get_attribute("href")
    assert ben.context.request.get(icon or "").ok


def test_a_page_behind_others_notifies_its_reader(arrive: Arrive) -> None:
    ada, ben = two(arrive, permissions=["notifications"])
    for person in (ada, ben):
        expect(person.page.locator("[data-notify]")).to_have_attribute("aria-pressed", "true")
    ben.page.evaluate("window.behind = true")
    look = hand_over(ada, ben)
    ((title, body),) = ben.page.evaluate("window.notes")
    assert title == "Your turn"
    assert body == (ben.page.locator("#ask").text_content() or "").strip()
    # Who reads the page needs no notification, and who moves himself is not called.
    assert ada.page.evaluate("window.notes") == []
    ben.choose(look.choices[0])
    ben.sees_line(look.line + 1)
    assert len(ben.page.evaluate("window.notes")) == 1
    assert ben.page.evaluate("window.tones") == []


def test_nobody_is_notified_without_permission(arrive: Arrive) -> None:
    ada, ben = two(arrive)
    expect(ben.page.locator("[data-notify]")).to_have_attribute("aria-pressed", "false")
    ben.page.evaluate("window.behind = true")
    hand_over(ada, ben)
    assert ben.page.evaluate("window.notes") == []


def test_the_bell_rings_when_it_is_switched_on(arrive: Arrive) -> None:
    ada, ben = two(arrive)
    ben.page.locator("#menu summary").click()
    switch = ben.page.locator('[data-toggle="sound"]')
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    # It is heard at once, so that one knows it, and then at every turn of one's own.
    heard = ben.page.evaluate("window.tones")
    assert len(heard) == 2
    hand_over(ada, ben)
    expect(ben.page.locator('#turn-line[data-asked="yes"]')).to_have_count(1)
    assert ben.page.evaluate("window.tones") == heard * 2
    assert ada.page.evaluate("window.tones") == []
    # The switch is remembered on this device.
    ben.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
