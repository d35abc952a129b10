"""A way past the framework for the few requests that every move makes.

What it does for every request (layers of middleware, a search through all routes) these need not
wait for: their address is plain, and what can go wrong is a refusal of ours. With any other method
they take the usual way.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.datastructures import Headers

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.server.guard import Receive, Scope, Send

Endpoint = Callable[[Request], Awaitable[Response]]
Explain = Callable[[Request, Exception], Awaitable[Response]]

_AT_A_TABLE = re.compile(r"/t/([^/]+)/([a-z]+)")


class _Headers(Headers):
    """Read once: otherwise all are searched whenever one is looked up."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope=scope)
        self._found = dict(reversed(self.items()))

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        return self._found.get(key, default)


class _Request(Request):
    @cached_property
    def headers(self) -> Headers:
        return _Headers(self.scope)


class Often:
    """Answers requests at tables by method and last word of the address; the rest is the app's."""

    def __init__(
        self, app: FastAPI, often: Mapping[tuple[str, str], Endpoint], explain: Explain
    ) -> None:
        self._app = app
        self._often = often
        self._explain = explain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _AT_A_TABLE.fullmatch(scope["path"]) if scope["type"] == "http" else None
        endpoint = self._often.get((scope["method"], found[2])) if found else None
        if found is None or endpoint is None:
            await self._app(scope, receive, send)
            return
        scope["app"] = self._app
        scope["path_params"] = {"table_id": found[1]}
        request = _Request(scope, receive)
        try:
            response = await endpoint(request)
        except QuarterdeckError as error:
            response = await self._explain(request, error)
        await response(scope, receive, send)
