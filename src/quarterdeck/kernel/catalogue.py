"""Message catalogues: gettext files keyed by message id, one folder per game.

A folder `messages/` holds `en.po` and `fr.po`. Our build compiles them to `.mo`; a package from
outside need not: without a compiled file the source is read. Templates use Python's format fields
with three additions:

- `{building:the}` asks for another form of a nested message: catalogue id + ".the";
- `{seat:player}` names a seat (the player's name if the reader knows it);
  `{seat:de_player}` puts a French "de" before the name, elided where it must be;
- `{hold:space|spaces}` writes one of two words, by the number: "{hold} {hold:space|spaces}".

A field is a plain name: templates are read once, and used many times a second. A negative number
is written with a true minus sign.

A message with an argument called `count` is looked up in its plural form: the way to go where the
sentence turns on one number. Where there are more, the others choose their words with `|`.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
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

HOUSE = Path(__file__).parents[1]

# Each folder with what the ids that are taken from it begin with.
_folders: list[tuple[Path, str]] = [(Path(__file__).parent / "messages", "")]
# Those of packages that can be used.
_settled: set[tuple[Path, str]] = set()


def add_folder(folder: Path, prefix: str = "") -> None:
    """Make the catalogues of a folder known: their texts whose ids begin with the prefix.

    Ids are unique by prefix, so all live together. Catalogues that cannot be read raise here, and
    are not taken in: they would spoil every text.
    """
    if (folder, prefix) not in _folders:
        for language in LANGUAGES:
            _read(folder, language)
        _folders.append((folder, prefix))
        _forget()


@contextmanager
def withdraw_on_error() -> Iterator[None]:
    """What a package from outside adds here is taken back if an error is raised."""
    before = list(_folders)
    try:
        yield
    except BaseException:
        # It may have imported games of the house, or loaded what can be used: their texts stay
        _folders[:] = [
            known
            for known in _folders
            if known in before or known in _settled or _is_ours(known[0])
        ]
        _forget()
        raise
    _settled.update(known for known in _folders if known not in before)


def folders() -> list[Path]:
    return [folder for folder, _ in _folders]


def _forget() -> None:
    _load.cache_clear()
    _template.cache_clear()
    _plain.cache_clear()


def _is_ours(folder: Path) -> bool:
    return folder.is_relative_to(HOUSE)


class _Texts:
    """The texts of all folders in one language. The first folder that has a text is asked."""

    def __init__(self, language: str) -> None:
        # The house first, however late its games are loaded: no package changes its texts
        ordered = sorted(_folders, key=lambda known: not _is_ours(known[0]))
        self._catalogues = [(prefix, _read(folder, language)) for folder, prefix in ordered]

    def find(self, id: str) -> str:
        """The text of an id; the id itself if there is none."""
        return next((text for each in self._asked(id) if (text := each.gettext(id)) != id), id)

    def find_plural(self, id: str, count: int) -> str:
        """The text of an id for a count, if it has plural forms; otherwise the id itself."""
        texts = (each.ngettext(id, id, count) for each in self._asked(id))
        return next((text for text in texts if text != id), id)

    def _asked(self, id: str) -> Iterator[gettext.GNUTranslations]:
        return (each for prefix, each in self._catalogues if id.startswith(prefix))


@lru_cache
def _load(language: str) -> _Texts:
    return _Texts(language)


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
        pattern = catalogue.find_plural(id, count)
    if pattern == id:
        pattern = catalogue.find(id)
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


def write_number(number: float, form: str = "") -> str:
    """A number as it is shown: with a true minus sign. `+` gives every number a sign."""
    shown = format(number, form)
    return shown.replace("-", "\u2212") if number < 0 else shown


def write_decimal(number: float, language: str) -> str:
    """A number with one decimal, if it needs one, as a language writes it."""
    rounded = round(number, 1)
    if rounded == int(rounded):
        return write_number(int(rounded))
    return write_number(rounded, ".1f").replace(".", "," if language == "fr" else ".")


_ONE = {"en": ("1", "-1"), "fr": ("1", "-1", "0")}


def _is_one(language: str, number: Any) -> bool:
    """Whether a noun after this number is in the singular. Several numbers ("2 or 3") are not."""
    return str(number) in _ONE[language]


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
        if "|" in form:
            one, several = form.split("|")
            return one if _is_one(self.language, value) else several
        if isinstance(value, Message):
            return self.text(Message(f"{value.id}.{form}", **value.arguments) if form else value)
        if form == "player":
            return self.player(int(value))
        if form == "de_player":
            name = self.player(int(value))
            return f"d\u2019{name}" if _elides(name) else f"de {name}"
        return write_number(value, form) if isinstance(value, int) else format(value, form)

    def __call__(self, id: str, **arguments: Any) -> str:
        """Shorthand: translate an id with arguments."""
        return self.text(Message(id, **arguments)) if arguments else _plain(self.language, id)

    def knows(self, id: str) -> bool:
        return _load(self.language).find(id) != id

    def player(self, seat: int) -> str:
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self("qd.player", number=seat + 1)


def translator(language: str, names: Sequence[str] = ()) -> Translator:
    return Translator(language, names)
