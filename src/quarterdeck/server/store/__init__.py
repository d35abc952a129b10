"""What the server keeps, on SQLite or PostgreSQL."""

from quarterdeck.server.store.database import Database, engine_for
from quarterdeck.server.store.errors import Conflict
from quarterdeck.server.store.migrate import migrate, newest_revision
from quarterdeck.server.store.store import Store

__all__ = ["Conflict", "Database", "Store", "engine_for", "migrate", "newest_revision"]
