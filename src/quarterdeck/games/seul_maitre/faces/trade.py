"""What is landed, sold and bought in a port."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from quarterdeck.games.seul_maitre.actions import BUY, LAND, NONE, SELL, STOP
from quarterdeck.games.seul_maitre.names import RESOURCE_COUNT, RESOURCES, cargo_at
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.trade import (
    BuyCubes,
    Land,
    SellExtra,
    Selling,
    column_full,
    land_tokens,
    sale_price,
)
from quarterdeck.games.seul_maitre.words import resource_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

S = TypeVar("S", bound=Step[Any])


class LandFace(Face[MasterPosition, Land]):
    step = Land

    def prompt(self, p: MasterPosition, step: Land) -> Message:
        return Message("sm.prompt.land")

    @describes(LAND)
    def land(self, p: MasterPosition, step: Land, code: int) -> Description:
        landed = p.clone()
        landed.log = None
        land_tokens(landed, step.seat)
        points = landed.vp[step.seat] - p.vp[step.seat]
        return Description(Message("sm.choice.land", count=p.aboard[step.seat], points=points))


class SaleFace(Face[MasterPosition, S], Generic[S]):
    """A cube to sell: whoever has it might look for it."""

    group = "market"

    def expected(self, p: MasterPosition, step: S) -> Sequence[int]:
        first = cargo_at(step.seat, 0)
        return [SELL.at(good) for good in range(RESOURCE_COUNT) if p.cargo[first + good]]


class SellingFace(SaleFace[Selling]):
    step = Selling

    def prompt(self, p: MasterPosition, step: Selling) -> Message:
        return Message("sm.prompt.sell")

    @describes(SELL)
    def sell(self, p: MasterPosition, step: Selling, code: int) -> Description:
        good = SELL.value(code)
        if column_full(p, good):
            return describe_black_market(p, good)
        points = p.table.slots[good][p.filled[good]]
        return _describe_sale(good, sale_price(p, step.seat, good), points)

    @describes(STOP)
    def stop(self, p: MasterPosition, step: Selling, code: int) -> Description:
        return Description(Message("sm.choice.stop.selling"))


class SellExtraFace(SaleFace[SellExtra]):
    step = SellExtra

    def prompt(self, p: MasterPosition, step: SellExtra) -> Message:
        return Message("sm.prompt.sell_extra")

    @describes(SELL)
    def sell(self, p: MasterPosition, step: SellExtra, code: int) -> Description:
        good = SELL.value(code)
        return _describe_sale(good, sale_price(p, step.seat, good), p.table.box.vp_extra)

    @describes(NONE)
    def none(self, p: MasterPosition, step: SellExtra, code: int) -> Description:
        return Description(Message("sm.choice.none.extra"))


def _describe_sale(good: int, money: int, points: int) -> Description:
    said = Message("sm.choice.sell", resource=resource_name(good), count=money, points=points)
    return Description(said, (f"resource-{RESOURCES[good]}",))


def describe_black_market(p: MasterPosition, good: int) -> Description:
    """A cube the market has no slot for."""
    money = p.table.black_market[good]
    points = p.table.box.vp_black_market
    said = Message("sm.choice.sell.black", resource=resource_name(good), count=money, points=points)
    return Description(said, (f"resource-{RESOURCES[good]}",))


class BuyCubesFace(Face[MasterPosition, BuyCubes]):
    step = BuyCubes

    def prompt(self, p: MasterPosition, step: BuyCubes) -> Message:
        resource = resource_name(step.good)
        price = p.table.purchase[step.good]
        return Message("sm.prompt.buy", resource=resource, count=price, money=p.money[step.seat])

    @describes(BUY)
    def buy(self, p: MasterPosition, step: BuyCubes, code: int) -> Description:
        count = BUY.value(code)
        name = resource_name(step.good)
        spots = (f"resource-{RESOURCES[step.good]}",)
        if not count:
            return Description(Message("sm.choice.buy.none", resource=name), spots)
        said = Message("sm.choice.buy", count=count, resource=name)
        return Description(said, spots, count * p.table.purchase[step.good])
