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
)
from quarterdeck.kernel.actions import ActionSpace

SPACE: Final = ActionSpace()

# Set-up
SET: Final = SPACE.family("set", number=range(1, 5))

# The main action and what follows from a die
DIE: Final = SPACE.family("die", colour=COLOURS, face=range(1, 7))
TAVERN_DIE: Final = SPACE.family("tavern_die", tavern=TAVERNS, colour=COLOURS)
BUILD_LARGE: Final = SPACE.family("build_large", stack=STACKS[4:])
RETIRE: Final = SPACE.family("retire", tavern=TAVERNS)
LINE: Final = SPACE.family("line", number=range(1, 7))
DISCARD: Final = SPACE.family("discard")
CART: Final = SPACE.family("cart", cart=range(1, 3), way=CART_WAYS, cells=range(3))
ACTIVATE: Final = SPACE.family("activate", cell=CELL_NAMES)

# What buildings and rewards do
GAIN_FISH: Final = SPACE.family("gain_fish")
UPGRADE_CUBE: Final = SPACE.family("upgrade", good=GOODS, to=GOODS)
SELL_AND_UPGRADE: Final = SPACE.family("sell_for", good=GOODS, to=BASICS)
ORDER_FROM: Final = SPACE.family("order", stack=range(1, 5))
TECH_STEP: Final = SPACE.family("tech", track=TRACKS)
TECH_FISH: Final = SPACE.family("tech_fish", track=TRACKS)
BUILD: Final = SPACE.family("build", stack=STACKS[:4])
ADVANCE: Final = SPACE.family("advance", type=range(1, 4))
ADVANCE_ONLY: Final = SPACE.family("advance_only")
RETURN: Final = SPACE.family("return")
DECLINE: Final = SPACE.family("decline")

# What a choice asks next
PAY: Final = SPACE.family("pay", way=range(1, 100))
PLACE: Final = SPACE.family("place", cell=CELL_NAMES, turn=range(4))
QUAY: Final = SPACE.family("quay", quay=QUAYS)
KEEP: Final = SPACE.family("keep", token=TOKENS)
SLOT_DOUBLE: Final = SPACE.family("double")
SLOT_PLAIN: Final = SPACE.family("plain")
REARRANGE: Final = SPACE.family("rearrange", token=TOKENS)
LEAVE: Final = SPACE.family("leave")
ABILITY: Final = SPACE.family("ability", ability=ABILITIES)
CART_CELL: Final = SPACE.family("cart_cell", cell=CELL_NAMES)
REPEAT: Final = SPACE.family("repeat")
AGAIN: Final = SPACE.family("again")
NO: Final = SPACE.family("no")
GO_ON: Final = SPACE.family("go_on")

# Free actions and the end of a turn
WORKER: Final = SPACE.family("worker", cell=CELL_NAMES)
SELL: Final = SPACE.family("sell", good=GOODS)
PAID_UPGRADE: Final = SPACE.family("paid_upgrade", good=GOODS, to=GOODS)
DEGRADE: Final = SPACE.family("degrade", good=GOODS, to=GOODS)
BARTER_CUBE: Final = SPACE.family("barter", good=GOODS, to=GOODS)
SMOKE: Final = SPACE.family("smokehouse", good=GOODS, to=GOODS)
END_TURN: Final = SPACE.family("end_turn")

# Where there are more ways of paying than numbers for them
PAY_PART: Final = SPACE.family("pay_part", part=range(1, 100))

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
