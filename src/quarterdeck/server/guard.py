"""What every request has to pass: size, rate, origin; and what every answer carries.

Plain ASGI, so that streams pass through untouched.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson

from quarterdeck.kernel.catalogue import LANGUAGES, Translator

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 64 * 1024
MOST_CLIENTS = 10_000
SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    b"frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Buckets:
    """A token bucket per client; the clients seen longest ago are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, client: str, now: float) -> bool:
        level, since = self._levels.pop(client, (self._burst, now))
        level = min(self._burst, level + (now - since) * self._rate)
        allowed = level >= 1
        self._levels[client] = (level - 1 if allowed else level, now)
        while len(self._levels) > MOST_CLIENTS:
            self._levels.popitem(last=False)
        return allowed


class Refused(Exception):
    """A request that does not reach the application."""

    def __init__(self, status: int, id: str) -> None:
        super().__init__(id)
        self.status = status
        self.id = id


class Guard:
    """The outermost layer of the server."""

    def __init__(self, app: App, rate: float, burst: float) -> None:
        self._app = app
        self._buckets = Buckets(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        try:
            self._check(scope, headers)
            await self._app(scope, _limited(receive), send_with_headers)
        except Refused as refusal:
            await _answer(refusal, headers, send_with_headers)

    def _check(self, scope: Scope, headers: dict[bytes, str]) -> None:
        client = scope.get("client")
        name = client[0] if client else "-"
        if not self._buckets.allow(name, time.monotonic()):
            raise Refused(429, "qd.server.too_fast")
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            raise Refused(413, "qd.server.too_large")
        if scope["method"] not in SAFE and not _same_origin(headers):
            raise Refused(403, "qd.server.foreign_origin")


def _same_origin(headers: dict[bytes, str]) -> bool:
    """Whether a state-changing request comes from our own pages, or from a program.

    Browsers always name the origin of such requests. A program with a token has none, and no
    cookie that somebody could abuse.
    """
    origin = headers.get(b"origin")
    if origin is None:
        return b"cookie" not in headers
    return urlsplit(origin).netloc == headers.get(b"host", "")


def _limited(receive: Receive) -> Receive:
    """Count what really arrives: the announced length may lie."""
    total = 0

    async def counted() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise Refused(413, "qd.server.too_large")
        return message

    return counted


async def _answer(refusal: Refused, headers: dict[bytes, str], send: Send) -> None:
    asked = headers.get(b"accept-language", "en")[:2]
    say = Translator(asked if asked in LANGUAGES else "en")
    body = orjson.dumps({"error": say(refusal.id), "id": refusal.id})
    await send(
        {
            "type": "http.response.start",
            "status": refusal.status,
            "headers": [(b"content-type", b"application/json")],
        }
    )
    await send({"type": "http.response.body", "body": body})
