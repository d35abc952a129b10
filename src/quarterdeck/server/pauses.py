"""How long to wait before what failed is tried again: longer each time, and never all at once."""

from __future__ import annotations

import random


class Pauses:
    """Growing pauses. Those who failed together do not come back together."""

    def __init__(self, first: float, most: float, count: int = 0) -> None:
        """`count`: how often it has failed before."""
        self._first = first
        self._most = most
        self._count = min(count, 30)

    def next(self) -> float:
        pause = min(self._most, self._first * 2.0**self._count)
        self._count = min(self._count + 1, 30)
        return pause * random.uniform(0.75, 1.25)

    def reset(self) -> None:
        self._count = 0
