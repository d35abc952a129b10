"""Observations and actions as Gymnasium's spaces, for all environments that use them."""

from __future__ import annotations

from typing import Any

from quarterdeck.envs.actions import FactoredActions, FlatActions
from quarterdeck.envs.arrays import Floats, np
from quarterdeck.envs.errors import MissingLibrary
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.reading import read_name
from quarterdeck.kernel.actions import ActionSpace

try:
    from gymnasium import spaces
except ImportError as missing:
    raise MissingLibrary("gymnasium", "research", missing) from missing

# How a seat's knowledge is told, and how choices are
OBSERVATIONS = ("flat", "structured")
ACTIONS = ("flat", "factored")


class Sight:
    """Observations in the form that was asked for, and their space."""

    def __init__(self, observer: Observer, form: str) -> None:
        self.observer = observer
        self.is_flat = read_name("observation", form, OBSERVATIONS) == "flat"
        self.space: spaces.Space[Any] = self._box() if self.is_flat else self._dict()

    def _box(self) -> spaces.Box:
        return spaces.Box(self.observer.low, self.observer.high, dtype=np.float32)

    def _dict(self) -> spaces.Dict:
        return spaces.Dict(
            {
                block: spaces.Dict(
                    {name: spaces.Box(low, highs[name]) for name, low in lows.items()}
                )
                for (block, lows), highs in zip(
                    self.observer.structure(self.observer.low).items(),
                    self.observer.structure(self.observer.high).values(),
                    strict=True,
                )
            }
        )

    def shape(self, row: Floats) -> Any:
        """A flat observation in the form that was asked for."""
        return row if self.is_flat else self.observer.structure(row)


def make_actions(space: ActionSpace, form: str) -> FlatActions | FactoredActions:
    """Actions in the form that was asked for."""
    read_name("actions", form, ACTIONS)
    return FlatActions(space) if form == "flat" else FactoredActions(space)


def action_space(actions: FlatActions | FactoredActions) -> spaces.Space[Any]:
    if isinstance(actions, FlatActions):
        return spaces.Discrete(actions.space.size)
    return spaces.MultiDiscrete(actions.sizes)
