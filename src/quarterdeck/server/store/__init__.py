"""What the server keeps, on SQLite or PostgreSQL."""

from quarterdeck.server.store.database import (
    Database,
    engine_for,
    file_of,
    hide_password,
    keep_private,
    make_private,
    read_url,
)
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.migrate import migrate, newest_revision, revisions
from quarterdeck.server.store.store import Store
from quarterdeck.server.store.trouble import (
    AWAY,
    LOCKED,
    READ_ONLY,
    SCHEMA,
    DatabaseTrouble,
    trouble_of,
)

__all__ = [
    "AWAY",
    "LOCKED",
    "READ_ONLY",
    "SCHEMA",
    "Conflict",
    "Database",
    "DatabaseTrouble",
    "Store",
    "engine_for",
    "file_of",
    "hide_password",
    "keep_private",
    "make_private",
    "migrate",
    "newest_revision",
    "read_url",
    "revisions",
    "trouble_of",
]
