"""Skerries: what people are told about each step."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from tests.toy import position as sk
from tests.toy.position import SkerriesPosition
from tests.toy.steps import Anchor, Course, Duel, Voyage, skerry_name

THINGS = {"dig": ("shells",), "trade": ("charm",), "stand": ("boat",), "yield": ("shells",)}


def describe_deed(seat: int, code: int) -> Description:
    """What a rower does where they are."""
    name = sk.SPACE.family_of(code).name
    said, effect = Message(f"sk.choice.{name}"), Message(f"sk.effect.{name}")
    return Description(said, (f"boat-{seat}",), effect=effect, things=THINGS.get(name, ()))


class CourseFace(Face[SkerriesPosition, Course]):
    step = Course

    def prompt(self, p: SkerriesPosition, step: Course) -> Message:
        return Message("sk.prompt.course")

    def expected(self, p: SkerriesPosition, step: Course) -> Sequence[int]:
        return [sk.ROW.at(sk.REEF)]

    @describes(sk.ROW)
    def row(self, p: SkerriesPosition, step: Course, code: int) -> Description:
        skerry = sk.ROW.value(code)
        said = Message("sk.choice.row", skerry=skerry_name(skerry))
        spot = f"skerry-{sk.SKERRIES[skerry]}"
        return Description(said, (spot,), things=(spot,))


class AnchorFace(Face[SkerriesPosition, Anchor]):
    step = Anchor

    def prompt(self, p: SkerriesPosition, step: Anchor) -> Message:
        return Message("sk.prompt.anchor")

    @describes(sk.ANCHOR)
    def anchor(self, p: SkerriesPosition, step: Anchor, code: int) -> Description:
        cost = sk.ANCHOR.value(code)
        spots = (f"boat-{step.seat}",)
        return Description(Message("sk.choice.anchor"), spots, cost, things=("rope", "boat"))


class VoyageFace(Face[SkerriesPosition, Voyage]):
    step = Voyage

    def prompt(self, p: SkerriesPosition, step: Voyage) -> Message:
        return Message("sk.prompt.voyage")

    def expected(self, p: SkerriesPosition, step: Voyage) -> Sequence[int]:
        rivals = [other for other in range(p.seats) if other != step.seat]
        return [sk.TRADE.base, *(sk.DUEL.at(other) for other in rivals)]

    @describes(sk.DIG, sk.REST, sk.TRADE)
    def here(self, p: SkerriesPosition, step: Voyage, code: int) -> Description:
        return describe_deed(step.seat, code)

    @describes(sk.DUEL)
    def duel(self, p: SkerriesPosition, step: Voyage, code: int) -> Description:
        other = sk.DUEL.value(code)
        said = Message("sk.choice.duel", seat=other)
        effect, risk = Message("sk.effect.duel"), Message("sk.risk.duel")
        return Description(said, (f"boat-{other}",), effect=effect, risk=risk, things=("boat",))


class DuelFace(Face[SkerriesPosition, Duel]):
    step = Duel

    def prompt(self, p: SkerriesPosition, step: Duel) -> Message:
        return Message("sk.prompt.duel", challenger=step.challenger)

    def expected(self, p: SkerriesPosition, step: Duel) -> Sequence[int]:
        return [sk.TRADE.base]

    @describes(sk.TRADE, sk.STAND, sk.YIELD)
    def answer(self, p: SkerriesPosition, step: Duel, code: int) -> Description:
        return describe_deed(step.seat, code)
