"""Bots that do not look ahead."""

from __future__ import annotations

from quarterdeck.bots.protocol import Bot, Budget
from quarterdeck.kernel.position import Position


class RandomBot(Bot):
    """Any open choice, all equally likely."""

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        return self.dealer.choice(legal)


class GreedyBot(Bot):
    """The choice the game's own advice likes best; ties are broken at random."""

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        worth = self.rules.advise(world, seat, legal)
        best = max(worth)
        return self.dealer.choice([c for c, w in zip(legal, worth, strict=True) if w == best])
