"""Several people in front of one screen: what only one may know is covered until he is there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.test_axe import violations
from tests.server.test_leaks import looking, prefer, words_for
from tools.browser import axe

pytestmark = pytest.mark.browser


def _secrets(person: Person, table: str, seat: int) -> set[str]:
    """Tiles that lie face down and that a seat has seen, as the server knows."""
    answer = person.context.request.post(
        f"/api/tables/{table}/seats/{seat}/token", headers={"Origin": person.address}
    )
    token = answer.json()["token"]
    state = person.context.request.get(
        f"/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}
    ).json()
    places = state["view"]["places"]
    return {p["tile"]["id"] for p in places if p["tile"] and not p["face_up"]}


def _sees(person: Person, words: set[str]) -> bool:
    page = person.page.content()
    return any(word in page for word in words)


def _until_somebody_looked(person: Person, table: str) -> tuple[int, set[str]]:
    """Play behind the page until a seat knows something; gives the seat, and what betrays it."""
    looker = person.ask(f"/api/tables/{table}/choices")["seat"]
    picks = {looker: looking("stock_1", "grid_5", "stock_2"), 1 - looker: prefer("pass")}
    for _ in range(200):
        known = _secrets(person, table, looker)
        if known:
            return looker, {word.decode() for tile in known for word in words_for(tile)}
        seat = person.ask(f"/api/tables/{table}/choices")["seat"]
        person.play_behind(table, picks[seat], 1)
    raise AssertionError("nobody looks")


def test_the_page_is_covered_until_the_next_player_is_there(arrive: Arrive) -> None:
    person = arrive("Ada", bypass_csp=True)
    page = person.page
    table = person.new_table("here", "here")
    looker, words = _until_somebody_looked(person, table)
    names = ["Ada", "Ada 2"]
    # The other one plays with the page until the first is asked.
    while person.ask(f"/api/tables/{table}/choices")["seat"] == looker:
        person.play_behind(table, prefer("keep", "swap", "no_look", "pass"), 1)
    look = person.at(table).turn()
    assert not _sees(person, words)
    take = page.locator("#device-take")
    while not take.count():
        expect(take).to_have_count(0)
        person.choose(look.choices[-1])
        person.sees_line(look.line + 1)
        seen = person.look()
        while seen is None:
            seen = person.look()
        look = seen
    # Covered: the question says whom to hand it to, and nothing betrays what he knows.
    expect(page.locator("#ask")).to_have_text(f"Hand the device to {names[looker]}.")
    expect(page.locator("#choose")).to_have_count(0)
    assert not _sees(person, words)
    page.reload()
    assert not _sees(person, words)
    assert not violations(page, axe())
    # With the keyboard: the button takes the device, and the question is read next.
    page.reload()
    take.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#choose")).to_have_count(1)
    expect(page.locator("#ask")).to_be_focused()
    assert _sees(person, words)
    # He plays on; as soon as the other is asked his knowledge is gone from the page.
    look = person.turn()
    for _ in range(40):
        final = [choice for choice in look.choices if choice.final]
        person.choose((final or list(look.choices))[-1])
        person.sees_line(look.line + 1)
        seen = person.look()
        while seen is None:
            seen = person.look()
        if seen.covered or seen.over:
            break
        look = seen
    expect(page.locator("#ask")).to_have_text(f"Hand the device to {names[1 - looker]}.")
    assert not _sees(person, words)
    # He may look back, and covers it again.
    page.locator("#device-look").click()
    expect(page.locator("#device-lay")).to_be_visible()
    assert _sees(person, words)
    page.locator("#device-lay").click()
    expect(take).to_be_visible()
    assert not _sees(person, words)
    take.click()
    expect(page.locator("#choose")).to_have_count(1)
    assert not _sees(person, words)


def test_without_secrets_nobody_is_bothered(arrive: Arrive) -> None:
    person = arrive("Ada")
    table = person.new_table("here", "here")
    look = person.at(table).turn()
    seats = set()
    for _ in range(12):
        seen = person.look()
        assert seen is not None
        assert not seen.covered
        seats.add(person.page.locator("#choose input[name=seat]").input_value())
        offers = [o for o in look.choices if not o.notation.startswith("build fierte")]
        person.choose(offers[0])
        look = person.turn(look.line)
    assert seats == {"0", "1"}
