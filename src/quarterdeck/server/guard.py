"""What every request has to pass: size, rate, origin; and what every answer carries.

Plain ASGI, so that streams pass through untouched.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from html import escape
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
        # How many there have been.
        self.requests = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self.requests += 1
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}

        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message.setdefault("headers", [])
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        body = Body(receive)

        async def send_unless_refused(message: Message) -> None:
            # The application may have taken the cut-off body for a broken one
            if not body.too_large:
                await send_with_headers(message)

        try:
            self._check(scope, headers)
            await self._app(scope, body.receive, send_unless_refused)
            body.check()
        except Refused as refusal:
            if not started:
                await _answer(refusal, scope, headers, send_with_headers)

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
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(place) and place == headers.get(b"host")


class Body:
    """Counts what really arrives: the announced length may lie, or be missing."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._total = 0

    @property
    def too_large(self) -> bool:
        return self._total > MOST_BYTES

    async def receive(self) -> Message:
        message = await self._receive()
        self._total += len(message.get("body", b""))
        self.check()
        return message

    def check(self) -> None:
        if self.too_large:
            raise Refused(413, "qd.server.too_large")


async def _answer(refusal: Refused, scope: Scope, headers: dict[bytes, str], send: Send) -> None:
    """A refusal as JSON for programs, as a plain sentence for pages."""
    asked = headers.get(b"accept-language", "en")[:2]
    text = Translator(asked if asked in LANGUAGES else "en")(refusal.id)
    if b"hx-request" in headers:
        # The page's script puts it where the page shows its notices
        kind = b"text/html; charset=utf-8"
        body = _NOTICE.format(text=escape(text)).encode()
    elif (
        scope["path"].startswith("/api") or b"text/html" not in headers.get(b"accept", "").encode()
    ):
        kind, body = b"application/json", orjson.dumps({"error": text, "id": refusal.id})
    else:
        kind, body = b"text/plain; charset=utf-8", text.encode()
    await send(
        {
            "type": "http.response.start",
            "status": refusal.status,
            "headers": [(b"content-type", kind)],
        }
    )
    await send({"type": "http.response.body", "body": body})


_NOTICE = (
    '<hx-partial hx-target="#part-notice" hx-swap="innerHTML">'
    '<p class="notice">{text}</p></hx-partial>'
)
