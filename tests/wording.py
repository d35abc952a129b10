"""What is wrong with the numbers in a text: a noun in the wrong number, a hyphen for a minus."""

from __future__ import annotations

import re
from functools import cache
from itertools import product

from quarterdeck.kernel.catalogue import HOUSE
from quarterdeck.kernel.pofile import read_source

WORD = re.compile(r"[^\W\d_]{3,}")
CHOSEN = re.compile(r"\{\w+:([^{}|]*)\|([^{}|]*)\}")
NUMBER = re.compile(
    r"(?<!/ )(?<!Pirate )(?<![\w.,:/#\u00d7\u00b1\u2013-])[+\u2212]?(\d+)"
    r"[ \u00a0\u202f]([^\W\d_]+)(?:[ \u00a0\u202f]([^\W\d_]+))?"
)
HYPHEN = re.compile(r"(?<![\w\u2013])-\d")
ENDINGS = (("", "s"), ("", "x"), ("", "es"), ("y", "ies"), ("al", "aux"))

# Words that do not say how many: verbs, and what follows a number that is a name (row 2 column 3).
OTHERS = {"en": {"cost", "costs", "column"}, "fr": {"colonne", "libre"}}
# Words after which a noun does not belong to the number before them.
BETWEEN = {
    "en": re.compile("of|in|at|to|for|and|or|with|per|from|on|by|as|than|that|which|each|is|are"),
    "fr": re.compile("de|du|des|en|sur|à|au|aux|par|pour|et|ou|avec|dans|qui|que|chaque|est|sont"),
}


@cache
def nouns(language: str) -> dict[str, bool]:
    """Words that stand in a singular form (True) or a plural form (False) of our texts."""
    pairs: set[tuple[str, str]] = set()
    for file in HOUSE.glob(f"**/messages/{language}.po"):
        for forms in read_source(file.read_text(encoding="utf-8")).values():
            if len(forms) > 1:
                pairs |= set(product(*(WORD.findall(form) for form in forms)))
            pairs |= {pair for form in forms for pair in CHOSEN.findall(form)}
    found: dict[str, bool] = {}
    for one, several in pairs:
        if any(
            one.endswith(short) and several == one.removesuffix(short) + long
            for short, long in ENDINGS
        ):
            found[one], found[several] = True, False
    return {word: one for word, one in found.items() if word not in OTHERS[language]}


def find_faults(text: str, language: str) -> list[str]:
    """Places of a text where number and noun do not agree, or a hyphen stands for a minus."""
    faults = [text[match.start() : match.start() + 12] for match in HYPHEN.finditer(text)]
    known = nouns(language)
    for match in NUMBER.finditer(text):
        one = int(match[1]) in ((0, 1) if language == "fr" else (1,))
        words = [match[2]]
        if match[3] and not BETWEEN[language].fullmatch(match[2]):
            words.append(match[3])
        if one:
            wrong = any(known.get(word) is False for word in words)
        else:
            # "2 action tokens": it is the last word that counts
            wrong = known.get(words[0], False) and known.get(words[-1], True)
        if wrong:
            faults.append(match[0])
    return faults
