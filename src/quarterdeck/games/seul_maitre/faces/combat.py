"""What the captains decide in a combat."""

from __future__ import annotations

from quarterdeck.games.seul_maitre import risks
from quarterdeck.games.seul_maitre.actions import DOUBLE, MAN, NONE, RECOVER, REROLL_DIE
from quarterdeck.games.seul_maitre.names import BRANCHES, CAPTAIN, ENGINEER, FACES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import (
    DEFENDER,
    CombatRecover,
    DoubleHit,
    ManCannons,
    RerollDie,
    broadside_dice,
)
from quarterdeck.games.seul_maitre.words import face_name, sailors_words
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class CombatRecoverFace(Face[MasterPosition, CombatRecover]):
    step = CombatRecover

    def prompt(self, p: MasterPosition, step: CombatRecover) -> Message:
        return Message("sm.prompt.combat_recover")

    @describes(RECOVER)
    def recover(self, p: MasterPosition, step: CombatRecover, code: int) -> Description:
        effect = Message("sm.effect.recover", count=p.sails[step.seat])
        return Description(Message("sm.choice.recover"), effect=effect, things=("sailor",))

    @describes(NONE)
    def none(self, p: MasterPosition, step: CombatRecover, code: int) -> Description:
        effect = Message("sm.effect.recover.none", count=p.sails[step.seat])
        return Description(Message("sm.choice.none.recover"), effect=effect, things=("sailor",))


class ManCannonsFace(Face[MasterPosition, ManCannons]):
    step = ManCannons

    def prompt(self, p: MasterPosition, step: ManCannons) -> Message:
        sailors = p.hold[step.seat]
        if step.side == DEFENDER:
            return Message("sm.prompt.man.defence", count=sailors)
        return Message("sm.prompt.man.attack", count=sailors)

    @describes(MAN)
    def man(self, p: MasterPosition, step: ManCannons, code: int) -> Description:
        count = MAN.value(code)
        said = Message("sm.choice.man.none")
        if count:
            crew = sailors_words(count * p.crew_size(step.seat))
            said = Message("sm.choice.man", count=count, sailors=crew)
        dice = broadside_dice(p, step.seat, count)
        return Description(said, effect=Message("sm.effect.man", count=dice), things=("cannons",))


class RerollDieFace(Face[MasterPosition, RerollDie]):
    step = RerollDie

    def prompt(self, p: MasterPosition, step: RerollDie) -> Message:
        return Message("sm.prompt.reroll_die")

    @describes(REROLL_DIE)
    def die(self, p: MasterPosition, step: RerollDie, code: int) -> Description:
        face = REROLL_DIE.value(code)
        return Description(
            Message("sm.choice.reroll_die", face=face_name(face)),
            effect=Message("sm.effect.reroll_die"),
            risk=risks.of_rerolling(p, step, face),
            things=(f"face-{FACES[face]}", f"branch-{BRANCHES[ENGINEER]}"),
        )

    @describes(NONE)
    def none(self, p: MasterPosition, step: RerollDie, code: int) -> Description:
        picked = step.picked >= 0
        return Description(
            Message("sm.choice.none.reroll_one" if picked else "sm.choice.none.reroll"),
            effect=Message("sm.effect.none.reroll_one" if picked else "sm.effect.none.reroll"),
            things=(f"branch-{BRANCHES[ENGINEER]}",),
        )


class DoubleHitFace(Face[MasterPosition, DoubleHit]):
    step = DoubleHit

    def prompt(self, p: MasterPosition, step: DoubleHit) -> Message:
        return Message("sm.prompt.double")

    @describes(DOUBLE)
    def die(self, p: MasterPosition, step: DoubleHit, code: int) -> Description:
        face = DOUBLE.value(code)
        return Description(
            Message("sm.choice.double", face=face_name(face)),
            effect=Message("sm.effect.double"),
            things=(f"face-{FACES[face]}", f"branch-{BRANCHES[CAPTAIN]}"),
        )

    @describes(NONE)
    def none(self, p: MasterPosition, step: DoubleHit, code: int) -> Description:
        effect = Message("sm.effect.none.double")
        things = (f"branch-{BRANCHES[CAPTAIN]}",)
        return Description(Message("sm.choice.none.double"), effect=effect, things=things)
