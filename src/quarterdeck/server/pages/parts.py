"""A table's page in parts, so that it fetches only what it does not show yet.

Each part has a digest. A page sends the digests of what it shows (`X-Have`), and every answer lists
those of the parts it brings (`X-Parts`). What stands on a closed panel (`X-Closed`) is neither
written nor sent until the page asks again with the panel open. A page that sends no digests gets
everything.

A part is written once for everybody at a table who is shown the same. One that seldom changes is
looked for by what it is written from, and gets nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Protocol

from markupsafe import Markup

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.pictures import Drawing
from quarterdeck.pictures.parts import Part, digest
from quarterdeck.pictures.reading import Recent
from quarterdeck.server.identity import new_secret
from quarterdeck.server.pages.common import fill_in
from quarterdeck.server.state import ShownLine, in_common

PARTS = "x-parts"
# The header that names the edition of the table that an answer shows.
EDITION = "x-edition"
BOARD = "part-board"
LOG = "part-log"
SCORE = "part-score"
PLAYERS = "part-players"
CHOICES = "part-choices"
WHY = "part-why"
# Lines of the log in one block, and how many blocks there is room for before there must be more:
# until then a new line changes one block.
BLOCK = 8
ROOM = 8

# Stands for the key of a form. The key is new in every answer, the part is not.
KEY = "\x00"
# Stands where the reasons belong among the choices; they are a part of their own.
REASONS = Markup("\x01")
# Tells that an element is empty.
EMPTY = "-"

# What the parts are written from, besides the reader's language and the names of the players: of
# the table's state (the whole of it if they are new with every move), and of what a page adds.
STATE = {
    "talk": ("table", "finished", "recall", "votes", "replaced", "nudges", "nudged", "can_nudge"),
    "chances": (),
    "clock": (),
    "players": ("table", "game", "viewer", "seats", "finished"),
    "chat": ("table",),
    "company": ("table",),
}
PAGE = {
    "turn": ("key", "asked", "sight", "asking", "choosing", "did"),
    "choices": (
        "key",
        "asked",
        "sight",
        "groups",
        "money",
        "gestures",
        "turning",
        "why",
        "closed",
        "ending",
        "invitation",
        "aftermath",
        "since",
    ),
    "why": ("reasons",),
    "coach": ("key", "coach", "may_ask", "hinting"),
    "chances": ("chances",),
    "clock": ("times",),
    "players": ("watching", "away", "here", "known", "times"),
    "score": ("scores",),
    "chat": ("key", "chat", "silent", "me"),
    "company": ("company",),
}
EVER_NEW = ("turn", "choices", "why", "score", "coach")


@dataclass(frozen=True)
class PagePart:
    """What stands in the element with this id; `digests`: all that it brings, by id."""

    id: str
    html: Markup
    digests: tuple[tuple[str, str], ...] = ()
    swap: str = "innerMorph"

    @classmethod
    def of(cls, id: str, html: Markup) -> PagePart:
        return cls(id, html, ((id, digest(f"{id} {html}")),))

    @property
    def mark(self) -> str:
        """Its own digest."""
        return self.digests[0][1]

    def whole(self) -> PagePart:
        return self

    def marks(self) -> Iterable[str]:
        return [mark for _, mark in self.digests]

    def missing(self, have: Set[str]) -> Iterable[PagePart]:
        return () if self.mark in have else (self,)

    @property
    def addressed(self) -> str:
        """The part with its place in the page."""
        place = f'hx-target="#{Markup.escape(self.id)}" hx-swap="{self.swap}"'
        return f"<hx-partial {place}>{self.html}</hx-partial>\n"


def write(name: str, id: str, say: Translator, values: dict[str, Any]) -> PagePart:
    """The part of a page that a template writes from these values."""
    html = fill_in(f"parts/{name}.html.jinja", say=say, text=False, **values)
    return PagePart.of(id, html)


def write_part(
    name: str, say: Translator, state: Any, page: dict[str, Any], steady: Recent[PagePart]
) -> PagePart:
    """A part of a table's page, from a state and what the page adds to it.

    `steady` are the parts that seldom change, as they were last written for this table.
    """
    values = {value: page[value] for value in PAGE.get(name, ())}
    if name in EVER_NEW:
        # What is new with every move need not be searched for.
        return write(name, f"part-{name}", say, {**values, "state": state})
    values["state"] = Extract(**{field: getattr(state, field) for field in STATE[name]})
    key = (name, say.language, say.names, *values.items())
    found = steady.find(key)
    if found is None:
        found = write(name, f"part-{name}", say, values)
        steady.keep(key, found)
    return found


class Extract(SimpleNamespace):
    """What a part may know of a state."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.__dict__.values()))


