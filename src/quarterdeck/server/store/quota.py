"""What hosts have set up, counted in the same breath in which another table is added."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, and_, case, func, select

from quarterdeck.server.store.rows import FINISHED, GATHERING, PERSON, RUNNING, Held
from quarterdeck.server.store.schema import seats, tables

DAY = 24 * 3600.0


@dataclass(frozen=True)
class Quota:
    """`allow` is told what these hosts have, and raises if that is enough.

    Open tables at which nobody has sat down `since` are not counted.
    """

    hosts: Collection[str]
    since: float
    allow: Callable[[Mapping[str, Held]], None]

    def check(self, connection: Connection, now: float) -> None:
        self.allow(held(connection, self.hosts, self.since, now))


def held(
    connection: Connection, hosts: Collection[str], since: float, now: float
) -> dict[str, Held]:
    about = (tables.c.host, tables.c.status)
    # The database compares: it minds no damaged row whose time is none.
    fresh = tables.c.created > now - DAY
    lately = tables.c.changed > since
    people = func.sum(case((and_(seats.c.kind == PERSON, seats.c.stand_in.is_(None)), 1), else_=0))
    query = (
        select(*about, fresh.label("fresh"), lately.label("lately"), people.label("people"))
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.host.in_(hosts))
        .where((tables.c.status != FINISHED) | fresh)
        .group_by(tables.c.id, *about, tables.c.created, tables.c.changed)
    )
    found: dict[str, Held] = {}
    for row in connection.execute(query):
        joined = row.people > 0 and row.lately
        before = found.get(row.host, Held())
        found[row.host] = Held(
            before.open + (row.status == GATHERING and (row.fresh or joined)),
            before.bots + (row.status == RUNNING and not row.people),
            before.begun + (row.status != GATHERING and row.fresh),
        )
    return found
