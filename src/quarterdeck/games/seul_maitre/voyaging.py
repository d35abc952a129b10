"""Answers under sail: the next step of a ship or a pirate, and whom to engage."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import CONTROL, DECLINE, ENGAGE, STOP
from quarterdeck.games.seul_maitre.fights import attack_value
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE
from quarterdeck.games.seul_maitre.plans import Study, Way
from quarterdeck.games.seul_maitre.question import UNWISE, Question
from quarterdeck.games.seul_maitre.raids import best_raid, pirate_roads, raids
from quarterdeck.games.seul_maitre.steps.sailing import ChoosePirate, Engage, PirateSail, Sail
from quarterdeck.games.seul_maitre.steps.voyage import cost_of, target_of


def next_step(q: Question[Sail]) -> list[float]:
    """The first step of the voyage that leads to the best end of the turn."""
    study = Study(q.p, q.seat)
    ways = study.sailing(q.p, q.step.free)
    if STOP.base in q.codes:
        ways.append(Way(q.p, STOP.base, 0.0))
    return q.values(study.judge(ways))


def engage(q: Question[Engage]) -> list[float]:
    if q.step.mover >= FIRST_PIRATE:
        return _engage_with_pirate(q)
    p = q.p
    study = Study(p, q.seat)
    ways: list[Way] = []
    for code in q.codes:
        if ENGAGE.has(code):
            after = p.clone()
            other = ENGAGE.value(code)
            after.fought |= 1 << q.seat | 1 << other
            ways.append(Way(after, code, study.fight(p, other)))
    if DECLINE.base in q.codes:
        ways.append(Way(p, DECLINE.base, 0.0))
        if q.step.goes_on:
            onward = study.sailing(p, q.step.kept)
            ways += [Way(way.p, DECLINE.base, way.extra) for way in onward]
    return q.values(study.judge(ways))


def _engage_with_pirate(q: Question[Engage]) -> list[float]:
    mover = q.step.mover
    found = {
        code: attack_value(q.p, mover, ENGAGE.value(code)) for code in q.codes if ENGAGE.has(code)
    }
    onward = raids(q.p, q.seat, mover, q.step.kept)
    found[DECLINE.base] = max([0.0, *[raid.value for raid in onward]])
    return q.values(found)


def choose_pirate(q: Question[ChoosePirate]) -> list[float]:
    return [best_raid(q.p, q.seat, CONTROL.value(code)) for code in q.codes]


def pirate_step(q: Question[PirateSail]) -> list[float]:
    """Along the road to the best thing to go for."""
    p = q.p
    vessel = q.step.vessel
    best = {STOP.base: 0.0}
    roads = pirate_roads(p, vessel)
    for raid in raids(p, q.seat, vessel, q.step.used):
        table = roads.to(raid.target)
        here = table[p.place[vessel]]
        for code in q.codes:
            if code == STOP.base:
                continue
            target = target_of(p, vessel, code)
            on_the_way = cost_of(p, vessel, code) + table[target] == here
            if on_the_way and (target == raid.target or target not in roads.closed):
                best[code] = max(raid.value, best.get(code, UNWISE))
    return q.values(best)
