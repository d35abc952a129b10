"""The texts of a game's folder as HTML: rules, player aid, how to play.

Every rule has an address of its own. A text may lead to a rule (`[ships](rule:SO-7.1)`) or a thing
(`[the bank](thing:building-bank)`), and show a picture (`![what it shows](picture:market)`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

_RULE_ID = re.compile(r"[A-Z][A-Z0-9]*-\d+(\.\d+)?")
_CHAPTER = re.compile(rf"^## (?P<id>{_RULE_ID.pattern}) (?P<title>.+)$", re.MULTILINE)
_LEADS = {"rule:": "", "thing:": "thing-"}
_SHOWS = "picture:"


@dataclass(frozen=True)
class Chapter:
    id: str
    title: str


@dataclass(frozen=True)
class Book:
    """A text of a game's folder as HTML, and its chapters."""

    html: Markup
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True)
class Shown:
    """Where a page finds a picture, and how large it is."""

    address: str
    width: int
    height: int


FindPicture = Callable[[str], Shown | None]


def find_text(folder: Path, name: str, language: str) -> str | None:
    """A text in the reader's language, in English if there is no other."""
    for file in (folder / f"{name}.{language}.md", folder / f"{name}.md"):
        if file.exists():
            return file.read_text(encoding="utf-8")
    return None


@lru_cache
def read_book(folder: Path, name: str, language: str) -> Book | None:
    text = find_text(folder, name, language)
    return None if text is None else typeset(text)


@lru_cache
def name_chapters(folder: Path, language: str) -> dict[str, str]:
    """The titles of the chapters of a game's rules, by id: `SO-9`, "The market"."""
    text = find_text(folder, "RULES", language) or ""
    return {found["id"]: found["title"].strip() for found in _CHAPTER.finditer(text)}


def typeset(
    text: str, rulebook: str = "", prefix: str = "", find_picture: FindPicture | None = None
) -> Book:
    """Markdown as HTML in which rules and chapters can be linked to, without its title.

    `rulebook` is the address of the rules, `prefix` begins the names of the chapters.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    chapters = []
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[index + 1])
            found = _RULE_ID.match(title)
            id = found[0] if found else prefix + re.sub(r"\W+", "-", title.lower()).strip("-")
            token.attrSet("id", id)
            if token.tag == "h2":
                chapters.append(Chapter(id, title))
        if token.type == "list_item_open":
            inline = next(later for later in tokens[index:] if later.type == "inline")
            found = _RULE_ID.match(_plain(inline))
            if found and found[1]:
                token.attrSet("id", found[0])
        if token.type == "inline":
            _lead(token, rulebook)
    _show(tokens, find_picture)
    shown = tokens[3:] if tokens and tokens[0].tag == "h1" else tokens
    html = markdown.renderer.render(shown, markdown.options, {})
    html = html.replace("<table>", '<div class="scroller" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    # Markdown from the game's own folder, rendered without raw HTML.
    return Book(Markup(html), tuple(chapters))  # noqa: S704


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _lead(inline: Token, rulebook: str) -> None:
    """Let links to rules and things lead to the page of the rules."""
    for child in inline.children or []:
        target = str(child.attrGet("href") or "") if child.type == "link_open" else ""
        for sign, anchor in _LEADS.items():
            if target.startswith(sign):
                child.attrSet("href", f"{rulebook}#{anchor}{target[len(sign) :]}")
                child.attrSet("data-rules", "")


def _show(tokens: list[Token], find_picture: FindPicture | None) -> None:
    """Let a paragraph that is a picture become a figure with its caption."""
    for index, token in enumerate(tokens):
        images = [child for child in token.children or [] if child.type == "image"]
        if token.type != "inline" or not images:
            continue
        image = images[0]
        name = str(image.attrGet("src") or "")
        caption = Markup.escape(image.content)
        found = find_picture(name[len(_SHOWS) :]) if find_picture else None
        # The caption says what is to be seen, to those who hear it too, but only once.
        html = Markup("<figcaption>{}</figcaption>").format(caption)
        if found is not None:
            html = Markup(
                '<img src="{}" alt="{}" width="{}" height="{}" loading="lazy">'
                '<figcaption aria-hidden="true">{}</figcaption>'
            ).format(found.address, caption, found.width, found.height, caption)
        before, after = tokens[index - 1], tokens[index + 1]
        before.tag = after.tag = "figure"
        tokens[index] = Token("html_block", "", 0, content=str(html))
