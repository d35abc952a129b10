"""What pages show that follow a table by a stream.

A page names itself by a word of its own: to its stream, and with whatever it asks for. So a stream
can bring what is new relative to what its page shows, and nothing has to be asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S")


@dataclass(frozen=True)
class ShownPage:
    """What a page shows: an edition of its table, as the digests of its parts.

    `closed` are the parts that it does not show, because they stand on closed panels.
    """

    edition: str
    marks: Set[str]
    closed: Set[str]


class _Page(Generic[S]):
    """What one page shows; None as long as it is not known."""

    def __init__(self) -> None:
        self.shows: S | None = None


class Following(Generic[S]):
    """What each page with an open stream of this process shows, as far as it is known."""

    def __init__(self) -> None:
        self._pages: dict[str, _Page[S]] = {}

    @contextmanager
    def page(self, name: str) -> Iterator[None]:
        """While its stream is open. A page without a name is not known."""
        if not name:
            yield
            return
        entry = self._pages[name] = _Page()
        try:
            yield
        finally:
            # A page that lost its stream may have another before the loss of the first is noticed.
            if self._pages.get(name) is entry:
                del self._pages[name]

    def note(self, name: str, what: S) -> None:
        """A page was sent what it needs to show this."""
        if name in self._pages:
            self._pages[name].shows = what

    def find(self, name: str) -> S | None:
        return self._pages[name].shows if name in self._pages else None

    def __len__(self) -> int:
        return len(self._pages)
