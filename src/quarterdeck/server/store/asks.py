"""What people at a table ask each other: to go back, and to hurry up."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, insert, select, update

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.holding import hold
from quarterdeck.server.store.rows import NudgeRow, RecallRow
from quarterdeck.server.store.schema import consents, nudges, recalls
from quarterdeck.server.store.sound import moment


class Asks:
    """Wishes to go back with who agrees, and nudges. Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, table_id: str) -> tuple[RecallRow | None, list[NudgeRow]]:
        """The present wish of a table, if any, and its nudges."""

        def job(connection: Connection) -> tuple[RecallRow | None, list[NudgeRow]]:
            query = select(nudges).where(nudges.c.table_id == table_id).order_by(nudges.c.seat)
            rows = connection.execute(query).all()
            found = [
                NudgeRow(row.seat, row.lines, created)
                for row in rows
                if (created := moment(row.created)) is not None
            ]
            if len(found) < len(rows):
                self._database.oddities.tell(table_id, "nudges")
            return _recall(connection, table_id), found

        return await self._database.read(job)

    async def ask_back(
        self,
        table_id: str,
        seat: int,
        ply: int,
        lines: int,
        key: str | None = None,
        asked: str | None = None,
    ) -> RecallRow:
        """A new wish in the place of any other."""
        wish = RecallRow(seat, ply, lines, key=key, asked=asked)

        def job(connection: Connection) -> None:
            hold(connection, table_id)
            _clear(connection, table_id)
            values = {"seat": seat, "ply": ply, "lines": lines, "key": key, "asked": asked}
            connection.execute(insert(recalls).values(table_id=table_id, **values))

        await self._database.write(job, table_id)
        return wish

    async def agree(self, table_id: str, wish: RecallRow, voters: set[int]) -> RecallRow:
        """Agree to a wish; gives it with all who do. Raises Conflict if it is not there."""

        def job(connection: Connection) -> RecallRow:
            hold(connection, table_id)
            _check(connection, table_id, wish)
            mine = and_(consents.c.table_id == table_id, consents.c.voter.in_(voters))
            connection.execute(delete(consents).where(mine))
            rows = [{"table_id": table_id, "voter": voter} for voter in sorted(voters)]
            connection.execute(insert(consents), rows)
            found = _recall(connection, table_id)
            assert found is not None
            return found

        return await self._database.write(job, table_id)

    async def refuse(self, table_id: str, wish: RecallRow, voter: int) -> RecallRow:
        """Say no to a wish. Raises Conflict if it is not there."""

        def job(connection: Connection) -> RecallRow:
            hold(connection, table_id)
            _check(connection, table_id, wish)
            change = update(recalls).where(recalls.c.table_id == table_id).values(refused=voter)
            connection.execute(change)
            found = _recall(connection, table_id)
            assert found is not None
            return found

        return await self._database.write(job, table_id)

    async def withdraw(self, table_id: str) -> None:
        """The wish is no longer one."""

        def job(connection: Connection) -> None:
            hold(connection, table_id)
            _clear(connection, table_id)

        await self._database.write(job, table_id)

    async def nudge(self, table_id: str, nudge: NudgeRow, pause: float) -> bool:
        """Note a nudge, unless this seat's last one is not yet `pause` seconds old.

        One that lies in the future tells that the clock was set back, and of no haste.
        """

        def job(connection: Connection) -> bool:
            hold(connection, table_id)
            mine = and_(nudges.c.table_id == table_id, nudges.c.seat == nudge.seat)
            query = select(nudges.c.created).where(mine)
            last = moment(connection.execute(query).scalar_one_or_none())
            if last is not None and 0 <= nudge.created - last < pause:
                return False
            connection.execute(delete(nudges).where(mine))
            values = {"seat": nudge.seat, "lines": nudge.lines, "created": nudge.created}
            connection.execute(insert(nudges).values(table_id=table_id, **values))
            return True

        return await self._database.write(job, table_id)


def _recall(connection: Connection, table_id: str) -> RecallRow | None:
    row = connection.execute(select(recalls).where(recalls.c.table_id == table_id)).first()
    if row is None:
        return None
    query = select(consents.c.voter).where(consents.c.table_id == table_id)
    agreed = frozenset(found.voter for found in connection.execute(query))
    return RecallRow(row.seat, row.ply, row.lines, row.refused, agreed, row.key, row.asked)


def _check(connection: Connection, table_id: str, wish: RecallRow) -> None:
    found = _recall(connection, table_id)
    if found is None or found.refused is not None or found.id != wish.id:
        raise Conflict


def _clear(connection: Connection, table_id: str) -> None:
    connection.execute(delete(consents).where(consents.c.table_id == table_id))
    connection.execute(delete(recalls).where(recalls.c.table_id == table_id))
