"""Boards as pictures: a game's `board.svg.jinja` filled in from a view, as SVG or PNG.

A game's templates are data in its folder: `board.svg.jinja`, its parts in `board/`, its
stylesheet `board/style.css.jinja`. They get the view and the reader's language, and nothing else:
what is open to whom is no matter of the picture, so people who see the same share one, in whatever
language they read it (see `wording.py`). What a template draws by `part` or `section` is drawn
again only if something it reads has changed (see `reading.py`), and a page can fetch a part by
itself. Colours are CSS custom properties, each defined once for both themes with `light-dark()`.
Needs the `web` extra.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.pictures.lettering import legal, number
from quarterdeck.pictures.marks import is_marked
from quarterdeck.pictures.parts import ALBUM, Album, Blank, BoardSection, Drawing, Outline
from quarterdeck.pictures.reading import SOURCES, SeenView, Sources
from quarterdeck.pictures.templates import templates_in
from quarterdeck.pictures.wording import Say, capital, decimal, fit, wrap

__all__ = [
    "THEMES",
    "Album",
    "Drawing",
    "board",
    "drawable",
    "drawing",
    "png",
    "stylesheet",
]

THEMES = ("auto", "light", "dark")
BOARD = "board.svg.jinja"
STYLE = "board/style.css.jinja"
# The typeface of the boards, for pictures that are drawn here (see tools/typeface.py).
FONTS = Path(__file__).parent / "built"


@lru_cache
def drawable(rules: AnyRules) -> bool:
    """Whether this game has a board picture."""
    return (rules.folder / BOARD).exists()


def board(
    rules: AnyRules,
    view: Any,
    translator: Translator,
    theme: str = "auto",
    standalone: bool = True,
) -> str:
    """The board as SVG, for this viewer, in this reader's language.

    A standalone picture is a file of its own: it carries its stylesheet, and in a light or dark
    theme its final colours. An inline one takes its style from the page (see `stylesheet`), and
    in the theme "auto" follows the page's `color-scheme`.
    """
    drawn = str(drawing(rules, view, translator, theme, standalone))
    return _coloured(drawn, theme) if standalone and theme != "auto" else drawn


def drawing(
    rules: AnyRules,
    view: Any,
    translator: Translator,
    theme: str = "auto",
    standalone: bool = False,
    album: Album = ALBUM,
) -> Drawing:
    """The same board in its parts."""
    sources = Sources(view)
    hand = _Hand(rules, theme, standalone, sources, album)
    before = SOURCES.set(sources)
    try:
        return album.letter(hand.outline(BOARD, {}), translator)
    finally:
        SOURCES.reset(before)


class _Hand:
    """Draws one board: the sections and parts of it that are not in the album."""

    def __init__(
        self, rules: AnyRules, theme: str, standalone: bool, sources: Sources, album: Album
    ) -> None:
        self._about = {"rules": rules, "theme": theme, "standalone": standalone}
        self._key = (rules, theme, standalone)
        self._environment = _environment(rules.folder, rules.prefix)
        self._sources = sources
        self._marks = sources.marks
        self._album = album
        self._inside_a_part = False

    def outline(self, template: str, values: dict[str, Any]) -> Outline:
        """What a template draws."""
        return self._sources.recall(
            self._album.outlines,
            self._from(template, values),
            lambda: Outline(self._draw(template, values)),
        )

    def section(self, template: str, **values: Any) -> Markup:
        """What a template draws between parts, with its parts, or inside a part.

        It gets what the board's template gets, and these values.
        """
        if not self._inside_a_part:
            return self._write(self.outline(template, values).pieces)
        found = self._sources.recall(
            self._album.sections,
            self._from(template, values),
            lambda: BoardSection(self._draw(template, values)),
        )
        # Where there is no text in it to be lettered, it need not be a piece of its own.
        return self._write((found,) if len(found.pieces) > 1 else found.pieces)

    def part(self, name: str, template: str, **values: Any) -> Markup:
        """A part of the board, as a group with the id "board-" + name.

        Its template gets what the board's gets, and these values.
        """

        def draw() -> Blank:
            outside, self._inside_a_part = self._inside_a_part, True
            try:
                return Blank(f"board-{name}", self._draw(template, values))
            finally:
                self._inside_a_part = outside

        key = (name, self._from(template, values))
        found = self._sources.recall(self._album.blanks, key, draw)
        if not self._inside_a_part:
            return self._write((found,))
        return Markup('<g id="{}">{}</g>').format(found.id, self._write(found.pieces))

    def _write(self, pieces: Iterable[object]) -> Markup:
        """What was drawn before, to be written into what is drawn now."""
        marked = [piece if isinstance(piece, str) else self._marks.put(piece) for piece in pieces]
        # Drawn by a template that escapes what it is given.
        return Markup("".join(marked))  # noqa: S704

    def _from(self, template: str, values: dict[str, Any]) -> Hashable:
        """What something is drawn from, besides what it reads. Lists become tuples."""
        kinds = [*map(type, values.values())]
        if list in kinds:
            for named, value in values.items():
                if type(value) is list:
                    values[named] = tuple(value)
        return (template, self._key, *values.items(), *kinds)

    def _draw(self, template: str, values: dict[str, Any]) -> tuple[Any, ...]:
        found = self._environment.get_template(template)
        return self._marks.split(
            found.render(self._about, part=self.part, section=self.section, **values)
        )


def stylesheet(rules: AnyRules) -> str:
    """The style of a game's inline boards, for the page to serve."""
    return _environment(rules.folder, rules.prefix).get_template(STYLE).render()


