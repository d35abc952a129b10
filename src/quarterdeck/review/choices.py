"""What a choice was worth next to the best one, judged by what its player could know.

Every choice of a menu is judged as the bots judge it, in several worlds that might have been the
true one for all the player knew. All choices meet the same worlds, so what is left between them is
their own.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from quarterdeck.bots.judge import JudgeBot
from quarterdeck.bots.lookahead import settle
from quarterdeck.bots.worth import UNPLANNED, Judged, find_points, judge_positions
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# Outcomes of the first chance after a choice that are looked at.
OUTCOMES = 16
# If no plan of a turn begins with what was chosen: so many questions on, one is looked for.
DEPTH = 4


@dataclass(frozen=True)
class Candidate:
    """A choice of a menu: what it is worth to every seat, world by world."""

    code: int
    worlds: tuple[tuple[float, ...], ...]

    def value(self, seat: int) -> float:
        return fmean(values[seat] for values in self.worlds)


@dataclass(frozen=True)
class Menu:
    """What was open to a seat and can be judged."""

    seat: int
    options: tuple[Candidate, ...]

    def find(self, code: int) -> Candidate:
        return next(option for option in self.options if option.code == code)

    def ranked(self) -> list[Candidate]:
        """The best first."""
        return sorted(self.options, key=lambda option: -option.value(self.seat))


class ChoiceJudge:
    """Judges the choices of a game. The same seed gives the same judgements."""

    def __init__(self, rules: AnyRules, network: Network, worlds: int, seed: str) -> None:
        assert rules.features is not None
        self.rules = rules
        self.network = network
        self.worlds = worlds
        self.dealer = random.Random(seed)
        self._bot = JudgeBot(rules, self.dealer, 1, OUTCOMES, network=network)
        self._unit = rules.features.points

    def look(
        self, position: Position, seat: int, chosen: int | None = None, whole: bool = False
    ) -> Menu:
        """What is open to a seat, judged; what no plan begins with only if it was chosen, or the
        `whole` menu is wanted."""
        legal = position.legal(seat)
        found: list[list[tuple[float, ...]]] = [[] for _ in legal]
        for _ in range(self.worlds):
            world = self.rules.imagine(position, seat, self.dealer)
            for code, values, judged in zip(
                legal, found, self._bot.judge(world, seat, legal), strict=True
            ):
                if judged.worth[seat] > UNPLANNED:
                    values.append(self.values_of(judged))
                elif whole or code == chosen:
                    values.append(self._judge_after(world, seat, code))
        return Menu(
            seat,
            tuple(
                Candidate(code, tuple(values))
                for code, values in zip(legal, found, strict=True)
                if len(values) == self.worlds
            ),
        )

    def values_of(self, judged: Judged) -> tuple[float, ...]:
        """Chances of winning; alone, points."""
        if len(judged.shares) > 1:
            return tuple(judged.shares)
        return (find_points(self.rules, judged, 0) * self._unit,)

    def judge_end(self, position: Position) -> tuple[float, ...]:
        """What a position at rest is worth to every seat."""
        return self.values_of(judge_positions(self.rules, self.network, [position])[0])

    def _judge_after(self, world: Position, seat: int, code: int) -> tuple[float, ...]:
        """What comes of a choice that no plan begins with, by the best plan after it."""
        after = world.clone()
        after.play(seat, code)
        for _ in range(DEPTH):
            if after.finished or after.chance or seat not in after.actors():
                break
            legal = after.legal(seat)
            judged = self._bot.judge(after, seat, legal)
            best = max(range(len(legal)), key=lambda which: judged[which].worth[seat])
            if judged[best].worth[seat] > UNPLANNED:
                return self.values_of(judged[best])
            after.play(seat, legal[best])
        settle(self.rules, after, self.dealer)
        return self.judge_end(after)


def find_error(better: Candidate, worse: Candidate, seat: int) -> float:
    """How far off the difference of two options may be, as far as hidden facts make it so."""
    pairs = zip(better.worlds, worse.worlds, strict=True)
    differences = [first[seat] - second[seat] for first, second in pairs]
    return stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0


def combine(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """Two measurements with their errors in one: the surer one counts more."""
    weights = [1 / (error * error) for _, error in (one, other)]
    mean = (one[0] * weights[0] + other[0] * weights[1]) / sum(weights)
    return mean, 1 / sqrt(sum(weights))
