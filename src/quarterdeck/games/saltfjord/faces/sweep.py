"""The way of a die along its line, and of the carts before it."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.saltfjord.actions import ACTIVATE, CART, END_TURN
from quarterdeck.games.saltfjord.faces.free import ClosingFace, OpenFace, describe_building
from quarterdeck.games.saltfjord.names import WALK
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.sweep import (
    NOT_BEGUN,
    CartStep,
    NextBuilding,
    cart_target,
    reachable,
)
from quarterdeck.games.saltfjord.things import building_text, icon_thing
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.words import cell_name, cell_spot, icon_name, line_name, walk_gains
from quarterdeck.kernel.faces import Description, describes
from quarterdeck.kernel.messages import Message


class NextBuildingFace(ClosingFace[NextBuilding]):
    step = NextBuilding

    def prompt(self, p: SaltfjordPosition, step: NextBuilding) -> Message:
        if not reachable(p, step.seat, step.line, step.position):
            when = "last"
        else:
            when = "first" if step.position == NOT_BEGUN else "next"
        return Message(f"sf.prompt.building.{when}", line=line_name(step.line))

    def expected(self, p: SaltfjordPosition, step: NextBuilding) -> Sequence[int]:
        buildings = [cell for cell in LINES[step.line] if p.is_building(step.seat, cell)]
        return [*(ACTIVATE.base + cell for cell in buildings), END_TURN.base]

    @describes(ACTIVATE)
    def activate(self, p: SaltfjordPosition, step: NextBuilding, code: int) -> Description:
        return describe_building(p, step.seat, ACTIVATE, ACTIVATE.value(code))


class CartStepFace(OpenFace[CartStep]):
    step = CartStep

    def prompt(self, p: SaltfjordPosition, step: CartStep) -> Message:
        return Message("sf.prompt.cart", line=line_name(step.line))

    @describes(CART)
    def cart(self, p: SaltfjordPosition, step: CartStep, code: int) -> Description:
        number, way, cells = CART.values(code)
        target = cart_target(p.cart(step.seat, number - 1), way, cells)
        if target < 0:
            return Description(Message("sf.choice.cart.off", number=number), things=("cart",))
        box, shown = p.table.box, p.icon(step.seat, target)
        icon = icon_name(box, shown)
        id = "sf.choice.cart.move" if way else "sf.choice.cart.stay"
        said = Message(id, number=number, cell=cell_name(target), icon=icon)
        effect = _describe_arrival(p, step.seat, target)
        things = ("cart", icon_thing(box, shown))
        return Description(said, (cell_spot(target),), effect=effect, things=things)


def _describe_arrival(p: SaltfjordPosition, seat: int, cell: int) -> Message:
    """What a cart does where it comes to stand.  SF-18.6, SF-18.14"""
    icon = p.icon(seat, cell)
    if p.is_vacant(seat, cell):
        return Message("sf.effect.cart", building=building_text(p.table.box, icon))
    if icon >= WALK and p.cart_level(seat) >= 2:
        return Message("sf.effect.cart.walk", gains=walk_gains(p.table.box.walks[icon - WALK]))
    blocked = p.is_building(seat, cell)
    return Message("sf.effect.cart.blocked" if blocked else "sf.effect.cart.nothing")
