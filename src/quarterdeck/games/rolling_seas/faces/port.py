"""The services of a port."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.rolling_seas.actions import BUY, DONE, FILL
from quarterdeck.games.rolling_seas.components import CANNONS
from quarterdeck.games.rolling_seas.names import BUY_CANNON, BUY_SHIP, SHIPS
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.port import PortServices
from quarterdeck.games.rolling_seas.words import cell_name, ship_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class PortServicesFace(Face[RollingPosition, PortServices]):
    step = PortServices

    def prompt(self, p: RollingPosition, step: PortServices) -> Message:
        gold = p.captains[step.seat].gold
        return Message("rs.prompt.port", port=cell_name(step.port), count=gold)

    def expected(self, p: RollingPosition, step: PortServices) -> Sequence[int]:
        return [BUY.at(BUY_SHIP), BUY.at(BUY_CANNON), FILL.base]

    @describes(BUY)
    def buy(self, p: RollingPosition, step: PortServices, code: int) -> Description:
        captain, table = p.captains[step.seat], p.table
        if BUY.value(code) == BUY_CANNON:
            price = captain.cannon_price() if captain.cannons < CANNONS else None
            said = Message("rs.choice.buy.cannon")
            spots = (f"cannons-{step.seat}",)
            return Description(said, spots, price, rule="RS-13.9", things=("cannons",))
        ship = min(captain.ship + 1, len(SHIPS) - 1)
        said = Message(
            "rs.choice.buy.ship",
            ship=ship_name(ship),
            points=table.movement[ship],
            hold=table.hold[ship],
        )
        spots = (f"ship-{step.seat}",)
        return Description(said, spots, table.ship_price[ship], things=(SHIPS[ship],))

    @describes(FILL)
    def fill(self, p: RollingPosition, step: PortServices, code: int) -> Description:
        spots = (f"service-fill-{step.seat}",)
        said = Message("rs.choice.fill")
        return Description(said, spots, p.table.fill_price, things=("fill", "provisions"))

    @describes(DONE)
    def done(self, p: RollingPosition, step: PortServices, code: int) -> Description:
        # Whoever holds no wind has nothing left to do this turn
        going_on = p.captains[step.seat].wind > 0
        said = Message("rs.choice.done" if going_on else "rs.choice.done.last")
        id = "rs.effect.done" if going_on else "rs.effect.end"
        return Description(said, effect=Message(id))
