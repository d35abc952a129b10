"""Numbers that stay in their range."""

from __future__ import annotations


def clip(value: float, least: float, most: float) -> float:
    """The nearest number that is not below `least` and not above `most`."""
    if value < least:
        return least
    return min(value, most)
