"""Wind, storms and the pirates' drift at the start of a round.  SM-5"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import CELL, CHANGE, LEAVE, STAY
from quarterdeck.games.seul_maitre.chart import CELL_OF, LAIR, NEIGHBOURS, PORT, wrapped
from quarterdeck.games.seul_maitre.names import (
    CELL_COUNT,
    DIRECTIONS,
    FIRST_PIRATE,
    NO_CELL,
    PIRATE_COUNT,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.tossing import Toss, ZoneChoice
from quarterdeck.games.seul_maitre.words import cell_name, way_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import ChanceStep, Phase, Step


class WindChange(ChanceStep[MasterPosition]):
    """The change die; its reroll face is folded in.  SM-5.1"""

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        faces = position.table.box.change
        return [(CHANGE.base + face, weight) for face, weight in enumerate(faces) if weight]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        p.wind = (p.wind + CHANGE.value(code)) % len(DIRECTIONS)
        if p.log is not None:
            p.say(Message("sm.log.wind", way=way_name(p.wind)))


class StormsNear(Phase[MasterPosition]):
    """Who lies in a port on a storm's way chooses first.  SM-5.4, SM-5.5"""

    def run(self, position: MasterPosition) -> None:
        p = position
        arriving = storms_to_be(p)
        for seat in reversed(p.order):
            place = p.place[seat]
            if place >= PORT and CELL_OF[place] in arriving:
                p.push(StormPort(seat))


def storms_to_be(p: MasterPosition) -> list[int]:
    """Where the storms will be, a cell down the wind.  SM-5.2, SM-5.3"""
    return storms_after(p, p.wind)


def storms_after(p: MasterPosition, wind: int) -> list[int]:
    return [wrapped(cell, wind) for cell in p.storms]


def shelter_cells(p: MasterPosition, seat: int) -> list[int]:
    """Cells a ship may leave for before a storm comes, in order.  SM-5.6"""
    arriving = storms_to_be(p)
    cell = p.cell_of(seat)
    near = NEIGHBOURS[cell]
    return [each for each in range(CELL_COUNT) if each in near and each not in arriving]


class StormPort(Step[MasterPosition]):
    """Wait the storm out in port, or leave before it comes.  SM-5.5 to SM-5.7"""

    def options(self, position: MasterPosition) -> list[int]:
        if shelter_cells(position, self.seat):
            return [STAY.base, LEAVE.base]
        return [STAY.base]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        if code == LEAVE.base:
            p.push(LeaveCell(self.seat))
            return
        p.bound |= 1 << self.seat
        if p.log is not None:
            p.say(Message("sm.log.storm_bound", seat=self.seat))


class LeaveCell(Step[MasterPosition]):
    """Where to: any neighbouring cell no storm comes to.  SM-5.6"""

    def options(self, position: MasterPosition) -> list[int]:
        return [CELL.at(cell) for cell in shelter_cells(position, self.seat)]

    def take(self, position: MasterPosition, code: int) -> None:
        position.push(LeaveZone(self.seat, self.seat, CELL.value(code)))


class LeaveZone(ZoneChoice):
    """The zone a ship leaves its port for.  SM-5.6"""


class StormsArrive(Phase[MasterPosition]):
    """The storms move; ships at sea under them are tossed, pirates stuck.  SM-5.8 to SM-5.17"""

    def run(self, position: MasterPosition) -> None:
        p = position
        p.storms = storms_to_be(p)
        if p.log is not None:
            cells = [cell_name(cell) for cell in p.storms]
            p.say(Message("sm.log.storms", first=cells[0], second=cells[1]))
        first = p.order[0]
        tossed: list[int] = []
        for seat in p.order:
            if p.place[seat] < PORT and p.covered(p.cell_of(seat)):
                tossed.append(seat)
        for pirate in range(PIRATE_COUNT):
            vessel = FIRST_PIRATE + pirate
            if p.covered(p.cell_of(vessel)):
                if p.table.tosses_pirates and p.place[vessel] < LAIR:
                    tossed.append(vessel)
                else:
                    p.stuck |= 1 << pirate
        for vessel in reversed(tossed):
            chooser = vessel if vessel < FIRST_PIRATE else first
            p.push(Toss(vessel, chooser, p.cell_of(vessel)))


class Drift(Phase[MasterPosition]):
    """A pirate drifts one cell down the wind, unless it is stuck.  SM-5.18 to SM-5.20"""

    FIELDS: ClassVar[tuple[str, ...]] = ("pirate",)

    def __init__(self, pirate: int) -> None:
        super().__init__()
        self.pirate = pirate

    def run(self, position: MasterPosition) -> None:
        p = position
        if p.stuck >> self.pirate & 1:
            return
        vessel = FIRST_PIRATE + self.pirate
        target = NEIGHBOURS[p.cell_of(vessel)][p.wind]
        if target == NO_CELL or p.covered(target):
            return
        p.push(DriftZone(p.order[0], vessel, target))


class DriftZone(ZoneChoice):
    """The first player handles the pirates: the zone one drifts into.  SM-5.18"""

    TOLD: ClassVar[str] = "sm.log.drift"
