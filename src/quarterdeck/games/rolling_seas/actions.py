"""The action space: every choice of the game, and every outcome chance may deal."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.rolling_seas.names import (
    CARDS,
    CELL_NAMES,
    DIRECTIONS,
    DRAWN,
    POWERS,
    PURCHASES,
    RESOURCES,
)
from quarterdeck.kernel.actions import ActionSpace

SPACE: Final = ActionSpace()

# Drawing
ANCHOR: Final = SPACE.family("anchor", "RS-6.6", "draw", cell=CELL_NAMES)
TURN: Final = SPACE.family("turn", "RS-6.3", "draw", quarter=range(4))
FLIP: Final = SPACE.family("flip", "RS-6.4", "draw", quarter=range(4))
CENTRE: Final = SPACE.family("centre", "RS-7.15", "draw", cell=CELL_NAMES)
DOT: Final = SPACE.family("dot", "RS-7.16", "draw", cell=CELL_NAMES)

# Set-up and calm sea
HOME: Final = SPACE.family("home", "RS-3.10", "home", port=CELL_NAMES)
START: Final = SPACE.family("start", "RS-3.11", "home", cell=CELL_NAMES)
POWER: Final = SPACE.family("power", "RS-5.3", "other", power=POWERS)

# The action phase
STEP: Final = SPACE.family("step", "RS-10.3", "sail", way=DIRECTIONS)
WIND: Final = SPACE.family("wind", "RS-9.3", "wind", way=DIRECTIONS)
SAIL: Final = SPACE.family("sail", "RS-10.1", "sail", wind=DIRECTIONS)
EXPLORE: Final = SPACE.family("explore", "RS-12.1", "explore", cell=CELL_NAMES)
VISIT: Final = SPACE.family("visit", "RS-13.1", "port", port=CELL_NAMES)
STAY: Final = SPACE.family("stay", "RS-9.2", "other")
END: Final = SPACE.family("end", "RS-10.10", "other")
FACE: Final = SPACE.family("face", "RS-12.5", "explore", face=range(1, 7))
REWARD: Final = SPACE.family("reward", "RS-11.19", "explore", face=range(1, 7))
BUILD: Final = SPACE.family("build", "RS-12.9", "explore")
BUY: Final = SPACE.family("buy", "RS-13.6", "port", purchase=PURCHASES)
FILL: Final = SPACE.family("fill", "RS-13.8", "port")
DONE: Final = SPACE.family("done", "RS-13.5", "other")

# Ambush combats
SPOILS: Final = SPACE.family("spoils", "RS-14.7", "other", resource=RESOURCES)
LOSE: Final = SPACE.family("lose", "RS-14.8", "other", resource=RESOURCES)

OUTCOMES: Final = ActionSpace()
SETUP_CARD: Final = OUTCOMES.family("setup_card", card=DRAWN)
TURN_CARD: Final = OUTCOMES.family("card", card=CARDS)
WINDS: Final = OUTCOMES.family("winds", first=DIRECTIONS, second=DIRECTIONS, third=DIRECTIONS)
DIE: Final = OUTCOMES.family("die", face=range(1, 7))
AMBUSH_ROLL: Final = OUTCOMES.family("ambush_roll", face=range(1, 7))
DEFENCE_ROLL: Final = OUTCOMES.family("defence_roll", face=range(1, 7))
