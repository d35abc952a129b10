"""What players have ordered beforehand, and where their orders have chosen."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update
from sqlalchemy.engine import Row

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.rows import OrderRow
from quarterdeck.server.store.schema import order_places, standing_orders
from quarterdeck.server.store.sound import columns, counts, moment, words


class Orders:
    """Standing orders by table and seat. Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: str, seat: int) -> list[OrderRow]:
        """The orders of a seat, those that have ended, too."""
        return await self._read(table_id, standing_orders.c.seat == seat)

    async def ended(self, table_id: str) -> list[OrderRow]:
        """The orders of all seats that do not stand any more."""
        return await self._read(table_id, standing_orders.c.ended.is_not(None))

    async def _read(self, table_id: str, which: ColumnElement[bool]) -> list[OrderRow]:
        query = (
            select(*columns(standing_orders))
            .where(standing_orders.c.table_id == table_id, which)
            .order_by(standing_orders.c.seat, standing_orders.c.name)
        )
        rows = await self._database.read(lambda c: c.execute(query).all())
        found = [order for row in rows if (order := _order_row(row)) is not None]
        if len(found) < len(rows):
            self.tell_damage(table_id)
        return found

    def tell_damage(self, table_id: str) -> None:
        """Some orders there are passed over because they are none."""
        self._database.oddities.tell(table_id, "standing orders")

    async def give(self, table_id: str, order: OrderRow, place: str | None) -> None:
        """An order in the place of an earlier one of its name. `place`: where the seat is; if its
        orders have chosen there before, they may do so once more."""

        def job(connection: Connection) -> None:
            hold(connection, table_id)
            connection.execute(delete(standing_orders).where(_named(table_id, order)))
            values = {name: getattr(order, name) for name in OrderRow.__dataclass_fields__}
            connection.execute(insert(standing_orders).values(table_id=table_id, **values))
            connection.execute(
                delete(order_places).where(
                    order_places.c.table_id == table_id,
                    order_places.c.seat == order.seat,
                    order_places.c.digest == place,
                )
            )

        await self._database.write(job, table_id)

    async def take_back(self, table_id: str, seat: int, name: str) -> None:
        """The order does not stand any more, and nothing is told of it."""
        here = and_(
            standing_orders.c.table_id == table_id,
            standing_orders.c.seat == seat,
            standing_orders.c.name == name,
        )

        def job(connection: Connection) -> None:
            hold(connection, table_id)
            connection.execute(delete(standing_orders).where(here))

        await self._database.write(job, table_id)

    async def end(self, table_id: str, order: OrderRow, reason: str, ply: int) -> None:
        """An order has ended for a reason, unless it was given anew meanwhile."""
        same = and_(
            _named(table_id, order),
            standing_orders.c.since == order.since,
            standing_orders.c.ended.is_(None),
        )
        change = update(standing_orders).where(same).values(ended=reason, ended_ply=ply)
        await self._database.write(lambda c: c.execute(change), table_id)

    async def places(self, table_id: str, seat: int) -> frozenset[str]:
        """Where orders have chosen for a seat."""
        query = select(order_places.c.digest).where(
            order_places.c.table_id == table_id, order_places.c.seat == seat
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        return frozenset(row.digest for row in found)


def _named(table_id: str, order: OrderRow) -> ColumnElement[bool]:
    return and_(
        standing_orders.c.table_id == table_id,
        standing_orders.c.seat == order.seat,
        standing_orders.c.name == order.name,
    )


def _order_row(row: Row[Any]) -> OrderRow | None:
    """A row whose values have the right types; None for any other."""
    values, noted = words(row.values), counts(row.noted)
    if values is None or noted is None:
        return None
    if not isinstance(row.seat, int) or not isinstance(row.name, str):
        return None
    if row.since is not None and moment(row.since) is None:
        return None
    stands = row.ended is None and row.ended_ply is None
    if not stands and not (isinstance(row.ended, str) and isinstance(row.ended_ply, int)):
        return None
    return OrderRow(row.seat, row.name, values, noted, row.since, row.ended, row.ended_ply)
