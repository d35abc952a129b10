"""Somebody who reads the pages, by cookie and plain forms, and keeps every byte he was sent."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urlencode

from quarterdeck import games
from tests.server.client import Answer, Client, Stream, new_key, stream_of

FRAGMENT = {"HX-Request": "true"}
# A text that is in no catalogue is shown as its id.
SHOWN_ID = re.compile(
    rf"(?<![\w./-])(?:{'|'.join(['qd', *(games.load(game).prefix for game in games.GAMES)])})"
    r"\.[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*"
)


@dataclass(frozen=True)
class Button:
    """A button of a page and the form it belongs to."""

    action: str
    name: str
    value: str
    text: str
    fields: tuple[tuple[str, str], ...]


class Visitor(Client):
    """A browser without scripts: it keeps cookies, reads forms and sends them."""

    def __init__(self, address: str, language: str = "en") -> None:
        super().__init__(address, language=language)
        self.cookies: dict[str, str] = {}

    @classmethod
    def of(cls, client: Client) -> Visitor:
        """The same guest, who opens his personal link in a browser."""
        made = cls(client.address)
        assert made.send_form(f"/me/{client.secret}", {}).status == 303
        made.id, made.name = client.id, client.name
        return made

    def come(self, name: str) -> Visitor:
        assert self.send_form("/guest", {"name": name}).status == 303
        self.name = name
        return self

    def send(
        self,
        method: str,
        path: str,
        body: bytes | Iterator[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        wanted = {"Cookie": self.cookie(), "Origin": self.address, **(headers or {})}
        answer = super().send(method, path, body, {k: v for k, v in wanted.items() if v})
        found = re.match(r"([\w-]+)=([^;]*)", answer.headers.get("set-cookie", ""))
        if found:
            self.cookies[found[1]] = found[2]
        kind = answer.headers.get("content-type", "")
        if kind.startswith("text/html") and "content-encoding" not in answer.headers:
            assert missing_texts(answer.text) == [], path
        return answer

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def send_form(self, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, urlencode(fields).encode(), {**kind, **headers})

    def press(self, button: Button, **headers: str) -> Answer:
        fields = dict(button.fields)
        if button.name:
            fields[button.name] = button.value
        return self.send_form(button.action, fields, **headers)

    def buttons(self, path: str) -> list[Button]:
        """The buttons of the forms of a page."""
        answer = self.get(path)
        assert answer.status == 200, answer.text[:500]
        return buttons_of(answer.text)

    def button(self, path: str, action: str) -> Button:
        """The first button of the form that leads there."""
        return next(b for b in self.buttons(path) if b.action.endswith(action))

    def choose(self, table: str, expected: int, seat: int, choice: str, **headers: str) -> Answer:
        wish = {"expected": str(expected), "seat": str(seat), "choice": choice, "key": new_key()}
        return self.send_form(f"/t/{table}/choose", wish, **headers)

    @contextmanager
    def watching_page(self, table: str) -> Iterator[Stream]:
        """A table's page is open, and its stream brings what is new, as long as the block runs."""
        address = stream_of(table, self.get(f"/t/{table}").text)
        stream = Stream(self.address, address, {"Cookie": self.cookie()}, self.received)
        try:
            yield stream
        finally:
            stream.close()


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str]], list[tuple[str, str, list[str]]]]] = []
        self._text: list[str] | None = None
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append((values.get("action", ""), [], []))
            self._inside = True
        elif tag == "input" and values.get("type") == "hidden" and self._inside:
            self.found[-1][1].append((values["name"], values.get("value", "")))
        elif tag == "button" and self.found:
            self._text = []
            self.found[-1][2].append((values.get("name", ""), values.get("value", ""), self._text))

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._text = None
        elif tag == "form":
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)


def buttons_of(text: str) -> list[Button]:
    parser = _Forms()
    parser.feed(text)
    return [
        Button(action, name, value, " ".join("".join(words).split()), tuple(fields))
        for action, fields, buttons in parser.found
        for name, value, words in buttons
    ]


def missing_texts(text: str) -> list[str]:
    """The ids that a page shows in place of texts."""
    return SHOWN_ID.findall(text)


def words_of(text: str) -> str:
    """What a page says, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())
