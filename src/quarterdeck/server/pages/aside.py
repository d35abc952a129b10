"""A table that is set aside: who sat there, what was played, and what was said."""

from __future__ import annotations

from fastapi.responses import HTMLResponse

from quarterdeck.server.aside import readable_record, viewer_of
from quarterdeck.server.identity import new_secret
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.common import Reader, game_title, page
from quarterdeck.server.pages.known import show_chat
from quarterdeck.server.pages.parts import Extract
from quarterdeck.server.reading import OTHER_RULES
from quarterdeck.server.state import translator_for
from quarterdeck.server.store.rows import FINISHED
from quarterdeck.server.talking import silence


async def show_aside(reader: Reader, table: LiveTable, notice: str, status: int) -> HTMLResponse:
    """Why it cannot be played, and all that can be read of it."""
    assert table.fault is not None
    say = translator_for(table, reader.language)
    mine = table.seats_of(reader.guest_id)
    record = readable_record(table, viewer_of(table, reader.guest_id))
    names = {seat.number: say.player(seat.number) for seat in table.seats}
    return page(
        "aside.html.jinja",
        reader,
        say,
        status,
        notice=notice,
        message=say.text(table.fault.message),
        row=table.row,
        game=game_title(say, table.row.game),
        seats=table.seats,
        rematch=bool(mine) and table.fault.kind == OTHER_RULES and table.row.status == FINISHED,
        entries=[
            (names.get(entry.seat, say("qd.page.aside.chance")), entry.notation)
            for entry in record.entries
        ],
        chat=await show_chat(reader, await reader.house.store.chat.of(table.row.id), say),
        state=Extract(table=table.row.id),
        me=reader.guest_id,
        silent=silence(table, reader.guest_id) or "",
        key=new_secret(),
    )
