"""Asking the coach in an ordinary game: what the question is about, what it would do and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.preview import tell
from quarterdeck.server.advising import Advice
from quarterdeck.server.books import Chapter, read_book
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.common import Reader, game_title, page, reader_of, wants_parts
from quarterdeck.server.sight import sight
from quarterdeck.server.state import translator_for

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@dataclass(frozen=True)
class ShownAdvice:
    """What the coach answers, in the reader's language. `label` is empty if it suggests nothing."""

    question: str
    about: str
    chapter: Chapter | None
    code: int = 0
    label: str = ""
    effect: str = ""
    reasons: str = ""


@router.get("/t/{table_id}/advice", response_class=HTMLResponse)
async def ask_coach(
    table_id: str, request: Request, reader: ReaderOf, text: bool = False
) -> HTMLResponse:
    """What the coach says to whoever is asked, as a page or as a part of one."""
    table = await reader.house.tables.live(table_id)
    seat, advice = await reader.house.tables.advisers.advise(
        table, lambda: sight(table, reader.guest_id, reader.hands).viewer
    )
    say = translator_for(table, reader.language)
    async with table.lock:
        shown = show_advice(table, seat, advice, say)
    alone = not wants_parts(request)
    template = "advice.html.jinja" if alone else "parts/advice.html.jinja"
    return page(
        template,
        reader,
        say,
        row=table.row,
        game=game_title(say, table.row.game),
        advice=shown,
        text=text,
        alone=alone,
    )


def show_advice(table: LiveTable, seat: int, advice: Advice | None, say: Translator) -> ShownAdvice:
    game = table.playing()
    seen = game.position.visible_to(seat)
    prompt, about = game.prompt(seat), table.rules.about(seen, seat)
    question = "" if prompt is None else say.text(prompt)
    told = "" if about is None else say.text(about)
    chapter = _find_chapter(table, seat, say.language)
    if advice is None or advice.code not in game.position.legal(seat):
        return ShownAdvice(question, told, chapter)
    choice = table.rules.describe(seen, seat, advice.code)
    return ShownAdvice(
        question,
        told,
        chapter,
        advice.code,
        say.text(table.rules.offer(choice)),
        "" if choice.effect is None else say.text(choice.effect),
        find_reasons(advice, seat, say),
    )


def find_reasons(advice: Advice, seat: int, say: Translator) -> str:
    """What the choice would surely change for the player, else what is likeliest."""
    told = tell(advice.preview, seat, say)
    found = told.sure or (told.ways[0].changes if told.ways else ())
    return next((changes.text for changes in found if not changes.name), "")


def _find_chapter(table: LiveTable, seat: int, language: str) -> Chapter | None:
    """The chapter of the rules that most of the open choices belong to."""
    book = read_book(table.rules.folder, "RULES", language)
    if book is None:
        return None
    game = table.playing()
    counted = Counter(choice.rule.partition(".")[0] for choice in game.legal_for(seat))
    for rule, _ in counted.most_common():
        for chapter in book.chapters:
            if chapter.id == rule:
                return chapter
    return None
