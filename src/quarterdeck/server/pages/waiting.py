"""The waiting room: who sits at a table before its game begins, the invitation, and talk."""

from __future__ import annotations

from typing import Any

from fastapi.responses import HTMLResponse

from quarterdeck.bots.offering import USUAL_OPPONENT, bot_label
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.identity import new_secret
from quarterdeck.server.live import LiveTable
from quarterdeck.server.notices import span
from quarterdeck.server.pages.clocks import show_pace
from quarterdeck.server.pages.common import Reader, game_title, named_options, page, render
from quarterdeck.server.pages.company import friends_to_invite
from quarterdeck.server.pages.composing import find_company
from quarterdeck.server.pages.known import know_seats, show_chat
from quarterdeck.server.pages.parts import EDITION, Extract
from quarterdeck.server.pages.qr import draw_qr
from quarterdeck.server.pages.wishes import tell_filling
from quarterdeck.server.state import translator_for


async def show_waiting_room(
    reader: Reader, table: LiveTable, notice: str, status: int
) -> HTMLResponse:
    say = translator_for(table, reader.language)
    address = f"{reader.address}/t/{table.row.id}"
    return page(
        "waiting.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        game=game_title(say, table.row.game),
        options=named_options(table.rules, table.row.options, say),
        away_after=say.text(span(table.row.away_after)),
        pace=show_pace(table.row, bot_label(say, table.row.stand_in), say),
        address=address,
        qr=draw_qr(address),
        opponent=USUAL_OPPONENT,
        **await _changing_values(reader, table, say),
    )


async def show_waiting_parts(
    reader: Reader, table: LiveTable, notice: str | None, status: int
) -> HTMLResponse:
    """What may change while people wait: who sits where, and what they say."""
    say = translator_for(table, reader.language)
    values = await _changing_values(reader, table, say)
    text = render(
        "parts/waiting.html.jinja", reader, say, notice=notice, done=status < 400, **values
    )
    headers = {"x-lines": "0", EDITION: values["edition"], "cache-control": "no-store"}
    return HTMLResponse(text, status, headers=headers)


async def _changing_values(reader: Reader, table: LiveTable, say: Translator) -> dict[str, Any]:
    mine = table.seats_of(reader.guest_id)
    # Before anything is read: what changes meanwhile belongs to a later edition.
    edition = table.edition(mine)
    chat = await reader.house.store.chat.of(table.row.id)
    return {
        "edition": edition,
        "row": table.row,
        "seats": table.seats,
        "mine": mine,
        "here": await reader.house.tables.whereabouts.look(table, reader.guest_id),
        "hosting": reader.guest_id == table.row.host,
        "chat": await show_chat(reader, chat, say),
        "known": await know_seats(reader, table),
        "friends": await friends_to_invite(reader, table),
        "fills": tell_filling(table.row, reader, say),
        "key": new_secret(),
        "text": False,
        "state": Extract(table=table.row.id),
        **find_company(reader, table, chat),
    }
