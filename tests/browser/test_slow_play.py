"""A whole game over many days, with pages closed: one is found by mail, the other by push alone."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE, Person, Picker, any_offer
from tests.browser.test_as_app import SUBSCRIBED, Pushing, notes
from tests.server.client import wait_until
from tests.server.letters import PUBLIC, Mailbox, MailServer
from tests.server.receivers import Browser as Device
from tests.server.receivers import Receiver, verify_vapid
from tests.server.servers import Server
from tests.server.serving import SEED

pytestmark = pytest.mark.browser

HOUR = 3600
DAY = 24 * HOUR
MOST_VISITS = 300
PLAYED = {"fr": "Un bot joue pour vous", "en": "A bot plays for you"}


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[MailServer, Mailbox]]:
    mails = MailServer()
    with mails as box:
        yield mails, box


@pytest.fixture(scope="module")
def service() -> Iterator[Receiver]:
    with Receiver() as receiver:
        receiver.status = 201
        yield receiver


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, post: tuple[MailServer, Mailbox]
) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("slow")
    made = Server(
        folder,
        f"sqlite:///{folder / 'table.db'}",
        environment={SEED: 7},
        public_url=PUBLIC,
        mail_host="localhost",
        mail_port=str(post[0].port),
        mail_tls="none",
        mail_from="table@example.org",
        reach_allow=["127.0.0.1/32"],
        reach_tick=0.1,
    ).start()
    yield made
    made.kill()


@dataclass(frozen=True)
class Word:
    """What has reached somebody."""

    language: str
    subject: str
    text: str
    path: str


class Friend:
    """Somebody who looks at a table only when told so, and closes the page after playing."""

    def __init__(self, person: Person, pick: Picker) -> None:
        self.person, self.pick = person, pick
        self.words: list[Word] = []

    def fetch(self) -> None:
        """Read what has arrived."""

    def leave(self) -> None:
        """To a page of no table."""
        self.person.page.goto("/privacy", wait_until="commit")

    def visit(self, word: Word) -> bool:
        """Follow a link and play as long as one is asked; whether the game is over."""
        person = self.person
        person.go(word.path)
        person.page.locator("#turn-line").wait_for()
        look = self._look()
        while look.asked and not look.over:
            person.choose(self.pick(look))
            person.sees_line(look.line + 1)
            look = self._look()
        self.leave()
        return bool(look.over)

    def _look(self) -> Any:
        """What is seen once the parts of the page belong together."""
        found: list[Any] = []

        def seen() -> bool:
            found[:] = [self.person.look()]
            if found[0] is None:
                self.person.page.wait_for_timeout(10)
            return found[0] is not None

        wait_until(seen, "the table")
        return found[0]


class ByMail(Friend):
    """Ada reads letters."""

    def __init__(self, person: Person, box: Mailbox) -> None:
        super().__init__(person, any_offer(2, 0.7))
        self._box, self._read = box, 0
        page = person.go("/me").page
        page.locator("#reach-mail").fill("ada@example.org")
        page.locator("form:has(#reach-mail) button").click()
        expect(page.locator(".addresses")).to_contain_text("ada@example.org")
        (confirm,) = re.findall(rf"{PUBLIC}(/reach/confirm/\S+)", box.text())
        person.go(confirm).page.locator("main form button").click()
        expect(page.locator("main")).to_contain_text("confirmed")
        self._read = len(box.letters)

    def fetch(self) -> None:
        for letter in self._box.letters[self._read :]:
            self._read += 1
            body = letter.get_body(("plain",))
            assert body is not None
            text = str(body.get_content())
            found = re.search(rf"{PUBLIC}(/t/\w+)", text)
            assert found is not None, text
            language = letter["Content-Language"]
            self.words.append(Word(language, letter["Subject"], text, found[1]))


class ByPush(Friend):
    """Ben has a phone that tells him."""

    def __init__(self, person: Person, service: Receiver) -> None:
        super().__init__(person, any_offer(3, 0.7))
        self._service, self._read = service, 0
        self.device = Device()
        made = self.device.subscription(f"{service.address}/send/1")
        person.context.add_init_script(f"({SUBSCRIBED})({json.dumps(made)})")
        page = person.go("/me").page
        page.locator("#push [data-push=on]").click()
        expect(page.locator("#push")).to_have_attribute("data-now", "on")

    def fetch(self) -> None:
        got = self._service.got
        while self._read < len(got):
            request = got[self._read]
            self._read += 1
            verify_vapid(request, self._service.address)
            if self._service.status != 201:
                continue
            word = self.device.open(request.body)
            path = word["link"].removeprefix(PUBLIC)
            self.words.append(Word(word["language"], word["subject"], word["text"], path))


class Days:
    """The days of a game, and what happens on them."""

    def __init__(self, server: Server, ada: ByMail, ben: ByPush) -> None:
        self.server, self.ada, self.ben = server, ada, ben
        self.friends: tuple[Friend, ...] = (ada, ben)
        self._skipped = 0

    def skip(self, seconds: int) -> None:
        self.server.skip(seconds)
        self._skipped += seconds

    def date(self, days: int = 0) -> str:
        """A day on the server's calendar."""
        now = datetime.fromtimestamp(time.time() + self._skipped, UTC)
        return (now + timedelta(days=days)).date().isoformat()

    def next_word(self) -> tuple[Friend, Word]:
        """Time passes until somebody is told something."""
        told: list[tuple[Friend, Word]] = []

        def somebody_is_told() -> bool:
            for friend in self.friends:
                friend.fetch()
                if friend.words:
                    told.append((friend, friend.words.pop(0)))
                    return True
            self.skip(20)
            return False

        wait_until(somebody_is_told, "a word")
        return told[0]

    def nothing_arrives(self, friend: Friend) -> None:
        """For a while."""
        for _ in range(20):
            self.skip(10)
            self.server.client().get("/api/games")
            time.sleep(0.02)
        friend.fetch()
        assert not friend.words


