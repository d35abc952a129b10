"""What a storm on its way asks of a ship in port, and where the pirates drift."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import LEAVE, STAY
from quarterdeck.games.seul_maitre.faces.places import CellFace, ZoneFace
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.preparation import (
    DriftZone,
    LeaveCell,
    LeaveZone,
    StormPort,
)
from quarterdeck.games.seul_maitre.words import vessel_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class StormPortFace(Face[MasterPosition, StormPort]):
    step = StormPort

    def prompt(self, p: MasterPosition, step: StormPort) -> Message:
        return Message("sm.prompt.storm_port")

    @describes(STAY)
    def stay(self, p: MasterPosition, step: StormPort, code: int) -> Description:
        return Description(Message("sm.choice.stay"), things=("storm-bound", "storm"))

    @describes(LEAVE)
    def leave(self, p: MasterPosition, step: StormPort, code: int) -> Description:
        effect = Message("sm.effect.leave")
        return Description(Message("sm.choice.leave"), effect=effect, things=("storm",))


class LeaveCellFace(CellFace[LeaveCell]):
    step = LeaveCell
    effect = "sm.effect.cell.leave"
    things = ("storm", "zone")
    group = "place"

    def prompt(self, p: MasterPosition, step: LeaveCell) -> Message:
        return Message("sm.prompt.leave")


class LeaveZoneFace(ZoneFace[LeaveZone]):
    step = LeaveZone
    effect = "sm.effect.cell.leave"

    def prompt(self, p: MasterPosition, step: LeaveZone) -> Message:
        return Message("sm.prompt.leave")


class DriftZoneFace(ZoneFace[DriftZone]):
    step = DriftZone
    effect = "sm.effect.zone.drift"

    def prompt(self, p: MasterPosition, step: DriftZone) -> Message:
        return Message("sm.prompt.zone.drift", vessel=vessel_name(step.vessel))
