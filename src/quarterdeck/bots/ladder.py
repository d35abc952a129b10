"""The ladder: which games tell how strong bots are, played so that they can be resumed.

Three parts. In the *round*, every set of different bots meets equally often. In *versus*, one of
each kind plays among greedy bots. In *steps*, one bot plays among the next weaker ones, until it
is clear which is stronger. Seats rotate in all of them. Alone, bots meet by playing the same deal
each.

A program that speaks the JSON API may be put on the ladder, too. Games in which one sits are played
elsewhere: whoever runs the ladder says how.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, pairwise
from math import inf
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from quarterdeck.bots import Bot, Budget, make
from quarterdeck.bots.arena import play_to_the_end
from quarterdeck.bots.judge import why_untrained
from quarterdeck.bots.levels import LEVELS, levels_digest
from quarterdeck.bots.pools import map_in
from quarterdeck.bots.search import SearchBot
from quarterdeck.bots.sequential import bound
from quarterdeck.bots.titles import find_title
from quarterdeck.bots.weights import weights_digest
from quarterdeck.game import rules_of
from quarterdeck.kernel.catalogue import translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

FORMAT = 1
GREEDY = "greedy"
FIELD = ("random", GREEDY, *LEVELS)
ROUND = "round"


@dataclass(frozen=True)
class Ladder:
    """What is measured: bots in a game with so many players, thinking so long about a choice.

    `bots`: from the weakest to the strongest, as far as one expects. `seconds`: None lets each bot
    think as long as it likes. `programs`: the commands of those among the bots that are programs.
    """

    game: str
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]
    seed: int
    seconds: float | None = None
    programs: dict[str, str] = field(default_factory=dict)

    def lineups(self, size: int) -> list[tuple[str, ...]]:
        return list(combinations(self.bots, size))

    def has_program(self, bout: Bout) -> bool:
        return any(bot in self.programs for bot in bout.bots)


@dataclass(frozen=True)
class Part:
    """Games of one kind; `name` tells them from others. `bots`: who plays, before rotation."""

    name: str
    bots: tuple[str, ...]

    @property
    def challenger(self) -> str:
        return self.bots[0]

    @property
    def par(self) -> float:
        """What the challenger would win if all were equally strong."""
        return 1 / len(self.bots)


@dataclass(frozen=True)
class Bout:
    """One game of a part, or one deal that everybody plays alone; bots and results by seat."""

    part: str
    number: int
    bots: tuple[str, ...]
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()
    seconds: float = 0.0

    def share(self, bot: str) -> float:
        """What a bot won of this game."""
        won = [each for each, rank in zip(self.bots, self.ranks, strict=True) if rank == 1]
        return won.count(bot) / len(won)


PlayOnce = Callable[[Bout], Bout]


# Which games


def versus(ladder: Ladder) -> list[Part]:
    """Each bot alone among greedy ones."""
    return [
        Part(f"versus {bot}", (bot, *[GREEDY] * _others(ladder)))
        for bot in ladder.bots
        if bot != GREEDY
    ]


def steps(ladder: Ladder) -> list[Part]:
    """Each bot alone among those of the level below."""
    levels = [bot for bot in ladder.bots if bot not in (GREEDY, "random")]
    return [
        Part(f"step {higher}", (higher, *[lower] * _others(ladder)))
        for lower, higher in pairwise(levels)
    ]


def _others(ladder: Ladder) -> int:
    return max(1, ladder.seats - 1)


def rotate(part: Part, number: int) -> Bout:
    """Game `number` of a part: the bots move on one seat per game."""
    size = len(part.bots)
    return Bout(part.name, number, tuple(part.bots[(seat - number) % size] for seat in range(size)))


def mix(ladder: Ladder, number: int) -> Bout:
    """Game `number` of the round: every set of bots once, in any order, then again on other seats.

    Alone, all of them play the same deal.
    """
    size = len(ladder.bots) if ladder.seats == 1 else min(ladder.seats, len(ladder.bots))
    sets = ladder.lineups(size)
    cycle, place = divmod(number, len(sets))
    random.Random(f"{ladder.seed}/order/{cycle}").shuffle(sets)
    chosen = list(sets[place])
    # One order of seats for a whole rotation
    random.Random(f"{ladder.seed}/seats/{cycle // size}/{sets[place]}").shuffle(chosen)
    turn = cycle % size
    bots = (chosen[turn:] + chosen[:turn]) * ladder.seats
    return Bout(ROUND, number, tuple(bots[: max(size, ladder.seats)]))


# Playing


def play(rules: AnyRules, ladder: Ladder, bout: Bout, once: PlayOnce | None = None) -> Bout:
    """Play a game; without a limit by the clock, the same one always ends the same way.

    `once` may play it in another way, from the deal to the end.
    """
    play_it = once or partial(_play_once, rules, ladder)
    if ladder.seats == 1:
        alone = [play_it(replace(bout, bots=(bot,))) for bot in bout.bots]
        results = [(-each.ranks[0], each.scores[0]) for each in alone]
        return replace(
            bout,
            scores=tuple(each.scores[0] for each in alone),
            ranks=tuple(1 + sum(other > result for other in results) for result in results),
            titles=tuple(title for each in alone for title in each.titles),
            seconds=sum(each.seconds for each in alone),
        )
    return play_it(bout)


def _play_once(rules: AnyRules, ladder: Ladder, bout: Bout) -> Bout:
    dealer = random.Random(f"{ladder.seed}/{bout.part}/{bout.number}")
    players = [seat_bot(bot, rules, dealer.getrandbits(64)) for bot in bout.bots]
    position = rules.start(ladder.seats, ladder.options)
    began = perf_counter()
    budget = Budget(inf if ladder.seconds is None else ladder.seconds)
    play_to_the_end(position, players, dealer, budget)
    return note_result(rules, bout, position, perf_counter() - began)


def note_result(rules: AnyRules, bout: Bout, position: Position, seconds: float) -> Bout:
    """A game that has been played, with its result."""
    return replace(
        bout,
        scores=tuple(position.scores),
        ranks=tuple(rules.final_ranks(position)),
        titles=(name_result(rules, position),) if position.seats == 1 else (),
        seconds=round(seconds, 3),
    )


def name_result(rules: AnyRules, position: Position) -> str:
    """What a game played alone was worth, in English; empty if the game has no words for it."""
    said = find_title(rules, position)
    return "" if said is None else translator("en").text(said)


def seat_bot(bot: str, rules: AnyRules, seed: int) -> Bot:
    """A bot for a seat; one that thinks by the clock counts only its own time."""
    made = make(bot, rules, seed)
    if isinstance(made, SearchBot):
        # What else the machine is doing should not make a bot weaker
        made.clock = process_time
    return made


def _play_there(ladder: Ladder, bout: Bout) -> Bout:
    return play(rules_of(ladder.game), ladder, bout)


def _play_once_there(ladder: Ladder, bout: Bout) -> Bout:
    return _play_once(rules_of(ladder.game), ladder, bout)


# Keeping results


def tell(ladder: Ladder, rules: AnyRules) -> dict[str, Any]:
    """What the results of a ladder belong to: all that must be the same to go on with it."""
    return {
        "ladder": FORMAT,
        "game": ladder.game,
        "seats": ladder.seats,
        "options": ladder.options,
        "bots": list(ladder.bots),
        "seed": ladder.seed,
        "seconds": ladder.seconds,
        "components": rules.component_digest,
        "weights": None if why_untrained(rules) else weights_digest(rules),
        "levels": levels_digest(rules),
        # Files of ladders without programs need not say so
        "programs": ladder.programs or None,
    }


class Results:
    """What has been played so far, in a file to which every game is added as it ends."""

    def __init__(self, path: Path, told: dict[str, Any]) -> None:
        self.path = path
        self.bouts: dict[tuple[str, int], Bout] = {}
        if path.exists() and path.stat().st_size:
            self._read(told)
        else:
            self._write(told)

    def _read(self, told: dict[str, Any]) -> None:
        text = self.path.read_text(encoding="utf-8")
        # The last line is empty, unless the process ended in the middle of it
        *lines, torn = text.split("\n")
        try:
            found, *played = (dict(json.loads(line)) for line in lines)
            bouts = [
                Bout(**{name: _frozen(value) for name, value in each.items()}) for each in played
            ]
        except (ValueError, TypeError) as broken:
            raise BadSetup(Message("qd.error.ladder.broken", file=self.path.name)) from broken
        other = [name for name in told if found.get(name) != told[name]]
        if other:
            raise BadSetup(
                Message("qd.error.ladder.other", file=self.path.name, other=", ".join(other))
            )
        if torn:
            self.path.write_text(text[: -len(torn)], encoding="utf-8")
        self.bouts = {(bout.part, bout.number): bout for bout in bouts}

    def add(self, bout: Bout) -> None:
        self.bouts[bout.part, bout.number] = bout
        told = {name: value for name, value in vars(bout).items() if value != ()}
        self._write(told)

    def _write(self, told: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")

    def of(self, part: str) -> list[Bout]:
        """The games of a part, in order."""
        found = [bout for (name, _), bout in self.bouts.items() if name == part]
        return sorted(found, key=lambda bout: bout.number)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


# Going on


def is_settled(part: Part, played: Sequence[Bout]) -> bool:
    """Whether it is clear who of a step is stronger; asked after whole rotations only."""
    size = len(part.bots)
    if len(played) % size:
        return False
    low, high = bound(sum(bout.share(part.challenger) for bout in played), len(played))
    return not low <= part.par <= high


class Runner:
    """Plays what is missing, in one process or several.

    `elsewhere` plays games in which a program sits; `threads`: so many games at a time then.
    """

    def __init__(
        self,
        ladder: Ladder,
        rules: AnyRules,
        results: Results,
        pool: ProcessPoolExecutor | None = None,
        tell: Callable[[Bout], object] = repr,
        elsewhere: PlayOnce | None = None,
        threads: ThreadPoolExecutor | None = None,
    ) -> None:
        self.ladder = ladder
        self.rules = rules
        self.results = results
        self.pool = pool
        self.tell = tell
        self.elsewhere = elsewhere
        self.threads = threads

    def go_on(self, games: int, each: int, most: int) -> None:
        """Play up to so many games of the round, of each bot against greedy, and of each step."""
        for part in steps(self.ladder):
            self.play_step(part, most)
        for part in versus(self.ladder):
            self.play_all(rotate(part, number) for number in range(each))
        self.play_all(mix(self.ladder, number) for number in range(games))

    def play_step(self, part: Part, most: int) -> None:
        """Play until it is clear who is stronger, or `most` games; whole rotations only."""
        size = len(part.bots)
        for first in range(0, most - most % size, size):
            played = [bout for bout in self.results.of(part.name) if bout.number < first]
            if played and is_settled(part, played):
                return
            self.play_all(rotate(part, number) for number in range(first, first + size))

    def play_all(self, bouts: Iterable[Bout]) -> None:
        """Play what is missing of these games, and keep each as soon as it has ended."""
        missing = [bout for bout in bouts if (bout.part, bout.number) not in self.results.bouts]
        for bout in self._play(missing):
            self.results.add(bout)
            self.tell(bout)

    def _play(self, bouts: list[Bout]) -> Iterator[Bout]:
        if self.threads is not None:
            return map_in(self.threads, self._play_one, bouts)
        if self.pool is not None:
            return map_in(self.pool, partial(_play_there, self.ladder), bouts)
        return (self._play_one(bout) for bout in bouts)

    def _play_one(self, bout: Bout) -> Bout:
        return play(self.rules, self.ladder, bout, self._play_once)

    def _play_once(self, bout: Bout) -> Bout:
        if self.elsewhere is not None and self.ladder.has_program(bout):
            return self.elsewhere(bout)
        if self.pool is not None:
            return self.pool.submit(_play_once_there, self.ladder, bout).result()
        return _play_once(self.rules, self.ladder, bout)
