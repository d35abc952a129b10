"""Parts of a picture that need not be drawn again.

A board's template draws its parts by `part(id, template, **values)`, and sections, which may hold
parts, by `section(template, **values)`. While something is drawn, everything it reads is noted:
fields of the view, names of players. It comes out of memory only if all it has read would be read
the same now, and so does the whole board. So what is remembered is sign for sign what drawing it
anew would give, and it does not matter for whom, at which table or when it was drawn first.

This needs views of plain, hashable data, and templates that read nothing else; they get nothing
else.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import count
from typing import Any, Generic, Protocol, TypeVar

from markupsafe import Markup

from quarterdeck.kernel.catalogue import Translator

# What is read of a picture's sources: what kind of thing, and which one.
VIEW, NAME = "view", "name"
Question = tuple[str, Any]
# The answers that were read, as numbers: see `Numbers`.
Reads = dict[Question, int]

# Signs kept of what was drawn last, at most; twice as many for a while. To remember something that
# was read takes as much room as so many signs.
MOST_SIGNS = 32_000_000
PER_READ = 300
MOST_ANSWERS = 20_000


def digest(text: str) -> str:
    """A short mark by which one text is told from another."""
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=6).digest()).decode()


class Drawn(Protocol):
    """Something drawn: a part, or a board."""

    @property
    def signs(self) -> int:
        """How long it is."""


D = TypeVar("D", bound=Drawn)
V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class Part:
    """A drawn part: what stands in the group with this id, and a digest of both."""

    id: str
    drawn: Markup
    digest: str

    @classmethod
    def of(cls, id: str, drawn: Markup) -> Part:
        return cls(id, drawn, digest(f"{id} {drawn}"))

    @property
    def signs(self) -> int:
        return len(self.drawn)

    @cached_property
    def group(self) -> Markup:
        # Drawn by a template that escapes what it is given, and so is the id.
        return Markup(f'<g id="{Markup.escape(self.id)}">{self.drawn}</g>')  # noqa: S704

    @cached_property
    def alone(self) -> Markup:
        """What stands in the group: inside <svg> it is read as SVG."""
        return Markup(f"<svg>{self.drawn}</svg>")  # noqa: S704


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


class _Node(Generic[D]):
    """A fork on the way to what was drawn: what is read next, and where each answer leads."""

    __slots__ = ("answers", "asks")

    def __init__(self, asks: Question) -> None:
        self.asks = asks
        self.answers: dict[int, _Node[D] | D] = {}


class Memory(Generic[D]):
    """What was drawn last, found by what it was drawn from."""

    def __init__(self, most: int = MOST_SIGNS) -> None:
        self._most = most
        self._signs = 0
        self._young: dict[Hashable, _Node[D] | D] = {}
        self._old: dict[Hashable, _Node[D] | D] = {}

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

    def keep(self, key: Hashable, reads: Reads, drawn: D) -> None:
        """Remember something with everything it read, in the order in which it did."""
        if self._signs > self._most:
            self._old, self._young, self._signs = self._young, {}, 0
        self._signs += drawn.signs + PER_READ * len(reads)
        branches: dict[Any, _Node[D] | D] = self._young
        branch = key
        for question, number in reads.items():
            node = branches.get(branch)
            if not isinstance(node, _Node) or node.asks != question:
                node = branches[branch] = _Node(question)
            branches, branch = node.answers, number
        branches[branch] = drawn


def _walk(node: _Node[D] | D | None, sources: Sources, reads: Reads) -> D | None:
    while isinstance(node, _Node):
        number = reads[node.asks] = sources.number(node.asks)
        node = node.answers.get(number)
    return node


class Sources:
    """What one picture is drawn from. Notes what is read of it while something is drawn."""

    def __init__(self, view: Any, translator: Translator) -> None:
        self._view = view
        self._player = translator.player
        # The answers that were asked for, as numbers.
        self._numbers: Reads = {}
        # How many names are known is part of every key, so it is not noted.
        self.names = len(translator.names)
        # One for everything that is being drawn, the innermost last.
        self._noting: list[Reads] = []

    def _look(self, question: Question) -> Any:
        kind, name = question
        return getattr(self._view, name) if kind == VIEW else self._player(name)

    def number(self, question: Question) -> int:
        found = self._numbers.get(question)
        if found is None:
            found = self._numbers[question] = NUMBERS.of(self._look(question))
        return found

    def read(self, question: Question) -> Any:
        if self._noting:
            self._noting[-1][question] = self.number(question)
        return self._look(question)

    def drawn(self, memory: Memory[D], key: Hashable, draw: Callable[[], D]) -> D:
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
        return SOURCES.get().read((VIEW, name))


class SeenTranslator(Translator):
    """A reader's language, and the players' names one by one."""

    def player(self, seat: int) -> str:
        name: str = SOURCES.get().read((NAME, seat))
        return name
