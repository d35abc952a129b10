"""What each memory on the way to a table's page earns: `python benchmarks/memories.py`.

Tables of every game are played, each with three readers or more: a player in English, one in French
who has all panels open, and spectators in English. After every move each of them gets what their
page does not show yet, by the code that answers a browser, without HTTP. A memory earns its hits
times what a miss takes; those that only add to what they hold are switched off instead, in another
process that plays the same moves (`--without NAME` does that for any of them).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable
from functools import cached_property, lru_cache
from pathlib import Path
from statistics import mean
from types import ModuleType
from typing import Any, ClassVar, TypeVar, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # a script finds only its own folder

from quarterdeck import games, pictures
from quarterdeck.game import Game, LogLine
from quarterdeck.kernel import catalogue
from quarterdeck.pictures.parts import ALBUM, Drawing
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.page_memory import PageMemory
from quarterdeck.server.pages import common, composing, marks, parts
from quarterdeck.server.sight import Hands
from quarterdeck.server.store.rows import Guest
from tests.server.houses import open_house, play, seat_here

ROOT = Path(__file__).resolve().parents[1]
T = TypeVar("T")
NO_REQUEST: Any = None


class Memory(ABC):
    """One memory: how to do without it, and how often it is asked and knows the answer."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hits = 0
        self.misses = 0
        # How often something was made, and what it took, in ms.
        self._made = 0
        self._spent = 0.0
        self._before_counting: float | None = None

    @abstractmethod
    def switch_off(self) -> None: ...

    @abstractmethod
    def start_counting(self) -> None: ...

    def count(self) -> tuple[int, int, int | None]:
        """Hits, misses, and how many entries there are if it is one collection."""
        return self.hits, self.misses, None

    @property
    def per_miss(self) -> float | None:
        """Milliseconds; None if it is not known."""
        return self._spent / self._made if self._made else self._before_counting

    def forget_counts(self) -> None:
        """What was made before may have taken longer: templates had to be read."""
        self.hits = self.misses = 0
        self._before_counting = self.per_miss
        self._made, self._spent = 0, 0.0

    def add(self, start: float) -> None:
        """Something was made, since a time of this thread."""
        self._made += 1
        self._spent += 1000 * (time.thread_time() - start)

    def note(self, hit: bool) -> None:
        if hit:
            self.hits += 1
        else:
            self.misses += 1


class OfFunction(Memory):
    """What a function returned (`lru_cache`)."""

    def __init__(self, module: ModuleType, function: str) -> None:
        super().__init__(f"{module.__name__.removeprefix('quarterdeck.')}.{function}")
        self._cached = getattr(module, function)
        self._before = self._cached.cache_info()

    def switch_off(self) -> None:
        self._replace(self._cached.__wrapped__)

    def start_counting(self) -> None:
        make = self._cached.__wrapped__

        def measure(*arguments: Any, **more: Any) -> Any:
            start = time.thread_time()
            made = make(*arguments, **more)
            self.add(start)
            return made

        self._replace(lru_cache(**self._cached.cache_parameters())(measure))

    def _replace(self, function: Any) -> None:
        places = [vars(module) for name, module in sys.modules.items() if "quarterdeck" in name]
        for place in [*places, common._helpers()]:
            for name, value in place.items():
                if value is self._cached:
                    place[name] = function
        self._cached = function

    def forget_counts(self) -> None:
        super().forget_counts()
        self._before = self._cached.cache_info()

    def count(self) -> tuple[int, int, int | None]:
        before, now = self._before, self._cached.cache_info()
        return now.hits - before.hits, now.misses - before.misses, now.currsize


class OfProperty(Memory):
    """A property of an object, worked out once (`cached_property`)."""

    def __init__(self, owner: type, name: str) -> None:
        super().__init__(f"{owner.__name__}.{name}")
        self._owner, self._property = owner, name
        self._cached: cached_property[Any] = vars(owner)[name]

    def switch_off(self) -> None:
        setattr(self._owner, self._property, property(self._cached.func))

    def start_counting(self) -> None:
        def get(owner: Any) -> Any:
            known = self._property in vars(owner)
            self.note(known)
            start = time.thread_time()
            found = self._cached.__get__(owner)
            if not known:
                self.add(start)
            return found

        setattr(self._owner, self._property, property(get))


