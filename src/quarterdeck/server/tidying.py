"""The garbage collector, out of the way of requests.

Nearly everything here goes away by itself when it is no longer needed. What lasts is kept for long:
parts of pages and boards, lines of stories, open streams. Looking through all of it holds up every
page, for half a second on a busy server (docs/load.md), and hardly ever finds anything. So it is
looked through when nobody asks for anything.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

# New objects, less those that are gone, between two looks at the new ones.
YOUNG = 10_000
# So many of these looks between two at what outlived one of them.
LOOKS = 1
# What outlived both is not looked at while this number of looks has not passed: never.
NEVER = 1_000_000
# Nobody has asked for anything for so many seconds: there is time.
QUIET = 10.0
# On a server that is never quiet it is done every so many times all the same: about once an hour.
MOST_TIMES = 360


def let_old_things_lie() -> None:
    """From now on only new objects are looked at while the server works."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, LOOKS, NEVER)


async def tidy_when_quiet(requests: Callable[[], int], quiet: float = QUIET) -> None:
    """Look at everything whenever there is time; `requests` counts them."""
    seen = tidied = requests()
    times = 0
    while True:
        await asyncio.sleep(quiet)
        now, times = requests(), times + 1
        due = now == seen or times >= MOST_TIMES
        if due and now != tidied:
            tidied, times = now, 0
            gc.collect()
        seen = now
