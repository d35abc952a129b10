"""The door: how many connections may be open, from whom, and how long a request may take.

uvicorn has no such limits (docs/reliability.md compares servers). It lets its user name a protocol
class, though: ours hands everything on to uvicorn's own, and watches. As an application around the
others, the door also learns when the head of a request is complete and when it has been answered.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from quarterdeck.server.addresses import Proxies, visitor
from quarterdeck.server.guard import App, Receive, Scope, Send
from quarterdeck.server.metrics import CONNECTIONS_REFUSED
from quarterdeck.server.seldom import Seldom

logger = logging.getLogger(__name__)

# Bytes that may arrive before uvicorn has found a whole head in them. Where it has, the guard
# looks at how long the head is.
MOST_WAITING = 160 * 1024
EVERY = 1.0

Peer = tuple[str, int]
NewProtocol = Callable[..., asyncio.Protocol]


@dataclass(frozen=True)
class DoorLimits:
    """What the door lets in."""

    connections: int
    per_address: int
    # Seconds for the head of a request, counted from the connection or the last answer; and
    # seconds in which somebody may take nothing of what is sent to them.
    head_seconds: float
    send_seconds: float


def _refusal(status: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".encode()


BUSY = _refusal("503 Service Unavailable")
TOO_SLOW = _refusal("408 Request Timeout")
TOO_LONG = _refusal("431 Request Header Fields Too Large")


class Connection(asyncio.Protocol):
    """One connection. Everything is handed on to the protocol behind it."""

    def __init__(self, door: Door, behind: Any) -> None:
        self._door = door
        self._behind = behind
        self._transport: asyncio.Transport | None = None
        self._inside = False
        self._shaking: asyncio.Task[None] | None = None
        self._early = b""
        self._lost = False
        self.peer: Peer | None = None
        # How many of its requests are being answered; otherwise since when the next is waited for.
        self.answering = 0
        self.waiting_since = 0.0
        # What has arrived of the head that is waited for.
        self.arrived = 0
        # Since when nothing more can be sent.
        self.stuck_since: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Event loops have transports of their own kinds.
        self._transport = transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self.peer = (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else None
        if not self._door.enter(self):
            self.end(b"" if self._door.tls else BUSY)
        elif self._door.tls is None:
            self._inside = True
            self._behind.connection_made(transport)
        else:
            # Done here, so that those who never finish shaking hands are counted too.
            transport.pause_reading()
            self._shaking = asyncio.get_running_loop().create_task(self._secure(self._door.tls))

    async def _secure(self, tls: ssl.SSLContext) -> None:
        assert self._transport is not None
        loop = asyncio.get_running_loop()
        seconds = self._door.limits.head_seconds
        try:
            secured = await loop.start_tls(
                self._transport, self, tls, server_side=True, ssl_handshake_timeout=seconds
            )
        except (OSError, asyncio.CancelledError):
            secured = None
        if secured is None:
            # No TLS, or the wrong one, or not in time
            self._transport.abort()
            self._door.leave(self)
            return
        if self._lost:
            return
        self._transport = secured
        self._inside = True
        self._behind.connection_made(secured)
        early, self._early = self._early, b""
        if early:
            self.data_received(early)

    def data_received(self, data: bytes) -> None:
        if not self._inside:
            if self._shaking is not None and len(self._early) < MOST_WAITING:
                # It came with the last word of the handshake.
                self._early += data
            return
        if not self.answering:
            if self.arrived > MOST_WAITING:
                self._door.too_long(self)
                return
            self.arrived += len(data)
        self._behind.data_received(data)

    def eof_received(self) -> bool | None:
        return self._behind.eof_received() if self._inside else None

    def pause_writing(self) -> None:
        self.stuck_since = self._door.now()
        if self._inside:
            self._behind.pause_writing()

    def resume_writing(self) -> None:
        self.stuck_since = None
        if self._inside:
            self._behind.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        self._door.leave(self)
        if self._inside:
            self._inside = False
            self._behind.connection_lost(exc)

    def begin(self) -> None:
        """The head of a request is complete."""
        self.answering += 1
        self.arrived = 0

    def finish(self) -> None:
        """A request has been answered."""
        self.answering -= 1
        self.waiting_since = self._door.now()

    def end(self, last_words: bytes = b"") -> None:
        assert self._transport is not None
        if self.stuck_since is not None or self._transport.is_closing():
            # Whoever takes nothing would keep it open for ever.
            self._transport.abort()
            self._door.leave(self)
            return
        if last_words:
            self._transport.write(last_words)
        self._transport.close()


class Door:
    """All connections of a server process."""

    def __init__(
        self,
        app: App,
        limits: DoorLimits,
        proxies: Proxies,
        now: Callable[[], float] = time.monotonic,
        behind: NewProtocol = AutoHTTPProtocol,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._app = app
        self.limits = limits
        self._proxies = proxies
        self._behind = behind
        self.now = now
        self.tls = tls
        # By address and port, the oldest first.
        self._open: dict[Peer, Connection] = {}
        self._by_visitor: dict[str, dict[Peer, Connection]] = defaultdict(dict)
        self._sweep: asyncio.TimerHandle | None = None
        self._seldom = Seldom(logger, now)

    @property
    def protocol(self) -> type[asyncio.Protocol]:
        """For uvicorn's `http` setting."""
        door = self

        class Watched(Connection):
            def __init__(self, **given: Any) -> None:
                super().__init__(door, door._behind(**given))

        return Watched

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client") if scope["type"] == "http" else None
        connection = self._open.get((client[0], client[1])) if client else None
        if connection is None:
            await self._app(scope, receive, send)
            return
        connection.begin()
        try:
            await self._app(scope, receive, send)
        finally:
            connection.finish()

    # Coming and going

    def enter(self, connection: Connection) -> bool:
        """Whether there is room; an older one on which nothing is being answered makes room."""
        peer = connection.peer
        if peer is None:
            return True
        name = visitor(peer[0])
        if (
            peer[0] not in self._proxies
            and len(own := self._by_visitor.get(name, {})) >= self.limits.per_address
            and not self._make_room(own)
        ):
            CONNECTIONS_REFUSED.labels("address").inc()
            self._seldom.warn("refused a connection: too many from one address", name)
            return False
        if len(self._open) >= self.limits.connections and not self._make_room(self._open):
            CONNECTIONS_REFUSED.labels("all").inc()
            self._seldom.warn("refused a connection: too many are open", str(len(self._open)))
            return False
        connection.waiting_since = self.now()
        self._open[peer] = connection
        self._by_visitor[name][peer] = connection
        if self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(EVERY, self._sweep_again)
        return True

    def leave(self, connection: Connection) -> None:
        peer = connection.peer
        if peer is None or self._open.get(peer) is not connection:
            return
        del self._open[peer]
        name = visitor(peer[0])
        del self._by_visitor[name][peer]
        if not self._by_visitor[name]:
            del self._by_visitor[name]

    def _make_room(self, among: dict[Peer, Connection]) -> bool:
        """Close the oldest connection on which nothing is being answered."""
        for connection in among.values():
            if not connection.answering:
                self._seldom.warn(
                    "closed an idle connection to make room for another", self._name(connection)
                )
                connection.end()
                self.leave(connection)
                return True
        return False

    def too_long(self, connection: Connection) -> None:
        self._seldom.warn("closed a connection: endless headers", self._name(connection))
        connection.end(TOO_LONG)

    def _name(self, connection: Connection) -> str:
        return visitor(connection.peer[0]) if connection.peer else ""

    # Time

    def _sweep_again(self) -> None:
        self.sweep()
        self._sweep = None
        if self._open:
            self._sweep = asyncio.get_running_loop().call_later(EVERY, self._sweep_again)

    def sweep(self) -> None:
        """Close what takes too long."""
        now = self.now()
        for connection in list(self._open.values()):
            stuck = connection.stuck_since
            if stuck is not None and now - stuck > self.limits.send_seconds:
                self._seldom.warn(
                    "closed a connection: nothing was read of what was sent", self._name(connection)
                )
                connection.end()
            elif (
                not connection.answering
                and now - connection.waiting_since > self.limits.head_seconds
            ):
                if connection.arrived:
                    self._seldom.warn(
                        "closed a connection: its request was not sent in time",
                        self._name(connection),
                    )
                connection.end(TOO_SLOW if connection.arrived else b"")
