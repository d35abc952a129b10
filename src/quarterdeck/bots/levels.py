"""Five levels, the same in every game: what each sees, how firmly it chooses, how long it thinks.

All of them judge with the network of the game. The lower four look one action ahead and fall short
of what they judge as people do: they overlook choices, and take one that is nearly as good. None of
them plays at random, and none takes what it judges to be a bad mistake. The master does not fall
short, and searches where that pays.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import compress
from statistics import fmean
from typing import TYPE_CHECKING, ClassVar

from quarterdeck.bots.judge import JudgeBot, trained_network, why_untrained
from quarterdeck.bots.protocol import Bot, Budget
from quarterdeck.bots.search import SearchBot
from quarterdeck.bots.simple import GentleBot, GreedyBot
from quarterdeck.bots.worth import Judged, can_be_lost, certainty_of, makes_plans
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# From the gentlest to the master.
LEVELS = ("deckhand", "boatswain", "mate", "captain", "admiral")
# Outcomes of a chance that the master looks at.
OUTCOMES = 8
# How many times as many plans as others the master makes.
EFFORT = 4
# How much more points count for those who fall short than for the judge. Where a game is lost or
# won anyway shares hardly differ, and by them alone anything would be nearly as good as the best.
PRIDE = 3.0
# Who plays for a level where nothing can be judged.
STAND_INS = {"deckhand": "gentle"} | dict.fromkeys(LEVELS[1:], "greedy")


@dataclass(frozen=True)
class Habit:
    """How a player falls short of what they judge.

    `attention`: so many of the choices that the game's advice likes best are always considered, and
    each of the others with the chance `glimpse`. `softness`: a choice that is worse by this part of
    how far the best is above the average is taken 1 to 2.7; so a player is as human where little is
    at stake as where much is. `leeway`: a choice that is judged worse than the best by more, as a
    share of winning, is never taken.
    """

    attention: int
    glimpse: float
    softness: float
    leeway: float

    def relax(self, times: float) -> Habit:
        """The same habit, so many times as soft and with as much more leeway."""
        return replace(self, softness=self.softness * times, leeway=self.leeway * times)


class HumanBot(Bot):
    """Judges one action ahead, and errs a little: it overlooks choices and is not too firm."""

    HABIT: ClassVar[Habit]
    STAND_IN: ClassVar[type[Bot]] = GreedyBot
    # Outcomes of a chance that are looked at.
    OUTCOMES: ClassVar[int] = 4

    def __init__(
        self, rules: AnyRules, dealer: random.Random, network: Network | None = None
    ) -> None:
        super().__init__(rules, dealer)
        known = network or trained_network(rules)
        self._judge = (
            None if known is None else JudgeBot(rules, dealer, 1, self.OUTCOMES, network=known)
        )
        self._stand_in = self.STAND_IN(rules, dealer)
        self.habit = habit_of(type(self), rules)

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        self.certainty = None
        if len(legal) == 1:
            return legal[0]
        if self._judge is None:
            return self._stand_in.choose(world, seat, legal, budget)
        judged = self._judge.judge(world, seat, legal)
        seen = self.notice(world, seat, legal, judged)
        weights = weigh([rate_choice(self.rules, each, seat) for each in judged], seen, self.habit)
        which = self.dealer.choices(range(len(legal)), weights)[0]
        self.certainty = certainty_of(self.rules, judged[which].shares[seat], world.seats)
        return legal[which]

    def notice(
        self, world: Position, seat: int, legal: list[int], judged: list[Judged]
    ) -> list[bool]:
        """Which choices of a menu are considered."""
        habit = self.habit
        if len(legal) <= habit.attention:
            return [True] * len(legal)
        if any(each.plan for each in judged):
            # Advice has said what it thinks of them when it made them
            advice = [-math.inf if each.plan is None else each.plan.worth for each in judged]
        else:
            advice = self.rules.advise(world, seat, legal)
        shuffled = self.dealer.sample(range(len(legal)), len(legal))
        liked = sorted(shuffled, key=lambda place: -advice[place])
        seen = [False] * len(legal)
        for rank, place in enumerate(liked):
            seen[place] = rank < habit.attention or self.dealer.random() < habit.glimpse
        return seen


def rate_choice(rules: AnyRules, judged: Judged, seat: int) -> float:
    """What a choice is worth to somebody who falls short."""
    if not can_be_lost(rules, len(judged.shares)):
        return judged.worth[seat]
    share = judged.shares[seat]
    return share + PRIDE * (judged.worth[seat] - share)


def weigh(worth: list[float], seen: list[bool], habit: Habit) -> list[float]:
    """How often each choice is taken relative to the others, by what it is judged to be worth.

    If everything else would be a bad mistake, the best choice stands out and is not overlooked.
    """
    best = max(worth)
    least = best - habit.leeway
    good = [value >= least and noticed for value, noticed in zip(worth, seen, strict=True)]
    if not any(good):
        return [float(value == best) for value in worth]
    unit = habit.softness * (best - fmean(compress(worth, good)))
    if unit == 0:
        return [float(fine) for fine in good]
    return [
        math.exp((value - best) / unit) if fine else 0.0
        for value, fine in zip(worth, good, strict=True)
    ]


class Deckhand(HumanBot):
    """Is learning the game: small mistakes all the time, bad ones never."""

    HABIT = Habit(attention=3, glimpse=0.05, softness=1.6, leeway=0.2)
    STAND_IN = GentleBot


class Boatswain(HumanBot):
    """Knows the game, and misses something now and then."""

    HABIT = Habit(attention=5, glimpse=0.15, softness=0.85, leeway=0.1)


class Mate(HumanBot):
    """Plays well, hardly ever astray."""

    HABIT = Habit(attention=8, glimpse=0.3, softness=0.5, leeway=0.07)


class Captain(HumanBot):
    """Gives little away."""

    HABIT = Habit(attention=14, glimpse=0.5, softness=0.28, leeway=0.05)


# Those who fall short, from the gentlest on.
HUMANS: tuple[type[HumanBot], ...] = (Deckhand, Boatswain, Mate, Captain)


def habit_of(kind: type[HumanBot], rules: AnyRules) -> Habit:
    """How a level falls short in a game."""
    level = next(number for number, each in enumerate(HUMANS) if issubclass(kind, each))
    return kind.HABIT.relax(rules.softness[level])


class Admiral(SearchBot):
    """The master: searches as long as is good, and judges plans where the game makes them.

    Plans are judged where they end. A search compares them with what is judged in the middle of a
    turn or after another's, and at the speed at which plans are made its few simulations cost more
    than they find (`docs/opponents.md`).
    """

    @cached_property
    def _judge(self) -> JudgeBot | None:
        if self.network is None or not makes_plans(self.rules):
            return None
        return JudgeBot(self.rules, self.dealer, 1, OUTCOMES, EFFORT, self.network)

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        if self._judge is None:
            return super().choose(world, seat, legal, budget)
        code = self._judge.choose(world, seat, legal, budget)
        self.certainty = self._judge.certainty
        return code


def levels_digest(rules: AnyRules) -> str:
    """A fingerprint of how the levels choose in a game: what was measured otherwise is out of
    date."""
    habits = [habit_of(kind, rules) for kind in HUMANS]
    told = repr((habits, PRIDE, EFFORT, OUTCOMES))
    return blake2b(told.encode(), digest_size=8).hexdigest()


def describe(level: str) -> Message:
    """How a level plays, in one line."""
    return Message(f"qd.bot.about.{level}")


def tell_stand_in(rules: AnyRules, level: str) -> Message | None:
    """Who plays for a level in this game, and why; None if the level plays itself."""
    why = why_untrained(rules)
    return why and Message(f"qd.bot.stand_in.{STAND_INS[level]}", why=why)
