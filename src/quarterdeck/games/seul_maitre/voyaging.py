"""Answers under sail: the next step of a ship or a pirate, and whom to engage."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import CONTROL, DECLINE, ENGAGE, STOP
from quarterdeck.games.seul_maitre.decision import UNWISE, Decision
from quarterdeck.games.seul_maitre.fights import attack_value
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE
from quarterdeck.games.seul_maitre.plans import Prospect, Study
from quarterdeck.games.seul_maitre.raids import best_raid, pirate_roads, raids
from quarterdeck.games.seul_maitre.steps.sailing import ChoosePirate, Engage, PirateSail, Sail
from quarterdeck.games.seul_maitre.steps.voyage import cost_of, target_of


def next_step(d: Decision[Sail]) -> list[float]:
    """The first step of the voyage that leads to the best end of the turn."""
    study = Study(d.p, d.seat)
    return d.values(study.judge(voyages(d, study)))


def voyages(d: Decision[Sail], study: Study) -> list[Prospect]:
    ways = study.sailing(d.p, d.step.free)
    if STOP.base in d.codes:
        ways.append(Prospect(d.p, STOP.base, 0.0))
    return ways


def engage(d: Decision[Engage]) -> list[float]:
    if d.step.mover >= FIRST_PIRATE:
        return _engage_with_pirate(d)
    study = Study(d.p, d.seat)
    return d.values(study.judge(meetings(d, study)))


def meetings(d: Decision[Engage], study: Study) -> list[Prospect]:
    """To fight one of those met, or to go on."""
    p = d.p
    ways: list[Prospect] = []
    for code in d.codes:
        if ENGAGE.has(code):
            after = p.clone()
            other = ENGAGE.value(code)
            after.fought |= 1 << d.seat | 1 << other
            ways.append(Prospect(after, code, study.fight(p, other)))
    if DECLINE.base in d.codes:
        ways.append(Prospect(p, DECLINE.base, 0.0))
        if d.step.goes_on:
            onward = study.sailing(p, d.step.kept)
            ways += [Prospect(way.p, DECLINE.base, way.extra) for way in onward]
    return ways


def _engage_with_pirate(d: Decision[Engage]) -> list[float]:
    mover = d.step.mover
    found = {
        code: attack_value(d.p, mover, ENGAGE.value(code)) for code in d.codes if ENGAGE.has(code)
    }
    onward = raids(d.p, d.seat, mover, d.step.kept)
    found[DECLINE.base] = max([0.0, *[raid.value for raid in onward]])
    return d.values(found)


def choose_pirate(d: Decision[ChoosePirate]) -> list[float]:
    return [best_raid(d.p, d.seat, CONTROL.value(code)) for code in d.codes]


def pirate_step(d: Decision[PirateSail]) -> list[float]:
    """Along the road to the best thing to go for."""
    p = d.p
    vessel = d.step.vessel
    best = {STOP.base: 0.0}
    roads = pirate_roads(p, vessel)
    for raid in raids(p, d.seat, vessel, d.step.used):
        table = roads.to(raid.target)
        here = table[p.place[vessel]]
        for code in d.codes:
            if code == STOP.base:
                continue
            target = target_of(p, vessel, code)
            on_the_way = cost_of(p, vessel, code) + table[target] == here
            if on_the_way and (target == raid.target or target not in roads.closed):
                best[code] = max(raid.value, best.get(code, UNWISE))
    return d.values(best)
