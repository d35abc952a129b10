"""Nothing on our pages keeps anybody out: axe finds no violation."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import GAME, Person, any_offer
from tests.server.client import any_choice
from tools.browser import axe

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def script() -> str:
    return axe()


def violations(page: Page, script: str) -> list[str]:
    page.add_script_tag(content=script)
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{page.url} {one['id']}: {one['help']}: "
        + " | ".join(
            f"{n['target']} {n['html'][:160]} {n['failureSummary']}" for n in one["nodes"][:3]
        )
        for one in found
    ]


def _dressed(person: Person, **cookies: str) -> None:
    person.context.add_cookies(
        [
            {"name": f"quarterdeck_{name}", "value": value, "url": person.address}
            for name, value in cookies.items()
        ]
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_around_the_table(arrive: Arrive, script: str, theme: str) -> None:
    person = arrive(bypass_csp=True)
    _dressed(person, theme=theme)
    found = violations(person.go("/").page, script)
    person.settle("Ada")
    waiting = person.new_table("here", "open", title="Friday")
    finished = person.new_table("here", "random")
    person.play_behind(finished, any_choice(15))
    paths = ["/", f"/new/{GAME}", f"/t/{waiting}", "/me", f"/rules/{GAME}"]
    paths += [f"/t/{finished}{rest}" for rest in ("", "/replay?ply=30", "/text")]
    for path in paths:
        found += violations(person.go(path).page, script)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_table(arrive: Arrive, script: str, theme: str, language: str) -> None:
    person = arrive("Ada", bypass_csp=True)
    _dressed(person, theme=theme, lang=language)
    table = person.new_table("here", "random", "random")
    page = person.at(table).page
    person.turn()
    found = violations(page, script)
    if page.locator("#why").count():
        page.locator("#why summary").click()
    page.locator("#menu summary").click()
    found += violations(page, script)
    assert not found, "\n".join(dict.fromkeys(found))


def test_every_panel(arrive: Arrive, script: str) -> None:
    person = arrive("Ada", bypass_csp=True)
    page = person.at(person.new_table("here", "random", "random")).page
    person.play(any_offer(16), 12)
    found = []
    for tab in ("players", "log", "score", "chat"):
        page.locator(f".tab-{tab}").click()
        found += violations(page, script)
    page.keyboard.press("Escape")
    page.locator("#ask").focus()
    page.keyboard.press("?")
    page.locator("#shortcuts").wait_for()
    found += violations(page, script)
    page.keyboard.press("Escape")
    person.go(page.url + "/text")
    found += violations(page, script)
    assert not found, "\n".join(dict.fromkeys(found))


def test_table_on_a_phone(arrive: Arrive, script: str) -> None:
    person = arrive("Ada", bypass_csp=True, size=(390, 844), is_mobile=True, has_touch=True)
    page = person.at(person.new_table("here", "random", "random")).page
    person.turn()
    found = violations(page, script)
    assert not found, "\n".join(found)
