"""The table as an app: told with the page closed, a badge, and a page without a connection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page, Worker, expect

from quarterdeck.server.reach.push import Push, PushKey
from tests.browser.conftest import Arrive
from tests.browser.people import Person
from tests.browser.test_axe import violations
from tests.server.client import wait_until
from tests.server.receivers import Browser as Device
from tests.server.receivers import Receiver, deliver, open_outside, some_word, verify_vapid
from tests.server.servers import Server
from tests.server.test_proxy import ROOT, Proxy
from tools.browser import axe

pytestmark = pytest.mark.browser

# The browser of the tests has no push service, so it is given a subscription.
SUBSCRIBED = """(made) => {
  let kept = null;
  const give = () => kept && {
    ...made,
    options: {},
    toJSON: () => made,
    unsubscribe: async () => { kept = null; localStorage.removeItem("given"); return true; },
  };
  if (localStorage.getItem("given")) kept = made;
  PushManager.prototype.getSubscription = async () => give();
  PushManager.prototype.subscribe = async (options) => {
    window.asked = options;
    kept = made;
    localStorage.setItem("given", "yes");
    return give();
  };
}"""
NOTES = """async () => {
  const found = await navigator.serviceWorker.ready;
  return (await found.getNotifications()).map((note) => ({
    title: note.title, body: note.body, tag: note.tag, lang: note.lang, data: note.data,
  }));
}"""
# A click as the browser tells it; a worker may open or focus a window only if a person clicked.
CLICKED = """async () => {
  const done = {};
  let going = null;
  self.clients.openWindow = async (url) => { done.opened = url; };
  WindowClient.prototype.focus = async function () { done.focused = this.url; };
  const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification });
  event.waitUntil = (promise) => { going = promise; };
  self.dispatchEvent(event);
  await going;
  return { ...done, left: (await self.registration.getNotifications()).length };
}"""
# The browser tells that it has another subscription now.
MOVED = """async ([before, after]) => {
  const answers = [];
  const ask = self.fetch;
  self.fetch = async (...what) => {
    const answer = await ask(...what);
    answers.push(answer.status === 201 ? 201 : await answer.clone().json());
    return answer;
  };
  let going = null;
  const event = new ExtendableEvent("pushsubscriptionchange");
  event.oldSubscription = before;
  event.newSubscription = after;
  event.waitUntil = (promise) => { going = promise; };
  self.dispatchEvent(event);
  await going;
  self.fetch = ask;
  return answers;
}"""
IPHONE = "Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })"
KEPT = """async () => {
  const caught = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(caught.map((cache) => cache.keys()));
  return kept.flat().map((request) => new URL(request.url).pathname).sort();
}"""
BADGES = """() => {
  window.badges = [];
  navigator.setAppBadge = async (count) => { badges.push(count); };
  navigator.clearAppBadge = async () => { badges.push(0); };
}"""


class Pushing:
    """The browser's end of a push service: what arrives is handed to the service worker."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._session: CDPSession = person.context.new_cdp_session(person.page)
        self._registrations: dict[str, str] = {}
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")

    def _note(self, event: Any) -> None:
        for found in event["registrations"]:
            self._registrations[found["scopeURL"]] = found["registrationId"]

    def push(self, data: str, root: str = "") -> None:
        address = self.person.address
        scope = f"{address}{root}/"
        ready = "async () => { await navigator.serviceWorker.ready; return true }"
        wait_until(
            lambda: self.person.page.evaluate(ready) and scope in self._registrations,
            "the service worker",
        )
        self._session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": address, "registrationId": self._registrations[scope], "data": data},
        )


def notes(page: Page, count: int = 1) -> list[dict[str, Any]]:
    """The notifications that are shown, as soon as there are so many."""
    found: list[dict[str, Any]] = []

    def shown() -> bool:
        found[:] = page.evaluate(NOTES)
        return len(found) == count

    wait_until(shown, f"{count} notifications")
    return found


def worker_of(context: BrowserContext) -> Worker:
    return context.service_workers[0]


