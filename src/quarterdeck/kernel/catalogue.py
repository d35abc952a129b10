"""Message catalogues: gettext files keyed by message id, one folder per game.

A folder `messages/` holds `en.po` and `fr.po`. Our build compiles them to `.mo`; a package from
outside need not: without a compiled file the source is read. Templates use Python's format fields
with two additions:

- `{building:the}` asks for another form of a nested message: catalogue id + ".the";
- `{seat:player}` names a seat (the player's name if the reader knows it);
  `{seat:de_player}` puts a French "de" before the name, elided where it must be.

A field is a plain name: templates are read once, and used many times a second. A negative number
is written with a true minus sign.

A message with an argument called `count` is looked up in its plural form.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple
from unicodedata import normalize

from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.pofile import compile_source

LANGUAGES = ("en", "fr")

_folders: list[Path] = [Path(__file__).parent / "messages"]


def add_folder(folder: Path) -> None:
    """Make the catalogues of a folder known. Ids are unique by prefix, so all live together.

    Catalogues that cannot be read raise here, and are not taken in: they would spoil every text.
    """
    if folder not in _folders:
        for language in LANGUAGES:
            _read(folder, language)
        _folders.append(folder)
        _load.cache_clear()
        _template.cache_clear()
        _plain.cache_clear()


def folders() -> list[Path]:
    return list(_folders)


@lru_cache
def _load(language: str) -> gettext.NullTranslations:
    first, *others = (_read(folder, language) for folder in _folders)
    for catalogue in others:
        # What was there first is asked first: no package changes the texts of the house
        first.add_fallback(catalogue)
    return first


def _read(folder: Path, language: str) -> gettext.GNUTranslations:
    compiled, source = folder / f"{language}.mo", folder / f"{language}.po"
    if compiled.exists() or not source.exists():
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    return gettext.GNUTranslations(BytesIO(compile_source(source.read_text(encoding="utf-8"))))


class _Field(NamedTuple):
    name: str
    form: str


_NO_COUNT = -1


@lru_cache(maxsize=16_384)
def _template(language: str, id: str, count: int) -> tuple[str | _Field, ...]:
    """The template of a message, in its plural form if there is a count, taken apart."""
    catalogue = _load(language)
    pattern = id
    if count != _NO_COUNT:
        pattern = catalogue.ngettext(id, id, count)
    if pattern == id:
        pattern = catalogue.gettext(id)
    return tuple(_parsed(pattern))


def _parsed(pattern: str) -> Iterator[str | _Field]:
    for literal, name, form, conversion in Formatter().parse(pattern):
        if literal:
            yield literal
        if name is None:
            continue
        if not name.isidentifier() or conversion or "{" in (form or ""):
            raise ValueError(f"{{{name}}} in {pattern!r} is not a plain field")
        yield _Field(name, form or "")


def _elides(name: str) -> bool:
    """Whether French drops the vowel of a word before this name: d'Anne, d'Éole, de Marc."""
    return normalize("NFD", name)[:1].lower() in tuple("aeiouhœæ")


@lru_cache(maxsize=4096)
def _plain(language: str, id: str) -> str:
    """A message without arguments."""
    pieces = _template(language, id, _NO_COUNT)
    missing = [piece.name for piece in pieces if isinstance(piece, _Field)]
    if missing:
        raise KeyError(missing[0])
    return "".join(str(piece) for piece in pieces)


class Translator:
    """Turns messages into text in one language, for a reader who knows the players' names."""

    def __init__(self, language: str, names: Sequence[str] = ()) -> None:
        if language not in LANGUAGES:
            raise UnknownName("language", language, list(LANGUAGES))
        self.language = language
        self.names = names

    def text(self, message: Message) -> str:
        arguments: Mapping[str, Any] = message.arguments
        if not arguments:
            return _plain(self.language, message.id)
        count = arguments.get("count")
        template = _template(
            self.language, message.id, abs(count) if isinstance(count, int) else _NO_COUNT
        )
        return "".join(
            [
                piece if isinstance(piece, str) else self._field(arguments[piece.name], piece.form)
                for piece in template
            ]
        )

    def _field(self, value: Any, form: str) -> str:
        if isinstance(value, Message):
            return self.text(Message(f"{value.id}.{form}", **value.arguments) if form else value)
        if form == "player":
            return self.player(int(value))
        if form == "de_player":
            name = self.player(int(value))
            return f"d\u2019{name}" if _elides(name) else f"de {name}"
        shown = format(value, form)
        return shown.replace("-", "\u2212") if isinstance(value, int) and value < 0 else shown

    def __call__(self, id: str, **arguments: Any) -> str:
        """Shorthand: translate an id with arguments."""
        return self.text(Message(id, **arguments)) if arguments else _plain(self.language, id)

    def knows(self, id: str) -> bool:
        return _load(self.language).gettext(id) != id

    def player(self, seat: int) -> str:
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self("qd.player", number=seat + 1)


def translator(language: str, names: Sequence[str] = ()) -> Translator:
    return Translator(language, names)
