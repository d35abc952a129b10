"""The story of a table, line by line, and how its game stands after the last one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from quarterdeck.server.store.archive import put_in_archive
from quarterdeck.server.store.database import Database, run_statement
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.holding import hand_back, hold_gathering
from quarterdeck.server.store.rows import (
    FINISHED,
    OPEN,
    RUNNING,
    EntryRow,
    Standing,
    TableRow,
    Timing,
)
from quarterdeck.server.store.schema import (
    consents,
    entries,
    nudges,
    order_places,
    past_lines,
    recalls,
    reviews,
    seats,
    tables,
)
from quarterdeck.server.store.sound import as_text, entry_row

# The statements of every move, built once.
ADD_LINES = insert(entries)
NOTE = (
    update(tables)
    .where(
        tables.c.id == bindparam("which"),
        tables.c.rules == bindparam("under"),
        tables.c.components == bindparam("using"),
    )
    .values(
        turn=bindparam("now_turn"),
        lines=bindparam("now_lines"),
        secret=bindparam("now_secret"),
        asks=bindparam("now_asks"),
    )
)
TOUCH = NOTE.values(changed=bindparam("now"), public=bindparam("now_public"))
# The same where time runs: only if the clocks are still those they were moved on from.
NOTE_TIME, TOUCH_TIME = (
    note.where(tables.c.clocks.is_not_distinct_from(bindparam("clocks_before"))).values(
        clocks=bindparam("now_clocks"), due=bindparam("now_due")
    )
    for note in (NOTE, TOUCH)
)
LINE = tuple(EntryRow.__dataclass_fields__)


class StoredLines:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: str, after: int = 0) -> list[EntryRow]:
        query = (
            select(entries)
            .where(entries.c.table_id == table_id, entries.c.ply > after)
            .order_by(entries.c.ply)
        )
        return [
            entry_row(row) for row in await self._database.read(lambda c: c.execute(query).all())
        ]

    async def start(
        self,
        table: TableRow,
        rows: Sequence[EntryRow],
        standing: Standing,
        timing: Timing | None = None,
        began: float | None = None,
    ) -> None:
        """Start a table under the rules in its row, with its first lines.

        `began`: when it was full, if it waited for players.

        Raises Conflict if it has been started, or if somebody has just stood up.
        """
        values = {
            **_standing_values(len(rows), standing),
            "rules": table.rules,
            "components": table.components,
            "status": FINISHED if standing.finished else RUNNING,
            "changed": time.time(),
            "began": began,
        }
        if timing is not None:
            values.update(clocks=timing.clocks, due=timing.due)
        free = select(seats.c.number).where(seats.c.table_id == table.id, seats.c.kind == OPEN)

        def job(connection: Connection) -> None:
            hold_gathering(connection, table.id)
            if connection.execute(free).first() is not None:
                raise Conflict
            if rows:
                connection.execute(insert(entries), [_line_values(table.id, row) for row in rows])
            connection.execute(update(tables).where(tables.c.id == table.id).values(values))
            if standing.finished:
                put_in_archive(connection, table.id, values["changed"])

        await self._write(job, table.id)

    async def append(
        self,
        table: TableRow,
        rows: Sequence[EntryRow],
        standing: Standing,
        hidden: bool = False,
        timing: Timing | None = None,
        ordered: tuple[int, str] | None = None,
    ) -> None:
        """Add lines to a table's story, all or none.

        Raises Conflict if a ply is taken, if somebody has changed the clocks, or if a process with
        other rules has migrated the table; also if orders of a seat chose them (`ordered`: the
        seat, and where it was) and have done so there before.
        Lines that are `hidden` for the time being do not make the table newer for anybody.
        """
        values = [_line_values(table.id, row) for row in rows]
        noted: dict[str, Any] = {
            "which": table.id,
            "under": table.rules,
            "using": table.components,
            "now": time.time(),
            "now_turn": as_text(standing.turn),
            "now_lines": rows[-1].ply,
            "now_secret": standing.secret,
            "now_asks": standing.asks,
            "now_public": standing.public,
        }
        note = NOTE if hidden else TOUCH
        if timing is not None:
            note = NOTE_TIME if hidden else TOUCH_TIME
            noted |= {"now_clocks": timing.clocks, "now_due": timing.due}
            noted["clocks_before"] = timing.before

        def job(connection: Connection) -> None:
            if run_statement(connection, note, [noted]) != 1:
                raise Conflict
            run_statement(connection, ADD_LINES, values)
            if timing is not None and timing.returned:
                hand_back(connection, table.id, timing.returned)
            if ordered is not None:
                place = {"table_id": table.id, "seat": ordered[0], "digest": ordered[1]}
                connection.execute(insert(order_places).values(place))
            if standing.finished:
                connection.execute(
                    update(tables).where(tables.c.id == table.id).values(status=FINISHED)
                )
                put_in_archive(connection, table.id, noted["now"])

        await self._write(job, table.id)

    async def note_standing(self, table_id: str, lines: int, standing: Standing) -> None:
        """Note how an older table stands, unless that was done meanwhile."""
        change = (
            update(tables)
            .where(tables.c.id == table_id, tables.c.turn.is_(None))
            .values(_standing_values(lines, standing))
        )
        await self._database.write(lambda c: c.execute(change), table_id)

    async def migrate(
        self, old: TableRow, new: TableRow, rows: Sequence[EntryRow], standing: Standing
    ) -> None:
        """Take a table to other rules: new lines replace the old ones, which are put aside.

        Wishes to go back, nudges and reviews speak of the old lines, so they lapse. Raises
        Conflict if another process was faster.
        """
        values = {
            **_standing_values(len(rows), standing),
            "rules": new.rules,
            "components": new.components,
        }
        here = and_(
            tables.c.id == old.id,
            tables.c.rules == old.rules,
            tables.c.components == old.components,
        )

        def job(connection: Connection) -> None:
            if connection.execute(update(tables).where(here).values(values)).rowcount != 1:
                raise Conflict
            query = select(entries).where(entries.c.table_id == old.id).order_by(entries.c.ply)
            lines = [dict(row._mapping) for row in connection.execute(query)]
            past = {
                "table_id": old.id,
                "rules": old.rules,
                "components": old.components,
                "lines": json.dumps(lines, ensure_ascii=False, default=repr),
                "created": time.time(),
            }
            connection.execute(insert(past_lines).values(past))
            connection.execute(delete(entries).where(entries.c.table_id == old.id))
            for lapsed in (recalls, consents, nudges, reviews):
                connection.execute(delete(lapsed).where(lapsed.c.table_id == old.id))
            if rows:
                connection.execute(insert(entries), [_line_values(old.id, row) for row in rows])

        await self._write(job, old.id)

    async def _write(self, job: Callable[[Connection], None], table_id: str) -> None:
        try:
            await self._database.write(job, table_id)
        except IntegrityError as error:
            raise Conflict from error


def _line_values(table_id: str, row: EntryRow) -> dict[str, Any]:
    return {"table_id": table_id, **{name: getattr(row, name) for name in LINE}}


def _standing_values(lines: int, standing: Standing) -> dict[str, Any]:
    return {
        "lines": lines,
        "turn": as_text(standing.turn),
        "secret": standing.secret,
        "public": standing.public,
        "asks": standing.asks,
    }
