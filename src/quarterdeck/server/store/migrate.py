"""Bring a database to the newest schema when the server starts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

FOLDER = Path(__file__).parent / "migrations"
# Any number will do, as long as every server process uses the same one.
LOCK = 7_225_731


async def migrate(engine: AsyncEngine) -> None:
    """Run all migrations that are missing. Several servers may start at once."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        await connection.run_sync(upgrade)


def upgrade(connection: Any, revision: str = "head") -> None:
    """Run the migrations up to a revision, in the transaction of a connection."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revisions(connection: Connection) -> list[str]:
    """What a database says its schema is: one revision, unless somebody has meddled with it."""
    found = connection.execute(text("SELECT version_num FROM alembic_version ORDER BY 1"))
    return [str(each) for each in found.scalars()]


def knows(revision: str) -> bool:
    """Whether a revision is one of ours, and not of a later version."""
    script = ScriptDirectory.from_config(_config())
    return any(found.revision == revision for found in script.walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return config


@cache
def newest_revision() -> str:
    """The schema that this version works with."""
    found = ScriptDirectory.from_config(_config()).get_current_head()
    assert found is not None
    return found
