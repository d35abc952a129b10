"""Texts on a board that is drawn before it is known who will read it.

A board is drawn once from a view, for readers of every language. Where a text belongs, its
template leaves a mark; what stands there in a reader's language, with the names that reader knows,
is written later. A mark can be written, joined with other texts and given to `say` like any text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from markupsafe import Markup, escape

from quarterdeck import naming
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.pictures import lettering
from quarterdeck.pictures.reading import SOURCES


class Wording(Protocol):
    """A text in no language yet."""

    def spell(self, say: Translator) -> str:
        """The text for a reader."""


# A text with marks, taken apart.
Text = tuple[str | Wording, ...]


def spell(text: Text, say: Translator) -> str:
    """A text with marks for a reader."""
    return "".join([piece if isinstance(piece, str) else piece.spell(say) for piece in text])


@dataclass(frozen=True)
class Said:
    """A message; its arguments may hold texts with marks."""

    id: str
    arguments: tuple[tuple[str, Any], ...]

    def spell(self, say: Translator) -> str:
        return say(
            self.id,
            **{
                name: spell(value, say) if isinstance(value, tuple) else value
                for name, value in self.arguments
            },
        )


@dataclass(frozen=True)
class Named:
    """The name of a player."""

    seat: int

    def spell(self, say: Translator) -> str:
        return say.player(self.seat)


@dataclass(frozen=True)
class Signed:
    """The sign on a player's pieces."""

    seat: int

    def spell(self, say: Translator) -> str:
        return naming.sign(say, self.seat)


@dataclass(frozen=True)
class LanguageCode:
    def spell(self, say: Translator) -> str:
        return say.language


@dataclass(frozen=True)
class Decimal:
    """A number with one decimal."""

    value: float

    def spell(self, say: Translator) -> str:
        return f"{self.value:.1f}".replace(".", "," if say.language == "fr" else ".")


@dataclass(frozen=True)
class Changed:
    """A text with something done to it."""

    text: Text
    change: Callable[[str], str]

    def spell(self, say: Translator) -> str:
        return self.change(spell(self.text, say))


@dataclass(frozen=True)
class Fitted:
    """A text made to fit into a width, or (`sized`) the type size for it."""

    text: Text
    width: float
    size: float
    least: float
    sized: bool

    def spell(self, say: Translator) -> str:
        text, size = lettering.fit(spell(self.text, say), self.width, self.size, self.least)
        return lettering.number(size) if self.sized else text


class Hole:
    """Where something is filled in, line by line."""

    def spell(self, say: Translator) -> str:
        raise TypeError("what stands here differs from line to line")


WHERE, WHAT = Hole(), Hole()


@dataclass(frozen=True)
class Lines:
    """A text broken into lines, each drawn by the same pattern: see `wrap`."""

    text: Text
    width: float
    size: float
    first: float
    step: float
    most: int | None
    centred: bool
    pattern: Text

    def spell(self, say: Translator) -> str:
        lines = lettering.wrap(spell(self.text, say), self.width, self.size)[: self.most]
        first = self.first - self.step * (len(lines) - 1) / 2 if self.centred else self.first
        drawn: list[str] = []
        for number, line in enumerate(lines):
            where, what = (
                lettering.number(first + self.step * number),
                escape(lettering.legal(line)),
            )
            for piece in self.pattern:
                if isinstance(piece, Hole):
                    drawn.append(where if piece is WHERE else what)
                else:
                    drawn.append(piece if isinstance(piece, str) else write(piece, say))
        # The pattern was drawn by a template that escapes what it is given.
        return Markup("".join(drawn))  # noqa: S704


def write(wording: Wording, say: Translator) -> str:
    """A text for a reader, safe to stand in a picture."""
    spelled = wording.spell(say)
    return spelled if isinstance(spelled, Markup) else escape(lettering.legal(spelled))


# What templates use


def _mark(wording: Wording) -> str:
    return SOURCES.get().marks.put(wording)


def _text(text: str) -> Text:
    return SOURCES.get().marks.split(text)


class Say:
    """Says messages and names in the language of whoever will read the picture."""

    @property
    def language(self) -> str:
        return _mark(LanguageCode())

    def __call__(self, id: str, **arguments: Any) -> str:
        return _mark(
            Said(
                id,
                tuple(
                    (name, _text(value) if isinstance(value, str) else value)
                    for name, value in arguments.items()
                ),
            )
        )

    def text(self, message: Message) -> str:
        return self(message.id, **message.arguments)

    def player(self, seat: int) -> str:
        return _mark(Named(seat))

    def sign(self, seat: int) -> str:
        return _mark(Signed(seat))


def fit(text: str, width: float, size: float, least: float) -> tuple[str, str]:
    """A text and a type size for one line of a width: first smaller, then cut short."""
    pieces = _text(text)
    return (
        _mark(Fitted(pieces, width, size, least, sized=False)),
        _mark(Fitted(pieces, width, size, least, sized=True)),
    )


def wrap(
    text: str,
    width: float,
    size: float,
    first: float,
    step: float,
    caller: Callable[[str, str], str],
    most: int | None = None,
    centred: bool = False,
) -> str:
    """A text broken between words into lines of a width.

    The caller draws a line, given where it stands (a `step` below the one before) and what it says;
    `most`: further lines are left out. `centred`: `first` is the middle of all lines.
    """
    pattern = _text(caller(_mark(WHERE), _mark(WHAT)))
    return _mark(Lines(_text(text), width, size, first, step, most, centred, pattern))


def decimal(value: float) -> str:
    """A number with one decimal, as the reader's language writes it."""
    return _mark(Decimal(value))


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return _mark(Changed(_text(text), str.capitalize))
