"""Boards and their parts: as drawn once for everybody, and as lettered for a reader."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from markupsafe import Markup

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.pictures.reading import MOST_SIGNS, Memory, Recent
from quarterdeck.pictures.wording import Text, Wording, write


def digest(text: str) -> str:
    """A short mark by which one text is told from another."""
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=6).digest()).decode()


class Blank:
    """A part as it is drawn, before it is lettered."""

    __slots__ = ("id", "is_worded", "names_players", "pieces", "signs")

    def __init__(self, id: str, pieces: Text) -> None:
        self.id = id
        self.pieces = pieces
        self.signs = _signs(pieces)
        self.is_worded = not all(isinstance(piece, str) for piece in pieces)
        # Whether its texts name players: known as soon as it has been lettered.
        self.names_players = self.is_worded

    def letter(self, say: Letterer) -> Part:
        drawn, self.names_players = say.letter(self.pieces)
        return Part.of(self.id, drawn)


class BoardSection:
    """A section of a part as it is drawn: it is lettered as one piece."""

    __slots__ = ("names_players", "pieces", "signs")

    def __init__(self, pieces: Text) -> None:
        self.pieces = pieces
        self.signs = _signs(pieces)
        # As for a blank.
        self.names_players = True

    def spell(self, say: Translator) -> str:
        assert isinstance(say, Letterer)
        return say.letter_section(self)


@dataclass(frozen=True, eq=False)
class Outline:
    """A board, or a section between its parts, as it is drawn: with blanks among its texts."""

    pieces: tuple[str | Wording | Blank, ...]

    @property
    def signs(self) -> int:
        return _signs(self.pieces)


# What it takes to remember a text in no language, or to name a part, in signs.
_NAMING = 100


def _signs(pieces: Iterable[str | Wording | Blank]) -> int:
    return sum([len(piece) if isinstance(piece, str) else _NAMING for piece in pieces])


def _letter(piece: str | Wording, say: Translator) -> str:
    return piece if isinstance(piece, str) else write(piece, say)


class Letterer(Translator):
    """Somebody's language and the names they know; notes whether one was needed."""

    named = False

    def __init__(self, translator: Translator, lettered: Recent[Markup]) -> None:
        super().__init__(translator.language, tuple(translator.names))
        self._lettered = lettered

    def player(self, seat: int) -> str:
        self.named = True
        return super().player(seat)

    def letter(self, pieces: Text) -> tuple[Markup, bool]:
        """A text for this reader, and whether it names players."""
        before, self.named = self.named, False
        drawn = "".join([_letter(piece, self) for piece in pieces])
        named = self.named
        self.named = before or named
        # What was drawn is escaped already.
        return Markup(drawn), named  # noqa: S704

    def letter_section(self, section: BoardSection) -> Markup:
        """The same of a section, which is remembered: a part is drawn anew more often than it."""
        found = self._lettered.find(self._key(section))
        if found is None:
            found, section.names_players = self.letter(section.pieces)
            self._lettered.keep(self._key(section), found)
        self.named = self.named or section.names_players
        return found

    def _key(self, section: BoardSection) -> Hashable:
        if section.names_players:
            return section, self.language, self.names
        return section, self.language


@dataclass(frozen=True, eq=False)
class Part:
    """A part for a reader: what stands in the group with this id, and a digest of both."""

    id: str
    drawn: Markup
    digest: str

    @classmethod
    def of(cls, id: str, drawn: Markup) -> Part:
        return cls(id, drawn, digest(f"{id} {drawn}"))

    @property
    def signs(self) -> int:
        return len(self.drawn)

    @property
    def group(self) -> Markup:
        # Drawn by a template that escapes what it is given, and so is the id.
        return Markup(f'<g id="{Markup.escape(self.id)}">{self.drawn}</g>')  # noqa: S704

    @property
    def alone(self) -> Markup:
        """What stands in the group: inside <svg> it is read as SVG."""
        return Markup(f"<svg>{self.drawn}</svg>")  # noqa: S704


@dataclass(frozen=True)
class Drawing:
    """A board for a reader: its frame, as text before, between and after its parts, and these."""

    frame: tuple[str, ...]
    parts: tuple[Part, ...]

    @cached_property
    def digest(self) -> str:
        """A digest of the frame alone."""
        return digest("\x00".join(self.frame))

    @property
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
    """The boards drawn last and their parts, for everybody, and the parts as they were lettered."""

    def __init__(self, most: int = MOST_SIGNS) -> None:
        self.outlines: Memory[Outline] = Memory(most)
        self.blanks: Memory[Blank] = Memory(most)
        self.sections: Memory[BoardSection] = Memory(most)
        self.parts: Recent[Part] = Recent(most, lambda part: part.signs)
        # Sections inside parts, as they were lettered.
        self.lettered: Recent[Markup] = Recent(most, len)
        self.drawings: Recent[Drawing] = Recent(most, lambda drawing: drawing.signs)

    def letter(self, outline: Outline, translator: Translator) -> Drawing:
        """A board for a reader."""
        say = Letterer(translator, self.lettered)
        key = (outline, say.language, say.names)
        found = self.drawings.find(key)
        if found is None:
            found = self._letter(outline, say)
            self.drawings.keep(key, found)
        return found

    def _letter(self, outline: Outline, say: Letterer) -> Drawing:
        frame: list[list[str]] = [[]]
        parts: list[Part] = []
        for piece in outline.pieces:
            if isinstance(piece, Blank):
                parts.append(self._part(piece, say))
                frame.append([])
            else:
                frame[-1].append(_letter(piece, say))
        return Drawing(tuple(["".join(texts) for texts in frame]), tuple(parts))

    def _part(self, blank: Blank, say: Letterer) -> Part:
        found = self.parts.find(_reader(blank, say))
        if found is None:
            found = blank.letter(say)
            self.parts.keep(_reader(blank, say), found)
        return found


def _reader(blank: Blank, say: Letterer) -> Hashable:
    """A part, and who can read what is written there."""
    if blank.names_players:
        return blank, say.language, say.names
    return (blank, say.language) if blank.is_worded else blank


ALBUM = Album()
