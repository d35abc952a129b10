"""What all parts of the API share: how they are refused, who calls, and the words they use."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from quarterdeck.server.house import House
from quarterdeck.server.people import Caller
from quarterdeck.server.talking import admit

MOST_LINES = 1_000_000

Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[\w-]+$")]
Language = Annotated[str | None, Query(alias="lang", max_length=5)]
After = Annotated[int, Query(ge=-1, le=MOST_LINES)]
Seat = Annotated[int, Field(ge=0, le=8)]
SeatNumber = Annotated[int, Path(ge=0, le=8)]


class Wish(BaseModel):
    """What a program asks for. Types are taken at their word: `true` is not 1, nor is "1"."""

    model_config = ConfigDict(strict=True)


class Problem(BaseModel):
    """Why something was refused, in the reader's language; nothing has changed."""

    error: str
    id: str
    rule: str | None = None
    request: str | None = None


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why}
    for status, why in {
        400: "This cannot be done.",
        403: "Not yours to do, or not your turn.",
        404: "No such table, game or bot.",
        408: "The request took too long to arrive.",
        409: "Somebody else was faster.",
        413: "Too large.",
        422: "Malformed, or not open by the rules.",
        429: "Too many requests.",
        431: "The headers are too large.",
        500: "A fault of the server; `request` is its number in the log.",
        503: "The database is away, or the server is ending: try again in a moment.",
    }.items()
}


def house_of(request: Request) -> House:
    found: House = request.app.state.house
    return found


HouseOf = Annotated[House, Depends(house_of)]


async def caller_of(request: Request) -> Caller:
    return await house_of(request).people.caller(request)


CallerOf = Annotated[Caller, Depends(caller_of)]


async def admit_caller(request: Request, here: HouseOf, caller: CallerOf) -> None:
    """Refuse whomever a table's host has sent away, and note that a player who asks is there."""
    table_id = request.path_params.get("table_id")
    if table_id is not None and caller.guest is not None:
        admit(await here.tables.live(table_id), caller.guest.id)
    if table_id is not None:
        await here.tables.visited(table_id, caller)


def new_router(subject: str) -> APIRouter:
    """A router for one subject of the API, under which its requests are listed."""
    return APIRouter(
        prefix="/api", tags=[subject], responses=REFUSALS, dependencies=[Depends(admit_caller)]
    )
