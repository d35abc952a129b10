"""Ways of paying: what is stored first, then conversions and sales, without pointless ones.  SF-13

A cost is one int, a few bits per kind of goods in their canonical order, so that steps can hold it.
A way of paying is what is left afterwards: the goods, and whether Barter and Smokehouse are used.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    CLOTH,
    FISH,
    GOLD,
    KINDS,
    PAPER,
    PLANKS,
    PULP,
    TIER,
    WOOD,
    WOOL,
)

# The same chain one tier down (advanced to basic) and up (basic to advanced).
BASIC_OF: Final = [-1, WOOD, WOOL, PULP, -1, -1, -1, -1]
ADVANCED_OF: Final = [-1, -1, -1, -1, PLANKS, CLOTH, PAPER, -1]
ADVANCED: Final = (PLANKS, CLOTH, PAPER)
BASIC: Final = (WOOD, WOOL, PULP)
FREE: Final = 0
# How a cost holds its kinds.
COST_BITS: Final = 3
COST_MASK: Final = 7


def cost_of(goods: list[int]) -> int:
    """A cost as one int."""
    code = 0
    for kind in range(KINDS):
        code |= cube_cost(kind, goods[kind])
    return code


def cube_cost(kind: int, count: int = 1) -> int:
    return count << COST_BITS * kind


def fish_cost(fish: int) -> int:
    return cube_cost(FISH, fish)


def asked(cost: int, kind: int) -> int:
    """How many cubes of a kind a cost asks for."""
    return cost >> COST_BITS * kind & COST_MASK


def sale_order(sells_for: list[int]) -> list[int]:
    """The kinds as they are sold, dearest first: so no cube is sold that could be kept."""
    return sorted(range(FISH), key=lambda kind: -sells_for[kind])


class Way:
    """What is left after paying in one of the ways there are."""

    def __init__(self, goods: list[int], bartered: int, smoked: int) -> None:
        self.goods = goods
        self.bartered = bartered
        self.smoked = smoked


class Payment:
    """One cost and one player's means: everything that decides about ways of paying."""

    # What `find` has come across already: coverings of all missing cubes, and ways
    covered: set[tuple[int, ...]]
    found: set[tuple[int, ...]]

    def __init__(
        self,
        goods: list[int],
        sells_for: list[int],
        sale_order: list[int],
        level_fish: int,
        may_barter: bool,
        discount: int,
    ) -> None:
        """`discount`: what Smokehouse takes off the first paid level, 0 if it cannot be used."""
        self.goods = goods
        self.sells_for = sells_for
        self.sale_order = sale_order
        self.level_fish = level_fish
        self.may_barter = may_barter
        self.discount = discount
        self.ways: list[Way] = []
        # Whether it is enough to know that there is a way, and whether one was found
        self.any_will_do = False
        self.possible = False

    def find(self, cost: int) -> list[Way]:
        """All ways worth choosing."""
        self.ways = []
        self.covered = set()
        self.found = set()
        self._search(cost)
        return undominated(self.ways)

    def suffices(self, cost: int) -> bool:
        """Whether there is any way."""
        self.any_will_do = True
        self._search(cost)
        return self.possible

    def _search(self, cost: int) -> None:
        surplus = self.goods[:]
        missing: list[int] = []
        for kind in range(FISH):
            wanted = asked(cost, kind)
            used = min(surplus[kind], wanted)
            surplus[kind] -= used
            for _ in range(wanted - used):
                missing.append(kind)
        self._cover(surplus, missing, 0, -1, asked(cost, FISH), 0, 0)

    def _cover(
        self,
        surplus: list[int],
        missing: list[int],
        number: int,
        source: int,
        fish: int,
        levels: int,
        bartered: int,
    ) -> None:
        """Find a source for every missing cube, sources of equal cubes in rising order."""
        if self.possible or self._worth(surplus) < fish - self.discount:
            return
        if number == len(missing):
            smoked = 1 if levels and self.discount else 0
            if smoked:
                fish -= self.discount
            if self.any_will_do:
                self.possible = self._worth(surplus) >= fish
                return
            reached = (*surplus, fish, bartered, smoked)
            if reached not in self.covered:
                self.covered.add(reached)
                self._sell(surplus, 0, fish, bartered, smoked)
            return
        kind = missing[number]
        if number and missing[number - 1] != kind:
            source = -1
        # Sources: a cube of each kind as it is, from fish, then each kind bartered
        for each in range(max(source, 0), FISH):
            needed = self._levels(each, kind)
            if needed >= 0 and surplus[each]:
                rest = surplus[:]
                rest[each] -= 1
                self._cover(
                    rest,
                    missing,
                    number + 1,
                    each,
                    fish + needed * self.level_fish,
                    levels + needed,
                    bartered,
                )
        if source <= FISH:
            needed = TIER[kind]
            self._cover(
                surplus,
                missing,
                number + 1,
                FISH,
                fish + 1 + needed * self.level_fish,
                levels + needed,
                bartered,
            )
        if self.may_barter and not bartered and kind != GOLD:
            for each in range(PLANKS, FISH):
                needed = self._bartered_levels(each, kind)
                if needed >= 0 and surplus[each]:
                    rest = surplus[:]
                    rest[each] -= 1
                    self._cover(
                        rest,
                        missing,
                        number + 1,
                        FISH + 1,
                        fish + needed * self.level_fish,
                        levels + needed,
                        1,
                    )

    def _worth(self, goods: list[int]) -> int:
        """The fish there are once everything is sold."""
        fish = goods[FISH]
        for kind in range(FISH):
            fish += goods[kind] * self.sells_for[kind]
        return fish

    def _levels(self, source: int, kind: int) -> int:
        """Paid levels to turn a cube into another kind, FREE downwards, -1 if no arrow leads
        there.  SF-13.4 a and b"""
        if source == kind:
            return -1
        if source == GOLD:
            return FREE
        if kind == GOLD:
            return TIER[GOLD] - TIER[source]
        if BASIC_OF[source] == kind:
            return FREE
        return 1 if ADVANCED_OF[source] == kind else -1

    def _bartered_levels(self, source: int, kind: int) -> int:
        """The same for a cube that Barter moves to the chain of `kind` first.  SF-13.4 d"""
        own = (BASIC_OF[source], ADVANCED_OF[source], source)
        if kind in own:
            return -1
        rise = TIER[kind] - TIER[source]
        return rise if rise > 0 else FREE

    def _sell(self, goods: list[int], first: int, fish: int, bartered: int, smoked: int) -> None:
        """Sell what is left over until the fish suffice, and no longer.  SF-13.6"""
        if goods[FISH] >= fish:
            left = goods[:]
            left[FISH] -= fish
            reached = (*left, bartered, smoked)
            if reached not in self.found:
                self.found.add(reached)
                self.ways.append(Way(left, bartered, smoked))
            return
        for number in range(first, FISH):
            kind = self.sale_order[number]
            if goods[kind]:
                rest = goods[:]
                rest[kind] -= 1
                rest[FISH] += self.sells_for[kind]
                self._sell(rest, number, fish, bartered, smoked)


