"""The rounds of the game, their end, and the end of it all.  SM-4, SM-22, SM-23"""

from __future__ import annotations

from quarterdeck.games.seul_maitre.names import FIRST_PIRATE, NO_SEAT, PIRATE_COUNT
from quarterdeck.games.seul_maitre.position import NO_BID, MasterPosition
from quarterdeck.games.seul_maitre.scoring import ranking, totals
from quarterdeck.games.seul_maitre.steps.initiative import Bidding, Corruption
from quarterdeck.games.seul_maitre.steps.preparation import (
    Drift,
    StormsArrive,
    StormsNear,
    WindChange,
)
from quarterdeck.games.seul_maitre.steps.turn import ActionPhase
from quarterdeck.games.seul_maitre.words import vessel_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Phase


class NextRound(Phase[MasterPosition]):
    """Preparation, actions, end of the round; none of the first in round 1.  SM-4.1 to SM-4.3"""

    def run(self, position: MasterPosition) -> None:
        p = position
        if p.round == p.table.rounds:
            p.conclude(totals(p), ranking(p))
            p.reveal()
            if p.log is not None:
                p.say(Message("sm.log.end"))
            return
        p.round += 1
        hand_out_tokens(p)
        if p.log is not None:
            p.say(Message("sm.log.round", round=p.round, rounds=p.table.rounds))
        p.push(self)
        p.push(RoundEnd())
        p.push(ActionPhase())
        if p.round > 1:
            p.push(Corruption())
            p.push(Bidding())
            for pirate in range(PIRATE_COUNT - 1, -1, -1):
                p.push(Drift(pirate))
            p.push(StormsArrive())
            p.push(StormsNear())
            p.push(WindChange())


def hand_out_tokens(p: MasterPosition) -> None:
    """Four, and one more after a Reinforcement.  SM-7.1, SM-21.1, SM-21.2"""
    box = p.table.box
    for seat in range(p.seats):
        p.tokens[seat] = box.tokens + (box.extra_tokens if p.reinforced >> seat & 1 else 0)
        p.spent[seat] = 0
        p.bids[seat] = NO_BID
    p.reinforced = 0


class RoundEnd(Phase[MasterPosition]):
    """Ships recover, pirates repair and bury, the round is cleared away.  SM-22.1 to SM-22.7"""

    def run(self, position: MasterPosition) -> None:
        p = position
        for seat in range(p.seats):
            p.recover(seat)  # SM-22.2
            p.used[seat] = 0
        for pirate in range(PIRATE_COUNT):
            repair_pirate(p, pirate)
            bury(p, pirate)
            p.control[pirate] = NO_SEAT
        # SM-22.6
        p.fought = 0
        p.bound = 0
        p.stuck = 0
        p.extra_sold = 0


def repair_pirate(p: MasterPosition, pirate: int) -> None:
    """Cannons first, then sailors, then sails.  SM-22.4"""
    price = p.table.box.price_repair
    for damage in (p.pirate_cannon_damage, p.pirate_crew_damage, p.pirate_sail_damage):
        count = min(damage[pirate], p.pirate_money[pirate] // price)
        damage[pirate] -= count
        p.pirate_money[pirate] -= count * price


def bury(p: MasterPosition, pirate: int) -> None:
    """SM-22.5"""
    unit = p.table.box.treasure_unit
    buried = p.pirate_money[pirate] // unit * unit
    p.pirate_money[pirate] -= buried
    p.treasure[pirate] += buried
    if buried and p.log is not None:
        vessel = vessel_name(FIRST_PIRATE + pirate)
        p.say(Message("sm.log.buries", vessel=vessel, count=buried))
