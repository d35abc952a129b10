"""By when somebody must choose. How a table comes by its deadlines is another subject: here is
only what lists and calendars need to know of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Due:
    """A seat of a person must choose within so many seconds by the clock of the house; fewer than
    none: the time is up. `what` tells apart the deadlines of one seat, one after the other."""

    table_id: str
    seat: int
    due_in: float
    what: str = ""


class Deadlines(Protocol):
    """Whoever knows deadlines."""

    async def of_person(self, guest_id: str) -> Sequence[Due]:
        """Those that run for a person now, the earliest first."""


class NoDeadlines:
    """A house in which there is always time."""

    async def of_person(self, _guest_id: str) -> Sequence[Due]:
        return ()
