"""What a storm on its way asks of a ship in port, and where the pirates drift."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.faces.places import CellFace, ZoneFace
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.preparation import (
    DriftZone,
    LeaveCell,
    LeaveZone,
    StormPort,
)
from quarterdeck.games.seul_maitre.words import vessel_name
from quarterdeck.kernel.faces import Face
from quarterdeck.kernel.messages import Message


class StormPortFace(Face[MasterPosition, StormPort]):
    step = StormPort

    def prompt(self, p: MasterPosition, step: StormPort) -> Message:
        return Message("sm.prompt.storm_port")


class LeaveCellFace(CellFace[LeaveCell]):
    step = LeaveCell
    group = "place"

    def prompt(self, p: MasterPosition, step: LeaveCell) -> Message:
        return Message("sm.prompt.leave")


class LeaveZoneFace(ZoneFace[LeaveZone]):
    step = LeaveZone

    def prompt(self, p: MasterPosition, step: LeaveZone) -> Message:
        return Message("sm.prompt.leave")


class DriftZoneFace(ZoneFace[DriftZone]):
    step = DriftZone

    def prompt(self, p: MasterPosition, step: DriftZone) -> Message:
        return Message("sm.prompt.zone.drift", vessel=vessel_name(step.vessel))
