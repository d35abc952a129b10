"""What the things of a game are, in a reader's language: for the popovers of its boards, and as a
list in the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import orjson

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.pictures.parts import digest


@dataclass(frozen=True)
class ShownThing:
    """A thing in words."""

    id: str
    name: str
    text: str
    rule: str


@dataclass(frozen=True)
class Glossary:
    """All things of a game in one language. `mark` is another if one of them is."""

    things: tuple[ShownThing, ...]
    json: bytes
    mark: str


@lru_cache
def read_glossary(rules: AnyRules, language: str) -> Glossary:
    say = Translator(language)
    things = tuple(
        ShownThing(thing.id, begin(say.text(thing.name)), say.text(thing.text), thing.rule)
        for thing in rules.things.values()
    )
    texts = {
        thing.id: {"name": thing.name, "text": thing.text, "rule": thing.rule} for thing in things
    }
    json = orjson.dumps(texts)
    return Glossary(things, json, digest(json.decode()))


def begin(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]
