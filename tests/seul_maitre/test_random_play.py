"""Random games to the end, at every number of players and with every option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.actions import DO
from quarterdeck.games.seul_maitre.names import (
    ACADEMY,
    BRANCH_COUNT,
    DIRECTIONS,
    DISCOVERY,
    END_TURN,
    MARKET,
    RESOURCE_COUNT,
    SHIPYARD,
    TOP_LEVEL,
    branch_at,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.rules import SeulMaitre
from quarterdeck.games.seul_maitre.steps.setup import FirstWind
from quarterdeck.games.seul_maitre.steps.tossing import ZoneChoice
from quarterdeck.kernel.errors import IllegalAction
from quarterdeck.kernel.messages import Event, Message
from quarterdeck.kernel.position import ChanceStep, Phase, Position
from quarterdeck.testing import conformance
from quarterdeck.testing.walk import Case, cases, make, next_move, walk

GAMES = cases(RULES, 2, 1)
EAGER = {DO.at(SHIPYARD), DO.at(ACADEMY), DO.at(DISCOVERY), DO.at(MARKET)}

# Everything of the kit that asks for no text.
CHECKS = (
    conformance.check_chance,
    conformance.check_refusals,
    conformance.check_clones,
    conformance.check_saving,
    conformance.check_state,
    conformance.check_replay,
    conformance.check_imagined,
    conformance.check_secrets,
    conformance.check_surprises,
)


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_invariants_hold_after_every_choice(case: Case) -> None:
    conformance.check_invariants(case)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seats", RULES.seats)
def test_the_machine_keeps_its_promises(check: Callable[[Case], None], seats: int) -> None:
    check(Case(RULES, seats, (("rounds", "4"),), 1))


@pytest.mark.parametrize("case", GAMES[::3], ids=str)
def test_points_and_market_never_go_back(case: Case) -> None:
    """Invariants over time: points, filled slots, fights and tokens of a round."""
    before: MasterPosition | None = None
    for moment in walk(case):
        p = moment.position
        assert isinstance(p, MasterPosition)
        if before is not None and before.vp and p.vp:
            assert all(a <= b for a, b in zip(before.vp, p.vp, strict=True))
            assert all(a <= b for a, b in zip(before.filled, p.filled, strict=True))
            if before.round == p.round and not p.finished:
                assert before.fought & ~p.fought == 0
                for seat in range(p.seats):
                    assert before.used[seat] & ~p.used[seat] == 0
        before = p.clone()


class Eager(SeulMaitre):
    """Advice that is eager rather than wise: whoever acts goes further than chance would."""

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        return [(code in EAGER) - (code == DO.at(END_TURN)) for code in codes]


EAGER_RULES = Eager()


def well_found(case: Case) -> MasterPosition:
    """The first round of a game with Corsairs, specialists to train and a deeply laden ship."""
    random = Random(str(case))
    p = case.start()
    assert isinstance(p, MasterPosition)
    while p.round == 0:
        move = next_move(case, p, random)
        assert move is not None
        make(p, move)
    for seat in range(p.seats):
        p.money[seat] = 8 if case.seed % 3 else 200
        p.kind[seat] = seat % 2
        p.untrained[seat] = BRANCH_COUNT - 1
    if case.seed % 4 == 1:
        # The Corsair of seat 1 has the best of everybody
        p.untrained[1] = 0
        p.level[branch_at(1, 0) : branch_at(2, 0)] = [TOP_LEVEL] * BRANCH_COUNT
        p.leaders = [1] * BRANCH_COUNT
    p.extended = 1
    p.cargo[:RESOURCE_COUNT] = [5, 0, 4, 0, 0, 0]
    p.hold[0] = 3
    p.reconsider()
    return p


def visited(games: int) -> Counter[str]:
    """How often each step asked somebody, or chance, in well-found games."""
    met: Counter[str] = Counter()
    for number in range(games):
        options = (("map_mode", "random"), ("pirate_storm", "tossed"))
        case = Case(EAGER_RULES, 2 + number % 3, options, 2 * number + 1)
        random = Random(number)
        p = well_found(case)
        while not p.finished:
            met[type(p.stack[-1]).__name__] += 1
            move = next_move(case, p, random)
            assert move is not None
            make(p, move)
            RULES.check(p)
    return met


def test_every_decision_and_chance_is_met() -> None:
    met = visited(60)
    asked = {
        name
        for name, step in RULES.steps.items()
        if not issubclass(step, Phase)
        and not step.__module__.endswith(("setup", "building"))
        and step is not ZoneChoice  # only what it is the base of is ever asked
    }
    assert asked - set(met) == set()


def test_whoever_asks_for_the_impossible_learns_the_rule() -> None:
    """Every refusal names a rule, except where the choice belongs to another kind of step."""
    told: Counter[str] = Counter()
    random = Random(4)
    for moment in walk(Case(RULES, 3, (), 1)):
        p = moment.position
        for seat in p.actors():
            for _ in range(6):
                code = random.randrange(RULES.space.size)
                if code not in p.legal(seat):
                    with pytest.raises(IllegalAction) as caught:
                        p.play(seat, code)
                    told[caught.value.rule] += 1
    assert all(rule == "" or rule.startswith("SM-") for rule in told)
    assert len(told) > 12


def test_the_log_tells_in_message_ids() -> None:
    ids: set[str] = set()
    for moment in walk(Case(RULES, 4, (), 1)):
        for event in moment.events:
            collect(event, ids)
    assert all(id.startswith("sm.") for id in ids)
    assert {"sm.log.round", "sm.log.wind", "sm.log.bid", "sm.log.action", "sm.log.end"} <= ids


def collect(event: Event, ids: set[str]) -> None:
    waiting = [event.message]
    while waiting:
        message = waiting.pop()
        ids.add(message.id)
        waiting += [each for each in message.arguments.values() if isinstance(each, Message)]


def test_chance_is_even_handed() -> None:
    """The first wind is any of eight, the first player any seat, whatever the map."""
    p: Position = RULES.start(4, {"map_mode": "random"})
    assert [weight for _, weight in p.outcomes()] == [1, 1, 1, 1]
    random = Random(1)
    case = Case(RULES, 4, (("map_mode", "random"),), 0)
    while not isinstance(p.stack[-1], FirstWind):
        assert isinstance(p.stack[-1], ChanceStep)
        move = next_move(case, p, random)
        assert move is not None
        make(p, move)
    assert len(p.outcomes()) == len(DIRECTIONS)
