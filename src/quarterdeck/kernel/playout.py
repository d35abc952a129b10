"""Random play to the end: the loop that search and benchmarks spend their time in."""

from __future__ import annotations

from typing import Final

from quarterdeck.kernel.hints import i64
from quarterdeck.kernel.position import Position

MODULUS: Final = 2147483647
MULTIPLIER: Final = 48271


class Lot:
    """A small, fast source of even-handed picks (Park-Miller), the same in every build.

    Good enough to wander through a game tree; real tables are dealt by a real generator.
    """

    def __init__(self, seed: int) -> None:
        self.state: i64 = seed % (MODULUS - 1) + 1
        self.below(1)

    def below(self, limit: i64) -> i64:
        """A whole number from 0 to limit - 1."""
        self.state = self.state * MULTIPLIER % MODULUS
        return (self.state - 1) * limit // (MODULUS - 1)

    def outcome(self, weighted: list[tuple[int, int]]) -> int:
        """One of the outcomes, by weight."""
        total = 0
        for _, weight in weighted:
            total += weight
        ticket = self.below(total)
        for code, weight in weighted:
            ticket -= weight
            if ticket < 0:
                return code
        raise AssertionError("no outcome")


def pick(weighted: list[tuple[int, int]], share: float) -> int:
    """The outcome at this share of the whole weight, from 0 to just below 1: the fast way to deal
    with any generator, the same in every build."""
    total = 0
    for _, weight in weighted:
        total += weight
    ticket = int(share * total)
    for code, weight in weighted:
        ticket -= weight
        if ticket < 0:
            return code
    return weighted[-1][0]


def playout(position: Position, seed: int, limit: int = 1_000_000) -> int:
    """Play a position to its end with evenly random choices; returns how many were made."""
    lot = Lot(seed)
    decisions = 0
    while not position.finished and decisions < limit:
        if position.chance:
            position.deal(lot.outcome(position.outcomes()))
            continue
        actors = position.actors()
        seat = actors[0] if len(actors) == 1 else actors[lot.below(len(actors))]
        legal = position.legal(seat)
        position.play(seat, legal[lot.below(len(legal))])
        decisions += 1
    return decisions