class Fetched(Protocol):
    """A part of a page, perhaps with pieces that can be fetched by themselves."""

    def whole(self) -> PagePart: ...

    def marks(self) -> Iterable[str]:
        """The digests of all its pieces."""

    def missing(self, have: Set[str]) -> Iterable[PagePart]:
        """What a page does not show yet."""


@dataclass(frozen=True)
class Choices:
    """What is asked, and why something is closed: None if nothing is, or if nobody looks."""

    asked: PagePart
    why: PagePart | None

    def whole(self) -> PagePart:
        reasons, told = (Markup(), EMPTY) if self.why is None else (self.why.html, self.why.mark)
        html = self.asked.html.replace(REASONS, reasons)
        return PagePart(CHOICES, html, (*self.asked.digests, (WHY, told)))

    def marks(self) -> Iterable[str]:
        return (self.asked.mark,) if self.why is None else (self.asked.mark, self.why.mark)

    def missing(self, have: Set[str]) -> Iterable[PagePart]:
        if self.asked.mark not in have:
            return (self.whole(),)
        return () if self.why is None else self.why.missing(have)


@dataclass(frozen=True)
class Board:
    """A drawn board, as a part of a page. Its pieces can be fetched by themselves."""

    drawing: Drawing

    def whole(self) -> PagePart:
        drawn = self.drawing
        told = ((BOARD, drawn.digest), *((part.id, part.digest) for part in drawn.parts))
        # Drawn by templates that escape every name.
        return PagePart(BOARD, Markup(str(drawn)), told)  # noqa: S704

    def marks(self) -> Iterable[str]:
        return self.drawing.marks

    def missing(self, have: Set[str]) -> Iterable[PagePart]:
        """What a page does not show yet: pieces, or all if what surrounds them is another."""
        if self.drawing.digest not in have:
            return (self.whole(),)
        return [_piece(part) for part in self.drawing.parts if part.digest not in have]


def _piece(part: Part) -> PagePart:
    """A piece of a board as a part of a page."""
    return PagePart(part.id, part.alone, ((part.id, part.digest),), "innerMorph strip:true")


def _empty(id: str) -> PagePart:
    return PagePart.of(id, Markup())


@dataclass(frozen=True)
class Log:
    """The log as a part of a page, in blocks that can be fetched by themselves."""

    lines: tuple[ShownLine, ...]
    written: tuple[Markup, ...]
    blocks: tuple[PagePart, ...]

    @classmethod
    def of(
        cls, table: str, say: Translator, lines: tuple[ShownLine, ...], before: Log | None = None
    ) -> Log:
        """The log of a table; `before`: the same when it was shorter, or went another way.

        What stands there already is not written again.
        """
        same = in_common(before.lines, lines) if before else 0
        written = list(before.written[:same]) if before else []
        written += [
            fill_in("parts/line.html.jinja", say=say, table=table, line=line, text=False)
            for line in lines[same:]
        ]
        blocks = list(before.blocks[: same // BLOCK]) if before else []
        for at in range(len(blocks) * BLOCK, len(lines), BLOCK):
            html = Markup("").join(written[at : at + BLOCK])
            blocks.append(PagePart.of(f"log-{at // BLOCK}", html))
        free = range(len(blocks), len(blocks) // ROOM * ROOM + ROOM)
        return cls(lines, tuple(written), (*blocks, *(_empty(f"log-{number}") for number in free)))

    @property
    def _frame(self) -> str:
        """A digest of the log except for what stands in its blocks."""
        return digest(f"{LOG} {len(self.blocks)}")

    def whole(self) -> PagePart:
        told = ((LOG, self._frame), *(mark for block in self.blocks for mark in block.digests))
        lists = (f'<ol class="log" id="{block.id}">{block.html}</ol>' for block in self.blocks)
        # The templates escape everything they are given.
        return PagePart(LOG, Markup(f'<div class="blocks">{"".join(lists)}</div>'), told)  # noqa: S704

    def marks(self) -> Iterable[str]:
        return [self._frame, *[block.mark for block in self.blocks]]

    def missing(self, have: Set[str]) -> Iterable[PagePart]:
        if self._frame not in have:
            return (self.whole(),)
        return [block for block in self.blocks if block.mark not in have]


def join_parts(parts: Iterable[PagePart]) -> str:
    """Parts in one text for a page: each with its place, their forms with a key of their own."""
    return "".join([part.addressed for part in parts]).replace(KEY, new_secret())


def list_marks(parts: Iterable[PagePart]) -> str:
    """Digests by id, as a header or an attribute."""
    return " ".join(f"{id}={mark}" for part in parts for id, mark in part.digests)
