"""How people want to be reached."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Row

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.schema import contact_wishes


@dataclass(frozen=True)
class WishRow:
    """One person's wishes. `causes` are those that differ from what everybody wants; quiet hours
    are minutes of the day, `digest` an hour of it, `digested` the day of the last digest."""

    guest_id: str
    language: str | None = None
    zone: str | None = None
    causes: frozenset[str] = frozenset()
    remind: int = 0
    quiet_from: int | None = None
    quiet_to: int | None = None
    digest: int | None = None
    digested: str | None = None


class ContactWishes:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guest_id: str) -> WishRow:
        return (await self.of_all([guest_id]))[guest_id]

    async def of_all(self, guest_ids: Collection[str]) -> dict[str, WishRow]:
        """By person; who has said nothing wants what everybody wants."""
        query = select(contact_wishes).where(contact_wishes.c.guest_id.in_(set(guest_ids)))
        rows = await self._database.read(lambda c: c.execute(query).all())
        found = {str(row.guest_id): _wish_row(row) for row in rows}
        return {guest_id: found.get(guest_id, WishRow(guest_id)) for guest_id in guest_ids}

    async def keep(self, guest_id: str, **values: Any) -> None:
        """Change some of a person's wishes."""
        if "causes" in values:
            values["causes"] = " ".join(sorted(values["causes"]))

        def job(connection: Connection) -> None:
            sql = postgresql if connection.dialect.name == "postgresql" else sqlite
            row = sql.insert(contact_wishes).values(guest_id=guest_id, **values)
            key = [contact_wishes.c.guest_id]
            connection.execute(row.on_conflict_do_update(index_elements=key, set_=values))

        await self._database.write(job)


def _wish_row(row: Row[Any]) -> WishRow:
    def number(value: object) -> int | None:
        return value if isinstance(value, int) else None

    def text(value: object) -> str | None:
        return value if isinstance(value, str) else None

    return WishRow(
        str(row.guest_id),
        text(row.language),
        text(row.zone),
        frozenset((text(row.causes) or "").split()),
        number(row.remind) or 0,
        number(row.quiet_from),
        number(row.quiet_to),
        number(row.digest),
        text(row.digested),
    )
