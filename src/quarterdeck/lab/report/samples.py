"""The games of each cell of a study as columns of numbers, read one game at a time."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import nan
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from quarterdeck.lab.report.estimates import Numbers
from quarterdeck.lab.report.figures import follow
from quarterdeck.lab.results import Cell, Ending, PlayedGame

# Figures of a course that are one number per game.
COURSE = ("changes", "early", "late", "comeback", "lead", "catch_up")


# Which games of a sample.
Places: TypeAlias = slice | npt.NDArray[np.intp]
EVERY = slice(None)


@dataclass
class Sample:
    """The games of one cell. What goes by seats has a row per game and a column per seat."""

    cell: Cell
    numbers: list[int] = field(default_factory=list)
    bots: list[tuple[str, ...]] = field(default_factory=list)
    _columns: dict[str, array[float]] = field(default_factory=dict)
    _by_seat: dict[str, array[float]] = field(default_factory=dict)
    _leaders: list[tuple[float, ...]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def seats(self) -> int:
        return self.cell.seats

    def add(self, game: PlayedGame) -> None:
        """Another game of this cell."""
        course = follow(game)
        self._note("rounds", game.rounds)
        self._note("decisions", game.decisions)
        for name in COURSE:
            self._note(name, getattr(course, name))
        self._leaders.append(course.leaders)
        for seat in range(self.seats):
            self._note_seat("share", seat, game.shares[seat])
            self._note_seat("score", seat, game.scores[seat])
            for source, points in game.sources[seat].items():
                self._note_seat(f"source {source}", seat, points)
            for use, count in game.used[seat].items():
                self._note_seat(f"use {use}", seat, count)
        self.bots.append(tuple(game.bots))
        self.numbers.append(game.number)

    def _note(self, name: str, value: float) -> None:
        self._columns.setdefault(name, array("d")).append(value)

    def _note_seat(self, name: str, seat: int, value: float) -> None:
        column = self._by_seat.setdefault(name, array("d"))
        place = len(self) * self.seats + seat
        column.extend([0.0] * (place - len(column)))
        column.append(value)

    def arrange(self) -> None:
        """Put games in the order of their numbers, so that the same games give the same report."""
        order = sorted(range(len(self)), key=self.numbers.__getitem__)
        if order == list(range(len(self))):
            return
        for name in self._columns:
            self._columns[name] = array("d", self.column(name)[order])
        for name in self._by_seat:
            self._by_seat[name] = array("d", self.by_seat(name)[order].ravel())
        self.bots[:] = [self.bots[index] for index in order]
        self._leaders[:] = [self._leaders[index] for index in order]
        self.numbers.sort()

    def column(self, name: str) -> Numbers:
        """One number per game."""
        return np.array(self._columns.get(name, ()), dtype=np.float64)

    def by_seat(self, name: str) -> Numbers:
        """One number per game and seat; 0 where none was noted."""
        found = np.zeros(len(self) * self.seats)
        noted = np.array(self._by_seat.get(name, ()), dtype=np.float64)
        found[: len(noted)] = noted
        return found.reshape(len(self), self.seats)

    def endings(self) -> list[Ending]:
        """How games ended, by number, up to the first that is missing."""
        whole = next((place for place, each in enumerate(self.numbers) if place != each), len(self))
        shares, scores = self.by_seat("share")[:whole], self.by_seat("score")[:whole]
        return [
            Ending(tuple(won), tuple(int(each) for each in points))
            for won, points in zip(shares.tolist(), scores.tolist(), strict=True)
        ]

    def names(self, kind: str) -> list[str]:
        """What was noted by seats as `source` or `use`, without that word."""
        found = (name.partition(" ") for name in self._by_seat)
        return [name for word, _, name in found if word == kind and name]

    def leaders_after(self, number: int) -> Numbers:
        """What those won who led alone after this round (from 1), if it was not the last; NaN
        without one."""
        found = [each[number - 1] if number <= len(each) else nan for each in self._leaders]
        return np.array(found, dtype=np.float64)

    @property
    def longest(self) -> int:
        """The most rounds of any game."""
        return max((len(each) + 1 for each in self._leaders), default=0)

    def seated(self, bot: str) -> npt.NDArray[np.bool_]:
        """Where a bot sat: a row per game, a column per seat."""
        return np.array([[each == bot for each in seats] for seats in self.bots], dtype=np.bool_)


def collect(cells: Iterable[Cell], games: Iterable[PlayedGame]) -> list[Sample]:
    """The games of each cell, in the order of the cells."""
    samples = {cell.number: Sample(cell) for cell in cells}
    for game in games:
        samples[game.cell].add(game)
    for sample in samples.values():
        sample.arrange()
    return list(samples.values())
