"""What is drawn once and used wherever the same would be drawn.

While something is drawn, every field of the view that it reads is noted. It comes out of memory
only if all it has read would be read the same now. So what is remembered is sign for sign what
drawing it anew would give, and it does not matter for whom, at which table or when it was drawn
first.

This needs views of plain, hashable data, and templates that read nothing else; they get nothing
else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from itertools import count
from typing import Any, Generic, Protocol, TypeVar

from quarterdeck.pictures.marks import Marks

# The fields of a view that were read, and what stood there, as numbers: see `Numbers`.
Reads = dict[str, int]

# Signs kept of what was drawn last, at most; twice as many for a while. To remember something that
# was read takes as much room as so many signs.
MOST_SIGNS = 16_000_000
PER_READ = 300
MOST_ANSWERS = 20_000


class Sized(Protocol):
    """Something drawn, as far as its memory is concerned."""

    @property
    def signs(self) -> int:
        """How long it is."""


D = TypeVar("D", bound=Sized)
V = TypeVar("V")


class Recent(Generic[V]):
    """What was kept or found last; what was not is forgotten, a generation at a time."""

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda _: 1) -> None:
        self._most = most
        self._weigh = weigh
        self._weight = 0
        self._young: dict[Hashable, V] = {}
        self._old: dict[Hashable, V] = {}

    def find(self, key: Hashable) -> V | None:
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.keep(key, found)
        return found

    def keep(self, key: Hashable, value: V) -> None:
        if self._weight >= self._most:
            self._old, self._young, self._weight = self._young, {}, 0
        self._weight += self._weigh(value)
        self._young[key] = value


class Numbers:
    """A number for every value. Equal values have the same one, as long as it is remembered.

    A view is large, and most of what is drawn reads the same few fields of it: so each of them is
    looked up once for a picture, and from then on only its number.
    """

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._given: Recent[int] = Recent(most)
        # No number is ever given to another value, also if pictures are drawn in several threads.
        self._next = count(1)

    def of(self, value: Any) -> int:
        # 1, 1.0 and True are equal, but written differently.
        key = (type(value), value)
        found = self._given.find(key)
        if found is None:
            found = next(self._next)
            self._given.keep(key, found)
        return found


NUMBERS = Numbers()


class _Fork(Generic[D]):
    """A fork on the way to what was drawn: what is read next, and where each answer leads."""

    __slots__ = ("answers", "asks")

    def __init__(self, asks: str) -> None:
        self.asks = asks
        self.answers: dict[int, _Fork[D] | D] = {}


class Memory(Generic[D]):
    """What was drawn last, found by what it was drawn from."""

    def __init__(self, most: int = MOST_SIGNS) -> None:
        self._most = most
        self._signs = 0
        self._young: dict[Hashable, _Fork[D] | D] = {}
        self._old: dict[Hashable, _Fork[D] | D] = {}

    def find(self, key: Hashable, sources: Sources, reads: Reads) -> D | None:
        """That for which all that it read of the sources is the same now.

        What is looked at is added to `reads`.
        """
        found = _walk(self._young.get(key), sources, reads)
        if found is None and key in self._old:
            looked_at: Reads = {}
            found = _walk(self._old[key], sources, looked_at)
            if found is not None:
                self.keep(key, looked_at, found)
                reads.update(looked_at)
        return found

    def keep(self, key: Hashable, reads: Reads, made: D) -> None:
        """Remember something with everything it read, in the order in which it did."""
        if self._signs > self._most:
            self._old, self._young, self._signs = self._young, {}, 0
        self._signs += made.signs + PER_READ * len(reads)
        branches: dict[Any, _Fork[D] | D] = self._young
        branch = key
        for field, number in reads.items():
            fork = branches.get(branch)
            if not isinstance(fork, _Fork) or fork.asks != field:
                fork = branches[branch] = _Fork(field)
            branches, branch = fork.answers, number
        branches[branch] = made


def _walk(fork: _Fork[D] | D | None, sources: Sources, reads: Reads) -> D | None:
    while isinstance(fork, _Fork):
        number = reads[fork.asks] = sources.number(fork.asks)
        fork = fork.answers.get(number)
    return fork


class Sources:
    """What one picture is drawn from: a view. Notes what is read of it while something is drawn."""

    def __init__(self, view: Any) -> None:
        self._view = view
        # The answers that were asked for, as numbers.
        self._numbers: Reads = {}
        # One for everything that is being drawn, the innermost last.
        self._noting: list[Reads] = []
        self.marks = Marks()

    def number(self, field: str) -> int:
        found = self._numbers.get(field)
        if found is None:
            found = self._numbers[field] = NUMBERS.of(getattr(self._view, field))
        return found

    def read(self, field: str) -> Any:
        if self._noting:
            self._noting[-1][field] = self.number(field)
        return getattr(self._view, field)

    def recall(self, memory: Memory[D], key: Hashable, draw: Callable[[], D]) -> D:
        """What memory has and fits, otherwise drawn now."""
        # What a part inside another reads, the outer one has read too.
        found = memory.find(key, self, self._noting[-1] if self._noting else {})
        if found is None:
            reads: Reads = {}
            self._noting.append(reads)
            try:
                found = draw()
            finally:
                self._noting.pop()
            memory.keep(key, reads, found)
            if self._noting:
                self._noting[-1].update(reads)
        return found


# What templates get instead of the sources themselves. These are the same objects for every
# picture, so macros can use them without being imported anew for each.

SOURCES: ContextVar[Sources] = ContextVar("SOURCES")


class SeenView:
    """The view of the picture that is being drawn, field by field."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return SOURCES.get().read(name)
