"""Workers and exchanges, wherever they are offered."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from quarterdeck.games.saltfjord.actions import (
    BARTER_CUBE,
    DEGRADE,
    PAID_UPGRADE,
    SELL,
    SMOKE,
    WORKER,
)
from quarterdeck.games.saltfjord.names import GOODS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.free import upgrade_price
from quarterdeck.games.saltfjord.words import cell_name, cell_spot, icon_name, room_name
from quarterdeck.kernel.actions import Family
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])


def describe_building(p: SaltfjordPosition, seat: int, family: Family, cell: int) -> Description:
    """A building of a village that a die or a worker activates."""
    icon = icon_name(p.table.box, p.icon(seat, cell))
    said = Message(f"sf.choice.{family.name}", icon=icon, cell=cell_name(cell))
    return Description(said, (cell_spot(cell),))


def describe_cube(
    family: Family, good: int, to: int, arrow: str, cost: int | None = None
) -> Description:
    """A cube that changes its room: `up` or `down` an arrow, or by a `swap`."""
    said = Message(f"sf.choice.{family.name}", good=room_name(good), to=room_name(to))
    return Description(said, (f"{arrow}-{GOODS[good]}-{GOODS[to]}",), cost)


class WorkerFace(Face[SaltfjordPosition, S], Generic[S]):
    """A step at which workers may be placed."""

    @describes(WORKER)
    def worker(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        return describe_building(p, step.seat, WORKER, WORKER.value(code))


class OpenFace(WorkerFace[S], Generic[S]):
    """A step at which all free actions are possible."""

    @describes(SELL)
    def sell(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good = SELL.value(code)
        said = Message("sf.choice.sell", good=room_name(good), count=p.table.sells_for[good])
        return Description(said, (f"sell-{GOODS[good]}",))

    @describes(PAID_UPGRADE)
    def paid_upgrade(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = PAID_UPGRADE.values(code)
        return describe_cube(PAID_UPGRADE, good, to, "up", upgrade_price(p, step.seat, good))

    @describes(DEGRADE)
    def degrade(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = DEGRADE.values(code)
        return describe_cube(DEGRADE, good, to, "down")


class ClosingFace(OpenFace[S], Generic[S]):
    """A step that may close the turn with Barter or Smokehouse."""

    @describes(BARTER_CUBE)
    def barter(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = BARTER_CUBE.values(code)
        return describe_cube(BARTER_CUBE, good, to, "swap")

    @describes(SMOKE)
    def smoke(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = SMOKE.values(code)
        return describe_cube(SMOKE, good, to, "up", upgrade_price(p, step.seat, good))
