"""Learning: a guided first game, what its coach says, and asking the coach in an ordinary game."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import Field

from quarterdeck.advice import tell_advice
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.advising import find_chapter
from quarterdeck.server.api.callers import own_seats, viewer_for
from quarterdeck.server.api.choices import RedoIn, attempt_of
from quarterdeck.server.api.common import (
    MOST_LINES,
    CallerOf,
    HouseOf,
    Language,
    Wish,
    new_router,
)
from quarterdeck.server.api.rows import table_json
from quarterdeck.server.coaching import show_coaching
from quarterdeck.server.errors import TableError
from quarterdeck.server.learning import (
    begin_lesson,
    find_begun,
    find_coaching,
    note_heard,
    return_to_path,
)
from quarterdeck.server.live import LiveTable
from quarterdeck.server.people import language_of
from quarterdeck.server.state import translator_for

router = new_router("lessons")


class LessonIn(Wish):
    """`again`: from its beginning, though you have begun it before."""

    game: Annotated[str, Field(max_length=40)]
    again: bool = False


class HeardIn(Wish):
    """Which remark you have heard: its `remark` and `moment`."""

    remark: Annotated[str, Field(max_length=80)]
    moment: Annotated[int, Field(ge=0, le=MOST_LINES)]


class ReturnIn(RedoIn):
    """Back to the path of the lesson."""


@router.get("/lessons")
async def list_lessons(here: HouseOf, caller: CallerOf) -> dict[str, dict[str, Any]]:
    """The lessons you have begun and can take up, by game: their table, and how far you are."""
    begun = await find_begun(here, caller.guest.id if caller.guest else None)
    return {
        game: {"table": each.table, "number": each.number, "total": each.total}
        for game, each in begun.items()
    }


@router.post("/lessons")
async def post_lesson(
    wish: LessonIn, request: Request, here: HouseOf, lang: Language = None
) -> dict[str, Any]:
    """Begin the lesson of a game, or take it up: its table, where you play as at any other."""
    guest = await here.people.guest(request)
    say = Translator(language_of(request, lang))
    table_id = await begin_lesson(here, wish.game, guest, say, wish.again)
    return table_json((await here.tables.live(table_id)).row)


@router.get("/tables/{table_id}/coach")
async def hear_coach(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> dict[str, Any]:
    """What the coach of a lesson says to you now. `kind`: it says something and you tell it to go
    on (`says`), waits for one of the `wanted` choices (`waits`), has noticed that you left the path
    (`left`: go on, or return), watches the others with you (`watches`), leaves the choice to you
    (`free`), or is done (`over`)."""
    table = await here.tables.live(table_id)
    async with table.lock:
        say = translator_for(table, language_of(request, lang))
        return _coaching_json(table, own_seats(table, caller), say)


@router.post("/tables/{table_id}/coach")
async def post_heard(
    table_id: str,
    wish: HeardIn,
    request: Request,
    here: HouseOf,
    caller: CallerOf,
    lang: Language = None,
) -> dict[str, Any]:
    """You have heard this remark, or go your own way; answers with what the coach says next. A
    remark that is gone already changes nothing."""
    table = await here.tables.live(table_id)
    held = own_seats(table, caller)
    await note_heard(here, table, held, wish.remark, wish.moment)
    async with table.lock:
        return _coaching_json(table, held, translator_for(table, language_of(request, lang)))


@router.post("/tables/{table_id}/coach/back")
async def post_return(
    table_id: str, wish: ReturnIn, here: HouseOf, caller: CallerOf
) -> dict[str, Any]:
    """Return to the path of the lesson: to before the choice by which you left it."""
    attempt = await attempt_of(here, table_id, caller, wish)
    table = await here.tables.live(table_id)
    await return_to_path(here, table, attempt)
    return {"lines": table.story.count(attempt.held)}


def _coaching_json(table: LiveTable, held: tuple[int, ...], say: Translator) -> dict[str, Any]:
    coaching = find_coaching(table, held)
    assert table.coach is not None
    shown = show_coaching(table, table.coach.lesson.learner, say)
    assert shown is not None
    return {
        "kind": shown.kind,
        "remark": shown.remark,
        "moment": shown.moment,
        "number": coaching.number,
        "total": coaching.total,
        "text": [text for text in (shown.text, *shown.more) if text],
        "points": list(shown.points),
        "wanted": [table.rules.space.notation(code) for code in shown.wanted],
        "goes_on": shown.goes_on,
        "goes_back": shown.goes_back,
    }


@router.get("/tables/{table_id}/advice")
async def ask_coach(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> dict[str, Any]:
    """What you are asked is about, and which chapter of the rules tells more."""
    table = await here.tables.live(table_id)
    say = translator_for(table, language_of(request, lang))
    async with table.lock:
        seat = viewer_for(table, caller)
        game = table.playing()
        if seat is None or seat not in game.actors:
            raise TableError("qd.server.not_asked_now")
        told = tell_advice(game, seat, None, say)
        chapter = find_chapter(table, seat, say.language)
    return {
        "seat": seat,
        "question": told.question,
        "about": told.about or told.question,
        "rules": None if chapter is None else chapter.id,
    }
