"""Standing orders: a page of one's own, for oneself alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from quarterdeck.server.errors import TableError
from quarterdeck.server.pages.acts import require_guest, seat_of
from quarterdeck.server.pages.common import Reader, fields_of, page, reader_of, see_other
from quarterdeck.server.state import translator_for

router = APIRouter()
ReaderOf = Annotated[Reader, Depends(reader_of)]


@router.get("/t/{table_id}/orders", response_class=HTMLResponse)
async def show(table_id: str, reader: ReaderOf) -> HTMLResponse:
    """The orders of each of one's seats, to be changed."""
    guest = require_guest(reader)
    table = await reader.house.tables.live(table_id)
    if not table.rules.orders:
        raise TableError("qd.server.no_orders")
    standing = {
        seat: await reader.house.tables.orders.of(table_id, guest, seat)
        for seat in table.seats_of(guest.id)
    }
    return page(
        "orders.html.jinja",
        reader,
        translator_for(table, reader.language),
        row=table.row,
        rules=table.rules,
        standing=standing,
        minutes=max(1, round(reader.house.settings.order_patience / 60)),
    )


@router.post("/t/{table_id}/orders")
async def give(table_id: str, request: Request, reader: ReaderOf) -> RedirectResponse:
    """Give orders for a seat; without the tick that they stand, take them back."""
    fields = await fields_of(request)
    guest = require_guest(reader)
    table = await reader.house.tables.live(table_id)
    seat = seat_of(reader, table, fields)
    wished = {
        order.id: fields.text(f"order.{order.id}", order.default) for order in table.rules.orders
    }
    stands = fields.text("stand") == "yes"
    await reader.house.tables.orders.give(table_id, guest, seat, wished if stands else None)
    return see_other(f"/t/{table_id}/orders")
