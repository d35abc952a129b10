"""For processes that do nothing but play."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# How many new objects there may be before the collector looks at them, and how rarely at older ones
GARBAGE = (100_000, 50, 100)


def let_garbage_wait() -> None:
    """Positions are full of lists but hold no cycles: looking for these took a quarter of the time
    of a game and found next to nothing."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


@contextmanager
def garbage_waits() -> Iterator[None]:
    """The same for a while."""
    before = gc.get_threshold()
    let_garbage_wait()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
