"""Statistics in the browser: after a game, of a person, of a title; readable everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE, Person
from tests.browser.test_axe import script, violations
from tests.server.client import Client, play_out, wait_until
from tests.server.servers import Server
from tests.server.test_statistics import finish_game, pass_if_possible, results

pytestmark = pytest.mark.browser

GAMES = 6
WORDS = {
    "en": ("Statistics: Anne", "Rating", "Who sees this", "Save", "Remove my results"),
    "fr": (
        "Statistiques : Anne",
        "Cote",
        "Qui voit ceci",
        "Enregistrer",
        "Supprimer mes résultats",
    ),
}

__all__ = ["script"]


@pytest.fixture(scope="module")
def players(server: Server) -> tuple[Client, Client]:
    """Two people who have played a few short games."""
    anne, bob = server.client("Anne"), server.client("Bob")
    for _ in range(GAMES):
        finish_game(anne, bob)
    return anne, bob


def enter(person: Person, who: Client) -> Page:
    """Come as somebody who is known, by their personal link."""
    page = person.go(f"/me/{who.secret}").page
    page.locator("main form button").click()
    return page


@pytest.mark.parametrize("wishes", [DESKTOP, FRENCH_PHONE], ids=["desktop", "phone"])
def test_statistics_can_be_read_shown_and_removed(
    arrive: Arrive, script: str, players: tuple[Client, Client], wishes: dict[str, Any]
) -> None:
    anne, _ = players
    person = arrive(bypass_csp=True, **wishes)
    page = enter(person, anne)
    title, rating, seen, save, remove = WORDS[wishes["language"]]
    page.goto("/me/statistics")
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator(".rating-graph")).to_be_visible()
    expect(page.locator(".rating")).to_contain_text(rating)
    # The table behind the graph, by keyboard
    page.locator("main summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("main details tbody tr").first).to_be_visible()
    found = check(page, script, wishes)
    expect(page.get_by_role("heading", name=seen)).to_be_visible()
    page.locator("input[value=shown]").check()
    page.get_by_role("button", name=save).click()
    link = page.locator("#statistics-link").input_value()
    found += check(page, script, wishes)
    page.goto(link)
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("form[action$='/me/statistics']")).to_have_count(0)
    page.goto("/games/salty_ocean/statistics?players=2")
    expect(page.locator(".uses").first).to_be_visible()
    found += check(page, script, wishes)
    page.goto("/me/statistics")
    page.get_by_role("link", name=remove).click()
    expect(page.locator("main form button")).to_be_visible()
    found += check(page, script, wishes)
    assert not found, "\n".join(dict.fromkeys(found))
    assert len(results(anne)) >= GAMES


def check(page: Page, script: str, wishes: dict[str, Any]) -> list[str]:
    """Nothing sticks out, and nothing keeps anybody out."""
    assert page.evaluate("document.documentElement.scrollWidth") <= wishes["size"][0]
    return violations(page, script)


def test_a_rating_comes_by_itself_when_a_game_is_over(
    arrive: Arrive, players: tuple[Client, Client]
) -> None:
    anne, bob = players
    table = anne.host("here", "open")
    bob.join(table)
    person = arrive()
    page = enter(person, anne)
    page.goto(f"/t/{table}")
    loads = person.loads
    play_out(table, {0: anne, 1: bob}, pass_if_possible)
    expect(page.locator("#aftermath")).to_contain_text("Your rating:")
    assert person.loads == loads
    picture = page.locator("#ending a[href$='/result.png']")
    expect(picture).to_be_visible()
    wait_until(lambda: len(results(bob)) > GAMES, "the result")


def test_statistics_need_no_script(arrive: Arrive, players: tuple[Client, Client]) -> None:
    anne, _ = players
    person = arrive(java_script_enabled=False)
    page = enter(person, anne)
    page.goto("/me/statistics")
    page.locator("input[value=own]").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("input[value=own]")).to_be_checked()
    expect(page.locator(".rating-graph")).to_be_visible()
