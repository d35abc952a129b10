"""When people are on holiday, and whether their tables know it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sqlalchemy import Connection, delete, insert, select, update

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.rows import HolidayRow
from quarterdeck.server.store.schema import guests, holidays


class StoredHolidays:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guest_id: str) -> list[HolidayRow]:
        """All holidays of somebody, those of before included, the earliest first."""
        return await self._database.read(lambda c: _of(c, guest_id))

    async def take(self, wish: HolidayRow, check: Callable[[Sequence[HolidayRow]], None]) -> None:
        """Note a holiday, unless `check` raises when it is shown what there is."""

        def job(connection: Connection) -> None:
            # One after the other: of two at once each would count without the other
            me = select(guests.c.id).where(guests.c.id == wish.guest_id).with_for_update()
            connection.execute(me)
            check(_of(connection, wish.guest_id))
            values = {name: getattr(wish, name) for name in HolidayRow.__dataclass_fields__}
            connection.execute(insert(holidays).values(values))

        await self._database.write(job)

    async def remove(self, row: HolidayRow) -> None:
        """A holiday that never began."""
        here = (holidays.c.guest_id == row.guest_id, holidays.c.first == row.first)
        await self._database.write(lambda c: c.execute(delete(holidays).where(*here)))

    async def coming(self) -> list[HolidayRow]:
        """Everybody's holidays that are not over, or of whose end tables do not know yet."""
        query = select(holidays).where(holidays.c.over.is_(False) | holidays.c.active)
        return [_row(row) for row in await self._database.read(lambda c: c.execute(query).all())]

    async def of_people(self, guest_ids: Collection[str]) -> list[HolidayRow]:
        """The holidays of these people that are not over, the earliest first."""
        mine = (holidays.c.over.is_(False), holidays.c.guest_id.in_(guest_ids))
        query = select(holidays).where(*mine).order_by(holidays.c.first)
        return [_row(row) for row in await self._database.read(lambda c: c.execute(query).all())]

    async def change(self, before: HolidayRow, after: HolidayRow) -> bool:
        """Note that a holiday begins or ends; False if another process was faster."""
        as_before = (
            holidays.c.guest_id == before.guest_id,
            holidays.c.first == before.first,
            holidays.c.last == before.last,
            holidays.c.active.is_(before.active),
            holidays.c.over.is_(before.over),
        )
        values = {"last": after.last, "active": after.active, "over": after.over}
        change = update(holidays).where(*as_before).values(values)
        return await self._database.write(lambda c: c.execute(change).rowcount == 1)


def _of(connection: Connection, guest_id: str) -> list[HolidayRow]:
    query = select(holidays).where(holidays.c.guest_id == guest_id).order_by(holidays.c.first)
    return [_row(row) for row in connection.execute(query)]


def _row(row: object) -> HolidayRow:
    return HolidayRow(**{name: getattr(row, name) for name in HolidayRow.__dataclass_fields__})
