"""Ways of paying, and costs in words."""

from __future__ import annotations

from quarterdeck.games.saltfjord.actions import PAY, PAY_PART
from quarterdeck.games.saltfjord.names import ABILITIES, BARTER, KINDS, SMOKEHOUSE
from quarterdeck.games.saltfjord.paying import asked, parting_kind
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.pay import Pay
from quarterdeck.games.saltfjord.words import (
    ability_name,
    changes,
    cost_words,
    good_name,
    goods_words,
    list_messages,
)
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


def price_words(p: SaltfjordPosition, seat: int, cost: int) -> Message:
    """A cost in goods, with a word where it takes an exchange to pay it.  SF-13.4"""
    wanted = [asked(cost, kind) for kind in range(KINDS)]
    said = cost_words(wanted)
    stored = all(p.held(seat, kind) >= wanted[kind] for kind in range(KINDS))
    if stored or not p.can_pay(seat, cost):
        return said
    return Message("sf.cost.exchange", goods=said)


class PayFace(Face[SaltfjordPosition, Pay]):
    step = Pay

    def prompt(self, p: SaltfjordPosition, step: Pay) -> Message:
        wanted = [asked(step.cost, kind) for kind in range(KINDS)]
        return Message("sf.prompt.pay", cost=cost_words(wanted))

    @describes(PAY)
    def pay(self, p: SaltfjordPosition, step: Pay, code: int) -> Description:
        """A way of paying: what it takes, what is left, and the abilities it uses up."""
        way = step.ways(p)[code - PAY.base]
        spent = changes([*p.store(step.seat), 0], [*way.goods, 0]) or Message("sf.nothing")
        effect = Message("sf.effect.pay")
        used = [
            ability for ability, uses in ((BARTER, way.bartered), (SMOKEHOUSE, way.smoked)) if uses
        ]
        left = goods_words(way.goods)
        if not used:
            return Description(Message("sf.choice.pay", spent=spent, left=left), effect=effect)
        names = list_messages([ability_name(ability) for ability in used])
        said = Message("sf.choice.pay.ability", spent=spent, left=left, ability=names)
        things = tuple(f"ability-{ABILITIES[ability]}" for ability in used)
        return Description(said, effect=effect, things=things)

    @describes(PAY_PART)
    def pay_part(self, p: SaltfjordPosition, step: Pay, code: int) -> Description:
        """Several ways of paying: what they leave of the kind that tells them from the others."""
        kind = parting_kind(step.ways(p))
        part = step.parts(p)[code - PAY_PART.base]
        most, least = part[0].goods[kind], part[-1].goods[kind]
        id = "sf.choice.pay_part" if most == least else "sf.choice.pay_part.up_to"
        said = Message(id, kept=good_name(kind, most), count=len(part))
        return Description(said, effect=Message("sf.effect.pay_part"))
