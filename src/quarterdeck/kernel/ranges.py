"""Numbers of encoders: kept in their range, and those that come up most, made once."""

from __future__ import annotations

from typing import Any, Final

# Zero and one as objects: a float made anew for each costs more than all else about a flag
NO: Final[Any] = float(0)
YES: Final[Any] = float(1)
# In `one_of`: none of them
NO_PLACE: Final = -1


def clip(value: float, least: float, most: float) -> float:
    """The nearest number that is not below `least` and not above `most`."""
    if value < least:
        return least
    return min(value, most)


def one_of(count: int) -> list[list[float]]:
    """By place, so many zeros with a one there; by NO_PLACE, zeros alone. Copy what is to grow."""
    return [[YES if at == place else NO for at in range(count)] for place in range(count + 1)]
