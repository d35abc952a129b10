"""The JSON API: everything the page can do, for programs.

It is described in /api/openapi.json, and for people, who can try it there, at /api/docs.

A program signs in with `Authorization: Bearer SECRET`: the secret of a guest's personal link, or
the token of one seat. Events are a stream of server-sent events; each carries the number of lines
of the table's story, which is also what a move must expect. While everybody chooses at once, you
count your own lines only; those of the others are added when all have finished.
"""

from __future__ import annotations

from fastapi import APIRouter

from quarterdeck.server.api import (
    absences,
    books,
    chat,
    choices,
    deadlines,
    events,
    friends,
    games,
    guests,
    insight,
    lessons,
    mine,
    orders,
    own_data,
    push,
    puzzles,
    reach,
    reviews,
    seats,
    statistics,
    tables,
    ways,
)

# In the order in which they are documented.
router = APIRouter()
for part in (
    games,
    books,
    guests,
    push,
    reach,
    ways,
    friends,
    own_data,
    mine,
    tables,
    seats,
    orders,
    absences,
    deadlines,
    choices,
    insight,
    reviews,
    puzzles,
    statistics,
    lessons,
    chat,
    events,
):
    router.include_router(part.router)

__all__ = ["router"]
