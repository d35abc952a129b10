"""Typed access to the tables of a study; whatever is wrong is told with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.lab.places import BadStudy, Key, complain, reason_of


@dataclass(frozen=True)
class Table:
    """One table of a study: its values, and the keys that lead to it.

    `inherited` are the values that hold unless the table says otherwise, and stand further up.
    """

    file: str
    source: str
    data: dict[str, Any]
    keys: tuple[Key, ...]
    inherited: frozenset[str] = frozenset()

    def place(self, keys: Sequence[Key]) -> tuple[Key, ...]:
        """The keys that lead to a value of this table from the top of the file."""
        if keys and keys[0] in self.inherited:
            return tuple(keys)
        return (*self.keys, *keys)

    def complain(self, keys: Sequence[Key], why: Message) -> BadStudy:
        return complain(self.file, self.source, self.place(keys), why)

    @contextmanager
    def at(self, *keys: Key) -> Iterator[None]:
        """Whatever is refused inside is refused at this place."""
        try:
            yield
        except BadStudy:
            raise
        except QuarterdeckError as error:
            raise self.complain(keys, reason_of(error)) from error

    def know(self, keys: Sequence[str]) -> None:
        """Refuse any other key."""
        for key in self.data:
            if key not in keys:
                why = Message("qd.lab.error.unknown_key", known=", ".join(keys))
                raise self.complain((key,), why)

    # Typed values

    def text(self, key: str) -> str:
        value = self._value(key)
        if not isinstance(value, str) or not value.strip():
            raise self.complain((key,), Message("qd.lab.error.text_kind"))
        return value

    def word(self, key: str, allowed: Sequence[str], default: str) -> str:
        value = self.data.get(key, default)
        if value not in allowed:
            why = Message("qd.lab.error.word", allowed=", ".join(allowed))
            raise self.complain((key,), why)
        return str(value)

    def whole(self, key: str, least: int, most: int = 2**63 - 1, default: int | None = None) -> int:
        value = self._value(key) if default is None else self.data.get(key, default)
        if type(value) is not int or not least <= value <= most:
            raise self.complain((key,), Message("qd.lab.error.whole", least=least, most=most))
        return value

    def fraction(self, key: str) -> float:
        value = self._value(key)
        if type(value) is not float or not 0 < value < 0.5:
            raise self.complain((key,), Message("qd.lab.error.fraction"))
        return value

    def texts(self, key: str) -> list[str]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.complain((key,), Message("qd.lab.error.texts_kind"))
        return list(value)

    def table(self, key: str) -> Table:
        """A table inside this one; an empty one if it is not there."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.complain((key,), Message("qd.lab.error.table_kind"))
        return Table(self.file, self.source, value, self.place((key,)))

    def tables(self, key: str, shared: Sequence[str]) -> list[Table]:
        """Tables of a list; each has the shared values of this table unless it says otherwise."""
        value = self.data[key]
        if not (isinstance(value, list) and value and all(isinstance(v, dict) for v in value)):
            raise self.complain((key,), Message("qd.lab.error.tables_kind"))
        found = []
        for place, own in enumerate(value):
            table = Table(self.file, self.source, own, (*self.keys, key, place))
            table.know(("title", *shared))
            above = {name: self.data[name] for name in shared if name in self.data}
            # How long a cell is played is said in one of two ways
            if "games" in own or "until" in own:
                above = {
                    name: said
                    for name, said in above.items()
                    if name not in ("games", "until", "most")
                }
            inherited = frozenset(above.keys() - own.keys())
            found.append(Table(self.file, self.source, above | own, table.keys, inherited))
        return found

    def _value(self, key: str) -> Any:
        if key not in self.data:
            raise self.complain((), Message("qd.lab.error.missing", key=key))
        return self.data[key]
