"""What a choice would change now, found by playing it in worlds that might be the true one.

Nothing here sees more than the seat does: every world is imagined (`Rules.imagine`). Where chance
follows, its outcomes are told with their odds, as far as the seat can know them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from random import Random
from typing import Any

from quarterdeck.kernel.figures import Change, Figure, compare
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

# Worlds that are tried: enough for a rough idea of what hidden facts might do.
WORLDS = 8
# Ways in which chance may go that are followed in all worlds; with more, some are drawn.
MOST_WAYS = 160

Changes = tuple[Change, ...]


@dataclass(frozen=True)
class WayOfChance:
    """What a choice changes if chance goes this way."""

    odds: Fraction
    changes: Changes


@dataclass(frozen=True)
class Preview:
    """What a choice would change: `sure` happens whatever chance does, `ways` are what may happen
    besides, the likeliest first. `exact`: the odds are those of the rules, not of a sample.
    `untold`: no figure changes, but the seat would see the table change."""

    sure: Changes
    ways: tuple[WayOfChance, ...]
    exact: bool
    untold: bool = False


def preview(
    rules: AnyRules, position: Position, seat: int, codes: Sequence[int], random: Random
) -> Preview:
    """What these choices of a seat would change, one after the other."""
    worlds = [rules.imagine(position, seat, random) for _ in range(WORLDS)]
    marks = [world.digest() for world in worlds]
    often = Counter(marks)
    # Where nothing is hidden they are all the same, and one of them tells everything.
    different = dict(zip(marks, worlds, strict=True))
    # What others do in secret meanwhile is not what this choice changes.
    seats = [seat] if position.lanes else range(position.seats)
    spread = _Spread(rules, rules.round_of(position), random, MOST_WAYS // len(different))
    tried = {
        mark: _try(rules, world, seat, seats, codes, spread) for mark, world in different.items()
    }
    odds: dict[Changes, Fraction] = {}
    for mark, world in tried.items():
        for changes, share in world.items():
            odds[changes] = odds.get(changes, Fraction(0)) + share * Fraction(often[mark], WORLDS)
    first, *others = tried.values()
    alike = all(world == first for world in others)
    found = _sorted_out(odds, exact=alike and spread.complete)
    if found.sure or found.ways:
        return found
    world = rules.imagine(position, seat, random)
    return replace(found, untold=_can_be_seen(rules, world, seat, codes))


def _can_be_seen(rules: AnyRules, world: Position, seat: int, codes: Sequence[int]) -> bool:
    """Whether the seat sees anything change but who is asked. Chance is something to see."""
    before = _look(rules, world, seat)
    for code in codes:
        world.play(seat, code)
    return world.chance or _look(rules, world, seat) != before


def _look(rules: AnyRules, world: Position, seat: int) -> dict[str, Any]:
    view = rules.view(world, seat)
    return {each.name: getattr(view, each.name) for each in fields(view) if each.name != "actors"}


def _try(
    rules: AnyRules,
    world: Position,
    seat: int,
    seats: Sequence[int],
    codes: Sequence[int],
    spread: _Spread,
) -> dict[Changes, Fraction]:
    """What the choices change in one world, with the odds of each."""
    before = _figures(rules, world, seats)
    for code in codes:
        world.play(seat, code)
    found: dict[Changes, Fraction] = {}
    for odds, end in spread.ends(world):
        changes = _compare(seats, before, _figures(rules, end, seats))
        found[changes] = found.get(changes, Fraction(0)) + odds
    return found


class _Spread:
    """All ways in which chance may go on from a position, or a sample of them. What chance brings
    in a later round (new cards, new dice) is no longer what a choice changes now."""

    def __init__(self, rules: AnyRules, now: int, random: Random, most: int) -> None:
        self._rules = rules
        self._round = now
        self._random = random
        self._most = most
        self.complete = True

    def ends(self, position: Position) -> Iterator[tuple[Fraction, Position]]:
        """Where chance may lead, each with its odds: up to the next choice or the end."""
        waiting = [(Fraction(1), position)]
        ended = 0
        while waiting:
            odds, world = waiting.pop()
            if not world.chance or self._rules.round_of(world) > self._round:
                ended += 1
                yield odds, world
                continue
            weighted = world.outcomes()
            if ended + len(waiting) + len(weighted) > self._most:
                self.complete = False
                codes, weights = zip(*weighted, strict=True)
                weighted = [(self._random.choices(codes, weights)[0], 1)]
            total = sum(weight for _, weight in weighted)
            for code, weight in weighted:
                next_world = world.clone()
                next_world.deal(code)
                waiting.append((odds * Fraction(weight, total), next_world))


def _figures(rules: AnyRules, world: Position, seats: Sequence[int]) -> list[list[Figure]]:
    return [rules.figures(world, seat) for seat in seats]


def _compare(
    seats: Sequence[int], before: list[list[Figure]], after: list[list[Figure]]
) -> Changes:
    each = zip(seats, before, after, strict=True)
    return tuple(change for seat, old, new in each for change in compare(seat, old, new))


def _sorted_out(found: dict[Changes, Fraction], *, exact: bool) -> Preview:
    """What happens in every case apart from what may."""
    every = list(found)
    sure = tuple(change for change in every[0] if all(change in other for other in every[1:]))
    ways: dict[Changes, Fraction] = {}
    for changes, odds in found.items():
        rest = tuple(change for change in changes if change not in sure)
        ways[rest] = ways.get(rest, Fraction(0)) + odds
    if len(ways) == 1:
        return Preview(sure, (), exact)
    likeliest = sorted(ways.items(), key=lambda way: -way[1])
    return Preview(sure, tuple(WayOfChance(odds, changes) for changes, odds in likeliest), exact)
