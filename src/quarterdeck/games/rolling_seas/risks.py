"""What may go wrong with a choice, as far as the seat that chooses can know it: found by trying it
out on a copy of its captain, and by the odds of a combat."""

from __future__ import annotations

from typing import cast

from quarterdeck.games.rolling_seas.captain import REWARDED, Captain
from quarterdeck.games.rolling_seas.chart import BIT, NEIGHBOUR
from quarterdeck.games.rolling_seas.names import MONSTERS, NO_CELL, WAITING
from quarterdeck.games.rolling_seas.obstacles import SAILING, can_build, pay_step, step_obstacle
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.combat import combat_odds
from quarterdeck.games.rolling_seas.words import cell_name
from quarterdeck.kernel.messages import Message


def risk_of_step(
    p: RollingPosition, seat: int, way: int, manner: int, wind: int, points: int
) -> Message | None:
    """What a step leads to besides the cell it enters: a ride, a toll, a stop, a combat."""
    captain = p.captains[seat]
    target = NEIGHBOUR[captain.cell][way]
    if target == NO_CELL or not BIT[target] & (captain.hazards() | captain.lurking()):
        return None
    if step_obstacle(p, captain, way, manner, wind, points) is not None:
        return None
    after = captain.copy()
    cost = p.table.step_cost[wind][way] if manner == SAILING else 0
    pay_step(after, manner, cost, points)
    paid = after.provisions
    arrival = after.sail_into(target)
    parts: list[Message] = []
    if after.cell != target:
        parts.append(Message("rs.risk.carried", cell=cell_name(after.cell)))
    if after.provisions < paid:
        parts.append(Message("rs.risk.toll", count=paid - after.provisions))
    if after.stopped and not captain.stopped:
        parts.append(Message("rs.risk.beaten" if arrival == REWARDED else "rs.risk.stopped"))
    if not after.may_rest():
        parts.append(Message("rs.risk.no_rest"))
    parts += _combats(p, seat, captain, after)
    return _join(parts)


def _combats(p: RollingPosition, seat: int, before: Captain, after: Captain) -> list[Message]:
    """The combats that a step leads to, with their odds as the cannons stand."""
    found: list[Message] = []
    for number, state in enumerate(after.ambush_states):
        if before.ambush_states[number] == WAITING and state != WAITING:
            # The ambusher may be buying cannons this very turn, which nobody knows yet.
            seen = cast(RollingPosition, p.visible_to(seat))
            ambusher = after.ambushers[number]
            won, lost = combat_odds(seen.captains[ambusher].cannons, after.cannons)
            arguments = {"won": round(100 * won), "lost": round(100 * lost)}
            found.append(Message("rs.risk.combat", seat=ambusher, **arguments))
    return found


def risk_of_gain(
    p: RollingPosition, seat: int, *gains: tuple[int, int, int], build: bool = False
) -> Message | None:
    """Provisions that will not fit into the hold after these gains (story, gold, provisions), and
    whether cannons can be built with them first."""
    after = p.captains[seat].copy()
    for story, gold, provisions in gains:
        after.gain(story, gold, provisions)
    surplus = after.provisions - after.hold
    if surplus <= 0:
        return None
    id = "rs.risk.surplus.build" if build and can_build(after) else "rs.risk.surplus"
    return Message(id, count=surplus, hold=after.hold)


def risk_of_power(captain: Captain, power: int) -> Message | None:
    """Cannons that were enough and are not any more."""
    is_monsters = power == MONSTERS
    value = captain.monster_power if is_monsters else captain.pirate_power
    if captain.cannons != value:
        return None
    return Message("rs.risk.monsters" if is_monsters else "rs.risk.pirates")


def _join(parts: list[Message]) -> Message | None:
    """Sentences one after the other."""
    if not parts:
        return None
    said = parts[-1]
    for part in reversed(parts[:-1]):
        said = Message("rs.risk.both", first=part, rest=said)
    return said
