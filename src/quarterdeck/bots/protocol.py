"""What a bot is: it is shown an imagined world, never the true position, and picks a choice."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, SupportsFloat

from quarterdeck.bots.parameters import BotParameter
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

# No bot knows more exactly how sure it is.
CERTAINTY_DIGITS = 4


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one choice; the seconds may be infinite."""

    seconds: float = 1.0


class Bot(ABC):
    """A player of any game, on one seat of one table for as long as the seat needs it.

    So it may keep what it has learnt: a tree, weights. But the game may be taken back, and a
    process may be replaced: each question stands alone, and may be about any position, an earlier
    one too.

    The constructor is given the value of every one of its `PARAMETERS` by name.
    """

    PARAMETERS: ClassVar[tuple[BotParameter[Any], ...]] = ()
    # Whether what it keeps is worth waiting for the process that has it, while others are free.
    REMEMBERS: ClassVar[bool] = False
    # Set by `choose`: the share of winning, from 0 to 1, that its latest choice promises its seat;
    # None if it does not know, or plays alone.
    certainty: float | None = None

    def __init__(self, rules: AnyRules, dealer: random.Random) -> None:
        self.rules = rules
        self.dealer = dealer

    @abstractmethod
    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        """One of the legal codes. `world` is imagined from what `seat` knows; it may be played on.

        Another world that fits as well is `self.rules.imagine(world, seat, self.dealer)`.
        """


def read_certainty(bot: Bot) -> float | None:
    """How sure of winning a bot was at its latest choice; None unless that can be believed."""
    try:
        told: object = bot.certainty
        if isinstance(told, bool) or not isinstance(told, SupportsFloat):
            return None
        share = float(told)
        return round(share, CERTAINTY_DIGITS) if 0 <= share <= 1 else None
    except Exception:
        # Whatever a bot from outside does here, its choice counts
        return None


def ask(bot: Bot, position: Position, seat: int, budget: Budget) -> int:
    """Let a bot choose for a seat. This is the only way from a true position to a bot."""
    world = bot.rules.imagine(position, seat, bot.dealer)
    return bot.choose(world, seat, list(position.legal(seat)), budget)
