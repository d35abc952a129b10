"""Things that are lent to one after the other, so that nobody's many wishes delay others' few."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """Lends things to whoever waits: owners take turns, and the wishes of each come in order."""

    def __init__(self, things: Iterable[T]) -> None:
        self._free = list(things)
        self._waiting: OrderedDict[str, deque[asyncio.Future[T]]] = OrderedDict()

    async def take(self, owner: str) -> T:
        """Wait for a thing; the one that was given back last comes first."""
        if self._free:
            return self._free.pop()
        wish: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(wish)
        try:
            return await wish
        except asyncio.CancelledError:
            if wish.done() and not wish.cancelled():
                self.give_back(wish.result())
            raise

    def give_back(self, thing: T) -> None:
        while self._waiting:
            owner, wishes = self._waiting.popitem(last=False)
            wish = wishes.popleft()
            if wishes:
                self._waiting[owner] = wishes
            if not wish.done():
                wish.set_result(thing)
                return
        self._free.append(thing)
