"""A game's looks: the style of its boards and what the things on them are; its cover."""

from __future__ import annotations

import asyncio
import random
from functools import lru_cache

from fastapi import APIRouter
from fastapi.responses import Response

from quarterdeck import bots, games, pictures
from quarterdeck.bots import Budget, ask
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.assets import FOR_GOOD
from quarterdeck.server.errors import NotFound
from quarterdeck.server.glossary import read_glossary
from quarterdeck.server.paths import link

router = APIRouter()

KEEP = {"cache-control": "public, max-age=300"}
# The cover shows a game that bots have played so far; the same one every time.
PLIES = 90
SEED = 4


@router.get("/games/{game}/board.css")
async def board_style(game: str) -> Response:
    """The style of a game's boards."""
    rules = games.load(game)
    style = pictures.stylesheet(rules) if pictures.drawable(rules) else ""
    return Response(style, media_type="text/css", headers=KEEP)


@router.get("/games/{game}/things.json")
async def things(game: str, lang: str = LANGUAGES[0], v: str = "") -> Response:
    """What the things on a game's boards are, in one language."""
    glossary = read_glossary(games.load(game), lang if lang in LANGUAGES else LANGUAGES[0])
    headers = FOR_GOOD if v == glossary.mark else KEEP
    return Response(glossary.json, media_type="application/json", headers=headers)


def things_address(rules: AnyRules, language: str) -> str:
    """Where a page finds them; it changes with them, so browsers may keep what they got."""
    mark = read_glossary(rules, language).mark
    return link(f"/games/{rules.id}/things.json?lang={language}&v={mark}")


@router.get("/games/{game}/cover.svg")
async def cover(game: str, lang: str = LANGUAGES[0]) -> Response:
    """The board in the middle of a game."""
    if not pictures.drawable(games.load(game)):
        raise NotFound("qd.server.no_page")
    language = lang if lang in LANGUAGES else LANGUAGES[0]
    picture = await asyncio.to_thread(_cover, game, language)
    return Response(picture, media_type="image/svg+xml", headers=KEEP)


@lru_cache
def _cover(game: str, language: str) -> str:
    rules = games.load(game)
    names = Translator(language)("qd.page.cover.names").split(", ")
    view = rules.view(_middle(game), None)
    return pictures.board(rules, view, Translator(language, names))


@lru_cache
def _middle(game: str) -> Position:
    """A position from the middle of a game."""
    rules = games.load(game)
    played = Game.new(rules, rules.default_seats, dealer=random.Random(SEED))
    bot = bots.make(bots.DEFAULT, rules, SEED)
    while played.ply < PLIES and played.actor is not None:
        played.play(ask(bot, played.position, played.actor, Budget(0.05)))
    # A short game is over by then
    return played.at(played.ply // 2, None).position if played.finished else played.position
