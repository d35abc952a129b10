"""Searching the rules: the answer first, then everything that mentions the words.

A text fits if it has all words, or words that begin with them; accents, capitals and a plural make
no difference. What is called by the words comes before what is about them, a whole word before the
beginning of one, and a thing brings up the rule by which it works.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import unescape
from unicodedata import combining, normalize

from markupsafe import Markup

MOST_WORDS = 8
# What is shown at once; the rest is folded.
BEST = 5
MOST = 60

_WORD = re.compile(r"\w+")
_ENTRY = re.compile(
    r'<h[23] id="(?P<heading>[^"]+)">(?P<title>.*?)</h[23]>'
    r'|<li id="(?P<rule>[^"]+)">(?P<text>.*?)(?=<li|</li>|<ul|</ul>)'
    r"|<tr>(?P<row>.*?)</tr>",
    re.DOTALL,
)
_TAGS = re.compile(r"<[^>]+>")
_TAG_OF_RULE = re.compile(r"^([A-Z][A-Z0-9]*-[\d.]+)\s*(?:\[[A-Z]+\])?\s*")


@dataclass(frozen=True)
class Passage:
    """Something that can be found: where it stands, what it is called, what it says.

    `about` is the rule by which a thing works.
    """

    anchor: str
    title: str
    text: str
    kind: str
    about: str = ""


@dataclass(frozen=True)
class FoundPassage:
    """A passage that fits, with the words marked."""

    anchor: str
    title: Markup
    text: Markup
    kind: str


def fold(text: str) -> str:
    """A text without accents and capitals, sign by sign."""
    return "".join(_fold(sign) for sign in text)


def _fold(sign: str) -> str:
    plain = "".join(part for part in normalize("NFD", sign) if not combining(part)).lower()
    return plain if len(plain) == 1 else sign.lower()[:1]


def read_passages(html: str) -> list[Passage]:
    """The chapters, rules and rows of tables of a typeset text."""
    passages = []
    chapter = Passage("", "", "", "chapter")
    for found in _ENTRY.finditer(html):
        if found["heading"]:
            chapter = Passage(found["heading"], _plain(found["title"]), "", "chapter")
            passages.append(chapter)
        elif found["rule"]:
            text = _TAG_OF_RULE.sub("", _plain(found["text"]))
            if passages and passages[-1] is chapter:
                # A chapter shows what it begins with
                passages[-1] = replace(chapter, text=text)
            passages.append(Passage(found["rule"], found["rule"], text, "rule"))
        elif "<td" in found["row"]:
            cells = [_plain(cell) for cell in re.split(r"</t[dh]>", found["row"])]
            text = " · ".join(filter(None, cells))
            passages.append(Passage(chapter.anchor, chapter.title, text, "row"))
    return passages


def _plain(html: str) -> str:
    return " ".join(unescape(_TAGS.sub("", html)).split())


class Index:
    """Entries ready to be searched."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages = [
            _Indexed(passage, *map(_words, (_TAG_OF_RULE.sub("", passage.title), passage.text)))
            for passage in passages
        ]

    def search(self, query: str) -> list[FoundPassage]:
        """What fits, the best first; what fits equally well stays in its order."""
        words = _words(query)[:MOST_WORDS]
        if not words:
            return []
        ranks = [_rank(indexed, words) for indexed in self._passages]
        called = {
            indexed.passage.about: rank
            for indexed, rank in zip(self._passages, ranks, strict=True)
            if indexed.passage.about and rank >= _NAMED
        }
        for index, indexed in enumerate(self._passages):
            # The rule of a thing that is called so comes right after the thing
            if indexed.passage.kind == "rule" and indexed.passage.anchor in called:
                ranks[index] = max(ranks[index], called[indexed.passage.anchor] - 1)
        order = sorted((-rank, index) for index, rank in enumerate(ranks) if rank)
        return [_show(self._passages[index].passage, words) for _, index in order[:MOST]]


@dataclass(frozen=True)
class _Indexed:
    """A passage, with the words of its title and its text."""

    passage: Passage
    title: list[str]
    text: list[str]


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


# What is called exactly so; what has all words in its name; what says them; what says some in part.
_CALLED, _NAMED, _SAID, _BEGUN = 100, 70, 30, 10
_KINDS = {"thing": 8, "chapter": 4, "rule": 2, "row": 0}
# A shorter word is not taken for the beginning of a longer one.
_SHORTEST = 4


def _rank(indexed: _Indexed, words: Sequence[str]) -> int:
    """How well a passage fits; 0 if it does not."""
    title, text = indexed.title, indexed.text if indexed.passage.kind != "chapter" else []
    kind = _KINDS[indexed.passage.kind]
    if all(_says(word, title) for word in words):
        # The shorter the name the better it fits
        spare = len(title) - len(words)
        return _CALLED + kind if spare == 0 else _NAMED + kind - min(spare, 8)
    if all(_says(word, text) or _says(word, title) for word in words):
        often = sum(text.count(word) for word in words)
        early = 3 if any(word in text[:6] for word in words) else 0
        return _SAID + kind + early + min(often, 5)
    if all(_begins(word, title) or _begins(word, text) for word in words):
        return _BEGUN + kind + (9 if all(_begins(word, title) for word in words) else 0)
    return 0


def _says(word: str, words: Iterable[str]) -> bool:
    """Whether a word is among others, in the singular or plural."""
    return any(other in (word, f"{word}s", f"{word}es") or f"{other}s" == word for other in words)


def _begins(word: str, words: Iterable[str]) -> bool:
    if len(word) >= _SHORTEST and any(other.startswith(word) for other in words):
        return True
    return _says(word, words)


def _show(passage: Passage, words: Sequence[str]) -> FoundPassage:
    return FoundPassage(
        passage.anchor, _mark(passage.title, words), _mark(passage.text, words), passage.kind
    )


def _mark(text: str, words: Sequence[str]) -> Markup:
    """A text in which the words are marked."""
    pieces = []
    end = 0
    for found in _WORD.finditer(text):
        if _begins_any(fold(found[0]), words):
            pieces += [Markup.escape(text[end : found.start()])]
            pieces += [Markup("<mark>{}</mark>").format(found[0])]
            end = found.end()
    pieces.append(Markup.escape(text[end:]))
    return Markup().join(pieces)


def _begins_any(found: str, words: Sequence[str]) -> bool:
    return any(_begins(word, (found,)) for word in words)
