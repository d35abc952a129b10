"""What can stand in the way of a choice, by number; `words.py` turns numbers into reasons.

The functions that find obstacles live beside the steps they serve: `yard.py` for the map,
`voyage.py` for movement, `openings.py` for actions, `trade.py` and `refit.py` for what money buys.
What is offered is exactly what has no obstacle.
"""

from __future__ import annotations

from typing import Final

OPEN: Final = 0
# Building the map
NOT_FACE_UP: Final = 1
NO_PLACE_FOR_TILE: Final = 2
CELL_FILLED: Final = 3
CORNER_IS_FOR_PORTS: Final = 4
TOO_FEW_NEIGHBOURS: Final = 5
EDGES_DO_NOT_MATCH: Final = 6
LAND_FROM_TWO_SIDES: Final = 7
TOO_FEW_COASTS: Final = 8
TOO_FEW_OPEN_TILES: Final = 9
TOO_FEW_FREE_CORNERS: Final = 10
NOT_A_FREE_CORNER: Final = 11
# Preparation
SLOT_TAKEN: Final = 12
SLOT_TOO_DEAR: Final = 13
EXIT_OFF_THE_MAP: Final = 14
EXIT_INTO_STORM: Final = 15
NO_SUCH_ZONE: Final = 16
NOBODY_THERE: Final = 17
# Actions
ONCE_PER_ROUND: Final = 18
STORM_BOUND: Final = 19
NO_STEP_AFFORDABLE: Final = 20
NOT_IN_PORT: Final = 21
NOTHING_TO_BUY: Final = 22
NO_LEVEL_TO_BUY: Final = 23
NOT_ON_A_SITE: Final = 24
OWN_MARKER: Final = 25
HOLD_FULL: Final = 26
NO_TOKEN_LEFT: Final = 27
NO_PIRATE_FREE: Final = 28
NO_TRADE: Final = 29
NOTHING_TO_RECOVER: Final = 30
LAST_ROUND: Final = 31
NOT_IN_DISTRESS: Final = 32
NO_NEED_TO_JETTISON: Final = 33
# Movement
NO_PASSAGE: Final = 34
TOO_FEW_POINTS: Final = 35
STORM_OVER_IT: Final = 36
NO_STORM_THERE: Final = 37
STORM_ENTERED: Final = 38
IN_PORT_ALREADY: Final = 39
NOT_IN_FRONT: Final = 40
SHIPS_ENTER_NO_LAIR: Final = 41
PIRATES_ENTER_NO_PORT: Final = 42
LAIR_OCCUPIED: Final = 43
FIRST_A_STEP: Final = 44
IN_THE_LAIR: Final = 45
# Engagement
NOT_MET: Final = 46
HAS_FOUGHT: Final = 47
SAME_SIDE: Final = 48
FORCED_FIRST: Final = 49
MUST_ENGAGE: Final = 50
# Money and holds
TOO_LITTLE_MONEY: Final = 51
MERCHANT_ONLY: Final = 52
HAS_IT_ALREADY: Final = 53
ALL_CANNONS: Final = 54
NO_SPECIALIST: Final = 55
CORSAIR_ONLY: Final = 56
TOP_LEVEL_REACHED: Final = 57
RARITY_NOT_ALLOWED: Final = 58
NOT_ON_BOARD: Final = 59
SOLD_HERE: Final = 60
OUT_OF_ORDER: Final = 61
SAME_TYPE_ONLY: Final = 62
COLUMN_NOT_FULL: Final = 63
PIRATE_CONTROLLED: Final = 64
PIRATE_STUCK: Final = 65
PORT_UNDER_STORM: Final = 66
NO_SUCH_SLOT: Final = 67
# The Shipyard
NOT_DAMAGED: Final = 68
IMPROVED_ALREADY: Final = 69
HIRED_ALREADY: Final = 70
ALL_SPECIALISTS: Final = 71
RECRUITED_ALREADY: Final = 72
NO_BERTH: Final = 73
NO_SAILOR_LEFT: Final = 74
