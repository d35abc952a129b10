"""People in front of a browser: what they see of a table, and how they play."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import APIResponse, BrowserContext, Error, Locator, Page, expect

PATIENCE = 30_000.0
GAME = "salty_ocean"
MOST = 1500
LOOK_EVERY = 10.0
# What somebody arrives with: two visitors who differ in all that a page should not mind.
DESKTOP = {"language": "en", "size": (1280, 800), "color_scheme": "light"}
FRENCH_PHONE = {
    "language": "fr",
    "size": (390, 844),
    "color_scheme": "dark",
    "is_mobile": True,
    "has_touch": True,
}

# What the page shows of a table, in one look.
LOOK = """() => {
  const turn = document.querySelector("#turn-line");
  if (turn === null) return null;
  const expected = document.querySelector("#choose input[name=expected]");
  return {
    line: Number(turn.dataset.line),
    asked: turn.dataset.asked === "yes",
    over: turn.classList.contains("over"),
    ready: expected === null ? null : Number(expected.value),
    covered: document.querySelector("#device-take") !== null,
    choices: [...document.querySelectorAll("#choose .choice")].map((button) => ({
      notation: button.value,
      final: button.dataset.final !== undefined,
      spots: button.dataset.spots.split(" ").filter(Boolean),
    })),
  };
}"""

# Whether the reader is asked, or the game is over, at another line than this one.
DUE = """(beyond) => {
  const turn = document.querySelector("#turn-line");
  const due = turn?.classList.contains("over") || turn?.dataset.asked === "yes";
  return due && turn.dataset.line !== beyond;
}"""
# Whether a line of the table's story, or a later one, is shown.
SHOWS = """(line) => Number(document.querySelector("#turn-line")?.dataset.line ?? -1) >= line"""


@dataclass(frozen=True)
class Offer:
    """A button on the page."""

    notation: str
    final: bool
    spots: tuple[str, ...]


@dataclass(frozen=True)
class Look:
    """What a page says about its table."""

    line: int
    asked: bool
    over: bool
    covered: bool
    choices: tuple[Offer, ...]

    @property
    def notations(self) -> list[str]:
        return [choice.notation for choice in self.choices]


Picker = Callable[[Look], Offer]


def any_offer(seed: int, passing_often: float = 0.35) -> Picker:
    """Picks like a newcomer who tries things, and passes before it gets late."""
    dealer = random.Random(seed)

    def pick(look: Look) -> Offer:
        passing = [choice for choice in look.choices if choice.notation == "pass"]
        if passing and dealer.random() < passing_often:
            return passing[0]
        return dealer.choice(look.choices)

    return pick


class Person:
    """Somebody with a browser."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.troubles: list[str] = []
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._heard)
        self._offline = False
        self.loads = 0
        self.page.on("load", self._loaded)

    def _loaded(self, _page: Page) -> None:
        self.loads += 1

    def _heard(self, message: Any) -> None:
        lost = "net::ERR" in message.text or "Failed to fetch" in message.text
        if message.type == "error" and not (lost and self._offline):
            self.troubles.append(f"{message.text} ({self.page.url})")

    def may_lose(self) -> None:
        """From now on the server may be gone for a while, which is no trouble."""
        self._offline = True

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Without a network for a while; what gets lost meanwhile is no trouble."""
        self._offline = True
        self.context.set_offline(True)
        yield
        self.context.set_offline(False)
        expect(self.page.locator("#offline")).to_be_hidden()
        self._offline = False

    # Behind the page: what would take too long by hand

    def post(self, path: str, form: dict[str, str]) -> APIResponse:
        headers = {"Origin": self.address}
        return self.context.request.post(path, form=dict(form), headers=headers)

    def settle(self, name: str) -> None:
        assert self.post("/guest", {"name": name}).ok

    def new_table(self, *seating: str, title: str = "", game: str = GAME) -> str:
        """Set up a table without the form; gives its id."""
        form = {"seats": str(len(seating)), "title": title, "listed": "no"}
        form.update({f"seat-{number}": kind for number, kind in enumerate(seating)})
        answer = self.post(f"/new/{game}", form)
        assert answer.ok, answer.text()
        return answer.url.rpartition("/")[2]

    def ask(self, path: str) -> Any:
        answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        return answer.json()

    def play_behind(self, table: str, pick: Callable[[list[str]], str], plies: int = 10**9) -> None:
        """Play on without the page, until the end or for some choices of one's own."""
        made = 0
        for _ in range(20 * MOST):
            state = self.ask(f"/api/tables/{table}")
            if state["finished"] or made >= plies:
                return
            asked = self.ask(f"/api/tables/{table}/choices")
            if not asked["choices"]:
                self.page.wait_for_timeout(20)
                continue
            choice = pick([choice["notation"] for choice in asked["choices"]])
            wish = {"expected": asked["lines"], "choices": [choice], "key": uuid.uuid4().hex}
            answer = self.context.request.post(
                f"/api/tables/{table}/moves", data=wish, headers={"Origin": self.address}
            )
            made += answer.ok
        raise AssertionError("this game does not end")

    # At the page

    def go(self, path: str) -> Person:
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.ok, f"{answer.status} {path}"
        return self

    def at(self, table: str) -> Person:
        return self.go(f"/t/{table}")

    def turn(self, beyond: int = -1) -> Look:
        """Wait until one is asked, or the game is over, at a later line; gives what is seen.

        At a device that people share, whoever is asked takes it.
        """
        for _ in self._often():
            if not self._glance(DUE, str(beyond)):
                continue
            look = self.look()
            if look is not None and look.covered:
                take = self.page.locator("#device-take")
                take.click()
                # Until the answer arrives, the page still asks whoever holds the device.
                take.wait_for(state="detached")
            elif look is not None and look.line != beyond and (look.over or look.asked):
                return look
        raise AssertionError("the question and the choices do not belong together")

    def _often(self) -> Iterator[None]:
        """Look again soon, as long as anybody would wait: Playwright itself waits up to half a
        second between two looks, which adds up in games of hundreds of choices."""
        self.page.locator("#turn-line").wait_for()
        end = time.monotonic() + 4 * PATIENCE / 1000
        while time.monotonic() < end:
            yield
            self.page.wait_for_timeout(LOOK_EVERY)

    def _glance(self, question: str, wish: Any = None) -> Any:
        """The answer of the page; nothing while another page is on its way."""
        try:
            return self.page.evaluate(question, wish)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            return None

    def look(self) -> Look | None:
        """What is seen now; nothing if the parts of the page are just being replaced."""
        seen = self._glance(LOOK)
        if seen is None:
            return None
        if seen["asked"] and not seen["covered"] and seen["ready"] != seen["line"]:
            return None
        choices = tuple(
            Offer(c["notation"], c["final"], tuple(c["spots"])) for c in seen["choices"]
        )
        return Look(seen["line"], seen["asked"], seen["over"], seen["covered"], choices)

    def shown_line(self) -> int:
        return int(self.page.locator("#turn-line").get_attribute("data-line") or 0)

    def sees_line(self, line: int) -> None:
        """Wait until the page shows this line of the table's story, or a later one."""
        for _ in self._often():
            if self._glance(SHOWS, line):
                return
        raise AssertionError(f"line {line} does not appear")

    def button(self, offer: Offer) -> Locator:
        return self.page.locator(f'#choose .choice[value="{offer.notation}"]')

    def choose(self, offer: Offer, touch: bool = False) -> None:
        """Click it, and again if it asks whether one is sure."""
        button = self.button(offer)
        # On a phone that lies on its side the list slides in.
        handle = self.page.locator('[data-side][aria-expanded="false"]:visible')
        if handle.count():
            handle.click()
        inside = self.page.locator(f'.choice[value="{offer.notation}"]')
        crowd = self.page.locator("#choose .crowd:not([open])", has=inside)
        if crowd.count():
            crowd.locator("summary").click()
        # Whether it asks may change meanwhile: the last of those who choose at once is asked
        armed = self.page.locator(f'#choose .choice.armed[value="{offer.notation}"]')
        press = button.tap if touch else button.click
        press()
        if armed.count():
            press()

    def play(self, pick: Picker, most: int = MOST, touch: bool = False) -> Look:
        """Play by clicking until the end, or for some choices; gives what is seen then."""
        look = self.turn()
        for _ in range(most):
            if look.over:
                break
            self.choose(pick(look), touch)
            look = self.turn(look.line)
        return look


def scrolls(page: Page) -> list[int]:
    """How much the page is larger than its window: across and down."""
    found: list[int] = page.evaluate(
        """() => {
          const all = document.scrollingElement;
          return [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight];
        }"""
    )
    return found