def test_two_friends_play_a_whole_game_by_mail_and_push(
    arrive: Arrive, server: Server, post: tuple[MailServer, Mailbox], service: Receiver
) -> None:
    box = post[1]
    ada = ByMail(arrive("Ada", **DESKTOP), box)
    ben = ByPush(
        arrive("Ben", service_workers="allow", permissions=["notifications"], **FRENCH_PHONE),
        service,
    )
    table = _set_up(ada.person, ben.person)
    days = Days(server, ada, ben)
    for friend in days.friends:
        friend.person.may_lose()
    happened: list[str] = []
    spoken: set[str] = set()
    over = False
    for _ in range(MOST_VISITS):
        friend, word = days.next_word()
        if friend is ben:
            spoken.add(word.language)
            if len(spoken) == 1 and "shown" not in happened:
                _is_shown_on_the_phone(ben, word)
                happened.append("shown")
        if over:
            assert "is over" in word.subject or "terminée" in word.subject
            break
        assert word.path == f"/t/{table}"
        over = friend.visit(word)
        other = ben if friend is ada else ada
        if not over:
            _something_happens(days, other, happened, box, service)
    assert over
    happened.remove("shown")
    assert happened == ["restart", "lost letter", "lost push", "language", "holiday", "forgotten"]
    assert spoken == {"fr", "en"}
    expect(ada.person.at(table).page.locator("#part-choices .result li")).to_have_count(2)
    told = {notice["what"] for notice in _notices(server, table)}
    assert {"time_up_turn", "holiday_began", "holiday_over"} <= told


def _set_up(ada: Person, ben: Person) -> str:
    form = {"seats": "2", "seat-0": "here", "seat-1": "open", "title": "Friday", "pace": "day"}
    answer = ada.post("/new/salty_ocean", {**form, "time-up": "turn", "stand-in": "random"})
    assert answer.ok, answer.text()
    table = answer.url.rpartition("/")[2]
    ben.go(f"/t/{table}").page.locator("#room-seat-1 button").tap()
    ben.page.locator("#turn-line").wait_for()
    for person in (ada, ben):
        person.page.goto("/privacy", wait_until="commit")
    return table


def _is_shown_on_the_phone(ben: ByPush, word: Word) -> None:
    """As the browser shows it, with no page of the table open."""
    page = ben.person.go("/me").page
    Pushing(ben.person).push(
        json.dumps({"version": 1, "subject": word.subject, "text": word.text, "link": word.path})
    )
    assert notes(page)[0]["title"] == word.subject


def _something_happens(
    days: Days, asked: Friend, happened: list[str], box: Mailbox, service: Receiver
) -> None:
    """Whatever happens over days, each once; `asked`: who most likely is to move."""
    by_mail = asked is days.ada
    if "restart" not in happened:
        days.server.kill()
        days.server.start()
        happened.append("restart")
    elif "lost letter" not in happened and by_mail:
        box.refusal = "451 try again later"
        days.nothing_arrives(asked)
        box.refusal = ""
        happened.append("lost letter")
    elif "lost push" not in happened and "lost letter" in happened and not by_mail:
        service.status = 503
        before = len(service.got)

        def was_tried() -> bool:
            days.skip(20)
            return len(service.got) > before

        wait_until(was_tried, "a try")
        days.nothing_arrives(asked)
        service.status = 201
        happened.append("lost push")
    elif "language" not in happened and "lost push" in happened:
        assert days.ben.person.post("/settings", {"lang": "en"}).ok
        happened.append("language")
    elif "holiday" not in happened and "language" in happened and by_mail:
        _take_holidays(days, asked)
        happened.append("holiday")
    elif "forgotten" not in happened and "holiday" in happened and not by_mail:
        _forget(days, asked)
        happened.append("forgotten")


def _take_holidays(days: Days, asked: Friend) -> None:
    """Nobody plays for whoever is on holiday, however long it takes."""
    person = asked.person
    page = person.go("/me/holidays").page
    page.locator("#first").fill(days.date())
    page.locator("#last").fill(days.date(4))
    page.locator("form:has(#first) button").click()
    expect(page.locator("main")).to_contain_text(str(int(days.date(4)[-2:])))
    asked.leave()
    for _ in range(3):
        days.skip(DAY)
        days.server.client().get("/api/games")
    person.go("/me/holidays").page.locator("form[action$='/end'] button").click()
    asked.leave()


def _forget(days: Days, asked: Friend) -> None:
    """Who does not come in time is told that a bot has played, and the other that it is their
    turn."""
    days.next_word()
    days.skip(25 * HOUR)
    other = next(friend for friend in days.friends if friend is not asked)

    def are_told() -> bool:
        days.skip(20)
        asked.fetch()
        other.fetch()
        return bool(other.words) and any(_is_played(word) for word in asked.words)

    wait_until(are_told, "that a bot has played")
    # What came before that is out of date
    asked.words.clear()


def _is_played(word: Word) -> bool:
    return word.subject.startswith(PLAYED[word.language])


def _notices(server: Server, table: str) -> list[dict[str, Any]]:
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        rows = database.execute("SELECT notice FROM chats WHERE table_id = ?", (table,)).fetchall()
    return [json.loads(row[0]) for row in rows if row[0]]
