"""A game's texts as plain Markdown, for programs: rules by their ids, how to play, the player aid.

And the index that both pages and programs search.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from quarterdeck import howto
from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.books import find_text, read_book
from quarterdeck.server.glossary import read_glossary
from quarterdeck.server.searching import Index, Passage, read_passages

LONGEST_QUERY = 80

_HEADING = re.compile(r"^## (?:(?P<id>[A-Z][A-Z0-9]*-\d+) )?(?P<title>.+)$", re.MULTILINE)
_RULE = re.compile(r"- \*\*(?P<id>[A-Z][A-Z0-9]*-[\d.]+)\*\* ")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(picture:[^)]*\)")
_LEAD = re.compile(r"\[([^\]]*)\]\((rule|thing):([^)]*)\)")


@dataclass(frozen=True)
class PlainChapter:
    """A chapter of the rules as Markdown, without its heading; `id` may be empty."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class PlainRule:
    """A rule, or a whole chapter, as Markdown; `chapter` is the title it stands under."""

    id: str
    chapter: str
    text: str


@lru_cache
def index_of(rules: AnyRules, language: str) -> Index:
    """What can be found in a game's rules, and among its things."""
    things = read_glossary(rules, language).things
    entries = [
        Passage(f"thing-{thing.id}", thing.name, thing.text, "thing", thing.rule)
        for thing in things
    ]
    book = read_book(rules.folder, "RULES", language)
    return Index([*entries, *(read_passages(book.html) if book else ())])


@lru_cache
def read_chapters(rules: AnyRules, language: str) -> tuple[PlainChapter, ...]:
    """The rules chapter by chapter; what stands before the first one is left out."""
    text = find_text(rules.folder, "RULES", language) or ""
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return tuple(
        PlainChapter(
            heading["id"] or "", heading["title"].strip(), text[heading.end() : end].strip()
        )
        for heading, end in zip(headings, ends, strict=True)
    )


def find_rule(rules: AnyRules, language: str, id: str) -> PlainRule:
    """A rule (SO-4.5) or a chapter (SO-4), whatever its capitals; raises UnknownName."""
    chapters = read_chapters(rules, language)
    wanted = id.strip().upper()
    for chapter in chapters:
        if wanted and wanted == chapter.id:
            return PlainRule(chapter.id, chapter.title, chapter.text)
        for line in chapter.text.splitlines():
            found = _RULE.match(line)
            if found and found["id"] == wanted:
                return PlainRule(wanted, chapter.title, line.removeprefix("- "))
    raise UnknownName("rule", id, [chapter.id for chapter in chapters if chapter.id])


def read_teaching(rules: AnyRules, language: str) -> tuple[str, str]:
    """How to play and the player aid; a text that the game does not have is empty."""
    found = (find_text(rules.folder, name, language) or "" for name in (howto.TEXT, "AID"))
    teaching, aid = (_without_leads(text).strip() for text in found)
    return teaching, aid


def _without_leads(text: str) -> str:
    """Pictures become what they show, links their words; a rule keeps its id."""

    def lead(found: re.Match[str]) -> str:
        is_rule = found[2] == "rule" and found[3] not in found[1]
        return f"{found[1]} ({found[3]})" if is_rule else found[1]

    return _LEAD.sub(lead, _PICTURE.sub(r"*\1*", text))
