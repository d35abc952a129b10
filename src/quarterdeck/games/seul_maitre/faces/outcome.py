"""What the winner takes, and where the loser goes."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre.actions import LOOT, NONE, RANSOM, STAY, TURN_IN
from quarterdeck.games.seul_maitre.faces.places import CellFace, PortFace, ZoneFace, ask_where
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.outcome import (
    FleeCell,
    FleeZone,
    Loot,
    RansomBank,
    RansomPort,
    Retreat,
    ransom_due,
)
from quarterdeck.games.seul_maitre.words import doubloons, resource_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class LootFace(Face[MasterPosition, Loot]):
    step = Loot

    def prompt(self, p: MasterPosition, step: Loot) -> Message:
        return Message("sm.prompt.loot")

    @describes(LOOT)
    def loot(self, p: MasterPosition, step: Loot, code: int) -> Description:
        name = resource_name(LOOT.value(code))
        if step.winner < FIRST_PIRATE and p.room(step.winner):
            return Description(Message("sm.choice.loot", resource=name))
        return Description(Message("sm.choice.loot.sold", resource=name))

    @describes(NONE)
    def none(self, p: MasterPosition, step: Loot, code: int) -> Description:
        return Description(Message("sm.choice.none.loot"))


class RetreatFace(Face[MasterPosition, Retreat]):
    step = Retreat
    group = "combat"

    def prompt(self, p: MasterPosition, step: Retreat) -> Message:
        return ask_where(step.seat, step.vessel, "retreat")

    def expected(self, p: MasterPosition, step: Retreat) -> Sequence[int]:
        return [RANSOM.base] if step.vessel < FIRST_PIRATE else []

    @describes(STAY)
    def stay(self, p: MasterPosition, step: Retreat, code: int) -> Description:
        return Description(Message("sm.choice.stay.combat"))

    @describes(RANSOM)
    def ransom(self, p: MasterPosition, step: Retreat, code: int) -> Description:
        return Description(Message("sm.choice.ransom"), cost=ransom_due(p, step.seat))


class FleeCellFace(CellFace[FleeCell]):
    step = FleeCell
    group = "place"

    def prompt(self, p: MasterPosition, step: FleeCell) -> Message:
        return ask_where(step.seat, step.vessel, "flee")


class FleeZoneFace(ZoneFace[FleeZone]):
    step = FleeZone

    def prompt(self, p: MasterPosition, step: FleeZone) -> Message:
        return ask_where(step.seat, step.vessel, "flee")


class RansomPortFace(PortFace[RansomPort]):
    step = RansomPort

    def prompt(self, p: MasterPosition, step: RansomPort) -> Message:
        return Message("sm.prompt.ransom_port")


class RansomBankFace(Face[MasterPosition, RansomBank]):
    step = RansomBank

    def prompt(self, p: MasterPosition, step: RansomBank) -> Message:
        due = ransom_due(p, step.seat)
        return Message("sm.prompt.ransom_bank", count=due, money=p.money[step.seat])

    @describes(TURN_IN)
    def turn_in(self, p: MasterPosition, step: RansomBank, code: int) -> Description:
        count = TURN_IN.value(code)
        gain = count * p.table.box.bank_gain
        short = ransom_due(p, step.seat) > p.money[step.seat] + gain
        if not count:
            none = "sm.choice.turn_in.none_short" if short else "sm.choice.turn_in.none"
            return Description(Message(none))
        some = "sm.choice.turn_in.short" if short else "sm.choice.turn_in"
        return Description(Message(some, count=count, money=doubloons(gain)))
