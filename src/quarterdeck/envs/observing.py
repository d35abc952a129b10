"""What a seat may know of a game, as arrays: numbers, and which choices are open.

One encoder per game (`features.py` in its folder) serves networks, environments and data alike.
What its numbers say in words: `quarterdeck spaces GAME`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.features import Feature, FeatureSet
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]
# Whom the numbers are about: everybody, or a chair ("own", "rival_1", …)
TABLE = "table"


@dataclass(frozen=True)
class Field:
    """Numbers that belong together: those of one block whose names differ in the last word."""

    block: str
    name: str
    features: tuple[Feature, ...]
    places: tuple[int, ...]  # in the flat observation

    @property
    def words(self) -> tuple[str, ...]:
        """What each number is about; for one that stands alone, the field's own name."""
        return tuple(feature.name.rpartition(".")[2] for feature in self.features)

    @property
    def least(self) -> float:
        return min(feature.least for feature in self.features)

    @property
    def most(self) -> float:
        return max(feature.most for feature in self.features)


class Observer:
    """Makes observations of one game. They depend on what the seat may know, nothing else."""

    def __init__(self, rules: AnyRules) -> None:
        if rules.features is None:
            raise BadSetup(Message("qd.env.no_features", game=rules.title))
        self.rules = rules
        self.features: FeatureSet = rules.features
        self.size = len(self.features)
        self.low: Floats = np.array([each.least for each in self.features.all], np.float32)
        self.high: Floats = np.array([each.most for each in self.features.all], np.float32)
        self.fields = find_fields(self.features)

    def observe(self, position: Position, seat: int) -> Floats:
        """What a seat may know, flat."""
        row = np.empty(self.size, np.float32)
        self.write(position, seat, row)
        return row

    def write(self, position: Position, seat: int, row: Floats) -> None:
        """The same into a row that is there already."""
        row[:] = self.rules.numbers(position, (seat,))

    def structure(self, row: Floats) -> dict[str, dict[str, Floats]]:
        """A flat observation by block ("table", "own", "rival_1", …) and field."""
        blocks: dict[str, dict[str, Floats]] = {}
        for field in self.fields:
            blocks.setdefault(field.block, {})[field.name] = row[list(field.places)]
        return blocks


def find_fields(features: FeatureSet) -> list[Field]:
    """The numbers of a game, put together by the names that they share."""
    found: dict[tuple[str, str], list[int]] = {}
    for place, feature in enumerate(features.all):
        block, name = TABLE, feature.name
        if place >= features.table_size:
            block, _, name = name.partition(".")
        parent, _, word = name.rpartition(".")
        found.setdefault((block, parent or word), []).append(place)
    return [
        Field(block, name, tuple(features.all[place] for place in places), tuple(places))
        for (block, name), places in found.items()
    ]


def write_mask(legal: Sequence[int], row: Mask) -> None:
    """Set a row to 1 where a code is open and to 0 elsewhere."""
    row.fill(0)
    row[legal] = 1
