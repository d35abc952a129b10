"""The garbage collector, out of the way of requests.

Nearly everything here goes away by itself when it is no longer needed. What the collector has
looked at once and found in use is mostly kept for long: parts of pages and boards, lines of
stories. To look at all of it again and again would hold up every page for a moment, now and then
for a long one. So it is laid aside, and looked at when nobody asks for anything.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

# New objects, less those that are gone, between two looks.
YOUNG = 20_000
# Nobody has asked for anything for so many seconds: there is time.
QUIET = 10.0
# On a server that is never quiet it is done every so many times all the same: about once an hour.
MOST_TIMES = 360


def lay_aside() -> None:
    """What is in use now, or when the collector first looks at it, is not looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 50, 100)
    if _freeze not in gc.callbacks:
        gc.callbacks.append(_freeze)


def _freeze(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 0:
        gc.freeze()


async def tidy_when_quiet(requests: Callable[[], int], quiet: float = QUIET) -> None:
    """Look at everything that was laid aside whenever there is time; `requests` counts them."""
    seen = tidied = requests()
    times = 0
    while True:
        await asyncio.sleep(quiet)
        now, times = requests(), times + 1
        due = now == seen or times >= MOST_TIMES
        if due and now != tidied and gc.get_freeze_count():
            tidied, times = now, 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        seen = now
