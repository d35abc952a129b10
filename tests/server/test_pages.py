"""The pages as plain forms: what they say, and how people who share a device take turns."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.server.app import create_app
from quarterdeck.server.house import House
from quarterdeck.server.live import secure_dealer
from quarterdeck.server.settings import Settings
from tests.server.client import Client, any_choice
from tests.server.servers import Server
from tests.server.test_leaks import looking, prefer, words_for
from tests.server.visitor import FRAGMENT, Visitor, buttons_of, words_of

RULES = games.load("salty_ocean")


def visitor(server: Server, name: str) -> Visitor:
    return Visitor(server.address).come(name)


def test_outcomes_are_dealt_by_the_operating_system(tmp_path: Path) -> None:
    assert isinstance(secure_dealer(), random.SystemRandom)
    assert inspect.signature(create_app).parameters["new_dealer"].default is secure_dealer
    settings = Settings(f"sqlite:///{tmp_path / 'table.db'}", tmp_path / "key")
    assert House(settings).tables.loader.new_dealer is secure_dealer


# Choices


def as_read(text: str) -> str:
    """With every space alike."""
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cost_is_told_once(server: Server, language: str) -> None:
    """On the page as a badge with words for screen readers, as text in words; never in labels."""
    anne = visitor(server, "Anne")
    table = anne.host("here", "here")
    anne.language = language
    say = Translator(language)
    asked = anne.ask(f"/api/tables/{table}/choices?lang={language}")
    priced = {c["notation"]: c for c in asked["choices"] if c["cost"] is not None}
    assert len(priced) > 5
    for path, times in ((f"/t/{table}", 2), (f"/t/{table}/text", 1)):
        for button in anne.buttons(path):
            if button.value in priced:
                choice = priced[button.value]
                words = say.text(RULES.cost_label(choice["cost"]))
                assert choice["price"] == words
                assert words not in choice["label"]
                said = as_read(button.text).removeprefix(as_read(choice["label"]))
                for more in (choice["risk"], choice["effect"]):
                    said = said.removesuffix(as_read(more))
                assert said.count(str(choice["cost"])) == times
                assert said.count(as_read(words)) == 1
                del priced[button.value]
        assert not priced
        priced = {c["notation"]: c for c in asked["choices"] if c["cost"] is not None}


# Players


def test_players_are_told_apart_by_name_and_sign(server: Server) -> None:
    anne = visitor(server, "Anne")
    wish = {"seats": "4", "seat-0": "here", "seat-1": "here", "name-1": "Zoé"}
    wish |= {"seat-2": "here", "seat-3": "greedy", "listed": "no"}
    made = anne.send_form("/new/salty_ocean", wish)
    table = made.headers["location"].rpartition("/")[2]
    names = [seat["name"] for seat in anne.table(table)["seats"]]
    assert names == ["Anne", "Zoé", "Anne 2", "Pampero"]
    page = anne.get(f"/t/{table}").text
    panel = page[page.index('id="part-players"') : page.index('id="part-log"')]
    assert re.findall(r"<text[^>]*>(.)</text>", panel) == ["A", "Z", "2", "P"]
    board = page[page.index('id="board"') : page.index('id="spot-menu"')]
    for seat, sign in enumerate("AZ2P"):
        token = re.search(
            rf'<g class="seat-{seat}">[^/]*/>\s*<text class="letter"[^>]*>(.)<', board
        )
        assert token is not None
        assert token[1] == sign


def test_a_name_that_nobody_could_read_is_refused(server: Server) -> None:
    anne = visitor(server, "Anne")
    wish = {"seats": "2", "seat-0": "here", "seat-1": "here", "name-1": "x" * 40}
    answer = anne.send_form("/new/salty_ocean", wish)
    assert answer.status == 400
    assert "24" in words_of(answer.text)


# One device


Pick = Callable[[list[str]], str]


class Device:
    """Anne and Bob in front of one screen, without scripts, in one of the two modes."""

    def __init__(self, server: Server, mode: str) -> None:
        self.visitor = visitor(server, "Anne")
        wish = {"seats": "2", "seat-0": "here", "seat-1": "here", "name-1": "Bob", "listed": "no"}
        made = self.visitor.send_form("/new/salty_ocean", wish)
        self.table = made.headers["location"].rpartition("/")[2]
        self.path = f"/t/{self.table}{mode}"
        # A program that reads what the device's owner may read: the truth behind the page.
        self.truth = Visitor(server.address)
        self.truth.cookies = dict(self.visitor.cookies)

    def play(self, picks: dict[int, Pick], until: Callable[[], bool]) -> None:
        """Whoever is asked chooses, by the forms of the page; a covered page is not touched."""
        for _ in range(400):
            if until():
                return
            offered = [b for b in self.visitor.buttons(self.path) if b.action.endswith("/choose")]
            assert offered, "nothing to choose"
            seat = int(dict(offered[0].fields)["seat"])
            wanted = picks[seat]([button.value for button in offered])
            chosen = next(button for button in offered if button.value == wanted)
            assert self.visitor.press(chosen).status == 303
        raise AssertionError("this never happens")

    def covered(self) -> bool:
        return any(b.action.endswith("/device") for b in self.visitor.buttons(self.path))

    def secrets(self) -> set[str]:
        """Tiles that lie face down and that Anne, on seat 0, has seen."""
        token = self.truth.tell(f"/api/tables/{self.table}/seats/0/token")["token"]
        view = Client(self.truth.address, token).table(self.table)["view"]
        return {
            place["tile"]["id"]
            for place in view["places"]
            if place["tile"] and not place["face_up"]
        }

    def everything(self) -> bytes:
        """All that the device can show now, in every language."""
        before = len(self.visitor.received)
        for language in LANGUAGES:
            speak = {"Accept-Language": language}
            for path in ("", "/text", "/replay", "/replay?ply=9&eyes=0", "/record", "/parts"):
                self.visitor.get(f"/t/{self.table}{path}", **speak)
                self.visitor.get(f"/t/{self.table}{path}", **speak, **FRAGMENT)
        return b"".join(self.visitor.received[before:])


@pytest.mark.parametrize("mode", ["", "/text"], ids=["page", "text"])
def test_a_shared_device_is_handed_over_before_secrets_are_shown(server: Server, mode: str) -> None:
    device = Device(server, mode)
    picks: dict[int, Pick] = {0: looking("stock_1", "grid_5", "stock_2"), 1: prefer("pass")}
    # While nothing is secret nobody is bothered, however often the turn passes on.
    device.play(picks, lambda: bool(device.secrets()) or device.covered())
    secret = device.secrets()
    assert secret, "the device was covered without a reason"
    words = {word for tile in secret for word in words_for(tile)}
    # Anne, who has looked, goes on; then it is Bob's turn, and nothing of hers is in sight.
    device.play(picks, device.covered)
    assert not any(word in device.everything() for word in words)
    page = device.visitor.get(device.path).text
    assert "Hand the device to Bob." in words_of(page)
    buttons = {b.text: b for b in buttons_of(page) if b.action.endswith("/device")}
    assert list(buttons) == ["I am Bob: show", "I am Anne: let me look once more"]
    assert not [b for b in buttons_of(page) if b.action.endswith("/choose")]
    # She may look once more, covers it again, and Bob takes the device.
    device.visitor.press(buttons["I am Anne: let me look once more"])
    assert any(word in device.everything() for word in words)
    device.visitor.press(device.visitor.button(device.path, "/device"))
    assert not any(word in device.everything() for word in words)
    device.visitor.press(buttons["I am Bob: show"])
    assert not device.covered()
    offered = [b for b in device.visitor.buttons(device.path) if b.action.endswith("/choose")]
    assert {dict(b.fields)["seat"] for b in offered} == {"1"}
    assert not any(word in device.everything() for word in words)
    # Back to Anne: again not before she says that it is she.
    device.play(picks, device.covered)
    assert "Hand the device to Anne." in words_of(device.visitor.get(device.path).text)
    assert not any(word in device.everything() for word in words)
    device.visitor.press(device.visitor.button(device.path, "/device"))
    assert any(word in device.everything() for word in words)
    # Another device of theirs does not know who holds it.
    other = Visitor(server.address)
    other.cookies = {k: v for k, v in device.visitor.cookies.items() if k != "quarterdeck_hands"}
    told = other.get(device.path).body
    assert not any(word in told for word in words)
    assert "I am Anne: show" in words_of(told.decode())


def test_the_device_is_no_key_to_other_seats(server: Server) -> None:
    anne, ben = visitor(server, "Anne"), visitor(server, "Ben")
    table = anne.host("here", "here", "open")
    ben.join(table)
    answer = ben.send_form(f"/t/{table}/device", {"seat": "0"})
    assert answer.status == 403
    for hands in ("0", "0@1", "1", "9", "0@", "@", "x" * 50, "-1"):
        ben.cookies["quarterdeck_hands"] = hands
        page = ben.get(f"/t/{table}")
        assert page.status == 200
        offered = [b for b in buttons_of(page.text) if b.action.endswith("/choose")]
        assert all(dict(b.fields)["seat"] == "2" for b in offered)
    spectator = Visitor(server.address)
    assert spectator.send_form(f"/t/{table}/device", {"seat": "0"}).status == 403


def test_a_whole_game_at_one_device_by_forms(server: Server) -> None:
    device = Device(server, "/text")
    pick = any_choice(21)
    for _ in range(800):
        buttons = device.visitor.buttons(device.path)
        take = [b for b in buttons if b.action.endswith("/device")]
        offered = [b for b in buttons if b.action.endswith("/choose")]
        if take:
            device.visitor.press(take[0])
        elif offered:
            wanted = pick([button.value for button in offered])
            device.visitor.press(next(b for b in offered if b.value == wanted))
        else:
            break
    assert device.truth.table(device.table)["finished"]
