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
PASS: Final = SPACE.family("pass", "SO-4.2", "passing")
SALINE: Final = SPACE.family("saline", "SO-6.2", "city")
DEPOT_LEVEL: Final = SPACE.family("depot", "SO-6.3", "city")
NOTRE_DAME: Final = SPACE.family("notre_dame", "SO-6.5", "city")
BUILD: Final = SPACE.family("build", "SO-6.9", "city", building=BUILDINGS)
SAIL_OUT: Final = SPACE.family("sail_out", "SO-7.1", "navigation")
SAIL_HOME: Final = SPACE.family("sail_home", "SO-7.2", "navigation")
BUILD_SHIP: Final = SPACE.family("build_ship", "SO-8.1", "port", ship=SHIPS[1:])
MOVE_GOODS: Final = SPACE.family("move_goods", "SO-8.8", "port")
SELL: Final = SPACE.family("sell", "SO-9.1", "market", good=GOODS)
BUY: Final = SPACE.family("buy", "SO-9.8", "market", good=GOODS)

# Where the codes of each action type begin and end: City, Navigation, Port, Market.
TYPE_STARTS: Final = [SALINE.base, SAIL_OUT.base, BUILD_SHIP.base, SELL.base, BUY.end]

# What an action asks next.
SHIP: Final = SPACE.family("ship", "SO-7.2", "ships", ship=SHIPS)
DONE: Final = SPACE.family("done", "SO-7.1", "ships")
LOSE: Final = SPACE.family(
    "lose", "SO-8.12", "losses", good=GOODS[:2], barrels=range(MOST_BARRELS + 1)
)
CATCH: Final = SPACE.family("herring", "SO-7.15", "catch", barrels=range(LARGEST_SHIP + 1))
LOAD: Final = SPACE.family(
    "load", "SO-8.8", "loading", ship=SHIPS, good=GOODS, barrels=range(LARGEST_SHIP + 1)
)
SELL_FROM: Final = SPACE.family(
    "from", "SO-9.1", "sale", store=STORES, barrels=range(MOST_BARRELS + 1)
)
TAKE: Final = SPACE.family("take", "SO-9.8", "purchase", barrels=range(1, MOST_BARRELS + 1))
STOP: Final = SPACE.family("stop", "SO-10.17", "passing")

# Turn end.
REPAIR: Final = SPACE.family("repair", "SO-10.13", "repairs", ship=SHIPS)
NO_LOOK: Final = SPACE.family("no_look", "SO-10.28", "tiles")
LOOK: Final = SPACE.family("look", "SO-10.26", "tiles", place=PLACES)
KEEP: Final = SPACE.family("keep", "SO-10.26", "tiles")
SWAP: Final = SPACE.family("swap", "SO-10.26", "tiles")

OUTCOMES: Final = ActionSpace()
FIRST_PLAYER: Final = OUTCOMES.family("first_player", seat=range(4))
REVEAL: Final = OUTCOMES.family("reveal", place=PLACES, tile=TILES)
SEE: Final = OUTCOMES.family("see", place=PLACES, tile=TILES)
