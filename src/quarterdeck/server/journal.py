"""The outermost layer: every request gets an id, is timed, counted, and logged if it matters.

The id is in the answer's `X-Request-ID`, in `scope["state"]["request_id"]`, on pages that report a
fault and on every log line that the request causes.
"""

from __future__ import annotations

import logging
import re
import secrets
from time import perf_counter

from quarterdeck.server.addresses import Proxies
from quarterdeck.server.guard import TOLD, App, Event, Receive, Scope, Send
from quarterdeck.server.health import Health, answer_probe, is_probe
from quarterdeck.server.kinds import STREAM, kind_of
from quarterdeck.server.logs import FIELDS, REQUEST
from quarterdeck.server.metrics import ANSWERS, REQUEST_SECONDS, STREAMS

logger = logging.getLogger(__name__)

NOBODY = Proxies(())
# Seconds after which a request is worth a line.
SLOW = 1.0
_SAFE_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)


class RequestJournal:
    """Notes every request around the rest of the server."""

    def __init__(
        self, app: App, health: Health, proxies: Proxies = NOBODY, log_all: bool = False
    ) -> None:
        """`proxies` may name requests. `log_all`: a line for every request."""
        self._app = app
        self._health = health
        self._proxies = proxies
        self._log_all = log_all

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        id = self._id_of(scope)
        scope.setdefault("state", {})["request_id"] = id
        REQUEST.set(id)
        status = 0

        async def send_with_id(message: Event) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", id.encode())]
            await send(message)

        if is_probe(scope):
            await answer_probe(self._health, scope, send_with_id)
            return
        kind = kind_of(scope["method"], scope["path"])
        if kind == STREAM:
            STREAMS.inc()
        try:
            await self._app(scope, receive, send_with_id)
        except Exception:
            status = status or 500
            raise
        finally:
            if kind == STREAM:
                STREAMS.dec()
            self._note(scope, kind, status, perf_counter() - began)

    def _id_of(self, scope: Scope) -> str:
        peer = scope.get("client")
        if peer and peer[0] in self._proxies:
            for name, value in scope["headers"]:
                if name == b"x-request-id" and _SAFE_ID.fullmatch(value.decode("latin-1")):
                    return str(value.decode("latin-1"))
        return secrets.token_hex(8)

    def _note(self, scope: Scope, kind: str, status: int, seconds: float) -> None:
        # Nobody waited for an answer any more if there is no status.
        ANSWERS.labels(kind, str(status or "none")).inc()
        if kind != STREAM:
            REQUEST_SECONDS.labels(kind).observe(seconds)
        # Whoever told of an outage has told it once: not with every request it costs (503).
        # And what failed unforeseen, the guard has told.
        failed = status >= 500 and status != 503 and TOLD not in scope["state"]
        slow = seconds > SLOW and kind != STREAM
        if not failed and not slow and not self._log_all:
            return
        level = logging.ERROR if failed else logging.WARNING if slow else logging.INFO
        fields = {
            "method": scope["method"],
            "kind": kind,
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        what = "request failed" if failed else "slow request" if slow else "request"
        logger.log(level, what, extra={FIELDS: fields})
