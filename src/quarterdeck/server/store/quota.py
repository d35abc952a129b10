"""What people have set up or joined, counted in the same breath in which there is more of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, and_, case, func, select

from quarterdeck.server.store.rows import FINISHED, GATHERING, OPEN, PERSON, RUNNING, Held, SeatRow
from quarterdeck.server.store.schema import seats, tables
from quarterdeck.server.store.sound import columns, seat_rows

DAY = 24 * 3600.0
# A person who chooses for themselves.
PLAYING = and_(seats.c.kind == PERSON, seats.c.stand_in.is_(None))


@dataclass(frozen=True)
class Quota:
    """`allow` is told what these people have, and raises if that is enough.

    Open tables at which nobody has sat down `since` are not counted.
    """

    people: Collection[str]
    since: float
    allow: Callable[[Mapping[str, Held]], None]

    def check(self, connection: Connection, now: float) -> None:
        self.allow(held(connection, self.people, self.since, now))


# Gives what is to be checked, if anything, where people sit like this.
AsSeated = Callable[[Sequence[SeatRow]], Quota | None]


def check_seated(connection: Connection, table_id: str, quota: AsSeated | None) -> None:
    """Raises if what is about to change at a table is one too many for somebody."""
    if quota is not None:
        query = select(*columns(seats)).where(seats.c.table_id == table_id).order_by(seats.c.number)
        wanted = quota(seat_rows(connection.execute(query)))
        if wanted is not None:
            wanted.check(connection, time.time())


def held(
    connection: Connection, people: Collection[str], since: float, now: float
) -> dict[str, Held]:
    hosted = _hosted(connection, people, since, now)
    for guest_id, more in _seated(connection, people, since).items():
        mine = hosted.get(guest_id, Held())
        hosted[guest_id] = replace(mine, bots=mine.bots + more.bots, joined=more.joined)
    return hosted


def _hosted(
    connection: Connection, hosts: Collection[str], since: float, now: float
) -> dict[str, Held]:
    teaches = tables.c.lesson.is_not(None)
    about = (tables.c.host, tables.c.status)
    # The database compares: it minds no damaged row whose time is none.
    fresh = tables.c.created > now - DAY
    lately = tables.c.changed > since
    people = func.sum(case((PLAYING, 1), else_=0))
    free = func.sum(case((seats.c.kind == OPEN, 1), else_=0))
    query = (
        select(
            *about,
            fresh.label("fresh"),
            lately.label("lately"),
            people.label("people"),
            free.label("free"),
            teaches.label("teaches"),
        )
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.host.in_(hosts))
        .where((tables.c.status != FINISHED) | fresh)
        .group_by(tables.c.id, *about, tables.c.created, tables.c.changed, tables.c.lesson)
    )
    found: dict[str, Held] = {}
    for row in connection.execute(query):
        joined = row.people > 0 and row.lately
        # Where nobody is waited for, the game starts at any moment
        starting = row.status == GATHERING and not row.free and row.fresh
        waiting = row.status == GATHERING and not starting and (row.fresh or joined)
        before = found.get(row.host, Held())
        if row.teaches:
            found[row.host] = replace(before, lessons=before.lessons + bool(row.fresh))
            continue
        found[row.host] = Held(
            before.open + waiting,
            before.bots + ((row.status == RUNNING or starting) and not row.people),
            before.begun + (starting or (row.status != GATHERING and row.fresh)),
            lessons=before.lessons,
        )
    return found


def _seated(connection: Connection, people: Collection[str], since: float) -> dict[str, Held]:
    """Others' tables that people have left to the bots, and all that wait for more people."""
    mine = seats.alias()
    played = select(seats.c.number).where(seats.c.table_id == tables.c.id, PLAYING).exists()
    left = and_(tables.c.status == RUNNING, tables.c.host != mine.c.guest_id, ~played)
    waits = and_(tables.c.status == GATHERING, tables.c.changed > since)
    query = (
        select(mine.c.guest_id, tables.c.id, tables.c.status)
        .join(tables, tables.c.id == mine.c.table_id)
        .where(mine.c.guest_id.in_(people), left | waits)
        .distinct()
    )
    found: dict[str, Held] = {}
    for row in connection.execute(query):
        before = found.get(row.guest_id, Held())
        found[row.guest_id] = Held(
            bots=before.bots + (row.status == RUNNING),
            joined=before.joined + (row.status == GATHERING),
        )
    return found
