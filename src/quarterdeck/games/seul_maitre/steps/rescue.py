"""Two ways out for a ship that could never move again.  SM-7.11, SM-7.12"""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import JETTISON
from quarterdeck.games.seul_maitre.actions import PORT as PORT_CODES
from quarterdeck.games.seul_maitre.chart import PORT
from quarterdeck.games.seul_maitre.names import RESOURCE_COUNT, cargo_at
from quarterdeck.games.seul_maitre.obstacles import (
    NO_NEED_TO_JETTISON,
    NOT_IN_DISTRESS,
    NOT_ON_BOARD,
    PORT_UNDER_STORM,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.outcome import open_ports
from quarterdeck.games.seul_maitre.words import port_name, resource_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, Step


def distress_obstacle(p: MasterPosition, seat: int) -> Obstacle | None:
    """SM-7.11"""
    if p.hold[seat] or p.place[seat] >= PORT:
        return NOT_IN_DISTRESS
    waiting = p.sails[seat] + p.deck[seat] > 0
    if waiting and (p.berths(seat) or jettison_obstacle(p, seat) is None):
        return NOT_IN_DISTRESS
    return None


def jettison_obstacle(p: MasterPosition, seat: int) -> Obstacle | None:
    """SM-7.12"""
    if p.hold[seat] or p.berths(seat) or not p.cubes(seat):
        return NO_NEED_TO_JETTISON
    if p.leaks[seat] >= p.sailor_spaces(seat):
        return NO_NEED_TO_JETTISON
    if p.leaks[seat] + p.aboard[seat] >= p.spaces(seat):
        return NO_NEED_TO_JETTISON
    waiting = p.sails[seat] + p.deck[seat] > 0
    return None if waiting or p.place[seat] >= PORT else NO_NEED_TO_JETTISON


class DistressPort(Step[MasterPosition]):
    """The port a helpless ship is brought to.  SM-7.11"""

    def options(self, position: MasterPosition) -> list[int]:
        return [PORT_CODES.at(port) for port in open_ports(position)]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        port = PORT_CODES.value(code)
        p.place[self.seat] = PORT + p.chart.port_cell[port]
        if p.log is not None:
            p.say(Message("sm.log.towed", seat=self.seat, port=port_name(port)))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return PORT_UNDER_STORM.reason() if PORT_CODES.has(code) else NOT_OFFERED


class JettisonCargo(Step[MasterPosition]):
    """A cube overboard, until one sailor fits; then the ship recovers.  SM-7.12"""

    def options(self, position: MasterPosition) -> list[int]:
        first = cargo_at(self.seat, 0)
        return [JETTISON.at(r) for r in range(RESOURCE_COUNT) if position.cargo[first + r]]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        good = JETTISON.value(code)
        p.cargo[cargo_at(self.seat, good)] -= 1
        if p.log is not None:
            p.say(Message("sm.log.jettisons", seat=self.seat, resource=resource_name(good)))
        if p.berths(self.seat):
            p.recover(self.seat)
        else:
            p.push(self)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return NOT_ON_BOARD.reason() if JETTISON.has(code) else NOT_OFFERED
