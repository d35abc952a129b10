"""What can be wrong with a database, told apart by what somebody would do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import asyncpg
from alembic.util.exc import CommandError
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message

# It cannot be reached, or does not let anybody in at the moment: it may come back by itself.
AWAY = "away"
# Another program holds it.
LOCKED = "locked"
FULL = "full"
READ_ONLY = "read_only"
# The file is no longer where it was.
GONE = "gone"
# It is none, or damaged.
BROKEN = "broken"
# It does not know us, or there is no such database.
REFUSED = "refused"
# It was written by a newer Quarterdeck.
NEWER = "newer"
# It lacks what every database of this version has: it was changed by hand, or half restored.
SCHEMA = "schema"
# Anything else a database may say.
OTHER = "other"

# SQLite's primary result codes.
_SQLITE = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: OTHER,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: GONE,
    sqlite3.SQLITE_CORRUPT: BROKEN,
    sqlite3.SQLITE_NOTADB: BROKEN,
}
# Classes of PostgreSQL's error codes.
_POSTGRESQL = {
    "08": AWAY,
    "57": AWAY,
    "53": AWAY,
    "28": REFUSED,
    "3D": REFUSED,
    "25": READ_ONLY,
    "58": BROKEN,
    "XX": BROKEN,
}
_UNDEFINED = ("42P01", "42703")
_MISSING = ("no such table", "no such column", "has no column named")
_DISK_FULL = "53100"


class DatabaseTrouble(QuarterdeckError):
    """The database did not do what it was asked; nothing has changed, as far as anybody knows."""

    status = 503

    def __init__(self, kind: str, why: str = "") -> None:
        super().__init__(Message(f"qd.server.database.{kind}"))
        self.kind = kind
        self.why = why


def trouble_of(error: BaseException) -> DatabaseTrouble | None:
    """The trouble behind an error; None if the database is fine and the error is another's."""
    if isinstance(error, DatabaseTrouble):
        return error
    if isinstance(error, IntegrityError):
        return None
    if isinstance(error, BaseExceptionGroup):
        # Of tasks that failed together; only if there is nothing else among them.
        found = [trouble_of(each) for each in error.exceptions]
        return found[0] if all(found) else None
    for cause in _causes(error):
        kind = _kind_of(cause)
        if kind is not None:
            return DatabaseTrouble(kind, _in_a_line(cause))
    if isinstance(error, DBAPIError):
        return DatabaseTrouble(OTHER, _in_a_line(error.orig or error))
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        if isinstance(error, DBAPIError) and error.orig is not None:
            yield error.orig
        error = error.__cause__


def _kind_of(error: BaseException) -> str | None:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_ERROR and any(words in str(error) for words in _MISSING):
            return SCHEMA
        return None if code is None else _SQLITE.get(code & 0xFF)
    if isinstance(error, asyncpg.PostgresError):
        state = error.sqlstate or ""
        if state in _UNDEFINED:
            return SCHEMA
        return FULL if state == _DISK_FULL else _POSTGRESQL.get(state[:2])
    if isinstance(error, (OSError, TimeoutError, NoConnectionLeft, asyncpg.InterfaceError)):
        return AWAY
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return AWAY
    if isinstance(error, CommandError):
        return NEWER if "locate revision" in str(error) else SCHEMA
    return None


def _in_a_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