@pytest.fixture
def come(arrive: Arrive) -> Callable[..., Person]:
    def start(name: str = "Anne", **wishes: Any) -> Person:
        person = arrive(name, service_workers="allow", permissions=["notifications"], **wishes)
        person.page.goto("/me")
        person.page.evaluate("async () => { await navigator.serviceWorker.ready }")
        return person

    return start


def told(**changes: Any) -> str:
    word = some_word(**changes)
    fields = ("id", "language", "subject", "text", "link", "tag", "waiting")
    return json.dumps({"version": 1, **{name: getattr(word, name) for name in fields}})


def test_a_word_is_shown_and_a_newer_one_takes_its_place(come: Callable[..., Person]) -> None:
    person = come()
    pushing = Pushing(person)
    pushing.push(told(subject="Zoë: your turn", text="Sell herring.", language="en"))
    (note,) = notes(person.page)
    assert note["title"] == "Zoë: your turn"
    assert note["body"] == "Sell herring."
    assert note["lang"] == "en"
    pushing.push(told(subject="Again"))
    wait_until(lambda: notes(person.page)[0]["title"] == "Again", "the newer word")
    pushing.push(told(subject="Another table", tag="another"))
    assert {note["title"] for note in notes(person.page, 2)} == {"Again", "Another table"}


def test_whatever_is_pushed_something_is_shown(come: Callable[..., Person]) -> None:
    person = come(language="fr")
    pushing = Pushing(person)
    pushing.push("no JSON at all")
    (note,) = notes(person.page)
    assert note["title"] == "Quelque chose vous attend"
    assert note["data"] == f"{person.address}/"


def test_a_click_leads_to_the_table(come: Callable[..., Person]) -> None:
    person = come()
    table = person.new_table("here", "here")
    person.page.goto("/me")
    pushing = Pushing(person)
    # The server's own name may be another one; the path is what counts
    pushing.push(told(link=f"https://play.example.org/t/{table}", tag=table))
    notes(person.page)
    clicked = worker_of(person.context).evaluate(CLICKED)
    assert clicked == {"opened": f"{person.address}/t/{table}", "left": 0}
    person.page.goto(clicked["opened"])
    expect(person.page.locator("#turn-line")).to_be_visible()
    # Now that it is open, it is shown rather than opened again
    pushing.push(told(link=f"{person.address}/t/{table}", tag=table))
    notes(person.page)
    clicked = worker_of(person.context).evaluate(CLICKED)
    assert clicked == {"focused": f"{person.address}/t/{table}", "left": 0}


def test_no_click_leads_away_from_this_server(come: Callable[..., Person]) -> None:
    person = come()
    pushing = Pushing(person)
    pushing.push(told(link="javascript:alert(1)"))
    notes(person.page)
    opened = worker_of(person.context).evaluate(CLICKED)["opened"]
    assert opened.startswith(f"{person.address}/")


def test_somebody_is_told_from_button_to_notification(
    come: Callable[..., Person], server: Server
) -> None:
    """The whole way, but for the push service's connection to the browser."""
    device = Device()
    with Receiver() as service:
        service.status = 201
        made = device.subscription("https://push.example.org/send/1")
        person = come()
        person.context.add_init_script(f"({SUBSCRIBED})({json.dumps(made)})")
        page = person.page
        page.goto("/me")
        state = page.locator("#push [data-state]")
        expect(state).to_have_text("This device is not told anything yet.")
        with page.expect_response("**/api/push") as posted:
            page.get_by_role("button", name="Tell me on this device").click()
        assert posted.value.status == 201
        expect(state).to_have_text("This device tells you when it is your turn.")
        key = PushKey.at(server.folder / "push.key")
        asked = page.evaluate("window.asked")
        assert asked == {"userVisibleOnly": True, "applicationServerKey": key.public}
        # What the server sends to such an address is what the browser can read
        address = device.address(f"{service.address}/send/1")
        deliver(Push(open_outside(), key), address, some_word())
        (got,) = service.got
        assert verify_vapid(got, service.address)["key"] == asked["applicationServerKey"]
        Pushing(person).push(json.dumps(device.open(got.body)))
        (note,) = notes(page)
        assert note["title"] == some_word().subject
        # It is still on when the page is opened again, and can be ended
        page.goto("/me")
        expect(state).to_have_text("This device tells you when it is your turn.")
        with page.expect_response("**/api/push") as removed:
            page.get_by_role("button", name="No longer tell me here").click()
        assert removed.value.json() == {"removed": True}
        expect(state).to_have_text("This device is not told anything yet.")


