"""Finished games of a person: searched for, sorted, some at a time.

What is searched for was noted when the game ended, so that no game is opened to be found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Text, and_, cast, func, or_, select, update

from quarterdeck.server.folding import fold
from quarterdeck.server.store.database import Database
from quarterdeck.server.store.rows import BOT, TableRow
from quarterdeck.server.store.schema import results, seats, tables
from quarterdeck.server.store.sound import moment, name_of, table_row
from quarterdeck.server.store.tables import TABLE

NEWEST, OLDEST = "newest", "oldest"
WON, LOST = "won", "lost"
WITH_BOTS, WITHOUT_BOTS = "with", "without"
# What stands between the parts of a search pattern: a title may hold % and _ as well.
ESCAPE = "\\"
# Where a page ends: when its last game was over, and at which table.
Cursor = tuple[float, str]


@dataclass(frozen=True)
class Search:
    """What is searched for; whatever is empty does not matter.

    `opponent` and `title` are parts of a name and of a title; `since` and `until` bound the time of
    the end, the latter excluded; `options` by their ids.
    """

    game: str = ""
    opponent: str = ""
    title: str = ""
    since: float | None = None
    until: float | None = None
    result: str = ""
    bots: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    order: str = NEWEST


@dataclass(frozen=True)
class Placed:
    """How a seat came out, as far as it is kept."""

    points: int
    rank: int
    won: float


@dataclass(frozen=True)
class PastGame:
    """A finished game, when it ended, and the seats of whoever asks."""

    row: TableRow
    ended: float
    mine: tuple[int, ...]
    placed: dict[int, Placed]


@dataclass(frozen=True)
class Found:
    """Some of the games that fit, and where the next ones begin, if there are any."""

    games: tuple[PastGame, ...]
    after: Cursor | None


class Archive:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def search(
        self, guest_id: str, wanted: Search, after: Cursor | None = None, limit: int = 25
    ) -> Found:
        """Games of a guest that fit, from a place in the list on."""
        place = (seats.c.ended, seats.c.table_id)
        backwards = wanted.order != OLDEST
        query = (
            select(seats.c.table_id, seats.c.ended, func.min(seats.c.number).label("first"))
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.guest_id == guest_id, seats.c.ended.is_not(None))
            .where(*_conditions(guest_id, wanted))
            .group_by(*place)
            .order_by(*(column.desc() if backwards else column.asc() for column in place))
            .limit(limit + 1)
        )
        if after is not None:
            query = query.where(_beyond(after, backwards))
        found = await self._database.read(lambda c: c.execute(query).all())
        ids = [row.table_id for row in found[:limit]]
        ended = {row.table_id: moment(row.ended) or 0.0 for row in found[:limit]}
        games = await self._database.read(lambda c: _read(c, guest_id, ids, ended))
        more = len(found) > limit
        return Found(games, (ended[ids[-1]], ids[-1]) if more else None)

    async def count(self, guest_id: str) -> int:
        """How many games a guest has finished."""
        mine = and_(seats.c.guest_id == guest_id, seats.c.ended.is_not(None))
        query = select(func.count(seats.c.table_id.distinct())).where(mine)
        return await self._database.read(lambda c: c.execute(query).scalar_one())


def _beyond(after: Cursor, backwards: bool) -> ColumnElement[bool]:
    ended, table_id = after
    later, same = seats.c.ended > ended, seats.c.ended == ended
    if backwards:
        return or_(seats.c.ended < ended, and_(same, seats.c.table_id < table_id))
    return or_(later, and_(same, seats.c.table_id > table_id))


def _conditions(guest_id: str, wanted: Search) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    others = seats.alias()
    here = others.c.table_id == seats.c.table_id
    if wanted.game:
        found.append(tables.c.game == wanted.game)
    if wanted.since is not None:
        found.append(seats.c.ended >= wanted.since)
    if wanted.until is not None:
        found.append(seats.c.ended < wanted.until)
    if fold(wanted.title):
        found.append(tables.c.folded.like(_part(fold(wanted.title)), escape=ESCAPE))
    if fold(wanted.opponent):
        named = others.c.folded.like(_part(fold(wanted.opponent)), escape=ESCAPE)
        strange = func.coalesce(others.c.guest_id, "") != guest_id
        found.append(select(others.c.number).where(here, strange, named).exists())
    if wanted.bots in (WITH_BOTS, WITHOUT_BOTS):
        bots = select(others.c.number).where(here, others.c.kind == BOT).exists()
        found.append(bots if wanted.bots == WITH_BOTS else ~bots)
    if wanted.result in (WON, LOST):
        placed = and_(results.c.table_id == seats.c.table_id, results.c.seat == seats.c.number)
        won = results.c.won > 0 if wanted.result == WON else results.c.won <= 0
        found.append(select(results.c.seat).where(placed, won).exists())
    for id, value in wanted.options.items():
        # As text: damaged JSON in one row must not spoil the search
        pair = _escape(f'"{id}": "{value}"')
        stored = cast(tables.c.options, Text)
        found.append(stored.like(f"%{pair}%", escape=ESCAPE))
    return found


def _part(text: str) -> str:
    """A pattern for whatever has this in it."""
    return f"%{_escape(text)}%"


def _escape(text: str) -> str:
    for sign in (ESCAPE, "%", "_"):
        text = text.replace(sign, ESCAPE + sign)
    return text


def _read(
    connection: Connection, guest_id: str, ids: Sequence[str], ended: Mapping[str, float]
) -> tuple[PastGame, ...]:
    """What is told of some games, in this order."""
    rows = connection.execute(select(*TABLE).where(tables.c.id.in_(ids))).all()
    known = {row.id: table_row(row) for row in rows}
    sat = select(seats.c.table_id, seats.c.number).where(
        seats.c.table_id.in_(ids), seats.c.guest_id == guest_id
    )
    mine: dict[str, list[int]] = {}
    for seat in connection.execute(sat.order_by(seats.c.number)):
        mine.setdefault(seat.table_id, []).append(seat.number)
    kept = select(
        results.c.table_id, results.c.seat, results.c.points, results.c.rank, results.c.won
    ).where(results.c.table_id.in_(ids))
    placed: dict[str, dict[int, Placed]] = {}
    for row in connection.execute(kept):
        if all(isinstance(each, (int, float)) for each in (row.points, row.rank, row.won)):
            placed.setdefault(row.table_id, {})[row.seat] = Placed(row.points, row.rank, row.won)
    return tuple(
        PastGame(known[id], ended[id], tuple(mine.get(id, ())), placed.get(id, {}))
        for id in ids
        if id in known
    )


def put_in_archive(connection: Connection, table_id: str, ended: float) -> None:
    """A game is over: note when, and how it is searched for."""
    title = connection.execute(select(tables.c.title).where(tables.c.id == table_id)).scalar()
    here = tables.c.id == table_id
    connection.execute(update(tables).where(here).values(folded=fold(name_of(title))))
    sitting = select(seats.c.number, seats.c.name).where(seats.c.table_id == table_id)
    for seat in connection.execute(sitting).all():
        at: Any = and_(seats.c.table_id == table_id, seats.c.number == seat.number)
        told = {"ended": ended, "folded": fold(name_of(seat.name))}
        connection.execute(update(seats).where(at).values(told))
