"""Quarterdeck: modern sea-trading board games, one exact rules machine.

>>> import quarterdeck as qd
>>> game = qd.new("salty_ocean", seats=3, seed=7)
"""

from quarterdeck.game import CannotUndo, Game, load, new
from quarterdeck.kernel.errors import (
    BadComponents,
    BadNotation,
    BadSetup,
    IllegalAction,
    NotYourTurn,
    QuarterdeckError,
    RecordError,
    RulesVersionMismatch,
    UnknownName,
)

__version__ = "0.1.0"

__all__ = [
    "BadComponents",
    "BadNotation",
    "BadSetup",
    "CannotUndo",
    "Game",
    "IllegalAction",
    "NotYourTurn",
    "QuarterdeckError",
    "RecordError",
    "RulesVersionMismatch",
    "UnknownName",
    "load",
    "new",
]
