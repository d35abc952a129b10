"""Running a study: which games are missing, and keeping each as soon as it has ended."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from quarterdeck.game import rules_of
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.lab.crews import Crew, failed
from quarterdeck.lab.goals import Goal
from quarterdeck.lab.playing import Failure, Job, describe_rules, is_learned, play_job
from quarterdeck.lab.results import (
    CELLS,
    RESULTS,
    STUDY,
    Cell,
    Ending,
    PlayedGame,
    ResultsFile,
    read_cells,
    write_cells,
    write_whole,
)
from quarterdeck.lab.study import Study
from quarterdeck.locking import lock

MADE_WITH = "made_with.json"
LOCK = "running.lock"
# Cells take turns, so that all of them grow alike while a study runs.
TURN = 12
# How long the time of a game is measured, and how many games at most.
PROBE_SECONDS, PROBE_GAMES = 2.0, 5


def describe(study: Study) -> dict[str, object]:
    """What the results of a study belong to, besides its cells."""
    learned = any(is_learned(bot) for bot in study.bots)
    return {
        "game": study.game,
        "seed": study.seed,
        **describe_rules(rules_of(study.game), learned),
    }


@contextmanager
def open_folder(folder: Path, study: Study) -> Iterator[ResultsFile]:
    """The results of a study, in a new folder or one where it was begun; raises BadSetup.

    A study that asks for more games than before goes on; one with other cells is refused.
    """
    made_with = describe(study)
    _check(folder, study, made_with)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with lock(folder / LOCK, Message("qd.lab.error.in_use", folder=str(folder))):
            # Again, as another run may have begun meanwhile
            _check(folder, study, made_with)
            _begin(folder, study, made_with)
            with closing(ResultsFile(folder / RESULTS, study.cells)) as results:
                yield results
    except OSError as error:
        raise _cannot_write(folder, error) from error


def _check(folder: Path, study: Study, made_with: dict[str, object]) -> None:
    """Whether a folder is new or has this study."""
    if not (folder / MADE_WITH).exists():
        if (folder / RESULTS).exists():
            raise _missing(folder)
        return
    try:
        found = dict(json.loads((folder / MADE_WITH).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise _missing(folder) from error
    same = found.get("game") == study.game and found.get("seed") == study.seed
    if not same or read_cells(folder) != list(study.cells):
        raise BadSetup(Message("qd.lab.error.other_study", folder=str(folder)))
    other = [name for name in made_with if found.get(name) != made_with[name]]
    if other:
        raise BadSetup(
            Message("qd.lab.error.made_otherwise", folder=str(folder), other=", ".join(other))
        )


def _missing(folder: Path) -> BadSetup:
    """Results without the file that says what was played."""
    return BadSetup(Message("qd.lab.error.missing_file", folder=str(folder), file=MADE_WITH))


def _begin(folder: Path, study: Study, made_with: dict[str, object]) -> None:
    write_whole(folder / STUDY, study.text)
    if not (folder / CELLS).exists() or not (folder / MADE_WITH).exists():
        write_cells(folder, study.cells)
    # Last: it says that the rest is there
    write_whole(folder / MADE_WITH, json.dumps(made_with) + "\n")


def _cannot_write(folder: Path, error: OSError) -> BadSetup:
    return BadSetup(
        Message("qd.lab.error.write", folder=str(folder), why=error.strerror or str(error))
    )


class CellRun:
    """How far a cell is. Games are asked for up to the next look at the interval."""

    def __init__(self, cell: Cell, goal: Goal, results: ResultsFile) -> None:
        self.cell = cell
        self.goal = goal
        self._results = results
        self._asked = 0
        self._look = goal.first_look
        self._done = 0
        self._move_on()

    @property
    def is_finished(self) -> bool:
        return self._done >= self._look

    @property
    def expected(self) -> int:
        """About how many games the cell will have in the end."""
        return self._look if self.is_finished else max(self._look, self.goal.estimate(self.cell))

    def ask(self) -> int | None:
        """The number of a game to be played; None if there is none, or none yet."""
        while self._asked < self._look:
            number = self._asked
            self._asked += 1
            if (self.cell.number, number) not in self._results.games:
                return number
        return None

    def note_end(self) -> None:
        """A game of this cell has ended."""
        self._move_on()

    def _move_on(self) -> None:
        games, number = self._results.games, self.cell.number
        while True:
            while self._done < self._look and (number, self._done) in games:
                self._done += 1
            if self._done < self._look or self.goal.is_reached(self.cell, self._endings()):
                return
            self._look = self.goal.next_look(self._look)

    def _endings(self) -> list[Ending]:
        """The games that are looked at: all before this look, none played since."""
        games, number = self._results.games, self.cell.number
        return [games[number, each] for each in range(self._look)]


class Run:
    """Plays what a study is missing."""

    def __init__(self, study: Study, results: ResultsFile) -> None:
        self.study = study
        self.results = results
        self.cells = [
            CellRun(cell, goal, results)
            for cell, goal in zip(study.cells, study.goals, strict=True)
        ]
        self._made_with = describe_rules(
            rules_of(study.game), any(is_learned(bot) for bot in study.bots)
        )
        self._turn = 0
        self._in_turn = 0

    @property
    def played(self) -> int:
        return len(self.results.games)

    @property
    def expected(self) -> int:
        """About how many games there will be in the end."""
        return sum(cell.expected for cell in self.cells)

    @property
    def is_finished(self) -> bool:
        return all(cell.is_finished for cell in self.cells)

    def go_on(self, crew: Crew, tell: Callable[[PlayedGame], object] = repr) -> None:
        """Play until every cell has been played often enough; raises BadSetup if a game fails."""
        while True:
            while crew.pending < crew.room:
                job = self._next_job()
                if job is None:
                    break
                crew.submit(job)
            if not crew.pending:
                return
            for job, game in crew.collect():
                if isinstance(game, Failure):
                    raise failed(job, game.why)
                if self.results.add(game):
                    self.cells[game.cell].note_end()
                    tell(game)

    def _next_job(self) -> Job | None:
        for _ in range(len(self.cells) + 1):
            cell = self.cells[self._turn]
            number = cell.ask() if self._in_turn < TURN else None
            if number is not None:
                self._in_turn += 1
                study = self.study
                return Job(study.game, study.seed, cell.cell, number, self._made_with)
            self._turn = (self._turn + 1) % len(self.cells)
            self._in_turn = 0
        return None


# What it will cost


@dataclass(frozen=True)
class Forecast:
    """What a study will take: games, and seconds of one process."""

    cells: int
    games: int
    seconds: float
    has_intervals: bool


def forecast(study: Study, tell: Callable[[], object] = lambda: None) -> Forecast:
    """Estimate a study from a few timed games of every number of players and line-up.

    `tell` is called before each of these.
    """
    pairs = list(zip(study.cells, study.goals, strict=True))
    timed: dict[tuple[int, tuple[str, ...]], float] = {}
    for cell in study.cells:
        key = cell.seats, cell.bots
        if key not in timed:
            tell()
            timed[key] = _time_games(study, cell)
    games = [goal.estimate(cell) for cell, goal in pairs]
    seconds = sum(
        count * timed[cell.seats, cell.bots] for count, (cell, _) in zip(games, pairs, strict=True)
    )
    has_intervals = any(goal.until is not None for goal in study.goals)
    return Forecast(len(study.cells), sum(games), seconds, has_intervals)


def _time_games(study: Study, cell: Cell) -> float:
    """Seconds per game. The first one, in which much is loaded, counts only if it is the last."""
    times: list[float] = []
    while len(times) < PROBE_GAMES and sum(times) < PROBE_SECONDS:
        job = Job(study.game, study.seed, cell, len(times))
        began = perf_counter()
        game = play_job(job)
        if isinstance(game, Failure):
            raise failed(job, game.why)
        times.append(perf_counter() - began)
    counted = times[1:] or times
    return sum(counted) / len(counted)
