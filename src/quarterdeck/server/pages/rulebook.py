"""The rules of a game as a page: every rule has an address of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from quarterdeck import games
from quarterdeck.server.pages.common import Reader, enhanced, page, reader_of

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

_RULE_ID = re.compile(r"[A-Z][A-Z0-9]*-\d+(\.\d+)?")


@dataclass(frozen=True)
class Chapter:
    id: str
    title: str


@dataclass(frozen=True)
class Book:
    """A text of a game's folder as HTML, and its chapters."""

    html: Markup
    chapters: tuple[Chapter, ...]


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules_page(game: str, request: Request, reader: ReaderOf) -> HTMLResponse:
    """The rules and, where there is one, the player aid; for a panel only their body."""
    rules = games.load(game)
    say = reader.say()
    template = "parts/rules.html.jinja" if enhanced(request) else "rules.html.jinja"
    return page(
        template,
        reader,
        say,
        title=say.text(rules.title),
        game=rules.id,
        book=read_book(rules.folder, "RULES", reader.language),
        aid=read_book(rules.folder, "AID", reader.language),
    )


@lru_cache
def read_book(folder: Path, name: str, language: str) -> Book | None:
    """A text in the reader's language, in English if there is no other."""
    for file in (folder / f"{name}.{language}.md", folder / f"{name}.md"):
        if file.exists():
            return typeset(file.read_text(encoding="utf-8"))
    return None


def typeset(text: str) -> Book:
    """Markdown as HTML in which rules and chapters can be linked to, without its title."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    chapters = []
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[index + 1])
            found = _RULE_ID.match(title)
            id = found[0] if found else re.sub(r"\W+", "-", title.lower()).strip("-")
            token.attrSet("id", id)
            if token.tag == "h2":
                chapters.append(Chapter(id, title))
        if token.type == "list_item_open":
            inline = next(later for later in tokens[index:] if later.type == "inline")
            found = _RULE_ID.match(_plain(inline))
            if found and found[1]:
                token.attrSet("id", found[0])
    shown = tokens[3:] if tokens and tokens[0].tag == "h1" else tokens
    html = markdown.renderer.render(shown, markdown.options, {})
    html = html.replace("<table>", '<div class="scroller" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    # Markdown from the game's own folder, rendered without raw HTML.
    return Book(Markup(html), tuple(chapters))  # noqa: S704


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])
