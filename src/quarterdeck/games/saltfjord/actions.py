"""The action space: every choice of the game, and every outcome chance may deal."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    BASICS,
    CART_WAYS,
    CELL_NAMES,
    COLOURS,
    CRATES,
    GOODS,
    QUAYS,
    SCORE_TILES,
    SIDES,
    STACKS,
    START_RESOURCES,
    TAVERNS,
    TILES,
    TOKENS,
    TRACKS,
    TURNS,
)
from quarterdeck.kernel.actions import ActionSpace

SPACE: Final = ActionSpace()

# Set-up
SET: Final = SPACE.family("set", "SF-1.14", "start", number=range(1, 5))

# The main action and what follows from a die
DIE: Final = SPACE.family("die", "SF-4.1", "dice", colour=COLOURS, face=range(1, 7))
TAVERN_DIE: Final = SPACE.family("tavern_die", "SF-19.5", "dice", tavern=TAVERNS, colour=COLOURS)
BUILD_LARGE: Final = SPACE.family("build_large", "SF-5.1", "build", stack=STACKS[4:])
RETIRE: Final = SPACE.family("retire", "SF-6.1", "retire", tavern=TAVERNS)
LINE: Final = SPACE.family("line", "SF-4.5", "line", number=range(1, 7))
DISCARD: Final = SPACE.family("discard", "SF-4.15", "line")
CART: Final = SPACE.family(
    "cart", "SF-18.4", "carts", cart=range(1, 3), way=CART_WAYS, cells=range(3)
)
ACTIVATE: Final = SPACE.family("activate", "SF-4.8", "activate", cell=CELL_NAMES)

# What buildings and rewards do
GAIN_FISH: Final = SPACE.family("gain_fish", "SF-2.5", "upgrade")
UPGRADE_CUBE: Final = SPACE.family("upgrade", "SF-2.4", "upgrade", good=GOODS, to=GOODS)
SELL_AND_UPGRADE: Final = SPACE.family("sell_for", "SF-7.4", "upgrade", good=GOODS, to=BASICS)
ORDER_FROM: Final = SPACE.family("order", "SF-8.1", "orders", stack=range(1, 5))
TECH_STEP: Final = SPACE.family("tech", "SF-9.1", "tech", track=TRACKS)
TECH_FISH: Final = SPACE.family("tech_fish", "SF-14.9", "tech", track=TRACKS)
BUILD: Final = SPACE.family("build", "SF-10.1", "build", stack=STACKS[:4])
ADVANCE: Final = SPACE.family("advance", "SF-11.2", "fishing", type=range(1, 4))
ADVANCE_ONLY: Final = SPACE.family("advance_only", "SF-11.7", "fishing")
RETURN: Final = SPACE.family("return", "SF-11.9", "fishing")
DECLINE: Final = SPACE.family("decline", "SF-7.6", "other")

# What a choice asks next
PAY: Final = SPACE.family("pay", "SF-13.7", "pay", way=range(1, 100))
PLACE: Final = SPACE.family("place", "SF-10.3", "build", cell=CELL_NAMES, turn=range(TURNS))
QUAY: Final = SPACE.family("quay", "SF-8.3", "orders", quay=QUAYS)
KEEP: Final = SPACE.family("keep", "SF-11.5", "fishing", token=TOKENS)
SLOT_DOUBLE: Final = SPACE.family("double", "SF-11.8", "fishing")
SLOT_PLAIN: Final = SPACE.family("plain", "SF-11.8", "fishing")
REARRANGE: Final = SPACE.family("rearrange", "SF-9.6", "fishing", token=TOKENS)
LEAVE: Final = SPACE.family("leave", "SF-9.6", "fishing")
ABILITY: Final = SPACE.family("ability", "SF-9.7", "tech", ability=ABILITIES)
CART_CELL: Final = SPACE.family("cart_cell", "SF-18.13", "carts", cell=CELL_NAMES)
REPEAT: Final = SPACE.family("repeat", "SF-14.5", "other")
AGAIN: Final = SPACE.family("again", "SF-14.6", "other")
NO: Final = SPACE.family("no", "SF-7.6", "other")
GO_ON: Final = SPACE.family("go_on", "SF-6.5", "other")

# Free actions and the end of a turn
WORKER: Final = SPACE.family("worker", "SF-12.2", "workers", cell=CELL_NAMES)
SELL: Final = SPACE.family("sell", "SF-2.10", "exchange", good=GOODS)
PAID_UPGRADE: Final = SPACE.family("paid_upgrade", "SF-2.6", "exchange", good=GOODS, to=GOODS)
DEGRADE: Final = SPACE.family("degrade", "SF-2.8", "exchange", good=GOODS, to=GOODS)
BARTER_CUBE: Final = SPACE.family("barter", "SF-12.9", "exchange", good=GOODS, to=GOODS)
SMOKE: Final = SPACE.family("smokehouse", "SF-12.9", "exchange", good=GOODS, to=GOODS)
END_TURN: Final = SPACE.family("end_turn", "SF-3.8", "other")

# Where there are more ways of paying than numbers for them
PAY_PART: Final = SPACE.family("pay_part", "SF-13.7", "pay", part=range(1, 100))

OUTCOMES: Final = ActionSpace()
FIRST_PLAYER: Final = OUTCOMES.family("first_player", seat=range(4))
VILLAGE: Final = OUTCOMES.family("village", seat=range(4), side=SIDES)
BOARD_ABILITY: Final = OUTCOMES.family("board_ability", ability=ABILITIES)
SET_ABILITY: Final = OUTCOMES.family("set_ability", number=range(1, 5), ability=ABILITIES)
SET_RESOURCES: Final = OUTCOMES.family(
    "set_resources", number=range(1, 5), resources=START_RESOURCES
)
SCORE_TILE: Final = OUTCOMES.family("score_tile", track=TRACKS, tile=SCORE_TILES)
SPECIAL_TILE: Final = OUTCOMES.family("special_tile", tile=SCORE_TILES)
CRATE: Final = OUTCOMES.family("crate", stack=range(1, 5), crate=CRATES)
TILE: Final = OUTCOMES.family("tile", stack=STACKS, tile=TILES)
ROLL: Final = OUTCOMES.family("roll", colour=COLOURS, face=range(1, 7))
SOLO_ROLL: Final = OUTCOMES.family("solo_roll", tavern=TAVERNS, colour=COLOURS, face=range(1, 7))
TOKEN: Final = OUTCOMES.family("token", token=TOKENS)
LOOK: Final = OUTCOMES.family("look", token=TOKENS, other=TOKENS)
