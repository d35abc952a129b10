"""Everybody chooses at once, in real browsers; and a table that goes back by consent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from quarterdeck.server.assets import has_script
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.server.servers import Server
from tests.server.serving import TOY_GAME
from tests.toy import TOY
from tools.assets import SOURCES, build_assets


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers the toy game."""
    if not has_script():
        build_assets(SOURCES)
    folder = tmp_path_factory.mktemp("toy-browser-server")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment={TOY_GAME: "1"}).start()
    yield made
    made.kill()


COUNT_CHANGES = """() => {
  window.changes = 0;
  document.addEventListener("htmx:after:swap", () => { window.changes += 1; });
}"""


def choose(person: Person, notation: str) -> None:
    """Click a choice, and once more if it cannot be taken back."""
    button = person.page.locator(f'#choose button[value="{notation}"]')
    final = button.get_attribute("data-final") is not None
    button.click()
    if final:
        person.page.locator("#choose .armed").click()
    expect(button).to_have_count(0)


@pytest.fixture
def pair(arrive: Arrive) -> tuple[Person, Person]:
    anne, bob = arrive("Anne"), arrive("Bob", size=(390, 844))
    table = anne.new_table("here", "open", game=TOY.id)
    assert bob.post(f"/t/{table}/join", {"seat": "1"}).ok
    return anne.at(table), bob.at(table)


def test_pages_say_who_is_still_choosing_and_show_nothing_else(
    pair: tuple[Person, Person],
) -> None:
    anne, bob = pair
    expect(anne.page.locator(".choosing")).to_have_text("Still choosing: Bob")
    asked: list[str] = []
    anne.page.on("request", lambda request: asked.append(request.url))
    anne.page.evaluate(COUNT_CHANGES)
    choose(bob, "row south")
    choose(bob, "anchor short")
    expect(anne.page.locator(".choosing")).to_have_count(0)
    # Told once, that he has finished: her stream brought it, so she asked for nothing.
    assert anne.page.evaluate("changes") == 1
    assert not [url for url in asked if url.endswith("/parts")]
    expect(bob.page.locator("#ask")).to_contain_text("Waiting for the others.")
    bob.page.locator("#undo-last").click()
    expect(anne.page.locator(".choosing")).to_have_text("Still choosing: Bob")
    choose(bob, "anchor short")
    bob.page.locator("#nudge button").click()
    expect(anne.page.locator("#nudged")).to_have_text("Bob is waiting for you.")
    choose(anne, "row north")
    choose(anne, "anchor short")
    # On a small screen the log is closed, and fetched when it opens.
    bob.page.locator(".tab-log").click()
    expect(bob.page.locator("#part-log")).to_contain_text("Anne rows to Gull Rock.")
    expect(anne.page.locator("#nudged")).to_have_count(0)


def test_the_table_goes_back_by_consent(pair: tuple[Person, Person]) -> None:
    anne, bob = pair
    for person in pair:
        choose(person, "row north")
        choose(person, "anchor short")
    choose(anne, "rest")
    anne.page.locator("#undo-back").click()
    anne.page.locator("main .button.primary").click()
    expect(anne.page.locator("#recall")).to_contain_text("Still to agree: Bob")
    bob.page.locator("#recall button", has_text="Agree").click()
    expect(anne.page.locator('#choose button[value="rest"]')).to_be_visible()
    expect(anne.page.locator("#recall")).to_have_count(0)
