"""Puzzles: positions of games in which one choice is clearly best.

A position makes a puzzle if the best choice is ahead of every other at first sight, and if a longer
look, in other worlds and by more lines of play, finds the same choice ahead by more than its error.
How hard it is, is tried out: how often the levels of bots find it.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import hypot, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quarterdeck.bots import Budget, ask, make
from quarterdeck.game import Game
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Record, positions
from quarterdeck.record.jsonl import lines, parse
from quarterdeck.review.calibration import reviewing_network
from quarterdeck.review.examining import Examiner, make_judge
from quarterdeck.review.lines import SecondLook, look_again
from quarterdeck.review.marks import CERTAIN, LINE_ERROR
from quarterdeck.review.model import LineReason
from quarterdeck.review.reasons import find_reasons
from quarterdeck.review.storing import DIGITS, read_reason, write_reason

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

FORMAT = 1
# At first sight the best choice must be ahead of the next by so much, and after a longer look still
# by so much, beyond its error.
FIRST_GAP = 0.06
LEAST_GAP = 0.04
# Fewer choices are no puzzle.
LEAST_CHOICES = 4
# Rivals of the best choice that get a longer look, and by how many pairs of lines.
RIVALS = 2
PAIRS = 16
# Who tries to solve a puzzle, and how often each.
SOLVERS = ("greedy", "deckhand", "boatswain")
TRIES = 5
# So large a part of all tries finds an easy one, and so large a part one that is not hard.
EASY, MEDIUM = 0.6, 0.25
# Who plays the games that puzzles are made from, and how many puzzles come from one of them.
PLAYERS = "mate"
OF_A_GAME = 3
# So many choices are kept with their values.
TOLD = 6


@dataclass(frozen=True)
class Puzzle:
    """A position, by the record that leads to it, and its solution.

    `values`: what the best choices promise the seat at first sight, by notation. `found`: the part
    of the bots' tries that solved it. `reasons`: why the solution is better than the next choice.
    """

    record: Record
    seat: int
    solution: str
    theme: str
    gap: float
    error: float
    found: float
    values: dict[str, float]
    reasons: tuple[LineReason, ...]

    @property
    def id(self) -> str:
        """A short name that follows from the position."""
        text = "".join(lines(self.record)) + str(self.seat)
        return hashlib.blake2b(text.encode(), digest_size=5).hexdigest()

    @property
    def difficulty(self) -> str:
        """How hard it is, in a word: easy, medium or hard."""
        if self.found >= EASY:
            return "easy"
        return "medium" if self.found >= MEDIUM else "hard"


class PuzzleFinder:
    """Looks for puzzles in games with so many seats. The same seed finds the same."""

    def __init__(self, rules: AnyRules, network: Network, seats: int, seed: int) -> None:
        self.rules = rules
        self._first = Examiner(make_judge(rules, network, f"{seed}/first"), seats)
        self._again = Examiner(make_judge(rules, network, f"{seed}/again"), seats)
        self._seed = seed

    def search(self, record: Record) -> Iterator[Puzzle]:
        """The puzzles of a game."""
        for ply, position in enumerate(positions(record, self.rules)):
            if ply == len(record.entries) or record.entries[ply].is_chance:
                continue
            seat = record.entries[ply].seat
            if len(position.legal(seat)) >= LEAST_CHOICES:
                puzzle = self._examine(record.until(ply), position.clone(), seat)
                if puzzle is not None:
                    yield puzzle

    def _examine(self, record: Record, position: Position, seat: int) -> Puzzle | None:
        """A puzzle, if the position that a record leads to makes one."""
        unit = self._first.unit
        ranked = self._first.judge.look(position, seat).ranked()
        if len(ranked) < LEAST_CHOICES:
            return None
        best, *others = ranked
        if best.value(seat) - others[0].value(seat) < FIRST_GAP * unit:
            return None
        looks = []
        for rival in others[:RIVALS]:
            look = self._look_longer(position, seat, best.code, rival.code)
            error = hypot(look.error, LINE_ERROR * unit)
            if look.ahead[seat] - CERTAIN * error < LEAST_GAP * unit:
                return None
            looks.append((look.ahead[seat], error, look))
        gap, error, closest = min(looks, key=lambda each: each[0])
        notation = self.rules.space.notation
        choice = self.rules.describe(position.visible_to(seat), seat, best.code)
        return Puzzle(
            record=record,
            seat=seat,
            solution=notation(best.code),
            theme=choice.rule.partition(".")[0],
            gap=gap,
            error=error,
            found=self._try_out(position, seat, best.code),
            values={notation(each.code): each.value(seat) for each in ranked[:TOLD]},
            reasons=find_reasons(self.rules, seat, closest.pairs),
        )

    def _look_longer(self, position: Position, seat: int, best: int, rival: int) -> SecondLook:
        def is_hopeless(ahead: float, error: float) -> bool:
            return ahead + CERTAIN * error < LEAST_GAP * self._again.unit

        return look_again(self._again.lines, position, seat, best, rival, PAIRS, is_hopeless)

    def _try_out(self, position: Position, seat: int, best: int) -> float:
        """How often bots of several levels find the solution."""
        found = 0
        for level in SOLVERS:
            for number in range(TRIES):
                bot = make(level, self.rules, self._seed + number)
                found += ask(bot, position, seat, Budget(inf)) == best
        return found / (len(SOLVERS) * TRIES)


def make_puzzles(
    rules: AnyRules, seats: int, count: int, seed: int, progress: Callable[[int], None]
) -> Iterator[Puzzle]:
    """So many puzzles from games of bots, the hardest few of each game. Raises BadSetup if nobody
    has trained this game."""
    network = reviewing_network(rules, seats)
    made = number = 0
    while made < count:
        record = _play(rules, seats, random.Random(f"{seed}/puzzles/{number}"))
        number += 1
        found = sorted(
            PuzzleFinder(rules, network, seats, seed + number).search(record),
            key=lambda puzzle: puzzle.found,
        )
        for puzzle in found[: min(OF_A_GAME, count - made)]:
            made += 1
            progress(made)
            yield puzzle


def _play(rules: AnyRules, seats: int, dealer: random.Random) -> Record:
    """A game of bots that play well, and not too firmly."""
    game = Game.new(rules, seats, {}, dealer)
    players = [make(PLAYERS, rules, dealer.getrandbits(64)) for _ in range(seats)]
    while not game.finished:
        seat = game.actors[0]
        game.play(ask(players[seat], game.position, seat, Budget(inf)), seat=seat)
    return game.record


# Files


def write_puzzles(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Add puzzles to a file: one line each."""
    with path.open("a", encoding="utf-8") as file:
        for puzzle in puzzles:
            file.write(json.dumps(_to_json(puzzle), ensure_ascii=False) + "\n")


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file. Raises RecordError if it holds something else."""
    if not path.exists():
        return []
    try:
        told = path.read_text(encoding="utf-8").splitlines()
        return [_from_json(json.loads(line)) for line in told]
    except (OSError, KeyError, TypeError, ValueError) as broken:
        raise RecordError(Message("qd.review.unreadable")) from broken


def _to_json(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "id": puzzle.id,
        "record": "".join(lines(puzzle.record)),
        "seat": puzzle.seat,
        "solution": puzzle.solution,
        "theme": puzzle.theme,
        "gap": round(puzzle.gap, DIGITS),
        "error": round(puzzle.error, DIGITS),
        "found": puzzle.found,
        "values": {notation: round(value, DIGITS) for notation, value in puzzle.values.items()},
        "reasons": [write_reason(reason) for reason in puzzle.reasons],
    }


def _from_json(data: dict[str, Any]) -> Puzzle:
    if data["format"] != FORMAT:
        raise ValueError(data["format"])
    return Puzzle(
        record=parse(data["record"]),
        seat=data["seat"],
        solution=data["solution"],
        theme=data["theme"],
        gap=data["gap"],
        error=data["error"],
        found=data["found"],
        values=data["values"],
        reasons=tuple(read_reason(reason) for reason in data["reasons"]),
    )
