"""What a seat may know of a position, as named numbers: for networks and for research alike.

A game declares its numbers once, in the order in which its encoder (`features.py` in its folder)
writes them. The version follows from names and ranges, so whatever was learnt from other numbers
is recognized.

Some numbers are advice: not what lies on the table, but what the game's own rules of thumb make of
it. Working these out takes most of the time, so whoever does not want them gets the facts alone.

Facts sum up the table: how far it is to a port, how many tiles of a kind. A game may declare its
details as well, every place of the table for itself, for those who learn from the whole of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from struct import Struct
from typing import Any

# Of the version, as hexadecimal digits.
DIGITS = 12
# Whose knowledge it is.
OWN = "own"
# Facts alone hold no hope.
NO_HOPE = -1


@dataclass(frozen=True)
class Feature:
    """One number: its name, the range it never leaves, and what it says, in plain English; and
    whether it is advice."""

    name: str
    least: float
    most: float
    about: str
    is_advice: bool = False


class FeatureSet:
    """All numbers of a game, in order.

    `of_table` stands once, `of_seat` once for each seat there may be: first the seat whose
    knowledge it is, then the others in turn order after it; seats that nobody has are all zeros.
    """

    def __init__(
        self,
        of_table: Sequence[Feature],
        of_seat: Sequence[Feature],
        seats: int,
        points: float = 1.0,
        hope: tuple[str, float] = ("", 1.0),
    ) -> None:
        chairs = [OWN, *(f"rival_{number}" for number in range(1, seats))][:seats]
        self.all = tuple(of_table) + tuple(
            _placed(feature, c) for c in chairs for feature in of_seat
        )
        self.table_size = len(of_table)
        self.seat_size = len(of_seat)
        self.seats = seats
        # How many points make a number of about 1: a good result
        self.points = points
        self.names = tuple(feature.name for feature in self.all)
        # Which number is the final points that the game's advice expects, and its unit in points
        named = f"{OWN}.{hope[0]}"
        self.hope = self.names.index(named) if named in self.names else NO_HOPE
        self.hope_unit = hope[1]
        self.version = _digest(self.all, points)
        # The same without advice
        self.facts = self
        if any(feature.is_advice for feature in self.all):
            plain = [[f for f in each if not f.is_advice] for each in (of_table, of_seat)]
            self.facts = FeatureSet(plain[0], plain[1], seats, points, hope)

    def __len__(self) -> int:
        return len(self.all)


class Packing(Struct):
    """A layout of numbers in memory that can be copied and sent to another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Packing, (self.format,)


def packing(numbers: int) -> Packing:
    """Writes so many numbers of an encoder as float32: a third of the time that `array` takes for a
    list, and a fourth of NumPy's."""
    return Packing(f"{numbers}f")


def _placed(feature: Feature, chair: str) -> Feature:
    return replace(feature, name=f"{chair}.{feature.name}")


def _digest(features: Iterable[Feature], points: float) -> str:
    told = [(feature.name, feature.least, feature.most) for feature in features]
    text = repr((told, points))
    return hashlib.blake2b(text.encode(), digest_size=DIGITS // 2).hexdigest()


def flags(prefix: str, words: Iterable[str], about: str) -> list[Feature]:
    """One number, 0 or 1, for each of several words."""
    return [Feature(f"{prefix}.{word}", 0, 1, f"{about}: {word}") for word in words]


def amounts(
    prefix: str, words: Iterable[str], least: float, most: float, about: str
) -> list[Feature]:
    """One number in the same range for each of several words."""
    return [Feature(f"{prefix}.{word}", least, most, f"{about}: {word}") for word in words]


def advised(*features: Feature) -> list[Feature]:
    """Numbers that are advice."""
    return [replace(feature, is_advice=True) for feature in features]
