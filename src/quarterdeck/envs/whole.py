"""Whole numbers, as Python or NumPy have them; nothing that only looks like one."""

from __future__ import annotations

from operator import index


def as_whole(value: object) -> int | None:
    """A whole number as Python's own; None for anything else, truth values included."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
