"""What results tell, for pages and programs: of a person, of a title, and of one finished game."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from quarterdeck import games
from quarterdeck.server.identity import new_id
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store import Store
from quarterdeck.server.store.results import SHOWN, WISHES, ResultRow
from quarterdeck.statistics.counting import (
    FEWEST,
    PersonsGame,
    PlayedSeat,
    TitleStatistics,
    summarise_person,
    summarise_title,
)
from quarterdeck.statistics.records import BrokenRecord, find_broken

# What was counted for everybody is shown for so many seconds, and of so many titles.
FRESH = 60.0
MOST_KEPT = 128

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Afterwards:
    """What a finished game meant for one seat of it."""

    row: ResultRow
    broken: tuple[BrokenRecord, ...] = ()


class Fresh(Generic[K, V]):
    """What was counted lately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: OrderedDict[K, tuple[float, V]] = OrderedDict()

    def find(self, key: K) -> V | None:
        made, found = self._kept.get(key, (-FRESH, None))
        return found if self._clock() - made < FRESH else None

    def keep(self, key: K, value: V) -> V:
        self._kept.pop(key, None)
        self._kept[key] = (self._clock(), value)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return value

    def clear(self) -> None:
        self._kept.clear()


class Statistics:
    """Statistics of everybody and everything at this server."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._titles: Fresh[tuple[str, int, bool], TitleStatistics] = Fresh(clock)
        self._afterwards: Fresh[tuple[str, int], Afterwards] = Fresh(clock)

    # People

    async def results_of(self, guest_id: str) -> list[PlayedSeat]:
        return await self._store.results.of_guest(guest_id)

    async def of_person(self, guest_id: str) -> list[PersonsGame]:
        played = await self.results_of(guest_id)
        return await asyncio.to_thread(summarise_person, played)

    async def change_wish(self, guest_id: str, wish: str) -> None:
        """Let somebody's statistics be seen by others under a new link, or no more."""
        assert wish in WISHES
        before, _ = await self._store.results.wish_of(guest_id)
        if wish != before:
            key = new_id() if wish == SHOWN else None
            await self._store.results.change_wish(guest_id, wish, key)

    async def forget(self, guest_id: str) -> tuple[int, int]:
        """Take a person out of all results, and delete what they answered to puzzles; gives how
        many of each."""
        self._afterwards.clear()
        results = await self._store.results.forget(guest_id)
        return results, await self._store.puzzles.forget(guest_id)

    # Titles

    async def count(self, game: str) -> dict[int, int]:
        """How many games with how many players."""
        return await self._store.results.count(games.load(game).id)

    async def of_title(self, game: str, players: int, usual: bool = False) -> TitleStatistics:
        """What finished games with so many players tell; only those with the `usual` options."""
        key = (game, players, usual)
        found = self._titles.find(key)
        if found is not None:
            return found
        played = await self._store.results.of_title(game, players)
        if usual:
            played = [each for each in played if is_usual(each)]
        found = await asyncio.to_thread(summarise_title, game, players, played)
        return self._titles.keep(key, found)

    # One game

    async def after(self, table: LiveTable, guest_id: str | None) -> Afterwards | None:
        """What a finished game meant for somebody; None if it meant nothing, or not yet."""
        mine = table.seats_of(guest_id)
        if len(mine) != 1 or guest_id is None or not table.playing().finished:
            return None
        key = (table.row.id, mine[0])
        known = self._afterwards.find(key)
        if known is not None:
            return known
        rows = await self._store.results.of_table(table.row.id)
        row = next((each for each in rows if each.played.seat == mine[0]), None)
        if row is None:
            return None
        found = Afterwards(row)
        if row.guest_id == guest_id:
            own = await self._store.results.of_guest(guest_id, row.played.game)
            house = await self._store.results.best_before(row.played, FEWEST)
            found = Afterwards(row, tuple(find_broken(row.played, own, house)))
        return self._afterwards.keep(key, found)

    async def shown_at(self, table: LiveTable) -> dict[int, str]:
        """The keys of those at a table who show their statistics, by seat."""
        people = {seat.number: seat.guest_id for seat in table.seats if seat.guest_id is not None}
        wishes = await self._store.results.wishes_of(list(people.values()))
        found = {seat: wishes.get(guest, ("", None)) for seat, guest in people.items()}
        return {seat: key for seat, (wish, key) in found.items() if wish == SHOWN and key}


def is_usual(played: PlayedSeat) -> bool:
    """Whether a game was played with the options that the rules start from."""
    usual = {option.id: option.default for option in games.load(played.game).options}
    return {**usual, **played.options} == usual
