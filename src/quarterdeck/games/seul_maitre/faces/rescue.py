"""Where a helpless ship is towed, and what goes overboard."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import JETTISON
from quarterdeck.games.seul_maitre.faces.places import PortFace
from quarterdeck.games.seul_maitre.names import RESOURCES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.rescue import DistressPort, JettisonCargo
from quarterdeck.games.seul_maitre.words import resource_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class DistressPortFace(PortFace[DistressPort]):
    step = DistressPort
    effect = "sm.effect.port.distress"

    def prompt(self, p: MasterPosition, step: DistressPort) -> Message:
        return Message("sm.prompt.distress")


class JettisonCargoFace(Face[MasterPosition, JettisonCargo]):
    step = JettisonCargo

    def prompt(self, p: MasterPosition, step: JettisonCargo) -> Message:
        return Message("sm.prompt.jettison")

    @describes(JETTISON)
    def jettison(self, p: MasterPosition, step: JettisonCargo, code: int) -> Description:
        good = JETTISON.value(code)
        said = Message("sm.choice.jettison", resource=resource_name(good))
        spot = f"resource-{RESOURCES[good]}"
        effect = Message("sm.effect.jettison")
        return Description(said, (spot,), effect=effect, things=(spot, "hold"))
