"""Reading component files: typed access to TOML values that collects every fault it meets.

A game asks for what it needs by path; whatever is missing, of the wrong kind, out of range,
unknown, or without a provenance becomes a problem that names the path. At the end `finish`
raises BadComponents with all of them.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

from quarterdeck.kernel.errors import BadComponents
from quarterdeck.kernel.messages import Argument, Message

NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
PROVENANCES = ("rulebook", "public", "inferred", "reconstructed")


class ComponentFile:
    """One component file being read."""

    def __init__(self, data: dict[str, Any], source: str) -> None:
        self.data = data
        self.source = source
        self.problems: list[Message] = []
        self._asked: set[str] = set()

    @classmethod
    def read(cls, path: Path) -> ComponentFile:
        try:
            text = path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = Message("qd.components.unreadable", why=str(error))
            raise BadComponents(str(path), [why]) from error
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadComponents(
                str(path), [Message("qd.components.not_toml", why=str(error))]
            ) from error
        return cls(data, str(path))

    def problem(self, kind: str, path: str, **more: Argument) -> None:
        self.problems.append(Message(f"qd.components.{kind}", path=path, **more))

    # Typed access

    def integer(self, path: str, low: int, high: int) -> int:
        value = self._value(path)
        if value is None:
            return low
        return self._checked(path, value, low, high)

    def integers(
        self, path: str, low: int, high: int, length: int | None = None, order: str = ""
    ) -> list[int]:
        """A list of whole numbers; `order` may ask for "rising" or "falling" (equal allowed)."""
        values = self._value(path)
        if values is None:
            return [low] * (length or 1)
        if not isinstance(values, list) or not values:
            self.problem("kind", path, expected=Message("qd.components.a_list"))
            return [low] * (length or 1)
        if length is not None and len(values) != length:
            self.problem("length", path, found=len(values), wanted=length)
            return [low] * length
        numbers = [self._checked(f"{path}[{i}]", v, low, high) for i, v in enumerate(values)]
        pairs = list(pairwise(numbers))
        if order == "rising" and any(a > b for a, b in pairs):
            self.problem("rising", path)
        if order == "falling" and any(a < b for a, b in pairs):
            self.problem("falling", path)
        return numbers

    def has(self, path: str) -> bool:
        """Whether a file says something that it may leave out."""
        before = len(self.problems)
        found = self._value(path) is not None
        del self.problems[before:]
        return found

    def names(self, path: str) -> list[str]:
        """The names of the tables inside a table that the owner may name as they like."""
        value = self._value(path)
        if value is None:
            return []
        if not isinstance(value, dict) or not value:
            self.problem("kind", path, expected=Message("qd.components.named_tables"))
            return []
        found = []
        for name, inner in value.items():
            if NAME.fullmatch(name) and isinstance(inner, dict):
                found.append(name)
            elif name != "provenance":
                self.problem("name", f"{path}.{name}")
        return found

    def word(self, path: str, allowed: tuple[str, ...]) -> str:
        value = self._value(path)
        if value is None:
            return allowed[0]
        if value not in allowed:
            self.problem("word", path, value=str(value)[:80], allowed=", ".join(allowed))
            return allowed[0]
        return str(value)

    def words(self, path: str, expected: tuple[str, ...]) -> None:
        """A list that must be exactly this one: names the program itself relies on."""
        value = self._value(path)
        if value is not None and value != list(expected):
            self.problem("fixed", path, wanted=", ".join(expected))

    def text(self, path: str) -> str:
        """Words that the game takes apart itself."""
        value = self._value(path)
        if value is not None and not isinstance(value, str):
            self.problem("kind", path, expected=Message("qd.components.a_text"))
        return value if isinstance(value, str) else ""

    def texts(self, path: str, length: int) -> list[str]:
        """Several of them."""
        value = self._value(path)
        if not isinstance(value, list) or len(value) != length:
            if value is not None:
                found = len(value) if isinstance(value, list) else 0
                self.problem("length", path, found=found, wanted=length)
            return [""] * length
        return [self.text(f"{path}[{number}]") for number in range(length)]

    def word_list(
        self, path: str, allowed: tuple[str, ...], length: int | None = None
    ) -> list[str]:
        """A list of words, each one of those allowed."""
        value = self._value(path)
        if value is None:
            return [allowed[0]] * (length or 1)
        if not isinstance(value, list) or not value:
            self.problem("kind", path, expected=Message("qd.components.a_list"))
            return [allowed[0]] * (length or 1)
        if length is not None and len(value) != length:
            self.problem("length", path, found=len(value), wanted=length)
            return [allowed[0]] * length
        return [self.word(f"{path}[{i}]", allowed) for i in range(len(value))]

    def rows(self, path: str, count: int, width: int, signs: str) -> list[str]:
        """A picture made of letters: so many rows, each so wide, of these signs."""
        value = self._value(path)
        blank = [signs[0] * width] * count
        if value is None:
            return blank
        if not isinstance(value, list) or len(value) != count:
            found = len(value) if isinstance(value, list) else 0
            self.problem("length", path, found=found, wanted=count)
            return blank
        for i, row in enumerate(value):
            if not isinstance(row, str) or len(row) != width or set(row) - set(signs):
                self.problem("row", f"{path}[{i}]", width=width, signs=signs)
                return blank
        return value

    def entries(self, path: str, ids: tuple[str, ...]) -> list[str]:
        """Paths of an array of tables whose `id` fields must be exactly these, in order."""
        value = self._value(path)
        paths = [f"{path}[{i}]" for i in range(len(ids))]
        if value is None:
            return paths
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            self.problem("kind", path, expected=Message("qd.components.tables"))
            self.data[path] = []
            return paths
        if len(value) != len(ids):
            self.problem("length", path, found=len(value), wanted=len(ids))
        for entry_path, wanted in zip(paths, ids, strict=True):
            self.word(f"{entry_path}.id", (wanted,))
        return paths

    def finish(self) -> None:
        """Look for unknown keys and missing provenances, then raise if anything was wrong."""
        for path, table in self._tables(self.data, ""):
            self._check_table(path, table)
        if self.problems:
            raise BadComponents(self.source, self.problems)

    def digest(self) -> str:
        """A fingerprint of the values (not of comments or provenances)."""
        text = json.dumps(_without_provenance(self.data), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    # Inside

    def _value(self, path: str) -> Any:
        self._asked.add(path)
        found: Any = self.data
        for part in path.replace("]", "").replace("[", ".").split("."):
            if isinstance(found, list):
                inside = part.isdecimal() and int(part) < len(found)
                found = found[int(part)] if inside else None
            elif isinstance(found, dict):
                found = found.get(part)
            else:
                found = None
            if found is None:
                self.problem("missing", path)
                return None
        return found

    def _checked(self, path: str, value: Any, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            self.problem("kind", path, expected=Message("qd.components.a_number"))
            return low
        if not low <= value <= high:
            self.problem("range", path, value=value, low=low, high=high)
            return low
        return value

    def _tables(self, table: dict[str, Any], path: str) -> list[tuple[str, dict[str, Any]]]:
        found = [(path, table)]
        for key, value in table.items():
            if key == "provenance":
                continue
            inner = f"{path}.{key}" if path else key
            if isinstance(value, dict):
                found += self._tables(value, inner)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                for i, entry in enumerate(value):
                    if isinstance(entry, dict):
                        found += self._tables(entry, f"{inner}[{i}]")
        return found

    def _check_table(self, path: str, table: dict[str, Any]) -> None:
        values: dict[str, Any] = {}
        for key, value in table.items():
            inner = f"{path}.{key}" if path else key
            if key == "provenance" or isinstance(value, dict):
                continue
            if inner not in self._asked:
                self.problem("unknown", inner)
            elif key != "id" and key != "format" and not _is_tables(value):
                values[key] = value
        if values:
            self._check_provenance(path, values, table.get("provenance"))

    def _check_provenance(self, path: str, values: dict[str, Any], said: Any) -> None:
        where = f"{path}.provenance"
        if not isinstance(said, dict):
            said = {"default": said}
        for key in said:
            if key != "default" and key not in values:
                self.problem("unknown", f"{where}.{key}")
        for key, value in values.items():
            words = said.get(key, said.get("default"))
            if isinstance(words, list) and isinstance(value, list):
                if len(words) != len(value):
                    self.problem("length", f"{where}.{key}", found=len(words), wanted=len(value))
            else:
                words = [words]
            for word in words:
                if word not in PROVENANCES:
                    self.problem("provenance", f"{path}.{key}", allowed=", ".join(PROVENANCES))
                    break


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _without_provenance(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_provenance(v) for k, v in value.items() if k != "provenance"}
    if isinstance(value, list):
        return [_without_provenance(entry) for entry in value]
    return value
