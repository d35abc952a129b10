"""Waiting for one's turn: on the table's stream of events, for as long as is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio

from quarterdeck.mcp.api import BUSY, Api, Refusal
from quarterdeck.mcp.words import TableWords

# How often a program that waits for us hears that we are still there.
TICK = 5.0
# Before a stream that was cut off is opened again.
PAUSE = 0.5

Look = Callable[[], Awaitable[TableWords]]
Tell = Callable[[float, TableWords], Awaitable[None]]


def is_due(words: TableWords) -> bool:
    """Whether there is something to do, or nothing to wait for."""
    over = bool(words.state.get("finished")) or "set_aside" in words.state
    absent = words.is_playing and not words.is_mine
    return words.is_asked or words.has_request or over or absent


async def wait_for(api: Api, look: Look, table: str, seconds: float, tell: Tell) -> TableWords:
    """Look at a table until we are asked, the game is over, or the time is up."""
    # What is refused is refused at once, and there is always something to tell
    waiting = _Waiting(api, look, table, tell, await look())
    with anyio.move_on_after(seconds):
        await waiting.run()
    return waiting.seen


class _Waiting:
    """One wait; `seen` is the table when we looked last."""

    def __init__(self, api: Api, look: Look, table: str, tell: Tell, seen: TableWords) -> None:
        self._api = api
        self._look = look
        self._table = table
        self._tell = tell
        self._since = anyio.current_time()
        self.seen = seen

    async def run(self) -> None:
        if is_due(self.seen):
            return
        refused = None
        async with anyio.create_task_group() as group:
            group.start_soon(self._tick)
            try:
                await self._follow()
            except Refusal as refusal:
                # A group would wrap it
                refused = refusal
            group.cancel_scope.cancel()
        if refused is not None:
            raise refused

    async def _tick(self) -> None:
        while True:
            await self._tell(anyio.current_time() - self._since, self.seen)
            await anyio.sleep(TICK)

    async def _follow(self) -> None:
        while True:
            try:
                async with self._api.events(self._table) as news:
                    async for _ in news:
                        self.seen = await self._look()
                        if is_due(self.seen):
                            return
            except ConnectionError:
                pass
            except Refusal as refusal:
                if refusal.status and refusal.status not in BUSY:
                    raise
            await anyio.sleep(PAUSE)
