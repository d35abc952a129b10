"""What is asked with every request and seldom changes, so that the database is not asked again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")

# What a value is about, such as "guest" or "chat", and of whom or which table.
Key = tuple[str, str]

MOST_KNOWN = 20_000


class Cache:
    """Who is who, what was said and who has voted, by key.

    Only while nobody else changes it: on PostgreSQL other processes may, so nothing is kept.
    """

    def __init__(self, keeps: bool) -> None:
        self._known: dict[Key, Any] | None = {} if keeps else None
        self._forgotten = 0

    def __contains__(self, key: Key) -> bool:
        return self._known is not None and key in self._known

    async def get(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        """What is known under a key, or what is read now."""
        known, forgotten = self._known, self._forgotten
        if known is not None and key in known:
            kept: T = known[key]
            return kept
        found = await read()
        # Only if nothing was forgotten in the meantime: then this may be old already.
        if known is not None and forgotten == self._forgotten:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[key] = found
        return found

    def forget(self, *keys: Key) -> None:
        """What was known under these keys has changed."""
        self._forgotten += 1
        self.drop(*keys)

    def forget_all(self) -> None:
        """Anything that was known may have changed."""
        self._forgotten += 1
        if self._known is not None:
            self._known.clear()

    def drop(self, *keys: Key) -> None:
        """Nobody asks for this any more, though it has not changed."""
        if self._known is not None:
            for key in keys:
                self._known.pop(key, None)
