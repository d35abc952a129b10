"""Requests to the JSON API: tried again where that does no harm, refusals passed on in words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx2
from mcp.server.mcpserver.exceptions import ToolError

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.mcp.identity import Identity

# Seconds for a request. A stream says something at least every twenty.
PATIENCE = 60.0
TRIES = 5
# The first pause before a request is tried again; every other is twice as long.
PAUSE = 0.2
# The request was not done, and may be later.
BUSY = (429, 502, 503, 504)
LONGEST_REASON = 1000
# The id of a refusal: the table has moved on.
STALE = "qd.server.stale"
# The table asks somebody else, perhaps only after the first of several choices.
NOT_ASKED = "qd.error.not_your_turn"
# What the ids of refusals begin with that are about a choice: it is closed, or there is none.
ILLEGAL = "qd.error.illegal"
NO_CHOICE = "qd.error.bad_notation"
LOCAL = ("127.0.0.1", "::1", "localhost")


class Refusal(ToolError):
    """Something that cannot be done, with the reason in the reader's language."""

    def __init__(self, text: str, status: int = 0, id: str = "") -> None:
        super().__init__(text)
        self.status = status
        self.id = id


def is_local(server: str) -> bool:
    """Whether a server runs on this machine."""
    return urlsplit(server).hostname in LOCAL


class Api:
    """One server as the holder of a secret sees it, in one language."""

    def __init__(self, server: str, say: Translator, identity: Identity) -> None:
        self.server = server.rstrip("/")
        self.identity = identity
        self._say = say
        self._client = httpx2.AsyncClient(
            base_url=f"{self.server}/api/",
            headers={"Accept-Language": say.language},
            timeout=PATIENCE,
            # A redirection could lead our secret elsewhere
            follow_redirects=False,
            # No proxy stands between us and a server on the same machine
            trust_env=not is_local(server),
        )

    async def close(self) -> None:
        await self._client.aclose()

    async def get(self, path: str, **params: str | int) -> Any:
        return await self._ask("GET", path, params=params)

    async def post(self, path: str, data: Mapping[str, Any] | None = None) -> Any:
        """Repeated after an interruption only if it has a key, by which it counts once."""
        return await self._ask("POST", path, data=dict(data or {}))

    async def delete(self, path: str) -> Any:
        """Taking something back twice does no harm."""
        return await self._ask("DELETE", path)

    async def settle(self) -> None:
        """Be somebody: come as a guest unless we have a secret."""
        await self.identity.settle(self._welcome)

    async def _welcome(self, name: str) -> str:
        secret: str = (await self.post("guests", {"name": name}))["secret"]
        return secret

    @asynccontextmanager
    async def events(self, table: str) -> AsyncIterator[AsyncIterator[None]]:
        """News of a table, without what they are; raises Refusal, and OSError if it is cut off."""

        async def news(response: httpx2.Response) -> AsyncIterator[None]:
            async for line in response.aiter_lines():
                if line.startswith("data:"):
                    yield

        try:
            path = f"tables/{table}/events"
            async with self._client.stream("GET", path, headers=self._signs()) as response:
                if response.status_code != httpx2.codes.OK:
                    await response.aread()
                    raise self._refuse(response)
                yield news(response)
        except httpx2.TransportError as error:
            raise ConnectionError(type(error).__name__) from error

    def _signs(self) -> dict[str, str]:
        secret = self.identity.secret
        return {"Authorization": f"Bearer {secret}"} if secret else {}

    async def _ask(
        self,
        method: str,
        path: str,
        params: Mapping[str, str | int] | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> Any:
        harmless = method != "POST" or "key" in (data or {})
        for attempt in range(TRIES):
            last = attempt == TRIES - 1
            try:
                response = await self._client.request(
                    method, path, params=params or None, json=data, headers=self._signs()
                )
            except httpx2.ConnectError as error:
                if last:
                    raise self._unreachable() from error
            except httpx2.TransportError as error:
                if last or not harmless:
                    raise self._unreachable() from error
            else:
                if response.is_success:
                    return self._read(response)
                if last or response.status_code not in BUSY:
                    raise self._refuse(response)
            await anyio.sleep(PAUSE * 2**attempt)
        raise AssertionError("unreachable")

    def _read(self, response: httpx2.Response) -> Any:
        try:
            return response.json()
        except ValueError as error:
            raise self._stranger(response) from error

    def _refuse(self, response: httpx2.Response) -> Refusal:
        """What the server says about why, with the rule if one decides."""
        try:
            told = response.json()
            why = str(told["error"])[:LONGEST_REASON]
            rule = told.get("rule") or ""
        except (ValueError, LookupError, TypeError, AttributeError):
            return self._stranger(response)
        if rule:
            why = self._say("qd.mcp.error.by_rule", why=why, rule=str(rule)[:40])
        if told.get("id") == NOT_ASKED:
            why = self._say("qd.mcp.error.not_asked")
        if told.get("id") == STALE:
            why = self._say("qd.mcp.error.stale", why=why)
        return Refusal(why, response.status_code, str(told.get("id") or ""))

    def _stranger(self, response: httpx2.Response) -> Refusal:
        status = response.status_code
        return Refusal(
            self._say("qd.mcp.error.stranger", server=self.server, status=status), status
        )

    def _unreachable(self) -> Refusal:
        return Refusal(self._say("qd.mcp.error.unreachable", server=self.server))
