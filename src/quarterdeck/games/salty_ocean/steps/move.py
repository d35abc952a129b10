"""The actions phase: moves in turn order, each one action or a pass.  SO-4, SO-6, SO-10.14"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.salty_ocean.actions import (
    BUILD,
    BUILD_SHIP,
    BUY,
    DEPOT_LEVEL,
    MOVE_GOODS,
    NOTRE_DAME,
    PASS,
    SAIL_HOME,
    SAIL_OUT,
    SALINE,
    SELL,
    STOP,
)
from quarterdeck.games.salty_ocean.names import CITY, HORLOGE, space_at
from quarterdeck.games.salty_ocean.obstacles import (
    NO_TYPE,
    action_type,
    add_open_actions,
    obstacle,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.harbour import build_ship, move_goods
from quarterdeck.games.salty_ocean.steps.market import buy, sell
from quarterdeck.games.salty_ocean.steps.sailing import sail_home, sail_out
from quarterdeck.games.salty_ocean.words import action_event, explain
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Phase, Step


class ActionsPhase(Phase[SaltyPosition]):
    """The first player of the turn order begins.  SO-4.1, SO-4.8"""

    def run(self, position: SaltyPosition) -> None:
        position.mover = 0
        position.passes = 0
        position.push(Move(position.order[0]))


class NextMove(Phase[SaltyPosition]):
    """Who moves next, or the end of the phase.  SO-4.1, SO-4.8 to SO-4.10"""

    def run(self, position: SaltyPosition) -> None:
        p = position
        p.mover += 1
        round_over = p.mover == p.seats
        if round_over:
            p.mover = 0
        if p.passes == p.seats and (round_over or not p.table.ends_by_round):
            return
        if round_over and p.table.ends_by_round:
            p.passes = 0
        p.push(Move(p.order[p.mover]))


NEXT_MOVE: Final = NextMove()


class Move(Step[SaltyPosition]):
    """A player performs one action or passes.  SO-4.1 to SO-4.7, SO-4.11 to SO-4.13"""

    def options(self, position: SaltyPosition) -> list[int]:
        codes = [PASS.base]
        add_open_actions(position, self.seat, 0, NO_TYPE, codes)
        return codes

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        p.push(NEXT_MOVE)
        if code == PASS.base:
            p.passes += 1
            if p.log is not None:
                p.say(Message("so.event.pass", seat=self.seat))
            return
        if not p.table.ends_by_round:
            p.passes = 0
        kind = action_type(code)
        # SO-10.18: whoever owns the clock now may use it after this action
        if p.owns(self.seat, HORLOGE) and p.clock_used[self.seat] == 0:
            p.push(Clock(self.seat, kind))
        perform(p, self.seat, code, kind, 0)

    def why_not(self, position: SaltyPosition, code: int) -> Reason:
        if not SALINE.base <= code < BUY.end:
            return NOT_OFFERED
        found = obstacle(position, self.seat, code, 0, NO_TYPE)
        return explain(position, self.seat, code, found, 0) if found else NOT_OFFERED


class Clock(Step[SaltyPosition]):
    """The Gros Horloge: a second action of another type, at a surcharge.  SO-10.14 to SO-10.20"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "first")

    def __init__(self, seat: int, first: int) -> None:
        super().__init__(seat)
        self.first = first

    def options(self, position: SaltyPosition) -> list[int]:
        surcharge = position.space_value(self.seat, HORLOGE)
        codes: list[int] = []
        add_open_actions(position, self.seat, surcharge, self.first, codes)
        codes.append(STOP.base)
        return codes

    def take(self, position: SaltyPosition, code: int) -> None:
        if code == STOP.base:
            return
        p = position
        p.clock_used[self.seat] = 1
        if p.log is not None:
            p.say(Message("so.event.clock", seat=self.seat))
        perform(p, self.seat, code, action_type(code), p.space_value(self.seat, HORLOGE))

    def why_not(self, position: SaltyPosition, code: int) -> Reason:
        if not SALINE.base <= code < BUY.end:
            return NOT_OFFERED
        surcharge = position.space_value(self.seat, HORLOGE)
        found = obstacle(position, self.seat, code, surcharge, self.first)
        return explain(position, self.seat, code, found, surcharge) if found else NOT_OFFERED


def perform(p: SaltyPosition, seat: int, code: int, kind: int, surcharge: int) -> None:
    """Pay, raise the counter, then resolve the action.  SO-4.4 to SO-4.7, SO-10.15, SO-10.16"""
    cost = p.counters[kind]
    if p.log is not None:
        p.say(action_event(p, seat, code, cost + surcharge))
    p.pay(seat, cost + surcharge)
    if cost < p.table.last_cost:
        p.counters[kind] = cost + 1
    if kind == CITY:
        build_in_the_city(p, seat, code)
    elif code >= BUY.base:
        buy(p, seat, code - BUY.base)
    elif code >= SELL.base:
        sell(p, seat, code - SELL.base)
    elif code == SAIL_OUT.base:
        sail_out(p, seat)
    elif code == SAIL_HOME.base:
        sail_home(p, seat)
    elif code == MOVE_GOODS.base:
        move_goods(p, seat)
    else:
        build_ship(p, seat, code - BUILD_SHIP.base + 1)


def build_in_the_city(p: SaltyPosition, seat: int, code: int) -> None:
    """SO-6.1 to SO-6.10"""
    if code == SALINE.base:
        p.saline[seat] += 1
    elif code == DEPOT_LEVEL.base:
        p.depot[seat] += 1
    elif code == NOTRE_DAME.base:
        p.cathedral[seat] += 1
    else:
        building = code - BUILD.base
        # SO-6.10: the lowest free space in use
        space = p.table.first_space[building] + p.built[building]
        p.space[space_at(seat, building)] = space
        p.built[building] += 1
