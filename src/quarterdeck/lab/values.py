"""The values of a game's box by their paths, and the game with some of them changed.

A path is written as in the component file: `money.lot`, `tracks.saline[2]`,
`ship[carrack].capacity` (an entry by its id, or by its place from 0), `event[*].change` (every
entry at once).

A change is a new value of the same kind, or a step such as "+1". A step moves the numbers at its
path that are marked as reconstructed; if none is, all of them. In a list, and where `[*]` names
many entries, a 0 says that there is none, and stays.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from quarterdeck.game import rules_of
from quarterdeck.kernel.componentfile import PROVENANCES
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lab.results import Value

EVERY = "*"
RECONSTRUCTED = PROVENANCES[-1]
STEP = re.compile(r"[+-][0-9]{1,4}")
_PART = re.compile(r"([A-Za-z0-9_]+)((?:\[[A-Za-z0-9_*]+\])*)")
_KEPT_RULES = 64


@dataclass(frozen=True)
class Place:
    """One value of the box: the list or table that holds it, and where."""

    holder: Any
    key: Any
    # How each number at this place is known; None if the file does not say
    provenance: Any

    @property
    def value(self) -> Any:
        return self.holder[self.key]


def read_box(rules: AnyRules) -> dict[str, Any]:
    """What the game's own component file says, to be changed as one likes."""
    return deepcopy(_parse_box(rules.folder / "components.toml"))


@lru_cache(maxsize=4)
def _parse_box(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def split(path: str) -> list[str]:
    """The parts of a path; raises BadSetup if it is none."""
    parts: list[str] = []
    for piece in path.split("."):
        found = _PART.fullmatch(piece)
        if found is None:
            raise BadSetup(Message("qd.lab.error.path", path=path[:80]))
        parts += [found[1], *re.findall(r"\[([^]]+)\]", found[2])]
    return parts


def find_places(box: Mapping[str, Any], path: str) -> list[Place]:
    """What a path names; raises BadSetup if there is nothing of that name that holds a value."""
    found = list(_walk(box, split(path), None))
    if not found or any(_is_table(place.value) for place in found):
        raise BadSetup(Message("qd.lab.error.no_value", path=path[:80]))
    return found


def _walk(holder: Any, parts: list[str], provenance: Any) -> Iterator[Place]:
    first, *rest = parts
    if isinstance(holder, dict) and isinstance(holder.get("provenance"), str | dict):
        provenance = holder["provenance"]
    for key in _find_keys(holder, first):
        known = _provenance_of(provenance, key)
        if not rest:
            yield Place(holder, key, known)
        else:
            yield from _walk(holder[key], rest, known)


def _find_keys(holder: Any, name: str) -> list[Any]:
    if isinstance(holder, dict):
        return [name] if name in holder and name not in ("provenance", "id", "format") else []
    if not isinstance(holder, list):
        return []
    if name == EVERY:
        return list(range(len(holder)))
    by_id = [
        place
        for place, each in enumerate(holder)
        if isinstance(each, dict) and each.get("id") == name
    ]
    if by_id or not name.isdecimal():
        return by_id
    return [int(name)] if int(name) < len(holder) else []


def _provenance_of(said: Any, key: Any) -> Any:
    if isinstance(said, dict):
        return said.get(key, said.get("default"))
    if isinstance(said, list) and isinstance(key, int):
        return said[key] if key < len(said) else None
    return said


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    )


# Changing values


def change(box: dict[str, Any], path: str, value: Value) -> None:
    """Put a value at a path, or move what is there by a step; raises BadSetup if that cannot be."""
    places = find_places(box, path)
    if is_step(places[0].value, value):
        _move(places, path, int(str(value)))
        return
    for place in places:
        if not _alike(place.value, value):
            raise BadSetup(
                Message(
                    "qd.lab.error.value_kind",
                    path=path,
                    value=json.dumps(value, ensure_ascii=False)[:80],
                    now=json.dumps(place.value, ensure_ascii=False)[:80],
                )
            )
        place.holder[place.key] = deepcopy(value)


