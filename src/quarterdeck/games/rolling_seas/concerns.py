"""Which news are called out to whom, and which a summary of somebody's turn leaves out."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.rolling_seas.view import RollingView
from quarterdeck.kernel.messages import Message

# What a neighbour draws on one's chart, an ambush one ran into, and a treasure that is gone.
CONCERNS: Final = {
    "rs.event.drawn_for": "owner",
    "rs.event.ambush_laid": "owner",
    "rs.event.combat": "owner",
    "rs.event.treasure": "",
}

# Single steps and dice, which a summary would drown in, and what every gain is made of.
MINOR: Final = frozenset(
    {
        "rs.event.step",
        "rs.event.changes",
        "rs.event.dot",
        "rs.event.roll",
    }
)


def is_last_call(event: Message, view: RollingView) -> bool:
    """Whether this is the news that the last turn has begun."""
    return event.id == "rs.event.turn" and event.arguments["turn"] == view.turns
