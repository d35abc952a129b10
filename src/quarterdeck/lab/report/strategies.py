"""What of all that was used in a study may be called a strategy in each of its cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lab.report.samples import Sample
from quarterdeck.lab.report.uses import FEWEST_ALIKE, RARE, rank_name


def find_strategies(rules: AnyRules, samples: Sequence[Sample]) -> dict[int, list[str]]:
    """For each cell what its seats might have planned: no answers to losses or luck, nothing that
    an option rules out, and of things that are always one only the first.

    Of what was used in no game of the study nothing is known, so nothing is said of it.
    """
    planned = [name for name in find_names(samples) if not is_answer(rules, name)]
    first = find_alike(samples, planned)
    planned = [name for name in planned if first[name] == name]
    parts = {name: [_find_part(sample, name) for sample in samples] for name in planned}
    return {
        sample.cell.number: [
            name for name in planned if not _is_ruled_out(sample, samples, parts[name])
        ]
        for sample in samples
    }


def find_names(samples: Sequence[Sample]) -> list[str]:
    """Everything that was used anywhere."""
    return sorted({name for sample in samples for name in sample.names("use")})


def is_answer(rules: AnyRules, name: str) -> bool:
    """Whether the game says that nobody plans this."""
    return name in rules.answers or name.partition(" ")[0] in rules.answers


def _find_part(sample: Sample, name: str) -> float:
    """The part of the seats of a cell that used something."""
    used = sample.by_seat(f"use {name}") > 0
    return float(used.mean()) if used.size else 0.0


def _is_ruled_out(sample: Sample, samples: Sequence[Sample], parts: Sequence[float]) -> bool:
    """Whether a value of an option that this cell has seems to rule something out: in no cell with
    that value does anybody use it, and with another it is not rare."""
    for option, value in sample.cell.options.items():
        here, elsewhere = 0.0, 0.0
        for other, part in zip(samples, parts, strict=True):
            if other.cell.options.get(option) == value:
                here = max(here, part)
            else:
                elsewhere = max(elsewhere, part)
        if not here and elsewhere >= RARE:
            return True
    return False


def find_alike(samples: Sequence[Sample], names: Sequence[str]) -> dict[str, str]:
    """For each of these things the first of those that the same seats use in every game."""
    groups: dict[tuple[bytes, ...] | str, list[tuple[float, bool, str]]] = defaultdict(list)
    for name in names:
        counts = [sample.by_seat(f"use {name}") for sample in samples]
        users = sum(int((each > 0).sum()) for each in counts)
        seats = sum(each.size for each in counts)
        # What nearly everybody does is not one thing for that
        is_told = FEWEST_ALIKE <= users <= seats - FEWEST_ALIKE
        key = tuple((each > 0).tobytes() for each in counts) if is_told else name
        times = float(sum(each.sum() for each in counts))
        groups[key].append(rank_name(name, times))
    return {name: min(group)[2] for group in groups.values() for _, _, name in group}
