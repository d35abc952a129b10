"""A connection whose trouble is told in one sentence, without a password."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quarterdeck.server.backup.form import BackupError
from quarterdeck.server.logs import without_passwords


def url_of(address: str) -> URL:
    """The address of a database, in parts."""
    try:
        url = make_url(address)
    except SQLAlchemyError:
        url = None
    if url is None or url.get_backend_name() not in ("sqlite", "postgresql"):
        known = "sqlite:///…, postgresql://…"
        raise BackupError("database", place=without_passwords(address)[:200], why=known)
    return url


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    try:
        async with engine.connect() as connection:
            yield connection
    except (SQLAlchemyError, asyncpg.PostgresError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        why = (str(cause).splitlines() or [type(cause).__name__])[0][:200]
        place = engine.url.render_as_string(hide_password=True)
        raise BackupError("database", place=place, why=why) from error
