"""A table: the waiting room, the table itself, its text mode and its parts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from quarterdeck.bots.offering import bot_label
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.preview import tell_lines
from quarterdeck.server.identity import new_secret
from quarterdeck.server.live import LiveTable
from quarterdeck.server.orders import may_order
from quarterdeck.server.pages.aside import show_aside
from quarterdeck.server.pages.chances import show_chances
from quarterdeck.server.pages.clocks import show_pace, show_times
from quarterdeck.server.pages.common import (
    Reader,
    game_title,
    page,
    reader_of,
    render,
    wants_parts,
)
from quarterdeck.server.pages.composing import (
    collect_values,
    compose_page,
    describe_absences,
    find_company,
    group_reasons,
)
from quarterdeck.server.pages.covers import things_address
from quarterdeck.server.pages.ending import aftermath_of, invitation_to
from quarterdeck.server.pages.foretelling import foretell_to
from quarterdeck.server.pages.known import know_seats, show_chat
from quarterdeck.server.pages.parts import EDITION, KEY, PARTS, join_parts, list_marks
from quarterdeck.server.pages.teaching import has_howto
from quarterdeck.server.pages.waiting import show_waiting_parts, show_waiting_room
from quarterdeck.server.sight import sight
from quarterdeck.server.state import describe_in_full, describe_table, translator_for
from quarterdeck.server.store.rows import GATHERING

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]

# Showing


async def show_table(
    reader: Reader,
    table_id: str,
    notice: str = "",
    status: int = 200,
    text: bool = False,
    look: str = "",
) -> HTMLResponse:
    """The table as this reader sees it: waiting room, board or text."""
    # A form may have been sent by way of another process a moment ago.
    table = await reader.house.tables.live_now(table_id)
    if table.fault is not None:
        return await show_aside(reader, table, notice, status)
    await note_look(reader, table)
    if table.row.status == GATHERING:
        return await show_waiting_room(reader, table, notice, status)
    say = translator_for(table, reader.language)
    if text:
        return await _text_page(reader, table, say, notice, status, look)
    composed = await compose_page(reader, table)
    parts = composed.whole()
    key = new_secret()
    return page(
        "table.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        row=table.row,
        game=game_title(say, table.row.game),
        lines=composed.lines,
        ply=composed.ply,
        edition=composed.edition,
        teaches=has_howto(table.rules),
        things=things_address(table.rules, reader.language),
        page=new_secret(),
        parts={part.id: part.html.replace(KEY, key) for part in parts},
        have=list_marks(parts),
        orders=may_order(table, reader.guest_id),
        pace=show_pace(table.row, bot_label(say, table.row.stand_in), say),
    )


async def note_look(reader: Reader, table: LiveTable) -> None:
    """The reader is about to see the table, and what was said there."""
    said = await reader.house.store.chat.of(table.row.id)
    reader.house.mine.look(table, reader.guest_id, said[-1].number if said else 0)


async def _text_page(
    reader: Reader, table: LiveTable, say: Translator, notice: str, status: int, look: str = ""
) -> HTMLResponse:
    foretold: list[str] = []
    if look:
        try:
            foretold = tell_lines(await foretell_to(reader, table, look), say)
        except QuarterdeckError as error:
            # The table may have moved on since the link was shown
            notice = notice or say.text(error.message)
    mine = tuple(table.seats_of(reader.guest_id))
    chat = await reader.house.store.chat.of(table.row.id)
    async with table.lock:
        with reader.house.tables.faults.showing(table):
            seen = sight(table, reader.guest_id, reader.hands)
            state = describe_in_full(
                table, describe_table(table, seen.viewer, reader.language, mine)
            )
            values = collect_values(table, state, seen, say)
    values["invitation"] = await invitation_to(reader.house.tables, table, reader.guest_id)
    values["chances"] = show_chances(await reader.house.tables.outlooks.settle(table, mine), say)
    values["aftermath"] = await aftermath_of(reader, table)
    return page(
        "text.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        text=True,
        game=game_title(say, table.row.game),
        teaches=has_howto(table.rules),
        key=new_secret(),
        chat=await show_chat(reader, chat, say),
        known=await know_seats(reader, table),
        **find_company(reader, table, chat),
        away=await describe_absences(reader, table, say) if mine else (),
        here=await reader.house.tables.whereabouts.look(table, reader.guest_id),
        times=show_times(table, await reader.house.tables.deadlines.times(table), say),
        pace=show_pace(table.row, bot_label(say, table.row.stand_in), say),
        foretold=foretold,
        looked=next((each.label for each in state.choices if each.notation == look), look),
        orders=may_order(table, reader.guest_id),
        row=table.row,
        state=state,
        reasons=group_reasons(state.closed),
        scores=state.scores,
        **values,
    )


async def show_parts(
    reader: Reader, table_id: str, notice: str | None = None, status: int = 200
) -> HTMLResponse:
    """The changing parts of a table's page, each addressed to its place in it.

    `notice` is what an act of this reader led to; None leaves the present one alone.
    """
    table = await reader.house.tables.live(table_id)
    if table.fault is not None:
        # There is no board any more
        return HTMLResponse("", headers={"HX-Refresh": "true"})
    await note_look(reader, table)
    if table.row.status == GATHERING:
        return await show_waiting_parts(reader, table, notice, status)
    say = translator_for(table, reader.language)
    composed = await compose_page(reader, table, reader.closed)
    reader.house.following.note(reader.page, composed.summarise())
    parts = composed.missing(reader.have)
    pieces = [join_parts(parts)]
    if notice is not None:
        pieces.append(
            render("parts/notice.html.jinja", reader, say, notice=notice, done=status < 400)
        )
    headers = {
        "x-lines": str(composed.lines),
        "x-ply": str(composed.ply),
        "x-own": str(composed.own),
        EDITION: composed.edition,
        PARTS: list_marks(parts),
        "cache-control": "no-store",
    }
    return HTMLResponse("".join(pieces), status, headers=headers)


# Addresses


@router.get("/t/{table_id}", response_class=HTMLResponse)
async def table_page(table_id: str, reader: ReaderOf) -> HTMLResponse:
    return await show_table(reader, table_id)


@router.get("/t/{table_id}/text", response_class=HTMLResponse)
async def text_page(table_id: str, reader: ReaderOf, look: str = "") -> HTMLResponse:
    """The whole game as text and plain buttons; and what a choice would change, if one looks."""
    return await show_table(reader, table_id, text=True, look=look)


@router.get("/t/{table_id}/parts", response_class=HTMLResponse)
async def table_parts(table_id: str, request: Request, reader: ReaderOf) -> HTMLResponse:
    """The parts that the page does not show yet."""
    if not wants_parts(request):
        return await show_table(reader, table_id)
    # The page was told that something changed, perhaps by another process that knows more.
    table = await reader.house.tables.live_now(table_id)
    if request.query_params.get("room") == "waiting" and table.row.status != GATHERING:
        # Everybody sits: the waiting room becomes the table
        return HTMLResponse("", headers={"HX-Refresh": "true"})
    return await show_parts(reader, table_id)
