"""The action space: every choice of the game, and every outcome chance may deal."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.salty_ocean.components import LARGEST_SHIP, MOST_BARRELS
from quarterdeck.games.salty_ocean.names import (
    BUILDINGS,
    GOODS,
    PLACES,
    SHIPS,
    STORES,
    TILES,
)
from quarterdeck.kernel.actions import ActionSpace

SPACE: Final = ActionSpace()

# `action`, the choice of a move. The families of one type follow each other.
PASS: Final = SPACE.family("pass")
SALINE: Final = SPACE.family("saline")
DEPOT_LEVEL: Final = SPACE.family("depot")
NOTRE_DAME: Final = SPACE.family("notre_dame")
BUILD: Final = SPACE.family("build", building=BUILDINGS)
SAIL_OUT: Final = SPACE.family("sail_out")
SAIL_HOME: Final = SPACE.family("sail_home")
BUILD_SHIP: Final = SPACE.family("build_ship", ship=SHIPS[1:])
MOVE_GOODS: Final = SPACE.family("move_goods")
SELL: Final = SPACE.family("sell", good=GOODS)
BUY: Final = SPACE.family("buy", good=GOODS)

# Where the codes of each action type begin and end: City, Navigation, Port, Market.
TYPE_STARTS: Final = [SALINE.base, SAIL_OUT.base, BUILD_SHIP.base, SELL.base, BUY.end]

# What an action asks next.
SHIP: Final = SPACE.family("ship", ship=SHIPS)
DONE: Final = SPACE.family("done")
LOSE: Final = SPACE.family("lose", good=GOODS[:2], barrels=range(MOST_BARRELS + 1))
CATCH: Final = SPACE.family("herring", barrels=range(LARGEST_SHIP + 1))
LOAD: Final = SPACE.family("load", ship=SHIPS, good=GOODS, barrels=range(LARGEST_SHIP + 1))
SELL_FROM: Final = SPACE.family("from", store=STORES, barrels=range(MOST_BARRELS + 1))
TAKE: Final = SPACE.family("take", barrels=range(1, MOST_BARRELS + 1))
STOP: Final = SPACE.family("stop")

# Turn end.
REPAIR: Final = SPACE.family("repair", ship=SHIPS)
NO_LOOK: Final = SPACE.family("no_look")
LOOK: Final = SPACE.family("look", place=PLACES)
KEEP: Final = SPACE.family("keep")
SWAP: Final = SPACE.family("swap")

OUTCOMES: Final = ActionSpace()
FIRST_PLAYER: Final = OUTCOMES.family("first_player", seat=range(4))
REVEAL: Final = OUTCOMES.family("reveal", place=PLACES, tile=TILES)
SEE: Final = OUTCOMES.family("see", place=PLACES, tile=TILES)
