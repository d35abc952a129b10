"""What a position promises a captain: points so far, money, cargo, and what the ship is good for.

Everything is counted in victory points. What only pays later shrinks with the rounds left; after
the last turn the worth of a position is its score.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.chart import PORT
from quarterdeck.games.seul_maitre.names import (
    BRANCH_COUNT,
    NAVIGATOR,
    PORTS,
    RARITY_COUNT,
    RESOURCE_COUNT,
    TOKEN_KINDS,
    TOP_LEVEL,
    TRADER,
    branch_at,
    cargo_at,
    family_of,
    rarity_of,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.roads import Roads, roads_ahead
from quarterdeck.games.seul_maitre.steps.trade import sale_price

# What an action token brings on average
TOKEN: Final = 1.2
# Money that can still be put into goods is worth more than at the end
WORKING_MONEY: Final = 12
WORKING_VALUE: Final = 0.1
SPARE_VALUE: Final = 0.03
# Tokens a voyage takes: to begin with, and per full set of sails
UNDER_WAY: Final = 0.4
PER_LEG: Final = 1.7
# Cargo is not sold yet: others, storms and pirates are about
CERTAINTY: Final = 0.9
AT_RISK: Final = 0.08
# Goods this port does not take have to go on
ELSEWHERE: Final = 0.45
# How far the goods of a port count that are still to be bought
FIRST_CARGO: Final = 0.6
NEXT_CARGO: Final = 0.3
# Tokens to buy, to sail on and to sell
TURNOVER: Final = 5
# Discoveries on board while there is time to land them
LANDED: Final = 0.85
# A ship with nowhere to go in time
LOST: Final = -4.0
# A movement point more for each round to come; few go further than GOOD_RANGE
POINT: Final = 0.35
HALF_A_POINT: Final = 0.08
GOOD_RANGE: Final = 6
FURTHER: Final = 0.15
# A sailor who helps to keep boarders off
BOARDER: Final = 0.15
LEAK: Final = 0.3
BROKEN_CANNON: Final = 0.3
EXTENSION: Final = 0.08
CANNON: Final = 0.08
# Per round to come, by branch and level, in the order of BRANCHES
LEVELS: Final[list[list[float]]] = [
    [0.0, 0.4, 0.85, 1.0],
    [0.0, 0.15, 0.2, 0.3],
    [0.0, 0.05, 0.1, 0.15],
    [0.0, 0.2, 0.4, 0.6],
    [0.0, 0.55, 1.0, 1.3],
]
EXTRA_SALE: Final = 2.0
UNTRAINED: Final = 0.3


def has_top_navigator(p: MasterPosition, seat: int) -> bool:
    return p.level[branch_at(seat, NAVIGATOR)] >= TOP_LEVEL


def roads_to_expect(p: MasterPosition, with_navigator: bool) -> Roads:
    """The roads in the wind to expect, with a Navigator of the top level or without."""
    table = p.table
    by_wind = table.navigator_cost_ahead if with_navigator else table.cost_ahead
    return roads_ahead(p.chart, table, by_wind[p.wind])


def cube_worth(p: MasterPosition, seat: int, good: int, ahead: int) -> float:
    """What a cube brings after `ahead` others of its kind."""
    table = p.table
    per_vp = table.box.money_per_vp
    slots = table.slots[good]
    slot = p.filled[good] + ahead
    if slot < len(slots):
        return slots[slot] + sale_price(p, seat, good) / per_vp
    return table.box.vp_black_market + table.black_market[good] / per_vp


def discoveries_worth(p: MasterPosition, seat: int, open_only: bool) -> float:
    """What the tokens on board bring when they are landed."""
    box = p.table.box
    first = token_at(seat, 0)
    found = 0.0
    for token in range(TOKEN_KINDS):
        count = p.carried[first + token]
        if not count:
            continue
        rarity = rarity_of(token)
        found += count * box.token_vp[rarity]
        if open_only:
            continue
        family = family_of(token)
        bonus = box.family_bonus[rarity]
        is_known = False
        for other in range(RARITY_COUNT):
            if other != rarity and p.landed[first + token_kind(other, family)]:
                is_known = True
                bonus = max(bonus, box.family_bonus[other])
        if is_known:
            found += bonus
    return found


class Worth:
    """Judges positions of one search, for one seat. The map and the wind stay as they are.

    `open_only`: as others may judge them, who do not know the families of the tokens on board.
    """

    def __init__(self, p: MasterPosition, seat: int, open_only: bool = False) -> None:
        self.seat = seat
        self.open_only = open_only
        self.table = p.table
        self._sides = p.table.change_sides
        roads = roads_to_expect(p, has_top_navigator(p, seat))
        self._ports = [PORT + cell for cell in p.chart.port_cell]
        self._far = [roads.to(port) for port in self._ports]
        self.rounds = p.table.rounds - p.round

    def total(self, p: MasterPosition) -> float:
        """The points this position lets hope for; a token not used is a Bank action."""
        return self.total_given(p, self.hopes(p) if self.rounds else 0.0)

    def total_given(self, p: MasterPosition, hopes: float) -> float:
        """The same for one who knows the hopes already. They are nothing after the last round."""
        seat = self.seat
        rounds = self.rounds
        money = p.money[seat]
        per_vp = self.table.box.money_per_vp
        if not rounds:
            # Full fives count; the rest only breaks ties. What is left is banked
            money += p.tokens[seat] * self.table.box.bank_gain
            return p.vp[seat] + money // per_vp + money * 0.001
        found = p.vp[seat] + money / per_vp
        found += WORKING_VALUE * min(money, WORKING_MONEY)
        found += SPARE_VALUE * max(0, money - WORKING_MONEY)
        found += self._ship(p) * rounds + self._damage(p)
        found += p.tokens[seat] * self.table.box.bank_gain / per_vp
        if p.reinforced >> seat & 1:
            found += TOKEN * self.table.box.extra_tokens
        return found + hopes

    # The ship

    def _ship(self, p: MasterPosition) -> float:
        """Per round to come."""
        seat = self.seat
        sailors = p.able(seat)
        sails = p.full_sails(seat) - p.sail_damage[seat]
        reach = min(sailors, sails)
        found = POINT * min(reach, GOOD_RANGE) + FURTHER * max(0, reach - GOOD_RANGE)
        # What is missing on one side can still be bought
        found += HALF_A_POINT * (min(sailors, GOOD_RANGE) + min(sails, GOOD_RANGE))
        found += BOARDER * min(self.table.deck[p.kind[seat]], sailors)
        found += CANNON * p.bought[seat]
        if p.extended >> seat & 1:
            found += EXTENSION
        first = branch_at(seat, 0)
        for branch in range(BRANCH_COUNT):
            found += LEVELS[branch][p.level[first + branch]]
        if p.level[first + TRADER] == TOP_LEVEL and self._full_column(p):
            found += EXTRA_SALE
        return found + UNTRAINED * min(1, p.untrained[seat])

    def _damage(self, p: MasterPosition) -> float:
        return -LEAK * p.leaks[self.seat] - BROKEN_CANNON * p.cannon_damage[self.seat]

    def _full_column(self, p: MasterPosition) -> bool:
        slots = self.table.slots
        return any(p.filled[good] >= len(slots[good]) for good in range(RESOURCE_COUNT))

    # Cargo

    def sale(self, p: MasterPosition, good: int, ahead: int) -> float:
        """What a cube brings after `ahead` others of its kind."""
        return cube_worth(p, self.seat, good, ahead)

    def discoveries(self, p: MasterPosition) -> float:
        """What the tokens on board bring when they are landed."""
        return discoveries_worth(p, self.seat, self.open_only)

    def hopes(self, p: MasterPosition) -> float:
        """What the cargo will bring in the best port, or what there is to fetch in one."""
        seat = self.seat
        tokens = self.rounds * self.table.box.tokens + p.tokens[seat]
        if not tokens:
            return LOST
        first = cargo_at(seat, 0)
        held = p.cargo[first : first + RESOURCE_COUNT]
        sales: list[float] = []
        for good in range(RESOURCE_COUNT):
            value = 0.0
            for ahead in range(held[good]):
                value += cube_worth(p, seat, good, ahead) * (1 - AT_RISK * ahead)
            sales.append(value)
        laden = any(held)
        landing = discoveries_worth(p, seat, self.open_only) if p.aboard[seat] else 0.0
        landed = 0.0
        if self.rounds:
            # The next visit to any market will do
            landed = landing * LANDED
            landing = 0.0
        place = p.place[seat]
        range_ = max(1, min(p.able(seat), p.capacity(seat)))
        pairs = p.level[branch_at(seat, TRADER)] >= 2
        best = LOST
        for port in range(len(PORTS)):
            points = self._far[port][place] / self._sides
            voyage = 0.0
            if place != self._ports[port]:
                voyage = max(1.0, UNDER_WAY + PER_LEG * points / range_)
            sold = landing
            left = 0.0
            most = 0
            cubes = 0
            for good in range(RESOURCE_COUNT):
                count = held[good]
                if count:
                    if self.table.port[good] == port:
                        left += sales[good]
                    else:
                        sold += sales[good]
                        cubes += count
                        if count > most:
                            most = count
            visits = (cubes + 1) // 2 if pairs else max(most, (cubes + 1) // 2)
            if landing and not visits:
                visits = 1
            elif laden and not visits:
                continue
            if voyage + visits > tokens:
                continue
            found = sold * CERTAINTY - TOKEN * (voyage + visits) + left * ELSEWHERE
            if tokens > voyage + visits + 3:
                found += self.fetching(p, port) * (NEXT_CARGO if laden else FIRST_CARGO)
            if found > best:
                best = found
        return best + landed

    def fetching(self, p: MasterPosition, port: int) -> float:
        """What the goods of a port promise one who comes to buy them."""
        table = self.table
        per_vp = table.box.money_per_vp
        money = p.money[self.seat]
        found = 0.0
        for good in table.goods_of[port]:
            price = table.purchase[good]
            profit = cube_worth(p, self.seat, good, p.cargo[cargo_at(self.seat, good)])
            found += (profit * CERTAINTY - price / per_vp) * min(1.0, money / price)
            money = max(0, money - price)
        return max(0.0, found - TOKEN * TURNOVER)
