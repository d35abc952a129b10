"""Which answers are compressed, and for whom.

Only answers that are named here, so that a new one that shows a secret (a personal link, the token
of a seat) is not compressed by default. What of them others may choose is compressed apart: see
`gzipping.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders

from quarterdeck.server.guard import App, Event, Receive, Scope, Send
from quarterdeck.server.gzipping import BEST, SHORTEST, Stream, accepts_gzip, pack, weaken

# Public answers, the same for everybody, that are remembered compressed.
MOST_REMEMBERED = 32

EVENTS = "text/event-stream"
TYPES = (
    "text/html",
    "text/css",
    "text/plain",
    "text/javascript",
    "application/json",
    "application/jsonl",
    "image/svg+xml",
)

# Pages and everything at a table; of the API what programs read there. No answer to these shows
# a secret by which somebody could come in the place of somebody else.
_READ = re.compile(
    r"/|/(?:howto|new)/[^/]+|/rules/[^/]+(?:/search)?|/games/[^/]+/(?:howto/)?[^/]+"
    r"|/puzzles(?:/[^/]+/[^/]+(?:/preview)?)?"
    r"|/offline|/worker\.js|/manifest\.webmanifest|/review/graph\.css|/api/(?:docs|openapi\.json)"
    r"|/api/games(?:/[^/]+/(?:statistics|how-to-play|search|rules(?:/[^/]+)?))?"
    r"|/api/puzzles(?:/[^/]+/[^/]+)?"
    r"|/api/tables/[^/]+(?:/(?:choices|preview|record|review|chat|events))?"
)
_AT_A_TABLE = re.compile(r"/t/[^/]+(?:/.*)?")


def is_compressible(method: str, path: str) -> bool:
    """Whether the answer to a request may be compressed."""
    if method == "GET" and _READ.fullmatch(path):
        return True
    return _AT_A_TABLE.fullmatch(path) is not None


class Compressing:
    """Compresses an application's answers for those who can read it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_compressible(scope["method"], scope["path"]):
            await self._app(scope, receive, send)
            return
        accepted = ", ".join(Headers(scope=scope).getlist("accept-encoding"))
        answer = _Answer(send, accepts_gzip(accepted))
        await self._app(scope, receive, answer.send)


class _Answer:
    """One answer on its way out. Its head waits for its body, which says how long it is."""

    def __init__(self, send: Send, wanted: bool) -> None:
        self._send = send
        self._wanted = wanted
        self._start: Event | None = None
        self._stream: Stream | None = None

    async def send(self, message: Event) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            kind = headers.get("content-type", "").partition(";")[0].strip()
            if "content-encoding" in headers or message["status"] in (204, 206, 304):
                await self._send(message)
            elif kind == EVENTS:
                await self._begin_stream(message, headers)
            else:
                headers.add_vary_header("Accept-Encoding")
                self._start = message if self._wanted and kind in TYPES else None
                if self._start is None:
                    await self._send(message)
        elif message["type"] == "http.response.body" and self._stream is not None:
            await self._send({**message, "body": self._packed(self._stream, message)})
        elif message["type"] == "http.response.body" and self._start is not None:
            start, self._start = self._start, None
            await self._send_whole(start, message)
        else:
            await self._send(message)

    async def _begin_stream(self, start: Event, headers: MutableHeaders) -> None:
        headers.add_vary_header("Accept-Encoding")
        if self._wanted:
            self._stream = Stream()
            headers["content-encoding"] = "gzip"
        # At once: whoever listens may wait long for the first event
        await self._send(start)

    def _packed(self, stream: Stream, message: Event) -> bytes:
        event = message.get("body", b"")
        packed = stream.pack(event) if event else b""
        return packed if message.get("more_body", False) else packed + stream.end()

    async def _send_whole(self, start: Event, message: Event) -> None:
        body = message.get("body", b"")
        if not message.get("more_body", False) and len(body) >= SHORTEST:
            headers = MutableHeaders(raw=start["headers"])
            public = "public" in headers.get("cache-control", "")
            body = _pack_once(body) if public else pack(body)
            headers["content-encoding"] = "gzip"
            headers["content-length"] = str(len(body))
            if "etag" in headers:
                headers["etag"] = weaken(headers["etag"])
            message = {**message, "body": body}
        await self._send(start)
        await self._send(message)


@lru_cache(MOST_REMEMBERED)
def _pack_once(body: bytes) -> bytes:
    return pack(body, BEST)
