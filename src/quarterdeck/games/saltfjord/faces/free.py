"""Workers and exchanges, wherever they are offered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

from quarterdeck.games.saltfjord.actions import (
    BARTER_CUBE,
    DECLINE,
    DEGRADE,
    END_TURN,
    NO,
    PAID_UPGRADE,
    SELL,
    SMOKE,
    WORKER,
)
from quarterdeck.games.saltfjord.names import GOODS, NOT_RETIRED, ROUNDS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.free import upgrade_price
from quarterdeck.games.saltfjord.things import building_text, icon_thing
from quarterdeck.games.saltfjord.words import cell_name, cell_spot, icon_name, room_name
from quarterdeck.kernel.actions import Family
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])
ARROW_THINGS: Final = {"up": "upgrade", "down": "degrade", "swap": "exchange"}


def describe_building(p: SaltfjordPosition, seat: int, family: Family, cell: int) -> Description:
    """A building of a village that a die or a worker activates."""
    box, icon = p.table.box, p.icon(seat, cell)
    said = Message(f"sf.choice.{family.name}", icon=icon_name(box, icon), cell=cell_name(cell))
    return Description(said, (cell_spot(cell),), things=(icon_thing(box, icon),))


def describe_cube(
    family: Family, good: int, to: int, arrow: str, effect: Message, cost: int | None = None
) -> Description:
    """A cube that changes its room: `up` or `down` an arrow, or by a `swap`."""
    return Description(
        Message(f"sf.choice.{family.name}", good=room_name(good), to=room_name(to)),
        (f"{arrow}-{GOODS[good]}-{GOODS[to]}",),
        cost,
        effect=effect,
        things=(ARROW_THINGS[arrow], f"good-{GOODS[good]}", f"good-{GOODS[to]}"),
    )


def describe_declining() -> Description:
    return Description(Message("sf.choice.decline"), effect=Message("sf.effect.decline"))


class WorkerFace(Face[SaltfjordPosition, S], Generic[S]):
    """A step at which workers may be placed, or something left undone."""

    @describes(DECLINE)
    def decline(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        return describe_declining()

    @describes(NO)
    def no(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        return Description(Message("sf.choice.no"), effect=Message("sf.effect.no"))

    @describes(WORKER)
    def worker(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        cell = WORKER.value(code)
        found = describe_building(p, step.seat, WORKER, cell)
        building = building_text(p.table.box, p.icon(step.seat, cell))
        effect = Message("sf.effect.worker", building=building)
        return replace(found, effect=effect, things=(*found.things, "worker"))


class OpenFace(WorkerFace[S], Generic[S]):
    """A step at which all free actions are possible."""

    @describes(SELL)
    def sell(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good = SELL.value(code)
        said = Message("sf.choice.sell", good=room_name(good), count=p.table.sells_for[good])
        id = GOODS[good]
        effect = Message("sf.effect.sell")
        return Description(said, (f"sell-{id}",), effect=effect, things=(f"good-{id}",))

    @describes(PAID_UPGRADE)
    def paid_upgrade(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = PAID_UPGRADE.values(code)
        price = upgrade_price(p, step.seat, good)
        return describe_cube(PAID_UPGRADE, good, to, "up", Message("sf.effect.paid_upgrade"), price)

    @describes(DEGRADE)
    def degrade(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = DEGRADE.values(code)
        return describe_cube(DEGRADE, good, to, "down", Message("sf.effect.degrade"))


class ClosingFace(OpenFace[S], Generic[S]):
    """A step that may close the turn with Barter or Smokehouse."""

    @describes(BARTER_CUBE)
    def barter(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = BARTER_CUBE.values(code)
        found = describe_cube(BARTER_CUBE, good, to, "swap", Message("sf.effect.closing"))
        return replace(found, things=(*found.things, "ability-barter"))

    @describes(SMOKE)
    def smoke(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        good, to = SMOKE.values(code)
        price = upgrade_price(p, step.seat, good)
        found = describe_cube(SMOKE, good, to, "up", Message("sf.effect.closing"), price)
        return replace(found, things=(*found.things, "ability-smokehouse"))

    @describes(END_TURN)
    def end_turn(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        return Description(Message("sf.choice.end_turn"), effect=_describe_turn_end(p, step.seat))


def _describe_turn_end(p: SaltfjordPosition, seat: int) -> Message:
    """Who is next.  SF-3.2, SF-15.1, SF-15.2"""
    if all(tavern != NOT_RETIRED for tavern in p.taverns):
        return Message(
            "sf.effect.end_turn.game" if p.round == ROUNDS else "sf.effect.end_turn.round"
        )
    others = (p.taverns[other] for other in range(p.seats) if other != seat)
    alone = all(tavern != NOT_RETIRED for tavern in others)
    return Message("sf.effect.end_turn.again" if alone else "sf.effect.end_turn")
