"""From the folder of a study to its report: everything that page and JSON tell."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck.game import rules_of
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lab.report.effects import Effect, find_effects, find_reference, group_by_table
from quarterdeck.lab.report.findings import Findings, summarise
from quarterdeck.lab.report.samples import Sample, collect
from quarterdeck.lab.results import RESULTS, Cell, GamesReader, read_cells, read_study_table


@dataclass(frozen=True)
class Report:
    """What a study has found so far.

    `tables`: the findings of the cells that others are compared with, one for each number of seats
    and choice of bots; `cells`: of all cells. `planned` is None if the study itself decides when it
    has seen enough. `untouched`: things that no game has used, though others of their kind.
    """

    rules: AnyRules
    study: dict[str, Any]
    played: int
    planned: int | None
    is_complete: bool
    damage: tuple[Message, ...]
    tables: tuple[Findings, ...]
    cells: tuple[Findings, ...]
    effects: tuple[Effect, ...]
    untouched: tuple[str, ...]

    @property
    def title(self) -> str:
        """What the study is called by its file; may be empty."""
        return str(self.study.get("title", ""))


def make_report(folder: Path) -> Report:
    """The report of a study; raises BadSetup if the folder is not that of one."""
    study, cells = read_study_table(folder), read_cells(folder)
    rules = rules_of(str(study.get("game", "")))
    reader = GamesReader(folder / RESULTS, cells)
    samples = collect(cells, reader)
    return report_samples(rules, study, samples, tuple(reader.damage))


def report_samples(
    rules: AnyRules, study: dict[str, Any], samples: list[Sample], damage: tuple[Message, ...] = ()
) -> Report:
    """The same from games that were read."""
    known = sorted({name for sample in samples for name in sample.names("use")})
    found = {sample.cell.number: summarise(sample, known) for sample in samples}
    tables = [
        found[find_reference(sample.cell for sample in group).number]
        for group in group_by_table(samples).values()
    ]
    played = sum(len(sample) for sample in samples)
    planned = _count_planned(study, [sample.cell for sample in samples])
    return Report(
        rules,
        study,
        played,
        planned,
        planned is not None and played >= planned,
        damage,
        tuple(tables),
        tuple(found.values()),
        tuple(find_effects(samples)),
        tuple(_find_untouched(rules, known)),
    )


def _count_planned(study: dict[str, Any], cells: list[Cell]) -> int | None:
    games = study.get("games")
    return games * len(cells) if isinstance(games, int) else None


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
