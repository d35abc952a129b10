"""Work that threads or other processes do, while whoever waits for it can be interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, wait
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")

# Python acts on a signal in its main thread only, and another thread may be the one that the system
# wakes for it. So the main thread never sleeps longer than this, in seconds.
LONGEST_SLEEP = 0.25


def map_in(pool: Executor, work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
    """The results in the order of the jobs; what has not begun when one fails is left."""
    due = [pool.submit(work, job) for job in jobs]
    try:
        for each in due:
            while not wait([each], LONGEST_SLEEP).done:
                pass
            yield each.result()
    finally:
        for each in due:
            each.cancel()
