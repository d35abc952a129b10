"""A page that fetches only what it does not show yet shows what a fresh one shows."""

from __future__ import annotations

import re
from contextlib import ExitStack
from html import escape
from urllib.parse import urlencode
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from tests.server.client import (
    Answer,
    Client,
    Event,
    Stream,
    any_choice,
    new_key,
    stream_of,
    undo,
    wait_until,
)
from tests.server.servers import Server

PARTIAL = re.compile(
    r'<hx-partial hx-target="#([\w-]+)" hx-swap="([\w: ]+)">(.*?)</hx-partial>', re.DOTALL
)
KEY = re.compile(r'name="key" value="([^"]+)"')


def parsed(id: str, html: str) -> Element:
    """What stands in an element. Only what is made of pieces must be known in detail."""
    if not re.match(r"(part-)?(board|log)\b", id):
        part = ElementTree.Element("part")
        part.text = html
        return part
    text = html.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    return ElementTree.fromstring(f"<part>{text}</part>")  # noqa: S314 - our own page


class Page:
    """A page as its script keeps it: the parts it shows, and their digests."""

    def __init__(self, client: Client, table: str, language: str = "en") -> None:
        self.client = client
        self.path = f"/t/{table}"
        self.language = language
        self.shown = ElementTree.Element("page")
        self.have: dict[str, str] = {}
        self.sent: list[str] = []
        self.keys: list[str] = []
        self.edition = ""
        self.closed = ""
        self.name = ""

    def open(self, streams: ExitStack) -> Stream:
        """Open the page and its stream, and show everything."""
        headers = {"Accept-Language": self.language}
        opened = self.client.get(self.path, **headers).text
        named = re.search(r'data-page="([^"]+)"', opened)
        assert named is not None
        self.name = named[1]
        if self.client.secret is not None:
            headers["Authorization"] = f"Bearer {self.client.secret}"
        address = stream_of(self.path[3:], opened)
        stream = Stream(self.client.address, address, headers, self.client.received)
        streams.callback(stream.close)
        self.fetch()
        return stream

    def fetch(self) -> Page:
        return self._take(self.client.get(f"{self.path}/parts", **self._tells()))

    def _tells(self) -> dict[str, str]:
        return {
            "HX-Request": "true",
            "Accept-Language": self.language,
            "X-Have": " ".join(self.have.values()),
            "X-Closed": self.closed,
            "X-Page": self.name,
        }

    def choose(self, notation: str) -> Page:
        """Send the form of the choices."""
        asked = self.client.choices(self.path[3:])
        form = {
            "expected": asked["lines"], "seat": asked["seat"], "key": new_key(), "choice": notation
        }  # fmt: skip
        answer = self.client.send(
            "POST",
            f"{self.path}/choose",
            urlencode(form).encode(),
            {"Content-Type": "application/x-www-form-urlencoded", **self._tells()},
        )
        return self._take(answer)

    def _take(self, answer: Answer) -> Page:
        assert answer.status == 200
        return self._learn(answer.headers["x-edition"], answer.text, answer.headers["x-parts"])

    def take(self, event: Event) -> Page:
        """Show what the stream brings, relative to what the page shows."""
        news = event.data
        assert news["since"] == self.edition
        return self._learn(news["edition"], news["html"], news["parts"])

    def _learn(self, edition: str, text: str, parts: str) -> Page:
        self.edition = edition
        self.sent = []
        self.keys = KEY.findall(text)
        for id, swap, html in PARTIAL.findall(text):
            self.sent.append(id)
            found = parsed(id, KEY.sub('name="key" value=""', html))
            self._show(id, found[0] if swap.endswith("strip:true") else found)
        for pair in parts.split():
            id, mark = pair.split("=")
            self.have[id] = mark
        return self

    def _show(self, id: str, new: Element) -> None:
        old = self.shown.find(f".//*[@id='{id}']")
        if old is None:
            old = ElementTree.SubElement(self.shown, "div", {"id": id})
        for child in list(old):
            old.remove(child)
        old.text = new.text
        old.extend(new)

    def texts(self) -> dict[str, str]:
        return {part.get("id", ""): _text(part) for part in self.shown}


