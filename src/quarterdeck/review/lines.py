"""What follows from a choice: lines that good players might play on, to look at it again.

A line begins in a world its player might have been in, and goes on until everybody has had a turn.
All choose as the bots judge best, or nearly: so lines differ, and their spread tells how much
depends on what others do. Two choices are compared in the same worlds with the same luck, as far as
it is the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import exp, sqrt
from statistics import fmean, stdev

from quarterdeck.bots.judge import SEEDS, JudgeBot
from quarterdeck.bots.lookahead import pick_outcomes
from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.review.choices import ChoiceJudge

# Outcomes of a chance that those who play on look at.
OUTCOMES = 4
# Choices whose judgements differ by this much are taken in a ratio of 1 to e.
SOFTNESS = 0.01
# Fewer pairs of lines tell nothing about their spread.
LEAST_PAIRS = 4
# Longer lines are broken off.
MOST_CHOICES = 400


@dataclass(frozen=True)
class Move:
    """A choice or an outcome of a line."""

    seat: int
    code: int


@dataclass
class Line:
    """What followed, and where it led. One that is not `whole` was broken off for lack of time."""

    moves: list[Move]
    end: Position
    whole: bool = True


class LinePlayer:
    """Plays lines of a game: until everybody has had a turn, or only the first seat (`short`).
    Whoever is in a hurry says when it is late."""

    def __init__(
        self,
        judge: ChoiceJudge,
        short: bool = False,
        is_late: Callable[[], bool] = lambda: False,
    ) -> None:
        self.judge = judge
        self.short = short
        self.is_late = is_late
        self.rules = judge.rules
        # How many menus have been judged, which is what costs time
        self.work = 0

    def play_on(self, world: Position, seat: int, code: int, luck: int) -> Line:
        """What follows from a choice in a world; the same luck gives the same line."""
        rules = self.rules
        end = world.clone()
        start = rules.round_of(end)
        dealer = random.Random(luck)
        bot = JudgeBot(rules, dealer, 1, OUTCOMES, network=self.judge.network)
        moves = [Move(seat, code)]
        end.play(seat, code)
        turns, latest = 0, seat
        planned: list[int] = []
        while not end.finished and len(moves) < MOST_CHOICES:
            if end.chance:
                dealt = pick_outcomes(end.outcomes(), 1, dealer)[0][0]
                end.deal(dealt)
                moves.append(Move(NATURE, dealt))
                planned = []
                continue
            actor = end.actors()[0]
            if actor != latest:
                turns, latest, planned = turns + 1, actor, []
            # Where all choose at once, nobody has a turn of their own
            enough = 1 if self.short else end.seats
            gone_round = turns >= enough and end.seats > 1 and not end.lanes
            if (gone_round or rules.round_of(end) > start) and rules.is_at_rest(end):
                break
            if self.is_late():
                return Line(moves, end, whole=False)
            legal = end.legal(actor)
            if not planned or planned[0] not in legal:
                planned = self._plan(bot, end, actor, legal, dealer)
            chosen = planned.pop(0)
            end.play(actor, chosen)
            moves.append(Move(actor, chosen))
        return Line(moves, end)

    def _plan(
        self,
        bot: JudgeBot,
        position: Position,
        seat: int,
        legal: list[int],
        dealer: random.Random,
    ) -> list[int]:
        """The best choice for all a seat can know, or one that is nearly as good, and what it plans
        to do next."""
        if len(legal) == 1:
            return [legal[0]]
        self.work += 1
        world = self.rules.imagine(position, seat, dealer)
        judged = bot.judge(world, seat, legal)
        best = max(each.worth[seat] for each in judged)
        weights = [exp((each.worth[seat] - best) / SOFTNESS) for each in judged]
        which = dealer.choices(range(len(legal)), weights)[0]
        plan = judged[which].plan
        return [legal[which]] if plan is None else [legal[which], *plan.path[1:]]


@dataclass(frozen=True)
class Pair:
    """Two choices followed in the same world with the same luck."""

    world: Position
    better: Line
    worse: Line


@dataclass(frozen=True)
class SecondLook:
    """Two choices compared by lines: how much better the first was to every seat on average, and
    how far off that may be for the seat that chose."""

    ahead: tuple[float, ...]
    error: float
    pairs: tuple[Pair, ...]


def look_again(
    player: LinePlayer,
    position: Position,
    seat: int,
    better: int,
    worse: int,
    most: int,
    is_clear: Callable[[float, float], bool],
) -> SecondLook:
    """Compare two choices by pairs of lines, until it is clear how far they are apart, with what
    error, or so many have been played."""
    judge, dealer = player.judge, player.judge.dealer
    pairs: list[Pair] = []
    ahead: list[list[float]] = []
    while True:
        world = player.rules.imagine(position, seat, dealer)
        luck = dealer.randrange(SEEDS)
        lines = [player.play_on(world, seat, code, luck) for code in (better, worse)]
        pairs.append(Pair(world, *lines))
        ends = [judge.judge_end(line.end) for line in lines]
        ahead.append([first - second for first, second in zip(*ends, strict=True)])
        if len(pairs) < LEAST_PAIRS:
            continue
        mine = [each[seat] for each in ahead]
        error = stdev(mine) / sqrt(len(mine))
        if len(pairs) >= most or is_clear(fmean(mine), error):
            return SecondLook(
                tuple(fmean(each) for each in zip(*ahead, strict=True)), error, tuple(pairs)
            )
