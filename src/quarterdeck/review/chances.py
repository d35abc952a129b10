"""Each seat's chance of winning at every ply of a recorded game.

A position is judged by the game's network where it is at rest. Where chance is due, the chances are
the average over its outcomes, so what an outcome changes is luck and nothing else. In the middle of
a turn nothing is judged.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quarterdeck.bots.lookahead import pick_outcomes, settle
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Record
from quarterdeck.record.replay import positions
from quarterdeck.review.model import Standing

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# Outcomes of a chance that are all looked at; of more, as many are drawn.
MOST_OUTCOMES = 128
# How many ways on are followed from a position that is not at rest, at least.
WAYS = 32
# Worlds over which the chances of a running game are averaged.
WORLDS = 8
# Positions that the network looks at together.
BATCH = 256


@dataclass(frozen=True)
class _Way:
    """Where a ply may lead, and how likely that is."""

    ply: int
    weight: float
    position: Position


def find_standings(
    record: Record, rules: AnyRules, network: Network, seed: int, progress: Callable[[float], None]
) -> list[Standing | None]:
    """How each seat stands at every ply, from before the first entry to after the last; None in the
    middle of a turn.

    Raises DamagedRecord where the record does not fit the rules.
    """
    # Only here: whoever shows reviews need not have the library
    from quarterdeck.bots.network import judge

    assert rules.features is not None
    seats = record.header.seats
    last = len(record.entries)
    sums: list[tuple[list[float], list[float]] | None] = [None] * (last + 1)

    def look(ways: list[_Way]) -> None:
        judged = judge(network, rules, [way.position for way in ways]).tolist()
        for way, values in zip(ways, judged, strict=True):
            entry = sums[way.ply] or ([0.0] * seats, [0.0] * seats)
            for seat, (share, points) in enumerate(values):
                entry[0][seat] += way.weight * share
                entry[1][seat] += way.weight * points * unit
            sums[way.ply] = entry

    unit = rules.features.points
    waiting: list[_Way] = []
    for ply, position in enumerate(positions(record, rules)):
        after_chance = ply == 0 or record.entries[ply - 1].is_chance
        waiting.extend(_ways_on(rules, position, ply, after_chance, random.Random(f"{seed}/{ply}")))
        if len(waiting) >= BATCH:
            look(waiting)
            waiting = []
        progress(ply / max(1, last))
    if waiting:
        look(waiting)
    return [Standing(tuple(entry[0]), tuple(entry[1])) if entry else None for entry in sums]


def find_standing(
    rules: AnyRules, network: Network, world: Position, viewer: int | None, seed: int
) -> Standing:
    """How each seat stands in a position at rest, for all that a viewer knows: on average over
    worlds that they may imagine, the first of which is this one."""
    from quarterdeck.bots.network import judge

    assert rules.features is not None
    dealer = random.Random(seed)
    worlds = [world]
    if rules.has_secrets:
        worlds += [rules.imagine(world, viewer, dealer) for _ in range(WORLDS - 1)]
    means = judge(network, rules, worlds).mean(axis=0).tolist()
    unit = rules.features.points
    return Standing(tuple(each[0] for each in means), tuple(each[1] * unit for each in means))


def _ways_on(
    rules: AnyRules, position: Position, ply: int, after_chance: bool, dealer: random.Random
) -> Iterator[_Way]:
    if position.finished or (not position.chance and rules.is_at_rest(position)):
        yield _Way(ply, 1.0, position.clone())
    elif position.chance:
        weighted = pick_outcomes(position.outcomes(), MOST_OUTCOMES, dealer)
        for outcome, weight in weighted:
            after = position.clone()
            after.deal(outcome)
            for share, end in _settled(rules, after, max(1, WAYS // len(weighted)), dealer):
                yield _Way(ply, weight * share, end)
    elif after_chance:
        for share, end in _settled(rules, position, WAYS, dealer):
            yield _Way(ply, share, end)


def _settled(
    rules: AnyRules, position: Position, most: int, dealer: random.Random
) -> list[tuple[float, Position]]:
    """Where a position comes to rest: so many ways, or one if chance has no part in it."""
    first = position.clone()
    if not settle(rules, first, dealer):
        return [(1.0, first)]
    ends = [first]
    while len(ends) < most:
        end = position.clone()
        settle(rules, end, dealer)
        ends.append(end)
    return [(1 / len(ends), end) for end in ends]
