"""The Market: landing discoveries, selling, buying.  SM-18"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.seul_maitre.actions import BUY, KEEP_ABOARD, LAND, NONE, SELL, STOP
from quarterdeck.games.seul_maitre.chart import CELL_OF, LAIR, PORT
from quarterdeck.games.seul_maitre.names import (
    CORSAIR,
    DISCOVERY_VP,
    FAMILY_COUNT,
    FAMILY_VP,
    KNOWN,
    MARKET_VP,
    NEW,
    RARE,
    RESOURCE_COUNT,
    SCIENTIST,
    SCIENTIST_VP,
    TOKEN_KINDS,
    TOP_LEVEL,
    TRADER,
    TRADER_VP,
    branch_at,
    cargo_at,
    rarity_of,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.obstacles import (
    COLUMN_NOT_FULL,
    NOT_ON_BOARD,
    OUT_OF_ORDER,
    SAME_TYPE_ONLY,
    SOLD_HERE,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.outcome import sell_on_black_market
from quarterdeck.games.seul_maitre.words import resource_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, Phase, Step, span

NOTHING_SOLD: Final = -1


def port_of(p: MasterPosition, seat: int) -> int:
    """The port this ship lies in, or -1.  SM-7.8"""
    place = p.place[seat]
    return p.chart.port_at[CELL_OF[place]] if PORT <= place < LAIR else -1


def go_to_market(p: MasterPosition, seat: int) -> None:
    """Land, sell, buy, in this order.  SM-18.1"""
    for good in reversed(p.table.goods_of[port_of(p, seat)]):
        p.push(BuyCubes(seat, good))
    p.push(Selling(seat, 0, NOTHING_SOLD))
    if p.aboard[seat]:
        p.push(Land(seat))


def market_helps(p: MasterPosition, seat: int) -> bool:
    """Whether something can be landed, sold or bought in this port.  SM-7.7"""
    if p.aboard[seat]:
        return True
    port = port_of(p, seat)
    for good in range(RESOURCE_COUNT):
        if sale_obstacle(p, seat, good, port) is None:
            return True
    if p.room(seat):
        for good in p.table.goods_of[port]:
            if p.table.purchase[good] <= p.money[seat]:
                return True
    return False


# Landing


class Land(Step[MasterPosition]):
    """All discoveries on board, or none.  SM-18.2"""

    def options(self, position: MasterPosition) -> list[int]:
        return [LAND.base, KEEP_ABOARD.base]

    def take(self, position: MasterPosition, code: int) -> None:
        if code == LAND.base:
            land_tokens(position, self.seat)


def land_tokens(p: MasterPosition, seat: int) -> None:
    """SM-18.2 to SM-18.4"""
    box = p.table.box
    first = token_at(seat, 0)
    before = family_bonus(p, seat)
    gained = p.vp[seat]
    points = 0
    for token in range(TOKEN_KINDS):
        count = p.carried[first + token]
        points += count * box.token_vp[rarity_of(token)]
        p.landed[first + token] += count
        p.carried[first + token] = 0
    p.score(seat, DISCOVERY_VP, points)
    p.score(seat, FAMILY_VP, family_bonus(p, seat) - before)
    if p.leads(seat, SCIENTIST):
        p.score(seat, SCIENTIST_VP, p.aboard[seat] * box.leader_landing)
    if p.log is not None:
        gained = p.vp[seat] - gained
        p.say(Message("sm.log.lands", seat=seat, count=p.aboard[seat], points=gained))
    p.aboard[seat] = 0
    p.reveal()


def family_bonus(p: MasterPosition, seat: int) -> int:
    """All bonuses of the tokens landed so far.  SM-18.4, SM-18.5"""
    bonus = p.table.box.family_bonus
    first = token_at(seat, 0)
    total = 0
    for family in range(FAMILY_COUNT):
        known = p.landed[first + token_kind(KNOWN, family)]
        rare = p.landed[first + token_kind(RARE, family)]
        new = p.landed[first + token_kind(NEW, family)]
        if rare and known + new:
            total += bonus[RARE]
        if new and known + rare:
            total += bonus[NEW]
    return total


# Selling


def sale_obstacle(p: MasterPosition, seat: int, good: int, port: int) -> Obstacle | None:
    """Why a cube of a type cannot be sold in a port at all.  SM-18.8"""
    if not p.cargo[cargo_at(seat, good)]:
        return NOT_ON_BOARD
    return SOLD_HERE if p.table.port[good] == port else None


def next_sale_obstacle(p: MasterPosition, seat: int, good: int, last: int) -> Obstacle | None:
    """The same within an action in which `last` was sold before.  SM-18.6, SM-18.7"""
    found = sale_obstacle(p, seat, good, port_of(p, seat))
    if found is not None or last == NOTHING_SOLD:
        return found
    pairs = p.level[branch_at(seat, TRADER)] >= 2
    if p.kind[seat] == CORSAIR:
        return None if good == last else SAME_TYPE_ONLY
    if good < last or (good == last and not pairs):
        return OUT_OF_ORDER
    return None


def sales_allowed(p: MasterPosition, seat: int) -> int:
    """Cubes per Market action: a Trader of level 2 gives a Corsair a second.  SM-18.6, SM-18.7"""
    allowed = p.table.cubes_sold[p.kind[seat]]
    if p.level[branch_at(seat, TRADER)] >= 2:
        allowed = max(allowed, 2)
    return allowed


class Selling(Step[MasterPosition]):
    """The next cube to sell, in the order of types, or no more.  SM-18.6 to SM-18.10"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "count", "last")

    def __init__(self, seat: int, count: int, last: int) -> None:
        super().__init__(seat)
        self.count = count
        self.last = last

    def options(self, position: MasterPosition) -> list[int]:
        codes = [STOP.base]
        for good in range(RESOURCE_COUNT):
            if next_sale_obstacle(position, self.seat, good, self.last) is None:
                codes.append(SELL.at(good))
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        if code == STOP.base:
            p.push(ExtraSale(self.seat))
            return
        good = SELL.value(code)
        sell(p, self.seat, good)
        if self.count + 1 < sales_allowed(p, self.seat):
            p.push(Selling(self.seat, self.count + 1, good))
        else:
            p.push(ExtraSale(self.seat))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not SELL.has(code):
            return NOT_OFFERED
        return explain(next_sale_obstacle(position, self.seat, SELL.value(code), self.last))


