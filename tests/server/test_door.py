"""Slow, endless and countless connections: they are closed, and everybody else is served."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, cast

import pytest

from quarterdeck.server.addresses import Proxies, visitor
from quarterdeck.server.door import Connection, Door, DoorLimits
from quarterdeck.server.guard import MOST_HEAD
from quarterdeck.server.settings import Settings
from tests.server.client import PATIENCE, Client, wait_until
from tests.server.servers import Launch, Server

HALF = b"GET /api/games HTTP/1.1\r\nHost: here\r\nX-Slow: "


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


class Wire:
    """A transport that notes what becomes of it."""

    def __init__(self, host: str, port: int) -> None:
        self.peer = (host, port)
        self.sent = b""
        self.state = "open"

    def get_extra_info(self, name: str) -> Any:
        return self.peer if name == "peername" else None

    def write(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        self.state = "closed"

    def abort(self) -> None:
        self.state = "aborted"

    def is_closing(self) -> bool:
        return self.state != "open"


class Silent(asyncio.Protocol):
    """What stands behind the door in place of uvicorn."""


class Visit:
    """A connection through a door, without a network."""

    ports = iter(range(40_000, 60_000))

    def __init__(self, door: Door, host: str = "192.0.2.1") -> None:
        self.door = door
        self.wire = Wire(host, next(self.ports))
        self.connection = cast(Connection, door.protocol())
        self.connection.connection_made(cast(asyncio.Transport, self.wire))

    def send(self, data: bytes) -> None:
        self.connection.data_received(data)

    def leave(self) -> None:
        self.connection.connection_lost(None)

    @property
    def open(self) -> bool:
        return self.wire.state == "open"


@contextmanager
def door(clock: Clock, *proxies: str, **limits: Any) -> Iterator[Door]:
    """A door, within a loop that never turns: nothing happens by itself."""
    chosen = {"connections": 100, "per_address": 3, "head_seconds": 10.0, "send_seconds": 60.0}
    loop = asyncio.new_event_loop()
    asyncio._set_running_loop(loop)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        """Whatever is asked for takes its time."""
        await loop.create_future()

    try:
        yield Door(
            app, DoorLimits(**{**chosen, **limits}), Proxies(proxies), now=clock, behind=Silent
        )
    finally:
        asyncio._set_running_loop(None)
        loop.close()


def test_who_sends_half_a_request_is_let_go_after_a_while(caplog: Any) -> None:
    clock = Clock()
    with door(clock) as found:
        slow, idle = Visit(found), Visit(found)
        slow.send(HALF)
        clock.time += 9
        slow.send(b"a")
        found.sweep()
        assert slow.open
        assert idle.open
        clock.time += 2
        with caplog.at_level(logging.WARNING):
            found.sweep()
        # However many bytes trickle in; and who said nothing at all gets no answer.
        assert not slow.open
        assert slow.wire.sent.startswith(b"HTTP/1.1 408 ")
        assert not idle.open
        assert idle.wire.sent == b""
        assert caplog.text.count("was not sent in time: 192.0.2.1") == 1


def test_a_long_answer_is_no_slow_request() -> None:
    clock = Clock()
    with door(clock) as found:
        visit = Visit(found)
        visit.connection.begin()
        clock.time += 1000
        found.sweep()
        assert visit.open
        visit.connection.finish()
        clock.time += 9
        found.sweep()
        assert visit.open


def test_one_address_cannot_take_all_places_but_its_own_idle_ones_make_room() -> None:
    with door(Clock()) as found:
        crowd = [Visit(found) for _ in range(3)]
        crowd[0].connection.begin()
        fourth = Visit(found)
        assert fourth.open
        assert [visit.open for visit in crowd] == [True, False, True]
        for visit in (crowd[2], fourth):
            visit.connection.begin()
        fifth = Visit(found)
        assert not fifth.open
        assert fifth.wire.sent.startswith(b"HTTP/1.1 503 ")
        # Nobody else is concerned, and one that goes makes room.
        assert Visit(found, "192.0.2.2").open
        fourth.leave()
        assert Visit(found).open


def test_proxies_bring_many_visitors() -> None:
    with door(Clock(), "192.0.2.0/24") as found:
        crowd = [Visit(found) for _ in range(10)]
        assert all(visit.open for visit in crowd)


def test_all_places_taken_the_oldest_idle_connection_goes() -> None:
    with door(Clock(), connections=4) as found:
        crowd = [Visit(found, f"192.0.2.{number}") for number in range(4)]
        crowd[0].connection.begin()
        assert Visit(found, "198.51.100.1").open
        assert [visit.open for visit in crowd] == [True, False, True, True]


def test_who_reads_nothing_is_let_go() -> None:
    clock = Clock()
    with door(clock) as found:
        visit = Visit(found)
        visit.connection.begin()
        visit.connection.pause_writing()
        clock.time += 59
        found.sweep()
        assert visit.open
        visit.connection.resume_writing()
        visit.connection.pause_writing()
        clock.time += 59
        found.sweep()
        assert visit.open
        clock.time += 2
        found.sweep()
        assert visit.wire.state == "aborted"


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("a word", "a word"),
    ],
)
def test_who_counts_as_one_visitor(host: str, counted: str) -> None:
    assert visitor(host) == counted


# Real connections


def connect(server: Server, data: bytes) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    made.sendall(data)
    return made


def ended(connection: socket.socket) -> bytes:
    """What the server says before it closes; fails if it never does."""
    connection.settimeout(PATIENCE)
    said = b""
    try:
        while piece := connection.recv(4096):
            said += piece
    except ConnectionResetError:
        pass
    return said


def flood(server: Server, count: int) -> list[socket.socket]:
    """Half-sent requests from this address."""
    return [connect(server, HALF) for _ in range(count)]


def test_half_sent_requests_keep_nobody_out(launch: Launch) -> None:
    server = launch(connections_per_address=20, head_seconds=2.0)
    with ExitStack() as stack:
        crowd = [stack.enter_context(made) for made in flood(server, 60)]
        assert Client(server.address).get("/api/games").status == 200
        for connection in crowd:
            ended(connection)
    assert server.log.count("make room") == 1
    assert "Traceback" not in server.log


def test_a_request_may_not_take_for_ever(launch: Launch) -> None:
    server = launch(head_seconds=0.5, body_seconds=0.5)
    with connect(server, HALF) as slow:
        assert ended(slow).startswith(b"HTTP/1.1 408 ")
    head = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with connect(server, head + b'Content-Length: 20\r\n\r\n{"name"') as slow:
        said = ended(slow)
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"took too long" in said
    assert "Traceback" not in server.log


def test_what_is_no_http_is_logged_once_a_minute(launch: Launch) -> None:
    server = launch()
    for _ in range(20):
        with connect(server, b"what is this?\r\n\r\n") as nonsense:
            assert ended(nonsense).startswith(b"HTTP/1.1 400 ")
    assert server.log.count("Invalid HTTP request") == 1


def test_endless_headers_are_cut_off(launch: Launch) -> None:
    server = launch()
    with connect(server, b"GET / HTTP/1.1\r\nHost: x\r\n") as endless:
        line = b"X-Filler: " + b"a" * 8000 + b"\r\n"
        sent = 0
        try:
            while sent < 20_000_000:
                sent += endless.send(line)
        except OSError:
            pass
        assert sent < 20_000_000
    large, half = {"X-Large": "a" * MOST_HEAD}, {"X-Large": "a" * (MOST_HEAD // 2)}
    answer = Client(server.address).get("/api/games", **large)
    assert answer.status == 431
    answer = Client(server.address).get(f"/nope?{'a' * (MOST_HEAD // 2)}", **half)
    assert answer.status == 431
    for target in (f"/nope?{'a' * MOST_HEAD}", f"/{'a' * MOST_HEAD}"):
        assert Client(server.address).get(target).status == 414
    assert Client(server.address).get("/api/games").status == 200


def streams(server: Server, table: str, count: int) -> list[int]:
    """The status of each of so many streams, all open at once."""
    ask = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            made = stack.enter_context(connect(server, ask))
            found.append(int(made.recv(64).split()[1]))
        return found


def test_streams_of_one_address_are_limited(launch: Launch) -> None:
    server = launch(streams_per_address=5)
    table = server.client("Anne").host("here", "here")
    assert streams(server, table, 8) == [200] * 5 + [429] * 3
    # Those that are gone make room.
    wait_until(lambda: streams(server, table, 1) == [200], "room for a stream")
    assert server.log.count("too many from one address") == 1


# Whom the server believes about where somebody comes from


def statuses(server: Server, count: int, **headers: str) -> list[int]:
    client = Client(server.address)
    return [
        client.get(
            "/api/games", **{name: value.format(n) for name, value in headers.items()}
        ).status
        for n in range(count)
    ]


def test_a_forged_address_does_not_pass_the_rate_limit(launch: Launch) -> None:
    server = launch(rate=0.01, burst=10.0, environment={"FORWARDED_ALLOW_IPS": "*"})
    found = statuses(server, 14, **{"X-Forwarded-For": "203.0.113.{}"})
    assert found.count(429) >= 4


def test_a_proxy_that_was_named_is_believed(launch: Launch) -> None:
    server = launch(rate=0.01, burst=10.0, behind_proxy=["127.0.0.1"])
    assert statuses(server, 14, **{"X-Forwarded-For": "203.0.113.{}"}) == [200] * 14
    # The last address is the proxy's own word; those before it may be forged.
    found = statuses(server, 14, **{"X-Forwarded-For": "198.51.100.{}, 203.0.113.99"})
    assert found.count(429) == 4


# What a server that nobody has told anything allows.
USUAL = {
    "connections_per_address": Settings.connections_per_address,
    "streams_per_address": Settings.streams_per_address,
}


@pytest.mark.soak
def test_eleven_hundred_half_sent_requests_keep_nobody_out(launch: Launch) -> None:
    server = launch(**USUAL)
    with ExitStack() as stack:
        for made in flood(server, 1100):
            stack.enter_context(made)
        began = time.monotonic()
        assert Client(server.address).get("/api/games").status == 200
        assert time.monotonic() - began < 5
    assert len(server.log.splitlines()) < 10


@pytest.mark.soak
def test_a_thousand_streams_keep_nobody_out(launch: Launch) -> None:
    server = launch(**USUAL)
    anne = server.client("Anne")
    table = anne.host("here", "here")
    found = streams(server, table, 1003)
    # Beyond as many streams, then as many connections, as one address may have
    assert found.count(200) == Settings.streams_per_address
    with server.client("Bob").watching(table) as stream:
        stream.next()
    assert len(server.log.splitlines()) < 10
