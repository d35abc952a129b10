"""Somebody's attempt to act for a seat: what a request carries besides what it wants.

An attempt has a key, so that the same request is carried out once however often it is sent, and
the line count it was made at, so that nobody acts on a table that has moved on.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import orjson

from quarterdeck.server.errors import KeyUsed
from quarterdeck.server.live import LiveTable


@dataclass(frozen=True)
class Attempt:
    """Somebody acts for a seat.

    `expected` is the line count they acted at: of the lines that the holder of the seats in
    `held` may count. An attempt with a `key` that was used before is not carried out again; one
    whose key was used for something other than what was `asked` (a digest of it) is refused.
    """

    seat: int
    expected: int
    key: str
    held: tuple[int, ...]
    # The seat that the request named, if it did: otherwise it is whoever is asked at the time.
    named: int | None = None
    asked: str = ""

    def asking(self, what: str, *more: str | int) -> Attempt:
        """The same, bound to what is asked for."""
        return replace(self, asked=digest([what, self.named, *more]))


def digest(asked: Sequence[str | int | None]) -> str:
    """What a request asks for, in a few letters."""
    return urlsafe_b64encode(blake2b(orjson.dumps(asked), digest_size=12).digest()).decode()


def is_known(table: LiveTable, attempt: Attempt) -> bool:
    """Whether this was carried out before, as far as this process knows.

    Raises if the key was used by somebody else, or for something else.
    """
    done = table.story.keys.get(attempt.key)
    wish = table.recall if table.recall and table.recall.key == attempt.key else None
    used = (wish.seat, wish.asked) if done is None and wish is not None else done
    if used is not None and (used[0] not in attempt.held or used[1] not in (None, attempt.asked)):
        raise KeyUsed
    return done is not None
