"""What an activated building offers, and Foreman's second time."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.saltfjord import risks
from quarterdeck.games.saltfjord.actions import BUILD, ORDER_FROM, REPEAT, TECH_FISH, TECH_STEP
from quarterdeck.games.saltfjord.faces.building import describe_stack
from quarterdeck.games.saltfjord.faces.fishing import FISHING_CODES, FishingFace
from quarterdeck.games.saltfjord.faces.free import OpenFace, WorkerFace
from quarterdeck.games.saltfjord.faces.orders import OrderFace
from quarterdeck.games.saltfjord.faces.techs import TechFace
from quarterdeck.games.saltfjord.faces.upgrading import UpgradeFace
from quarterdeck.games.saltfjord.names import (
    BUILD_SINGLE,
    BUILD_SMALL,
    DOMINO,
    FISHING,
    FISHING_OR_BUILD,
    ORDER,
    ORDER_OR_TECH,
    SINGLE,
    SURVEYOR,
    TECH,
    stacks_of,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.activation import ActionChoice, ForemanOffer, UpgradeChoice
from quarterdeck.games.saltfjord.things import icon_thing
from quarterdeck.games.saltfjord.words import cell_name, cell_spot, icon_name
from quarterdeck.kernel.faces import Description, describes
from quarterdeck.kernel.messages import Message


class UpgradeChoiceFace(UpgradeFace[UpgradeChoice], WorkerFace[UpgradeChoice]):
    step = UpgradeChoice

    def prompt(self, p: SaltfjordPosition, step: UpgradeChoice) -> Message:
        return Message("sf.prompt.upgrade")


class ActionChoiceFace(
    OrderFace[ActionChoice],
    TechFace[ActionChoice],
    FishingFace[ActionChoice],
    WorkerFace[ActionChoice],
):
    step = ActionChoice

    def prompt(self, p: SaltfjordPosition, step: ActionChoice) -> Message:
        if step.icon == BUILD_SINGLE:
            return Message("sf.prompt.action", action=Message("sf.icon.build_single"))
        return Message("sf.prompt.action", action=icon_name(p.table.box, step.icon))

    def expected(self, p: SaltfjordPosition, step: ActionChoice) -> Sequence[int]:
        icon = step.icon
        codes: list[int] = []
        if icon in (ORDER, ORDER_OR_TECH):
            codes += range(ORDER_FROM.base, ORDER_FROM.end)
        if icon in (TECH, ORDER_OR_TECH):
            codes += range(TECH_STEP.base, TECH_STEP.end)
            if p.owns(step.seat, SURVEYOR):
                codes += range(TECH_FISH.base, TECH_FISH.end)
        if icon in (BUILD_SINGLE, BUILD_SMALL, FISHING_OR_BUILD):
            shape = SINGLE if icon == BUILD_SINGLE else DOMINO
            codes += [BUILD.base + stack for stack in stacks_of(shape)]
        if icon in (FISHING, FISHING_OR_BUILD):
            codes += FISHING_CODES
        return codes

    @describes(BUILD)
    def build(self, p: SaltfjordPosition, step: ActionChoice, code: int) -> Description:
        return describe_stack(p, step.seat, BUILD.value(code))


class ForemanOfferFace(OpenFace[ForemanOffer]):
    step = ForemanOffer

    def prompt(self, p: SaltfjordPosition, step: ForemanOffer) -> Message:
        icon = icon_name(p.table.box, p.icon(step.seat, step.cell))
        return Message("sf.prompt.foreman", icon=icon, cell=cell_name(step.cell))

    @describes(REPEAT)
    def repeat(self, p: SaltfjordPosition, step: ForemanOffer, code: int) -> Description:
        box, icon = p.table.box, p.icon(step.seat, step.cell)
        said = Message("sf.choice.repeat", icon=icon_name(box, icon), cell=cell_name(step.cell))
        things = (icon_thing(box, icon), "ability-foreman")
        spots = (cell_spot(step.cell),)
        risk = risks.of_repeating(box, icon)
        return Description(said, spots, box.foreman_fish, risk=risk, things=things)