def sale_price(p: MasterPosition, seat: int, good: int) -> int:
    """The fixed price with the Trader's and his leader card's money.  SM-18.9"""
    box = p.table.box
    price = p.table.sale[good]
    if p.level[branch_at(seat, TRADER)] >= 1:
        price += box.trader_money
    if p.leads(seat, TRADER):
        price += box.leader_sale
    return price


def column_full(p: MasterPosition, good: int) -> bool:
    return p.filled[good] >= len(p.table.slots[good])


def sell(p: MasterPosition, seat: int, good: int) -> None:
    """Into the lowest free slot, else on the black market.  SM-18.9 to SM-18.11, SM-18.14"""
    p.cargo[cargo_at(seat, good)] -= 1
    p.sold[cargo_at(seat, good)] += 1
    if column_full(p, good):
        sell_on_black_market(p, seat, good)
        return
    points = p.table.slots[good][p.filled[good]]
    p.filled[good] += 1
    p.score(seat, MARKET_VP, points)
    money = sale_price(p, seat, good)
    p.money[seat] += money
    if p.log is not None:
        name = resource_name(good)
        p.say(Message("sm.log.sells", seat=seat, resource=name, points=points, count=money))


def extra_obstacle(p: MasterPosition, seat: int, good: int) -> Obstacle | None:
    """SM-18.12"""
    found = sale_obstacle(p, seat, good, port_of(p, seat))
    if found is None and not column_full(p, good):
        return COLUMN_NOT_FULL
    return found


class ExtraSale(Phase[MasterPosition]):
    """A Trader of level 3 has an extra sale once per round.  SM-18.12"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def run(self, position: MasterPosition) -> None:
        p = position
        trained = p.level[branch_at(self.owner, TRADER)] >= TOP_LEVEL
        if trained and not p.extra_sold >> self.owner & 1:
            p.push(SellExtra(self.owner))


class SellExtra(Step[MasterPosition]):
    """One cube of a full column.  SM-18.12"""

    def options(self, position: MasterPosition) -> list[int]:
        codes = [
            SELL.at(good)
            for good in range(RESOURCE_COUNT)
            if extra_obstacle(position, self.seat, good) is None
        ]
        codes.append(NONE.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        if code == NONE.base:
            return
        p = position
        good = SELL.value(code)
        p.extra_sold |= 1 << self.seat
        p.cargo[cargo_at(self.seat, good)] -= 1
        p.sold[cargo_at(self.seat, good)] += 1
        points = p.table.box.vp_extra
        money = sale_price(p, self.seat, good)
        p.score(self.seat, TRADER_VP, points)
        p.money[self.seat] += money
        if p.log is not None:
            name = resource_name(good)
            p.say(
                Message(
                    "sm.log.sells_extra",
                    seat=self.seat,
                    resource=name,
                    points=points,
                    count=money,
                )
            )

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not SELL.has(code):
            return NOT_OFFERED
        return explain(extra_obstacle(position, self.seat, SELL.value(code)))


# Buying


class BuyCubes(Step[MasterPosition]):
    """How many cubes of the port's good to buy.  SM-18.13"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "good")

    def __init__(self, seat: int, good: int) -> None:
        super().__init__(seat)
        self.good = good

    def options(self, position: MasterPosition) -> list[int]:
        p = position
        affordable = p.money[self.seat] // p.table.purchase[self.good]
        return span(BUY.base, BUY.base + min(affordable, p.room(self.seat)))

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        count = BUY.value(code)
        p.money[self.seat] -= count * p.table.purchase[self.good]
        p.cargo[cargo_at(self.seat, self.good)] += count
        if count and p.log is not None:
            resource = resource_name(self.good)
            p.say(Message("sm.log.buys", seat=self.seat, count=count, resource=resource))
