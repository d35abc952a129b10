"""The face a monolith gives, and building cannons."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.actions import BUILD, DONE, FACE
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.risks import risk_of_gain
from quarterdeck.games.rolling_seas.steps.exploring import Build, MonolithFace
from quarterdeck.games.rolling_seas.words import book_gains, face_amounts
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class MonolithFaceFace(Face[RollingPosition, MonolithFace]):
    step = MonolithFace

    def prompt(self, p: RollingPosition, step: MonolithFace) -> Message:
        return Message("rs.prompt.face")

    @describes(FACE)
    def face(self, p: RollingPosition, step: MonolithFace, code: int) -> Description:
        face = FACE.value(code)
        said = Message("rs.choice.face", face=face, gains=book_gains(p, face))
        return Description(
            said,
            (f"face-{face}",),
            risk=risk_of_gain(p, step.seat, face_amounts(p.table.box, face), build=True),
            things=(f"face-{face}", "monolith"),
        )


class BuildFace(Face[RollingPosition, Build]):
    step = Build

    def prompt(self, p: RollingPosition, step: Build) -> Message:
        return Message("rs.prompt.build")

    @describes(BUILD)
    def build(self, p: RollingPosition, step: Build, code: int) -> Description:
        said = Message("rs.choice.build", count=p.table.cannon_provisions)
        return Description(said, (f"cannons-{step.seat}",), things=("cannons", "provisions"))

    @describes(DONE)
    def done(self, p: RollingPosition, step: Build, code: int) -> Description:
        # Whoever holds no wind has nothing left to do this turn
        going_on = p.captains[step.seat].wind > 0
        id = "rs.choice.done.build" if going_on else "rs.choice.done.build.last"
        captain = p.captains[step.seat]
        surplus = captain.provisions - captain.hold
        effect = Message("rs.effect.done.build")
        if surplus > 0:
            effect = Message("rs.effect.done.build.surplus", count=surplus, hold=captain.hold)
        return Description(Message(id), rule="RS-12.9", effect=effect, things=("provisions",))
