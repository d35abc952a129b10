"""Garbage is collected when nobody asks for anything, and not while somebody does."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from quarterdeck.server.tidying import lay_aside, tidy_when_quiet


class Ring:
    """Refers to itself, so it does not go away without the collector."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def usual_collector() -> Iterator[None]:
    before, callbacks = gc.get_threshold(), list(gc.callbacks)
    yield
    gc.set_threshold(*before)
    gc.callbacks[:] = callbacks
    gc.unfreeze()


def dropped_ring() -> weakref.ref[Ring]:
    """A ring that was in use when the collector looked, and is not any more."""
    ring = Ring()
    gc.collect(0)
    return weakref.ref(ring)


async def tidied(requests: Iterator[int], ring: weakref.ref[Ring], waits: int = 100) -> bool:
    task = asyncio.create_task(tidy_when_quiet(lambda: next(requests), 0.001))
    try:
        for _ in range(waits):
            if ring() is None:
                return True
            await asyncio.sleep(0.002)
        return False
    finally:
        task.cancel()


def test_what_was_laid_aside_is_not_looked_at_while_there_are_requests() -> None:
    lay_aside()
    ring = dropped_ring()
    gc.collect()
    assert ring() is not None
    busy = iter(range(1_000_000))
    assert not asyncio.run(tidied(busy, ring, waits=20))


def test_what_was_laid_aside_is_collected_when_it_is_quiet() -> None:
    lay_aside()
    ring = dropped_ring()
    quiet = iter([1, *[2] * 1_000_000])
    assert asyncio.run(tidied(quiet, ring))
