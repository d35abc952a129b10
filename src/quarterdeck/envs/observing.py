"""What a seat may know of a game, as arrays: numbers, and which choices are open.

One encoder per game (`features.py` in its folder) serves networks, environments and data alike.
What its numbers say in words: `quarterdeck spaces GAME`.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.envs.arrays import Floats, Mask, np
from quarterdeck.envs.describing import features_of, find_observed
from quarterdeck.envs.reading import read_flag
from quarterdeck.envs.sharing import Shared
from quarterdeck.kernel.features import packing
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules


class Observer(Shared):
    """Makes observations of one game. They depend on what the seat may know, nothing else.

    Facts only; with what the game's own advice makes of them, up to three times slower; with the
    details that facts sum up, after all else.
    """

    def __init__(self, rules: AnyRules, advice: bool = False, details: bool = False) -> None:
        self.rules = rules
        self.advice = advice = read_flag(advice)
        self.details = details = read_flag(details)
        self.features = features_of(rules, advice)
        self.fields = find_observed(rules, advice, details)
        told = self.features.all
        if details and rules.details is not None:
            told += rules.details.all
        self.size = len(told)
        self._packing = packing(self.size)
        self.low: Floats = np.array([each.least for each in told], np.float32)
        self.high: Floats = np.array([each.most for each in told], np.float32)

    def observe(self, position: Position, seat: int) -> Floats:
        """What a seat may know, flat."""
        row = np.empty(self.size, np.float32)
        self.write(position, seat, row)
        return row

    def write(self, position: Position, seat: int, row: Floats) -> None:
        """The same into a row that is there already."""
        self._packing.pack_into(row.data, 0, *self.numbers(position, seat))

    def numbers(self, position: Position, seat: int) -> list[float]:
        """The same as a list."""
        row = self.rules.numbers(position, (seat,), self.advice)
        if self.details:
            row += self.rules.detail(position, seat)
        return row

    def hope(self, position: Position, seat: int, row: Sequence[float] | Floats) -> float:
        """The final points that the game's advice expects for a seat that observes this row, in
        units of a good result."""
        features = features_of(self.rules)
        if not self.advice:
            row = self.rules.numbers(position, (seat,))
        # As observed, whoever asks
        return float(np.float32(row[features.hope])) * features.hope_unit / features.points

    def structure(self, row: Floats) -> dict[str, dict[str, Floats]]:
        """A flat observation by block ("table", "own", "rival_1", …) and field."""
        blocks: dict[str, dict[str, Floats]] = {}
        for field in self.fields:
            blocks.setdefault(field.block, {})[field.name] = row[list(field.places)]
        return blocks


def make_mask(legal: Sequence[int], size: int) -> Mask:
    """1 where a code is open, 0 elsewhere. Bytes one by one: for a few codes much faster than to
    have NumPy take a list."""
    marks = bytearray(size)
    for code in legal:
        marks[code] = 1
    return np.frombuffer(marks, np.int8)
