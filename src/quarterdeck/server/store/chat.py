"""What is said at a table, who may speak there, and whom its host has muted or sent away."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, and_, func, insert, select, update

from quarterdeck.server.store.absences import Notice
from quarterdeck.server.store.cache import Cache
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import TooFast
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.numbering import is_line, next_line
from quarterdeck.server.store.rows import ChatRow, Guest
from quarterdeck.server.store.schema import chats, tables
from quarterdeck.server.store.sound import chat_row, columns

MINUTE = 60.0


class Chat:
    """Each method is one transaction."""

    def __init__(self, database: Database, cache: Cache) -> None:
        self._database = database
        self._cache = cache

    async def say(
        self,
        table_id: str,
        guest: Guest,
        text: str,
        seat: int | None = None,
        key: str | None = None,
        most: int | None = None,
        now: float | None = None,
    ) -> ChatRow:
        """Add a chat line and return it with its number; or what was said with this key before.

        Raises TooFast if `most` lines were said within a minute before `now`.
        """
        now = time.time() if now is None else now
        # Not those of the future: the clock may have been set back.
        lately = and_(chats.c.created > now - MINUTE, chats.c.created <= now)
        mine = and_(chats.c.table_id == table_id, chats.c.guest_id == guest.id, lately)

        def job(connection: Connection) -> ChatRow:
            # One after the other, also from several processes: numbers have no gaps
            hold(connection, table_id)
            said = None if key is None else _find(connection, table_id, guest.id, key)
            if said is not None:
                return said
            if most is not None:
                count = connection.execute(select(func.count()).where(mine)).scalar_one()
                if count >= most:
                    raise TooFast
            number = next_line(connection, table_id)
            connection.execute(
                insert(chats).values(
                    table_id=table_id,
                    number=number,
                    guest_id=guest.id,
                    name=guest.name,
                    text=text,
                    created=now,
                    seat=seat,
                    key=key,
                )
            )
            return ChatRow(number, guest.id, guest.name, text, now, seat)

        said = await self._database.write(job, table_id)
        self._cache.forget(("chat", table_id))
        return said

    async def find(self, table_id: str, guest_id: str, key: str) -> ChatRow | None:
        """What somebody has said with a key."""
        return await self._database.read(lambda c: _find(c, table_id, guest_id, key))

    async def of(self, table_id: str) -> Sequence[ChatRow]:
        """The last lines of a table's chat."""
        return await self._cache.get(("chat", table_id), lambda: self.after(table_id, 0))

    async def after(self, table_id: str, after: int, limit: int = 200) -> Sequence[ChatRow]:
        """The last lines of a table's chat that come after the line with a number."""
        query = (
            select(*columns(chats))
            .where(chats.c.table_id == table_id, chats.c.number > after)
            .order_by(chats.c.number.desc())
            .limit(limit)
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        sound = [row for row in found if is_line(row.number)]
        if len(sound) < len(found):
            self._database.oddities.tell(table_id, "chat")
        return tuple(chat_row(row) for row in reversed(sound))

    async def find_notices(self, table_id: str, kinds: Collection[str]) -> list[Notice]:
        """What the house has told a table of some kinds, however much was said since."""
        query = (
            select(*columns(chats))
            .where(chats.c.table_id == table_id, chats.c.notice.is_not(None))
            .order_by(chats.c.number)
        )
        rows = await self._database.read(lambda c: c.execute(query).all())
        notices = [chat_row(row).notice for row in rows]
        return [each for each in notices if each is not None and each.get("what") in kinds]

    async def open_to(self, table_id: str, speakers: str) -> None:
        """Set who may speak at a table from now on."""
        change = update(tables).where(tables.c.id == table_id).values(chat=speakers)
        await self._database.write(lambda c: c.execute(change), table_id)

    async def bar(self, table_id: str, guest: Guest, how: str | None) -> None:
        """Mute a spectator or send them away; None allows them everything again."""
        mine = tables.c.id == table_id

        def job(connection: Connection) -> None:
            query = select(tables.c.barred).where(mine).with_for_update()
            barred = dict(connection.execute(query).scalar_one())
            barred.pop(guest.id, None)
            if how is not None:
                barred[guest.id] = {"name": guest.name, "how": how}
            connection.execute(update(tables).where(mine).values(barred=barred))

        await self._database.write(job, table_id)


def _find(connection: Connection, table_id: str, guest_id: str, key: str) -> ChatRow | None:
    mine = and_(chats.c.table_id == table_id, chats.c.guest_id == guest_id, chats.c.key == key)
    row = connection.execute(select(*columns(chats)).where(mine)).first()
    return None if row is None else chat_row(row)
