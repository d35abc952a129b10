"""Visiting a port: telling the story, then its services.  RS-13"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.rolling_seas.actions import BUY, DONE, FILL
from quarterdeck.games.rolling_seas.chart import BIT
from quarterdeck.games.rolling_seas.names import BUY_CANNON, BUY_SHIP
from quarterdeck.games.rolling_seas.obstacles import (
    TOO_LITTLE_GOLD,
    cannon_obstacle,
    fill_obstacle,
    ship_obstacle,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.telling import before, tell_changes
from quarterdeck.games.rolling_seas.words import cell_name, explain, ship_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Step


def visit(p: RollingPosition, seat: int, port: int) -> None:
    """RS-13.2 to RS-13.4"""
    captain = p.captains[seat]
    if p.log is not None:
        p.say(Message("rs.event.visits", seat=seat, port=cell_name(port)))
    if not captain.told & BIT[port]:
        earlier = before(p, seat)
        captain.renown = [*captain.renown, captain.story]
        captain.told |= BIT[port]
        if p.log is not None:
            p.say(Message("rs.event.tells", seat=seat, count=captain.story))
        captain.gain_story(p.table.box.tell_story)
        tell_changes(p, seat, earlier)
    p.push(PortServices(seat, port, 0))


class PortServices(Step[RollingPosition]):
    """A better ship, a full hold, cannons, in any order.  RS-13.5 to RS-13.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "port", "filled")

    def __init__(self, seat: int, port: int, filled: int) -> None:
        super().__init__(seat)
        self.port = port
        self.filled = filled

    def options(self, position: RollingPosition) -> list[int]:
        captain = position.captains[self.seat]
        codes: list[int] = []
        if ship_obstacle(captain) is None:
            codes.append(BUY.base + BUY_SHIP)
        if cannon_obstacle(captain) is None:
            codes.append(BUY.base + BUY_CANNON)
        if fill_obstacle(captain, self.filled) is None:
            codes.append(FILL.base)
        codes.append(DONE.base)
        return codes

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        captain = p.captains[self.seat]
        if code == DONE.base:
            return
        earlier = before(p, self.seat)
        if code == FILL.base:
            captain.gold -= p.table.fill_price
            captain.fill_hold()
            said = Message("rs.event.fills", seat=self.seat)
        elif code == BUY.base + BUY_SHIP:
            captain.ship += 1
            captain.gold -= p.table.ship_price[captain.ship]
            said = Message("rs.event.buys_ship", seat=self.seat, ship=ship_name(captain.ship))
        else:
            captain.gold -= captain.cannon_price()
            captain.take_cannon()
            said = Message("rs.event.buys_cannon", seat=self.seat)
        if p.log is not None:
            p.say(said)
        tell_changes(p, self.seat, earlier)
        p.push(PortServices(self.seat, self.port, 1 if code == FILL.base else self.filled))

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        captain = position.captains[self.seat]
        table = position.table
        if code == BUY.base + BUY_SHIP:
            found = ship_obstacle(captain)
            price = table.ship_price[captain.ship + 1] if found is TOO_LITTLE_GOLD else 0
        elif code == BUY.base + BUY_CANNON:
            found, price = cannon_obstacle(captain), captain.cannon_price()
        elif code == FILL.base:
            found, price = fill_obstacle(captain, self.filled), table.fill_price
        else:
            return NOT_OFFERED
        if found is TOO_LITTLE_GOLD:
            return explain(found, cost=price, gold=captain.gold)
        return explain(found)
