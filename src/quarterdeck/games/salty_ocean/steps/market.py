"""Market: selling and buying.  SO-9"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.salty_ocean.actions import SELL_FROM, TAKE
from quarterdeck.games.salty_ocean.components import MOST_BARRELS
from quarterdeck.games.salty_ocean.names import BUREAU, DEPOT, STORE_COUNT, store_at
from quarterdeck.games.salty_ocean.obstacles import for_sale
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.words import coins, good_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step, span


def sell(p: SaltyPosition, seat: int, good: int) -> None:
    """SO-9.1"""
    ask_next_source(p, seat, good, DEPOT, 0)


def ask_next_source(p: SaltyPosition, seat: int, good: int, store: int, sold: int) -> None:
    """Ask how many come from the next store that has any; then the sale takes place."""
    while store < STORE_COUNT:
        if for_sale(p, seat, store, good):
            p.push(SellFrom(seat, good, store, sold))
            return
        store += 1
    complete_sale(p, seat, good, sold)


class SellFrom(Step[SaltyPosition]):
    """How many barrels are sold from one store; at least one barrel in all.  SO-9.1"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "good", "store", "sold")

    def __init__(self, seat: int, good: int, store: int, sold: int) -> None:
        super().__init__(seat)
        self.good = good
        self.store = store
        self.sold = sold

    def options(self, position: SaltyPosition) -> list[int]:
        least = 0
        if self.sold == 0:
            least = 1
            for store in range(self.store + 1, STORE_COUNT):
                if for_sale(position, self.seat, store, self.good):
                    least = 0
        base = SELL_FROM.base + self.store * (MOST_BARRELS + 1)
        most = for_sale(position, self.seat, self.store, self.good)
        return span(base + least, base + most)

    def take(self, position: SaltyPosition, code: int) -> None:
        count = (code - SELL_FROM.base) % (MOST_BARRELS + 1)
        position.goods[store_at(self.seat, self.store) + self.good] -= count
        ask_next_source(position, self.seat, self.good, self.store + 1, self.sold + count)


def complete_sale(p: SaltyPosition, seat: int, good: int, count: int) -> None:
    """SO-9.2 to SO-9.7, SO-10.6 to SO-10.8"""
    bonus = p.space_value(seat, BUREAU)
    income = count * p.price(good)
    p.earn(seat, income + bonus)
    p.move_row(good, price_fall(p, count))
    if p.log is not None:
        p.say(
            Message(
                "so.event.sold.bonus" if bonus else "so.event.sold",
                seat=seat,
                count=count,
                good=good_name(good),
                income=coins(income),
                price=coins(p.price(good)),
                **({"bonus": coins(bonus)} if bonus else {}),
            )
        )


def price_fall(p: SaltyPosition, count: int) -> int:
    """Rows the price falls after a sale.  SO-9.3 to SO-9.5"""
    table = p.table
    if table.falls_per_sale:
        return table.rows_per_lot
    return table.rows_per_lot * ((count + table.lot - 1) // table.lot)


def buy(p: SaltyPosition, seat: int, good: int) -> None:
    """SO-9.8"""
    p.push(Buy(seat, good))


class Buy(Step[SaltyPosition]):
    """How many barrels are bought.  SO-9.8 to SO-9.10"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "good")

    def __init__(self, seat: int, good: int) -> None:
        super().__init__(seat)
        self.good = good

    def options(self, position: SaltyPosition) -> list[int]:
        p = position
        most = p.depot_room(self.seat)
        price = p.buying_price(self.good)
        if price:
            most = min(most, (p.coins[self.seat] - p.table.lowest) // price)
        return span(TAKE.base, TAKE.base + most - 1)

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        count = TAKE.value(code)
        price = count * p.buying_price(self.good)
        p.pay(self.seat, price)
        p.goods[store_at(self.seat, DEPOT) + self.good] += count
        if p.log is not None:
            p.say(
                Message(
                    "so.event.bought",
                    seat=self.seat,
                    count=count,
                    good=good_name(self.good),
                    price=coins(price),
                )
            )
