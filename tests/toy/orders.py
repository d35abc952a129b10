"""Skerries: what a rower may order beforehand."""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.kernel.options import Option
from quarterdeck.kernel.orders import Given, StandingOrder
from tests.toy import position as sk
from tests.toy.position import SkerriesPosition
from tests.toy.steps import Course, Voyage


class HoldCourse(StandingOrder[SkerriesPosition]):
    """The same skerry every tide but the last."""

    id = "course"
    steps = (Course,)
    parameters: ClassVar[tuple[Option, ...]] = (Option("skerry", ("north", "south"), "north"),)
    remembers = ("tide",)
    ends = ("last_tide",)

    def note(self, position: SkerriesPosition, seat: int) -> dict[str, int]:
        return {"tide": position.tide}

    def find_end(self, position: SkerriesPosition, seat: int, given: Given) -> str | None:
        is_last = position.tide == position.tides > given.noted["tide"]
        return "last_tide" if is_last else None

    def choose(self, position: SkerriesPosition, seat: int, given: Given) -> int | None:
        skerry = {"north": sk.NORTH, "south": sk.SOUTH}[given.values["skerry"]]
        return sk.ROW.at(skerry)


class Trade(StandingOrder[SkerriesPosition]):
    """Trade on every voyage where that is open, unless the rower answers in time."""

    id = "trade"
    steps = (Voyage,)
    is_patient = True

    def choose(self, position: SkerriesPosition, seat: int, given: Given) -> int | None:
        code = sk.SPACE.parse("trade")
        return code if code in position.legal(seat) else None


ORDERS = (HoldCourse(), Trade())
