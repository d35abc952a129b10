"""What every request has to pass: size, rate, origin; and what every answer carries.

Plain ASGI, so that streams pass through untouched.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from html import escape
from typing import Any
from urllib.parse import urlsplit

import orjson
from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.server.addresses import visitor
from quarterdeck.server.assets import asset
from quarterdeck.server.kinds import kind_of
from quarterdeck.server.logs import FIELDS
from quarterdeck.server.people import language_of
from quarterdeck.server.seldom import Seldom

logger = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# In a request's state: the log tells already why it failed.
TOLD = "told"
MOST_BYTES = 64 * 1024
MOST_HEAD = 32 * 1024
MOST_CLIENTS = 10_000
SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    b"frame-ancestors 'none'; manifest-src 'self'; worker-src 'self'"
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

    def __init__(self, status: int, message: str | Message) -> None:
        super().__init__(message)
        self.status = status
        self.message = message if isinstance(message, Message) else Message(message)


class Guard:
    """What stands before the application."""

    def __init__(self, app: App, rate: float, burst: float, body_seconds: float = 20.0) -> None:
        self._app = app
        self._buckets = Buckets(rate, burst)
        self._body_seconds = body_seconds
        self._seldom = Seldom(logger)
        # The server is about to end.
        self.closing = False
        # How many there have been.
        self.requests = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self.requests += 1
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}

        started = False

        async def send_with_headers(message: Event) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message.setdefault("headers", [])
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        body = Body(receive, self._body_seconds)

        async def send_unless_refused(message: Event) -> None:
            # The application may have taken the cut-off body for a broken one
            if body.refusal is None:
                await send_with_headers(message)

        async def answer(refusal: Refused) -> None:
            if not started:
                await refusal_of(refusal, scope)(scope, receive, send_with_headers)

        try:
            self._check(scope, headers)
            # A slash at the end makes no difference.
            if scope["path"].endswith("/"):
                scope["path"] = scope["path"].rstrip("/") or "/"
            await self._app(scope, body.receive, send_unless_refused)
            if body.refusal is not None:
                raise body.refusal
        except Refused as refusal:
            await answer(refusal)
        except asyncio.CancelledError:
            if not self.closing:
                raise
            await answer(Refused(503, "qd.server.closing"))
        except Exception:
            if body.refusal is not None:
                await answer(body.refusal)
                return
            method, path = scope["method"], scope["path"]
            fields = {"method": method, "kind": kind_of(method, path)}
            logger.exception("request failed", extra={FIELDS: fields})
            scope.setdefault("state", {})[TOLD] = True
            await answer(Refused(500, "qd.server.fault"))

    def _check(self, scope: Scope, headers: dict[bytes, str]) -> None:
        client = scope.get("client")
        name = visitor(client[0]) if client else "-"
        if not self._buckets.allow(name, time.monotonic()):
            self._seldom.warn("refused requests: too many from one address", name)
            raise Refused(429, "qd.server.too_fast")
        target = len(scope["path"]) + len(scope["query_string"])
        if target > MOST_HEAD:
            raise Refused(414, "qd.server.too_large")
        if target + sum([len(name) + len(value) for name, value in scope["headers"]]) > MOST_HEAD:
            raise Refused(431, "qd.server.too_large")
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
    """Counts what really arrives, and how long it takes: the announced length may lie, or be
    missing."""

    def __init__(self, receive: Receive, seconds: float) -> None:
        self._receive = receive
        self._seconds = seconds
        self._due: float | None = None
        self._total = 0
        self._complete = False
        # Why the rest of it is not waited for.
        self.refusal: Refused | None = None

    async def receive(self) -> Event:
        if self._complete:
            return await self._receive()
        if self._due is None:
            self._due = asyncio.get_running_loop().time() + self._seconds
        try:
            async with asyncio.timeout_at(self._due):
                message = await self._receive()
        except TimeoutError:
            self.refusal = Refused(408, "qd.server.too_slow")
            raise self.refusal from None
        self._total += len(message.get("body", b""))
        if self._total > MOST_BYTES:
            self.refusal = Refused(413, "qd.server.too_large")
            raise self.refusal
        self._complete = not message.get("more_body", False)
        return message


# What somebody who is refused so may do again, and after how many seconds.
RETRY_AFTER = {429: 2, 503: 5}
# What was not read of a request is still under way: the connection is of no more use.
UNREAD = (408, 413, 414, 431)


def refusal_of(refusal: Refused, scope: Scope) -> Response:
    """A refusal as JSON for programs, as a notice for a page's script, as a page for people.

    It needs neither a database nor a template: it may be about what is wrong with these.
    """
    request = Request(scope)
    say = Translator(language_of(request, request.query_params.get("lang")))
    request_id = scope.get("state", {}).get("request_id", "")
    text = say.text(refusal.message)
    if refusal.status == 500:
        text = f"{text} {say('qd.server.fault.id', request=request_id)}"
    headers = {"cache-control": "no-store"}
    if refusal.status in RETRY_AFTER:
        headers["retry-after"] = str(RETRY_AFTER[refusal.status])
    if refusal.status in UNREAD:
        headers["connection"] = "close"
    if "hx-request" in request.headers:
        # The page's script puts it where the page shows its notices
        return HTMLResponse(_NOTICE.format(text=escape(text)), refusal.status, headers)
    if is_for_program(scope) or "text/html" not in request.headers.get("accept", ""):
        content = {"error": text, "id": refusal.message.id}
        if refusal.status >= 500:
            content["request"] = request_id
        return Response(
            orjson.dumps(content), refusal.status, headers, media_type="application/json"
        )
    page = _PAGE.format(language=say.language, text=escape(text), style=asset("style/base.css"))
    return HTMLResponse(page, refusal.status, headers)


def is_for_program(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith("/api")


_NOTICE = (
    '<hx-partial hx-target="#part-notice" hx-swap="innerHTML">'
    '<p class="notice">{text}</p></hx-partial>'
)
_PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quarterdeck</title><link rel="stylesheet" href="{style}"></head>
<body class="page"><main id="main" class="sheet-page narrow">
<h1>Quarterdeck</h1><p class="notice">{text}</p></main></body>
</html>
"""
