"""What players have ordered for the time they are away."""

from __future__ import annotations

from sqlalchemy import Connection, Text, and_, delete, insert, select, type_coerce

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.schema import orders
from quarterdeck.server.store.sound import words


class Orders:
    """Standing orders by table and seat. Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: str, seat: int) -> dict[str, str] | None:
        """The orders of a seat; None if it has given none."""
        here = and_(orders.c.table_id == table_id, orders.c.seat == seat)
        query = select(type_coerce(orders.c["values"], Text)).where(here)
        stored = await self._database.read(lambda c: c.execute(query).scalar_one_or_none())
        found = words(stored)
        if stored is not None and found is None:
            self.tell_damage(table_id)
        return found

    def tell_damage(self, table_id: str) -> None:
        """Some orders there are passed over because they are none."""
        self._database.oddities.tell(table_id, "standing orders")

    async def give(self, table_id: str, seat: int, values: dict[str, str] | None) -> None:
        """Orders in the place of earlier ones; None takes them back."""

        def job(connection: Connection) -> None:
            hold(connection, table_id)
            here = and_(orders.c.table_id == table_id, orders.c.seat == seat)
            connection.execute(delete(orders).where(here))
            if values is not None:
                row = {"table_id": table_id, "seat": seat, "values": values}
                connection.execute(insert(orders).values(row))

        await self._database.write(job, table_id)
