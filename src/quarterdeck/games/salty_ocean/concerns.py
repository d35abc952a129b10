"""Which news are called out to whom, and which a summary of somebody's turn leaves out."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.salty_ocean.view import PlayerView, SaltyView
from quarterdeck.games.salty_ocean.words import building_name, good_name
from quarterdeck.kernel.messages import Argument, Message

# What happens to a seat at somebody else's move or at the end of a turn, and what changes for all.
CONCERNS: Final = {
    "so.event.share": "seat",
    "so.event.lost": "seat",
    "so.event.limit": "seat",
    "so.event.overdraft": "seat",
    "so.event.swap": "",
    "so.event.turn": "",
}

# What only begins or pays for something that is told right after, and what every turn brings.
MINOR: Final = frozenset(
    {
        "so.event.action.sail_out",
        "so.event.action.sail_home",
        "so.event.action.sell",
        "so.event.action.buy",
        "so.event.clock",
        "so.event.fee",
        "so.event.interest",
        "so.event.interest.vault",
        "so.event.keep",
        "so.event.loads",
        "so.event.production",
        "so.event.rent",
    }
)


def spoils_plans(event: Message, seat: int, view: SaltyView) -> bool:
    """Whether somebody else's action takes away what this seat might have counted on: the price of
    goods it holds, the last space of a building, the last place on a step of Notre-Dame."""
    actor = event.arguments.get("seat")
    if actor == seat or not isinstance(actor, int):
        return False
    if event.id in ("so.event.sold", "so.event.sold.bonus"):
        return _holds(view.players[seat], event.arguments["good"])
    if event.id == "so.event.action.build":
        return _has_missed(view, seat, event.arguments["building"])
    if event.id == "so.event.action.notre_dame":
        step = view.cathedral[view.players[actor].cathedral_step]
        return step.limit == len(step.reached) and seat not in step.reached
    return False


def _holds(player: PlayerView, good: Argument) -> bool:
    stores = (player.depot, *(ship.cargo for ship in player.ships))
    return any(
        barrels and good_name(number) == good
        for store in stores
        for number, barrels in enumerate(store)
    )


def _has_missed(view: SaltyView, seat: int, building: Argument) -> bool:
    """Whether all spaces of a building are taken, none by this seat."""
    for number, seen in enumerate(view.buildings):
        if building_name(number) == building:
            owners = [space.owner for space in seen.spaces]
            return None not in owners and seat not in owners
    return False
