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


# A gentle bot takes one of so many choices that look good, each half as often as the one before,
# as long as no more of what lies between the best and the worst is lost.
GOOD_ONES = 4
LEEWAY = 0.2


class GentleBot(Bot):
    """One of the choices the game's own advice likes, not always the best: a kind opponent."""

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        worth = self.rules.advise(world, seat, legal)
        least = max(worth) - LEEWAY * (max(worth) - min(worth))
        shuffled = self.dealer.sample(list(zip(worth, legal, strict=True)), len(legal))
        good = sorted((each for each in shuffled if each[0] >= least), key=lambda each: -each[0])
        good = good[:GOOD_ONES]
        weights = [2.0**-place for place in range(len(good))]
        return self.dealer.choices([code for _, code in good], weights)[0]
