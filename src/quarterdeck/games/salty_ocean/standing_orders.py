"""What a player may order beforehand.  SO-4.2, SO-10.13, SO-10.26"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from quarterdeck.games.salty_ocean.actions import NO_LOOK, PASS, REPAIR
from quarterdeck.games.salty_ocean.names import BUILDINGS, GOODS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.move import Move
from quarterdeck.games.salty_ocean.steps.turn_end import Look, Repair
from quarterdeck.kernel.options import Option
from quarterdeck.kernel.orders import Given, StandingOrder

ANY, NEVER = "any", "never"


class KeepPassing(StandingOrder[SaltyPosition]):
    """Pass for the rest of the turn, or until something happens in the market or the city."""

    id = "pass"
    steps = (Move,)
    parameters: ClassVar[tuple[Option, ...]] = (
        Option("price", (ANY, *GOODS, NEVER), ANY),
        Option("building", (NEVER, ANY, *BUILDINGS), NEVER),
    )
    remembers = ("turn", *GOODS, *BUILDINGS)
    ends = ("turn", "price", "building")

    def note(self, position: SaltyPosition, seat: int) -> dict[str, int]:
        p = position
        rows = dict(zip(GOODS, p.rows, strict=True))
        return {"turn": p.turn, **rows, **dict(zip(BUILDINGS, p.built, strict=True))}

    def ends_with(self, values: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(end for end in self.ends if values.get(end) != NEVER)

    def find_end(self, position: SaltyPosition, seat: int, given: Given) -> str | None:
        now = self.note(position, seat)
        changed = {name for name in self.remembers if now[name] != given.noted[name]}
        if "turn" in changed:
            return "turn"
        if changed & _named(given.values["price"], GOODS):
            return "price"
        return "building" if changed & _named(given.values["building"], BUILDINGS) else None

    def choose(self, position: SaltyPosition, seat: int, given: Given) -> int | None:
        return PASS.base


def _named(value: str, names: tuple[str, ...]) -> set[str]:
    """What a parameter asks to watch."""
    return set(names) if value == ANY else {value} & set(names)


class RepairFirst(StandingOrder[SaltyPosition]):
    """Which damaged ship the Phare repairs."""

    id = "repair"
    steps = (Repair,)
    parameters: ClassVar[tuple[Option, ...]] = (
        Option("first", ("largest", "smallest"), "largest"),
    )

    def choose(self, position: SaltyPosition, seat: int, given: Given) -> int | None:
        # Equal ships are repaired in the order of the board
        best = max if given.values["first"] == "largest" else min
        return best(
            position.legal(seat), key=lambda code: position.table.capacity[REPAIR.value(code)]
        )


class LeaveTiles(StandingOrder[SaltyPosition]):
    """Do not look at tiles with the Fierté."""

    id = "leave_tiles"
    steps = (Look,)

    def choose(self, position: SaltyPosition, seat: int, given: Given) -> int | None:
        # Whoever has looked at one tile is asked about the second
        step = position.step_of(seat)
        return NO_LOOK.base if isinstance(step, Look) and step.first < 0 else None


ORDERS: Final = (KeepPassing(), RepairFirst(), LeaveTiles())
