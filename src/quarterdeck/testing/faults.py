"""Component files with faults, whatever the game: what the tests of its components share."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quarterdeck.kernel.componentfile import ComponentFile
from quarterdeck.kernel.errors import BadComponents
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

Place = tuple[str | int, ...]
Data = dict[str, Any]


class Faults:
    """The component file of a game, and what its loader says of changed ones."""

    def __init__(self, rules: AnyRules, load: Callable[[ComponentFile], object]) -> None:
        self.text = (rules.folder / "components.toml").read_text(encoding="utf-8")
        self.data: Data = tomllib.loads(self.text)
        self._load = load
        self.places = [place for place in places(self.data) if "provenance" not in place]

    @property
    def keys(self) -> list[Place]:
        return of_each_kind([place for place in self.places if isinstance(place[-1], str)])

    @property
    def numbers(self) -> list[Place]:
        return of_each_kind([place for place in self.places if type(self.at(place)) is int])

    def silent_when_missing(self) -> list[Place]:
        """The entries whose absence is not reported."""
        return [
            place
            for place in self.keys
            if not any(
                path.startswith(named(place)) for path in self.reported(self.changed(place, None))
            )
        ]

    def silent_when_wrong(self) -> list[tuple[Place, object]]:
        """The numbers that may be of another kind or size without being reported."""
        return [
            (place, value)
            for place in self.numbers
            for value in ("3", True, 1_000, -1_000)
            if named(place) not in self.reported(self.changed(place, value))
        ]

    def at(self, place: Place) -> Any:
        value: Any = self.data
        for part in place:
            value = value[part]
        return value

    def problems(self, data: Data) -> list[Message]:
        """Everything that is wrong with these components; empty if nothing is."""
        try:
            self._load(ComponentFile(data, "mutated.toml"))
        except BadComponents as error:
            return list(error.problems)
        return []

    def reported(self, data: Data) -> list[str]:
        """The paths of everything that is wrong."""
        return [str(problem.arguments["path"]) for problem in self.problems(data)]

    def changed(self, place: Place, value: Any) -> Data:
        """The components with another value somewhere, or without it."""
        data = copy.copy(self.data)
        holder: Any = data
        for part in place[:-1]:
            holder[part] = copy.copy(holder[part])
            holder = holder[part]
        put(holder, place[-1], value)
        return data

    def check_changes(self, changes: list[tuple[Place, Any]]) -> None:
        """Any changes at all work, or are reported by a path that there is."""
        data = copy.deepcopy(self.data)
        for place, value in changes:
            holder: Any = data
            try:
                for part in place[:-1]:
                    holder = holder[part]
                put(holder, place[-1], value)
            except (KeyError, IndexError, TypeError):
                continue  # an earlier change has taken this place away
        tops = {re.split(r"[.\[ ]", path, maxsplit=1)[0] for path in self.reported(data)}
        assert tops <= {*self.data, *data, ""}

    def corrected(self, folder: Path, old: str, new: str) -> Path:
        """An owner's own file, with one text in the place of another."""
        assert self.text.count(old) >= 1
        path = folder / "mine.toml"
        path.write_text(self.text.replace(old, new, 1), encoding="utf-8")
        return path


def put(holder: Any, key: str | int, value: Any) -> None:
    if value is None:
        del holder[key]
    else:
        holder[key] = value


def places(value: Any, path: Place = ()) -> list[Place]:
    """The path of everything in the file, tables and lists included."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += places(inner, (*path, index))
    return found


def named(place: Place) -> str:
    """The place ("crate", 3, "points") as `crate[3].points`."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in place]
    return "".join(parts).removeprefix(".")


def of_each_kind(found: list[Place]) -> list[Place]:
    """One place for all that differ only by their number in a list: the last."""
    kinds = {tuple("*" if isinstance(part, int) else part for part in p): p for p in found}
    return list(kinds.values())
