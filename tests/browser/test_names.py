"""Names that last, in a real browser: a passkey on two devices, and pages that everybody can
use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE, PATIENCE
from tests.browser.test_axe import script, violations
from tests.browser.test_statistics import enter
from tests.server.client import Client
from tests.server.servers import Server

pytestmark = pytest.mark.browser

__all__ = ["script"]

NO_OFFER = "PublicKeyCredential.isConditionalMediationAvailable = async () => false"
Device = Callable[[], tuple[Page, CDPSession, str]]


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[Device]:
    """A browser of somebody's own, with an authenticator in it, at a host that has a name."""
    opened: list[BrowserContext] = []

    def start() -> tuple[Page, CDPSession, str]:
        context = browser.new_context(base_url=f"http://localhost:{server.port}", locale="en")
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        made = session.send(
            "WebAuthn.addVirtualAuthenticator",
            {
                "options": {
                    "protocol": "ctap2",
                    "transport": "internal",
                    "hasResidentKey": True,
                    "hasUserVerification": True,
                    "isUserVerified": True,
                    "automaticPresenceSimulation": True,
                }
            },
        )
        return page, session, made["authenticatorId"]

    yield start
    for context in opened:
        context.close()


def come(page: Page, name: str) -> None:
    page.goto("/")
    page.locator("#quick [name=name]").fill(name)
    page.locator("#quick > button").click()
    page.wait_for_url("**/t/*")


def test_a_passkey_leads_in_on_another_device_until_it_is_removed(device: Device) -> None:
    page, session, id = device()
    come(page, "Grace")
    page.goto("/me")
    page.get_by_label("What you call it").fill("My laptop")
    page.get_by_role("button", name="Protect my name with a passkey").click()
    expect(page.get_by_text("Your name is protected")).to_be_visible()
    expect(page.locator(".own-list").first).to_contain_text("My laptop")
    (made,) = session.send("WebAuthn.getCredentials", {"authenticatorId": id})["credentials"]
    assert made["isResidentCredential"]
    assert made["rpId"] == "localhost"
    # The same passkey, synchronised to another device
    other, elsewhere, there = device()
    elsewhere.send("WebAuthn.addCredential", {"authenticatorId": there, "credential": made})
    other.goto("/")
    other.get_by_role("link", name="Sign in").click()
    # The browser offers it by itself, and this authenticator says yes to everything
    expect(other.locator("#device")).to_have_text("You are Grace")
    other.goto("/me")
    expect(other.locator("h1")).to_contain_text("You are Grace")
    expect(other.locator("h1 .name-mark")).to_have_count(1)
    # Where the browser offers nothing there is a button
    third, session, id = device()
    third.add_init_script(NO_OFFER)
    session.send("WebAuthn.addCredential", {"authenticatorId": id, "credential": made})
    third.goto("/sign-in")
    expect(third.locator("#passkey-who")).to_be_hidden()
    # A copy that has not counted along is refused, the next time it has
    third.get_by_role("button", name="Sign in with a passkey").click()
    expect(third.locator(".passkey-status")).to_contain_text("This passkey was refused")
    third.get_by_role("button", name="Sign in with a passkey").click()
    expect(third.locator("#device")).to_have_text("You are Grace")
    third.goto("/me")
    expect(third.locator("h1")).to_contain_text("You are Grace")
    expect(third.locator("#ways + ul li")).to_have_count(3)
    # Nobody else can take the name
    stranger, _, _ = device()
    stranger.goto("/")
    stranger.locator("#quick [name=name]").fill("grace")
    stranger.locator("#quick > button").click()
    expect(stranger.locator(".notice")).to_contain_text("protected on this server")
    # The last one is removed only after a warning
    other.get_by_role("button", name="Remove passkey").click()
    expect(other.locator("main")).to_contain_text("last way that protects")
    other.get_by_role("button", name="Remove passkey").click()
    expect(other.locator("main")).to_contain_text("You are a guest")
    late, session, id = device()
    late.add_init_script(NO_OFFER)
    session.send("WebAuthn.addCredential", {"authenticatorId": id, "credential": made})
    late.goto("/sign-in")
    late.get_by_role("button", name="Sign in with a passkey").click()
    expect(late.locator(".passkey-status")).to_contain_text("leads to nobody here")


def test_words_where_there_are_no_passkeys(device: Device, arrive: Arrive) -> None:
    page, _, _ = device()
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto("/sign-in")
    expect(page.get_by_text("This browser has no passkeys.")).to_be_visible()
    expect(page.locator("form[data-passkey]")).to_be_hidden()
    # By its number and without https
    person = arrive("Anne")
    person.page.goto("/me")
    expect(person.page.locator("main")).to_contain_text("only over https")


@pytest.fixture(scope="module")
def friends(server: Server) -> tuple[Client, Client, str]:
    """Two friends at a table that waits, where a third has been blocked."""
    anne, bob, eve = (server.client(name) for name in ("Anne", "Bob", "Eve"))
    key = anne.tell("/api/me/friends/link")["key"]
    bob.tell("/api/me/friends", {"key": key})
    table = anne.host("here", "open", "open", listed=False)
    eve.join(table)
    eve.tell(f"/api/tables/{table}/chat", {"text": "You will not read this"})
    anne.tell("/api/me/blocked", {"table": table, "seat": 1})
    anne.tell(f"/api/tables/{table}/invitations", {"friend": bob.id})
    return anne, bob, table


@pytest.mark.parametrize("wishes", [DESKTOP, FRENCH_PHONE], ids=["desktop", "phone"])
def test_pages_of_ones_own_are_for_everybody(
    arrive: Arrive, script: str, friends: tuple[Client, Client, str], wishes: dict[str, Any]
) -> None:
    anne, bob, table = friends
    person = arrive(bypass_csp=True, **wishes)
    key = anne.tell("/api/me/friends/link")["key"]
    page = enter(person, anne)
    places = ["/me", "/me/friends", "/me/data", f"/t/{table}", f"/t/{table}/person?seat=1"]
    for place in [*places, "/privacy", "/sign-in"]:
        page.goto(place)
        look_at(page, script, place, wishes["language"])
    page.goto("/me/data")
    page.locator("form[action$='/me/data/remove'] button").click()
    look_at(page, script, "sure", wishes["language"])
    page.context.clear_cookies(name="quarterdeck")
    page = enter(person, bob)
    for place in ("/", f"/friends/{key}"):
        page.goto(place)
        look_at(page, script, place, wishes["language"])


def look_at(page: Page, script: str, place: str, language: str) -> None:
    """Nothing is wrong for anybody; and a picture, where somebody wants to look."""
    found = violations(page, script)
    assert not found, (place, found)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, place
    assert "qd." not in page.locator("main").inner_text(), place
    folder = os.environ.get("QUARTERDECK_TEST_PICTURES")
    if folder:
        name = f"{place.strip('/').replace('/', '-').replace('?', '-') or 'lobby'}-{language}.png"
        page.screenshot(path=Path(folder) / name, full_page=True)
