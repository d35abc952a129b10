"""Completing orders: crates and quays.  SF-8"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import CRATE, ORDER_FROM, QUAY
from quarterdeck.games.saltfjord.names import (
    BROKER,
    CRATE_COUNT,
    CRATE_STACKS,
    FISH,
    NO_CRATE,
    ORDINARY_CRATES,
)
from quarterdeck.games.saltfjord.obstacles import CANNOT_PAY, explain, order_cost, order_obstacle
from quarterdeck.games.saltfjord.position import SaltfjordPosition, at_quay
from quarterdeck.games.saltfjord.steps.pay import pay
from quarterdeck.games.saltfjord.steps.rewards import pay_quay
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.words import cost_words, crate_words, quay_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import ChanceStep, Phase, Step, span


def add_orders(p: SaltfjordPosition, seat: int, codes: list[int]) -> None:
    """SF-8.1"""
    for stack in range(CRATE_STACKS):
        if order_obstacle(p, seat, stack) is None:
            codes.append(ORDER_FROM.base + stack)


def why_no_order(p: SaltfjordPosition, seat: int, code: int) -> Reason:
    stack = code - ORDER_FROM.base
    found = order_obstacle(p, seat, stack)
    if found is not CANNOT_PAY:
        return explain(found)
    return found.reason(cost=cost_words(p.table.box.crate_cost[p.market[stack]]))


def order(p: SaltfjordPosition, seat: int, code: int) -> None:
    stack = code - ORDER_FROM.base
    if chooses_quay(p, seat):
        p.push(QuayChoice(seat, stack))
    else:
        p.push(LayCrate(seat, stack, stack))
    pay(p, seat, order_cost(p, stack))


def chooses_quay(p: SaltfjordPosition, seat: int) -> bool:
    """SF-8.3"""
    return p.logistics(seat) >= 2


class QuayChoice(Step[SaltfjordPosition]):
    """Logistics 2: any quay.  SF-8.3"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "stack")

    def __init__(self, seat: int, stack: int) -> None:
        super().__init__(seat)
        self.stack = stack

    def options(self, position: SaltfjordPosition) -> list[int]:
        return span(QUAY.base, QUAY.end - 1)

    def take(self, position: SaltfjordPosition, code: int) -> None:
        position.push(LayCrate(self.seat, self.stack, QUAY.value(code)))


class LayCrate(Phase[SaltfjordPosition]):
    """The crate goes to its quay and the next one is turned up.  SF-8.2, SF-8.4"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "stack", "quay")

    def __init__(self, owner: int, stack: int, quay: int) -> None:
        super().__init__()
        self.owner = owner
        self.stack = stack
        self.quay = quay

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        place = at_quay(self.owner, self.quay)
        if p.log is not None:
            p.say(
                Message(
                    "sf.event.order",
                    seat=self.owner,
                    crate=crate_words(p.table.box, p.market[self.stack]),
                    quay=quay_name(self.quay),
                )
            )
        p.crate_places[p.market[self.stack]] = place
        p.quays[place] += 1
        p.market[self.stack] = NO_CRATE
        p.push(OrderReward(self.owner, self.quay))
        turn_up(p, self.stack)


def turn_up(p: SaltfjordPosition, stack: int) -> None:
    """The next crate of a stack, if there is one."""
    if p.crates_left[stack]:
        p.crates_left[stack] -= 1
        p.push(RevealCrate(stack))


class RevealCrate(ChanceStep[SaltfjordPosition]):
    """Which crate is turned up.  SF-8.4, SF-19.10"""

    FIELDS: ClassVar[tuple[str, ...]] = ("stack",)

    def __init__(self, stack: int) -> None:
        super().__init__()
        self.stack = stack

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        seen = position.crates_seen
        base = CRATE.base + self.stack * CRATE_COUNT
        return [(base + crate, 1) for crate in range(ORDINARY_CRATES) if not seen >> crate & 1]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        crate = (code - CRATE.base) % CRATE_COUNT
        position.crates_seen |= 1 << crate
        position.market[self.stack] = crate
        if position.log is not None:
            turned_up = crate_words(position.table.box, crate)
            position.say(Message("sf.event.crate", number=self.stack + 1, crate=turned_up))


class OrderReward(Phase[SaltfjordPosition]):
    """Broker, then Logistics 3.  SF-8.5, SF-14.8"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "quay")

    def __init__(self, owner: int, quay: int) -> None:
        super().__init__()
        self.owner = owner
        self.quay = quay

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        if p.owns(self.owner, BROKER):
            earlier = before(p, self.owner)
            p.gain(self.owner, FISH, p.table.box.broker_fish)
            tell_changes(p, self.owner, earlier)
        if p.logistics(self.owner) >= 3:
            pay_quay(p, self.owner, self.quay, 1)
