"""Plans that are offered for judging: they differ, and their paths lead where they say."""

from __future__ import annotations

import math
import random

from quarterdeck.bots import Budget
from quarterdeck.games.saltfjord.names import EMPTY
from quarterdeck.games.saltfjord.plans import RESERVE, Study
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.turn import MainAction
from quarterdeck.training.episodes import Habits, Learner
from tests.saltfjord.test_greedy import RULES, A, table

NO_TIME = Budget(math.inf)


def deeds(p: SaltfjordPosition) -> tuple[list[int], ...]:
    """What a turn does for A."""
    return p.store(A), p.levels(A), p.crates(A), p.village(A), p.pieces_in(A)


def test_the_path_of_a_plan_leads_to_its_end() -> None:
    p = table()
    legal = p.legal(A)
    compared = 0
    for plan in RULES.foresee(p, A, legal, 1) or []:
        assert plan.path[0] == legal[plan.choice]
        world = p.clone()
        for code in plan.path:
            while not world.chance and world.actors() == [A] and len(world.legal(A)) == 1:
                world.play(A, world.legal(A)[0])
            if world.chance or world.actors() != [A]:
                break
            world.play(A, code)
        else:
            assert deeds(world) == deeds(plan.end)
            compared += 1
    assert compared >= 3


def test_plans_differ_in_what_they_do() -> None:
    p = table()
    plans = RULES.foresee(p, A, p.legal(A), 1) or []
    kinds = {
        (plan.end.village(A).count(EMPTY), plan.end.zones[A], plan.end.taverns[A]) for plan in plans
    }
    assert len(kinds) > 3


def test_whoever_judges_sees_more_than_what_advice_follows() -> None:
    p = table()
    advice = Study(p, A)
    advice.judge(p.legal(A))
    wide = Study(p, A, 1, RESERVE)
    wide.judge(p.legal(A))
    assert len(wide.ends) > 2 * len(advice.ends)
    assert max(wide.best) >= max(advice.best)
    judged = RULES.foresee(p, A, p.legal(A), 1) or []
    assert len(judged) > len(advice.ends)


def test_a_learner_keeps_to_their_plan_until_something_happens() -> None:
    p = table()
    learner = Learner(RULES, random.Random(1), None, Habits(greedy_slips=0.0))
    legal = p.legal(A)
    best = max(RULES.foresee(p, A, legal, 1) or [], key=lambda plan: plan.worth)
    assert len(best.path) > 1
    assert learner.choose(p, A, legal, NO_TIME) == best.path[0]
    assert learner.aim is not None
    p.play(A, best.path[0])
    assert not isinstance(p.stack[-1], MainAction)
    assert learner.choose(p, A, [*p.legal(A)], NO_TIME) == best.path[1]
    assert learner.aim is None, "the end of a plan is learnt once"
    learner.drop_plan()
    learner.choose(p, A, [*p.legal(A)], NO_TIME)
    assert learner.aim is not None
