"""Houses whose clocks tests move by hand, and people at tables with a pace."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from quarterdeck.server.attempts import Attempt
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.notices import in_words
from quarterdeck.server.pace import HOUR
from quarterdeck.server.presence import Clock
from quarterdeck.server.state import translator_for
from quarterdeck.server.store.rows import Guest
from tests.server.client import new_key
from tests.server.houses import open_house

# A Saturday, at noon in Greenwich.
NOON = 1_795_262_400.0


class Times:
    """What the computer's clocks show: one that only counts, and one that may be set."""

    def __init__(self) -> None:
        self.counted = 50_000.0
        self.wall = NOON

    def pass_hours(self, hours: float) -> None:
        self.counted += hours * HOUR
        self.wall += hours * HOUR

    def clock(self) -> Clock:
        return Clock(lambda: self.counted, math.inf, lambda: self.wall)


@asynccontextmanager
async def timed_house(
    database: str, folder: Path, times: Times, **more: Any
) -> AsyncIterator[House]:
    async with open_house(database, folder, clock=times.clock(), **more) as house:
        yield house


async def seat_people(
    house: House, people: int = 2, game: str = "salty_ocean", **wish: Any
) -> tuple[list[Guest], LiveTable]:
    """As many people, each on a device of their own, at a table that has begun."""
    names = ("Anne", "Bob", "Cleo", "Dan", "Eve", "Finn")
    guests = [(await house.people.welcome(name))[0] for name in names[:people]]
    seating = ("here", *["open"] * (people - 1))
    chosen = {"pace": "day", "stand_in": "greedy", **wish}
    table = await house.tables.gathering.create(NewTable(game, seating, {}, **chosen), guests[0])
    for guest in guests[1:]:
        await house.tables.gathering.join(table.row.id, guest)
    return guests, table


async def choose(house: House, table: LiveTable, seat: int, *choices: str | int) -> None:
    """A choice of one seat, by its own count; whatever comes first unless one is named."""
    legal = table.playing().position.legal(seat)
    attempt = Attempt(seat, table.story.count((seat,)), new_key(), (seat,))
    await house.tables.choose(table.row.id, attempt, choices or legal[:1])


async def take_back(house: House, table: LiveTable, seat: int) -> None:
    attempt = Attempt(seat, table.story.count((seat,)), new_key(), (seat,))
    await house.tables.undo(table.row.id, attempt, whole_turn=True)


async def end_turn(house: House, table: LiveTable, seat: int) -> None:
    """A seat chooses until its turn is over, though it may have the next one, too."""
    phase = table.clocks and table.clocks.phase
    while seat in table.story.asked and (table.clocks and table.clocks.phase) == phase:
        legal = table.playing().position.legal(seat)
        await choose(house, table, seat, legal[-1])


async def let_bots_play(table: LiveTable) -> None:
    while table.thinking is not None and not table.thinking.done():
        await table.thinking


async def told(house: House, table: LiveTable, language: str = "en") -> list[str]:
    """What the house has told a table."""
    chat = await house.store.chat.of(table.row.id)
    return [line.text for line in in_words(chat, translator_for(table, language))]


def hours_left(house: House, table: LiveTable) -> list[float | None]:
    """By seat: for how many hours time still runs; None where it does not."""
    dues: Sequence[float | None] = [
        house.tables.deadlines.due(table, seat.number) for seat in table.seats
    ]
    now = house.clock.now()
    return [None if due is None else round((due - now) / HOUR, 2) for due in dues]
