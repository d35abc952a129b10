"""The folder of a study: what was asked, its cells, and a line for every game that was played.

    study.toml      the study, as it was given
    cells.json      its cells: [{"number": 0, "seats": 2, "options": {…}, "components": {…},
                    "bots": ["mate"], "label": "…", "is_default": true}, …]
    results.jsonl   one line per game, in whatever order they ended
    made_with.json  rules, values and weights the games were played with

A game is known by its cell and its number in it. However often a run was stopped, whoever reads
the folder counts every game once, and is told what cannot be read.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from errno import ENOSPC
from os import fsync, strerror
from pathlib import Path
from typing import Any, NamedTuple

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

STUDY = "study.toml"
CELLS = "cells.json"
RESULTS = "results.jsonl"

# What a component file may hold in one place.
Value = int | str | list[Any]


@dataclass(frozen=True)
class Cell:
    """One way to play that a study looks at.

    `options` are complete; `components` holds only what differs from the game's own values, by
    path. `bots`: one for all seats, or one per seat before they rotate. `is_default`: nothing is
    varied here; it is what other cells with the same seats and bots are compared with.
    """

    number: int
    seats: int
    options: dict[str, str]
    components: dict[str, Value]
    bots: tuple[str, ...]
    label: str
    is_default: bool


class Ending(NamedTuple):
    """How a game ended, by seats: what each won of it, and its points."""

    shares: tuple[float, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class PlayedGame:
    """One game of a study, by seats.

    `options` and `components` are those of the cell; an option that stands for something made from
    a number has that number here. `shares`: what each seat won of the game. `progress`: the points
    that everybody could tell at the end of each round. `sources`: points by lines of the score
    sheet. `used`: how often a seat chose what (`quarterdeck.statistics.results.name_use`).
    """

    cell: int
    number: int
    seats: int
    options: dict[str, str]
    components: dict[str, Value]
    bots: list[str]
    ranks: list[int]
    scores: list[int]
    shares: list[float]
    plies: int
    decisions: int
    rounds: int
    progress: list[list[int]]
    sources: list[dict[str, int]]
    used: list[dict[str, int]]

    @property
    def key(self) -> tuple[int, int]:
        """What tells this game from all others of the study."""
        return self.cell, self.number

    @property
    def ending(self) -> Ending:
        return Ending(tuple(self.shares), tuple(self.scores))

    def write(self) -> str:
        """The game as a line of the results."""
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"

    @classmethod
    def read(cls, line: str) -> PlayedGame:
        """A game from its line; raises ValueError, TypeError or KeyError if it is none."""
        told = json.loads(line)
        game = cls(**{name: told[name] for name in _KINDS})
        for name, kind in _KINDS.items():
            value = getattr(game, name)
            if not isinstance(value, kind) or isinstance(value, bool):
                raise TypeError(name)
        if any(len(getattr(game, name)) != game.seats for name in _BY_SEAT):
            raise ValueError("seats")
        return game


_KINDS: dict[str, type] = {
    "cell": int,
    "number": int,
    "seats": int,
    "options": dict,
    "components": dict,
    "bots": list,
    "ranks": list,
    "scores": list,
    "shares": list,
    "plies": int,
    "decisions": int,
    "rounds": int,
    "progress": list,
    "sources": list,
    "used": list,
}
_BY_SEAT = ("bots", "ranks", "scores", "shares", "sources", "used")


@dataclass(frozen=True)
class StudyResults:
    """What a folder holds: the study as its file says it, its cells, and its games in order of cell
    and number. `damage`: what could not be read, in words; the games in question are missing."""

    study: dict[str, Any]
    cells: tuple[Cell, ...]
    games: tuple[PlayedGame, ...]
    damage: tuple[Message, ...] = ()

    @property
    def game(self) -> str:
        """The id of the game that was studied."""
        return str(self.study.get("game", ""))

    @property
    def title(self) -> str:
        return str(self.study.get("title", ""))

    def of(self, cell: int) -> list[PlayedGame]:
        """The games of a cell, in order."""
        return [each for each in self.games if each.cell == cell]


def read_results(folder: Path | str) -> StudyResults:
    """What a study has found so far; raises BadSetup if the folder is not that of a study."""
    folder = Path(folder)
    study, cells = read_study_table(folder), read_cells(folder)
    reader = GamesReader(folder / RESULTS, cells)
    games = sorted(reader, key=lambda game: game.key)
    return StudyResults(study, tuple(cells), tuple(games), tuple(reader.damage))


def read_study_table(folder: Path) -> dict[str, Any]:
    """The study of a folder as its file says it; raises BadSetup if it cannot be read."""
    try:
        return tomllib.loads((folder / STUDY).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _no_study(folder, STUDY, error) from error


def read_cells(folder: Path) -> list[Cell]:
    """The cells of a study that was begun; raises BadSetup if there are none to read."""
    try:
        told = json.loads((folder / CELLS).read_text(encoding="utf-8"))
        return [
            Cell(
                each["number"],
                each["seats"],
                dict(each["options"]),
                dict(each["components"]),
                tuple(each["bots"]),
                each["label"],
                each["is_default"],
            )
            for each in told
        ]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise _no_study(folder, CELLS, error) from error


def _no_study(folder: Path, file: str, error: Exception) -> BadSetup:
    why = error.strerror if isinstance(error, OSError) else str(error)
    return BadSetup(
        Message("qd.lab.error.folder", folder=str(folder), file=file, why=why or str(error))
    )


def write_cells(folder: Path, cells: Iterable[Cell]) -> None:
    told = [json.dumps(asdict(cell), ensure_ascii=False) for cell in cells]
    text = "[\n" + ",\n".join(told) + "\n]\n"
    write_whole(folder / CELLS, text)


def write_whole(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    written = path.with_name(f"{path.name}.new")
    written.write_text(text, encoding="utf-8")
    written.replace(path)


class GamesReader:
    """Reads a file of results game by game, each game once.

    The end of a line that a process did not live to write is no damage. Of two lines about the same
    game the first counts. Afterwards `damage` tells what could not be read, and `whole` where the
    last whole line ends.
    """

    def __init__(self, path: Path, cells: Iterable[Cell]) -> None:
        self.path = path
        self.damage: list[Message] = []
        self.whole = 0
        self._seats = {cell.number: cell.seats for cell in cells}

    def __iter__(self) -> Iterator[PlayedGame]:
        if not self.path.exists():
            return
        seen: set[tuple[int, int]] = set()
        with self.path.open("rb") as file:
            for place, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    return
                self.whole += len(line)
                game = self._read(line)
                if game is None:
                    damaged = Message("qd.lab.damaged", file=self.path.name, line=place)
                    self.damage.append(damaged)
                elif game.key not in seen:
                    seen.add(game.key)
                    yield game

    def _read(self, line: bytes) -> PlayedGame | None:
        try:
            game = PlayedGame.read(line.decode("utf-8"))
        except (ValueError, TypeError, KeyError):
            return None
        return game if self._seats.get(game.cell) == game.seats and game.number >= 0 else None


class ResultsFile:
    """The file of results of a running study; only the process that runs it writes there.

    Of every game it remembers what decides when a cell has enough of them.
    """

    def __init__(self, path: Path, cells: Iterable[Cell]) -> None:
        self.games: dict[tuple[int, int], Ending] = {}
        reader = GamesReader(path, cells)
        for game in reader:
            self.games[game.key] = game.ending
        self.damage = reader.damage
        # Not buffered: what was written stays, and what was not is not tried again at the end
        self._file = path.open("ab", buffering=0)
        self._file.truncate(reader.whole)

    def add(self, game: PlayedGame) -> bool:
        """Keep a game that has ended; tells whether it was new. Raises OSError."""
        if game.key in self.games:
            return False
        line = game.write().encode("utf-8")
        if self._file.write(line) != len(line):
            raise OSError(ENOSPC, strerror(ENOSPC))
        self.games[game.key] = game.ending
        return True

    def close(self) -> None:
        with self._file, suppress(OSError):
            fsync(self._file.fileno())
