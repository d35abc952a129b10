"""Flat Monte Carlo: every choice is tried out in games played at random to their end."""

from __future__ import annotations

import random
from time import monotonic
from typing import Any, ClassVar

from quarterdeck.bots.parameters import BotParameter, Whole
from quarterdeck.bots.protocol import Bot, Budget
from quarterdeck.kernel.playout import playout
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

SEEDS = 2**31


class FlatBot(Bot):
    """Takes the choice after which random games went best.

    Each game begins in a world of its own, imagined from what the seat knows. `playouts` games are
    shared out evenly among the `width` choices that the game's own advice likes best; fewer are
    played if time runs out, but at least one for each of them.
    """

    PARAMETERS: ClassVar[tuple[BotParameter[Any], ...]] = (
        Whole("playouts", 200, 1, 100_000),
        Whole("width", 12, 2, 1_000),
    )

    def __init__(self, rules: AnyRules, dealer: random.Random, playouts: int, width: int) -> None:
        super().__init__(rules, dealer)
        self.playouts = playouts
        self.width = width

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        until = monotonic() + budget.seconds
        tried = self._pick(world, seat, legal)
        won = [0.0] * len(tried)
        points = [0] * len(tried)
        played = [0] * len(tried)
        for number in range(max(self.playouts, len(tried))):
            which = number % len(tried)
            if number >= len(tried) and monotonic() > until:
                break
            end = self._play_on(world, seat, tried[which])
            won[which] += share_of_rivals_beaten(end.ranks, seat)
            points[which] += end.scores[seat]
            played[which] += 1
        # Where random games are won alike, as when playing alone, the points decide
        worth = [
            (won[which] / played[which], points[which] / played[which])
            for which in range(len(tried))
        ]
        return tried[worth.index(max(worth))]

    def _pick(self, world: Position, seat: int, legal: list[int]) -> list[int]:
        """The choices to be tried: those advised first; which of equals is left to chance."""
        shuffled = self.dealer.sample(legal, len(legal))
        if len(legal) <= self.width:
            return shuffled
        advice = dict(zip(shuffled, self.rules.advise(world, seat, shuffled), strict=True))
        return sorted(shuffled, key=lambda code: -advice[code])[: self.width]

    def _play_on(self, world: Position, seat: int, code: int) -> Position:
        trial: Position = self.rules.imagine(world, seat, self.dealer)
        trial.play(seat, code)
        playout(trial, self.dealer.randrange(SEEDS))
        return trial


def share_of_rivals_beaten(ranks: list[int], seat: int) -> float:
    """Which part of the others are behind a seat; one level with it counts half."""
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    beaten = sum(1.0 if rank > ranks[seat] else 0.5 for rank in others if rank >= ranks[seat])
    return beaten / len(others) if others else 0.0
