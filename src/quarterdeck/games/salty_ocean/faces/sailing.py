"""Which ships sail out or home, and what they catch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar

from quarterdeck.games.salty_ocean import risks
from quarterdeck.games.salty_ocean.actions import CATCH, DONE, SHIP
from quarterdeck.games.salty_ocean.names import (
    AT_SEA,
    COD,
    HERRING,
    IN_PORT,
    SALT,
    SHIPS,
    hold_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.sailing import (
    FishSplit,
    SailHome,
    SailOut,
    ships_after,
)
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
        asked = Message("so.prompt.sail_out.more" if step.started else "so.prompt.sail_out")
        return _ask_in_order(asked, ships_after(p, step.seat, step.last, IN_PORT))

    @describes(SHIP)
    def ship(self, p: SaltyPosition, step: SailOut, code: int) -> Description:
        found = self.describe_ship(code, step, "SO-7.4", "so.effect.ship.out")
        return replace(
            found,
            risk=self._risk(p, step, SHIP.value(code)),
            things=(*found.things, *weather_things(p)),
        )

    def _risk(self, p: SaltyPosition, step: SailOut, ship: int) -> Message | None:
        found = risks.of_sailing_out(p, step.seat, ship)
        # The first to meet pirates is free: all the others are asked for afterwards
        if step.threatened and not step.started:
            return found
        skipped = risks.of_skipping(p, step.seat, ship, step.last, IN_PORT)
        return risks.joined([skipped, found])


class SailHomeFace(ShipsFace[SailHome]):
    step = SailHome

    def prompt(self, p: SaltyPosition, step: SailHome) -> Message:
        asked = Message("so.prompt.sail_home.more" if step.last >= 0 else "so.prompt.sail_home")
        return _ask_in_order(asked, ships_after(p, step.seat, step.last, AT_SEA))

    @describes(SHIP)
    def ship(self, p: SaltyPosition, step: SailHome, code: int) -> Description:
        found = self.describe_ship(code, step, "SO-7.2", "so.effect.ship.home")
        risk = risks.of_skipping(p, step.seat, SHIP.value(code), step.last, AT_SEA)
        return replace(found, risk=risk)


def _ask_in_order(question: Message, ships: list[int]) -> Message:
    """A question about several ships says that they are asked for one after the other."""
    return Message("so.prompt.in_order", question=question) if len(ships) > 1 else question


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
