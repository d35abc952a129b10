"""Which ships sail out or home, and what they catch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar

from quarterdeck.games.salty_ocean import risks
from quarterdeck.games.salty_ocean.actions import CATCH, DONE, SHIP
from quarterdeck.games.salty_ocean.names import COD, HERRING, SALT, SHIPS, hold_at
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.sailing import FishSplit, SailHome, SailOut
from quarterdeck.games.salty_ocean.things import weather_things
from quarterdeck.games.salty_ocean.words import coins, ship_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])


class ShipsFace(Face[SaltyPosition, S], Generic[S]):
    """Ships that sail one after the other, until there is no other to go."""

    def describe_ship(self, code: int, step: S, rule: str, effect: str) -> Description:
        ship = SHIP.value(code)
        return Description(
            Message("so.choice.ship", ship=ship_name(ship)),
            (f"ship-{step.seat}-{SHIPS[ship]}",),
            rule=rule,
            effect=Message(effect),
            things=(f"ship-{SHIPS[ship]}",),
        )

    @describes(DONE)
    def done(self, p: SaltyPosition, step: S, code: int) -> Description:
        return Description(Message("so.choice.done"), effect=Message("so.effect.done"))


class SailOutFace(ShipsFace[SailOut]):
    step = SailOut

    def prompt(self, p: SaltyPosition, step: SailOut) -> Message:
        if step.threatened:
            return Message("so.prompt.sail_out.pirates")
        return Message("so.prompt.sail_out.more" if step.started else "so.prompt.sail_out")

    @describes(SHIP)
    def ship(self, p: SaltyPosition, step: SailOut, code: int) -> Description:
        found = self.describe_ship(code, step, "SO-7.4", "so.effect.ship.out")
        return replace(
            found,
            risk=risks.of_sailing_out(p, step.seat, SHIP.value(code)),
            things=(*found.things, *weather_things(p)),
        )


class SailHomeFace(ShipsFace[SailHome]):
    step = SailHome

    def prompt(self, p: SaltyPosition, step: SailHome) -> Message:
        return Message("so.prompt.sail_home.more" if step.last >= 0 else "so.prompt.sail_home")

    @describes(SHIP)
    def ship(self, p: SaltyPosition, step: SailHome, code: int) -> Description:
        return self.describe_ship(code, step, "SO-7.2", "so.effect.ship.home")


class FishSplitFace(Face[SaltyPosition, FishSplit]):
    step = FishSplit

    def prompt(self, p: SaltyPosition, step: FishSplit) -> Message:
        return Message("so.prompt.catch", ship=ship_name(step.ship))

    @describes(CATCH)
    def catch(self, p: SaltyPosition, step: FishSplit, code: int) -> Description:
        herring = CATCH.value(code)
        salt = p.goods[hold_at(step.seat, step.ship) + SALT]
        said = Message("so.choice.herring", herring=herring, cod=salt - herring)
        prices = {"herring": coins(p.price(HERRING)), "cod": coins(p.price(COD))}
        return Description(
            said,
            (f"ship-{step.seat}-{SHIPS[step.ship]}",),
            effect=Message("so.effect.herring", **prices),
            things=("good-herring", "good-cod"),
        )
