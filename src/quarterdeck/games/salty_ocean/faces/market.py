"""How much is sold, and how much is bought."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.actions import SELL_FROM, TAKE
from quarterdeck.games.salty_ocean.names import DEPOT, GOODS, STORES
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.market import Buy, SellFrom
from quarterdeck.games.salty_ocean.words import coins, good_name, store_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class SellFromFace(Face[SaltyPosition, SellFrom]):
    step = SellFrom

    def prompt(self, p: SaltyPosition, step: SellFrom) -> Message:
        good, store = good_name(step.good), store_name(step.store)
        return Message("so.prompt.sell", good=good, store=store, price=coins(p.price(step.good)))

    @describes(SELL_FROM)
    def sell(self, p: SaltyPosition, step: SellFrom, code: int) -> Description:
        store, count = SELL_FROM.values(code)
        said = Message("so.choice.from", store=store_name(store), count=count)
        income = coins(count * p.price(step.good))
        sold = Message("so.effect.from", income=income)
        return Description(
            said,
            (f"store-{step.seat}-{STORES[store]}",),
            effect=sold if count else Message("so.effect.from.none"),
            things=(f"price-{GOODS[step.good]}", "depot" if store == DEPOT else "hold"),
        )


class BuyFace(Face[SaltyPosition, Buy]):
    step = Buy

    def prompt(self, p: SaltyPosition, step: Buy) -> Message:
        price = coins(p.buying_price(step.good))
        return Message("so.prompt.buy", good=good_name(step.good), price=price)

    @describes(TAKE)
    def take(self, p: SaltyPosition, step: Buy, code: int) -> Description:
        count = TAKE.value(code)
        said = Message("so.choice.take", good=good_name(step.good), count=count)
        spots = (f"price-{GOODS[step.good]}",)
        return Description(
            said,
            spots,
            cost=count * p.buying_price(step.good),
            effect=Message("so.effect.take", count=p.depot_room(step.seat) - count),
            things=("depot", f"price-{GOODS[step.good]}"),
        )
