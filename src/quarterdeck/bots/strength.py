"""How strong a bot was when it was measured: `strength.json` in a game's folder.

`quarterdeck ladder` makes these files; docs/opponents.md tells their format.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from quarterdeck.bots.judge import why_untrained
from quarterdeck.bots.levels import LEVELS, levels_digest
from quarterdeck.bots.weights import weights_digest
from quarterdeck.kernel.rules import AnyRules

FILE = "strength.json"
FORMAT = 1


@dataclass(frozen=True)
class Share:
    """A share of wins (a shared win counts in part), its 95 % interval, and in how many games."""

    share: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Measured:
    """What is known of a bot in one game with so many players.

    `rating`: 1000 is greedy's; 400 more means ten wins to one of it. `among_greedy`: what it won as
    the only one of its kind among greedy bots. `seconds`: what it could think about one choice;
    None: as long as it wanted.
    """

    rating: float
    low: float
    high: float
    games: int
    among_greedy: Share | None
    seconds: float | None
    date: str


def measured(rules: AnyRules, seats: int, bot: str) -> Measured | None:
    """How strong a bot was in this game with so many players; None if nobody has measured it.

    Nor is anything known of a level while somebody else plays for it, or when it has learnt
    something else or chooses otherwise since.
    """
    table = read_strength(rules.folder / FILE)["seats"].get(str(seats))
    found = table and table["bots"].get(bot)
    if not found or table["settings"]["components"] != rules.component_digest:
        return None
    if bot.partition(":")[0] in LEVELS and (
        why_untrained(rules) is not None
        or table["settings"]["weights"] != weights_digest(rules)
        or table["settings"].get("levels") != levels_digest(rules)
    ):
        return None
    among = found["among_greedy"]
    return Measured(
        rating=found["rating"],
        low=found["low"],
        high=found["high"],
        games=found["games"],
        among_greedy=among and Share(**among),
        seconds=table["settings"]["seconds"],
        date=table["date"],
    )


@lru_cache(maxsize=16)
def read_strength(path: Path) -> dict[str, Any]:
    """What a file tells; where there is none, of no number of players."""
    if not path.exists():
        return {"format": FORMAT, "seats": {}}
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return told
