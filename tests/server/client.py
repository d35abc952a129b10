"""A client of the JSON API, on the standard library, that keeps every byte it was sent."""

from __future__ import annotations

import http.client
import json
import queue
import random
import re
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

# Tests wait generously: a busy machine is slow, never wrong.
PATIENCE = 180.0


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Event:
    """A server-sent event."""

    id: str
    name: str
    data: Any


class Refused(AssertionError):
    """An answer that was expected to be fine, and is not."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"{answer.status}: {answer.text[:500]}")
        self.answer = answer


class Client:
    """Somebody who talks to a server: a guest, a program with a seat's token, or a stranger."""

    def __init__(self, address: str, secret: str | None = None, language: str = "en") -> None:
        self.address = address
        self.secret = secret
        self.language = language
        self.id = ""
        self.name = ""
        self.received: list[bytes] = []
        self._connection: http.client.HTTPConnection | None = None

    # Requests

    def send(
        self,
        method: str,
        path: str,
        body: bytes | Iterator[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request. An idle connection that the server has closed is opened anew."""
        wanted = {"Accept-Language": self.language, **(headers or {})}
        if self.secret is not None:
            wanted.setdefault("Authorization", f"Bearer {self.secret}")
        kept = self._connection is not None
        try:
            answer = self._exchange(method, path, body, wanted)
        except (ConnectionError, http.client.HTTPException):
            self.close()
            if not kept:
                raise
            answer = self._exchange(method, path, body, wanted)
        self.received.append(answer.body)
        self.received.extend(f"{k}: {v}".encode() for k, v in answer.headers.items())
        return answer

    def _exchange(
        self, method: str, path: str, body: bytes | Iterator[bytes] | None, headers: dict[str, str]
    ) -> Answer:
        if self._connection is None:
            where = urlsplit(self.address)
            assert where.hostname is not None
            self._connection = http.client.HTTPConnection(where.hostname, where.port, PATIENCE)
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        found = Answer(response.status, dict(response.getheaders()), response.read())
        if response.will_close:
            self.close()
        return found

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, headers=headers)

    def post(self, path: str, data: Any = None, **headers: str) -> Answer:
        body = json.dumps({} if data is None else data).encode()
        return self.send("POST", path, body, {"Content-Type": "application/json", **headers})

    def ask(self, path: str) -> Any:
        """What a path says, which must be fine."""
        return _fine(self.get(path)).json()

    def tell(self, path: str, data: Any = None) -> Any:
        """Post something that must be accepted."""
        return _fine(self.post(path, data)).json()

    # The API by what it is for

    def come(self, name: str) -> Client:
        """Become a guest of this name."""
        made = self.tell("/api/guests", {"name": name})
        self.secret, self.id, self.name = made["secret"], made["id"], made["name"]
        return self

    def host(self, *seating: str, **more: Any) -> str:
        """Set up a table, of Salty Ocean unless another game is named; gives its id."""
        wish = {"game": "salty_ocean", "seating": seating, **more}
        id: str = self.tell("/api/tables", wish)["id"]
        return id

    def join(self, table: str, seat: int | None = None) -> str:
        token: str = self.tell(f"/api/tables/{table}/join", {"seat": seat})["token"]
        return token

    def table(self, table: str, language: str | None = None) -> Any:
        asked = "" if language is None else f"?lang={language}"
        return self.ask(f"/api/tables/{table}{asked}")

    def lines(self, table: str) -> int:
        found: int = self.table(table)["lines"]
        return found

    def choices(self, table: str) -> Any:
        return self.ask(f"/api/tables/{table}/choices")

    def try_move(
        self,
        table: str,
        expected: int,
        *choices: str | int,
        key: str | None = None,
        seat: int | None = None,
        language: str | None = None,
    ) -> Answer:
        wish = {
            "expected": expected,
            "choices": choices,
            "key": new_key() if key is None else key,
            "seat": seat,
        }
        headers = {"Accept-Language": language or self.language}
        return self.post(f"/api/tables/{table}/moves", wish, **headers)

    def move(self, table: str, expected: int, *choices: str | int) -> int:
        """Make a choice that must be accepted; gives the number of lines."""
        lines: int = _fine(self.try_move(table, expected, *choices)).json()["lines"]
        return lines

    def record(self, table: str) -> str:
        return _fine(self.get(f"/api/tables/{table}/record")).text

    @contextmanager
    def watching(
        self, table: str, last: int | str | None = None, query: str = ""
    ) -> Iterator[Stream]:
        """The table's events as long as the block runs."""
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        if self.secret is not None:
            headers["Authorization"] = f"Bearer {self.secret}"
        stream = Stream(self.address, f"/api/tables/{table}/events{query}", headers, self.received)
        try:
            yield stream
        finally:
            stream.close()


class Stream:
    """A stream of server-sent events, read by a thread of its own."""

    def __init__(
        self, address: str, path: str, headers: Mapping[str, str], received: list[bytes]
    ) -> None:
        where = urlsplit(address)
        assert where.hostname is not None
        self._connection = http.client.HTTPConnection(where.hostname, where.port, PATIENCE)
        self._connection.request("GET", path, headers={"Accept": "text/event-stream", **headers})
        assert self._connection.sock is not None
        self._socket: socket.socket = self._connection.sock
        self.response = self._connection.getresponse()
        self._received = received
        self._events: queue.Queue[Event | None] = queue.Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        fields: dict[str, str] = {}
        try:
            while line := self.response.readline():
                self._received.append(line)
                text = line.decode().rstrip("\n")
                if text:
                    name, _, value = text.partition(":")
                    fields[name] = value.lstrip(" ")
                else:
                    if "data" in fields:
                        data = json.loads(fields["data"])
                        self._events.put(
                            Event(fields.get("id", ""), fields.get("event", "message"), data)
                        )
                    fields = {}
        except (OSError, http.client.HTTPException, ValueError):
            pass
        self._events.put(None)

    def next(self, seconds: float = PATIENCE) -> Event:
        """The next event; fails if none comes, or if the stream ends."""
        try:
            found = self._events.get(timeout=seconds)
        except queue.Empty:
            raise AssertionError(f"no event for {seconds} seconds") from None
        assert found is not None, "the stream has ended"
        return found

    def until(self, condition: Callable[[Event], bool]) -> Event:
        """The first event of a kind; others are passed over."""
        while not condition(event := self.next()):
            pass
        return event

    def beyond(self, line: int) -> Event:
        """The first event of a later line."""
        return self.until(lambda event: event.data["lines"] > line)

    def until_line(self, line: int) -> None:
        """Until the table's story has this line, and nothing beyond it."""
        found = self.until(lambda event: event.data["lines"] >= line)
        assert found.id == str(line)

    def ended(self, seconds: float = PATIENCE) -> bool:
        """Whether the server ends the stream, whatever it still sends."""
        try:
            while self._events.get(timeout=seconds) is not None:
                pass
        except queue.Empty:
            return False
        return True

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self.response.close()
        self._connection.close()


def _fine(answer: Answer) -> Answer:
    if answer.status not in (200, 201):
        raise Refused(answer)
    return answer


def stream_of(table: str, page: str) -> str:
    """Where the page of a table listens that has just been opened."""
    known = dict(re.findall(r'data-(lines|page|edition)="([^"]*)"', page))
    asked = {"seen": known["lines"], "page": known.get("page", ""), "edition": known["edition"]}
    return f"/t/{table}/stream?{urlencode(asked)}"


def new_key() -> str:
    return uuid.uuid4().hex


def wait_until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited in vain for: {what}"
        time.sleep(0.05)


Picker = Callable[[list[str]], str]


def any_choice(seed: int) -> Picker:
    """Picks like a player who cares for nothing, but not forever: passing is among his habits."""
    dealer = random.Random(seed)

    def pick(notations: list[str]) -> str:
        if "pass" in notations and dealer.random() < 0.35:
            return "pass"
        return dealer.choice(notations)

    return pick


def play_out(
    table: str, players: Mapping[int, Client], pick: Picker, most: int = 2000, stop: int = 10**9
) -> int:
    """Play a table to its end (or to a line) by its people; bots are waited for."""
    watcher = next(iter(players.values()))
    with watcher.watching(table) as stream:
        for _ in range(most):
            state = watcher.table(table)
            if state["finished"] or state["lines"] >= stop:
                lines: int = state["lines"]
                return lines
            seat = next((s["number"] for s in state["seats"] if s["asked"]), None)
            assert seat is not None
            if seat not in players:
                stream.beyond(state["lines"])
                continue
            asked = players[seat].choices(table)
            if asked["lines"] == state["lines"] and asked["choices"]:
                notations = [choice["notation"] for choice in asked["choices"]]
                players[seat].move(table, asked["lines"], pick(notations))
    raise AssertionError("this game does not end")


def wait_for_result(player: Client, table: str) -> None:
    """Until the result of a finished game is kept, which its pages tell as news."""
    path = "/api/me/statistics"
    wait_until(
        lambda: any(each["table"] == table for each in player.ask(path)["results"]), "the result"
    )


def two_players(anne: Client, bob: Client) -> tuple[str, Client, Client]:
    """A running table of two; gives who is asked first, then the other."""
    table = anne.host("here", "open")
    bob.join(table)
    first, second = anne, bob
    if not anne.choices(table)["choices"]:
        first, second = bob, anne
    return table, first, second


def undo(player: Client, table: str, expected: int, **more: Any) -> Any:
    wish = {"expected": expected, "key": new_key(), **more}
    return player.post(f"/api/tables/{table}/undo", wish)


def redo(player: Client, table: str, expected: int) -> Any:
    return player.post(f"/api/tables/{table}/redo", {"expected": expected, "key": new_key()})


def put(client: Client, path: str, data: Any) -> Answer:
    kind = {"Content-Type": "application/json"}
    return client.send("PUT", path, json.dumps(data).encode(), kind)
