"""Playing: what is open, a choice, taking it back, and asking the others to go back further."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import orjson
from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import Field

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.figures import Change
from quarterdeck.preview import tell, tell_lines
from quarterdeck.server.api.callers import own_seats, seat_for, viewer_for
from quarterdeck.server.api.common import (
    MOST_LINES,
    CallerOf,
    HouseOf,
    Key,
    Language,
    Seat,
    Wish,
    new_router,
)
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.house import House
from quarterdeck.server.people import Caller, language_of
from quarterdeck.server.previews import foretell, read_choices
from quarterdeck.server.state import describe_question, translator_for

router = new_router("choices")


class MoveIn(Wish):
    """Choices as notations or codes, applied whole or refused whole."""

    expected: Annotated[int, Field(ge=0, le=MOST_LINES)]
    choices: Annotated[
        list[Annotated[str, Field(max_length=120)] | Annotated[int, Field(ge=0, le=10_000_000)]],
        Field(min_length=1, max_length=40),
    ]
    key: Key
    seat: Seat | None = None


class UndoIn(Wish):
    expected: Annotated[int, Field(ge=0, le=MOST_LINES)]
    key: Key
    seat: Seat | None = None
    whole_turn: bool = False


class RedoIn(Wish):
    expected: Annotated[int, Field(ge=0, le=MOST_LINES)]
    key: Key
    seat: Seat | None = None


class BackIn(Wish):
    """`ply` is one of your own count, as in the log: the one before your choice."""

    expected: Annotated[int, Field(ge=0, le=MOST_LINES)]
    key: Key
    ply: Annotated[int, Field(ge=0, le=MOST_LINES)]
    seat: Seat | None = None


class AnswerIn(Wish):
    ply: Annotated[int, Field(ge=0, le=MOST_LINES)]
    agree: bool


@router.get("/tables/{table_id}/preview")
async def preview_choice(
    table_id: str,
    request: Request,
    here: HouseOf,
    caller: CallerOf,
    choice: Annotated[str, Query(max_length=2000)],
    lang: Language = None,
) -> Any:
    """What a choice of yours would change now, or several with semicolons between them that can be
    made with one gesture. Where chance follows: its ways, with their odds in words and as a share
    of 1. `exact`: these are the odds of the rules, else those of a sample."""
    table = await here.tables.live(table_id)
    seat, found = await foretell(
        table, here.tables.faults, lambda: viewer_for(table, caller), read_choices(choice)
    )
    say = translator_for(table, language_of(request, lang))
    told = tell(found, seat, say)
    ways = [{"share": float(way.odds), "changes": _changes(way.changes, say)} for way in found.ways]
    content = {
        "seat": seat,
        "sure": _changes(found.sure, say),
        "ways": ways,
        "exact": found.exact,
        "text": tell_lines(told, say),
    }
    return Response(orjson.dumps(content), media_type="application/json")


def _changes(changes: Iterable[Change], say: Translator) -> list[dict[str, Any]]:
    return [
        {
            "seat": change.seat,
            "id": change.id,
            "label": say.text(change.label),
            "before": change.before,
            "after": change.after,
            "gained": [say.text(name) for name in change.gained],
            "lost": [say.text(name) for name in change.lost],
        }
        for change in changes
    ]


@router.get("/tables/{table_id}/choices")
async def list_choices(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> Any:
    """What you are asked and what is open to you now; empty if it is not your turn."""
    table = await here.tables.live(table_id)
    async with table.lock:
        with here.tables.faults.showing(table):
            viewer, language = viewer_for(table, caller), language_of(request, lang)
            question = describe_question(table, viewer, language, own_seats(table, caller))
    return Response(orjson.dumps(question), media_type="application/json")


async def attempt_of(
    here: House, table_id: str, caller: Caller, wish: MoveIn | UndoIn | RedoIn | BackIn
) -> Attempt:
    """What a request carries besides what it wants."""
    table = await here.tables.live_at(
        table_id, wish.expected, lambda table: own_seats(table, caller)
    )
    seat = seat_for(table, caller, wish.seat)
    return Attempt(seat, wish.expected, wish.key, own_seats(table, caller), wish.seat)


@router.post("/tables/{table_id}/moves")
async def post_move(table_id: str, wish: MoveIn, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Make a choice. A repeated key is answered and not applied again."""
    attempt = await attempt_of(here, table_id, caller, wish)
    table = await here.tables.choose(table_id, attempt, wish.choices)
    return {"lines": table.story.count(attempt.held), "finished": table.playing().finished}


@router.post("/tables/{table_id}/undo")
async def post_undo(table_id: str, wish: UndoIn, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Take back your last choice with those posted together with it, or your whole turn, as far
    as nothing stands in between."""
    attempt = await attempt_of(here, table_id, caller, wish)
    table = await here.tables.undo(table_id, attempt, wish.whole_turn)
    return {"lines": table.story.count(attempt.held)}


@router.post("/tables/{table_id}/redo")
async def post_redo(table_id: str, wish: RedoIn, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Make again the choice you took back last, with those it was posted together with."""
    attempt = await attempt_of(here, table_id, caller, wish)
    table = await here.tables.redo(table_id, attempt)
    return {"lines": table.story.count(attempt.held)}


@router.post("/tables/{table_id}/back")
async def ask_back(table_id: str, wish: BackIn, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Ask to go back to before a choice of yours. Everybody else at the table must agree,
    unless you could take it back alone or there is nobody else."""
    attempt = await attempt_of(here, table_id, caller, wish)
    went_back = await here.tables.recalls.ask(table_id, attempt, wish.ply)
    table = await here.tables.live(table_id)
    return {"lines": table.story.count(attempt.held), "went_back": went_back}


@router.post("/tables/{table_id}/back/answer")
async def answer_back(
    table_id: str, wish: AnswerIn, here: HouseOf, caller: CallerOf
) -> dict[str, bool]:
    """Agree that the table goes back to before somebody's choice, or refuse."""
    held = own_seats(await here.tables.live(table_id), caller)
    return {"went_back": await here.tables.recalls.answer(table_id, held, wish.ply, wish.agree)}


@router.delete("/tables/{table_id}/back")
async def withdraw_back(table_id: str, here: HouseOf, caller: CallerOf) -> dict[str, bool]:
    """You do not want to go back any more."""
    held = own_seats(await here.tables.live(table_id), caller)
    await here.tables.recalls.withdraw(table_id, held)
    return {"went_back": False}


@router.post("/tables/{table_id}/nudge")
async def nudge(table_id: str, here: HouseOf, caller: CallerOf) -> dict[str, bool]:
    """Nudge those who are still choosing while you wait."""
    held = own_seats(await here.tables.live(table_id), caller)
    await here.tables.nudges.nudge(table_id, held)
    return {"nudged": True}
