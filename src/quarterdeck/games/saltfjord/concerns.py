"""Which news are called out to whom, and which a summary of somebody's turn leaves out."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.names import GOODS, KINDS
from quarterdeck.games.saltfjord.view import PlayerView, SaltfjordView
from quarterdeck.games.saltfjord.words import crate_words
from quarterdeck.kernel.messages import Argument, Message

# What changes for everybody, and who is named first player.
CONCERNS: Final = {"sf.event.round": "", "sf.event.first": "seat"}

# Details of what is told besides, and what comes into view.
MINOR: Final = frozenset(
    {
        "sf.event.activated",
        "sf.event.cart_moved",
        "sf.event.cart_stayed",
        "sf.event.changes",
        "sf.event.closing",
        "sf.event.crate",
        "sf.event.die",
        "sf.event.doubled",
        "sf.event.looked",
        "sf.event.put_back",
        "sf.event.tile",
        "sf.event.tile_removed",
        "sf.event.worker",
    }
)


def spoils_plans(event: Message, seat: int, view: SaltfjordView, box: Components) -> bool:
    """Whether somebody else's turn takes away a crate this seat has the goods for, or leaves it
    alone in the round. (There are always dice enough for everybody.)"""
    actor = event.arguments.get("seat")
    player = view.players[seat]
    if actor == seat or not isinstance(actor, int) or player.tavern:
        return False
    if event.id == "sf.event.order":
        return _could_pay(event.arguments["crate"], player, box)
    if event.id == "sf.event.retired":
        return all(other.tavern for other in view.players if other.seat != seat)
    return False


def _could_pay(told: Argument, player: PlayerView, box: Components) -> bool:
    """Whether a player has all the goods that a crate asks for."""
    held = dict(player.goods)
    for crate, cost in enumerate(box.crate_cost):
        if crate_words(box, crate) == told:
            return all(held[GOODS[kind]] >= cost[kind] for kind in range(KINDS))
    return False
