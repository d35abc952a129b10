"""Settings, seeds and actions as Python's own values: as NumPy has them, too, and nothing that only
looks like one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from operator import index

from quarterdeck.envs.arrays import np
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.messages import Message

# Of what was given, so much is repeated.
REPEATED = 80


def as_whole(value: object) -> int | None:
    """A whole number; None for anything else, truth values included."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def repeat(value: object) -> str:
    """What was given, for a message."""
    return str(value)[:REPEATED]


def read_seats(seats: object) -> int | None:
    """How many players; None for as many as usual. Raises BadSetup."""
    count = as_whole(seats)
    if count is None and seats is not None:
        raise BadSetup(Message("qd.env.seats", seats=repeat(seats)))
    return count


def read_wishes(options: object) -> dict[str, str]:
    """Options as words: truth values and numbers may stand for those that are written like them.
    Raises BadSetup."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise BadSetup(Message("qd.env.options", options=repeat(options)))
    return {str(name): _as_word(value) for name, value in options.items()}


def _as_word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | np.bool_) else str(value)


def read_seed(seed: object) -> int | None:
    """A seed, or None for none; raises BadSetup. One below zero would be another in disguise."""
    number = as_whole(seed)
    if seed is not None and (number is None or number < 0):
        raise BadSetup(Message("qd.env.seed", seed=repeat(seed)))
    return number


def read_flag(value: object) -> bool:
    """Whether something is wanted; raises BadSetup."""
    if not isinstance(value, bool | np.bool_):
        raise BadSetup(Message("qd.env.flag", value=repeat(value)))
    return bool(value)


def read_reward(value: object) -> float:
    """A reward; raises BadSetup."""
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise BadSetup(Message("qd.env.reward", reward=repeat(value)))
    return float(value)


def read_name(kind: str, name: object, known: tuple[str, ...]) -> str:
    """One of the names that exist; raises UnknownName."""
    if not isinstance(name, str) or name not in known:
        raise UnknownName(kind, repeat(name), list(known))
    return name
