"""How a storm lets a vessel go."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import EXIT, KEEP, REROLL
from quarterdeck.games.seul_maitre.faces.places import ZoneFace, ask_where
from quarterdeck.games.seul_maitre.names import BRANCHES, DIRECTIONS, FACES, NAVIGATOR
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
        effect = Message("sm.effect.exit")
        things = ("storm", f"branch-{BRANCHES[NAVIGATOR]}")
        return Description(said, (f"way-{DIRECTIONS[way]}",), effect=effect, things=things)


class StormZoneFace(ZoneFace[StormZone]):
    step = StormZone
    effect = "sm.effect.zone.toss"

    def prompt(self, p: MasterPosition, step: StormZone) -> Message:
        return ask_where(step.seat, step.vessel, "zone.toss")


class StormRerollFace(Face[MasterPosition, StormReroll]):
    step = StormReroll

    def prompt(self, p: MasterPosition, step: StormReroll) -> Message:
        return Message("sm.prompt.storm_reroll", face=face_name(step.face))

    @describes(KEEP)
    def keep(self, p: MasterPosition, step: StormReroll, code: int) -> Description:
        return Description(Message("sm.choice.keep"), things=(f"face-{FACES[step.face]}",))

    @describes(REROLL)
    def reroll(self, p: MasterPosition, step: StormReroll, code: int) -> Description:
        effect = Message("sm.effect.reroll")
        things = (f"branch-{BRANCHES[NAVIGATOR]}",)
        return Description(Message("sm.choice.reroll"), effect=effect, things=things)
