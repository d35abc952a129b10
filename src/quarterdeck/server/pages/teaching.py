"""How to play, as a text with pictures: drawn once from the real board for each language."""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache

from fastapi import APIRouter
from fastapi.responses import Response

from quarterdeck import games, howto, pictures
from quarterdeck.howto import BadHowTo, DrawnPicture
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.pictures.parts import digest
from quarterdeck.server.assets import FOR_GOOD
from quarterdeck.server.books import Book, Shown, find_text, typeset
from quarterdeck.server.errors import NotFound
from quarterdeck.server.paths import root as current_root

router = APIRouter()
logger = logging.getLogger(__name__)

FOR_NOW = {"cache-control": "public, max-age=300"}


@lru_cache
def has_howto(rules: AnyRules) -> bool:
    return (rules.folder / f"{howto.TEXT}.md").exists()


def read_howto(rules: AnyRules, language: str, theme: str) -> Book | None:
    """The text that teaches a game; a picture that cannot be drawn is left out."""
    return _typeset(rules, language, theme, current_root())


@lru_cache
def _typeset(rules: AnyRules, language: str, theme: str, root: str) -> Book | None:
    text = find_text(rules.folder, howto.TEXT, language)
    if text is None:
        return None

    def find_picture(name: str) -> Shown | None:
        try:
            drawn = draw(rules, name, language, theme)
        except BadHowTo as error:
            logger.error("how to play %s: %s", rules.id, error)
            return None
        address = f"{root}/games/{rules.id}/howto/{name}.svg"
        address += f"?lang={language}&theme={theme}&v={digest(drawn.svg)}"
        return Shown(address, round(drawn.width), round(drawn.height))

    return typeset(text, f"{root}/rules/{rules.id}", "howto-", find_picture)


@lru_cache(maxsize=128)
def draw(rules: AnyRules, name: str, language: str, theme: str) -> DrawnPicture:
    """A picture by its name; raises BadHowTo."""
    found = howto.read_pictures(rules.folder).get(name)
    if found is None:
        raise BadHowTo(name, howto.FILE)
    names = Translator(language)("qd.page.cover.names").split(", ")
    return howto.draw(rules, found, Translator(language, names), theme)


@router.get("/games/{game}/howto/{name}.svg")
async def howto_picture(
    game: str, name: str, lang: str = LANGUAGES[0], theme: str = "auto", v: str = ""
) -> Response:
    """A picture of How to play."""
    rules = games.load(game)
    language = lang if lang in LANGUAGES else LANGUAGES[0]
    colours = theme if theme in pictures.THEMES else "auto"
    try:
        svg = (await asyncio.to_thread(draw, rules, name, language, colours)).svg
    except BadHowTo:
        raise NotFound("qd.server.no_page") from None
    headers = FOR_GOOD if v == digest(svg) else FOR_NOW
    return Response(svg, media_type="image/svg+xml", headers=headers)
