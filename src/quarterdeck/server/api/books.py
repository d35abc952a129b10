"""What a game's texts say: how it is played, its rules by their ids, and a search in them."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Path, Query, Request

from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.api.common import Language, new_router
from quarterdeck.server.lookup import (
    LONGEST_QUERY,
    find_rule,
    index_of,
    read_chapters,
    read_teaching,
)
from quarterdeck.server.people import language_of

router = new_router("books")

Words = Annotated[str, Query(alias="q", max_length=LONGEST_QUERY)]
RuleId = Annotated[str, Path(max_length=40)]


@router.get("/games/{game}/how-to-play")
async def how_to_play(game: str, request: Request, lang: Language = None) -> dict[str, str]:
    """How a game is played, and its player aid, as Markdown."""
    rules, language = games.load(game), language_of(request, lang)
    teaching, aid = read_teaching(rules, language)
    title = Translator(language).text(rules.title)
    return {"game": rules.id, "title": title, "how_to_play": teaching, "aid": aid}


@router.get("/games/{game}/rules")
async def list_rules(game: str, request: Request, lang: Language = None) -> dict[str, Any]:
    """The rules of a game, chapter by chapter, as Markdown. Every rule begins with its id."""
    rules, language = games.load(game), language_of(request, lang)
    title = Translator(language).text(rules.title)
    chapters = [asdict(chapter) for chapter in read_chapters(rules, language)]
    return {"game": rules.id, "title": title, "chapters": chapters}


@router.get("/games/{game}/rules/{rule}")
async def show_rule(
    game: str, rule: RuleId, request: Request, lang: Language = None
) -> dict[str, str]:
    """One rule by its id (`SO-4.5`), or a chapter (`SO-4`)."""
    return asdict(find_rule(games.load(game), language_of(request, lang), rule))


@router.get("/games/{game}/search")
async def search_rules(
    game: str, request: Request, words: Words, lang: Language = None
) -> list[dict[str, str]]:
    """What is said about words, the answer first.

    `kind` is `thing` (something on the board), `chapter`, `rule` or `row` (of a table);
    `id` is that of the rule or chapter, or begins with `thing-`.
    """
    rules, language = games.load(game), language_of(request, lang)
    found = await asyncio.to_thread(lambda: index_of(rules, language).search(words))
    return [
        {
            "kind": passage.kind,
            "id": passage.anchor,
            "title": passage.title.striptags(),
            "text": passage.text.striptags(),
        }
        for passage in found
    ]
