"""Which order is completed, and at which quay its crate lies."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from quarterdeck.games.saltfjord.actions import ORDER_FROM, QUAY
from quarterdeck.games.saltfjord.faces.pay import price_words
from quarterdeck.games.saltfjord.names import NO_CRATE, QUAYS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.orders import QuayChoice, chooses_quay
from quarterdeck.games.saltfjord.words import points_words, quay_gains, quay_name, quay_words
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])


class OrderFace(Face[SaltfjordPosition, S], Generic[S]):
    """A step that offers orders."""

    @describes(ORDER_FROM)
    def order(self, p: SaltfjordPosition, step: S, code: int) -> Description:
        stack = code - ORDER_FROM.base
        crate = p.market[stack]
        spots = (f"crate-{stack + 1}",)
        things = (f"crates-{QUAYS[stack]}", f"quay-{QUAYS[stack]}")
        if crate == NO_CRATE:
            said = Message("sf.choice.order.none", number=stack + 1)
            return Description(said, spots, things=(things[0],))
        points = points_words(p.table.box.crate_points[crate])
        effect = Message("sf.effect.order.any", points=points)
        if not chooses_quay(p, step.seat):
            paid = quay_gains(p.table.box, stack)
            effect = Message("sf.effect.order", points=points, quay=quay_name(stack), gains=paid)
        said = Message(
            "sf.choice.order",
            cost=price_words(p, step.seat, p.table.crate_cost[crate]),
            count=p.table.box.crate_points[crate],
            quay=quay_name(stack),
        )
        return Description(said, spots, effect=effect, things=things)


class QuayChoiceFace(Face[SaltfjordPosition, QuayChoice]):
    step = QuayChoice

    def prompt(self, p: SaltfjordPosition, step: QuayChoice) -> Message:
        return Message("sf.prompt.quay")

    @describes(QUAY)
    def quay(self, p: SaltfjordPosition, step: QuayChoice, code: int) -> Description:
        quay = QUAY.value(code)
        said = Message("sf.choice.quay", quay=quay_words(p.table.box, quay))
        spot = f"quay-{QUAYS[quay]}"
        return Description(said, (spot,), things=(spot,))
