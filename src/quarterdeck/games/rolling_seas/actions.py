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
ANCHOR: Final = SPACE.family("anchor", cell=CELL_NAMES)
TURN: Final = SPACE.family("turn", quarter=range(4))
FLIP: Final = SPACE.family("flip", quarter=range(4))
CENTRE: Final = SPACE.family("centre", cell=CELL_NAMES)
DOT: Final = SPACE.family("dot", cell=CELL_NAMES)

# Set-up and calm sea
HOME: Final = SPACE.family("home", port=CELL_NAMES)
START: Final = SPACE.family("start", cell=CELL_NAMES)
POWER: Final = SPACE.family("power", power=POWERS)

# The action phase
STEP: Final = SPACE.family("step", way=DIRECTIONS)
WIND: Final = SPACE.family("wind", way=DIRECTIONS)
SAIL: Final = SPACE.family("sail", wind=DIRECTIONS)
EXPLORE: Final = SPACE.family("explore", cell=CELL_NAMES)
VISIT: Final = SPACE.family("visit", port=CELL_NAMES)
STAY: Final = SPACE.family("stay")
END: Final = SPACE.family("end")
FACE: Final = SPACE.family("face", face=range(1, 7))
REWARD: Final = SPACE.family("reward", face=range(1, 7))
BUILD: Final = SPACE.family("build")
BUY: Final = SPACE.family("buy", purchase=PURCHASES)
FILL: Final = SPACE.family("fill")
DONE: Final = SPACE.family("done")

# Ambush combats
SPOILS: Final = SPACE.family("spoils", resource=RESOURCES)
LOSE: Final = SPACE.family("lose", resource=RESOURCES)

OUTCOMES: Final = ActionSpace()
SETUP_CARD: Final = OUTCOMES.family("setup_card", card=DRAWN)
TURN_CARD: Final = OUTCOMES.family("card", card=CARDS)
WINDS: Final = OUTCOMES.family("winds", first=DIRECTIONS, second=DIRECTIONS, third=DIRECTIONS)
DIE: Final = OUTCOMES.family("die", face=range(1, 7))
AMBUSH_ROLL: Final = OUTCOMES.family("ambush_roll", face=range(1, 7))
DEFENCE_ROLL: Final = OUTCOMES.family("defence_roll", face=range(1, 7))
