"""The way of a die along its line, and of the carts before it."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.saltfjord.actions import ACTIVATE, CART, END_TURN
from quarterdeck.games.saltfjord.faces.free import ClosingFace, OpenFace, describe_building
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.sweep import NOT_BEGUN, CartStep, NextBuilding, cart_target
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.words import cell_name, cell_spot, icon_name, line_name
from quarterdeck.kernel.faces import Description, describes
from quarterdeck.kernel.messages import Message


class NextBuildingFace(ClosingFace[NextBuilding]):
    step = NextBuilding

    def prompt(self, p: SaltfjordPosition, step: NextBuilding) -> Message:
        begun = step.position != NOT_BEGUN
        id = "sf.prompt.building.next" if begun else "sf.prompt.building.first"
        return Message(id, line=line_name(step.line))

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
            return Description(Message("sf.choice.cart.off", number=number))
        icon = icon_name(p.table.box, p.icon(step.seat, target))
        id = "sf.choice.cart.move" if way else "sf.choice.cart.stay"
        said = Message(id, number=number, cell=cell_name(target), icon=icon)
        return Description(said, (cell_spot(target),))
