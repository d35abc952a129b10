"""A connection whose trouble is told in one sentence, without a password."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quarterdeck.server.backup.form import BackupError
from quarterdeck.server.store import hide_password


@asynccontextmanager
async def connect(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    try:
        async with engine.connect() as connection:
            yield connection
    except (SQLAlchemyError, asyncpg.PostgresError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        why = (str(cause).splitlines() or [type(cause).__name__])[0][:200]
        raise BackupError("database", place=hide_password(engine.url), why=why) from error
