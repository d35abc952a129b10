"""Standing orders: a panel of one's own, for oneself alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.errors import TableError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.notices import span
from quarterdeck.server.order_words import word_offers, word_order
from quarterdeck.server.pages.acts import require_guest, seat_of
from quarterdeck.server.pages.common import Reader, fields_of, page, reader_of, see_other
from quarterdeck.server.sight import sight

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/t/{table_id}/orders", response_class=HTMLResponse)
async def show(table_id: str, reader: ReaderOf) -> HTMLResponse:
    """The orders of one's seat, and a form for each that can be given."""
    return await _panel(table_id, reader)


async def _panel(
    table_id: str, reader: Reader, notice: str = "", status: int = 200
) -> HTMLResponse:
    guest = require_guest(reader)
    table = await reader.house.tables.live_now(table_id)
    if not table.rules.orders:
        raise TableError("qd.server.no_orders")
    seat = _seat_shown(reader, table)
    say = reader.say(table.names())
    values: dict[str, object] = {}
    if seat is not None:
        panel = await reader.house.tables.orders.of(table_id, guest, seat)
        shown = [word_order(table.rules, each, say) for each in panel.standing]
        values = {
            "standing": [order for order in shown if order.ended is None],
            "ended": [order for order in shown if order.ended is not None],
            "offers": word_offers(table.rules, panel.standing, say),
            "rests": panel.rests,
        }
    return page(
        "orders.html.jinja",
        reader,
        say,
        status,
        row=table.row,
        notice=notice,
        seat=seat,
        is_player=bool(table.seats_of(guest.id)),
        several=len(table.seats_of(guest.id)) > 1,
        age=lambda since: _age(reader, say, since),
        minutes=max(1, round(reader.house.settings.order_patience / 60)),
        **values,
    )


def _age(reader: Reader, say: Translator, since: float) -> str:
    """How long ago an order was given, in words."""
    passed = reader.house.clock.wall() - since
    if passed < 60:
        return say("qd.page.orders.just_now")
    return say("qd.page.orders.since", span=span(passed))


def _seat_shown(reader: Reader, table: LiveTable) -> int | None:
    """Whose orders may be shown: on a device that people share, only those of who holds it."""
    mine = table.seats_of(reader.guest_id)
    if len(mine) < 2:
        return mine[0] if mine else None
    viewer = sight(table, reader.guest_id, reader.hands).viewer
    return viewer if viewer in mine else None


@router.post("/t/{table_id}/orders", response_model=None)
async def give(
    table_id: str, request: Request, reader: ReaderOf
) -> RedirectResponse | HTMLResponse:
    """Give an order for a seat, or take it back."""
    fields = await fields_of(request)
    guest = require_guest(reader)
    table = await reader.house.tables.live(table_id)
    seat = seat_of(reader, table, fields)
    orders = reader.house.tables.orders
    name = fields.text("order")
    if fields.text("do") == "cancel":
        await orders.take_back(table_id, guest, seat, name)
        return see_other(f"/t/{table_id}/orders")
    known = table.rules.find_order(name)
    wishes = {each.id: fields.text(f"value.{each.id}", each.default) for each in known.parameters}
    try:
        await orders.give(table_id, guest, seat, name, wishes)
    except TableError as error:
        said = reader.say(table.names()).text(error.message)
        return await _panel(table_id, reader, said, error.status)
    return see_other(f"/t/{table_id}/orders")
