"""The pages: what people meet in the browser. Everything works with scripts off."""

from __future__ import annotations

from fastapi import APIRouter

from quarterdeck.server.pages import (
    acts,
    advice,
    api_docs,
    archive,
    back,
    calendar,
    covers,
    foretelling,
    frames,
    lessons,
    lobby,
    mine,
    new_table,
    news,
    orders,
    puzzles,
    replay,
    result_picture,
    review,
    rulebook,
    statistics,
    table,
    teaching,
    visit,
)
from quarterdeck.server.pages.refusals import refuse

router = APIRouter(include_in_schema=False)
for part in (
    lobby,
    new_table,
    lessons,
    advice,
    # Before the personal links, which have any address below /me
    statistics,
    visit,
    mine,
    archive,
    calendar,
    table,
    news,
    acts,
    orders,
    back,
    replay,
    result_picture,
    review,
    puzzles,
    frames,
    rulebook,
    teaching,
    foretelling,
    covers,
    api_docs,
):
    router.include_router(part.router)

__all__ = ["refuse", "router"]