class OfCollection(Memory):
    """What was made last, in an object that finds and keeps it."""

    def __init__(self, name: str, held: Any) -> None:
        super().__init__(name)
        self._held = held

    def switch_off(self) -> None:
        self._held.find = lambda *_: None
        self._held.keep = lambda *_: None

    def start_counting(self) -> None:
        find, keep = self._held.find, self._held.keep
        started: dict[Hashable, float] = {}

        def count(key: Hashable, *more: Any) -> Any:
            found = find(key, *more)
            self.note(found is not None)
            if found is None:
                started[key] = time.thread_time()
            return found

        def keep_and_count(key: Hashable, *more: Any) -> None:
            if key in started:
                self.add(started.pop(key))
            keep(key, *more)

        self._held.find, self._held.keep = count, keep_and_count

    def count(self) -> tuple[int, int, int | None]:
        return self.hits, self.misses, len(self._held._young) + len(self._held._old)


_once = PageMemory.once


class OfMoment(Memory):
    """Something made of a table as it is now."""

    all: ClassVar[dict[str, OfMoment]] = {}
    off: ClassVar[set[str]] = set()

    def __init__(self, kind: str) -> None:
        super().__init__(f"of this moment: {kind}")
        self._kind = kind
        self.all[kind] = self

    def switch_off(self) -> None:
        self.off.add(self._kind)

    def start_counting(self) -> None:
        """Counted by `once`."""

    @staticmethod
    def once(
        pages: PageMemory, key: Hashable, moment: Callable[[], Hashable], make: Callable[[], T]
    ) -> T:
        kind = cast(str, key[0] if isinstance(key, tuple) else key)
        if kind in OfMoment.off:
            return make()
        made = False

        def make_and_tell() -> T:
            nonlocal made
            made = True
            start = time.thread_time()
            found = make()
            if kind in OfMoment.all:
                OfMoment.all[kind].add(start)
            return found

        found = _once(pages, key, moment, make_and_tell)
        if kind in OfMoment.all:
            OfMoment.all[kind].note(not made)
        return found


class OfLogs(Memory):
    """What a table keeps beyond the moment: logs, and parts that seldom change."""

    def __init__(self, name: str) -> None:
        super().__init__(f"PageMemory.{name}")
        self._logs = name
        self._off = False

    def switch_off(self) -> None:
        self._off = True

    def start_counting(self) -> None:
        """Counted in every table: see `watch`."""

    def watch(self, table: LiveTable) -> None:
        logs = getattr(table.pages, self._logs)
        find = logs.find

        def count(reader: Hashable) -> Any:
            found = None if self._off else find(reader)
            self.note(found is not None)
            return found

        logs.find = count


class OfLines(Memory):
    """The lines of the log that a viewer was told, in the game itself."""

    def switch_off(self) -> None:
        log = Game.log

        def forgetful(game: Game, viewer: int | None = None, since: int = 0) -> list[LogLine]:
            game._settled.clear()
            return log(game, viewer, since)

        Game.log = forgetful  # type: ignore[method-assign, assignment]

    def start_counting(self) -> None:
        log = Game.log

        def count(game: Game, viewer: int | None = None, since: int = 0) -> list[LogLine]:
            self.note(bool(game._settled.get(viewer)))
            return log(game, viewer, since)

        Game.log = count  # type: ignore[method-assign, assignment]


MEMORIES: list[Memory] = [
    *(
        OfMoment(kind)
        for kind in (
            "view",
            "question",
            "state",
            "score sheet",
            "part",
            "log part",
            "board",
        )
    ),
    OfLogs("worded_logs"),
    OfLogs("log_parts"),
    OfLogs("steady_parts"),
    OfLines("Game._settled"),
    OfFunction(common, "_button"),
    OfFunction(marks, "plain_token"),
    OfCollection("ALBUM.outlines", ALBUM.outlines),
    OfCollection("ALBUM.blanks", ALBUM.blanks),
    OfCollection("ALBUM.sections", ALBUM.sections),
    OfCollection("ALBUM.parts", ALBUM.parts),
    OfCollection("ALBUM.lettered", ALBUM.lettered),
    OfCollection("ALBUM.drawings", ALBUM.drawings),
    OfProperty(Drawing, "digest"),
    OfFunction(pictures, "drawable"),
    OfFunction(catalogue, "_template"),
    OfFunction(catalogue, "_plain"),
]


# Playing


class Follower:
    """A page that follows a table."""

    def __init__(
        self, house: House, table: LiveTable, guest: Guest | None, language: str, closed: set[str]
    ) -> None:
        self._reader = common.Reader(house, guest, language, "auto", Hands(), NO_REQUEST)
        self._table = table
        self._closed = frozenset(closed)
        self._shows: Collection[str] = ()

    async def follow(self) -> None:
        # The stream asks first whether there is anything new.
        self._table.edition(self._table.seats_of(self._reader.guest_id))
        found = await composing.compose_page(self._reader, self._table, self._closed)
        missing = found.missing(frozenset(self._shows))
        parts.join_parts(missing)
        parts.list_marks(missing)
        self._shows = found.summarise().marks