def _text(part: Element) -> str:
    """A part as text, whatever wraps it."""
    written = ElementTree.tostring(part, encoding="unicode")
    return re.sub(r"\s+", " ", written)


@pytest.fixture
def table(server: Server) -> tuple[Client, Client, str]:
    anne, bob = server.client("Anne"), server.client("Bob")
    id = anne.host("here", "open")
    bob.join(id)
    return anne, bob, id


def move(anne: Client, bob: Client, table: str) -> bool:
    """Whoever is asked makes any choice; False once the game is over."""
    for player in (anne, bob):
        asked = player.choices(table)
        if asked["choices"]:
            pick = any_choice(asked["lines"])
            notations = [choice["notation"] for choice in asked["choices"]]
            player.move(table, asked["lines"], pick(notations))
            return True
    return False


def test_pages_that_fetch_what_has_changed_show_everything(
    server: Server, table: tuple[Client, Client, str]
) -> None:
    anne, bob, id = table
    pages = [
        Page(anne, id),
        Page(bob, id, "fr"),
        Page(anne, id, "fr"),
        Page(server.client(), id),
    ]
    pieces = 0
    for number in range(200):
        going = move(anne, bob, id)
        if number == 10:
            anne.tell(f"/api/tables/{id}/chat", {"text": "Ahoy <b>&amp;</b>"})
        if anne.table(id)["status"] == "finished":
            # The page tells of the result once it is kept.
            wait_until(lambda: bool(anne.ask("/api/me/statistics")["results"]), "the result")
        for page in pages:
            # One of them misses something now and then.
            if page is pages[1] and number % 3 and going:
                continue
            fresh = Page(page.client, id, page.language).fetch()
            assert page.fetch().texts() == fresh.texts()
            pieces += "part-board" not in page.sent and any("board-" in sent for sent in page.sent)
        if not going:
            break
    assert not going
    assert number > 20
    # Nearly always pieces were enough.
    assert pieces > 2 * number


def test_a_page_that_shows_everything_is_sent_nothing(table: tuple[Client, Client, str]) -> None:
    anne, _, id = table
    page = Page(anne, id).fetch()
    assert {"part-board", "part-choices", "part-log", "part-chat"} <= set(page.sent)
    assert page.fetch().sent == []
    anne.tell(f"/api/tables/{id}/chat", {"text": "Ahoy"})
    assert page.fetch().sent == ["part-chat"]


def test_what_stands_on_closed_panels_is_sent_when_they_open(
    table: tuple[Client, Client, str],
) -> None:
    anne, bob, id = table
    mover = anne if anne.choices(id)["choices"] else bob
    page = Page(mover, id).fetch()
    page.closed = "part-players part-score part-log part-why"
    # Until something is closed to whoever is asked
    for _ in range(20):
        move(anne, bob, id)
        asked = mover.choices(id)
        if asked["closed"]:
            break
    reason = escape(asked["closed"][0]["why"], quote=False)
    page.fetch()
    assert {"part-board", "part-choices"} & set(page.sent)
    assert not set(page.closed.split()) & set(page.sent)
    assert not any(sent.startswith("log-") for sent in page.sent)
    assert reason not in page.texts()["part-choices"]
    assert page.fetch().sent == []
    page.closed = ""
    page.fetch()
    assert "part-why" in page.sent
    assert any(sent.startswith(("log-", "part-log")) for sent in page.sent)
    assert reason in page.texts()["part-why"]
    fresh = Page(mover, id).fetch().texts()
    assert reason in fresh["part-choices"]
    for part in ("part-players", "part-score", "part-log", "part-board"):
        assert page.texts()[part] == fresh[part]
    assert page.fetch().sent == []


