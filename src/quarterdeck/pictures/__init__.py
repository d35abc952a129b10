"""Boards as pictures: a game's `board.svg.jinja` filled in from a view, as SVG or PNG.

A game's templates are data in its folder: `board.svg.jinja`, its parts in `board/`, its
stylesheet `board/style.css.jinja`. They get the view and the reader's language, and nothing else:
what is open to whom is no matter of the picture, so people who see the same share one. What a
template draws by `part` (see `parts.py`) is drawn again only if something it reads has changed, and
a page can fetch it by itself. Colours are CSS custom properties, each defined once for both themes
with `light-dark()`. Needs the `web` extra.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from quarterdeck import naming
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.pictures.parts import (
    MOST_SIGNS,
    SOURCES,
    Memory,
    Part,
    SeenTranslator,
    SeenView,
    Sources,
    digest,
)
from quarterdeck.pictures.templates import Templates

THEMES = ("auto", "light", "dark")
BOARD = "board.svg.jinja"
STYLE = "board/style.css.jinja"

# Where a part belongs in its frame. No text that is drawn can hold it: see `_legal`.
MARK = "\x00"
_PLACE = Markup(MARK)  # noqa: S704


@lru_cache
def drawable(rules: AnyRules) -> bool:
    """Whether this game has a board picture."""
    return (rules.folder / BOARD).exists()


@dataclass(frozen=True)
class Drawing:
    """A board: its frame, as text before, between and after its parts, and the parts."""

    frame: tuple[str, ...]
    parts: tuple[Part, ...]

    @cached_property
    def digest(self) -> str:
        """A digest of the frame alone."""
        return digest(MARK.join(self.frame))

    @cached_property
    def marks(self) -> frozenset[str]:
        """The digests of the frame and of all parts."""
        return frozenset((self.digest, *[part.digest for part in self.parts]))

    @property
    def signs(self) -> int:
        """How long the frame is, and what it takes to name the parts: they are remembered apart."""
        return sum(map(len, self.frame)) + 8 * len(self.parts)

    def __str__(self) -> str:
        pieces = [self.frame[0]]
        for part, text in zip(self.parts, self.frame[1:], strict=True):
            pieces += (part.group, text)
        return "".join(pieces)


class Album:
    """The boards drawn last, and their parts."""

    def __init__(self, most: int = MOST_SIGNS) -> None:
        self.boards: Memory[Drawing] = Memory(most)
        self.parts: Memory[Part] = Memory(most)


ALBUM = Album()


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
    sources = Sources(view, translator)
    hand = _Hand(rules, translator, theme, standalone, sources, album)
    before = SOURCES.set(sources)
    try:
        return hand.drawing(BOARD, {})
    finally:
        SOURCES.reset(before)


class _Hand:
    """Draws one board: the sections of its frame, and the parts, that are not in the album."""

    def __init__(
        self,
        rules: AnyRules,
        translator: Translator,
        theme: str,
        standalone: bool,
        sources: Sources,
        album: Album,
    ) -> None:
        self._about = {"rules": rules, "theme": theme, "standalone": standalone}
        # The names are noted when they are read; how many there are is read by signs.
        self._key = (rules, translator.language, len(translator.names), theme, standalone)
        self._environment = _environment(rules.folder, rules.prefix, translator.language)
        self._sources = sources
        self._album = album
        # The parts of the section that is being drawn; None inside a part.
        self._parts: list[Part] | None = []

    def drawing(self, template: str, values: dict[str, Any]) -> Drawing:
        """What a template draws, in parts."""

        def draw() -> Drawing:
            outside, self._parts = self._parts, []
            try:
                frame = self._draw(template, values)
                return Drawing(tuple(frame.split(MARK)), tuple(self._parts))
            finally:
                self._parts = outside

        return self._sources.drawn(self._album.boards, self._from(template, values), draw)

    def section(self, template: str, **values: Any) -> Markup:
        """What a template draws between parts, and its parts.

        It gets what the board's template gets, and these values.
        """
        if self._parts is None:
            return Markup(self._draw(template, values))  # noqa: S704
        found = self.drawing(template, values)
        self._parts += found.parts
        # Drawn by a template that escapes what it is given.
        return Markup(MARK.join(found.frame))  # noqa: S704

    def part(self, name: str, template: str, **values: Any) -> Markup:
        """A part of the board, as a group with the id "board-" + name.

        Its template gets what the board's gets, and these values.
        """

        def draw() -> Part:
            outside, self._parts = self._parts, None
            try:
                # Drawn by a template that escapes what it is given.
                drawn = Markup(self._draw(template, values))  # noqa: S704
            finally:
                self._parts = outside
            return Part.of(f"board-{name}", drawn)

        key = (name, self._from(template, values))
        found = self._sources.drawn(self._album.parts, key, draw)
        if self._parts is None:
            return found.group
        self._parts.append(found)
        return _PLACE

    def _from(self, template: str, values: dict[str, Any]) -> Hashable:
        """What something is drawn from, beside what it reads. Lists become tuples."""
        kinds = [*map(type, values.values())]
        if list in kinds:
            for named, value in values.items():
                if type(value) is list:
                    values[named] = tuple(value)
        return (template, self._key, *values.items(), *kinds)

    def _draw(self, template: str, values: dict[str, Any]) -> str:
        found = self._environment.get_template(template)
        return found.render(self._about, part=self.part, section=self.section, **values)


def stylesheet(rules: AnyRules) -> str:
    """The style of a game's inline boards, for the page to serve."""
    environment = _environment(rules.folder, rules.prefix, LANGUAGES[0])
    return environment.get_template(STYLE).render()


