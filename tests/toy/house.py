"""Skerries as a game of the house, for tests of what stands above the machine."""

from __future__ import annotations

import sys
from types import ModuleType

from quarterdeck import games
from tests.toy import TOY


def open_house() -> None:
    """From now on this process offers Skerries among its games."""
    module = ModuleType(f"quarterdeck.games.{TOY.id}")
    module.RULES = TOY  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    games.GAMES = (*games.GAMES, TOY.id)  # type: ignore[assignment]


def close_house() -> None:
    del sys.modules[f"quarterdeck.games.{TOY.id}"]
    games.GAMES = tuple(game for game in games.GAMES if game != TOY.id)  # type: ignore[assignment]
    games.load.cache_clear()
