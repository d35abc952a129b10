"""Whoever makes more effort has more plans to judge, and no worse ones."""

from __future__ import annotations

import random

import pytest

from quarterdeck import games
from quarterdeck.bots import Budget, make
from quarterdeck.bots.judge import JudgeBot
from quarterdeck.bots.levels import EFFORT, Admiral, Captain
from quarterdeck.bots.worth import makes_plans
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules

PLANNERS = [rules.id for rules in games.load_all() if makes_plans(rules)]
NO_LIMIT = Budget(60.0)


def questions(rules: AnyRules, count: int) -> list[tuple[Position, int]]:
    """Positions of a greedy game in which a seat has several choices."""
    dealer = random.Random(5)
    position, bot = rules.start(2), make("greedy", rules, 5)
    found: list[tuple[Position, int]] = []
    while len(found) < count and not position.finished:
        if position.chance:
            weighted = position.outcomes()
            position.deal(dealer.choices([c for c, _ in weighted], [w for _, w in weighted])[0])
            continue
        seat = position.actors()[0]
        legal = position.legal(seat)
        if len(legal) > 1:
            found.append((position.clone(), seat))
        position.play(seat, bot.choose(position.clone(), seat, legal, NO_LIMIT))
    return found


@pytest.mark.parametrize("game", PLANNERS)
def test_more_effort_finds_more_plans_and_no_worse_ones(game: str) -> None:
    rules = games.load(game)
    more = 0
    for position, seat in questions(rules, 80)[::4]:
        legal = position.legal(seat)
        few, many = (rules.foresee(position.clone(), seat, legal, effort) for effort in (1, 4))
        if not few or not many:
            assert few == many
            continue
        assert len(many) >= len(few)
        assert max(plan.worth for plan in many) >= max(plan.worth for plan in few)
        assert {plan.choice for plan in few} <= {plan.choice for plan in many}
        more += len(many) > len(few)
    assert more


def test_the_master_makes_the_most_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = games.load("saltfjord")
    made: list[int] = []
    foresee = rules.foresee

    def watch(position: Position, seat: int, codes: list[int], effort: int) -> object:
        made.append(effort)
        return foresee(position, seat, codes, effort)

    monkeypatch.setattr(rules, "foresee", watch)
    ((position, seat),) = questions(rules, 1)
    made.clear()
    dealer = random.Random(1)
    for bot in (
        Captain(rules, dealer),
        Admiral(rules, dealer, 0.5, 100),
        JudgeBot(rules, dealer, 1, 8, 2),
    ):
        bot.choose(position.clone(), seat, position.legal(seat), NO_LIMIT)
    assert made == [1, EFFORT, 2]
