"""A new table: who sits there, its options, and what its host wishes for."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from quarterdeck import games
from quarterdeck.bots.offering import USUAL_OPPONENT
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.gathering import ANYBODY, HERE, NewTable
from quarterdeck.server.pace import (
    ENDS,
    LIVE,
    MOST_HOURS,
    OWN,
    PACES,
    REMIND,
    away_after,
    describe_pace,
    read_pace,
)
from quarterdeck.server.pages.asked_bots import read_bot
from quarterdeck.server.pages.common import (
    Fields,
    Reader,
    fields_of,
    option_fields,
    page,
    reader_of,
    see_other,
)
from quarterdeck.server.pages.lobby import card_of
from quarterdeck.server.pages.visit import settle_in
from quarterdeck.server.wishes import (
    ANY,
    EXPERIENCES,
    FILL_HOURS,
    LONGEST_REMARK,
    SPOKEN,
    Wishes,
)

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/new/{game}", response_class=HTMLResponse)
async def new_table(game: str, reader: ReaderOf) -> HTMLResponse:
    return show_new_table(game, reader)


def show_new_table(game: str, reader: Reader, notice: str = "", status: int = 200) -> HTMLResponse:
    rules = games.load(game)
    say = reader.say()
    return page(
        "new.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        game=card_of(rules, say),
        options=option_fields(rules, say),
        paces=[(name, say.text(describe_pace(name))) for name in PACES],
        own_pace=OWN,
        most_hours=MOST_HOURS,
        ends=ENDS,
        opponent=USUAL_OPPONENT,
        stand_in=USUAL_OPPONENT,
        experiences=EXPERIENCES,
        spoken=SPOKEN,
        fill_hours=FILL_HOURS,
        longest_remark=LONGEST_REMARK,
        default_seats=card_of(rules, say).quick,
    )


@router.post("/new/{game}")
async def create_table(game: str, request: Request, reader: ReaderOf) -> RedirectResponse:
    fields = await fields_of(request)
    rules = games.load(game)
    guest, remember = await settle_in(request, reader, fields)
    pace = _pace(fields)
    wish = NewTable(
        rules.id,
        _seating(rules, fields),
        {o.id: fields.text(f"option-{o.id}", o.default) for o in rules.options},
        fields.text("title"),
        fields.text("listed", "yes") == "yes",
        tuple(fields.text(f"name-{number}").strip() for number in range(rules.seats[-1])),
        away_after(pace),
        fields.text("stand-in", USUAL_OPPONENT),
        fields.text("suggestions", "yes") == "yes",
        fields.text("bots-tell", "no") == "yes",
        chances=fields.text("chances", "no") == "yes",
        pace=pace,
        time_up=fields.text("time-up", REMIND),
        holidays=fields.text("holidays", "yes") == "yes",
        wishes=Wishes(
            fields.text("experience", ANY),
            fields.text("language", ANY),
            fields.text("remark"),
            fields.number("fill-after", 0),
            fields.text("fill-bot", USUAL_OPPONENT),
        ),
    )
    table = await reader.house.tables.gathering.create(wish, guest)
    return await remember(see_other(f"/t/{table.row.id}"))


def _pace(fields: Fields) -> str:
    """The pace that was chosen; the hours count only with a bank of one's own."""
    name = fields.text("pace", LIVE)
    if name != OWN:
        return read_pace(name)
    return read_pace(name, fields.number("bank-hours", 0), fields.number("refill-hours", 0))


def _seating(rules: AnyRules, fields: Fields) -> tuple[str, ...]:
    count = fields.number("seats", rules.default_seats)
    first = HERE, *[ANYBODY] * 8
    return tuple(
        read_bot(fields, f"seat-{number}", first[number]) for number in range(min(count, 8))
    )
