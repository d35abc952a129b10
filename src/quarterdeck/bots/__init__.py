"""Bots: players of any game. `make("flat:playouts=500", rules)` makes one."""

from __future__ import annotations

from quarterdeck.bots.parameters import Parameter, Real, Whole, Word
from quarterdeck.bots.protocol import Bot, Budget, ask
from quarterdeck.bots.specs import DEFAULT, GENTLE, PLUGINS, Spec, make, normalize, parse

__all__ = [
    "DEFAULT",
    "GENTLE",
    "PLUGINS",
    "Bot",
    "Budget",
    "Parameter",
    "Real",
    "Spec",
    "Whole",
    "Word",
    "ask",
    "make",
    "normalize",
    "parse",
]
