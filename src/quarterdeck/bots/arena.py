"""Many games between bots: seats rotate, results come with honest intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from time import perf_counter

from quarterdeck.bots import Bot, Budget, ask, make
from quarterdeck.bots.pools import map_in
from quarterdeck.game import rules_of
from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.kernel.rules import AnyRules

# For 95 % intervals.
Z = 1.959964
# By the clock, no game could be played again.
ENDLESS = Budget(math.inf)
# Is told of each choice, and of each outcome (seat NATURE), just before it is carried out.
Watch = Callable[[Position, int, int], None]


@dataclass(frozen=True)
class Match:
    """One game between bots: who sat where, how it ended, how long it took."""

    seating: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    seconds: float


@dataclass(frozen=True)
class Plan:
    """Which games are to be played. `bots` has one name per seat before rotation."""

    game: str
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]
    seed: int
    components: str | None = None

    def seating(self, number: int) -> tuple[int, ...]:
        """Which bot sits on each seat in this game: they move on one seat per game."""
        return tuple((seat - number) % self.seats for seat in range(self.seats))


@dataclass(frozen=True)
class SeatTally:
    """How one bot did over all games: its share of wins (a shared win counts in part)."""

    bot: str
    games: int
    win_share: float
    low: float
    high: float
    mean_score: float


@dataclass(frozen=True)
class Summary:
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    shortest: int
    mean_length: float
    longest: int
    bots: tuple[SeatTally, ...]


def play_match(rules: AnyRules, plan: Plan, number: int, watch: Watch | None = None) -> Match:
    """Play game `number` of a plan. The same plan and number give the same game."""
    dealer = random.Random(f"{plan.seed}/{number}")
    seating = plan.seating(number)
    players = [make(plan.bots[bot], rules, dealer.getrandbits(64)) for bot in seating]
    return play_seated(rules, plan, seating, players, dealer, watch)


def play_seated(
    rules: AnyRules,
    plan: Plan,
    seating: tuple[int, ...],
    players: Sequence[Bot],
    dealer: random.Random,
    watch: Watch | None = None,
) -> Match:
    """Let these players, one per seat, play a game of a plan."""
    position = rules.start(plan.seats, plan.options)
    began = perf_counter()
    decisions = play_to_the_end(position, players, dealer, ENDLESS, watch)
    seconds = perf_counter() - began
    scores, ranks = tuple(position.scores), tuple(rules.final_ranks(position))
    return Match(seating, scores, ranks, decisions, seconds)


def play_to_the_end(
    position: Position,
    players: Sequence[Bot],
    dealer: random.Random,
    budget: Budget,
    watch: Watch | None = None,
) -> int:
    """Let these players, one per seat, finish a game; tells how many choices they made."""
    decisions = 0
    while not position.finished:
        if position.chance:
            weighted = position.outcomes()
            (code,) = dealer.choices([c for c, _ in weighted], [w for _, w in weighted])
            if watch is not None:
                watch(position, NATURE, code)
            position.deal(code)
            continue
        for seat in position.actors():
            code = ask(players[seat], position, seat, budget)
            if watch is not None:
                watch(position, seat, code)
            position.play(seat, code)
            decisions += 1
            if not position.lanes:
                break
    return decisions


def _play_block(plan: Plan, numbers: range) -> list[Match]:
    rules = rules_of(plan.game, None if plan.components is None else Path(plan.components))
    return [play_match(rules, plan, number) for number in numbers]


def play_matches(plan: Plan, games: int, workers: int = 1) -> Iterator[list[Match]]:
    """Play games 0 to `games` - 1 of a plan; gives the matches block by block."""
    size = max(1, min(25, games // (workers * 4) or 1))
    blocks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    if workers <= 1:
        for block in blocks:
            yield _play_block(plan, block)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from map_in(pool, partial(_play_block, plan), blocks)


def summarize(plan: Plan, matches: list[Match], seconds: float) -> Summary:
    """Standings by bot name; several seats of one bot are taken together."""
    decisions = sum(match.decisions for match in matches)
    lengths = [match.decisions for match in matches]
    standings = []
    for name in dict.fromkeys(plan.bots):
        played, won, points = 0, 0.0, 0
        for match in matches:
            shared = match.ranks.count(1)
            for seat, bot in enumerate(match.seating):
                if plan.bots[bot] == name:
                    played += 1
                    points += match.scores[seat]
                    won += 1 / shared if match.ranks[seat] == 1 else 0
        low, high = wilson(won, played)
        standings.append(SeatTally(name, played, won / played, low, high, points / played))
    return Summary(
        games=len(matches),
        decisions=decisions,
        seconds=seconds,
        decisions_per_second=decisions / seconds if seconds else 0.0,
        shortest=min(lengths),
        mean_length=decisions / len(matches),
        longest=max(lengths),
        bots=tuple(standings),
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, honest for few games and for shares near 0 or 1."""
    share = wins / games
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    centre = share + Z * Z / (2 * games)
    scale = 1 + Z * Z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
