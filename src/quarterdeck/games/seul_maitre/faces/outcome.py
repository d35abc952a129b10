"""What the winner takes, and where the loser goes."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre import risks
from quarterdeck.games.seul_maitre.actions import FLEE, LOOT, NONE, RANSOM, STAY, TURN_IN
from quarterdeck.games.seul_maitre.faces.places import CellFace, PortFace, ZoneFace, ask_where
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE, RESOURCES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.outcome import (
    FleeCell,
    FleeZone,
    Loot,
    RansomBank,
    RansomPort,
    Retreat,
    prisoners,
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
        good = LOOT.value(code)
        name = resource_name(good)
        thing = f"resource-{RESOURCES[good]}"
        if step.winner < FIRST_PIRATE and p.room(step.winner):
            room = p.room(step.winner) - 1
            effect = Message("sm.effect.loot", count=room)
            return Description(
                Message("sm.choice.loot", resource=name), effect=effect, things=(thing, "hold")
            )
        money = doubloons(p.table.black_market[good])
        points = p.table.box.vp_black_market
        kind = "sold" if step.winner < FIRST_PIRATE else "pirate"
        return Description(
            Message("sm.choice.loot.sold", resource=name),
            effect=Message(f"sm.effect.loot.{kind}", money=money, points=points),
            things=(thing, "price-black"),
        )

    @describes(NONE)
    def none(self, p: MasterPosition, step: Loot, code: int) -> Description:
        effect = Message("sm.effect.none.loot")
        return Description(Message("sm.choice.none.loot"), effect=effect, things=("hold",))


class RetreatFace(Face[MasterPosition, Retreat]):
    step = Retreat
    group = "combat"

    def prompt(self, p: MasterPosition, step: Retreat) -> Message:
        return ask_where(step.seat, step.vessel, "retreat")

    def expected(self, p: MasterPosition, step: Retreat) -> Sequence[int]:
        return [RANSOM.base] if step.vessel < FIRST_PIRATE else []

    @describes(STAY)
    def stay(self, p: MasterPosition, step: Retreat, code: int) -> Description:
        effect = Message("sm.effect.stay.combat")
        return Description(Message("sm.choice.stay.combat"), effect=effect, things=("fought",))

    @describes(FLEE)
    def flee(self, p: MasterPosition, step: Retreat, code: int) -> Description:
        return Description(Message("sm.choice.flee"), things=("flight",))

    @describes(RANSOM)
    def ransom(self, p: MasterPosition, step: Retreat, code: int) -> Description:
        due = ransom_due(p, step.seat)
        return Description(Message("sm.choice.ransom"), cost=due, things=("ransom",))


class FleeCellFace(CellFace[FleeCell]):
    step = FleeCell
    effect = "sm.effect.cell.flee"
    things = ("flight", "zone")
    group = "place"

    def prompt(self, p: MasterPosition, step: FleeCell) -> Message:
        return ask_where(step.seat, step.vessel, "flee")


class FleeZoneFace(ZoneFace[FleeZone]):
    step = FleeZone
    effect = "sm.effect.zone.flee"

    def prompt(self, p: MasterPosition, step: FleeZone) -> Message:
        return ask_where(step.seat, step.vessel, "flee")


class RansomPortFace(PortFace[RansomPort]):
    step = RansomPort
    effect = "sm.effect.port.ransom"

    def prompt(self, p: MasterPosition, step: RansomPort) -> Message:
        return Message("sm.prompt.ransom_port")


class RansomBankFace(Face[MasterPosition, RansomBank]):
    step = RansomBank

    def prompt(self, p: MasterPosition, step: RansomBank) -> Message:
        due = ransom_due(p, step.seat)
        return Message("sm.prompt.ransom_bank", count=due, money=doubloons(p.money[step.seat]))

    @describes(TURN_IN)
    def turn_in(self, p: MasterPosition, step: RansomBank, code: int) -> Description:
        count = TURN_IN.value(code)
        gain = count * p.table.box.bank_gain
        lost = prisoners(p, step.seat, p.money[step.seat] + gain)
        left = p.tokens[step.seat] - count
        effect = Message("sm.effect.turn_in", count=left)
        said = Message("sm.choice.turn_in.none_short" if lost else "sm.choice.turn_in.none")
        if count:
            some = "sm.choice.turn_in.short" if lost else "sm.choice.turn_in"
            said = Message(some, count=count, money=doubloons(gain))
        risk = risks.of_prisoners(lost)
        return Description(said, effect=effect, risk=risk, things=("ransom", "tokens"))
