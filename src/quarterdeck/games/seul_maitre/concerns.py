"""Which news are called out to whom, and which a summary of somebody's turn leaves out."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.view import MasterView
from quarterdeck.games.seul_maitre.words import resource_name, vessel_name
from quarterdeck.kernel.messages import Message

# What happens to a seat at somebody else's move, and what changes for all.
CONCERNS: Final = {
    "sm.log.round": "",
    "sm.log.leader.from": "former",
}

# The argument that names the vessel to which something is done.
DONE_TO: Final = {
    "sm.log.combat": "defender",
    "sm.log.combat.pirate": "defender",
    "sm.log.tossed": "vessel",
    "sm.log.loot": "loser",
}

# What only begins something that is told right after, each step of a voyage, and what dice and
# crews do in a combat.
MINOR: Final = frozenset(
    {
        "sm.log.action",
        "sm.log.boarding",
        "sm.log.casualty",
        "sm.log.double",
        "sm.log.ends",
        "sm.log.hit",
        "sm.log.mans",
        "sm.log.mans.none",
        "sm.log.markers_back",
        "sm.log.put",
        "sm.log.recovers",
        "sm.log.reroll",
        "sm.log.sails",
        "sm.log.shot.attack",
        "sm.log.shot.defence",
        "sm.log.steers",
        "sm.log.storm_die",
    }
)


def befalls(event: Message, seat: int, view: MasterView) -> bool:
    """Whether something is done to this seat's ship, or its cargo has just lost its market."""
    named = DONE_TO.get(event.id)
    if named is not None:
        return event.arguments[named] == vessel_name(seat)
    if event.id == "sm.log.sells" and event.arguments["seat"] != seat:
        return _fills_column(event, seat, view)
    return False


def _fills_column(event: Message, seat: int, view: MasterView) -> bool:
    """Whether no slot is left for what this seat carries.  SM-18.10"""
    for number, column in enumerate(view.market):
        if resource_name(number) == event.arguments["resource"]:
            held = dict(view.players[seat].cargo)[column.resource]
            return bool(held) and column.filled == len(column.slots)
    return False
