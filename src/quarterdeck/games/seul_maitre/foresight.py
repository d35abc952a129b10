"""Turns to be judged by others: many ways a turn may go, each with the position in which it ends.

Advice follows only what it likes best itself. Here ways that lead to other places, cargoes or
specialists are followed too, so that whoever judges their ends can want something else.
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.seul_maitre import business, voyaging
from quarterdeck.games.seul_maitre.advice import advise
from quarterdeck.games.seul_maitre.chart import PORT, SITE
from quarterdeck.games.seul_maitre.decision import Decision
from quarterdeck.games.seul_maitre.names import BRANCH_COUNT, DISCOVERY, RESOURCE_COUNT
from quarterdeck.games.seul_maitre.plans import A_DISCOVERY, PROMISE, Prospect, Study
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.building import (
    BuildCell,
    BuildRotation,
    BuildTile,
    PortCorner,
    PortRotation,
)
from quarterdeck.games.seul_maitre.steps.learning import Train
from quarterdeck.games.seul_maitre.steps.openings import action_obstacle
from quarterdeck.games.seul_maitre.steps.sailing import Engage, PirateSail, Sail
from quarterdeck.games.seul_maitre.steps.trade import BuyCubes
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.kernel.foresight import Foreseen

# So many ways are followed from action to action
BEAM: Final = 8
# So many ends are offered: between actions, and within one
ENDS: Final = 32
FEW_ENDS: Final = 16
# The map is not told by the numbers before it is finished, and a pirate on its way does not ask
# for judgement at every step
LEFT_TO_ADVICE: Final = (
    BuildTile,
    BuildCell,
    BuildRotation,
    PortCorner,
    PortRotation,
    PirateSail,
)

Kind = tuple[object, ...]


def foresee(
    p: MasterPosition, seat: int, codes: list[int], effort: int
) -> list[Foreseen[MasterPosition]] | None:
    """Turns that end differently, the best of each kind, and the best that begins with a choice."""
    step = p.step_of(seat)
    assert step is not None
    if isinstance(step, LEFT_TO_ADVICE):
        values = advise(p, seat, codes)
        best = values.index(max(values))
        return [Foreseen(best, values[best], p, [codes[best]])]
    d: Decision[Any] = Decision(p, seat, step, codes)
    study = Study(p, seat)
    if isinstance(step, Action):
        ways = study.roots()
    elif isinstance(step, Sail):
        ways = voyaging.voyages(d, study)
    elif isinstance(step, Engage) and step.mover == seat:
        ways = voyaging.meetings(d, study)
    elif isinstance(step, BuyCubes):
        ways = business.purchases(d, study)
    elif isinstance(step, Train):
        ways = business.trainings(d)
    else:
        return None
    ends = _find_ends(study, ways, BEAM * effort)
    most = effort * (ENDS if isinstance(step, Action) else FEW_ENDS)
    places = {code: number for number, code in enumerate(codes)}
    chosen: list[Foreseen[MasterPosition]] = []
    begun: set[int] = set()
    for number, (worth, way) in enumerate(ends):
        if number < most or way.root not in begun:
            begun.add(way.root)
            end = _close(way, seat)
            chosen.append(Foreseen(places[way.root], worth, end, [way.root]))
    return chosen


def _find_ends(study: Study, ways: list[Prospect], beam: int) -> list[tuple[float, Prospect]]:
    """The best way of each kind, the best ones first; what is left of the turn is banked."""
    worth = study.worth
    seat = study.seat
    found: dict[tuple[int, Kind], tuple[float, Prospect]] = {}
    while ways:
        promising: dict[tuple[int, Kind], tuple[float, Prospect]] = {}
        for way in ways:
            p = way.p
            value = worth.total(p) + way.extra
            kind = _kind(p, seat)
            known = found.get((way.root, kind))
            if known is None or known[0] < value:
                found[way.root, kind] = (value, way)
            tokens = p.tokens[seat]
            if not tokens:
                continue
            promise = value + PROMISE * tokens
            if not worth.rounds:
                promise += worth.hopes(p)
            if SITE <= p.place[seat] < PORT and action_obstacle(p, seat, DISCOVERY) is None:
                promise += A_DISCOVERY
            other = promising.get((tokens, kind))
            if other is None or other[0] < promise:
                promising[tokens, kind] = (promise, way)
        best = sorted(promising.values(), key=_by_worth)[:beam]
        ways = [after for _, way in best for after in study.actions(way)]
    return sorted(found.values(), key=_by_worth)


def _by_worth(entry: tuple[float, Prospect]) -> float:
    return -entry[0]


def _kind(p: MasterPosition, seat: int) -> Kind:
    """Ends that differ in this are worth being judged apart."""
    cargo = seat * RESOURCE_COUNT
    level = seat * BRANCH_COUNT
    return (
        p.place[seat],
        tuple(p.cargo[cargo : cargo + RESOURCE_COUNT]),
        tuple(p.level[level : level + BRANCH_COUNT]),
        p.kind[seat],
        p.bonus[seat],
        p.aboard[seat],
        p.reinforced >> seat & 1,
    )


def _close(way: Prospect, seat: int) -> MasterPosition:
    """The end of a way with everything in it: tokens banked, hopes as points and money."""
    p = way.p.clone()
    box = p.table.box
    p.money[seat] += p.tokens[seat] * box.bank_gain
    p.tokens[seat] = 0
    hoped = int(way.extra * box.money_per_vp)
    if hoped:
        p.vp[seat] += hoped // box.money_per_vp
        p.money[seat] = max(0, p.money[seat] + hoped % box.money_per_vp)
    return p
