"""How to play a game, and its rules: a page that teaches first, then one to look things up."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from quarterdeck import games
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.books import read_book
from quarterdeck.server.errors import NotFound
from quarterdeck.server.glossary import read_glossary
from quarterdeck.server.lookup import LONGEST_QUERY, index_of
from quarterdeck.server.pages.common import Reader, page, reader_of, wants_parts
from quarterdeck.server.pages.teaching import read_howto
from quarterdeck.server.searching import BEST, FoundPassage

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules_page(game: str, request: Request, reader: ReaderOf, q: str = "") -> HTMLResponse:
    """How to play, the player aid, what things are, the rules; for a panel only their body."""
    rules = games.load(game)
    say = reader.say()
    template = "parts/rules.html.jinja" if wants_parts(request) else "rules.html.jinja"
    return page(
        template,
        reader,
        say,
        title=say.text(rules.title),
        game=rules.id,
        howto=await asyncio.to_thread(read_howto, rules, reader.language, reader.theme),
        book=read_book(rules.folder, "RULES", reader.language),
        aid=read_book(rules.folder, "AID", reader.language),
        things=read_glossary(rules, reader.language).things,
        **await _search(rules, reader.language, q),
    )


@router.get("/rules/{game}/search", response_class=HTMLResponse)
async def rules_found(game: str, request: Request, reader: ReaderOf, q: str = "") -> HTMLResponse:
    """What was found, for a page that shows the rules already."""
    if not wants_parts(request):
        return await rules_page(game, request, reader, q)
    found = await _search(games.load(game), reader.language, q)
    return page("parts/found.html.jinja", reader, reader.say(), game=game, **found)


async def _search(rules: AnyRules, language: str, query: str) -> dict[str, Any]:
    """The answers to a question, for the templates: the best and the rest."""
    query = query[:LONGEST_QUERY]
    found: list[FoundPassage] = []
    if query.strip():
        found = await asyncio.to_thread(lambda: index_of(rules, language).search(query))
    return {"query": query, "best": found[:BEST], "more": found[BEST:]}


@router.get("/howto/{game}", response_class=HTMLResponse)
async def howto_page(game: str, reader: ReaderOf) -> HTMLResponse:
    """The goal, a turn, what earns points, first advice; with pictures from the board."""
    rules = games.load(game)
    say = reader.say()
    # Drawn when somebody asks for the first time.
    book = await asyncio.to_thread(read_howto, rules, reader.language, reader.theme)
    if book is None:
        raise NotFound("qd.server.no_page")
    return page(
        "howto.html.jinja", reader, say, title=say.text(rules.title), game=rules.id, howto=book
    )
