"""Is this server well? Asked by whatever starts it again, or sends people elsewhere.

`/healthz`: the process answers. `/readyz`: it can also store a move. Both are answered before the
guard counts requests, so that a flood of visitors does not make a healthy server look ill; and they
cost next to nothing, so that they are no way to flood it: the database is asked once a second at
most, however many ask.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from sqlalchemy import Connection, false, select, text

from quarterdeck.server.guard import Scope, Send
from quarterdeck.server.store import READ_ONLY as UNWRITABLE
from quarterdeck.server.store import SCHEMA, Database, DatabaseTrouble, newest_revision, revisions
from quarterdeck.server.store.schema import metadata

# Seconds for which an answer counts, and for which the database may take.
LASTING = 1.0
PATIENCE = 3.0

STARTING = "starting"
ENDING = "shutting down"
NO_DATABASE = "the database does not answer"
READ_ONLY = "the database cannot be written to"
OLD_SCHEMA = "the database has another schema than this version"
_REASONS = {UNWRITABLE: READ_ONLY, SCHEMA: OLD_SCHEMA}


class Health:
    """What is known of this process and its database."""

    def __init__(self, patience: float = PATIENCE, clock: Callable[[], float] = monotonic) -> None:
        self._patience = patience
        self._clock = clock
        self._database: Database | None = None
        self._ending = False
        self._asking: asyncio.Task[str] | None = None
        self._known = STARTING
        self._until = 0.0

    def begin(self, database: Database) -> None:
        """The server is open."""
        self._database = database

    def end(self) -> None:
        """The server is closing: nobody new should come."""
        self._ending = True

    @property
    def database_is_up(self) -> bool:
        """As far as is known."""
        return self._known == ""

    async def trouble(self) -> str:
        """Why nobody should be sent here; empty if all is well."""
        if self._ending:
            return ENDING
        if self._database is None:
            return STARTING
        if self._asking is None and self._clock() < self._until:
            return self._known
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask(self._database))
        # A question that is not answered stays the only one: an outage piles nothing up.
        done, _ = await asyncio.wait({self._asking}, timeout=self._patience)
        if done:
            return self._known
        self._known = NO_DATABASE
        return NO_DATABASE

    async def _ask(self, database: Database) -> str:
        try:
            # Through the queue that every move goes through
            self._known = await database.write(_trouble)
            await database.read(_look_at_everything)
        except DatabaseTrouble as trouble:
            self._known = _REASONS.get(trouble.kind, NO_DATABASE)
        except Exception:
            self._known = NO_DATABASE
        finally:
            self._until = self._clock() + LASTING
            self._asking = None
        return self._known


def _trouble(connection: Connection) -> str:
    # Changes nothing and waits for no disk, but is refused where nothing can be written.
    connection.execute(text("UPDATE alembic_version SET version_num = '' WHERE 1 = 0"))
    return "" if revisions(connection) == [newest_revision()] else OLD_SCHEMA


# Every column of every table, but no row.
_EVERYTHING = select(*[select(each).where(false()).exists() for each in metadata.sorted_tables])


def _look_at_everything(connection: Connection) -> None:
    """Raises if something is missing."""
    connection.execute(_EVERYTHING)


async def answer_probe(health: Health, scope: Scope, send: Send) -> int:
    """Answer `/healthz` or `/readyz`; gives the status."""
    trouble = await health.trouble() if scope["path"] == READY else ""
    status = 503 if trouble else 200
    body = f"{trouble or 'ok'}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    sent = b"" if scope["method"] == "HEAD" else body
    await send({"type": "http.response.body", "body": sent})
    return status


READY = "/readyz"
PROBES = ("/healthz", READY)


def is_probe(scope: Scope) -> bool:
    return scope["method"] in ("GET", "HEAD") and scope["path"] in PROBES
