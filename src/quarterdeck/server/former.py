"""How somebody is called who has removed themselves."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.store.rows import FORMER


def name_in_words(name: str, say: Translator) -> str:
    """A stored name as people read it. Of several former players all but the first are numbered."""
    if name != FORMER and not name.startswith(f"{FORMER} "):
        return name
    return say("qd.former") + name.removeprefix(FORMER)


def names_in_words(names: Sequence[str], language: str) -> tuple[str, ...]:
    if not any(name.startswith(FORMER) for name in names):
        return tuple(names)
    say = Translator(language)
    return tuple(name_in_words(name, say) for name in names)
