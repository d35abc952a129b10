"""Lists of tables: for the lobby, for a guest, for the bots, for `doctor` and for `export`."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, String, and_, cast, func, select

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.rows import BOT, FINISHED, GATHERING, OPEN, PERSON, RUNNING, TableRow
from quarterdeck.server.store.schema import seats, standing_orders, tables
from quarterdeck.server.store.sound import table_row
from quarterdeck.server.store.tables import TABLE

# How many tables of one host a list of the lobby shows.
PER_HOST = 3
# Lessons are prepared, and a branch repeats what was played before.
PLAYED = and_(tables.c.status == FINISHED, tables.c.lesson.is_(None), tables.c.branch_of.is_(None))


ANY = "any"


@dataclass(frozen=True)
class Wanted:
    """Which open tables are wanted; whatever is empty does not matter. What a host does not mind
    fits everybody."""

    game: str = ""
    free: int = 0
    language: str = ""
    experience: str = ""
    pace: str = ""


class TableLists:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def joinable(
        self, limit: int = 50, since: float = 0.0, wanted: Wanted | None = None
    ) -> list[TableRow]:
        """Tables that wait for people, if somebody waits there and has come since."""
        there = select(seats.c.table_id).where(seats.c.kind == PERSON)
        condition = and_(
            tables.c.status == GATHERING,
            tables.c.listed,
            tables.c.changed > since,
            tables.c.id.in_(there),
            *_conditions(wanted or Wanted()),
        )
        return await self._newest(_few_per_host(condition), limit)

    async def watchable(self, limit: int = 50) -> list[TableRow]:
        condition = and_(tables.c.status == RUNNING, tables.c.listed)
        return await self._newest(_few_per_host(condition), limit)

    async def of(self, guest_id: str, limit: int = 100) -> list[TableRow]:
        """Tables where a guest sits, or which they have set up."""
        mine = select(seats.c.table_id).where(seats.c.guest_id == guest_id)
        condition = tables.c.id.in_(mine) | (tables.c.host == guest_id)
        return await self._newest(condition, limit)

    async def _newest(self, condition: ColumnElement[bool], limit: int) -> list[TableRow]:
        query = select(*TABLE).where(condition).order_by(tables.c.changed.desc()).limit(limit)
        return [
            table_row(row) for row in await self._database.read(lambda c: c.execute(query).all())
        ]

    async def due(self) -> list[str]:
        """Running tables where a bot or standing orders may have to choose, newest first."""
        ordered = select(standing_orders.c.seat).where(
            standing_orders.c.table_id == seats.c.table_id,
            standing_orders.c.seat == seats.c.number,
            standing_orders.c.ended.is_(None),
        )
        seated = select(seats.c.number).where(
            seats.c.table_id == tables.c.id,
            (seats.c.kind == BOT) | seats.c.stand_in.is_not(None) | ordered.exists(),
            # Older tables do not tell who is asked
            tables.c.turn.is_(None)
            | tables.c.turn.contains(" " + cast(seats.c.number, String) + " "),
        )
        query = (
            select(tables.c.id)
            .where(tables.c.status == RUNNING, seated.exists())
            .order_by(tables.c.changed.desc())
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        return [row.id for row in found]

    async def to_start(self, now: float) -> list[str]:
        """Tables that wait for nobody any more: bots are to take their free seats, by the clock of
        the house, or all are taken and the server ended before the game began."""
        free = select(seats.c.number).where(seats.c.table_id == tables.c.id, seats.c.kind == OPEN)
        query = (
            select(tables.c.id)
            .where(tables.c.status == GATHERING)
            .where((tables.c.fill_at <= now) | ~free.exists())
            .order_by(tables.c.changed)
        )
        return [row.id for row in await self._database.read(lambda c: c.execute(query).all())]

    async def count(self) -> dict[str, int]:
        """How many tables there are, by status."""
        query = select(tables.c.status, func.count()).group_by(tables.c.status)
        found = dict.fromkeys((GATHERING, RUNNING, FINISHED), 0)
        for status, count in await self._database.read(lambda c: c.execute(query).all()):
            found[status] = count
        return found

    async def count_finished(self) -> dict[str, int]:
        """How many games there are that were played to the end, by title."""
        query = select(tables.c.game, func.count()).where(PLAYED).group_by(tables.c.game)
        found = await self._database.read(lambda c: c.execute(query).all())
        return {game: count for game, count in found if isinstance(game, str)}

    async def finished(self, game: str, after: str, limit: int) -> list[str]:
        """The ids of the tables at which they were played, some at a time."""
        query = (
            select(tables.c.id)
            .where(PLAYED, tables.c.game == game, tables.c.id > after)
            .order_by(tables.c.id)
            .limit(limit)
        )
        return [row.id for row in await self._database.read(lambda c: c.execute(query).all())]

    async def ids(self, after: str, limit: int) -> list[str]:
        """The ids of all tables, some at a time."""
        query = select(tables.c.id).where(tables.c.id > after).order_by(tables.c.id).limit(limit)
        return [row.id for row in await self._database.read(lambda c: c.execute(query).all())]


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.game:
        found.append(tables.c.game == wanted.game)
    if wanted.free > 1:
        free = select(func.count()).where(seats.c.table_id == tables.c.id, seats.c.kind == OPEN)
        found.append(free.scalar_subquery() >= wanted.free)
    if wanted.language:
        found.append(tables.c.language.in_((ANY, wanted.language)))
    if wanted.experience:
        found.append(tables.c.experience.in_((ANY, wanted.experience)))
    if wanted.pace:
        found.append(tables.c.pace == wanted.pace)
    return found


def _few_per_host(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """The same, but only the newest of each host: nobody fills a list alone."""
    newest = func.row_number().over(partition_by=tables.c.host, order_by=tables.c.changed.desc())
    ranked = select(tables.c.id, newest.label("place")).where(condition).subquery()
    return tables.c.id.in_(select(ranked.c.id).where(ranked.c.place <= PER_HOST))