def test_a_page_that_says_nothing_is_sent_everything(table: tuple[Client, Client, str]) -> None:
    anne, _, id = table
    page = Page(anne, id).fetch()
    page.have = {}
    first = page.sent
    assert page.fetch().sent == first
    page.have = {"part-board": "nonsense", "x": "\u00e9" * 3}
    assert page.fetch().sent == first


def test_the_digests_of_one_viewer_hide_nothing_from_another(
    table: tuple[Client, Client, str],
) -> None:
    anne, bob, id = table
    hers, his = Page(anne, id).fetch(), Page(bob, id).fetch()
    asked, waiting = (hers, his) if anne.choices(id)["choices"] else (his, hers)
    assert asked.texts()["part-choices"] != waiting.texts()["part-choices"]
    waiting.have = dict(asked.have)
    assert "part-choices" in waiting.fetch().sent


def test_what_was_taken_back_is_fetched_again(table: tuple[Client, Client, str]) -> None:
    anne, bob, id = table
    mover = anne if anne.choices(id)["choices"] else bob
    page = Page(mover, id).fetch()
    before = page.texts()["part-board"]
    mover.move(id, mover.lines(id), "sell salt")
    changed = page.fetch().texts()["part-board"]
    assert changed != before
    wish = {"expected": mover.lines(id), "key": "taken-back"}
    mover.tell(f"/api/tables/{id}/undo", wish)
    assert page.fetch().texts()["part-board"] == before


def test_every_form_that_is_sent_has_a_key_of_its_own(table: tuple[Client, Client, str]) -> None:
    """What is written once for many pages must not make their forms count as one."""
    anne, bob, id = table
    mover = anne if anne.choices(id)["choices"] else bob
    keys = [Page(mover, id).fetch().keys for _ in range(3)]
    keys.append(KEY.findall(mover.get(f"/t/{id}").text))
    assert all(keys)
    flat = [set(found) for found in keys]
    assert len(set().union(*flat)) == sum(map(len, flat))


def test_a_page_as_it_opens_tells_what_it_shows(table: tuple[Client, Client, str]) -> None:
    anne, _, id = table
    opened = anne.get(f"/t/{id}").text
    told = re.search(r'data-have="([^"]*)"', opened)
    assert told is not None
    page = Page(anne, id)
    page.have = dict(pair.split("=") for pair in told[1].split())
    assert page.fetch().sent == []
    assert "\x00" not in opened


def test_a_page_learns_from_its_stream_whether_there_is_anything_to_fetch(
    server: Server, table: tuple[Client, Client, str]
) -> None:
    """The answer to a form names the edition that the stream tells of a moment later."""
    anne, bob, id = table
    mover = anne if anne.choices(id)["choices"] else bob
    page = Page(mover, id).fetch()
    headers = {"Authorization": f"Bearer {mover.secret}"}
    stream = Stream(server.address, f"/t/{id}/stream?seen=-1", headers, mover.received)
    try:
        assert stream.next().data["edition"] == page.edition
        choice = mover.choices(id)["choices"][0]["notation"]
        page.choose(choice)
        assert stream.next().data["edition"] == page.edition
        assert page.fetch().sent == []
        # News that are no line are another edition too.
        bob.tell(f"/api/tables/{id}/chat", {"text": "Ahoy"})
        told = stream.next().data
        assert told["edition"] != page.edition
        assert page.fetch().edition == told["edition"]
    finally:
        stream.close()


