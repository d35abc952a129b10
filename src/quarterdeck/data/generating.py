"""Self-play straight to data files: a folder of them, which a run fills and can go on filling.

Game `number` of a plan is the same whoever plays it, and files are cut by the number of games
alone: so the same seed gives the same files, whatever the number of processes and of stops.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from quarterdeck.bots.arena import Plan, play_match
from quarterdeck.data.decisions import BOT, Decisions, Ending, Origin, Player
from quarterdeck.data.manifest import (
    SUFFIX,
    check_same,
    describe_run,
    digest_run,
    hold_folder,
    read_manifest,
    write_manifest,
)
from quarterdeck.data.schema import make_schema, read_facts
from quarterdeck.data.writing import GameTable, draft
from quarterdeck.game import rules_of
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

# A run has about so many files, but a file has no more than so many games.
FILES = 32
MOST_PER_FILE = 250
# Seconds between two looks at how far the processes are.
LOOK = 0.25
Tell = Callable[[int], None]


@dataclass(frozen=True)
class DataFile:
    """One file of a run: which games are in it."""

    number: int
    path: Path
    games: range
    run: str

    @property
    def facts(self) -> dict[str, Any]:
        return {"run": self.run, "games": [self.games.start, self.games.stop]}


@dataclass(frozen=True)
class Generation:
    """Which games are to be played, and the folder for them."""

    plan: Plan
    games: int
    per_file: int
    folder: Path

    @property
    def rules(self) -> AnyRules:
        return _rules_of(self.plan)

    def list_files(self) -> list[DataFile]:
        told = describe_run(self.rules, self.plan, self.games, self.per_file)
        run = digest_run(told)
        starts = range(0, self.games, self.per_file)
        digits = max(5, len(str(len(starts) - 1)))
        return [
            DataFile(
                number,
                self.folder / f"games-{number:0{digits}}{SUFFIX}",
                range(start, min(start + self.per_file, self.games)),
                run,
            )
            for number, start in enumerate(starts)
        ]

    def missing(self) -> list[DataFile]:
        """The files that are still to be played: those that are not there, or not whole."""
        return [file for file in self.list_files() if not is_whole(file)]

    def count_missing(self) -> int:
        """How many games are still to be played."""
        return sum(len(file.games) for file in self.missing())

    def count_written(self) -> tuple[int, int]:
        """How many files and rows there are, once all are."""
        files = self.list_files()
        return len(files), sum(pq.read_metadata(file.path).num_rows for file in files)

    def go_on(self, workers: int, tell: Tell) -> None:
        """Play what is missing; `tell` is called with every few games that were played.

        Whatever stops it, files that are finished stay, and nothing else does.
        """
        with hold_folder(self.folder):
            told = describe_run(self.rules, self.plan, self.games, self.per_file)
            found = read_manifest(self.folder)
            if found is None:
                write_manifest(self.folder, told)
            else:
                check_same(self.folder, found, told)
            missing = self.missing()
            if workers <= 1:
                for file in missing:
                    play_file(self.plan, file, lambda: tell(1))
            else:
                _play_in_processes(self.plan, missing, workers, tell)


def prepare(plan: Plan, games: int, per_file: int | None, folder: Path) -> Generation:
    """A run in a folder, new or begun before; raises BadSetup if it was begun with something else.

    Without a number of games for each file, it is as it was begun, or the usual one.
    """
    found = read_manifest(folder)
    if per_file is None:
        per_file = _number(found, "games_per_file") or max(1, min(MOST_PER_FILE, games // FILES))
    if found is not None:
        check_same(folder, found, describe_run(_rules_of(plan), plan, games, per_file))
    return Generation(plan, games, per_file, folder)


def seed_of(folder: Path) -> int | None:
    """The seed that a folder was begun with."""
    return _number(read_manifest(folder), "seed")


def _number(found: dict[str, Any] | None, name: str) -> int | None:
    number = (found or {}).get(name)
    return number if isinstance(number, int) else None


def keep_drawn(folder: Path, rules: AnyRules, wishes: dict[str, str]) -> dict[str, str]:
    """Wishes for options, with the numbers that were drawn for them when a folder was begun."""
    begun = (read_manifest(folder) or {}).get("options")
    if not isinstance(begun, dict):
        return wishes
    seeded = {option.id: option.seeded for option in rules.options}
    return {
        name: str(begun[name])
        if value in seeded.get(name, ()) and str(begun.get(name)).startswith(f"{value}:")
        else value
        for name, value in wishes.items()
    }


def is_whole(file: DataFile) -> bool:
    """Whether a file is there, can be read, and is of this run."""
    try:
        facts = read_facts(pq.read_schema(file.path))
    except (OSError, pa.ArrowException):
        return False
    return {name: facts.get(name) for name in file.facts} == file.facts


def play_file(plan: Plan, file: DataFile, tell: Callable[[], None]) -> None:
    """Play the games of a file and write it; `tell` is called after each game."""
    rules = _rules_of(plan)
    schema = make_schema(rules, components=rules.component_digest, **file.facts)
    # What is there is not whole, or it would not be played
    with draft(file.path, force=True) as opened, GameTable(opened, schema, rules) as table:
        for number in file.games:
            decisions = Decisions(rules)
            match = play_match(rules, plan, number, decisions.note)
            players = tuple(Player(BOT, plan.bots[bot]) for bot in match.seating)
            origin = Origin(number, players, plan.options, rules.version)
            table.add(decisions, origin, Ending(match.scores, match.ranks))
            tell()


def _rules_of(plan: Plan) -> AnyRules:
    return rules_of(plan.game, None if plan.components is None else Path(plan.components))


# In processes


def _play_in_processes(plan: Plan, files: list[DataFile], workers: int, tell: Tell) -> None:
    if not files:
        return
    # Games played of each file, and at the end whether all shall stop. Nobody waits for it.
    progress = RawArray("q", len(files) + 1)
    # A copy of this process would have its threads' locks without its threads
    pool = ProcessPoolExecutor(
        min(workers, len(files)), get_context("spawn"), _begin_working, (progress,)
    )
    told = 0
    try:
        with _signals_waiting():
            due: set[Future[None]] = {
                pool.submit(_play_counted, plan, file, place) for place, file in enumerate(files)
            }
        while due:
            done, due = wait(due, LOOK, FIRST_COMPLETED)
            for each in done:
                each.result()
            played = sum(progress[:-1])
            tell(played - told)
            told = played
    except BrokenProcessPool as error:
        raise BadSetup(Message("qd.data.worker_gone")) from error
    finally:
        progress[len(files)] = 1
        pool.shutdown(cancel_futures=True)


@contextmanager
def _signals_waiting() -> Iterator[None]:
    """Ctrl+C comes later, and never to the processes that are started meanwhile: they are told."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_progress: Any = None


def _begin_working(progress: Any) -> None:
    """Runs first in a process that plays: it ends when it is told, or with whoever started it."""
    global _progress  # noqa: PLW0603
    _progress = progress
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        while not connection.wait([parent.sentinel], LOOK):
            if progress[-1]:
                break
        os._exit(0)

    threading.Thread(target=watch, name="quarterdeck-parent", daemon=True).start()


def _play_counted(plan: Plan, file: DataFile, place: int) -> None:
    def count() -> None:
        _progress[place] += 1

    play_file(plan, file, count)
