"""Games played to learn from, and what each of their positions should have been judged."""

from __future__ import annotations

import math
import random
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from quarterdeck.bots import Budget
from quarterdeck.bots.judge import JudgeBot
from quarterdeck.bots.network import Array, Network, find_shares, judge_end
from quarterdeck.bots.protocol import Bot, ask
from quarterdeck.bots.worth import makes_plans
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.foresight import Foreseen
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules


@dataclass(frozen=True)
class Habits:
    """How players choose in games that are learnt from."""

    # How often any choice is taken: of a greedy player at most, of a judging one
    greedy_slips: float = 0.3
    judge_slips: float = 0.02
    # Judged choices that differ by this much are taken in a ratio of 1 to e
    softness: float = 0.01
    # How far the end of a game counts for earlier positions, against what was thought meanwhile
    trace: float = 0.8
    # How often a game is played against greedy players too, so that play against others than
    # oneself is not forgotten
    guests: float = 0.3
    # How often one option of the game has another value than its default
    options: float = 0.2


@dataclass(frozen=True)
class Episode:
    """A game that was played: numbers of all seats at every rest, and what to expect there."""

    rows: Array  # moments, seats, numbers
    shares: Array  # moments, seats
    points: Array  # moments, seats


class Learner(Bot):
    """Plays to learn: mostly well, sometimes anything. Without a network, by the game's advice."""

    def __init__(
        self, rules: AnyRules, dealer: random.Random, network: Network | None, habits: Habits
    ) -> None:
        super().__init__(rules, dealer)
        self.judge = (
            None
            if network is None
            else JudgeBot(rules, dealer, worlds=1, outcomes=4, network=network)
        )
        self.softness = habits.softness
        # The end of the plan that the latest choice begins, or without a plan where it began; and
        # what is left of the plan
        self.aim: Position | None = None
        self._path: list[int] = []
        if network is None:
            self.slips = dealer.uniform(0.0, habits.greedy_slips)
        else:
            self.slips = habits.judge_slips

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        self.aim = None
        path, self._path = self._path, []
        if len(legal) == 1:
            self._path = path[1:] if path[:1] == legal else path
            return legal[0]
        if self.dealer.random() < self.slips:
            return self.dealer.choice(legal)
        if path and path[0] in legal:
            self._path = path[1:]
            return path[0]
        if self.judge is None:
            return self._follow_advice(world, seat, legal)
        judged = self.judge.judge(world, seat, legal)
        best = max(each.worth[seat] for each in judged)
        weights = [math.exp((each.worth[seat] - best) / self.softness) for each in judged]
        which = self.dealer.choices(range(len(legal)), weights)[0]
        plan = judged[which].plan
        if plan is None:
            self.aim = world
        else:
            self._follow_plan(plan)
        return legal[which]

    def _follow_plan(self, plan: Foreseen[Position]) -> None:
        self.aim = plan.end
        self._path = plan.path[1:]

    def drop_plan(self) -> None:
        """Something has happened that was not planned: think again."""
        self._path = []

    def _follow_advice(self, world: Position, seat: int, legal: list[int]) -> int:
        planned = self.rules.foresee(world, seat, legal, 1)
        if planned:
            plan = max(planned, key=lambda each: each.worth)
            self._follow_plan(plan)
            return legal[plan.choice]
        self.aim = world
        worth = self.rules.advise(world, seat, legal)
        best = max(worth)
        return self.dealer.choice([c for c, w in zip(legal, worth, strict=True) if w == best])


def pick_setup(
    rules: AnyRules, seats: tuple[int, ...], habits: Habits, dealer: random.Random
) -> tuple[int, dict[str, str]]:
    """How many play a game, and by which options."""
    count = dealer.choice(seats)
    if rules.options and dealer.random() < habits.options:
        option = dealer.choice(rules.options)
        chosen = {option.id: dealer.choice(option.values)}
        with suppress(BadSetup):  # a first player who is not at the table
            return rules.checked_setup(count, chosen)
    return rules.checked_setup(count, {})


def seat_players(
    rules: AnyRules, seats: int, network: Network | None, habits: Habits, dealer: random.Random
) -> list[Learner]:
    """Who plays: the network on every seat, or on some seats and greedy guests on the others."""
    networks = [network] * seats
    if dealer.random() < habits.guests:
        for seat in dealer.sample(range(seats), dealer.randrange(seats)):
            networks[seat] = None
    return [Learner(rules, dealer, each, habits) for each in networks]


def play_episode(
    rules: AnyRules, seats: tuple[int, ...], network: Network | None, habits: Habits, seed: str
) -> Episode:
    """Play one game. The same arguments give the same episode."""
    dealer = random.Random(seed)
    count, options = pick_setup(rules, seats, habits, dealer)
    position = rules.start(count, options)
    players = seat_players(rules, count, network, habits, dealer)
    budget = Budget(math.inf)
    rows: list[list[float]] = []
    # Where players plan ahead, the ends of their plans are what is judged, so they are learnt
    plans = makes_plans(rules)
    while not position.finished:
        if position.chance:
            weighted = position.outcomes()
            (code,) = dealer.choices([c for c, _ in weighted], [w for _, w in weighted])
            position.deal(code)
            for player in players:
                player.drop_plan()
            continue
        at_rest = rules.is_at_rest(position)
        if at_rest and not plans:
            rows.append(rules.numbers(position, range(count)))
        at_once = bool(position.lanes)
        for seat in position.actors():
            position.play(seat, ask(players[seat], position, seat, budget))
            for other in range(count):
                # What others do at the same time is no news
                if other != seat and not at_once:
                    players[other].drop_plan()
            aim = players[seat].aim
            if at_rest and plans and aim is not None and not at_once:
                rows.append(rules.numbers(aim, range(count)))
            if not position.lanes:
                break
        if at_once and not position.lanes:
            for player in players:
                player.drop_plan()
            if plans and not position.finished:
                # Where all plan at once, what came of all plans is learnt
                rows.append(rules.numbers(position, range(count)))
    assert rules.features is not None
    end = judge_end(rules, position)
    seen = np.array(rows, np.float32).reshape(len(rows), count, len(rules.features))
    shares, points = _expect(network, seen, end, habits.trace)
    return Episode(seen, shares, points)


def _expect(
    network: Network | None,
    rows: Array,
    end: Array,
    trace: float,
) -> tuple[Array, Array]:
    """TD(λ) returns: from the end back, each a mix of what came of it and of what was thought."""
    moments, seats, inputs = rows.shape
    hoped = np.empty((moments, seats, 2), np.float32)
    after = end
    thought = None
    if network is not None:
        thought = network.look(rows.reshape(-1, inputs)).reshape(moments, seats, 2)
        thought[:, :, 0] = find_shares(thought[:, :, 0])
    for moment in range(moments - 1, -1, -1):
        hoped[moment] = after
        if thought is not None:
            after = trace * after + (1 - trace) * thought[moment]
    return hoped[:, :, 0].copy(), hoped[:, :, 1].copy()
