"""Paying once more, written from the rules alone: slow, plain, by trying everything out.

Nothing here uses the game's own arrows, prices or ways of paying. Goods are tuples in the order
of KINDS. There are two answers to "how can this be paid?": `by_conversions` tries out every row of
sales, upgrades, degradings and Barter that there is, `by_the_letter` combines sources and sales as
the section on paying lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

KINDS = ("gold", "planks", "cloth", "paper", "wood", "wool", "pulp", "fish")
PRICE = {"gold": 4, "planks": 3, "cloth": 3, "paper": 3, "wood": 2, "wool": 2, "pulp": 2}
UP = {
    "fish": ("wood", "wool", "pulp"),
    "wood": ("planks",),
    "wool": ("cloth",),
    "pulp": ("paper",),
    "planks": ("gold",),
    "cloth": ("gold",),
    "paper": ("gold",),
    "gold": (),
}
DOWN = {
    "gold": ("planks", "cloth", "paper"),
    "planks": ("wood",),
    "cloth": ("wool",),
    "paper": ("pulp",),
    "wood": (),
    "wool": (),
    "pulp": (),
    "fish": (),
}
TIERS = (("wood", "wool", "pulp"), ("planks", "cloth", "paper"))

Goods = tuple[int, ...]


@dataclass(frozen=True)
class Means:
    """What somebody holds, and whether Barter and Smokehouse can still be used."""

    goods: Goods
    barter: bool = False
    smokehouse: bool = False

    def has(self, kind: str, count: int = 1) -> bool:
        return self.goods[KINDS.index(kind)] >= count

    def plus(self, one: str, other: str, count: int = 1) -> Goods:
        """The goods with one cube less of a kind and so many more of another."""
        return tuple(
            held - (kind == one) + count * (kind == other)
            for kind, held in zip(KINDS, self.goods, strict=True)
        )

    def covers(self, cost: Goods) -> bool:
        return all(have >= asked for have, asked in zip(self.goods, cost, strict=True))

    def without(self, cost: Goods) -> Means:
        left = tuple(have - asked for have, asked in zip(self.goods, cost, strict=True))
        return Means(left, self.barter, self.smokehouse)


def as_good_as(one: Means, other: Means) -> bool:
    """Whether nobody would rather have `other`."""
    more = all(a >= b for a, b in zip(one.goods, other.goods, strict=True))
    if not more or (other.barter and not one.barter):
        return False
    return one.smokehouse or not other.smokehouse or one.goods[-1] > other.goods[-1]


def best(results: set[Means]) -> set[Means]:
    """The results that no other one makes pointless."""
    return {
        one
        for one in results
        if not any(other != one and as_good_as(other, one) for other in results)
    }


# By conversions


def conversions(means: Means) -> Iterator[Means]:
    """Everything that one free exchange can make of these means."""
    fish = 1 if means.smokehouse else 2
    for kind in KINDS:
        if not means.has(kind):
            continue
        if kind in PRICE:
            yield Means(means.plus(kind, "fish", PRICE[kind]), means.barter, means.smokehouse)
        for to in DOWN[kind]:
            yield Means(means.plus(kind, to), means.barter, means.smokehouse)
        for to in UP[kind]:
            moved = Means(means.plus(kind, to), means.barter)
            if moved.has("fish", fish):
                yield Means(moved.plus("", "fish", -fish), means.barter)
        for tier in TIERS:
            if means.barter and kind in tier:
                for to in tier:
                    if to != kind:
                        yield Means(means.plus(kind, to), False, means.smokehouse)


def reach(means: Means) -> set[Means]:
    """Everything that any row of conversions can make of these means."""
    found = {means}
    waiting = [means]
    while waiting:
        for after in conversions(waiting.pop()):
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found


def by_conversions(means: Means, cost: Goods) -> set[Means]:
    """What can be left after converting in any way and paying."""
    return {each.without(cost) for each in reach(means) if each.covers(cost)}


# By the letter


def _levels_up(kind: str, to: str) -> int | None:
    """How many arrows lead up from one room to another."""
    if kind == to:
        return 0
    found = [levels for each in UP[kind] if (levels := _levels_up(each, to)) is not None]
    return min(found) + 1 if found else None


def _leads_down(kind: str, to: str) -> bool:
    return kind == to or any(_leads_down(each, to) for each in DOWN[kind])


def _paid_levels(kind: str, to: str) -> int | None:
    """What it takes to make one cube another: nothing downwards, levels upwards."""
    return 0 if _leads_down(kind, to) else _levels_up(kind, to)


@dataclass(frozen=True)
class Source:
    """Where a missing cube comes from: a surplus cube, or fish; and the paid levels it takes."""

    kind: str
    levels: int
    bartered: bool = False


def sources(missing: str, barter: bool) -> Iterator[Source]:
    for kind in KINDS:
        levels = _paid_levels(kind, missing)
        if kind != missing and levels is not None:
            yield Source(kind, levels)
    if not barter:
        return
    for tier in TIERS:
        for kind in tier:
            for twin in tier:
                levels = _paid_levels(twin, missing)
                own = kind == missing or _paid_levels(kind, missing) is not None
                if twin != kind and not own and levels is not None:
                    yield Source(kind, levels, True)


def sales(surplus: Goods, needed: int) -> Iterator[Goods]:
    """Sets of cubes to sell for so many fish, none of which could be kept."""
    cubes = surplus[:-1]
    short = needed - surplus[-1]
    for sold in product(*(range(count + 1) for count in cubes)):
        prices = [PRICE[kind] for kind, count in zip(KINDS, sold, strict=False) if count]
        brought = sum(PRICE[kind] * count for kind, count in zip(KINDS, sold, strict=False))
        enough = brought >= short
        if enough and all(brought - price < short for price in prices):
            yield (*sold, -brought)


def by_the_letter(means: Means, cost: Goods) -> set[Means]:
    """The results that the section on paying gives, without the pointless ones."""
    used = [min(have, asked) for have, asked in zip(means.goods, cost, strict=True)]
    used[-1] = 0
    surplus = tuple(have - u for have, u in zip(means.goods, used, strict=True))
    missing = [
        kind
        for kind, asked, u in zip(KINDS[:-1], cost, used, strict=False)
        for _ in range(asked - u)
    ]
    found: set[Means] = set()
    for chosen in product(*(list(sources(kind, means.barter)) for kind in missing)):
        bartered = sum(source.bartered for source in chosen)
        taken = Counter(source.kind for source in chosen)
        bought = taken.pop("fish", 0)
        left = tuple(count - taken[kind] for kind, count in zip(KINDS, surplus, strict=True))
        if bartered > 1 or min(left) < 0:
            continue
        levels = sum(source.levels for source in chosen)
        smoked = means.smokehouse and levels > 0
        needed = cost[-1] + bought + 2 * levels - smoked
        for sold in sales(left, needed):
            rest = [count - s for count, s in zip(left, sold, strict=True)]
            rest[-1] -= needed
            barter = means.barter and not bartered
            found.add(Means(tuple(rest), barter, means.smokehouse and not smoked))
    return best(found)