def test_streams_bring_everything_that_is_new(
    server: Server, table: tuple[Client, Client, str]
) -> None:
    """Pages that fetch nothing any more show what fresh ones show."""
    anne, bob, id = table
    narrow = Page(server.client(), id, "fr")
    narrow.closed = "part-players part-score part-log part-why"
    pages = [Page(anne, id), Page(bob, id, "fr"), Page(server.client(), id), narrow]
    with ExitStack() as streams:
        heard = [(page, page.open(streams)) for page in pages]
        for number in range(200):
            going = move(anne, bob, id)
            if number == 10:
                anne.tell(f"/api/tables/{id}/chat", {"text": "Ahoy <b>&amp;</b>"})
            if not going:
                # The result is kept a little later, and is news of its own.
                wait_until(lambda: anne.ask("/api/me/statistics")["results"], "the result")
                anne.tell(f"/api/tables/{id}/chat", {"text": "Bravo"})
            for page, stream in heard:
                fresh = Page(page.client, id, page.language)
                fresh.closed = page.closed
                fresh.fetch()
                # Several things that happened at once may be told at once.
                while page.edition != fresh.edition:
                    page.take(stream.next())
                shown = page.texts()
                assert {part: shown[part] for part in fresh.texts()} == fresh.texts()
            if not going:
                break
    assert not going
    assert number > 20
    assert all("part-log" not in sent for sent in narrow.sent)


def test_a_stream_brings_again_what_was_taken_back(table: tuple[Client, Client, str]) -> None:
    anne, bob, id = table
    mover, other = (anne, bob) if anne.choices(id)["choices"] else (bob, anne)
    page = Page(other, id)
    with ExitStack() as streams:
        stream = page.open(streams)
        before = page.texts()["part-board"]
        mover.move(id, mover.lines(id), "sell salt")
        assert page.take(stream.next()).texts()["part-board"] != before
        assert undo(mover, id, mover.lines(id)).status == 200
        assert page.take(stream.next()).texts()["part-board"] == before


def test_a_stream_brings_nothing_that_its_page_was_just_sent(
    table: tuple[Client, Client, str],
) -> None:
    anne, bob, id = table
    mover = anne if anne.choices(id)["choices"] else bob
    page = Page(mover, id)
    with ExitStack() as streams:
        stream = page.open(streams)
        page.choose("sell salt")
        told = stream.next().data
        assert told == {"lines": mover.lines(id), "edition": page.edition}
        # What comes next is relative to that.
        bob.tell(f"/api/tables/{id}/chat", {"text": "Ahoy"})
        assert page.take(stream.next()).sent == ["part-chat"]


def test_a_stream_brings_nothing_to_a_page_that_shows_something_else(
    server: Server, table: tuple[Client, Client, str]
) -> None:
    """Nothing is known of a page that has no name, or that missed what happened."""
    anne, bob, id = table
    opened = anne.get(f"/t/{id}").text
    move(anne, bob, id)
    headers = {"Authorization": f"Bearer {anne.secret}"}
    with ExitStack() as streams:
        for address in (stream_of(id, opened), f"/t/{id}/stream"):
            stream = Stream(server.address, address, headers, anne.received)
            streams.callback(stream.close)
            assert set(stream.next().data) == {"lines", "edition"}
            anne.tell(f"/api/tables/{id}/chat", {"text": "Ahoy"})
            assert set(stream.next().data) == {"lines", "edition"}


def test_a_stream_brings_nothing_to_a_device_that_people_share(server: Server) -> None:
    """Who holds it only its requests tell."""
    anne = server.client("Anne")
    id = anne.host("here", "here")
    page = Page(anne, id)
    with ExitStack() as streams:
        stream = page.open(streams)
        anne.move(id, anne.lines(id), "sell salt")
        assert set(stream.next().data) == {"lines", "edition"}


def test_every_form_that_a_stream_brings_has_a_key_of_its_own(
    server: Server, table: tuple[Client, Client, str]
) -> None:
    anne, bob, id = table
    asked = anne if anne.choices(id)["choices"] else bob
    pages = [Page(asked, id), Page(asked, id)]
    with ExitStack() as streams:
        heard = [page.open(streams) for page in pages]
        keys: list[str] = []
        for _ in range(6):
            move(anne, bob, id)
            for page, stream in zip(pages, heard, strict=True):
                keys += page.take(stream.next()).keys[:1]
    assert len(keys) > 2
    assert len(set(keys)) == len(keys)
