"""From the folder of a study to its report: everything that page and JSON tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck.game import rules_of
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lab.goals import Goal
from quarterdeck.lab.report.effects import (
    MAIN,
    Effect,
    find_effects,
    find_reference,
    group_by_table,
)
from quarterdeck.lab.report.findings import Findings, correct_seats, summarise
from quarterdeck.lab.report.samples import Sample, collect
from quarterdeck.lab.report.strategies import find_names, find_strategies
from quarterdeck.lab.results import (
    RESULTS,
    STUDY,
    Cell,
    GamesReader,
    read_cells,
    read_study_table,
)
from quarterdeck.lab.study import read_study


@dataclass(frozen=True)
class Report:
    """What a study has found so far.

    `tables`: the findings of the cells that others are compared with, one for each number of seats
    and choice of bots; `cells`: of all cells. `planned` is None if the study itself decides when it
    has seen enough, and with `is_complete` if its file no longer tells. `untouched`: things that no
    game has used, though others of their kind.
    """

    rules: AnyRules
    study: dict[str, Any]
    played: int
    planned: int | None
    is_complete: bool | None
    damage: tuple[Message, ...]
    tables: tuple[Findings, ...]
    cells: tuple[Findings, ...]
    effects: tuple[Effect, ...]
    untouched: tuple[str, ...]

    @property
    def title(self) -> str:
        """What the study is called by its file; may be empty."""
        return str(self.study.get("title", ""))

    @property
    def is_varied(self) -> bool:
        """Whether there are cells to compare with others."""
        return len(self.cells) > len({found.cell.seats for found in self.tables})

    @property
    def main_effects(self) -> tuple[Effect, ...]:
        """Effects on the game as a whole, without those on sources and uses."""
        return tuple(effect for effect in self.effects if effect.measure.kind == MAIN)


def make_report(folder: Path) -> Report:
    """The report of a study; raises BadSetup if the folder is not that of one."""
    study, cells = read_study_table(folder), read_cells(folder)
    rules = rules_of(str(study.get("game", "")))
    reader = GamesReader(folder / RESULTS, cells)
    samples = collect(cells, reader)
    goals = _read_goals(folder, cells)
    return report_samples(rules, study, samples, goals, tuple(reader.damage))


def report_samples(
    rules: AnyRules,
    study: dict[str, Any],
    samples: list[Sample],
    goals: Sequence[Goal] | None = None,
    damage: tuple[Message, ...] = (),
) -> Report:
    """The same from games that were read."""
    known = find_names(samples)
    strategies = find_strategies(rules, samples)
    found = {
        sample.cell.number: summarise(sample, strategies[sample.cell.number]) for sample in samples
    }
    groups = group_by_table(samples).values()
    numbers = [find_reference(sample.cell for sample in group).number for group in groups]
    tables = correct_seats([found[number] for number in numbers])
    found |= zip(numbers, tables, strict=True)
    planned, is_complete = _judge_progress(samples, goals)
    return Report(
        rules,
        study,
        sum(len(sample) for sample in samples),
        planned,
        is_complete,
        damage,
        tuple(sorted(tables, key=lambda found: found.cell.seats)),
        tuple(found.values()),
        tuple(find_effects(samples)),
        tuple(_find_untouched(rules, known)) if any(each.is_told for each in tables) else (),
    )


def _read_goals(folder: Path, cells: list[Cell]) -> Sequence[Goal] | None:
    """How long each cell is to be played; None if the file no longer fits what was played, say
    since a bot it names is gone: that is no reason to tell nothing."""
    try:
        goals = read_study(folder / STUDY).goals
    except QuarterdeckError:
        return None
    return goals if len(goals) == len(cells) else None


def _judge_progress(
    samples: Sequence[Sample], goals: Sequence[Goal] | None
) -> tuple[int | None, bool | None]:
    """How many games are planned, and whether that is done; None where nobody can say."""
    if goals is None:
        return None, None
    cells = list(zip(samples, goals, strict=True))
    is_complete = all(goal.is_reached(sample.cell, sample.endings()) for sample, goal in cells)
    if any(goal.until is not None for goal in goals):
        return None, is_complete
    return sum(max(goal.games, len(sample)) for sample, goal in cells), is_complete


def _find_untouched(rules: AnyRules, known: list[str]) -> list[str]:
    """Things that nobody used, if at least half of their kind were: ids begin with the kind."""
    used = {thing for use in known if (thing := use.partition(" ")[2])}
    kinds: dict[str, list[str]] = {}
    for thing in rules.things:
        kind, dash, _ = thing.partition("-")
        if dash:
            kinds.setdefault(kind, []).append(thing)
    return [
        thing
        for things in kinds.values()
        if 2 * sum(thing in used for thing in things) >= len(things)
        for thing in things
        if thing not in used
    ]
