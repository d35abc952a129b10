"""Looking for puzzles: in games between bots, and in recorded games.

A position makes a puzzle if the best choice is ahead of every other at first sight, if a longer
look, in other worlds and by more lines of play, finds the same choice ahead of its rivals by more
than the error, and if the master of the bots takes it too. How hard it is, is tried out: how often
the levels of bots find it. What all of them find is no puzzle.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from math import hypot, inf, sqrt
from statistics import fmean
from typing import TYPE_CHECKING

from quarterdeck.bots import Budget, ask, make
from quarterdeck.bots.weights import weights_digest
from quarterdeck.game import Game
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Record, migrate, positions
from quarterdeck.review.calibration import reviewing_network
from quarterdeck.review.choices import Candidate
from quarterdeck.review.examining import Examiner, make_judge
from quarterdeck.review.lines import LEAST_PAIRS, SecondLook, look_again
from quarterdeck.review.marks import CERTAIN, FIRST_ERROR, LINE_ERROR
from quarterdeck.review.puzzles import Puzzle
from quarterdeck.review.reasons import find_reasons

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# At first sight the best choice must be ahead of the next by so much, and after a longer look still
# by so much, beyond its error.
FIRST_GAP = 0.06
LEAST_GAP = 0.04
# Fewer choices are no puzzle.
LEAST_CHOICES = 4
# How often all choices are judged once more, each time in other worlds.
LOOKS = 6
# Rivals of the best choice that get a longer look: two, and up to so many that are this close at
# first sight; and by how many pairs of lines.
RIVALS, MOST_RIVALS = 2, 4
CLOSE = 0.12
PAIRS = 12
# Who must take the solution too, and how often.
MASTER = "admiral"
MASTER_TRIES = 2
# Who tries to solve a puzzle, and how often each; what so large a part of the tries finds is none.
SOLVERS = ("greedy", "deckhand", "boatswain")
TRIES = 5
TOO_EASY = 0.9
# Who plays the games that puzzles are made from.
PLAYERS = "mate"
# Of a game so many positions are tried out.
CANDIDATES = 32
# How many puzzles come from one game, at least so many entries apart; more if solved alike.
OF_A_GAME = 8
APART, APART_ALIKE = 6, 40
# So many choices are kept with their values.
TOLD = 6


@dataclass(frozen=True)
class _Candidate:
    """A position in which a choice stands out, and by how much at first sight."""

    ply: int
    position: Position
    seat: int
    best: int
    gap: float


class PuzzleFinder:
    """Looks for puzzles in games with so many seats. The same seed finds the same."""

    def __init__(self, rules: AnyRules, network: Network, seats: int, seed: int) -> None:
        self.rules = rules
        self._first = Examiner(make_judge(rules, network, f"{seed}/first"), seats)
        self._again = Examiner(make_judge(rules, network, f"{seed}/again"), seats)
        self._unit = self._first.unit
        self._weights = weights_digest(rules) or ""
        self._seed = seed

    def search(self, record: Record) -> list[Puzzle]:
        """Some puzzles of a game, not one after the other; those that are solved alike far apart.

        What costs least is asked first, and where most is at stake: so a longer look, which costs
        most, is seldom taken in vain.
        """
        standing = list(self._find_candidates(record))
        dealer = random.Random(f"{self._seed}/candidates")
        some = dealer.sample(standing, min(CANDIDATES, len(standing)))
        found: list[Puzzle] = []
        for candidate in sorted(some, key=lambda each: -each.gap):
            if len(found) == OF_A_GAME:
                break
            if self._differs(candidate, found):
                puzzle = self._examine(record, candidate)
                found += [] if puzzle is None else [puzzle]
        return found

    def _find_candidates(self, record: Record) -> Iterator[_Candidate]:
        """Where one choice stands out at first sight."""
        for ply, position in enumerate(positions(record, self.rules)):
            if ply == len(record.entries) or record.entries[ply].is_chance:
                continue
            seat = record.entries[ply].seat
            if len(position.legal(seat)) >= LEAST_CHOICES:
                ranked = self._first.judge.look(position, seat).ranked()
                if self._stands_out(ranked, seat):
                    gap = ranked[0].value(seat) - ranked[1].value(seat)
                    yield _Candidate(ply, position.clone(), seat, ranked[0].code, gap)

    def _differs(self, candidate: _Candidate, others: list[Puzzle]) -> bool:
        """Whether a candidate would not repeat another puzzle of its game."""
        solution = self.rules.space.notation(candidate.best)
        return all(
            abs(candidate.ply - len(other.record.entries))
            >= (APART_ALIKE if solution == other.solution else APART)
            for other in others
        )

    def _examine(self, record: Record, candidate: _Candidate) -> Puzzle | None:
        """A puzzle, if not everybody finds the choice and a longer look finds it clearly best."""
        position, seat, best = candidate.position, candidate.seat, candidate.best
        # Now with everything that no plan begins with
        ranked = self._first.judge.look(position, seat, whole=True).ranked()
        if ranked[0].code != best or not self._stands_out(ranked, seat):
            return None
        if not self._stands_firm(position, seat, best):
            return None
        if not self._convinces_master(position, seat, best):
            return None
        found = self._try_out(position, seat, best)
        if found >= TOO_EASY:
            return None
        compared = self._compare(position, seat, ranked)
        if compared is None:
            return None
        values, error, closest = compared
        notation = self.rules.space.notation
        told = sorted(values, key=lambda code: -values[code])[:TOLD]
        if is_amount([notation(code) for code in told]):
            return None
        choice = self.rules.describe(position.visible_to(seat), seat, best)
        return Puzzle(
            record=_cut(record, candidate),
            seat=seat,
            solution=notation(best),
            theme=choice.rule.partition(".")[0],
            gap=values[told[0]] - values[told[1]],
            error=error,
            found=found,
            values={notation(code): values[code] for code in told},
            reasons=find_reasons(self.rules, seat, closest.pairs),
            weights=self._weights,
        )

    def _stands_out(self, ranked: list[Candidate], seat: int) -> bool:
        """Whether the best choice is well ahead of the next."""
        if len(ranked) < 2:
            return False
        return ranked[0].value(seat) - ranked[1].value(seat) >= FIRST_GAP * self._unit

    def _compare(
        self, position: Position, seat: int, ranked: list[Candidate]
    ) -> tuple[dict[int, float], float, SecondLook] | None:
        """What every choice promises after a longer look at the best and its rivals, how far off
        the smallest gap may be, and the look at the closest rival; None if it is not clear."""
        best, *others = ranked
        top = best.value(seat)
        values = {each.code: each.value(seat) for each in ranked}
        looks: list[tuple[float, float, SecondLook]] = []
        for rival in others[:MOST_RIVALS]:
            if len(looks) >= RIVALS and top - values[rival.code] >= CLOSE * self._unit:
                break
            look = self._look_longer(position, seat, best.code, rival.code)
            ahead = look.ahead[seat]
            error = hypot(look.error, LINE_ERROR * self._unit)
            if ahead - CERTAIN * error < LEAST_GAP * self._unit:
                return None
            looks.append((ahead, error, look))
            values[rival.code] = top - ahead
        gap, error, closest = min(looks, key=lambda each: each[0])
        unseen = [top - values[each.code] for each in others[len(looks) :]]
        if unseen and min(unseen) < gap:
            # What was seen only once is not so sure
            error = max(error, FIRST_ERROR * self._unit)
            if min(unseen) - CERTAIN * error < LEAST_GAP * self._unit:
                return None
        return values, error, closest

    def _look_longer(self, position: Position, seat: int, best: int, rival: int) -> SecondLook:
        """Compare two choices by lines, until it is twice as certain as is needed, or so many lines
        more would hardly be enough."""
        least, unit = LEAST_GAP * self._unit, LINE_ERROR * self._unit
        pairs = count(LEAST_PAIRS)

        def is_clear(ahead: float, error: float) -> bool:
            at_last = CERTAIN * hypot(error * sqrt(next(pairs) / PAIRS), unit)
            return ahead - at_last < least or ahead - 2 * CERTAIN * hypot(error, unit) > least

        return look_again(self._again.lines, position, seat, best, rival, PAIRS, is_clear)

    def _stands_firm(self, position: Position, seat: int, best: int) -> bool:
        """Whether the best choice is well ahead in many other worlds, too."""
        values: dict[int, list[float]] = {}
        for _ in range(LOOKS):
            for option in self._again.judge.look(position, seat).options:
                values.setdefault(option.code, []).append(option.value(seat))
        means = {code: fmean(found) for code, found in values.items()}
        if len(values.get(best, ())) < LOOKS:
            return False
        nearest = max((mean for code, mean in means.items() if code != best), default=-inf)
        return means[best] - nearest >= FIRST_GAP * self._unit

    def _convinces_master(self, position: Position, seat: int, best: int) -> bool:
        """Whether the master of the bots takes the solution whenever it is asked."""
        return all(
            ask(make(MASTER, self.rules, self._seed + number), position, seat, Budget(inf)) == best
            for number in range(MASTER_TRIES)
        )

    def _try_out(self, position: Position, seat: int, best: int) -> float:
        """How often bots of several levels find the solution."""
        found = 0
        for level in SOLVERS:
            for number in range(TRIES):
                bot = make(level, self.rules, self._seed + number)
                found += ask(bot, position, seat, Budget(inf)) == best
        return found / (len(SOLVERS) * TRIES)


def is_amount(notations: list[str]) -> bool:
    """Whether choices, the best first, only say how much: the more the better, or the less."""
    split = [notation.rpartition(" ") for notation in notations[:3]]
    if len({what for what, _, _ in split}) > 1 or not all(many.isdecimal() for *_, many in split):
        return False
    amounts = [int(many) for *_, many in split]
    return amounts in (sorted(amounts), sorted(amounts, reverse=True))


def make_puzzles(
    rules: AnyRules, seats: int, wanted: int, seed: int, progress: Callable[[int], None]
) -> Iterator[Puzzle]:
    """So many puzzles from games of bots, a few of each game. Raises BadSetup if nobody has trained
    this game."""
    network = reviewing_network(rules, seats)
    made = 0
    for number in count(1):
        record = play_game(rules, seats, random.Random(f"{seed}/puzzles/{number}"))
        found = PuzzleFinder(rules, network, seats, seed + number).search(record)
        for puzzle in found[: wanted - made]:
            made += 1
            progress(made)
            yield puzzle
        if made == wanted:
            return


def search_records(
    rules: AnyRules, records: Iterable[Record], seed: int, progress: Callable[[int], None]
) -> Iterator[Puzzle]:
    """The puzzles of recorded games, a few of each. Raises BadSetup if nobody has trained this
    game, RecordError if a record is not one of this game or is damaged."""
    for number, record in enumerate(records, 1):
        seats = record.header.seats
        finder = PuzzleFinder(rules, reviewing_network(rules, seats), seats, seed + number)
        yield from finder.search(migrate(record, rules))
        progress(number)


def play_game(rules: AnyRules, seats: int, dealer: random.Random) -> Record:
    """A game of bots that play well, and not too firmly."""
    game = Game.new(rules, seats, {}, dealer)
    players = [make(PLAYERS, rules, dealer.getrandbits(64)) for _ in range(seats)]
    while not game.finished:
        seat = game.actors[0]
        game.play(ask(players[seat], game.position, seat, Budget(inf)), seat=seat)
    return game.record


def _cut(record: Record, candidate: _Candidate) -> Record:
    """The record that leads to a position. Who played is nobody's business."""
    header = replace(record.header, names=(), bots=())
    digests = {candidate.ply: candidate.position.digest()}
    return Record(header, record.entries[: candidate.ply], digests)
