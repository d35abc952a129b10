"""Things that are lent to one after the other, so that nobody's many wishes delay others' few."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

# So many may wait at a time.
MOST_WAITING = 1000


@dataclass(frozen=True, eq=False)
class WaitingTurn(Generic[T]):
    """Somebody who waits for a thing: for this one `only`, or for any."""

    granted: asyncio.Future[T]
    only: T | None


class Crowded(Exception):
    """Too many wait already."""


class Turns(Generic[T]):
    """Lends things to whoever waits: owners take turns, and the wishes of each come in order."""

    def __init__(self, things: Iterable[T], most: int = MOST_WAITING) -> None:
        """`most`: how many may wait."""
        self._free = list(things)
        self._most = most
        self._waiting: OrderedDict[str, list[WaitingTurn[T]]] = OrderedDict()

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(wishes) for wishes in self._waiting.values())

    async def take(self, owner: str, liked: T | None = None, only: bool = False) -> T:
        """Wait for a thing: the one that is liked if it is free, or if it is to be that one only.

        Otherwise the one that was given back last comes first. Raises Crowded if too many wait.
        """
        if liked is not None and liked in self._free:
            self._free.remove(liked)
            return liked
        if self._free and not only:
            return self._free.pop()
        if len(self) >= self._most:
            raise Crowded
        granted: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, []).append(WaitingTurn(granted, liked if only else None))
        try:
            return await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self.give_back(granted.result())
            raise

    def give_back(self, thing: T) -> None:
        for owner, wishes in list(self._waiting.items()):
            wishes[:] = [wish for wish in wishes if not wish.granted.done()]
            found = next((w for w in wishes if w.only is None or w.only is thing), None)
            if found is not None:
                wishes.remove(found)
            if not wishes:
                del self._waiting[owner]
            elif found is not None:
                # Now it is the others' turn
                self._waiting.move_to_end(owner)
            if found is not None:
                found.granted.set_result(thing)
                return
        self._free.append(thing)
