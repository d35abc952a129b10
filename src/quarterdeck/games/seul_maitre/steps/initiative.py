"""Bids for the turn order, and what the pirates get of them.  SM-6"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import BID, BRIBED, UPGRADE
from quarterdeck.games.seul_maitre.names import (
    FIRST_PIRATE,
    PIRATE_COUNT,
    UP_SAIL,
    UP_SAILOR,
)
from quarterdeck.games.seul_maitre.obstacles import (
    NO_SUCH_SLOT,
    SLOT_TAKEN,
    SLOT_TOO_DEAR,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.words import upgrade_name, vessel_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step


class Bidding(Phase[MasterPosition]):
    """Who has fewest victory points bids first.  SM-6.1, SM-6.2"""

    def run(self, position: MasterPosition) -> None:
        for seat in reversed(bidding_order(position)):
            position.push(Bid(seat))


def bidding_order(p: MasterPosition) -> list[int]:
    """Fewest points first; among equals, who was later in the turn order first.  SM-6.2"""
    return sorted(p.order, key=lambda seat: (p.vp[seat], -p.order.index(seat)))


def bid_obstacle(p: MasterPosition, seat: int, slot: int) -> Obstacle | None:
    """SM-6.1, SM-6.3"""
    box = p.table.box
    if slot >= len(box.slots):
        return NO_SUCH_SLOT
    if slot in p.bids:
        return SLOT_TAKEN
    means = p.money[seat] + box.bank_gain * p.tokens[seat]
    return None if box.slots[slot] <= means else SLOT_TOO_DEAR


class Bid(Step[MasterPosition]):
    """A slot on the track, paid at once, with Bank tokens if need be.  SM-6.1, SM-6.3, SM-6.4"""

    def options(self, position: MasterPosition) -> list[int]:
        return [
            BID.at(slot)
            for slot in range(len(position.table.box.slots))
            if bid_obstacle(position, self.seat, slot) is None
        ]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        seat = self.seat
        slot = BID.value(code)
        box = p.table.box
        price = box.slots[slot]
        missing = price - p.money[seat]
        if missing > 0:
            p.bank(seat, -(-missing // box.bank_gain))
        p.money[seat] -= price
        p.bids[seat] = slot
        if p.log is not None:
            p.say(Message("sm.log.bid", seat=seat, count=price))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not BID.has(code):
            return NOT_OFFERED
        return explain(bid_obstacle(position, self.seat, BID.value(code)))


class Corruption(Phase[MasterPosition]):
    """The new turn order; the two largest bids go to the pirates.  SM-6.5, SM-6.6"""

    def run(self, position: MasterPosition) -> None:
        p = position
        p.order = sorted(p.order, key=lambda seat: -p.bids[seat])
        slots = p.table.box.slots
        p.push(Bribe(slots[p.bids[p.order[0]]] + slots[p.bids[p.order[1]]]))
        if p.log is not None:
            p.say(Message("sm.log.first_player", seat=p.order[0]))


class Bribe(ChanceStep[MasterPosition]):
    """A pirate number tile is drawn; the money goes round from that pirate.  SM-6.7, SM-6.8"""

    FIELDS: ClassVar[tuple[str, ...]] = ("money",)

    def __init__(self, money: int) -> None:
        super().__init__()
        self.money = money

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        left = position.number_tiles
        return [(BRIBED.at(pirate), count) for pirate, count in enumerate(left) if count]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        drawn = BRIBED.value(code)
        corrupt(p, drawn, self.money)
        p.number_tiles[drawn] -= 1
        if not any(p.number_tiles):
            p.number_tiles = p.table.box.number_tiles[:]
        if p.log is not None:
            vessel = vessel_name(FIRST_PIRATE + drawn)
            p.say(Message("sm.log.bribe", vessel=vessel, count=self.money))
        if any(p.upgrades):
            p.push(Upgrade(drawn))


def corrupt(p: MasterPosition, drawn: int, money: int) -> None:
    """SM-6.7"""
    box = p.table.box
    share = min(money, box.corruption_first)
    pirate = drawn
    while share:
        p.pirate_money[pirate] += share
        money -= share
        share = min(money, box.corruption_next)
        pirate = (pirate + 1) % PIRATE_COUNT


class Upgrade(ChanceStep[MasterPosition]):
    """The drawn pirate gains an upgrade tile for good.  SM-6.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("pirate",)

    def __init__(self, pirate: int) -> None:
        super().__init__()
        self.pirate = pirate

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        left = position.upgrades
        return [(UPGRADE.at(kind), count) for kind, count in enumerate(left) if count]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        kind = UPGRADE.value(code)
        p.upgrades[kind] -= 1
        if kind == UP_SAILOR:
            p.pirate_sailors[self.pirate] += 1
        elif kind == UP_SAIL:
            p.pirate_sails[self.pirate] += 1
        else:
            p.pirate_cannons[self.pirate] += 1
        if p.log is not None:
            vessel = vessel_name(FIRST_PIRATE + self.pirate)
            p.say(Message("sm.log.upgrade", vessel=vessel, upgrade=upgrade_name(kind)))