def undominated(ways: list[Way]) -> list[Way]:
    """Ways without those that another one makes pointless, in a fixed order.  SF-13.7"""
    if len(ways) < 2:
        return ways
    kept: list[Way] = []
    # Nothing is beaten by a way that leaves fewer cubes, so those that leave most come first
    for way in sorted(ways, key=_most_left):
        if not any(_beats(other, way) for other in kept):
            kept.append(way)
    kept.sort(key=_order)
    return kept


def _most_left(way: Way) -> tuple[int, int, int]:
    return (-sum(way.goods), way.bartered, way.smoked)


def _order(way: Way) -> tuple[list[int], int, int]:
    return ([-count for count in way.goods], way.bartered, way.smoked)


def _beats(one: Way, other: Way) -> bool:
    if one.bartered > other.bartered:
        return False
    for kind in range(KINDS):
        if one.goods[kind] < other.goods[kind]:
            return False
    return not (one.smoked > other.smoked and one.goods[FISH] < other.goods[FISH] + 1)


def divide_ways(ways: list[Way], most: int) -> list[list[Way]]:
    """Ways in at most so many parts, by what they leave of the first kind that tells them apart.

    If even that makes too many parts, the last one holds all that leave few of it.
    """
    kind = parting_kind(ways)
    parts: list[list[Way]] = []
    for way in ways:
        if parts and (parts[-1][0].goods[kind] == way.goods[kind] or len(parts) == most):
            parts[-1].append(way)
        else:
            parts.append([way])
    return parts


def parting_kind(ways: list[Way]) -> int:
    """The first kind of which not all of these ways leave the same number."""
    for kind in range(KINDS):
        for way in ways:
            if way.goods[kind] != ways[0].goods[kind]:
                return kind
    return FISH


def does_more_than_sales(way: Way, held: list[int], to: int, sells_for: list[int]) -> bool:
    """Whether a way to pay for a cube `to` does more than sell some of the goods held.

    Selling a cube of that kind and getting it back is pointless: it can be sold anyway.  SF-12.9
    """
    sold = 0
    for kind in range(FISH):
        left = way.goods[kind] + (1 if kind == to else 0)
        if left > held[kind]:
            return True
        sold += (held[kind] - left) * sells_for[kind]
    return way.goods[FISH] > held[FISH] + sold
