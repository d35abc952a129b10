"""The pages: what people meet in the browser. Everything works with scripts off."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.routing import Route

from quarterdeck.server.pages import (
    acts,
    back,
    covers,
    lobby,
    orders,
    replay,
    rulebook,
    table,
    visit,
)
from quarterdeck.server.pages.refusals import refuse

# What tables ask for all the time is tried first, and read without further ado.
often = [
    Route("/t/{table_id}/parts", table.table_parts),
    Route("/t/{table_id}/choose", acts.choose, methods=["POST"]),
]

router = APIRouter(include_in_schema=False)
for part in (lobby, visit, table, acts, orders, back, replay, rulebook, covers):
    router.include_router(part.router)

__all__ = ["often", "refuse", "router"]
