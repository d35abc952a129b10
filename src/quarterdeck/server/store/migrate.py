"""Bring a database to the newest schema when the server starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy.ext.asyncio import AsyncEngine

FOLDER = Path(__file__).parent / "migrations"
# Any number will do, as long as every server process uses the same one.
LOCK = 7_225_731


async def migrate(engine: AsyncEngine) -> None:
    """Run all migrations that are missing. Several servers may start at once."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        await connection.run_sync(_upgrade)


def _upgrade(connection: Any) -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
