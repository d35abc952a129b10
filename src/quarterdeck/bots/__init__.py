"""Bots: players of any game. `make("flat:playouts=500", rules)` makes one."""

from __future__ import annotations

from quarterdeck.bots.parameters import BotParameter, Real, Whole, Word
from quarterdeck.bots.protocol import Bot, Budget, ask, read_certainty
from quarterdeck.bots.specs import (
    DEFAULT,
    GENTLE,
    PLUGINS,
    Spec,
    make,
    normalize,
    parse,
    thinking_seconds,
)

__all__ = [
    "DEFAULT",
    "GENTLE",
    "PLUGINS",
    "Bot",
    "BotParameter",
    "Budget",
    "Real",
    "Spec",
    "Whole",
    "Word",
    "ask",
    "make",
    "normalize",
    "parse",
    "read_certainty",
    "thinking_seconds",
]
