"""Bots by name."""

from __future__ import annotations

import random

from quarterdeck.bots.protocol import Bot, Budget, ask
from quarterdeck.bots.simple import GreedyBot, RandomBot
from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.rules import AnyRules

BOTS: dict[str, type[Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def make(name: str, rules: AnyRules, seed: int | None = None) -> Bot:
    """A bot by its name; raises UnknownName."""
    if name not in BOTS:
        raise UnknownName("bot", name, sorted(BOTS))
    return BOTS[name](rules, random.Random(seed))


__all__ = ["BOTS", "Bot", "Budget", "ask", "make"]
