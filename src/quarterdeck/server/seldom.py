"""Log lines about what may happen a thousand times a second: one per cause and minute."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

EVERY = 60.0


class Seldom:
    """Warns of each cause at once, then at most once a minute, with how often it happened."""

    def __init__(self, logger: logging.Logger, now: Callable[[], float] = time.monotonic) -> None:
        self._logger = logger
        self._now = now
        self._last: dict[str, float] = {}
        self._since: dict[str, int] = {}

    def warn(self, cause: str, detail: str = "") -> None:
        """`cause` is the sentence, always the same one; `detail` is about this one time."""
        now = self._now()
        if now - self._last.get(cause, -EVERY) < EVERY:
            self._since[cause] = self._since.get(cause, 0) + 1
            return
        self._last[cause] = now
        before = self._since.pop(cause, 0)
        times = f" ({before} more times in between)" if before else ""
        self._logger.warning("%s%s%s", cause, f": {detail}" if detail else "", times)


class OncePerMinute(logging.Filter):
    """Lets each warning pass once a minute: for libraries that warn of every visitor."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        now = self._now()
        if now - self._last.get(record.msg, -EVERY) < EVERY:
            return False
        self._last[record.msg] = now
        return True
