"""What a player may order beforehand.  RS-5.3, RS-9.4, RS-12.9, RS-14.7, RS-14.8"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.rolling_seas.actions import BUILD, DONE, END, LOSE, POWER, SPOILS
from quarterdeck.games.rolling_seas.names import POWERS, RESOURCES
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.combat import AmbushLoss, AmbushSpoils
from quarterdeck.games.rolling_seas.steps.exploring import Build
from quarterdeck.games.rolling_seas.steps.sailing import AfterAction
from quarterdeck.games.rolling_seas.steps.turn import CalmPower
from quarterdeck.kernel.options import Option
from quarterdeck.kernel.orders import Given, StandingOrder

MOST, NONE = "most", "none"


class RaisePower(StandingOrder[RollingPosition]):
    """Which power goes up when the sea is calm."""

    id = "power"
    steps = (CalmPower,)
    parameters: ClassVar[tuple[Option, ...]] = (Option("power", POWERS, POWERS[0]),)

    def choose(self, position: RollingPosition, seat: int, given: Given) -> int | None:
        code = POWER.at(POWERS.index(given.values["power"]))
        return code if code in position.legal(seat) else None


class AfterAmbush(StandingOrder[RollingPosition]):
    """What a won ambush brings, and what a lost one costs."""

    id = "ambush"
    steps = (AmbushSpoils, AmbushLoss)
    parameters: ClassVar[tuple[Option, ...]] = (
        Option("spoils", RESOURCES, RESOURCES[0]),
        Option("loss", RESOURCES, RESOURCES[1]),
    )

    def choose(self, position: RollingPosition, seat: int, given: Given) -> int | None:
        if isinstance(position.step_of(seat), AmbushSpoils):
            code = SPOILS.base + RESOURCES.index(given.values["spoils"])
        else:
            code = LOSE.base + RESOURCES.index(given.values["loss"])
        return code if code in position.legal(seat) else None


class BuildCannons(StandingOrder[RollingPosition]):
    """Cannons for provisions after exploring: none, or as many as can be paid."""

    id = "cannons"
    steps = (Build,)
    parameters: ClassVar[tuple[Option, ...]] = (Option("build", (NONE, MOST), NONE),)

    def choose(self, position: RollingPosition, seat: int, given: Given) -> int | None:
        return BUILD.base if given.values["build"] == MOST else DONE.base


class KeepWind(StandingOrder[RollingPosition]):
    """End the turn after the action, with the wind still in the sails."""

    id = "keep_wind"
    steps = (AfterAction,)

    def choose(self, position: RollingPosition, seat: int, given: Given) -> int | None:
        return END.base if END.base in position.legal(seat) else None


ORDERS: Final = (RaisePower(), AfterAmbush(), BuildCannons(), KeepWind())
