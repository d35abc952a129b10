"""Help while a game is played: hints for whoever is asked, and everybody's chances."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import Request

from quarterdeck.server.api.callers import own_seats, viewer_for
from quarterdeck.server.api.common import CallerOf, HouseOf, Language, new_router
from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.hint_words import show_hint
from quarterdeck.server.outlooks import find_onlooker
from quarterdeck.server.people import language_of
from quarterdeck.server.state import translator_for

router = new_router("insight")


@router.post("/tables/{table_id}/hint")
async def ask_hint(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> dict[str, Any]:
    """Ask for a hint, if you are asked and the table allows it: up to three of the best choices.

    `value` is a choice's chance of winning, or, alone, the points expected (`by_points`); `error`
    how far off it may be; `lead` how far the first is ahead of the next, with its own `lead_error`.
    Where nobody has trained the game (`judged` is false) it is what a simple bot would choose.
    That you asked is told to everybody and noted in the record with the choice that follows. Asked
    again at the same place, you are told the same, and it counts once.
    """
    tables = here.tables
    seat, hint = await tables.hints.ask(table_id, lambda table: viewer_for(table, caller))
    table = await tables.live(table_id)
    say = translator_for(table, language_of(request, lang))
    shown = await show_hint(table, tables.faults, seat, hint, say)
    choices = [
        {
            "code": each.code,
            "notation": each.notation,
            "label": each.label,
            "effect": each.effect,
            "spots": list(each.spots),
            "value": known.value if hint.is_judged else None,
            "error": known.error if hint.is_judged else None,
        }
        for each, known in zip(shown.choices, hint.choices, strict=True)
    ]
    return {
        "seat": seat,
        "judged": hint.is_judged,
        "by_points": hint.by_points,
        "choices": choices,
        "lead": hint.lead,
        "lead_error": hint.error,
        "against": hint.against or None,
        "verdict": shown.verdict,
        "why": shown.why,
    }


@router.get("/tables/{table_id}/chances")
async def show_chances(table_id: str, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Everybody's chance of winning and the points expected of them, seat by seat, at a running
    table that tells them: to spectators while no player knows more than they do, and to a person
    who plays against bots only. Empty as long as nobody knows."""
    table = await here.tables.live(table_id)
    mine = own_seats(table, caller)
    async with table.lock:
        if find_onlooker(table, mine) is None:
            raise NotAllowed("qd.chances.not_told")
    found = await here.tables.outlooks.settle(table, mine)
    if found is None:
        return {"lines": table.story.public, "chances": [], "points": []}
    return asdict(found)
