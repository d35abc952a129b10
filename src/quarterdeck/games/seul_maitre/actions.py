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
TILE: Final = SPACE.family("tile", "SM-2.1", "map", tile=TILES)
CELL: Final = SPACE.family("cell", "SM-2.8", "map", cell=CELL_NAMES)
ROTATE: Final = SPACE.family("rotate", "SM-2.9", "map", quarters=range(4))

# Storms and drift
STAY: Final = SPACE.family("stay", "SM-5.7", "storm")
LEAVE: Final = SPACE.family("leave", "SM-5.6", "storm")
EXIT: Final = SPACE.family("exit", "SM-5.13", "storm", way=DIRECTIONS)
ZONE: Final = SPACE.family("zone", "SM-5.11", "place", zone=range(4))
KEEP: Final = SPACE.family("keep", "SM-9.3", "storm")
REROLL: Final = SPACE.family("reroll", "SM-9.3", "storm")
LOSE: Final = SPACE.family("lose", "SM-11.18", "combat", station=STATIONS)
BID: Final = SPACE.family("bid", "SM-6.1", "initiative", slot=range(MOST_SLOTS))

# The turn
DO: Final = SPACE.family("do", "SM-7.4", "actions", action=ACTIONS)
MOVE: Final = SPACE.family("move", "SM-8.11", "sail", way=DIRECTIONS, zone=ZONE_WORDS)
CAPE: Final = SPACE.family("cape", "SM-8.12", "sail", zone=range(4))
ENTER_PORT: Final = SPACE.family("enter_port", "SM-8.13", "sail")
LEAVE_PORT: Final = SPACE.family("leave_port", "SM-8.14", "sail")
TO_SITE: Final = SPACE.family("to_site", "SM-8.15", "sail")
ENTER_LAIR: Final = SPACE.family("enter_lair", "SM-17.6", "sail")
LEAVE_LAIR: Final = SPACE.family("leave_lair", "SM-17.4", "sail")
STOP: Final = SPACE.family("stop", "SM-8.10", "sail")
CONTROL: Final = SPACE.family("control", "SM-17.2", "piracy", pirate=PIRATES)
ENGAGE: Final = SPACE.family("engage", "SM-10.4", "combat", vessel=VESSELS)
DECLINE: Final = SPACE.family("decline", "SM-10.5", "combat")
MEND_SAILS: Final = SPACE.family(
    "mend_sails", "SM-14.2", "shipyard", count=range(1, MOST_SAILS + 1)
)
MEND_LEAKS: Final = SPACE.family(
    "mend_leaks", "SM-14.3", "shipyard", count=range(1, MOST_SAILORS + 1)
)
MEND_CANNONS: Final = SPACE.family(
    "mend_cannons", "SM-14.2", "shipyard", count=range(1, MOST_CANNONS + 1)
)
IMPROVE: Final = SPACE.family("improve", "SM-14.1", "shipyard", improvement=IMPROVEMENTS)
HIRE: Final = SPACE.family("hire", "SM-14.11", "shipyard")
RECRUIT: Final = SPACE.family(
    "recruit", "SM-14.13", "shipyard", sailors=range(1, MOST_RECRUITS + 1)
)
DONE: Final = SPACE.family("done", "SM-14.1", "shipyard")
TRAIN: Final = SPACE.family("train", "SM-15.1", "academy", branch=BRANCHES)
PICK: Final = SPACE.family("pick", "SM-16.4", "discovery", rarity=RARITIES)
LAND: Final = SPACE.family("land", "SM-18.2", "market")
KEEP_ABOARD: Final = SPACE.family("keep_aboard", "SM-18.2", "market")
SELL: Final = SPACE.family("sell", "SM-18.6", "market", resource=RESOURCES)
BUY: Final = SPACE.family("buy", "SM-18.13", "market", cubes=range(MOST_CUBES + 1))
JETTISON: Final = SPACE.family("jettison", "SM-7.12", "market", resource=RESOURCES)
PORT: Final = SPACE.family("port", "SM-12.10", "place", port=PORTS)

# Combats
RECOVER: Final = SPACE.family("recover", "SM-11.2", "combat")
MAN: Final = SPACE.family("man", "SM-11.6", "combat", cannons=range(MOST_CANNONS + 1))
REROLL_DIE: Final = SPACE.family("reroll_die", "SM-11.11", "combat", face=FACES)
DOUBLE: Final = SPACE.family("double", "SM-11.12", "combat", face=FACES)
LOOT: Final = SPACE.family("loot", "SM-12.2", "combat", resource=RESOURCES)
FLEE: Final = SPACE.family("flee", "SM-12.9", "combat")
RANSOM: Final = SPACE.family("ransom", "SM-12.10", "combat")
TURN_IN: Final = SPACE.family("turn_in", "SM-12.13", "combat", tokens=range(MOST_TOKENS + 1))

# Whatever is offered besides: nothing of it. Most steps that offer it belong to a combat; the faces
# of the others name their group.
NONE: Final = SPACE.family("none", "SM-7.6", "combat")

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
