"""Nothing on our pages keeps anybody out: axe finds no violation."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import GAME, Person, any_offer
from tests.server.client import any_choice
from tests.server.servers import Server
from tools.browser import axe

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def script() -> str:
    return axe()


def violations(page: Page, script: str, within: str = "html") -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(content=script)
    found = page.evaluate("async (part) => (await axe.run(part)).violations", within)
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


# Colours do not depend on the language, nor texts on the theme.
LOOKS = pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "fr")])


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Server) -> tuple[str, str]:
    """A game that is over, and the cookie of who has played it."""
    context = browser.new_context(base_url=server.address)
    person = Person(context, server.address)
    person.settle("Ada")
    table = person.new_table("here", "here")
    person.play_behind(table, any_choice(15))
    cookie = next(c["value"] for c in context.cookies() if c.get("name") == "quarterdeck")
    context.close()
    return table, cookie


@LOOKS
def test_pages_around_the_table(
    arrive: Arrive, script: str, finished: tuple[str, str], theme: str, language: str
) -> None:
    person = arrive(bypass_csp=True)
    table, cookie = finished
    _dressed(person, theme=theme, lang=language)
    found = violations(person.go("/").page, script)
    person.context.add_cookies([{"name": "quarterdeck", "value": cookie, "url": person.address}])
    waiting = person.new_table("here", "open", title="Friday")
    paths = ["/", f"/new/{GAME}", f"/t/{waiting}", "/me", "/me/holidays", f"/rules/{GAME}"]
    paths += ["/mine", "/mine?next=none", "/mine/archive", "/mine/calendar"]
    paths += ["/?language=fr"]
    paths += [f"/t/{table}{rest}" for rest in ("", "/replay?ply=30", "/text")]
    for path in paths:
        found += violations(person.go(path).page, script)
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.locator("html")).to_have_attribute("data-theme", theme)
    assert not found, "\n".join(found)


@LOOKS
def test_table(arrive: Arrive, script: str, theme: str, language: str) -> None:
    person = arrive("Ada", bypass_csp=True)
    _dressed(person, theme=theme, lang=language)
    table = person.new_table("here", "random", "random")
    page = person.at(table).page
    person.turn()
    found = violations(page, script)
    page.locator("#why summary").click()
    page.locator("#menu summary").click()
    found += violations(page, script)
    found += violations(person.go(f"/t/{table}/text").page, script)
    assert not found, "\n".join(dict.fromkeys(found))


def test_every_panel(arrive: Arrive, script: str) -> None:
    person = arrive("Ada", bypass_csp=True)
    page = person.at(person.new_table("here", "random", "random")).page
    person.play(any_offer(16), 12)
    found = []
    for tab in ("players", "log", "score", "chat"):
        page.locator(f".tab-{tab}").click()
        found += violations(page, script, f".panel-{tab}")
    page.keyboard.press("Escape")
    page.locator("#ask").focus()
    page.keyboard.press("?")
    page.locator("#shortcuts").wait_for()
    found += violations(page, script, "#shortcuts")
    assert not found, "\n".join(dict.fromkeys(found))


def test_table_on_a_phone(arrive: Arrive, script: str) -> None:
    person = arrive("Ada", bypass_csp=True, size=(390, 844), is_mobile=True, has_touch=True)
    page = person.at(person.new_table("here", "random", "random")).page
    person.turn()
    found = violations(page, script)
    assert not found, "\n".join(found)


def test_table_where_time_runs(arrive: Arrive, script: str) -> None:
    host, friend = arrive("Anne", bypass_csp=True), arrive("Bob")
    form = {"seats": "2", "seat-0": "here", "seat-1": "open", "pace": "steady", "time-up": "seat"}
    table = host.post(f"/new/{GAME}", form).url.rsplit("/", 1)[-1]
    found = violations(host.go(f"/t/{table}").page, script)
    assert friend.post(f"/t/{table}/join", {"seat": "1"}).ok
    expect(host.page.locator("#clocks")).to_be_visible()
    host.page.locator("label.tab-players").click()
    found += violations(host.page, script)
    found += violations(host.go(f"/t/{table}/text").page, script)
    found += violations(host.go("/").page, script)
    assert not found, "\n".join(found)
