"""The garbage collector looks at old things when nobody asks for anything."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from quarterdeck.server.tidying import LOOKS, YOUNG, let_old_things_lie, tidy_when_quiet


class Ring:
    """Refers to itself, so it does not go away without the collector."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def usual_collector() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def dropped_ring() -> weakref.ref[Ring]:
    """An old ring that was in use whenever the collector looked, and is not any more."""
    ring = Ring()
    gc.collect()
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


def test_old_things_are_not_looked_at_while_there_are_requests() -> None:
    let_old_things_lie()
    ring = dropped_ring()
    # Enough new objects for several looks at all but the oldest
    kept = [[number] for number in range(YOUNG * (LOOKS + 1) * 3)]
    assert kept
    assert ring() is not None
    busy = iter(range(1_000_000))
    assert not asyncio.run(tidied(busy, ring, waits=20))


def test_old_things_are_looked_at_when_it_is_quiet() -> None:
    let_old_things_lie()
    ring = dropped_ring()
    quiet = iter([1, *[2] * 1_000_000])
    assert asyncio.run(tidied(quiet, ring))


def test_new_things_are_looked_at_all_the_time() -> None:
    let_old_things_lie()
    ring = weakref.ref(Ring())
    kept = [[number] for number in range(YOUNG * 2)]
    assert kept
    assert ring() is None
