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
from quarterdeck.games.seul_maitre.decision import MORE_THAN_BANK, UNWISE, Decision, by_worth
from quarterdeck.games.seul_maitre.names import SPLASH, zone_at
from quarterdeck.games.seul_maitre.position import MasterPosition
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
    return max(_at(p, worth, zone_at(cell, zone)) for zone in range(p.chart.zones[cell]))


def _best_flight(p: MasterPosition, worth: Worth, cell: int) -> float:
    zones = flee_zones(p, worth.seat, cell)
    return max(_at(p, worth, zone_at(cell, zone)) for zone in zones)


def zone(d: Decision[ZoneChoice]) -> list[float]:
    places = [zone_at(d.step.cell, ZONE.value(code)) for code in d.codes]
    if d.step.vessel != d.seat:
        # A pirate had better not lie where one's own ship is
        mine = d.p.chart.case[d.p.place[d.seat]]
        return [-1.0 if place == mine else 0.0 for place in places]
    worth = d.worth()
    return [_at(d.p, worth, place) for place in places]


def storm_port(d: Decision[StormPort]) -> list[float]:
    worth = d.worth()
    leaving = max(_best_zone(d.p, worth, cell) for cell in shelter_cells(d.p, d.seat))
    return d.values({STAY.base: worth.total(d.p) - STORM_BOUND, LEAVE.base: leaving})


def leave(d: Decision[LeaveCell]) -> list[float]:
    worth = d.worth()
    return [_best_zone(d.p, worth, CELL.value(code)) for code in d.codes]


def storm_exit(d: Decision[StormDirection]) -> list[float]:
    worth = d.worth()
    cells = [NEIGHBOURS[d.step.cell][EXIT.value(code)] for code in d.codes]
    return [_best_zone(d.p, worth, cell) for cell in cells]


def storm_die(d: Decision[StormReroll]) -> list[float]:
    return d.prefer(KEEP.base if d.step.face == SPLASH else REROLL.base)


def port(d: Decision[DistressPort] | Decision[RansomPort]) -> list[float]:
    worth = d.worth()
    cells = [d.p.chart.port_cell[PORT.value(code)] for code in d.codes]
    return [_at(d.p, worth, PORT_SPOT + cell) for cell in cells]


def flee(d: Decision[FleeCell]) -> list[float]:
    if d.step.vessel != d.seat:
        return [0.0 for _ in d.codes]
    worth = d.worth()
    return [_best_flight(d.p, worth, CELL.value(code)) for code in d.codes]


def retreat(d: Decision[Retreat]) -> list[float]:
    """A flight is a free move, a ransom a dear one."""
    if d.step.vessel != d.seat:
        return d.prefer(STAY.base)
    p = d.p
    worth = d.worth()
    tokens = MORE_THAN_BANK * p.tokens[d.seat]
    flights = [_best_flight(p, worth, cell) for cell in flee_cells(p, d.seat)]
    found = {STAY.base: worth.total(p) + tokens}
    found[FLEE.base] = max(flights, default=UNWISE) + tokens
    if RANSOM.base in d.codes:
        paying = [RansomBank(d.seat, each) for each in open_ports(p)]
        found[RANSOM.base] = max(
            max(by_worth(Decision(p, d.seat, step, step.options(p)))) for step in paying
        )
    return d.values(found)


def ransom(d: Decision[RansomBank]) -> list[float]:
    # A token costs less than the sailors who are lost without it
    return [float(TURN_IN.value(code)) for code in d.codes]
