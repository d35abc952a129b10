"""Skerries as a game of the house, for tests of what stands above the machine."""

from __future__ import annotations

from quarterdeck import games
from tests.toy import TOY


def open_house() -> None:
    """From now on this process offers Skerries among its games."""
    games.PLUGINS.add(TOY.id, TOY)


def close_house() -> None:
    games.PLUGINS.remove(TOY.id)
