"""Servers inside this process, with their tables within reach."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from sqlalchemy import text

from quarterdeck.server.attempts import Attempt
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.settings import Settings
from quarterdeck.server.store import engine_for
from quarterdeck.server.store.rows import Guest
from tests.server.client import new_key
from tests.server.servers import PLENTY
from tests.server.serving import Fated


def in_a_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that runs in an event loop of its own."""

    @wraps(test)
    def run(*arguments: Any, **more: Any) -> None:
        async def wait() -> None:
            await test(*arguments, **more)

        asyncio.run(wait())

    return run


@asynccontextmanager
async def open_house(database: str, folder: Path, **settings: Any) -> AsyncIterator[House]:
    """A house on a database; deals can be repeated."""
    seed, clock = settings.pop("seed", 4), settings.pop("clock", None)
    house = House(
        Settings(**{**PLENTY, "database": database, "key_file": folder / "server.key", **settings}),
        lambda: Fated(seed, ""),
        clock,
    )
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def seat_here(house: House, game: str, *seating: str, **more: Any) -> tuple[Guest, LiveTable]:
    """Somebody new, at a table of theirs."""
    guest, _ = await house.people.welcome("Anne")
    wish = NewTable(game, seating, more.pop("options", {}), **more)
    return guest, await house.tables.gathering.create(wish, guest)


async def play(house: House, table: LiveTable, *choices: str | int, seat: int | None = None) -> str:
    """A choice of whoever is asked; gives the key it was made with."""
    game = table.playing()
    actor = game.actor if seat is None else seat
    assert actor is not None
    held = tuple(s.number for s in table.seats if s.kind == "person")
    attempt = Attempt(actor, table.story.count(held), new_key(), held)
    await house.tables.choose(table.row.id, attempt, choices)
    return attempt.key


async def play_on(house: House, table: LiveTable, plies: int) -> None:
    """Whoever is asked chooses something or other, so many times."""
    for number in range(plies):
        game = table.playing()
        if game.finished:
            return
        actor = game.actor
        assert actor is not None
        legal = game.position.legal(actor)
        await play(house, table, legal[(7 * number + 3) % len(legal)])


async def undo(house: House, table: LiveTable, seat: int) -> None:
    held = tuple(s.number for s in table.seats if s.kind == "person")
    attempt = Attempt(seat, table.story.count(held), new_key(), held)
    await house.tables.undo(table.row.id, attempt)


async def sql(database: str, *statements: str) -> list[Any]:
    """Say something to the database behind the server's back; gives what the last one finds."""
    engine = engine_for(database)
    try:
        async with engine.begin() as connection:
            for statement in statements:
                found = await connection.execute(text(statement))
            return list(found.all()) if found.returns_rows else []
    finally:
        await engine.dispose()
