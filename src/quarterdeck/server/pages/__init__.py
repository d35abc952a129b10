"""The pages: what people meet in the browser. Everything works with scripts off."""

from __future__ import annotations

from fastapi import APIRouter

from quarterdeck.server.pages import (
    acts,
    advice,
    api_docs,
    archive,
    as_app,
    back,
    calendar,
    company,
    covers,
    foretelling,
    frames,
    holidays,
    lessons,
    lobby,
    mine,
    new_table,
    news,
    orders,
    own_data,
    puzzles,
    reach,
    replay,
    result_picture,
    review,
    rulebook,
    signing_in,
    statistics,
    table,
    teaching,
    visit,
    ways,
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
    reach,
    holidays,
    company,
    own_data,
    ways,
    visit,
    signing_in,
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
    as_app,
    api_docs,
):
    router.include_router(part.router)

__all__ = ["refuse", "router"]
