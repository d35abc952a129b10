"""What a bot is: it is shown an imagined world, never the true position, and picks a choice."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass

from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one choice."""

    seconds: float = 1.0


class Bot(ABC):
    """A player of any game. `world` is imagined from what `seat` knows; it may be played on."""

    def __init__(self, rules: AnyRules, dealer: random.Random) -> None:
        self.rules = rules
        self.dealer = dealer

    @abstractmethod
    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        """One of the legal codes."""


def ask(bot: Bot, position: Position, seat: int, budget: Budget) -> int:
    """Let a bot choose for a seat. This is the only way from a true position to a bot."""
    world = bot.rules.imagine(position, seat, bot.dealer)
    return bot.choose(world, seat, list(position.legal(seat)), budget)
