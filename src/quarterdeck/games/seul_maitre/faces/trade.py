"""What is landed, sold and bought in a port."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from quarterdeck.games.seul_maitre import risks
from quarterdeck.games.seul_maitre.actions import BUY, KEEP_ABOARD, LAND, NONE, SELL, STOP
from quarterdeck.games.seul_maitre.names import (
    BRANCHES,
    CORSAIR,
    RESOURCE_COUNT,
    RESOURCES,
    TRADER,
    cargo_at,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.trade import (
    BuyCubes,
    Land,
    SellExtra,
    Selling,
    column_full,
    land_tokens,
    sale_price,
    sales_allowed,
)
from quarterdeck.games.seul_maitre.words import doubloons, resource_name
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
        count = p.aboard[step.seat]
        said = Message("sm.choice.land", count=count, points=points)
        effect = Message("sm.effect.land", count=count)
        return Description(said, effect=effect, things=("landed", "family"))

    @describes(KEEP_ABOARD)
    def keep(self, p: MasterPosition, step: Land, code: int) -> Description:
        effect = Message("sm.effect.keep_aboard")
        return Description(Message("sm.choice.keep_aboard"), effect=effect, things=("hold",))


class SaleFace(Face[MasterPosition, S], Generic[S]):
    """A cube to sell: whoever has it might look for it."""

    group = "market"

    def expected(self, p: MasterPosition, step: S) -> Sequence[int]:
        first = cargo_at(step.seat, 0)
        return [SELL.at(good) for good in range(RESOURCE_COUNT) if p.cargo[first + good]]


class SellingFace(SaleFace[Selling]):
    step = Selling

    def prompt(self, p: MasterPosition, step: Selling) -> Message:
        several = step.count + 1 < sales_allowed(p, step.seat) and p.kind[step.seat] != CORSAIR
        return Message("sm.prompt.sell.order" if several else "sm.prompt.sell")

    @describes(SELL)
    def sell(self, p: MasterPosition, step: Selling, code: int) -> Description:
        good = SELL.value(code)
        return replace(self._sale(p, step, good), risk=risks.of_selling(p, step, good))

    def _sale(self, p: MasterPosition, step: Selling, good: int) -> Description:
        if column_full(p, good):
            return describe_black_market(p, good)
        left = p.table.slots[good][p.filled[good] :]
        effect = Message("sm.effect.sell.last")
        if len(left) > 1:
            effect = Message("sm.effect.sell", resource=resource_name(good), points=left[1])
        return _describe_sale(good, sale_price(p, step.seat, good), left[0], effect)

    @describes(STOP)
    def stop(self, p: MasterPosition, step: Selling, code: int) -> Description:
        effect = Message("sm.effect.stop.selling")
        return Description(Message("sm.choice.stop.selling"), effect=effect, things=("price-buy",))


class SellExtraFace(SaleFace[SellExtra]):
    step = SellExtra

    def prompt(self, p: MasterPosition, step: SellExtra) -> Message:
        return Message("sm.prompt.sell_extra")

    @describes(SELL)
    def sell(self, p: MasterPosition, step: SellExtra, code: int) -> Description:
        good = SELL.value(code)
        money = sale_price(p, step.seat, good)
        effect = Message("sm.effect.sell.extra")
        return _describe_sale(good, money, p.table.box.vp_extra, effect)

    @describes(NONE)
    def none(self, p: MasterPosition, step: SellExtra, code: int) -> Description:
        effect = Message("sm.effect.none.extra")
        things = (f"branch-{BRANCHES[TRADER]}",)
        return Description(Message("sm.choice.none.extra"), effect=effect, things=things)


def _describe_sale(good: int, money: int, points: int, effect: Message) -> Description:
    said = Message("sm.choice.sell", resource=resource_name(good), count=money, points=points)
    spot = f"resource-{RESOURCES[good]}"
    return Description(said, (spot,), effect=effect, things=(spot, "slots"))


def describe_black_market(p: MasterPosition, good: int) -> Description:
    """A cube the market has no slot for."""
    money = p.table.black_market[good]
    points = p.table.box.vp_black_market
    said = Message("sm.choice.sell.black", resource=resource_name(good), count=money, points=points)
    spot = f"resource-{RESOURCES[good]}"
    effect = Message("sm.effect.sell.black")
    return Description(said, (spot,), effect=effect, things=(spot, "price-black"))


class BuyCubesFace(Face[MasterPosition, BuyCubes]):
    step = BuyCubes

    def prompt(self, p: MasterPosition, step: BuyCubes) -> Message:
        resource = resource_name(step.good)
        price = p.table.purchase[step.good]
        money = doubloons(p.money[step.seat])
        return Message("sm.prompt.buy", resource=resource, count=price, money=money)

    @describes(BUY)
    def buy(self, p: MasterPosition, step: BuyCubes, code: int) -> Description:
        count = BUY.value(code)
        name = resource_name(step.good)
        spots = (f"resource-{RESOURCES[step.good]}",)
        if not count:
            said = Message("sm.choice.buy.none", resource=name)
            effect = Message("sm.effect.buy.none")
            return Description(said, spots, effect=effect, things=spots)
        said = Message("sm.choice.buy", count=count, resource=name)
        price = count * p.table.purchase[step.good]
        sails = Message("sm.movement_points", count=p.capacity(step.seat, count))
        effect = Message("sm.effect.buy", count=p.room(step.seat) - count, points=sails)
        return Description(
            said,
            spots,
            price,
            effect=effect,
            risk=risks.of_buying(p, step.seat, count),
            things=(*spots, "hold", "charge"),
        )
