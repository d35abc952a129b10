"""Results of finished games, one row for each seat, and the ratings that follow from them.

Ratings go by the order in which games were finished. Everything that they follow from is in these
rows: bots and people who had their results removed stand where they stood then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any
from zlib import crc32

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    func,
    insert,
    or_,
    select,
    update,
)

from quarterdeck.server.store.database import Database
from quarterdeck.server.store.rows import FINISHED, PERSON
from quarterdeck.server.store.schema import guests, results, seats, tables
from quarterdeck.server.store.sound import columns, counts, words
from quarterdeck.statistics.counting import PlayedSeat
from quarterdeck.statistics.ratings import NEWCOMER, Skill, rate

# Who played a seat: a person, a bot, one of several people of one guest, somebody for whom a bot
# stood in at the end, or a person whose results are not kept.
BOT_PLAYED, SHARED, LEFT, NAMELESS = "bot", "shared", "left", "nameless"
# Who sees a person's statistics: the person alone, or everybody with the link; or nobody keeps any.
OWN, SHOWN, NONE = "own", "shown", "none"
WISHES = (OWN, SHOWN, NONE)
# Of so many seats statistics are made: the newest.
MOST_OWN = 5_000
MOST_OF_A_TITLE = 8_000

ROW = columns(results)
ORDER = (results.c.finished, results.c.table_id, results.c.seat)
First = tuple[float, str]


@dataclass(frozen=True)
class ResultRow:
    """One seat of a finished game, and whose it was. `is_rated`: it counts for ratings."""

    played: PlayedSeat
    kind: str
    guest_id: str | None
    is_rated: bool = False


class StoredResults:
    """Each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, rows: Sequence[ResultRow]) -> bool:
        """Add the result of a game and rate it; False if it is there already."""
        first = rows[0].played

        def job(connection: Connection) -> bool:
            _hold_pool(connection, first.game)
            there = select(results.c.seat).where(results.c.table_id == first.table)
            if connection.execute(there).first() is not None:
                return False
            connection.execute(insert(results), [_values(row) for row in rows])
            if any(row.is_rated for row in rows):
                rate_since(connection, first.game, (first.finished, first.table))
            return True

        return await self._database.write(job, first.table)

    async def missing(self) -> list[str]:
        """Finished tables with people whose results are not here, the earliest first."""
        there = select(results.c.seat).where(results.c.table_id == tables.c.id)
        people = select(seats.c.number).where(
            seats.c.table_id == tables.c.id, seats.c.kind == PERSON
        )
        query = (
            select(tables.c.id)
            .where(
                tables.c.status == FINISHED,
                tables.c.lesson.is_(None),
                tables.c.branch_of.is_(None),
                people.exists(),
                ~there.exists(),
            )
            .order_by(tables.c.changed, tables.c.id)
        )
        return [row.id for row in await self._database.read(lambda c: c.execute(query).all())]

    async def has(self, table_id: str) -> bool:
        """Whether the result of a table is here."""
        query = select(results.c.seat).where(results.c.table_id == table_id)
        return await self._database.read(lambda c: c.execute(query).first()) is not None

    async def of_table(self, table_id: str) -> list[ResultRow]:
        query = select(*ROW).where(results.c.table_id == table_id).order_by(results.c.seat)
        return await self._read(query)

    async def of_guest(self, guest_id: str, game: str | None = None) -> list[PlayedSeat]:
        """A person's own results, the newest of them, oldest first."""
        mine = results.c.guest_id == guest_id
        if game is not None:
            mine = and_(mine, results.c.game == game)
        newest = select(*ROW).where(mine).order_by(results.c.finished.desc()).limit(MOST_OWN)
        return [row.played for row in reversed(await self._read(newest))]

    async def of_title(self, game: str, players: int) -> list[PlayedSeat]:
        """The seats of the newest games with so many players."""
        query = (
            select(*ROW)
            .where(results.c.game == game, results.c.seats == players)
            .order_by(results.c.finished.desc(), results.c.table_id, results.c.seat)
            .limit(MOST_OF_A_TITLE // players * players)
        )
        return [row.played for row in await self._read(query)]

    async def count(self, game: str) -> dict[int, int]:
        """How many games with how many players."""
        query = (
            select(results.c.seats, func.count().label("games"))
            .where(results.c.game == game, results.c.seat == 0)
            .group_by(results.c.seats)
            .order_by(results.c.seats)
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        return {row.seats: row.games for row in found}

    async def best_before(self, played: PlayedSeat, limit: int) -> list[int]:
        """The best points that people had in games like this one, before it."""
        query = (
            select(*ROW)
            .where(
                results.c.game == played.game,
                results.c.seats == played.seats,
                results.c.kind != BOT_PLAYED,
                ~results.c.hinted,
                results.c.finished < played.finished,
            )
            .order_by(results.c.points.desc())
            .limit(MOST_OF_A_TITLE)
        )
        alike = [
            row.played.points
            for row in await self._read(query)
            if row.played.options == played.options
        ]
        return alike[:limit]

    # A person's wishes

    async def wish_of(self, guest_id: str) -> tuple[str, str | None]:
        """Who sees a person's statistics, and the key under which others do."""
        query = select(guests.c.statistics, guests.c.statistics_key).where(guests.c.id == guest_id)
        found = await self._database.read(lambda c: c.execute(query).first())
        if found is None or found.statistics not in WISHES:
            return OWN, None
        return found.statistics, found.statistics_key

    async def wishes_of(self, guest_ids: Sequence[str]) -> dict[str, tuple[str, str | None]]:
        """The same of several people."""
        query = select(guests.c.id, guests.c.statistics, guests.c.statistics_key).where(
            guests.c.id.in_(guest_ids)
        )
        found = await self._database.read(lambda c: c.execute(query).all())
        return {row.id: (row.statistics, row.statistics_key) for row in found}

    async def change_wish(self, guest_id: str, wish: str, key: str | None) -> None:
        change = (
            update(guests)
            .where(guests.c.id == guest_id)
            .values(statistics=wish, statistics_key=key)
        )
        await self._database.write(lambda c: c.execute(change))

    async def find_shown(self, key: str) -> tuple[str, str] | None:
        """The id and name of whoever shows their statistics under a key."""
        query = select(guests.c.id, guests.c.name).where(
            guests.c.statistics_key == key, guests.c.statistics == SHOWN
        )
        found = await self._database.read(lambda c: c.execute(query).first())
        return None if found is None else (str(found.id), str(found.name))

    async def forget(self, guest_id: str) -> int:
        """Take a person out of all results; gives how many. What others won and how they were
        rated stays."""
        change = (
            update(results)
            .where(results.c.guest_id == guest_id)
            .values(guest_id=None, kind=NAMELESS)
        )
        return await self._database.write(lambda c: c.execute(change).rowcount)

    async def _read(self, query: Select[Any]) -> list[ResultRow]:
        """What is not damaged of some rows."""
        found = await self._database.read(lambda c: c.execute(query).all())
        return [made for row in found if (made := read_row(row)) is not None]


def rate_since(connection: Connection, game: str, first: First | None = None) -> None:
    """Rate the games of a title from one on, in the order in which they were finished."""
    query = select(*ROW).where(results.c.game == game, results.c.rated)
    if first is not None:
        query = query.where(_not_before(first))
    found = connection.execute(query.order_by(*ORDER)).all()
    known: dict[str, Skill] = {}
    for _, group in groupby(found, key=attrgetter("table_id")):
        rows = list(group)
        before = [_skill_before(connection, row, known, first) for row in rows]
        after = rate(before, [row.rank for row in rows])
        for row, old, new in zip(rows, before, after, strict=True):
            moves = row.guest_id is not None
            if moves:
                known[row.guest_id] = new
            elif row.kind == NAMELESS:
                continue
            _note(connection, row, old, new if moves else old)


def _skill_before(
    connection: Connection, row: Any, known: dict[str, Skill], first: First | None
) -> Skill:
    if row.guest_id is None:
        return Skill(row.mu_before, row.sigma_before)
    if row.guest_id not in known:
        known[row.guest_id] = _find_skill(connection, row, first)
    return known[row.guest_id]


def _find_skill(connection: Connection, row: Any, first: First | None) -> Skill:
    """What was believed of somebody before the first of the games that are rated now."""
    if first is None:
        return NEWCOMER
    last = (
        select(results.c.mu_after, results.c.sigma_after)
        .where(
            results.c.game == row.game,
            results.c.guest_id == row.guest_id,
            results.c.rated,
            ~_not_before(first),
        )
        .order_by(results.c.finished.desc(), results.c.table_id.desc())
        .limit(1)
    )
    found = connection.execute(last).first()
    return NEWCOMER if found is None else Skill(found.mu_after, found.sigma_after)


def _not_before(first: First) -> ColumnElement[bool]:
    finished, table_id = first
    return or_(
        results.c.finished > finished,
        and_(results.c.finished == finished, results.c.table_id >= table_id),
    )


def _note(connection: Connection, row: Any, before: Skill, after: Skill) -> None:
    connection.execute(
        update(results)
        .where(results.c.table_id == row.table_id, results.c.seat == row.seat)
        .values(
            mu_before=before.mu,
            sigma_before=before.sigma,
            mu_after=after.mu,
            sigma_after=after.sigma,
        )
    )


def _hold_pool(connection: Connection, game: str) -> None:
    """Let nobody else rate games of this title until the transaction is over."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(crc32(f"ratings {game}".encode()))))


def _values(row: ResultRow) -> dict[str, Any]:
    played = row.played
    before = played.before
    return {
        "table_id": played.table,
        "seat": played.seat,
        "kind": row.kind,
        "guest_id": row.guest_id,
        "bot": played.bot or None,
        "game": played.game,
        "seats": played.seats,
        "options": played.options,
        "finished": played.finished,
        "points": played.points,
        "rank": played.rank,
        "won": played.won,
        "rounds": played.rounds,
        "choices": played.choices,
        "sources": played.sources,
        "uses": played.uses,
        "title": played.title,
        "hinted": played.hinted,
        "rated": row.is_rated,
        "mu_before": None if before is None else before.mu,
        "sigma_before": None if before is None else before.sigma,
        "mu_after": None if before is None else before.mu,
        "sigma_after": None if before is None else before.sigma,
    }


def read_row(row: Any) -> ResultRow | None:
    """A row as it should be; None if it is damaged."""
    options, sources, uses = words(row.options), counts(row.sources), counts(row.uses)
    numbers = (row.seat, row.seats, row.points, row.rank, row.rounds, row.choices)
    texts = (row.table_id, row.game, row.kind, row.title)
    if (
        options is None
        or sources is None
        or uses is None
        or not all(isinstance(each, int) for each in numbers)
        or not all(isinstance(each, str) for each in texts)
        or not all(isinstance(each, (int, float)) for each in (row.finished, row.won))
    ):
        return None
    played = PlayedSeat(
        row.table_id,
        row.seat,
        row.game,
        row.seats,
        options,
        row.finished,
        row.points,
        row.rank,
        row.won,
        row.rounds,
        row.choices,
        sources,
        uses,
        row.title,
        row.bot or "",
        bool(row.hinted),
        _skill(row.mu_before, row.sigma_before) if row.rated else None,
        _skill(row.mu_after, row.sigma_after) if row.rated else None,
    )
    return ResultRow(played, row.kind, row.guest_id, bool(row.rated))


def _skill(mu: object, sigma: object) -> Skill | None:
    if isinstance(mu, float) and isinstance(sigma, float):
        return Skill(mu, sigma)
    return None
