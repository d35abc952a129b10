"""The review of a finished game."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import Request
from fastapi.responses import Response

from quarterdeck.review import storing
from quarterdeck.server.api.common import CallerOf, HouseOf, Language, new_router
from quarterdeck.server.people import Caller, address_of, language_of
from quarterdeck.server.reviews import ReviewState
from quarterdeck.server.state import translator_for

router = new_router("reviews")


@router.get("/tables/{table_id}/review")
async def show_review(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> Any:
    """What decided a finished game: chances of winning and expected points at every ply, luck,
    every choice next to the best one found, the choices that mattered, and a tally for each seat.

    It is begun when somebody first asks, in the background: `stage` is "waiting", "working" or
    "crowded" (ask again later), "complete", "failed" (`POST` tries again) or "impossible" (`why`
    says why). `progress` goes from 0 to 1 meanwhile. The graph is there first; choices and tallies
    are empty until the review is `complete`. While the game is running everybody is refused.
    """
    table = await here.tables.live(table_id)
    found = await here.tables.reviews.look(table, _owner(caller, request))
    say = translator_for(table, language_of(request, lang))
    return _answer(found, None if found.why is None else say.text(found.why))


@router.post("/tables/{table_id}/review")
async def try_review_again(
    table_id: str, request: Request, here: HouseOf, caller: CallerOf, lang: Language = None
) -> Any:
    """The same, and a review that has failed is begun once more."""
    table = await here.tables.live(table_id)
    found = await here.tables.reviews.try_again(table, _owner(caller, request))
    say = translator_for(table, language_of(request, lang))
    return _answer(found, None if found.why is None else say.text(found.why))


def _owner(caller: Caller, request: Request) -> str:
    return caller.guest.id if caller.guest else address_of(request)


def _answer(found: ReviewState, why: str | None) -> Response:
    content: dict[str, Any] = {"stage": found.stage, "complete": False}
    if found.stage.goes_on:
        content["progress"] = found.done
    if why is not None:
        content["why"] = why
    if found.review is not None:
        content |= storing.to_json(found.review)
    return Response(
        orjson.dumps(content),
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )
