"""The Shipyard: repairs, one improvement, a specialist, sailors.  SM-14"""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import (
    HIRE,
    IMPROVE,
    MEND_CANNONS,
    MEND_LEAKS,
    MEND_SAILS,
    RECRUIT,
    SELL,
)
from quarterdeck.games.seul_maitre.names import (
    BRANCH_COUNT,
    CORSAIR,
    ENGINEER,
    HOLD_EXT,
    LETTER,
    MERCHANT,
    MORE_CANNON,
    NO_IMPROVEMENT,
    RESOURCE_COUNT,
    SAIL_4,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.obstacles import (
    ALL_CANNONS,
    HAS_IT_ALREADY,
    MERCHANT_ONLY,
    NOT_ON_BOARD,
    OPEN,
    TOO_LITTLE_MONEY,
)
from quarterdeck.games.seul_maitre.steps.outcome import sell_on_black_market
from quarterdeck.games.seul_maitre.words import improvement_name, reason
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Step, span


def go_to_shipyard(p: MasterPosition, seat: int) -> None:
    """In this fixed order, every part optional.  SM-14.1"""
    p.push(Recruit(seat))
    p.push(HireSpecialist(seat))
    p.push(Improve(seat))
    p.push(MendCannons(seat))
    p.push(MendLeaks(seat))
    p.push(MendSails(seat))


def shipyard_helps(p: MasterPosition, seat: int) -> bool:
    """Whether something can be repaired or bought.  SM-7.7"""
    box = p.table.box
    money = p.money[seat]
    damage = p.sail_damage[seat] + p.leaks[seat] + p.cannon_damage[seat]
    if mendable(p, seat, damage) or can_hire(p, seat):
        return True
    if money >= box.price_sailor and p.berths(seat) and p.supply(seat):
        return True
    for improvement in range(NO_IMPROVEMENT + 1, LETTER + 1):
        if improvement_obstacle(p, seat, improvement) == OPEN:
            return True
    return False


# Repairs


def mendable(p: MasterPosition, seat: int, damage: int) -> int:
    """How many of so many damage tokens can be paid for; free for the leader.  SM-14.2"""
    if p.leads(seat, ENGINEER):
        return damage
    return min(damage, p.money[seat] // p.table.box.price_repair)


def pay_repairs(p: MasterPosition, seat: int, count: int) -> None:
    if not p.leads(seat, ENGINEER):
        p.money[seat] -= count * p.table.box.price_repair
    if count and p.log is not None:
        p.say(Message("sm.log.repairs", seat=seat, count=count))


class MendSails(Step[MasterPosition]):
    """SM-14.2"""

    def options(self, position: MasterPosition) -> list[int]:
        most = mendable(position, self.seat, position.sail_damage[self.seat])
        return span(MEND_SAILS.base, MEND_SAILS.base + most)

    def take(self, position: MasterPosition, code: int) -> None:
        count = MEND_SAILS.value(code)
        pay_repairs(position, self.seat, count)
        position.sail_damage[self.seat] -= count


class MendLeaks(Step[MasterPosition]):
    """The sailor of a leak is free again.  SM-14.2, SM-14.3"""

    def options(self, position: MasterPosition) -> list[int]:
        most = mendable(position, self.seat, position.leaks[self.seat])
        return span(MEND_LEAKS.base, MEND_LEAKS.base + most)

    def take(self, position: MasterPosition, code: int) -> None:
        count = MEND_LEAKS.value(code)
        pay_repairs(position, self.seat, count)
        position.leaks[self.seat] -= count
        position.stow(self.seat, count)


class MendCannons(Step[MasterPosition]):
    """SM-14.2"""

    def options(self, position: MasterPosition) -> list[int]:
        most = mendable(position, self.seat, position.cannon_damage[self.seat])
        return span(MEND_CANNONS.base, MEND_CANNONS.base + most)

    def take(self, position: MasterPosition, code: int) -> None:
        count = MEND_CANNONS.value(code)
        pay_repairs(position, self.seat, count)
        position.cannon_damage[self.seat] -= count


# Improvements


def improvement_price(p: MasterPosition, seat: int, improvement: int) -> int:
    """With all discounts.  SM-14.4 to SM-14.8"""
    box = p.table.box
    engineer = p.level[seat * BRANCH_COUNT + ENGINEER]
    if improvement <= SAIL_4:
        point = box.price_sail - (box.engineer_sail if engineer >= 1 else 0)
        price = point * (improvement + 1 - p.bonus[seat])
    elif improvement == HOLD_EXT:
        price = box.price_hold - (box.engineer_hold if engineer >= 1 else 0)
    elif improvement == MORE_CANNON:
        price = box.price_cannon - (box.engineer_cannon if engineer >= 2 else 0)
    else:
        price = box.price_letter
    if p.leads(seat, ENGINEER):
        price -= box.leader_improvement
    return max(0, price)


def improvement_obstacle(p: MasterPosition, seat: int, improvement: int) -> int:
    """Why an improvement cannot be bought.  SM-14.4 to SM-14.7"""
    if improvement == NO_IMPROVEMENT:
        return OPEN
    if improvement <= SAIL_4:
        if improvement + 1 <= p.bonus[seat]:
            return HAS_IT_ALREADY
    elif improvement == MORE_CANNON:
        if p.cannons(seat) >= p.table.most_cannons[p.kind[seat]]:
            return ALL_CANNONS
    elif p.kind[seat] != MERCHANT:
        return MERCHANT_ONLY
    elif improvement == HOLD_EXT and p.extended >> seat & 1:
        return HAS_IT_ALREADY
    if improvement_price(p, seat, improvement) > p.money[seat]:
        return TOO_LITTLE_MONEY
    return OPEN


class Improve(Step[MasterPosition]):
    """At most one improvement.  SM-14.1, SM-14.4 to SM-14.9"""

    def options(self, position: MasterPosition) -> list[int]:
        return [
            IMPROVE.at(improvement)
            for improvement in range(LETTER + 1)
            if improvement_obstacle(position, self.seat, improvement) == OPEN
        ]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        seat = self.seat
        improvement = IMPROVE.value(code)
        if improvement == NO_IMPROVEMENT:
            return
        p.money[seat] -= improvement_price(p, seat, improvement)
        if p.log is not None:
            name = improvement_name(improvement)
            p.say(Message("sm.log.improves", seat=seat, improvement=name))
        if improvement <= SAIL_4:
            p.bonus[seat] = improvement + 1
        elif improvement == HOLD_EXT:
            p.extended |= 1 << seat
        elif improvement == MORE_CANNON:
            p.bought[seat] += 1
        else:
            become_corsair(p, seat)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not IMPROVE.has(code):
            return NOT_OFFERED
        return reason(improvement_obstacle(position, self.seat, IMPROVE.value(code)))


def become_corsair(p: MasterPosition, seat: int) -> None:
    """Everything moves over but the extension; what does not fit must go.  SM-14.9, SM-14.10"""
    p.kind[seat] = CORSAIR
    p.extended &= ~(1 << seat)
    cargo = p.cubes(seat) + p.aboard[seat]
    fitting = min(p.sailor_spaces(seat), p.spaces(seat) - cargo) - p.leaks[seat]
    leaving = p.hold[seat] - max(0, min(p.hold[seat], fitting))
    p.hold[seat] -= leaving
    p.deck[seat] += leaving
    if overloaded(p, seat):
        p.push(ConvertSell(seat))


def overloaded(p: MasterPosition, seat: int) -> bool:
    """Whether cubes must be sold because the hold is too small.  SM-14.10"""
    cubes = p.cubes(seat)
    return cubes > 0 and cubes + p.aboard[seat] + p.leaks[seat] > p.spaces(seat)


class ConvertSell(Step[MasterPosition]):
    """Cubes that do not fit into the Corsair go to the black market.  SM-14.10"""

    def options(self, position: MasterPosition) -> list[int]:
        first = self.seat * RESOURCE_COUNT
        return [SELL.at(r) for r in range(RESOURCE_COUNT) if position.cargo[first + r]]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        good = SELL.value(code)
        p.cargo[self.seat * RESOURCE_COUNT + good] -= 1
        p.sold[self.seat * RESOURCE_COUNT + good] += 1
        sell_on_black_market(p, self.seat, good)
        if overloaded(p, self.seat):
            p.push(self)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return reason(NOT_ON_BOARD) if SELL.has(code) else NOT_OFFERED


# People


def specialists(p: MasterPosition, seat: int) -> int:
    """Trained and untrained."""
    trained = sum(1 for b in range(BRANCH_COUNT) if p.level[seat * BRANCH_COUNT + b])
    return trained + p.untrained[seat]


def can_hire(p: MasterPosition, seat: int) -> bool:
    """SM-14.11"""
    affordable = p.money[seat] >= p.table.box.price_specialist
    return affordable and specialists(p, seat) < BRANCH_COUNT


class HireSpecialist(Step[MasterPosition]):
    """One untrained specialist at most.  SM-14.11, SM-14.12"""

    def options(self, position: MasterPosition) -> list[int]:
        return span(HIRE.base, HIRE.base + (1 if can_hire(position, self.seat) else 0))

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        if HIRE.value(code):
            p.money[self.seat] -= p.table.box.price_specialist
            p.untrained[self.seat] += 1
            if p.log is not None:
                p.say(Message("sm.log.hires", seat=self.seat))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not HIRE.has(code):
            return NOT_OFFERED
        full = specialists(position, self.seat) >= BRANCH_COUNT
        return reason(HAS_IT_ALREADY if full else TOO_LITTLE_MONEY)


class Recruit(Step[MasterPosition]):
    """Up to three sailors, as far as money, berths and cubes go.  SM-14.13"""

    def options(self, position: MasterPosition) -> list[int]:
        p = position
        seat = self.seat
        box = p.table.box
        affordable = p.money[seat] // box.price_sailor
        most = min(box.recruits, affordable, p.berths(seat), p.supply(seat))
        return span(RECRUIT.base, RECRUIT.base + most)

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        count = RECRUIT.value(code)
        p.money[self.seat] -= count * p.table.box.price_sailor
        p.hold[self.seat] += count
        if count and p.log is not None:
            p.say(Message("sm.log.recruits", seat=self.seat, count=count))
