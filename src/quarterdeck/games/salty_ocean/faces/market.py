"""How much is sold, and how much is bought."""

from __future__ import annotations

from quarterdeck.games.salty_ocean import risks
from quarterdeck.games.salty_ocean.actions import SELL_FROM, TAKE
from quarterdeck.games.salty_ocean.names import DEPOT, GOODS, STORE_COUNT, STORES
from quarterdeck.games.salty_ocean.obstacles import for_sale
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.market import Buy, SellFrom, price_fall
from quarterdeck.games.salty_ocean.words import coins, good_name, store_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class SellFromFace(Face[SaltyPosition, SellFrom]):
    step = SellFrom

    def prompt(self, p: SaltyPosition, step: SellFrom) -> Message:
        good, store = good_name(step.good), store_name(step.store)
        price = coins(p.price(step.good))
        asked = Message("so.prompt.sell", good=good, store=store, price=price)
        more = _has_more_to_sell(p, step)
        return Message("so.prompt.sell.more", question=asked) if more else asked

    @describes(SELL_FROM)
    def sell(self, p: SaltyPosition, step: SellFrom, code: int) -> Description:
        store, count = SELL_FROM.values(code)
        said = Message("so.choice.from", store=store_name(store), count=count)
        return Description(
            said,
            (f"store-{step.seat}-{STORES[store]}",),
            effect=_effect_of_sale(p, step, count),
            things=(f"price-{GOODS[step.good]}", "depot" if store == DEPOT else "hold"),
        )


def _effect_of_sale(p: SaltyPosition, step: SellFrom, count: int) -> Message:
    """What these barrels bring; with the last of them, what that does to the price."""
    if count == 0:
        return Message("so.effect.from.none")
    income = coins(count * p.price(step.good))
    if _has_more_to_sell(p, step):
        return Message("so.effect.from", income=income)
    price = coins(p.price_below(step.good, price_fall(p, step.sold + count)))
    return Message("so.effect.from.last", income=income, price=price)


def _has_more_to_sell(p: SaltyPosition, step: SellFrom) -> bool:
    """Whether another store is asked for after this one."""
    stores = range(step.store + 1, STORE_COUNT)
    return any(for_sale(p, step.seat, store, step.good) for store in stores)


class BuyFace(Face[SaltyPosition, Buy]):
    step = Buy

    def prompt(self, p: SaltyPosition, step: Buy) -> Message:
        price = coins(p.buying_price(step.good))
        return Message("so.prompt.buy", good=good_name(step.good), price=price)

    @describes(TAKE)
    def take(self, p: SaltyPosition, step: Buy, code: int) -> Description:
        count = TAKE.value(code)
        price = count * p.buying_price(step.good)
        return Description(
            Message("so.choice.take", good=good_name(step.good), count=count),
            (f"price-{GOODS[step.good]}",),
            cost=price,
            risk=risks.of_debt(p, step.seat, price),
            effect=Message("so.effect.take", count=p.depot_room(step.seat) - count),
            things=("depot", f"price-{GOODS[step.good]}"),
        )
