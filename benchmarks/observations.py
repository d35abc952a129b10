"""What an observation takes, next to a choice and to a bot's thinking: `python
benchmarks/observations.py`.

Random games of every title, observed at every choice by whoever is asked: facts, with advice and
with details. Processor time in one process; the table is the one of docs/research.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # a script finds only its own folder

from benchmarks.report import format_table
from quarterdeck import bots
from quarterdeck.envs.match import Match
from quarterdeck.envs.observing import Observer

# How many sit at the table
SEATS = {"salty_ocean": 4, "rolling_seas": 3, "saltfjord": 2, "seul_maitre": 4}
# Greedy looks at a choice as well every so many choices, as it takes long
THINKS_EVERY = 10


class Stopwatch:
    """Mean processor time of what is done again and again."""

    def __init__(self) -> None:
        self._spent = 0.0
        self._times = 0

    def run(self, work: Callable[..., Any], *arguments: Any) -> None:
        start = process_time()
        work(*arguments)
        self._spent += process_time() - start
        self._times += 1

    @property
    def mean(self) -> float:
        return self._spent / self._times


def measure(game: str, seats: int, matches: int, seed: int) -> list[str]:
    """A row of the table."""
    match = Match(game, seats)
    rules = match.rules
    observers = [Observer(rules), Observer(rules, advice=True), Observer(rules, details=True)]
    watches = [Stopwatch() for _ in observers]
    choice, thought = Stopwatch(), Stopwatch()
    random = Random(seed)
    greedy = bots.make("greedy", rules, seed)
    for number in range(matches):
        match.reset(seed + number)
        ply = 0
        while not match.finished:
            seat = match.actor
            legal = match.legal(seat)
            for observer, watch in zip(observers, watches, strict=True):
                watch.run(observer.observe, match.position, seat)
            if ply % THINKS_EVERY == 0 and len(legal) > 1:
                thought.run(bots.ask, greedy, match.position, seat, bots.Budget())
            choice.run(match.play, random.choice(legal), seat)
            ply += 1
    facts, advice, details = (watch.mean for watch in watches)
    return [
        f"{game}, {seats}",
        *(f"{each / facts:.1f}×" for each in (choice.mean, advice, details, thought.mean)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each title")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows = [measure(game, seats, asked.games, asked.seed) for game, seats in SEATS.items()]
    print(format_table(["game, seats", "a choice", "with advice", "with details", "greedy"], rows))


if __name__ == "__main__":
    main()
