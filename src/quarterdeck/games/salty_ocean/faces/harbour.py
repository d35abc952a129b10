"""How goods are moved between the Dépôt and the ships in Rouen."""

from __future__ import annotations

from quarterdeck.games.salty_ocean import risks
from quarterdeck.games.salty_ocean.actions import LOAD
from quarterdeck.games.salty_ocean.names import GOODS, SHIPS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.harbour import Load
from quarterdeck.games.salty_ocean.words import good_name, ship_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class LoadFace(Face[SaltyPosition, Load]):
    step = Load

    def prompt(self, p: SaltyPosition, step: Load) -> Message:
        return Message("so.prompt.load", ship=ship_name(step.ship), good=good_name(step.good))

    @describes(LOAD)
    def load(self, p: SaltyPosition, step: Load, code: int) -> Description:
        ship, good, count = LOAD.values(code)
        said = Message("so.choice.load", ship=ship_name(ship), good=good_name(good), count=count)
        room = p.hold(step.seat, ship) - p.stock(step.seat, ship + 1) - count
        return Description(
            said,
            (f"ship-{step.seat}-{SHIPS[ship]}",),
            effect=Message("so.effect.load", count=room),
            risk=risks.of_loading(p, step, count),
            things=("hold", f"good-{GOODS[good]}", "depot"),
        )
