"""The action space: every choice of the game, and every outcome chance may deal."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.components import (
    MOST_CANNONS,
    MOST_CUBES,
    MOST_RECRUITS,
    MOST_SAILORS,
    MOST_SAILS,
    MOST_SLOTS,
    MOST_TOKENS,
)
from quarterdeck.games.seul_maitre.names import (
    ACTIONS,
    BRANCHES,
    CELL_NAMES,
    DIRECTIONS,
    FACES,
    FAMILIES,
    IMPROVEMENTS,
    MOST_SEATS,
    PIRATES,
    PORTS,
    RARITIES,
    RESOURCES,
    STATIONS,
    TILES,
    UPGRADES,
    VESSELS,
    ZONE_WORDS,
)
from quarterdeck.kernel.actions import ActionSpace

SPACE: Final = ActionSpace()

# Building the map
TILE: Final = SPACE.family("tile", tile=TILES)
CELL: Final = SPACE.family("cell", cell=CELL_NAMES)
ROTATE: Final = SPACE.family("rotate", quarters=range(4))

# Storms and drift
STAY: Final = SPACE.family("stay")
LEAVE: Final = SPACE.family("leave")
EXIT: Final = SPACE.family("exit", way=DIRECTIONS)
ZONE: Final = SPACE.family("zone", zone=range(4))
KEEP: Final = SPACE.family("keep")
REROLL: Final = SPACE.family("reroll")
LOSE: Final = SPACE.family("lose", station=STATIONS)
BID: Final = SPACE.family("bid", slot=range(MOST_SLOTS))

# The turn
DO: Final = SPACE.family("do", action=ACTIONS)
MOVE: Final = SPACE.family("move", way=DIRECTIONS, zone=ZONE_WORDS)
CAPE: Final = SPACE.family("cape", zone=range(4))
ENTER_PORT: Final = SPACE.family("enter_port")
LEAVE_PORT: Final = SPACE.family("leave_port")
TO_SITE: Final = SPACE.family("to_site")
ENTER_LAIR: Final = SPACE.family("enter_lair")
LEAVE_LAIR: Final = SPACE.family("leave_lair")
STOP: Final = SPACE.family("stop")
CONTROL: Final = SPACE.family("control", pirate=PIRATES)
ENGAGE: Final = SPACE.family("engage", vessel=VESSELS)
DECLINE: Final = SPACE.family("decline")
MEND_SAILS: Final = SPACE.family("mend_sails", count=range(1, MOST_SAILS + 1))
MEND_LEAKS: Final = SPACE.family("mend_leaks", count=range(1, MOST_SAILORS + 1))
MEND_CANNONS: Final = SPACE.family("mend_cannons", count=range(1, MOST_CANNONS + 1))
IMPROVE: Final = SPACE.family("improve", improvement=IMPROVEMENTS)
HIRE: Final = SPACE.family("hire")
RECRUIT: Final = SPACE.family("recruit", sailors=range(1, MOST_RECRUITS + 1))
DONE: Final = SPACE.family("done")
TRAIN: Final = SPACE.family("train", branch=BRANCHES)
PICK: Final = SPACE.family("pick", rarity=RARITIES)
LAND: Final = SPACE.family("land")
KEEP_ABOARD: Final = SPACE.family("keep_aboard")
SELL: Final = SPACE.family("sell", resource=RESOURCES)
BUY: Final = SPACE.family("buy", cubes=range(MOST_CUBES + 1))
JETTISON: Final = SPACE.family("jettison", resource=RESOURCES)
PORT: Final = SPACE.family("port", port=PORTS)

# Combats
RECOVER: Final = SPACE.family("recover")
MAN: Final = SPACE.family("man", cannons=range(MOST_CANNONS + 1))
REROLL_DIE: Final = SPACE.family("reroll_die", face=FACES)
DOUBLE: Final = SPACE.family("double", face=FACES)
LOOT: Final = SPACE.family("loot", resource=RESOURCES)
FLEE: Final = SPACE.family("flee")
RANSOM: Final = SPACE.family("ransom")
TURN_IN: Final = SPACE.family("turn_in", tokens=range(MOST_TOKENS + 1))

# Whatever is offered besides: nothing of it.
NONE: Final = SPACE.family("none")

OUTCOMES: Final = ActionSpace()
ORDER: Final = OUTCOMES.family("order", seat=range(MOST_SEATS))
HOME: Final = OUTCOMES.family("home", port=PORTS)
START_TILE: Final = OUTCOMES.family("start_tile", tile=TILES)
START_TURNS: Final = OUTCOMES.family(
    "start_turns", north=range(4), east=range(4), south=range(4), west=range(4)
)
TURN_UP: Final = OUTCOMES.family("turn_up", tile=TILES)
LAY: Final = OUTCOMES.family("lay", tile=TILES, cell=CELL_NAMES, quarters=range(4))
WIND: Final = OUTCOMES.family("wind", way=DIRECTIONS)
CHANGE: Final = OUTCOMES.family("change", eighths=range(-2, 3))
TOSSED: Final = OUTCOMES.family("tossed", way=DIRECTIONS)
RED: Final = OUTCOMES.family("red", face=FACES)
WHITE: Final = OUTCOMES.family("white", face=FACES)
BRIBED: Final = OUTCOMES.family("bribed", pirate=PIRATES)
UPGRADE: Final = OUTCOMES.family("upgrade", upgrade=UPGRADES)
TOKEN: Final = OUTCOMES.family("token", rarity=RARITIES, family=FAMILIES)
