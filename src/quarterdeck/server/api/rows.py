"""Tables and seats as everybody may see them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from quarterdeck.server.store.rows import SeatRow, TableRow

PRIVATE = (
    "rematch",
    "rematch_of",
    "branch_of",
    "lesson",
    "barred",
    "turn",
    "lines",
    "secret",
    "clocks",
    "due",
    "public",
    "asks",
    "fill_at",
    "began",
    "flaw",
    "guest_id",
    "vote",
)


def table_json(row: TableRow) -> dict[str, Any]:
    """A table for a list; where it goes on afterwards only its players may ask. `hinted` are the
    seats that ever asked for a hint there."""
    hinted = [seat for seat in range(row.seats) if row.hinted >> seat & 1]
    return {**_public(asdict(row)), "hinted": hinted}


def seat_json(row: SeatRow) -> dict[str, Any]:
    return _public(asdict(row))


def _public(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in PRIVATE}
