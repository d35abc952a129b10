"""Message catalogues: gettext files keyed by message id, one folder per game.

A folder `messages/` holds `en.po` and `fr.po`; the build compiles them to `.mo`. Templates use
Python's format fields with two additions:

- `{building:the}` asks for another form of a nested message: catalogue id + ".the";
- `{seat:player}` names a seat (the player's name if the reader knows it).

A message with an argument called `count` is looked up in its plural form.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.messages import Message

LANGUAGES = ("en", "fr")

_folders: list[Path] = [Path(__file__).parent / "messages"]


def add_folder(folder: Path) -> None:
    """Make the catalogues of a folder known. Ids are unique by prefix, so all live together."""
    if folder not in _folders:
        _folders.append(folder)
        _load.cache_clear()


def folders() -> list[Path]:
    return list(_folders)


@lru_cache
def _load(language: str) -> gettext.NullTranslations:
    merged = gettext.NullTranslations()
    for folder in _folders:
        with (folder / f"{language}.mo").open("rb") as file:
            catalogue = gettext.GNUTranslations(file)
        catalogue.add_fallback(merged)
        merged = catalogue
    return merged


class _Template(Formatter):
    def __init__(self, translator: Translator) -> None:
        self._translator = translator

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            if format_spec:
                value = Message(f"{value.id}.{format_spec}", **value.arguments)
            return self._translator.text(value)
        if format_spec == "player":
            return self._translator.player(int(value))
        return format(value, format_spec)


class Translator:
    """Turns messages into text in one language, for a reader who knows the players' names."""

    def __init__(self, language: str, names: Sequence[str] = ()) -> None:
        if language not in LANGUAGES:
            raise UnknownName("language", language, list(LANGUAGES))
        self.language = language
        self.names = names
        self._template = _Template(self)

    def text(self, message: Message) -> str:
        arguments: Mapping[str, Any] = message.arguments
        count = arguments.get("count")
        catalogue = _load(self.language)
        pattern = message.id
        if isinstance(count, int):
            pattern = catalogue.ngettext(message.id, message.id, abs(count))
        if pattern == message.id:
            pattern = catalogue.gettext(message.id)
        return self._template.vformat(pattern, (), arguments)

    def __call__(self, id: str, **arguments: Any) -> str:
        """Shorthand: translate an id with arguments."""
        return self.text(Message(id, **arguments))

    def knows(self, id: str) -> bool:
        return _load(self.language).gettext(id) != id

    def player(self, seat: int) -> str:
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self("qd.player", number=seat + 1)


def translator(language: str, names: Sequence[str] = ()) -> Translator:
    return Translator(language, names)
