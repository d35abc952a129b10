"""What the server keeps, on SQLite or PostgreSQL."""

from quarterdeck.server.store.database import Database, engine_for
from quarterdeck.server.store.migrate import migrate
from quarterdeck.server.store.store import Conflict, Store

__all__ = ["Conflict", "Database", "Store", "engine_for", "migrate"]
