"""Behind a reverse proxy that offers the server under a path of its own."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from urllib.parse import urlsplit

import pytest

from tests.server.client import PATIENCE, Client, Stream, new_key
from tests.server.servers import Launch, Server
from tests.server.visitor import Visitor, buttons_of
from tools.postgres import free_port

ROOT = "/games"
MISSING = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
ADDRESSES = re.compile(r'(?:href|src|action|hx-get|hx-post|data-stream|data-replay)="(/[^"]*)"')
LINKS = re.compile(r'(?:href|src)="(/[^"]*)"')


class Proxy:
    """Passes requests for its path on, without it, and says who they came from. One at a time per
    connection; whatever is not below its path is another's."""

    def __init__(self, target: int, scheme: str = "http") -> None:
        self._target = target
        self._scheme = scheme
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.open()

    def open(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._pass_on, args=(near,), daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        with near, suppress(OSError):
            near.settimeout(PATIENCE)
            data = b""
            while b"\r\n\r\n" not in data:
                piece = near.recv(65536)
                if not piece:
                    return
                data += piece
            head, _, body = data.partition(b"\r\n\r\n")
            line, *headers = head.decode("latin-1").split("\r\n")
            method, path, version = line.split(" ")
            if not path.startswith(f"{ROOT}/"):
                near.sendall(MISSING)
                return
            kept = [h for h in headers if not h.lower().startswith(("connection:", "x-forwarded"))]
            kept += [f"X-Forwarded-For: 203.0.113.5\r\nX-Forwarded-Proto: {self._scheme}"]
            lines = [f"{method} {path.removeprefix(ROOT)} {version}", *kept, "Connection: close"]
            with socket.create_connection(("127.0.0.1", self._target), PATIENCE) as far:
                far.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
                threading.Thread(target=_carry, args=(near, far), daemon=True).start()
                _carry(far, near)


def _carry(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)


@pytest.fixture
def behind(launch: Launch) -> Server:
    return launch(behind_proxy=["127.0.0.1"], root_path=f"{ROOT}/")


@pytest.fixture
def proxy(behind: Server) -> Iterator[Proxy]:
    made = Proxy(behind.port)
    yield made
    made.close()


def below_the_path(text: str) -> None:
    found = ADDRESSES.findall(text)
    assert found
    assert [address for address in found if not address.startswith(f"{ROOT}/")] == []


def follow(visitor: Visitor, location: str) -> str:
    """The page a redirect leads to."""
    assert location.startswith(f"{ROOT}/")
    answer = visitor.get(location)
    assert answer.status == 200, answer.text[:300]
    return answer.text


def test_everything_a_browser_needs_is_below_the_path(proxy: Proxy) -> None:
    anne = Visitor(proxy.address)
    came = anne.send_form(f"{ROOT}/guest", {"name": "Anne", "back": "/"})
    assert came.headers["location"] == f"{ROOT}/"
    assert f"Path={ROOT}/;" in came.headers["set-cookie"]
    assert "Secure" not in came.headers["set-cookie"]
    seating = {"seats": "2", "seat-0": "here", "seat-1": "here"}
    made = anne.send_form(f"{ROOT}/new/seul_maitre", seating)
    table = made.headers["location"]
    waiting = anne.send_form(f"{ROOT}/new/salty_ocean", {"seats": "2"}).headers["location"]
    assert f'value="{proxy.address}{ROOT}/t/' in follow(anne, waiting)
    seen: set[str] = set()
    queue = [f"{ROOT}/", f"{ROOT}/me", f"{ROOT}/new/saltfjord", table, f"{table}/text"]
    queue += [f"{table}/orders", f"{table}/replay", waiting]
    while queue:
        path = queue.pop()
        if path in seen or len(seen) > 120:
            continue
        seen.add(path)
        answer = anne.get(path)
        if answer.status == 303:
            queue.append(answer.headers["location"])
            assert queue[-1].startswith(f"{ROOT}/")
            continue
        assert answer.status == 200, (path, answer.status)
        if answer.headers["content-type"].startswith("text/html"):
            below_the_path(answer.text)
            queue += [unescape(address).partition("#")[0] for address in LINKS.findall(answer.text)]
    kinds = {urlsplit(path).path.removeprefix(ROOT).split("/")[1] for path in seen}
    assert {"", "static", "games", "rules", "t", "me", "new"} <= kinds
    missing = anne.get(f"{ROOT}/nowhere", Accept="text/html")
    assert missing.status == 404
    below_the_path(missing.text)


def test_a_game_is_played_below_the_path(proxy: Proxy) -> None:
    anne = Visitor(proxy.address)
    anne.send_form(f"{ROOT}/guest", {"name": "Anne"})
    seating = {"seats": "2", "seat-0": "here", "seat-1": "here"}
    table = anne.send_form(f"{ROOT}/new/salty_ocean", seating).headers["location"]
    for _ in range(12):
        page = follow(anne, table)
        choices = [b for b in buttons_of(page) if b.action == f"{table}/choose"]
        hand_over = [b for b in buttons_of(page) if b.action == f"{table}/device"]
        pressed = anne.press((choices or hand_over)[0])
        assert pressed.headers["location"] == table
    page = follow(anne, table)
    # The page's stream, and its parts
    main = re.search(r'data-stream="([^"]*)" data-lines="(\d+)"', page)
    assert main is not None
    stream = Stream(proxy.address, main[1], {"Cookie": anne.cookie()}, anne.received)
    try:
        stream.next()
    finally:
        stream.close()
    parts = anne.get(f"{table}/parts", **{"HX-Request": "true"})
    assert parts.status == 200
    below_the_path(parts.text)
    # Back where one was, in another language
    settings = {"lang": "fr", "back": re.findall(r'name="back" value="([^"]*)"', page)[0]}
    answer = anne.send_form(f"{ROOT}/settings", settings)
    assert answer.headers["location"] == table
    assert f"Path={ROOT}/;" in answer.headers["set-cookie"]


def test_a_program_finds_its_way_by_the_description(proxy: Proxy) -> None:
    bob = Client(proxy.address)
    described = json.loads(bob.get(f"{ROOT}/api/openapi.json").body)
    assert described["servers"] == [{"url": ROOT}]
    made = bob.post(f"{ROOT}/api/guests", {"name": "Bob"}).json()
    bob.secret = made["secret"]
    wish = {"game": "salty_ocean", "seating": ["here", "here"]}
    table = bob.post(f"{ROOT}/api/tables", wish).json()["id"]
    state = bob.get(f"{ROOT}/api/tables/{table}").json()
    move = {"expected": state["lines"], "choices": ["pass"], "key": new_key()}
    assert bob.post(f"{ROOT}/api/tables/{table}/moves", move).status == 200


def test_cookies_are_secure_if_the_proxy_says_https(behind: Server) -> None:
    proxy = Proxy(behind.port, "https")
    try:
        came = Visitor(proxy.address).send_form(f"{ROOT}/guest", {"name": "Anne"})
    finally:
        proxy.close()
    assert "Secure" in came.headers["set-cookie"]
    assert came.headers["location"] == f"{ROOT}/"


def test_nobody_else_says_https(server: Server) -> None:
    visitor = Visitor(server.address)
    came = visitor.send_form("/guest", {"name": "Anne"}, **{"X-Forwarded-Proto": "https"})
    assert "Secure" not in came.headers["set-cookie"]
