"""What each varied value does: cells compared that differ in nothing else, deal by deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from quarterdeck.lab.report.estimates import (
    SURE,
    Difference,
    Numbers,
    compare_means,
    compare_shares,
    correct_rate,
)
from quarterdeck.lab.report.findings import FEWEST, find_decided, find_margin
from quarterdeck.lab.report.samples import EVERY, Places, Sample
from quarterdeck.lab.report.strategies import find_alike, find_names
from quarterdeck.lab.results import Cell, Value

OPTION, COMPONENT, BOTS = "option", "component", "bots"
# What is measured: of the game as a whole, of points by source, of what is used.
MAIN, SOURCES, USES = "main", "source", "use"


@dataclass(frozen=True)
class Change:
    """A value that was varied, and what it was compared with; None stands for the game's own value
    of a component."""

    kind: str
    name: str
    value: Value | None
    reference: Value | None


@dataclass(frozen=True)
class Measure:
    """Something that every game has a number of. `seat` or `name` tell which, where there are
    several; of a share the numbers are from 0 to 1."""

    kind: str
    id: str
    is_share: bool
    seat: int | None = None
    name: str = ""


@dataclass(frozen=True)
class Effect:
    """What changes do to a measure, at tables with so many seats and these bots."""

    seats: int
    bots: tuple[str, ...]
    changes: tuple[Change, ...]
    measure: Measure
    before: float
    after: float
    difference: Difference
    corrected: float = 1.0

    @property
    def is_of_bots(self) -> bool:
        """Whether other bots play, and not another value of the box."""
        return any(change.kind == BOTS for change in self.changes)

    @property
    def is_sure(self) -> bool:
        return self.corrected <= SURE


def find_effects(samples: Sequence[Sample]) -> list[Effect]:
    """What every varied value does to every measure; each kind of measure is corrected for all its
    comparisons in the study."""
    found: list[Effect] = []
    first = find_alike(samples, find_names(samples))
    for compared in _match(samples):
        for measure in _measures(compared.pairs, first):
            effect = _compare(compared, measure)
            if effect is not None:
                found.append(effect)
    tables = list(dict.fromkeys((each.seats, each.bots) for each in found))
    found.sort(key=lambda each: tables.index((each.seats, each.bots)))
    return _correct(found)


def find_idle(effects: Iterable[Effect]) -> list[tuple[Effect, ...]]:
    """The effects of each change that left every game as it was: nobody came to what it is about,
    which tells nothing of what it would do to others."""
    by_change: dict[str, list[Effect]] = defaultdict(list)
    for each in effects:
        # Values may be lists, so changes are told apart by how they are written
        by_change[repr((each.seats, each.bots, each.changes))].append(each)
    return [tuple(group) for group in by_change.values() if all(map(_is_idle, group))]


def _is_idle(effect: Effect) -> bool:
    found = effect.difference
    if effect.measure.is_share:
        # Its interval is never narrow
        return found.paired and found.value == 0
    return found.paired and found.value == found.low == found.high == 0


def _correct(found: list[Effect]) -> list[Effect]:
    corrected = list(found)
    for kind in (MAIN, SOURCES, USES):
        places = [index for index, each in enumerate(found) if each.measure.kind == kind]
        chances = correct_rate([found[index].difference.p for index in places])
        for index, chance in zip(places, chances, strict=True):
            corrected[index] = replace(found[index], corrected=chance)
    return corrected


# Which cells are compared

Pairs = list[tuple[Sample, Sample]]


@dataclass(frozen=True)
class Comparison:
    """Changes, and all pairs of cells, before and after, that differ in nothing else."""

    seats: int
    bots: tuple[str, ...]
    changes: tuple[Change, ...]
    pairs: Pairs


def find_reference(cells: Iterable[Cell]) -> Cell:
    """What cells with the same seats and bots are compared with: where nothing is varied, or else
    the first."""
    ordered = sorted(cells, key=lambda cell: cell.number)
    return next((cell for cell in ordered if cell.is_default), ordered[0])


def group_by_table(samples: Iterable[Sample]) -> dict[tuple[int, tuple[str, ...]], list[Sample]]:
    """Samples by numbers of seats and bots."""
    groups: dict[tuple[int, tuple[str, ...]], list[Sample]] = defaultdict(list)
    for sample in samples:
        groups[sample.seats, sample.cell.bots].append(sample)
    return groups


def _match(samples: Sequence[Sample]) -> list[Comparison]:
    """What can be compared, in the order of the cells."""
    found: dict[str, Comparison] = {}
    groups = group_by_table(samples)
    for (seats, bots), group in groups.items():
        reference = find_reference(sample.cell for sample in group)
        by_settings = {_key(_settings(sample.cell)): sample for sample in group}
        for sample in group:
            for changes, partner in _partners(sample, reference, by_settings):
                # Values may be lists, so changes are told apart by how they are written
                key = repr((seats, bots, changes))
                empty = Comparison(seats, bots, changes, [])
                found.setdefault(key, empty).pairs.append((partner, sample))
    return [*found.values(), *_match_bots(groups)]


Settings = dict[tuple[str, str], Value | None]


def _settings(cell: Cell) -> Settings:
    options: Settings = {(OPTION, name): value for name, value in cell.options.items()}
    components: Settings = {(COMPONENT, path): value for path, value in cell.components.items()}
    return options | components


def _key(settings: Settings) -> str:
    """What tells settings apart; what is not varied is as good as missing."""
    return repr(sorted((place, value) for place, value in settings.items() if value is not None))


def _partners(
    sample: Sample, reference: Cell, known: dict[str, Sample]
) -> Iterator[tuple[tuple[Change, ...], Sample]]:
    """What a cell is compared with: for each of its changes the cell without it; if there is none,
    the reference, for all changes together."""
    own, usual = _settings(sample.cell), _settings(reference)
    changed = [place for place in own | usual if own.get(place) != usual.get(place)]
    alone = [
        ((Change(*place, own.get(place), usual.get(place)),), known[key])
        for place in changed
        if (key := _key({**own, place: usual.get(place)})) in known
    ]
    if alone or not changed:
        yield from alone
    else:
        together = tuple(Change(*place, own.get(place), usual.get(place)) for place in changed)
        yield together, known[_key(usual)]


def _match_bots(groups: dict[tuple[int, tuple[str, ...]], list[Sample]]) -> Iterator[Comparison]:
    """Other bots at the same table, where nothing else is varied."""
    usual: dict[int, tuple[tuple[str, ...], Sample]] = {}
    for (seats, bots), group in groups.items():
        cell = find_reference(sample.cell for sample in group)
        sample = next(each for each in group if each.cell is cell)
        if seats not in usual:
            usual[seats] = bots, sample
            continue
        before, partner = usual[seats]
        if _key(_settings(partner.cell)) == _key(_settings(cell)):
            change = Change(BOTS, "", list(bots), list(before))
            yield Comparison(seats, bots, (change,), [(partner, sample)])


# What is compared


def _measures(pairs: Pairs, first: dict[str, str]) -> list[Measure]:
    """`first`: of uses that are one, the one that is told."""
    sample = pairs[0][0]
    alone = sample.seats == 1
    found = [
        Measure(MAIN, "points", False),
        Measure(MAIN, "rounds", False),
        Measure(MAIN, "decisions", False),
    ]
    if not alone:
        seats = [Measure(MAIN, "seat", True, seat) for seat in range(sample.seats)]
        found = [
            *seats,
            Measure(MAIN, "winning", False),
            Measure(MAIN, "margin", False),
            *found,
            Measure(MAIN, "changes", False),
            *(Measure(MAIN, id, True) for id in ("comeback", "early", "late", "decided")),
        ]
    for kind in (SOURCES, USES):
        names = dict.fromkeys(name for pair in pairs for each in pair for name in each.names(kind))
        if kind == USES:
            names = dict.fromkeys(first[name] for name in names)
        found += [Measure(kind, kind, kind == USES, None, name) for name in sorted(names)]
    return found


def _margin(sample: Sample) -> Numbers:
    ordered = np.sort(sample.by_seat("score"), axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2], dtype=np.float64)


def _winning(sample: Sample) -> Numbers:
    won = sample.by_seat("share") > 0
    return np.asarray((sample.by_seat("score") * won).sum(axis=1) / won.sum(axis=1))


_MADE: dict[str, Callable[[Sample], Numbers]] = {
    "points": lambda sample: np.asarray(sample.by_seat("score").mean(axis=1)),
    "winning": _winning,
    "margin": _margin,
}


def read_measure(sample: Sample, measure: Measure, games: Places = EVERY) -> Numbers:
    """A number for each of these games; NaN where a game has none."""
    return _read_all(sample, measure)[games]


def _read_both(
    measure: Measure, one: Sample, first: Places, other: Sample, second: Places
) -> tuple[Numbers, Numbers]:
    """The same of two samples."""
    if measure.id != "decided":
        return read_measure(one, measure, first), read_measure(other, measure, second)
    # Which lead decides is a rare event's size, in few games mostly luck: one lead for both
    caught = (one.column("catch_up")[first], other.column("catch_up")[second])
    margin = find_margin(np.concatenate(caught))
    if margin is None:
        return np.full(len(caught[0]), np.nan), np.full(len(caught[1]), np.nan)
    return find_decided(one, margin, first), find_decided(other, margin, second)


def _read_all(sample: Sample, measure: Measure) -> Numbers:
    if measure.seat is not None:
        return sample.by_seat("share")[:, measure.seat]
    if measure.kind == SOURCES:
        return np.asarray(sample.by_seat(f"source {measure.name}").mean(axis=1))
    if measure.kind == USES:
        return np.asarray((sample.by_seat(f"use {measure.name}") > 0).mean(axis=1))
    if measure.id in _MADE:
        return _MADE[measure.id](sample)
    return sample.column(measure.id)


def _compare(compared: Comparison, measure: Measure) -> Effect | None:
    """None if there are too few games, or the measure is the same in all of them."""
    lined_up = _line_up(measure, compared.pairs)
    paired = len(lined_up[0]) >= FEWEST
    before, after = lined_up if paired else _pool(measure, compared.pairs)
    if min(len(before), len(after)) < FEWEST:
        return None
    if np.ptp(np.concatenate((before, after))) == 0:
        return None
    compare = compare_shares if measure.is_share else compare_means
    difference = compare(before, after, paired)
    return Effect(
        compared.seats,
        compared.bots,
        compared.changes,
        measure,
        float(before.mean()),
        float(after.mean()),
        difference,
    )


def _line_up(measure: Measure, pairs: Pairs) -> tuple[Numbers, Numbers]:
    """Games of the same number, before and after, that both have the measure."""
    befores, afters = [], []
    for one, other in pairs:
        _, first, second = np.intersect1d(
            one.numbers, other.numbers, assume_unique=True, return_indices=True
        )
        before, after = _read_both(measure, one, first, other, second)
        known = ~(np.isnan(before) | np.isnan(after))
        befores.append(before[known])
        afters.append(after[known])
    return np.concatenate(befores), np.concatenate(afters)


def _pool(measure: Measure, pairs: Pairs) -> tuple[Numbers, Numbers]:
    """All games, before and after."""
    found = [_read_both(measure, one, EVERY, other, EVERY) for one, other in pairs]
    before, after = (np.concatenate(each) for each in zip(*found, strict=True))
    return before[~np.isnan(before)], after[~np.isnan(after)]