def test_who_signs_out_leaves_no_words_to_others(come: Callable[..., Person]) -> None:
    person = come()
    made = Device().subscription("https://push.example.org/send/2")
    person.context.add_init_script(f"({SUBSCRIBED})({json.dumps(made)})")
    page = person.page
    page.goto("/me")
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.locator("#push")).to_have_attribute("data-now", "on")
    assert page.evaluate("localStorage.getItem('given')") == "yes"
    page.locator("form[action='/me/log-out'] button").click()
    page.wait_for_function("() => localStorage.getItem('given') === null")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "refused"),
        ("delete window.PushManager", "unsupported"),
        (f"delete window.PushManager; {IPHONE}", "install"),
        ("PushManager.prototype.subscribe = async () => { throw new Error('no service') }", "off"),
    ],
)
def test_every_state_is_told_in_words(arrive: Arrive, script: str, said: str) -> None:
    person = arrive("Anne", service_workers="allow", permissions=["notifications"])
    person.context.add_init_script(script)
    page = person.page
    page.goto("/me")
    panel = page.locator("#push")
    expect(panel).to_have_attribute("data-now", said)
    shown = panel.get_attribute(f"data-{said}")
    assert shown
    expect(panel.locator("[data-state]")).to_have_text(shown)
    button = page.get_by_role("button", name="Tell me on this device")
    if said == "off":
        button.click()
        expect(panel).to_have_attribute("data-now", "failed")
        expect(button).to_be_visible()
    else:
        expect(button).to_be_hidden()


def test_permission_is_asked_only_by_a_click(arrive: Arrive) -> None:
    person = arrive("Anne", service_workers="allow")
    person.context.add_init_script(
        "window.asks = 0;"
        "Notification.requestPermission = async () => { asks += 1; return 'denied' }"
    )
    for path in ("/", "/me"):
        person.page.goto(path)
        person.page.evaluate("async () => { await navigator.serviceWorker.ready }")
        assert person.page.evaluate("window.asks") == 0
    person.page.get_by_role("button", name="Tell me on this device").click()
    person.page.wait_for_function("() => window.asks === 1")


def test_badge_and_title_count_the_tables_that_wait(come: Callable[..., Person]) -> None:
    person = come()
    person.context.add_init_script(f"({BADGES})()")
    page = person.page
    page.goto("/me")
    page.wait_for_function("() => window.badges.at(-1) === 0")
    plain = page.title()
    tables = [person.new_table("here", "here") for _ in range(2)]
    page.goto("/me")
    page.wait_for_function("() => window.badges.at(-1) === 2")
    expect(page).to_have_title(f"⚓ 2 · {plain}")
    # At one of them, the other one counts
    page.goto(f"/t/{tables[0]}")
    page.wait_for_function("() => window.badges.at(-1) === 2")
    page.wait_for_function("() => document.title.startsWith('⚓ 1 ·')")


def test_the_worker_counts_with_the_page_closed(come: Callable[..., Person]) -> None:
    person = come()
    worker = worker_of(person.context)
    worker.evaluate(
        "() => { self.badges = []; self.navigator.setAppBadge = async (n) => { badges.push(n) };"
        "self.navigator.clearAppBadge = async () => { badges.push(0) } }"
    )
    pushing = Pushing(person)
    pushing.push(told(waiting=3))
    notes(person.page)
    pushing.push(told(waiting=0, tag="other"))
    notes(person.page, 2)
    assert worker.evaluate("() => self.badges") == [3, 0]


