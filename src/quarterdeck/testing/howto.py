"""Whether a game teaches itself: How to play is there in every language, its pictures can be drawn,
and what it names exists."""

from __future__ import annotations

import re
from collections import Counter

from quarterdeck import howto
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.boards import NAMES
from quarterdeck.testing.stated import find_stated

_LINK = re.compile(r"\]\((picture|rule|thing):([^)\s]+)\)")


def check_howto(rules: AnyRules) -> None:
    """Both texts show the same pictures, all of them; each can be played and drawn as it is
    described, so that no change of the rules leaves one behind."""
    pictures = howto.read_pictures(rules.folder)
    for language in LANGUAGES:
        shown = _check_text(rules, language)
        assert shown == Counter(list(pictures)), f"{language}: pictures are missing or not used"
        for picture in pictures.values():
            howto.draw(rules, picture, Translator(language, NAMES))


def _check_text(rules: AnyRules, language: str) -> Counter[str]:
    """Rules and things it leads to exist. Gives the pictures it shows."""
    ending = "" if language == LANGUAGES[0] else f".{language}"
    text = (rules.folder / f"{howto.TEXT}{ending}.md").read_text(encoding="utf-8")
    assert text.startswith("# "), f"{language}: How to play has no title"
    found = _LINK.findall(text)
    known_rules = find_stated(rules.folder) or frozenset()
    unknown = [name for kind, name in found if kind == "rule" and name not in known_rules]
    unknown += [name for kind, name in found if kind == "thing" and name not in rules.things]
    assert not unknown, f"{language}: How to play leads to what does not exist: {unknown}"
    return Counter(name for kind, name in found if kind == "picture")
