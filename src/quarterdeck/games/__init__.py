"""The games of the house, by id. Loading one imports only that game."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.rules import AnyRules

GAMES = ("salty_ocean", "rolling_seas", "saltfjord", "seul_maitre")


@cache
def load(game: str) -> AnyRules:
    """The rules of a game; raises UnknownName."""
    if game not in GAMES:
        raise UnknownName("game", game, list(GAMES))
    rules: AnyRules = import_module(f"quarterdeck.games.{game}").RULES
    return rules
