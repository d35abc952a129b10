"""Standing orders: what a player wants done in cases they describe."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Path, Request
from pydantic import Field

from quarterdeck.kernel.orders import AnyOrder
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.api.common import HouseOf, Language, SeatNumber, Wish, new_router
from quarterdeck.server.errors import TableError
from quarterdeck.server.order_words import word_offers, word_order
from quarterdeck.server.people import language_of
from quarterdeck.server.state import translator_for

OrderWord = Annotated[str, Field(max_length=40)]
OrderName = Annotated[str, Path(max_length=40)]

router = new_router("orders")


class OrderIn(Wish):
    """The parameters of an order; those left out are as the game suggests."""

    values: Annotated[dict[OrderWord, OrderWord], Field(default_factory=dict)]


class OrdersIn(Wish):
    """The parameters of the order for questions in another's turn; null takes it back."""

    orders: dict[OrderWord, OrderWord] | None


def _for_others_turns(rules: AnyRules) -> AnyOrder | None:
    """The order for questions that come in another's turn."""
    return next((order for order in rules.orders if order.is_patient), None)


@router.get("/tables/{table_id}/seats/{seat}/orders")
async def get_orders(
    table_id: str, seat: SeatNumber, request: Request, here: HouseOf, lang: Language = None
) -> dict[str, Any]:
    """Your standing orders for a seat, and what can be ordered. Nobody else sees them.

    `standing` are those you have given, in the order in which they are asked: the first that has an
    answer chooses. `ended` says why one does not stand any more. `rests`: they do not choose where
    you are now, because you took back what they chose. `orders` and `known` are the parameters of
    the order for questions in another's turn.
    """
    guest = await here.people.guest(request)
    panel = await here.tables.orders.of(table_id, guest, seat)
    table = await here.tables.live(table_id)
    say = translator_for(table, language_of(request, lang))
    own = _for_others_turns(table.rules)
    given = next((each.row.values for each in panel.standing if each.order is own), None)
    return {
        "orders": given,
        "known": {each.id: each.values for each in own.parameters} if own else {},
        "standing": [asdict(word_order(table.rules, each, say)) for each in panel.standing],
        "rests": panel.rests,
        "offered": [asdict(offer) for offer in word_offers(table.rules, panel.standing, say)],
    }


@router.put("/tables/{table_id}/seats/{seat}/orders")
async def put_orders(
    table_id: str, seat: SeatNumber, wish: OrdersIn, request: Request, here: HouseOf
) -> dict[str, Any]:
    """Give the order that answers when you are asked in another's turn and are away."""
    guest = await here.people.guest(request)
    table = await here.tables.live(table_id)
    table.check_owner(guest.id, seat)
    own = _for_others_turns(table.rules)
    if own is None:
        raise TableError("qd.server.no_orders")
    if wish.orders is None:
        await here.tables.orders.take_back(table_id, guest, seat, own.id)
        return {"orders": None}
    row = await here.tables.orders.give(table_id, guest, seat, own.id, wish.orders)
    return {"orders": row.values}


@router.put("/tables/{table_id}/seats/{seat}/orders/{order}")
async def put_order(
    table_id: str,
    seat: SeatNumber,
    order: OrderName,
    wish: OrderIn,
    request: Request,
    here: HouseOf,
) -> dict[str, Any]:
    """Give an order, in the place of an earlier one of its name. It acts at once if you are
    asked."""
    guest = await here.people.guest(request)
    row = await here.tables.orders.give(table_id, guest, seat, order, wish.values)
    return {"order": row.name, "values": row.values}


@router.delete("/tables/{table_id}/seats/{seat}/orders/{order}", status_code=204)
async def delete_order(
    table_id: str, seat: SeatNumber, order: OrderName, request: Request, here: HouseOf
) -> None:
    """Take an order back, or dismiss one that has ended."""
    guest = await here.people.guest(request)
    await here.tables.orders.take_back(table_id, guest, seat, order)
