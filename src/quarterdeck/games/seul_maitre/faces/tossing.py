"""How a storm lets a vessel go."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import EXIT
from quarterdeck.games.seul_maitre.faces.places import ZoneFace, ask_where
from quarterdeck.games.seul_maitre.names import DIRECTIONS
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.tossing import StormDirection, StormReroll, StormZone
from quarterdeck.games.seul_maitre.words import face_name, way_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class StormDirectionFace(Face[MasterPosition, StormDirection]):
    step = StormDirection

    def prompt(self, p: MasterPosition, step: StormDirection) -> Message:
        return Message("sm.prompt.storm_exit")

    @describes(EXIT)
    def exit(self, p: MasterPosition, step: StormDirection, code: int) -> Description:
        way = EXIT.value(code)
        said = Message("sm.choice.exit", way=way_name(way))
        return Description(said, (f"way-{DIRECTIONS[way]}",))


class StormZoneFace(ZoneFace[StormZone]):
    step = StormZone

    def prompt(self, p: MasterPosition, step: StormZone) -> Message:
        return ask_where(step.seat, step.vessel, "zone.toss")


class StormRerollFace(Face[MasterPosition, StormReroll]):
    step = StormReroll

    def prompt(self, p: MasterPosition, step: StormReroll) -> Message:
        return Message("sm.prompt.storm_reroll", face=face_name(step.face))
