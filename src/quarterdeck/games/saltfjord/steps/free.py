"""Free actions: where they may be taken, and what they do.  SF-12

A step that stays open to them subclasses OpenStep: it adds the free options to its own and leaves
their carrying out to `take_free`, after which it is asked again.
"""

from __future__ import annotations

from quarterdeck.games.saltfjord.actions import (
    BARTER_CUBE,
    DEGRADE,
    PAID_UPGRADE,
    SELL,
    SMOKE,
    WORKER,
)
from quarterdeck.games.saltfjord.names import BARTER, CELLS, FISH, GOLD, KINDS, SMOKEHOUSE, TIER
from quarterdeck.games.saltfjord.obstacles import explain, worker_obstacle
from quarterdeck.games.saltfjord.paying import (
    ADVANCED,
    ADVANCED_OF,
    BASIC,
    BASIC_OF,
    Way,
    does_more_than_sales,
    fish_cost,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.pay import pay
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.words import ability_name
from quarterdeck.kernel.hints import mypyc_attr
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Step


def leads_up(good: int, to: int) -> bool:
    """Whether an arrow of the storage board leads from one room up to another.  SF-2.4"""
    if good == FISH:
        return TIER[to] == 1
    return ADVANCED_OF[good] == to or (TIER[good] == 2 and to == GOLD)


def leads_down(good: int, to: int) -> bool:
    """SF-2.8; a basic cube is sold, not degraded to fish (SF-2.9)"""
    return BASIC_OF[good] == to or (good == GOLD and TIER[to] == 2)


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenStep(Step[SaltfjordPosition]):
    """A decision at which free actions are possible.  SF-12.5"""

    def add_free(self, p: SaltfjordPosition, codes: list[int]) -> None:
        """Workers, and with the option manual conversions."""
        add_workers(p, self.seat, codes)
        if p.table.converts:
            add_conversions(p, self.seat, codes)

    def take_free(self, p: SaltfjordPosition, code: int) -> bool:
        """Carry out a free action, if it is one; this step will be asked again.  SF-12.6"""
        if WORKER.has(code):
            p.push(self)
            use_worker(p, self.seat, WORKER.value(code))
            return True
        if SELL.base <= code < DEGRADE.end:
            p.push(self)
            convert(p, self.seat, code)
            return True
        return False

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        if WORKER.has(code):
            return explain(worker_obstacle(position, self.seat, WORKER.value(code)))
        return NOT_OFFERED


def add_workers(p: SaltfjordPosition, seat: int, codes: list[int]) -> None:
    """SF-12.2"""
    if p.workers[seat]:
        for cell in range(CELLS):
            if worker_obstacle(p, seat, cell) is None:
                codes.append(WORKER.base + cell)


def use_worker(p: SaltfjordPosition, seat: int, cell: int) -> None:
    """SF-12.2, SF-12.3"""
    # What a building does may open new windows for workers, so these two know each other
    from quarterdeck.games.saltfjord.steps.activation import activate_by_worker

    activate_by_worker(p, seat, cell)


# Conversions, SF-12.12


def add_conversions(p: SaltfjordPosition, seat: int, codes: list[int]) -> None:
    for good in range(FISH):
        if p.held(seat, good):
            codes.append(SELL.base + good)
    for good in range(KINDS):
        if can_upgrade(p, seat, good):
            for to in range(KINDS):
                if leads_up(good, to):
                    codes.append(PAID_UPGRADE.pair(good, to))
    for good in range(FISH):
        if p.held(seat, good):
            for to in range(FISH):
                if leads_down(good, to):
                    codes.append(DEGRADE.pair(good, to))


def upgrade_price(p: SaltfjordPosition, seat: int, good: int) -> int:
    """Fish for one level of a paid upgrade; a fish that is upgraded counts itself.

    SF-2.6, SF-2.7, SF-14.3
    """
    price = p.table.upgrade_fish
    if p.ready(seat, SMOKEHOUSE):
        price -= p.table.box.smokehouse_off
    return price + 1 if good == FISH else price


def can_upgrade(p: SaltfjordPosition, seat: int, good: int) -> bool:
    """Whether a stored cube can be upgraded with stored fish.  SF-12.12"""
    return p.held(seat, good) > 0 and p.fish(seat) >= upgrade_price(p, seat, good)


def convert(p: SaltfjordPosition, seat: int, code: int) -> None:
    earlier = before(p, seat)
    if SELL.has(code):
        good = SELL.value(code)
        p.gain(seat, good, -1)
        p.gain(seat, FISH, p.table.sells_for[good])
    else:
        move_cube(p, seat, code)
    tell_changes(p, seat, earlier)


def move_cube(p: SaltfjordPosition, seat: int, code: int) -> None:
    paid = PAID_UPGRADE.has(code)
    good, to = (PAID_UPGRADE if paid else DEGRADE).values(code)
    if paid:
        p.gain(seat, FISH, -upgrade_price(p, seat, good))
        if p.ready(seat, SMOKEHOUSE):
            p.use(SMOKEHOUSE)
    if not paid or good != FISH:
        p.gain(seat, good, -1)
    p.gain(seat, to, 1)


# The closing of a turn, SF-12.9 and SF-12.10


def add_closings(p: SaltfjordPosition, seat: int, first: bool, codes: list[int]) -> None:
    """`first`: Barter has not closed the turn, and free actions are offered along with this."""
    if first and p.ready(seat, BARTER):
        for group in (ADVANCED, BASIC):
            for good in group:
                if p.held(seat, good):
                    for to in group:
                        if to != good:
                            codes.append(BARTER_CUBE.pair(good, to))
    if p.ready(seat, SMOKEHOUSE):
        for good in range(KINDS):
            if first and p.table.converts and can_upgrade(p, seat, good):
                continue  # the same exchange is offered by hand
            ways = ways_of_smoking(p, seat, good)
            held = p.store(seat)
            for to in range(KINDS):
                if leads_up(good, to) and any(
                    does_more_than_sales(way, held, to, p.table.sells_for) for way in ways
                ):
                    codes.append(SMOKE.pair(good, to))


def ways_of_smoking(p: SaltfjordPosition, seat: int, good: int) -> list[Way]:
    """How an upgrade of a cube by Smokehouse can be paid, by sales if need be."""
    if good != FISH and not p.held(seat, good):
        return []
    payment = p.payment(seat)
    payment.discount = 0
    if good != FISH:
        payment.goods[good] -= 1
    return payment.find(fish_cost(upgrade_price(p, seat, good)))


def close(p: SaltfjordPosition, seat: int, code: int) -> None:
    """Barter or smoke at the end of the turn."""
    bartering = BARTER_CUBE.has(code)
    if p.log is not None:
        used = ability_name(BARTER if bartering else SMOKEHOUSE)
        p.say(Message("sf.event.closing", seat=seat, ability=used))
    earlier = before(p, seat)
    if bartering:
        good, to = BARTER_CUBE.values(code)
        p.gain(seat, good, -1)
        p.gain(seat, to, 1)
        p.use(BARTER)
        tell_changes(p, seat, earlier)
        return
    good, to = SMOKE.values(code)
    price = upgrade_price(p, seat, good)
    p.use(SMOKEHOUSE)
    # The new cube is not there yet while the fish are raised
    from quarterdeck.games.saltfjord.steps.turn import GainCube

    p.push(GainCube(seat, to))
    if good != FISH:
        p.gain(seat, good, -1)
        tell_changes(p, seat, earlier)
    pay(p, seat, fish_cost(price), good, to)
