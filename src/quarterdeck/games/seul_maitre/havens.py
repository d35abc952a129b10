"""Answers about where a vessel is put: out of storms, in flight, towed or sent home."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.actions import (
    CELL,
    EXIT,
    FLEE,
    KEEP,
    LEAVE,
    PORT,
    RANSOM,
    REROLL,
    STAY,
    TURN_IN,
    ZONE,
)
from quarterdeck.games.seul_maitre.chart import NEIGHBOURS
from quarterdeck.games.seul_maitre.chart import PORT as PORT_SPOT
from quarterdeck.games.seul_maitre.names import SPLASH, ZONES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.question import MORE_THAN_BANK, UNWISE, Question, by_worth
from quarterdeck.games.seul_maitre.steps.outcome import (
    FleeCell,
    RansomBank,
    RansomPort,
    Retreat,
    flee_cells,
    flee_zones,
    open_ports,
)
from quarterdeck.games.seul_maitre.steps.preparation import LeaveCell, StormPort, shelter_cells
from quarterdeck.games.seul_maitre.steps.rescue import DistressPort
from quarterdeck.games.seul_maitre.steps.tossing import StormDirection, StormReroll, ZoneChoice
from quarterdeck.games.seul_maitre.worth import Worth

# A ship that waits out a storm loses much of a round
STORM_BOUND: Final = 2.0


def _at(p: MasterPosition, worth: Worth, place: int) -> float:
    world = p.clone()
    world.place[worth.seat] = place
    return worth.total(world)


def _best_zone(p: MasterPosition, worth: Worth, cell: int) -> float:
    return max(_at(p, worth, cell * ZONES + zone) for zone in range(p.chart.zones[cell]))


def _best_flight(p: MasterPosition, worth: Worth, cell: int) -> float:
    zones = flee_zones(p, worth.seat, cell)
    return max(_at(p, worth, cell * ZONES + zone) for zone in zones)


def zone(q: Question[ZoneChoice]) -> list[float]:
    places = [q.step.cell * ZONES + ZONE.value(code) for code in q.codes]
    if q.step.vessel != q.seat:
        # A pirate had better not lie where one's own ship is
        mine = q.p.chart.case[q.p.place[q.seat]]
        return [-1.0 if place == mine else 0.0 for place in places]
    worth = q.worth()
    return [_at(q.p, worth, place) for place in places]


def storm_port(q: Question[StormPort]) -> list[float]:
    worth = q.worth()
    leaving = max(_best_zone(q.p, worth, cell) for cell in shelter_cells(q.p, q.seat))
    return q.values({STAY.base: worth.total(q.p) - STORM_BOUND, LEAVE.base: leaving})


def leave(q: Question[LeaveCell]) -> list[float]:
    worth = q.worth()
    return [_best_zone(q.p, worth, CELL.value(code)) for code in q.codes]


def storm_exit(q: Question[StormDirection]) -> list[float]:
    worth = q.worth()
    cells = [NEIGHBOURS[q.step.cell][EXIT.value(code)] for code in q.codes]
    return [_best_zone(q.p, worth, cell) for cell in cells]


def storm_die(q: Question[StormReroll]) -> list[float]:
    return q.prefer(KEEP.base if q.step.face == SPLASH else REROLL.base)


def port(q: Question[DistressPort] | Question[RansomPort]) -> list[float]:
    worth = q.worth()
    cells = [q.p.chart.port_cell[PORT.value(code)] for code in q.codes]
    return [_at(q.p, worth, PORT_SPOT + cell) for cell in cells]


def flee(q: Question[FleeCell]) -> list[float]:
    if q.step.vessel != q.seat:
        return [0.0 for _ in q.codes]
    worth = q.worth()
    return [_best_flight(q.p, worth, CELL.value(code)) for code in q.codes]


def retreat(q: Question[Retreat]) -> list[float]:
    """A flight is a free move, a ransom a dear one."""
    if q.step.vessel != q.seat:
        return q.prefer(STAY.base)
    p = q.p
    worth = q.worth()
    tokens = MORE_THAN_BANK * p.tokens[q.seat]
    flights = [_best_flight(p, worth, cell) for cell in flee_cells(p, q.seat)]
    found = {STAY.base: worth.total(p) + tokens}
    found[FLEE.base] = max(flights, default=UNWISE) + tokens
    if RANSOM.base in q.codes:
        paying = [RansomBank(q.seat, each) for each in open_ports(p)]
        found[RANSOM.base] = max(
            max(by_worth(Question(p, q.seat, step, step.options(p)))) for step in paying
        )
    return q.values(found)


def ransom(q: Question[RansomBank]) -> list[float]:
    # A token costs less than the sailors who are lost without it
    return [float(TURN_IN.value(code)) for code in q.codes]
