"""Which ships sail out or home, and what they catch."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.actions import CATCH, SHIP
from quarterdeck.games.salty_ocean.names import SALT, SHIPS, hold_at
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.sailing import FishSplit, SailHome, SailOut
from quarterdeck.games.salty_ocean.words import ship_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


def _describe_ship(seat: int, code: int, rule: str) -> Description:
    ship = SHIP.value(code)
    said = Message("so.choice.ship", ship=ship_name(ship))
    return Description(said, (f"ship-{seat}-{SHIPS[ship]}",), rule=rule)


class SailOutFace(Face[SaltyPosition, SailOut]):
    step = SailOut

    def prompt(self, p: SaltyPosition, step: SailOut) -> Message:
        if step.threatened:
            return Message("so.prompt.sail_out.pirates")
        return Message("so.prompt.sail_out.more" if step.started else "so.prompt.sail_out")

    @describes(SHIP)
    def ship(self, p: SaltyPosition, step: SailOut, code: int) -> Description:
        return _describe_ship(step.seat, code, "SO-7.4")


class SailHomeFace(Face[SaltyPosition, SailHome]):
    step = SailHome

    def prompt(self, p: SaltyPosition, step: SailHome) -> Message:
        return Message("so.prompt.sail_home.more" if step.last >= 0 else "so.prompt.sail_home")

    @describes(SHIP)
    def ship(self, p: SaltyPosition, step: SailHome, code: int) -> Description:
        return _describe_ship(step.seat, code, "SO-7.2")


class FishSplitFace(Face[SaltyPosition, FishSplit]):
    step = FishSplit

    def prompt(self, p: SaltyPosition, step: FishSplit) -> Message:
        return Message("so.prompt.catch", ship=ship_name(step.ship))

    @describes(CATCH)
    def catch(self, p: SaltyPosition, step: FishSplit, code: int) -> Description:
        herring = CATCH.value(code)
        salt = p.goods[hold_at(step.seat, step.ship) + SALT]
        said = Message("so.choice.herring", herring=herring, cod=salt - herring)
        return Description(said, (f"ship-{step.seat}-{SHIPS[step.ship]}",))
