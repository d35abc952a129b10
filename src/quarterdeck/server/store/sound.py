"""From what a database holds to frozen rows, whatever it holds.

SQLite does not check types, and files get damaged: a value of the wrong type is replaced by an
empty one and named as the row's flaw, so that one bad row spoils no list and nobody plays on it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import JSON, ColumnElement, Table, Text, type_coerce
from sqlalchemy.engine import Row

from quarterdeck.server.store.rows import (
    BOT,
    FINISHED,
    GATHERING,
    MISPLACED,
    OPEN,
    PERSON,
    RUNNING,
    ChatRow,
    EntryRow,
    SeatRow,
    TableRow,
)

logger = logging.getLogger(__name__)

R = TypeVar("R", TableRow, SeatRow, EntryRow, ChatRow)

NOTHING = type(None)
# By annotation: which types a value may have, and what stands in for any other.
KINDS: dict[str, tuple[tuple[type, ...], Any]] = {
    "str": ((str,), ""),
    "int": ((int,), 0),
    "float": ((float, int), 0.0),
    "bool": ((bool,), False),
    "str | None": ((str, NOTHING), None),
    "int | None": ((int, NOTHING), None),
    "float | None": ((float, int, NOTHING), None),
}
LONGEST_TITLE = 60
# No clock of ours shows more seconds: three thousand years.
LAST_MOMENT = 1e11
MOST_TOLD = 10_000


class Oddities:
    """Rows that are passed over because they cannot be right: told once per table and kind."""

    def __init__(self) -> None:
        self._told: set[tuple[str, str]] = set()

    def tell(self, table_id: str, kind: str) -> None:
        if (table_id, kind) in self._told:
            return
        if len(self._told) >= MOST_TOLD:
            self._told.clear()
        self._told.add((table_id, kind))
        logger.warning("table %s: damaged rows among its %s are passed over", table_id, kind)


def columns(table: Table) -> list[ColumnElement[Any]]:
    """All columns of a table; JSON as text, to be parsed by whoever can cope with bad JSON."""
    return [
        type_coerce(column, Text).label(column.name) if isinstance(column.type, JSON) else column
        for column in table.columns
    ]


def words(stored: object) -> dict[str, str] | None:
    """Words by words from JSON, parsed by the driver or not yet; None if it is anything else."""
    return _words(_mapping(stored))


def counts(stored: object) -> dict[str, int] | None:
    """Whole numbers by words from JSON; None if it is anything else."""
    found = _mapping(stored)
    if found is not None and all(isinstance(number, int) for number in found.values()):
        return found
    return None


def _mapping(stored: object) -> dict[str, Any] | None:
    try:
        found = json.loads(stored) if isinstance(stored, str) else stored
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _words(found: Any) -> dict[str, str] | None:
    if isinstance(found, dict) and all(isinstance(word, str) for word in found.values()):
        return found
    return None


def table_row(row: Row[Any]) -> TableRow:
    values, flaw = _typed(TableRow, row._mapping)
    options, turn = words(row.options), row.turn
    values["options"] = {} if options is None else options
    if options is None:
        flaw = flaw or "options"
    barred = _mapping(row.barred)
    if barred is None or any(_words(how) is None for how in barred.values()):
        barred, flaw = {}, flaw or "barred"
    values["barred"] = barred
    values["turn"] = numbers(turn)
    if turn is not None and values["turn"] is None:
        flaw = flaw or "turn"
    if values["status"] not in (GATHERING, RUNNING, FINISHED):
        flaw = flaw or "status"
    values["title"] = values["title"][:LONGEST_TITLE]
    return TableRow(**values, flaw=flaw)


def seat_rows(rows: Iterable[Row[Any]]) -> list[SeatRow]:
    """The seats of a table in order: each is where its number says, or has that as a flaw."""
    return [_seat_row(row, number) for number, row in enumerate(rows)]


def _seat_row(row: Row[Any], number: int) -> SeatRow:
    values, flaw = _typed(SeatRow, row._mapping)
    if row.number != number:
        values["number"], flaw = number, MISPLACED
    if values["kind"] not in (OPEN, PERSON, BOT):
        flaw = flaw or "kind"
    return SeatRow(**values, flaw=flaw)


def entry_row(row: Row[Any]) -> EntryRow:
    """A line as it is: whoever replays it must look at it closely anyway."""
    return EntryRow(**{name: getattr(row, name) for name, _ in _annotated(EntryRow)})


def ill_typed(row: EntryRow) -> str:
    """The first field of a line whose type cannot be right, if any."""
    for name, annotation in _annotated(EntryRow):
        if not isinstance(getattr(row, name), KINDS[annotation][0]):
            return name
    return ""


def chat_row(row: Row[Any]) -> ChatRow:
    values = _typed(ChatRow, row._mapping)[0]
    values["notice"] = None if row.notice is None else _mapping(row.notice)
    return ChatRow(**values)


def moment(stored: object) -> float | None:
    """Seconds by some clock; None if it is anything else."""
    if isinstance(stored, (int, float)) and 0 <= stored <= LAST_MOMENT:
        return float(stored)
    return None


def name_of(stored: object) -> str:
    """Somebody's name, which may be damaged."""
    return stored if isinstance(stored, str) else "?"


def numbers(text: object) -> tuple[int, ...] | None:
    """Whole numbers with spaces between them; None if it is anything else."""
    found = text.split() if isinstance(text, str) else ["?"]
    if not all(word.isascii() and word.isdecimal() and len(word) < 8 for word in found):
        return None
    return tuple(int(word) for word in found)


def as_text(numbers: tuple[int, ...]) -> str:
    """The same as text: each number has spaces around it, so that it can be searched for."""
    return f" {' '.join(str(number) for number in numbers)} "


@cache
def _annotated(kind: Any) -> list[tuple[str, str]]:
    return [(f.name, str(f.type)) for f in fields(kind) if f.name != "flaw"]


def _typed(kind: type[R], found: Mapping[Any, Any]) -> tuple[dict[str, Any], str]:
    """The values of a row, and the first one that had the wrong type."""
    values: dict[str, Any] = {}
    flaw = ""
    typed: Any = kind
    for name, annotation in _annotated(typed):
        value = found[name]
        if annotation in KINDS:
            types, empty = KINDS[annotation]
            if not isinstance(value, types):
                value, flaw = empty, flaw or name
        values[name] = value
    return values, flaw
