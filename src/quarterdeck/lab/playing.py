"""One game of a study, from its seed to its line of the results.

Which game is played follows from the study's seed and its number alone. Cells share their deals:
games of the same number are dealt alike, each kind of chance from a stream of its own, so that what
differs between two cells is less often luck. Bots have streams of their own, too.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from random import Random

from quarterdeck.bots import ask
from quarterdeck.bots.arena import ENDLESS
from quarterdeck.bots.judge import why_untrained
from quarterdeck.bots.ladder import seat_bot
from quarterdeck.bots.levels import levels_digest
from quarterdeck.bots.weights import weights_digest
from quarterdeck.game import rules_of
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.options import SEEDS
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lab.goals import bot_on
from quarterdeck.lab.results import Cell, PlayedGame
from quarterdeck.lab.values import changed_rules
from quarterdeck.round_scores import RoundScores
from quarterdeck.statistics.results import TOTAL, name_use

# Bots that play by the game's advice, or by nothing.
UNLEARNED = ("greedy", "gentle", "random")


@dataclass(frozen=True)
class Job:
    """A game to be played, by whoever. `made_with`: what whoever plays it must have, too."""

    game: str
    seed: int
    cell: Cell
    number: int
    made_with: dict[str, object] | None = None

    @property
    def key(self) -> tuple[int, int]:
        return self.cell.number, self.number


@dataclass(frozen=True)
class Failure:
    """A game that could not be played to its end, and why."""

    why: Message | str


def describe_rules(rules: AnyRules, learned: bool) -> dict[str, object]:
    """What games are made with: all that must be the same for their results to belong together.
    `learned`: what bots have learnt counts as well."""
    made_with: dict[str, object] = {
        "rules": rules.version,
        "components": rules.component_digest,
    }
    if learned:
        untrained = why_untrained(rules) is not None
        made_with["weights"] = None if untrained else weights_digest(rules)
        made_with["levels"] = levels_digest(rules)
    return made_with


def is_learned(bot: str) -> bool:
    """Whether a bot may use what was learnt of the game."""
    return bot.partition(":")[0] not in UNLEARNED


def play_job(job: Job) -> PlayedGame | Failure:
    """Play a game wherever this runs; whatever goes wrong comes back in words."""
    try:
        if job.made_with is not None:
            learned = "weights" in job.made_with
            if describe_rules(rules_of(job.game), learned) != job.made_with:
                return Failure(Message("qd.lab.error.other_build"))
        return play_game(job)
    except Exception as error:
        # A game or a bot from outside may fail in any way
        return Failure(getattr(error, "message", None) or f"{type(error).__name__}: {error}")


def settle(rules: AnyRules, options: dict[str, str], seed: int, number: int) -> dict[str, str]:
    """The options of one game: words that stand for a number get one, the same in every cell."""
    settled = dict(options)
    for option in rules.options:
        value = settled.get(option.id)
        if value in option.seeded:
            drawn = Random(f"{seed}/{number}/{option.id}").randrange(SEEDS)
            settled[option.id] = f"{value}:{drawn}"
    return settled


def play_game(job: Job) -> PlayedGame:
    """Play a game of a study; the same job gives the same game."""
    cell, number = job.cell, job.number
    rules = changed_rules(job.game, json.dumps(cell.components, sort_keys=True))
    options = settle(rules, cell.options, job.seed, number)
    bots = [bot_on(cell, seat, number) for seat in range(cell.seats)]
    players = [
        seat_bot(bot, rules, Random(f"{job.seed}/{number}/seat {seat}").getrandbits(64))
        for seat, bot in enumerate(bots)
    ]
    position = rules.start(cell.seats, options)
    notes = _Notes(rules, position)
    dealer = _Dealer(f"{job.seed}/{number}")
    while not position.finished:
        if position.chance:
            position.deal(dealer.draw(position))
            notes.note_ply(position)
            continue
        for seat in position.actors():
            code = ask(players[seat], position, seat, ENDLESS)
            notes.note_choice(position, seat, code)
            position.play(seat, code)
            notes.note_ply(position)
            if not position.lanes:
                break
    ranks = list(rules.final_ranks(position))
    sheet = [line for line in rules.score_sheet(position) if line.counts and line.id != TOTAL]
    return PlayedGame(
        cell=cell.number,
        number=number,
        seats=cell.seats,
        options=options,
        components=cell.components,
        bots=bots,
        ranks=ranks,
        scores=list(position.scores),
        shares=[1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks],
        plies=notes.plies,
        decisions=notes.decisions,
        rounds=rules.round_of(position),
        progress=notes.progress(),
        sources=[{line.id: line.points[seat] for line in sheet} for seat in range(cell.seats)],
        used=[dict(sorted(each.items())) for each in notes.used],
    )


class _Dealer:
    """Picks outcomes, for each kind of chance from a stream of its own: one more roll of the dice
    does not change which card comes next."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._streams: dict[str, Random] = {}

    def draw(self, position: Position) -> int:
        kind = type(position.stack[-1]).__name__
        if kind not in self._streams:
            self._streams[kind] = Random(f"{self._seed}/{kind}")
        weighted = position.outcomes()
        (code,) = self._streams[kind].choices([c for c, _ in weighted], [w for _, w in weighted])
        return code


class _Notes:
    """What is noted while a game is played."""

    def __init__(self, rules: AnyRules, position: Position) -> None:
        self.plies = 0
        self.decisions = 0
        self.used: list[Counter[str]] = [Counter() for _ in range(position.seats)]
        self._rules = rules
        self._things = frozenset(rules.things)
        self._scores = RoundScores(rules)
        self._scores.note(0, position)

    def note_choice(self, position: Position, seat: int, code: int) -> None:
        """A seat is about to choose."""
        self.decisions += 1
        self.used[seat][name_use(self._rules, position, seat, code, self._things)] += 1

    def note_ply(self, position: Position) -> None:
        self.plies += 1
        self._scores.note(self.plies, position)

    def progress(self) -> list[list[int]]:
        """The points at the end of each round."""
        return [list(score.totals()) for score in self._scores.all if score.round > 0]