class Table:
    """A table with three pages."""

    def __init__(self, house: House, live: LiveTable, pages: list[Follower], seed: int) -> None:
        self._house = house
        self._live = live
        self._pages = pages
        self._dealer = random.Random(seed)

    @property
    def finished(self) -> bool:
        return self._live.playing().finished

    async def move(self) -> float:
        """Whoever is asked moves, and all pages follow: how long this thread was busy, in ms."""
        game = self._live.playing()
        seat = self._dealer.choice(game.actors)
        choice = self._dealer.choice(game.position.legal(seat))
        start = time.thread_time()
        await play(self._house, self._live, choice, seat=seat)
        for page in self._pages:
            await page.follow()
        return 1000 * (time.thread_time() - start)


async def open_table(house: House, game: str, seed: int, spectators: int) -> Table:
    host, live = await seat_here(house, game, "here", "open")
    other, _ = await house.people.welcome(f"Marc {seed}")
    await house.tables.gathering.join(live.row.id, other)
    for memory in MEMORIES:
        if isinstance(memory, OfLogs):
            memory.watch(live)
    pages = [
        Follower(house, live, host, "en", set(composing.PANELS)),
        Follower(house, live, other, "fr", set()),
        *(Follower(house, live, None, "en", set(composing.PANELS)) for _ in range(spectators)),
    ]
    return Table(house, live, pages, seed)


async def play_tables(tables: int, moves: int, spectators: int) -> list[float]:
    """Milliseconds of every move, in the same order every time."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(f"sqlite:///{folder}/table.db", Path(folder)) as house:
            known = sorted(games.PLUGINS.names())
            for game in known:
                # So that templates are read, and what all tables share is known.
                table = await open_table(house, game, 0, spectators)
                for _ in range(moves):
                    await table.move()
            for memory in MEMORIES:
                memory.forget_counts()
            opened = [
                await open_table(house, game, number + 1, spectators)
                for game in known
                for number in range(tables)
            ]
            for _ in range(moves):
                times += [await table.move() for table in opened if not table.finished]
    return times


def play_without(tables: int, moves: int, spectators: int, name: str) -> float:
    """Milliseconds per move without a memory of this name, or with all of them."""
    PageMemory.once = OfMoment.once  # type: ignore[method-assign, assignment]
    for memory in MEMORIES:
        if memory.name == name:
            memory.switch_off()
    return mean(asyncio.run(play_tables(tables, moves, spectators)))


# Reporting


def run_apart(*arguments: str) -> float:
    """The same program in a process of its own; the better of two times."""
    command = [sys.executable, __file__, *arguments]
    done = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    return min(float(each.stdout.splitlines()[-1]) for each in done)


def report(tables: int, moves: int, spectators: int) -> None:
    size = (f"--tables={tables}", f"--moves={moves}", f"--spectators={spectators}")
    whole = run_apart(*size, "--without=nothing")
    PageMemory.once = OfMoment.once  # type: ignore[method-assign, assignment]
    for memory in MEMORIES:
        memory.start_counting()
    played = len(asyncio.run(play_tables(tables, moves, spectators)))
    print(f"{played} moves, {whole:.2f} ms per move\n")
    print("| memory | hits a move | misses | entries | per miss | earns |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for memory in MEMORIES:
        hits, misses, entries = memory.count()
        if memory.per_miss is None:
            cost = ""
            earns = run_apart(*size, f"--without={memory.name}") / whole - 1
        else:
            cost = f"{memory.per_miss:.3f} ms"
            earns = memory.per_miss * hits / played / whole
        print(
            f"| {memory.name} | {hits / played:.1f} | {misses / played:.1f} "
            f"| {'' if entries is None else entries} | {cost} | {earns:.1%} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=6, help="tables of each game")
    parser.add_argument("--moves", type=int, default=25, help="moves at each table")
    parser.add_argument("--spectators", type=int, default=1, help="spectators at each table")
    parser.add_argument("--without", default="", help="play without a memory of this name")
    asked = parser.parse_args()
    size = (asked.tables, asked.moves, asked.spectators)
    if asked.without:
        print(play_without(*size, asked.without))
    else:
        report(*size)


if __name__ == "__main__":
    main()
