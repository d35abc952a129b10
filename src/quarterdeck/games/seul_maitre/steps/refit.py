"""The Shipyard: repairs, an improvement, a specialist, sailors, in any order.  SM-14"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import (
    DONE,
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
    IMPROVEMENT_COUNT,
    LEAST_BONUS,
    MERCHANT,
    MORE_CANNON,
    RESOURCE_COUNT,
    SAIL_4,
    branch_at,
    cargo_at,
)
from quarterdeck.games.seul_maitre.obstacles import (
    ALL_CANNONS,
    ALL_SPECIALISTS,
    HAS_IT_ALREADY,
    HIRED_ALREADY,
    IMPROVED_ALREADY,
    MERCHANT_ONLY,
    NO_BERTH,
    NO_SAILOR_LEFT,
    NOT_DAMAGED,
    NOT_ON_BOARD,
    RECRUITED_ALREADY,
    TOO_LITTLE_MONEY,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.outcome import sell_on_black_market
from quarterdeck.games.seul_maitre.words import improvement_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, Step


class Refit(Step[MasterPosition]):
    """The next part of a Shipyard action, or no more. Any order, and parts may take turns:
    a sailor, the letter of marque, another sailor.  SM-14.1

    It asks to the end: so nobody leaves the Shipyard, and perhaps ends their turn, by surprise.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "improved", "hired", "recruited")
    ALWAYS_ASKS: ClassVar[bool] = True

    def __init__(self, seat: int, improved: int, hired: int, recruited: int) -> None:
        super().__init__(seat)
        self.improved = improved
        self.hired = hired
        self.recruited = recruited

    def options(self, position: MasterPosition) -> list[int]:
        p = position
        seat = self.seat
        codes: list[int] = []
        for count in range(1, mendable(p, seat, p.sail_damage[seat]) + 1):
            codes.append(MEND_SAILS.at(count))
        for count in range(1, mendable(p, seat, p.leaks[seat]) + 1):
            codes.append(MEND_LEAKS.at(count))
        for count in range(1, mendable(p, seat, p.cannon_damage[seat]) + 1):
            codes.append(MEND_CANNONS.at(count))
        for improvement in range(IMPROVEMENT_COUNT):
            if self.improvement_obstacle(p, improvement) is None:
                codes.append(IMPROVE.at(improvement))
        if self.hiring_obstacle(p) is None:
            codes.append(HIRE.base)
        count = 1
        while self.recruiting_obstacle(p, count) is None:
            codes.append(RECRUIT.at(count))
            count += 1
        codes.append(DONE.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        seat = self.seat
        if code == DONE.base:
            return
        improved = self.improved
        hired = self.hired
        recruited = self.recruited
        if IMPROVE.has(code):
            improved += 1
        elif code == HIRE.base:
            hired += 1
        elif RECRUIT.has(code):
            recruited += RECRUIT.value(code)
        # What an improvement may ask for comes first
        p.push(Refit(seat, improved, hired, recruited))
        if MEND_SAILS.has(code):
            count = MEND_SAILS.value(code)
            pay_repairs(p, seat, count)
            p.sail_damage[seat] -= count
        elif MEND_LEAKS.has(code):
            count = MEND_LEAKS.value(code)
            pay_repairs(p, seat, count)
            p.leaks[seat] -= count
            p.stow(seat, count)  # SM-14.3
        elif MEND_CANNONS.has(code):
            count = MEND_CANNONS.value(code)
            pay_repairs(p, seat, count)
            p.cannon_damage[seat] -= count
        elif IMPROVE.has(code):
            improve(p, seat, IMPROVE.value(code))
        elif code == HIRE.base:
            hire(p, seat)
        else:
            recruit(p, seat, RECRUIT.value(code))

    def improvement_obstacle(self, p: MasterPosition, improvement: int) -> Obstacle | None:
        """SM-14.1"""
        if self.improved >= p.table.box.improvements:
            return IMPROVED_ALREADY
        return improvement_obstacle(p, self.seat, improvement)

    def hiring_obstacle(self, p: MasterPosition) -> Obstacle | None:
        """SM-14.1"""
        return HIRED_ALREADY if self.hired else hiring_obstacle(p, self.seat)

    def recruiting_obstacle(self, p: MasterPosition, count: int) -> Obstacle | None:
        """SM-14.1"""
        if self.recruited + count > p.table.box.recruits:
            return RECRUITED_ALREADY
        return recruiting_obstacle(p, self.seat, count)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        p = position
        seat = self.seat
        if IMPROVE.has(code):
            return explain(self.improvement_obstacle(p, IMPROVE.value(code)))
        if code == HIRE.base:
            return explain(self.hiring_obstacle(p))
        if RECRUIT.has(code):
            return explain(self.recruiting_obstacle(p, RECRUIT.value(code)))
        if MEND_SAILS.has(code):
            return repair_obstacle(p.sail_damage[seat], MEND_SAILS.value(code)).reason()
        if MEND_LEAKS.has(code):
            return repair_obstacle(p.leaks[seat], MEND_LEAKS.value(code)).reason()
        if MEND_CANNONS.has(code):
            return repair_obstacle(p.cannon_damage[seat], MEND_CANNONS.value(code)).reason()
        return NOT_OFFERED


def go_to_shipyard(p: MasterPosition, seat: int) -> None:
    """SM-14.1"""
    p.push(Refit(seat, 0, 0, 0))


def shipyard_helps(p: MasterPosition, seat: int) -> bool:
    """Whether something can be repaired or bought.  SM-7.7"""
    if recruiting_obstacle(p, seat, 1) is None or hiring_obstacle(p, seat) is None:
        return True
    if mendable(p, seat, p.sail_damage[seat] + p.leaks[seat] + p.cannon_damage[seat]):
        return True
    for improvement in range(IMPROVEMENT_COUNT):
        if improvement_obstacle(p, seat, improvement) is None:
            return True
    return False


# Repairs


def mendable(p: MasterPosition, seat: int, damage: int) -> int:
    """How many of so many damage tokens can be paid for; free for the leader.  SM-14.2"""
    if p.leads(seat, ENGINEER):
        return damage
    return min(damage, p.money[seat] // p.table.box.price_repair)


def repair_obstacle(damage: int, count: int) -> Obstacle:
    """Why so many damage tokens cannot be repaired, if they cannot.  SM-14.2"""
    return NOT_DAMAGED if count > damage else TOO_LITTLE_MONEY


def pay_repairs(p: MasterPosition, seat: int, count: int) -> None:
    if not p.leads(seat, ENGINEER):
        p.money[seat] -= count * p.table.box.price_repair
    if p.log is not None:
        p.say(Message("sm.log.repairs", seat=seat, count=count))


# Improvements


def improvement_price(p: MasterPosition, seat: int, improvement: int) -> int:
    """With all discounts.  SM-14.4 to SM-14.8"""
    box = p.table.box
    engineer = p.level[branch_at(seat, ENGINEER)]
    if improvement <= SAIL_4:
        point = box.price_sail - (box.engineer_sail if engineer >= 1 else 0)
        price = point * (improvement + LEAST_BONUS - p.bonus[seat])
    elif improvement == HOLD_EXT:
        price = box.price_hold - (box.engineer_hold if engineer >= 1 else 0)
    elif improvement == MORE_CANNON:
        price = box.price_cannon - (box.engineer_cannon if engineer >= 2 else 0)
    else:
        price = box.price_letter
    if p.leads(seat, ENGINEER):
        price -= box.leader_improvement
    return max(0, price)


def improvement_obstacle(p: MasterPosition, seat: int, improvement: int) -> Obstacle | None:
    """Why an improvement cannot be bought at all.  SM-14.4 to SM-14.7"""
    if improvement <= SAIL_4:
        if improvement + LEAST_BONUS <= p.bonus[seat]:
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
    return None


def improve(p: MasterPosition, seat: int, improvement: int) -> None:
    """SM-14.4 to SM-14.9"""
    p.money[seat] -= improvement_price(p, seat, improvement)
    if p.log is not None:
        name = improvement_name(improvement)
        p.say(Message("sm.log.improves", seat=seat, improvement=name))
    if improvement <= SAIL_4:
        p.bonus[seat] = improvement + LEAST_BONUS
    elif improvement == HOLD_EXT:
        p.extended |= 1 << seat
    elif improvement == MORE_CANNON:
        p.bought[seat] += 1
    else:
        become_corsair(p, seat)


def become_corsair(p: MasterPosition, seat: int) -> None:
    """Everything moves over but the extension; what does not fit must go.  SM-14.9, SM-14.10"""
    p.kind[seat] = CORSAIR
    # No more damage than there are sails and cannons
    p.sail_damage[seat] = min(p.sail_damage[seat], p.full_sails(seat))
    p.cannon_damage[seat] = min(p.cannon_damage[seat], p.cannons(seat))
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
        first = cargo_at(self.seat, 0)
        return [SELL.at(r) for r in range(RESOURCE_COUNT) if position.cargo[first + r]]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        good = SELL.value(code)
        p.cargo[cargo_at(self.seat, good)] -= 1
        p.sold[cargo_at(self.seat, good)] += 1
        sell_on_black_market(p, self.seat, good)
        if overloaded(p, self.seat):
            p.push(self)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return NOT_ON_BOARD.reason() if SELL.has(code) else NOT_OFFERED


# People


def specialists(p: MasterPosition, seat: int) -> int:
    """Trained and untrained."""
    trained = sum(1 for b in range(BRANCH_COUNT) if p.level[branch_at(seat, b)])
    return trained + p.untrained[seat]


def hiring_obstacle(p: MasterPosition, seat: int) -> Obstacle | None:
    """Why no specialist can be hired.  SM-14.11"""
    if p.money[seat] < p.table.box.price_specialist:
        return TOO_LITTLE_MONEY
    return None if specialists(p, seat) < BRANCH_COUNT else ALL_SPECIALISTS


def hire(p: MasterPosition, seat: int) -> None:
    """An untrained specialist.  SM-14.11, SM-14.12"""
    p.money[seat] -= p.table.box.price_specialist
    p.untrained[seat] += 1
    if p.log is not None:
        p.say(Message("sm.log.hires", seat=seat))


def recruiting_obstacle(p: MasterPosition, seat: int, count: int) -> Obstacle | None:
    """Why so many sailors cannot be recruited.  SM-14.13"""
    if count * p.table.box.price_sailor > p.money[seat]:
        return TOO_LITTLE_MONEY
    if count > p.berths(seat):
        return NO_BERTH
    return None if count <= p.supply(seat) else NO_SAILOR_LEFT


def recruit(p: MasterPosition, seat: int, count: int) -> None:
    """Sailors for the hold.  SM-14.13"""
    p.money[seat] -= count * p.table.box.price_sailor
    p.hold[seat] += count
    if p.log is not None:
        p.say(Message("sm.log.recruits", seat=seat, count=count))
