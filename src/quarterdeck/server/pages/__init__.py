"""The pages: what people meet in the browser. Everything works with scripts off."""

from __future__ import annotations

from fastapi import APIRouter

from quarterdeck.server.often import Endpoint
from quarterdeck.server.pages import (
    acts,
    back,
    covers,
    lobby,
    news,
    orders,
    replay,
    rulebook,
    table,
    visit,
)
from quarterdeck.server.pages.refusals import refuse

# What tables ask for all the time: see `server/often.py`.
often: dict[tuple[str, str], Endpoint] = {
    ("GET", "parts"): table.table_parts,
    ("GET", "stream"): news.stream,
    ("POST", "choose"): acts.choose,
}

router = APIRouter(include_in_schema=False)
for part in (lobby, visit, table, acts, orders, back, replay, rulebook, covers):
    router.include_router(part.router)

__all__ = ["often", "refuse", "router"]