def png(svg: str, width: int) -> bytes:
    """A standalone picture as PNG; one in the theme "auto" comes out light."""
    import resvg_py

    # The renderer knows neither custom properties nor themes.
    plain = _coloured(svg, "light")
    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    return bytes(resvg_py.svg_to_bytes(svg_string=plain, width=width, font_files=fonts))


# Colours

_DEFINITION = re.compile(r"(--[a-z0-9-]+):\s*([^;]+);")
_THEMED = re.compile(r"light-dark\(\s*([^,]+?)\s*,\s*([^,]+?)\s*\)")
_VARIABLE = re.compile(r"var\((--[a-z0-9-]+)\)")


def _coloured(svg: str, theme: str) -> str:
    """The same picture with final colours, for programs that read no custom properties."""
    start, end = svg.find("<style>"), svg.find("</style>")
    if start < 0 or end < 0:
        return svg
    style = svg[start:end]
    values = {
        name: _THEMED.sub(r"\2" if theme == "dark" else r"\1", value)
        for name, value in _DEFINITION.findall(style)
    }
    plain = _VARIABLE.sub(lambda found: values[found[1]], _DEFINITION.sub("", style))
    return svg[:start] + plain + svg[end:]


# Templates


@lru_cache
def _environment(folder: Path, prefix: str) -> Environment:
    """A game's templates."""
    say = Say()
    environment = templates_in(folder, _printable)
    environment.filters["capital"] = capital
    # Jinja copies globals one by one for every template that it fills in.
    for unused in ("cycler", "joiner", "lipsum"):
        del environment.globals[unused]
    environment.globals.update(
        Message=Message,
        cos=_cos,
        sin=_sin,
        decimal=decimal,
        each=each,
        fit=fit,
        wrap=wrap,
        zip=zip,
        sign=say.sign,
        view=SeenView(),
        say=say,
        word=lambda *parts: say(".".join((prefix, *parts))),
    )
    return environment


def each(things: Iterable[Any], name: str) -> tuple[Any, ...]:
    """A field of each of some things; the filters for this read its name anew every time."""
    return tuple([getattr(thing, name) for thing in things])


def _cos(degrees: float) -> float:
    return round(math.cos(math.radians(degrees)), 4)


def _sin(degrees: float) -> float:
    return round(math.sin(math.radians(degrees)), 4)


def _printable(value: Any) -> Any:
    """What a template writes: numbers without needless decimals, texts that are legal."""
    kind = type(value)
    if kind is float:
        return number(value)
    return legal(value) if kind is str and not is_marked(value) else value
