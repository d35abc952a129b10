"""Skerries: what people are told about each step."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from tests.toy import position as sk
from tests.toy.position import SkerriesPosition
from tests.toy.steps import Anchor, Course, Duel, Voyage, skerry_name


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
        return Description(said, (f"skerry-{sk.SKERRIES[skerry]}",))


class AnchorFace(Face[SkerriesPosition, Anchor]):
    step = Anchor

    def prompt(self, p: SkerriesPosition, step: Anchor) -> Message:
        return Message("sk.prompt.anchor")

    @describes(sk.ANCHOR)
    def anchor(self, p: SkerriesPosition, step: Anchor, code: int) -> Description:
        cost = sk.ANCHOR.value(code)
        return Description(Message("sk.choice.anchor"), (f"boat-{step.seat}",), cost)


class VoyageFace(Face[SkerriesPosition, Voyage]):
    step = Voyage

    def prompt(self, p: SkerriesPosition, step: Voyage) -> Message:
        return Message("sk.prompt.voyage")

    def expected(self, p: SkerriesPosition, step: Voyage) -> Sequence[int]:
        rivals = [other for other in range(p.seats) if other != step.seat]
        return [sk.TRADE.base, *(sk.DUEL.at(other) for other in rivals)]

    @describes(sk.DIG, sk.REST, sk.TRADE)
    def here(self, p: SkerriesPosition, step: Voyage, code: int) -> Description:
        name = sk.SPACE.family_of(code).name
        return Description(Message(f"sk.choice.{name}"), (f"boat-{step.seat}",))

    @describes(sk.DUEL)
    def duel(self, p: SkerriesPosition, step: Voyage, code: int) -> Description:
        other = sk.DUEL.value(code)
        return Description(Message("sk.choice.duel", seat=other), (f"boat-{other}",))


class DuelFace(Face[SkerriesPosition, Duel]):
    step = Duel

    def prompt(self, p: SkerriesPosition, step: Duel) -> Message:
        return Message("sk.prompt.duel", challenger=step.challenger)

    def expected(self, p: SkerriesPosition, step: Duel) -> Sequence[int]:
        return [sk.TRADE.base]

    @describes(sk.TRADE, sk.STAND, sk.YIELD)
    def answer(self, p: SkerriesPosition, step: Duel, code: int) -> Description:
        name = sk.SPACE.family_of(code).name
        return Description(Message(f"sk.choice.{name}"), (f"boat-{step.seat}",))
