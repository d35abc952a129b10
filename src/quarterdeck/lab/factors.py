"""What a block of a study varies: factors with their values, and how they are combined."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import product
from typing import Any

from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lab.places import Key
from quarterdeck.lab.reading import Table
from quarterdeck.lab.results import Value
from quarterdeck.lab.values import RECONSTRUCTED, change, find_reconstructed, list_paths, move

ALL = "all"
STEPS = ("-1", "+1")
# Checks an option's value at a place, and gives it in its one spelling.
CheckOption = Callable[[Table, tuple[Key, ...], str, Any], dict[str, str]]


@dataclass(frozen=True)
class Varied:
    """One value of one factor, and where the study says it. `may_be_left_out`: it was not asked for
    by name, so a game that cannot have it does without."""

    is_option: bool
    name: str
    value: Value
    keys: tuple[Key, ...]
    may_be_left_out: bool = False

    def __str__(self) -> str:
        said = self.value if isinstance(self.value, str) else json.dumps(self.value)
        return f"{self.name}={said}"


Factor = tuple[Varied, ...]


def combine(factors: Sequence[Factor], is_grid: bool) -> Iterator[Sequence[Varied]]:
    """What is varied in each cell; nothing in the first one, which others are compared with."""
    if not is_grid:
        yield ()
        for factor in factors:
            for varied in factor:
                yield (varied,)
        return
    for row in product(*((None, *factor) for factor in factors)):
        yield tuple(each for each in row if each is not None)


def find_factors(
    vary: Table, rules: AnyRules, box: dict[str, Any], check: CheckOption
) -> list[Factor]:
    """All factors of a block, each with at least one value; raises BadStudy."""
    hidden = _read_hidden(vary, rules, box)
    found = [
        *_find_options(vary, rules, check, hidden),
        *_find_components(vary, box),
        *_find_steps(vary, box, hidden),
    ]
    return [factor for factor in found if factor]


def _read_hidden(vary: Table, rules: AnyRules, box: dict[str, Any]) -> list[str]:
    """The patterns of what is left out. One that fits nothing in the game is a slip; one that fits
    nothing in this block may be shared with others."""
    hidden = vary.texts("leave_out")
    known = [*(option.id for option in rules.options), *list_paths(box)]
    for place, pattern in enumerate(hidden):
        if not any(_is_hidden(name, [pattern]) for name in known):
            raise vary.complain(("leave_out", place), Message("qd.lab.error.fits_nothing"))
    return hidden


def _is_hidden(name: str, hidden: Sequence[str]) -> bool:
    # In a path, brackets are no pattern
    return any(fnmatchcase(name, each.replace("[", "[[]")) for each in hidden)


def _find_options(
    vary: Table, rules: AnyRules, check: CheckOption, hidden: Sequence[str]
) -> Iterator[Factor]:
    if vary.data.get("options") == ALL:
        keys = vary.place(("options",))
        for option in rules.options:
            if not _is_hidden(option.id, hidden):
                yield tuple(
                    Varied(True, option.id, value, keys, may_be_left_out=True)
                    for value in (*option.values, *option.seeded)
                    if value != option.default
                )
        return
    if not isinstance(vary.data.get("options", {}), dict):
        raise vary.complain(("options",), Message("qd.lab.error.options_kind"))
    given = vary.table("options")
    for name, values in given.data.items():
        yield tuple(
            Varied(True, name, check(given, keys, name, value)[name], given.place(keys))
            for keys, value in _list(given, name, values)
        )


def _find_components(vary: Table, box: dict[str, Any]) -> Iterator[Factor]:
    given = vary.table("components")
    for path, values in given.data.items():
        factor = []
        for keys, value in _list(given, path, values):
            with given.at(*keys):
                change(deepcopy(box), path, value)
            factor.append(Varied(False, path, value, given.place(keys)))
        yield tuple(factor)


def _find_steps(vary: Table, box: dict[str, Any], hidden: Sequence[str]) -> Iterator[Factor]:
    if vary.data.get("steps") == RECONSTRUCTED:
        keys = vary.place(("steps",))
        for path in find_reconstructed(box):
            if not _is_hidden(path, hidden):
                yield _take_steps(path, keys)
        return
    if isinstance(vary.data.get("steps"), str):
        raise vary.complain(("steps",), Message("qd.lab.error.steps_kind"))
    for place, path in enumerate(vary.texts("steps")):
        with vary.at("steps", place):
            move(deepcopy(box), path, STEPS[0])
        yield _take_steps(path, vary.place(("steps", place)))


def _take_steps(path: str, keys: tuple[Key, ...]) -> Factor:
    return tuple(Varied(False, path, step, keys, may_be_left_out=True) for step in STEPS)


def _list(table: Table, name: str, values: Any) -> list[tuple[tuple[Key, ...], Any]]:
    if not isinstance(values, list) or not values:
        raise table.complain((name,), Message("qd.lab.error.values_kind"))
    return [((name, place), value) for place, value in enumerate(values)]