def test_installing_is_offered_where_settings_are_and_nowhere_else(arrive: Arrive) -> None:
    person = arrive("Anne", service_workers="allow", permissions=["notifications"])
    page = person.page
    offered = """() => {
      window.prompts = 0;
      const event = new Event("beforeinstallprompt", { cancelable: true });
      event.prompt = async () => { prompts += 1; };
      return dispatchEvent(event);
    }"""
    page.goto("/")
    # The browser's own banner stays away
    assert page.evaluate(offered) is False
    expect(page.get_by_role("button", name="Install Quarterdeck")).to_have_count(0)
    page.goto("/me")
    button = page.get_by_role("button", name="Install Quarterdeck")
    expect(page.locator("#push")).to_have_attribute("data-now", "off")
    expect(button).to_be_hidden()
    expect(page.locator("#install [data-state]")).to_contain_text("Add to Home Screen")
    page.evaluate(offered)
    page.locator("#push [data-state]").click()
    assert page.evaluate("window.prompts") == 0
    button.click()
    assert page.evaluate("window.prompts") == 1
    expect(button).to_be_hidden()


# Without a connection


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that can be away, offered under a path."""
    folder = tmp_path / "own"
    made = Server(folder, f"sqlite:///{tmp_path / 'table.db'}", root_path=ROOT).start()
    yield made
    made.kill()


def test_without_a_connection_a_page_says_so(arrive: Arrive, own: Server) -> None:
    proxy = Proxy(own.port)
    people = {}
    for language, theme in (("en", "light"), ("fr", "dark")):
        person = arrive(
            language=language,
            service_workers="allow",
            base_url=proxy.address,
            color_scheme=theme,
            bypass_csp=True,
        )
        people[language] = person
        page = person.page
        page.goto(f"{ROOT}/")
        page.locator("#quick #name").fill("Anne")
        page.locator("#quick > button").click()
        page.goto(f"{ROOT}/me")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        scope = "navigator.serviceWorker.ready.then((found) => found.scope)"
        assert page.evaluate(scope) == f"{proxy.address}{ROOT}/"
    proxy.close()
    for language, heading in (("en", "No connection"), ("fr", "Pas de connexion")):
        person, page = people[language], people[language].page
        with person.offline():
            page.goto(f"{ROOT}/puzzles")
            expect(page.get_by_role("heading")).to_have_text(heading)
            assert page.evaluate("document.documentElement.lang") == language
            # It looks like our other pages
            assert page.evaluate("getComputedStyle(document.body).margin") == "0px"
            assert page.url == f"{proxy.address}{ROOT}/puzzles"
            assert not violations(page, axe())
        # Nothing of anybody's is kept
        kept = ["/offline", "/static/icon.svg", "/static/style/base.css"]
        assert page.evaluate(KEPT) == [f"{ROOT}{path}" for path in kept]
    proxy.open()
    for language, again in (("en", "Try again"), ("fr", "Réessayer")):
        page = people[language].page
        page.get_by_role("link", name=again).click()
        expect(page.locator("header.bar")).to_be_visible()
        assert page.url == f"{proxy.address}{ROOT}/puzzles"
    proxy.close()


def test_a_browser_that_changes_its_address_tells_us(come: Callable[..., Person]) -> None:
    person = come()
    made = [Device().subscription(f"https://push.example.org/send/{n}") for n in range(2)]
    origin = {"Origin": person.address}
    added = person.context.request.post("/api/push", data=made[0], headers=origin)
    assert added.status == 201
    statuses = worker_of(person.context).evaluate(MOVED, made)
    assert statuses == [201, {"removed": True}]


def test_another_language_is_another_offline_page(come: Callable[..., Person]) -> None:
    person = come()
    page = person.page
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Français").click()
    names = "caches.keys()"
    wait_until(lambda: [":fr-" in name for name in page.evaluate(names)] == [True], "the new page")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_axe_finds_nothing_on_the_page_of_ones_own(arrive: Arrive, language: str) -> None:
    person = arrive("Anne", language=language, bypass_csp=True, service_workers="allow")
    person.page.goto("/me")
    expect(person.page.locator("#push")).to_have_attribute("data-now", "off")
    assert not violations(person.page, axe())
