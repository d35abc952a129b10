"""A process that ends with the one that started it, however that one ends.

Python keeps a pipe between a process and those it starts by `spawn`. It closes with either end, on
every system, even if the other was killed without a word.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import connection, parent_process


def _when_parent_is_gone(act: Callable[[], None]) -> None:
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        connection.wait([parent.sentinel])
        act()

    threading.Thread(target=watch, name="quarterdeck-parent", daemon=True).start()


def end_with_parent() -> None:
    """End at once."""
    _when_parent_is_gone(lambda: os._exit(0))


def stop_with_parent(patience: float) -> None:
    """Stop as if somebody had asked for it; at once if that takes too long."""

    def stop() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(patience)
        os._exit(1)

    _when_parent_is_gone(stop)
