"""A table's page in parts, so that it fetches only what it does not show yet.

Each part has a digest. A page tells the digests of what it shows (`X-Have`), and with every answer
it is told those of the parts it gets (`X-Parts`). Who tells nothing gets everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from quarterdeck.pictures import Drawing
from quarterdeck.pictures.parts import digest
from quarterdeck.server.pages.common import environment

PARTS = "x-parts"
BOARD = "part-board"

# Stands for the key of a form. The key is new in every answer, the part is not.
KEY = "\x00"


@dataclass(frozen=True)
class PagePart:
    """What stands in the element with this id; `told`: all digests it brings, by id."""

    id: str
    html: Markup
    told: tuple[tuple[str, str], ...]
    swap: str = "innerMorph"

    @classmethod
    def of(cls, id: str, html: Markup) -> PagePart:
        return cls(id, html, ((id, digest(f"{id} {html}")),))


def rendered(name: str, **values: Any) -> PagePart:
    """The part of a page that a template writes."""
    text = environment().get_template(f"parts/{name}.html.jinja").render(**values)
    # The templates escape everything they are given.
    return PagePart.of(f"part-{name}", Markup(text))  # noqa: S704


def whole(board: Drawing) -> PagePart:
    """All of a board."""
    told = ((BOARD, board.digest), *((part.id, part.digest) for part in board.parts))
    # Drawn by templates that escape every name.
    return PagePart(BOARD, Markup(str(board)), told)  # noqa: S704


def missing(parts: Iterable[PagePart], have: Set[str]) -> Iterator[PagePart]:
    """The parts that a page does not show yet."""
    return (part for part in parts if not all(mark in have for _, mark in part.told))


def missing_of_board(board: Drawing, have: Set[str]) -> Iterator[PagePart]:
    """What a page does not show yet of a board: parts of it, or all if its frame is another."""
    if board.digest not in have:
        yield whole(board)
        return
    for part in board.parts:
        if part.digest not in have:
            # Inside <svg> it is read as SVG; the page leaves that away.
            html = Markup("<svg>{}</svg>").format(part.drawn)
            yield PagePart(part.id, html, ((part.id, part.digest),), "innerMorph strip:true")


def told(parts: Iterable[PagePart]) -> str:
    """Digests by id, as a header or an attribute."""
    return " ".join(f"{id}={mark}" for part in parts for id, mark in part.told)
