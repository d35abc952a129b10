"""What an ambush combat gives and costs."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.actions import LOSE, SPOILS
from quarterdeck.games.rolling_seas.names import GOLD, RESOURCES
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.risks import risk_of_gain
from quarterdeck.games.rolling_seas.steps.combat import AmbushLoss, AmbushSpoils
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class AmbushSpoilsFace(Face[RollingPosition, AmbushSpoils]):
    step = AmbushSpoils

    def prompt(self, p: RollingPosition, step: AmbushSpoils) -> Message:
        return Message("rs.prompt.spoils")

    @describes(SPOILS)
    def spoils(self, p: RollingPosition, step: AmbushSpoils, code: int) -> Description:
        box, resource = p.table.box, SPOILS.value(code)
        change = _change(resource, box.won_gold if resource == GOLD else box.won_provisions)
        food = 0 if resource == GOLD else box.won_provisions
        return Description(
            Message("rs.choice.spoils", gains=change),
            effect=Message("rs.effect.spoils"),
            risk=risk_of_gain(p, step.seat, (0, 0, food)),
            things=("ambush", RESOURCES[resource]),
        )


class AmbushLossFace(Face[RollingPosition, AmbushLoss]):
    step = AmbushLoss

    def prompt(self, p: RollingPosition, step: AmbushLoss) -> Message:
        return Message("rs.prompt.loss")

    @describes(LOSE)
    def lose(self, p: RollingPosition, step: AmbushLoss, code: int) -> Description:
        box, resource = p.table.box, LOSE.value(code)
        change = _change(resource, -(box.lost_gold if resource == GOLD else box.lost_provisions))
        return Description(
            Message("rs.choice.lose", gains=change),
            effect=Message("rs.effect.lose"),
            things=("ambush", RESOURCES[resource]),
        )


def _change(resource: int, count: int) -> Message:
    return Message("rs.change.gold" if resource == GOLD else "rs.change.provisions", count=count)
