"""How many choices a player has at each kind of question, counted in random games.

    python -m tests.saltfjord.counting [games]

prints the table of docs/saltfjord-choices.md: all numbers of players, with and without carts, half
of the games played at random and half by a player who gets further and holds more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from quarterdeck.games.saltfjord.actions import (
    BARTER_CUBE,
    DEGRADE,
    PAID_UPGRADE,
    SELL,
    SMOKE,
    WORKER,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from tests.fixtures.villager import Villager
from tests.saltfjord.scenario import start

GAMES = 20  # for each number of players, by default
FREE = (WORKER, SELL, PAID_UPGRADE, DEGRADE, BARTER_CUBE, SMOKE)


@dataclass
class Count:
    """What was offered at one kind of question, free actions also counted apart."""

    asked: int = 0
    choices: int = 0
    most: int = 0
    free: int = 0
    most_free: int = 0

    def add(self, choices: int, free: int) -> None:
        self.asked += 1
        self.choices += choices
        self.most = max(self.most, choices)
        self.free += free
        self.most_free = max(self.most_free, free)


def free_actions(p: SaltfjordPosition, seat: int) -> int:
    """How many of the open choices are free actions."""
    return sum(1 for code in p.legal(seat) if any(family.has(code) for family in FREE))


def questions(
    seats: int, seed: int, sensible: bool, **options: str
) -> Iterator[tuple[str, SaltfjordPosition, int]]:
    """Every question of a game: its kind, the position, and who is asked."""
    random = Random(seed)
    villager = Villager(random, ())
    p = start(seats, **options)
    while not p.finished:
        if p.chance:
            p.deal(random.choices(*zip(*p.outcomes(), strict=True))[0])
            continue
        (seat,) = p.actors()
        yield type(p.step_of(seat)).__name__, p, seat
        p.play(seat, villager.choose(p, seat) if sensible else random.choice(p.legal(seat)))


def measured(games: int, **options: str) -> dict[str, Count]:
    """Counts by kind of question, over so many games for each number of players."""
    found: dict[str, Count] = {}
    for seats in range(1, 5):
        for game in range(games):
            carts = "true" if game % 4 > 1 else "false"
            for kind, p, seat in questions(seats, game, bool(game % 2), carts=carts, **options):
                count = found.setdefault(kind, Count())
                count.add(len(p.legal(seat)), free_actions(p, seat))
    return found


def table(counts: dict[str, Count]) -> str:
    """The counts as a table for people."""
    lines = [
        "| question | asked | choices on average | at most | free actions on average | at most |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for kind, count in sorted(counts.items(), key=lambda entry: -entry[1].asked):
        average, free = count.choices / count.asked, count.free / count.asked
        lines.append(
            f"| `{kind}` | {count.asked} | {average:.1f} | {count.most} "
            f"| {free:.1f} | {count.most_free} |"
        )
    return "\n".join(lines)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(table(measured(games)))
    print("\nWith conversions by hand:\n")
    print(table(measured(games, manual_conversions="true")))


if __name__ == "__main__":
    main()
