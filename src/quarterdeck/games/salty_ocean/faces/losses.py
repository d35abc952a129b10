"""Which barrels are lost."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.actions import LOSE
from quarterdeck.games.salty_ocean.names import DEPOT, GOODS, STORES
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.losses import Loss
from quarterdeck.games.salty_ocean.words import good_name, store_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class LossFace(Face[SaltyPosition, Loss]):
    step = Loss

    def prompt(self, p: SaltyPosition, step: Loss) -> Message:
        store, good = store_name(step.store), good_name(step.good)
        return Message("so.prompt.loss", store=store, count=step.excess, good=good)

    @describes(LOSE)
    def lose(self, p: SaltyPosition, step: Loss, code: int) -> Description:
        good, count = LOSE.values(code)
        said = Message("so.choice.lose", good=good_name(good), count=count)
        rest = step.excess - count
        return Description(
            said,
            (f"store-{step.seat}-{STORES[step.store]}",),
            effect=Message("so.effect.lose", count=rest) if rest else Message("so.effect.lose.all"),
            things=(f"good-{GOODS[good]}", "depot" if step.store == DEPOT else "hold"),
        )
