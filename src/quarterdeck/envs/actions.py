"""Choices as actions: the game's codes as they are, or factored into family and parameters.

A code names a whole choice: one of several hundred or thousand numbers. Factored, the same choice
is a short vector: the place of its family, then the place of each parameter's value, then zeros. So
what is learnt about one sale helps with another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from quarterdeck.envs.arrays import Codes, Mask, np
from quarterdeck.envs.describing import factored_sizes
from quarterdeck.envs.observing import make_mask
from quarterdeck.envs.reading import as_whole, repeat
from quarterdeck.envs.sharing import Shared
from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message


@lru_cache(maxsize=32)
def notations(space: ActionSpace) -> tuple[str, ...]:
    """The notation of every code, made once."""
    return tuple(space.notation(code) for code in range(space.size))


class FlatActions(Shared):
    """The codes of a game: 0 to size - 1."""

    def __init__(self, space: ActionSpace) -> None:
        self.space = space
        self.mask_size = space.size

    def read(self, action: object) -> int | None:
        """The code of an action; None if there is none. Raises BadSetup if it is no number."""
        code = as_whole(action)
        if code is None:
            raise BadSetup(Message("qd.env.action", action=repeat(action)))
        return code if 0 <= code < self.space.size else None

    def mask(self, legal: Sequence[int]) -> Mask:
        """1 where an action is open."""
        return make_mask(legal, self.mask_size)


class FactoredActions(Shared):
    """Vectors: family, then its parameters' values by their place, then zeros.

    The mask tells for each part which of its values occur in some open choice, one part after the
    other in one row. Parts that are open one by one need not be open together: whoever chooses
    part by part asks `narrow` what is left.
    """

    def __init__(self, space: ActionSpace) -> None:
        self.space = space
        self.sizes = factored_sizes(space)
        self.mask_size = sum(self.sizes)
        self._starts = np.cumsum([0, *self.sizes[:-1]])
        self._parts: Codes = np.zeros((space.size, len(self.sizes)), np.int64)
        for number, family in enumerate(space.families):
            for code in range(family.base, family.end):
                values = family.values(code)
                places = [v - p.first for v, p in zip(values, family.parameters, strict=True)]
                self._parts[code, : len(places) + 1] = [number, *places]
        self._codes = {tuple(parts): code for code, parts in enumerate(self._parts.tolist())}

    def split(self, code: int) -> Codes:
        """The action of a code."""
        parts: Codes = self._parts[code].copy()
        return parts

    def read(self, action: object) -> int | None:
        """The code of an action; None if there is none. Raises BadSetup unless each part is a
        number."""
        parts = [as_whole(part) for part in action] if isinstance(action, Iterable) else []
        if None in parts or len(parts) != len(self.sizes):
            said = repeat(action)
            raise BadSetup(Message("qd.env.action_parts", action=said, parts=len(self.sizes)))
        return self._codes.get(tuple(part for part in parts if part is not None))

    def mask(self, legal: Sequence[int]) -> Mask:
        """By part, 1 for each value that occurs in an open choice."""
        row = np.zeros(self.mask_size, np.int8)
        if len(legal):
            row[(self._parts[legal] + self._starts).ravel()] = 1
        return row

    def divide(self, mask: Mask) -> tuple[Mask, ...]:
        """A mask part by part, as `MultiDiscrete.sample` takes it."""
        return tuple(np.split(mask, self._starts[1:]))

    def narrow(self, legal: Sequence[int], chosen: Sequence[int]) -> Mask:
        """What may be the next part, after those chosen: 1 for each value that leads to an open
        choice."""
        parts = self._parts[legal]
        fitting = parts[(parts[:, : len(chosen)] == list(chosen)).all(axis=1)]
        row = np.zeros(self.sizes[len(chosen)], np.int8)
        row[fitting[:, len(chosen)]] = 1
        return row