def move(box: dict[str, Any], path: str, step: str) -> None:
    """Move what is at a path by a step; raises BadSetup if there is no number."""
    if not is_step(find_places(box, path)[0].value, step):
        raise BadSetup(Message("qd.lab.error.no_numbers", path=path))
    change(box, path, step)


def is_step(now: Any, value: Any) -> bool:
    """Whether a value is a step from the one that is there."""
    return isinstance(value, str) and bool(STEP.fullmatch(value)) and _has_numbers(now)


def _has_numbers(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return any(isinstance(each, int) and not isinstance(each, bool) for each in values)


def _alike(now: Any, value: Any) -> bool:
    if isinstance(now, list):
        return isinstance(value, list) and all(
            any(_alike(each, new) for each in now) for new in value
        )
    return type(now) is type(value)


def _move(places: list[Place], path: str, step: int) -> None:
    numbers = [number for place in places for number in _numbers_at(place)]
    chosen = [each for each in numbers if each.provenance == RECONSTRUCTED] or numbers
    is_one = len(places) == 1 and not isinstance(places[0].value, list)
    moved = [each for each in chosen if is_one or each.value != 0]
    if not moved:
        raise BadSetup(Message("qd.lab.error.no_numbers", path=path))
    for each in moved:
        each.holder[each.key] = each.value + step


def _numbers_at(place: Place) -> list[Place]:
    """Each whole number at a place, as a place of its own."""
    if isinstance(place.value, list):
        inner = [
            Place(place.value, number, _provenance_of(place.provenance, number))
            for number in range(len(place.value))
        ]
    else:
        inner = [place]
    return [each for each in inner if _has_numbers(each.value)]


def resolve(box: dict[str, Any], path: str, value: Value) -> Value:
    """What a cell says about a change: a single number as it will be, anything else as written."""
    places = find_places(box, path)
    if len(places) == 1 and isinstance(places[0].value, int) and is_step(places[0].value, value):
        return int(places[0].value) + int(str(value))
    return value


def find_reconstructed(box: dict[str, Any]) -> list[str]:
    """The paths of all numbers marked as reconstructed; entries of one kind are taken together."""
    found: dict[str, None] = {}
    for path, place in _all_values(box, "", None):
        numbers = _numbers_at(place)
        if any(each.provenance == RECONSTRUCTED for each in numbers):
            found[path] = None
    return list(found)


def list_paths(box: dict[str, Any]) -> list[str]:
    """The paths of all values; entries of one kind are taken together."""
    return list(dict.fromkeys(path for path, _ in _all_values(box, "", None)))


def _all_values(table: dict[str, Any], path: str, provenance: Any) -> Iterator[tuple[str, Place]]:
    said = table.get("provenance", provenance)
    for key, value in table.items():
        inner = f"{path}.{key}" if path else key
        if key in ("provenance", "id", "format"):
            continue
        if isinstance(value, dict):
            yield from _all_values(value, inner, None)
        elif _is_table(value):
            for entry in value:
                yield from _all_values(entry, f"{inner}[{EVERY}]", None)
        else:
            yield inner, Place(table, key, _provenance_of(said, key))


# The game with changed values


def change_rules(rules: AnyRules, changes: Mapping[str, Value]) -> AnyRules:
    """The same game with values of its box changed, as its own loader reads them; raises BadSetup
    or BadComponents."""
    if not changes:
        return rules
    box = read_box(rules)
    for path, value in changes.items():
        change(box, path, value)
    with TemporaryDirectory(prefix="quarterdeck-lab-") as folder:
        file = Path(folder) / "components.toml"
        file.write_text(write_toml(box), encoding="utf-8")
        return rules.with_components(file)


@lru_cache(maxsize=_KEPT_RULES)
def changed_rules(game: str, changes: str) -> AnyRules:
    """The same, made once in a process; the changes as JSON."""
    return change_rules(rules_of(game), json.loads(changes))


def write_toml(table: Mapping[str, Any]) -> str:
    """A table as TOML, each of its keys on a line."""
    return "".join(f"{_write(key)} = {_write(value)}\n" for key, value in table.items())


def _write(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_write(key)} = {_write(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_write(each) for each in value)}]"
    # A text, number or truth value in JSON is the same in TOML
    return json.dumps(value, ensure_ascii=False)