def png(svg: str, width: int) -> bytes:
    """A standalone picture as PNG; one in the theme "auto" comes out light."""
    import resvg_py

    # The renderer knows neither custom properties nor themes.
    return bytes(resvg_py.svg_to_bytes(svg_string=_coloured(svg, "light"), width=width))


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
def _environment(folder: Path, prefix: str, language: str) -> Templates:
    """A game's templates for readers of a language."""
    say = SeenTranslator(language)
    environment = Templates(folder, _printable)
    environment.globals.update(
        Message=Message,
        cos=_cos,
        sin=_sin,
        fitted=fitted,
        lines=lines,
        each=each,
        zip=zip,
        sign=_sign,
        view=SeenView(),
        say=say,
        word=lambda *parts: say(".".join((prefix, *parts))),
    )
    return environment


def each(things: Iterable[Any], name: str) -> tuple[Any, ...]:
    """A field of each of some things; the filters for this read its name anew every time."""
    return tuple([getattr(thing, name) for thing in things])


def _sign(say: Translator, seat: int) -> str:
    return naming.sign(say, seat, SOURCES.get().names)


def _cos(degrees: float) -> float:
    return round(math.cos(math.radians(degrees)), 4)


def _sin(degrees: float) -> float:
    return round(math.sin(math.radians(degrees)), 4)


# Texts from outside (names of players) may hold anything; a picture must stay well-formed XML,
# and nobody's name may turn around the text beside it.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


# To Python these are not printable; French is full of them.
_SPACES = str.maketrans("", "", "\n\u00a0\u202f")


def _legal(text: str) -> str:
    """A text without the signs that XML forbids and those that turn the writing around."""
    if text.isprintable() or text.translate(_SPACES).isprintable():
        return text
    return "".join(
        sign
        for sign in text
        if sign == "\n"
        or (sign not in _TURNING and unicodedata.category(sign) not in ("Cc", "Cs", "Cn", "Co"))
    )


def _clean(text: str) -> str:
    return _legal(" ".join(text.split()))


def _printable(value: Any) -> Any:
    """What a template writes: numbers without needless decimals, texts that are legal."""
    kind = type(value)
    if kind is int or kind is Markup:
        return value
    if kind is float:
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return _legal(value) if kind is str else value


# Lettering. Which font the reader has is not known, so widths are estimates on the safe side.

_NARROW = frozenset("iljtfrI1.,;:!'’|()[]/ -\u00a0\u202f")
_WIDE = frozenset("mwMWOQGDH@%&—…")


def _width(text: str) -> float:
    """The width of a text in ems of a book face."""
    total = 0.0
    for sign in text:
        if unicodedata.combining(sign):
            continue
        if unicodedata.east_asian_width(sign) in "WF":
            total += 1.05
        elif sign in _NARROW:
            total += 0.33
        elif sign in _WIDE:
            total += 0.85
        else:
            total += 0.7 if sign.isupper() else 0.52
    return total


@lru_cache(maxsize=4096)
def fitted(text: str, width: float, size: float, least: float) -> tuple[str, float]:
    """A text and a type size for one line of a width: first smaller, then cut short."""
    text = _clean(text)
    wanted = _width(text) * size
    if wanted <= width:
        return text, size
    smaller = max(least, size * width / wanted)
    # A hair of room: what was made to fit exactly must not fail by a rounding
    while len(text) > 1 and _width(text) * smaller > width + 0.01:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text, round(smaller, 1)


@lru_cache(maxsize=4096)
def lines(text: str, width: float, size: float) -> tuple[str, ...]:
    """A text broken between words into lines of a width."""
    broken: list[str] = []
    for word in text.split(" "):
        if broken and _width(f"{broken[-1]} {word}") * size <= width:
            broken[-1] += f" {word}"
        else:
            broken.append(word)
    return tuple(broken)
