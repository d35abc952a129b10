"""A vessel in a storm: thrown out, put into a zone, damaged.  SM-5.9 to SM-5.13, SM-9"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import EXIT, KEEP, RED, REROLL, TOSSED, ZONE
from quarterdeck.games.seul_maitre.chart import NEIGHBOURS
from quarterdeck.games.seul_maitre.names import (
    FIRST_PIRATE,
    NAVIGATOR,
    NO_CELL,
    branch_at,
    zone_at,
)
from quarterdeck.games.seul_maitre.obstacles import (
    EXIT_INTO_STORM,
    EXIT_OFF_THE_MAP,
    NO_SUCH_ZONE,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.damage import RedDie, hit, red_rolls
from quarterdeck.games.seul_maitre.words import (
    face_name,
    place_words,
    vessel_name,
    way_name,
)
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step


def steers(p: MasterPosition, vessel: int) -> bool:
    """Whether a Navigator is on board.  SM-5.13, SM-9.2"""
    return vessel < FIRST_PIRATE and p.level[branch_at(vessel, NAVIGATOR)] >= 1


def exit_obstacle(p: MasterPosition, cell: int, way: int) -> Obstacle | None:
    """Why a storm throws nobody out this way.  SM-5.10"""
    beyond = NEIGHBOURS[cell][way]
    if beyond == NO_CELL:
        return EXIT_OFF_THE_MAP
    return EXIT_INTO_STORM if p.covered(beyond) else None


class Toss(Phase[MasterPosition]):
    """A vessel is thrown out of the storm on a cell; `chooser` picks its zone.  SM-5.9, SM-9.2"""

    FIELDS: ClassVar[tuple[str, ...]] = ("vessel", "chooser", "cell")

    def __init__(self, vessel: int, chooser: int, cell: int) -> None:
        super().__init__()
        self.vessel = vessel
        self.chooser = chooser
        self.cell = cell

    def run(self, position: MasterPosition) -> None:
        p = position
        p.push(StormDamage(self.vessel, p.storms_on(self.cell)))
        if steers(p, self.vessel):
            p.push(StormDirection(self.chooser, self.vessel, self.cell))
        else:
            p.push(ExitRoll(self.vessel, self.chooser, self.cell))


class ExitRoll(ChanceStep[MasterPosition]):
    """Where a storm throws a vessel.  SM-5.10"""

    FIELDS: ClassVar[tuple[str, ...]] = ("vessel", "chooser", "cell")

    def __init__(self, vessel: int, chooser: int, cell: int) -> None:
        super().__init__()
        self.vessel = vessel
        self.chooser = chooser
        self.cell = cell

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        faces = position.table.box.wind
        return [
            (TOSSED.at(way), faces[way])
            for way in range(8)
            if faces[way] and exit_obstacle(position, self.cell, way) is None
        ]

    def take(self, position: MasterPosition, code: int) -> None:
        throw_out(position, self.vessel, self.chooser, self.cell, TOSSED.value(code))


class StormDirection(Step[MasterPosition]):
    """A Navigator chooses the way out.  SM-5.13"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "vessel", "cell")

    def __init__(self, seat: int, vessel: int, cell: int) -> None:
        super().__init__(seat)
        self.vessel = vessel
        self.cell = cell

    def options(self, position: MasterPosition) -> list[int]:
        return [EXIT.at(way) for way in range(8) if exit_obstacle(position, self.cell, way) is None]

    def take(self, position: MasterPosition, code: int) -> None:
        throw_out(position, self.vessel, self.seat, self.cell, EXIT.value(code))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not EXIT.has(code):
            return NOT_OFFERED
        return explain(exit_obstacle(position, self.cell, EXIT.value(code)))


def throw_out(p: MasterPosition, vessel: int, chooser: int, cell: int, way: int) -> None:
    if p.log is not None:
        p.say(Message("sm.log.tossed", vessel=vessel_name(vessel), way=way_name(way)))
    p.push(StormZone(chooser, vessel, NEIGHBOURS[cell][way]))


class ZoneChoice(Step[MasterPosition]):
    """Into which zone of a cell a vessel is put, without engagement.  SM-10.14"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "vessel", "cell")
    TOLD: ClassVar[str] = "sm.log.put"

    def __init__(self, seat: int, vessel: int, cell: int) -> None:
        super().__init__(seat)
        self.vessel = vessel
        self.cell = cell

    def options(self, position: MasterPosition) -> list[int]:
        return [ZONE.at(zone) for zone in range(position.chart.zones[self.cell])]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        p.place[self.vessel] = zone_at(self.cell, ZONE.value(code))
        if p.log is not None:
            place = place_words(p.chart, p.place[self.vessel])
            p.say(Message(self.TOLD, vessel=vessel_name(self.vessel), place=place))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return NO_SUCH_ZONE.reason() if ZONE.has(code) else NOT_OFFERED


class StormZone(ZoneChoice):
    """The zone of the cell a storm has thrown a vessel to.  SM-5.11"""


class StormDamage(Phase[MasterPosition]):
    """One red die for each storm on the cell.  SM-5.12, SM-5.21, SM-9.3"""

    FIELDS: ClassVar[tuple[str, ...]] = ("vessel", "dice")

    def __init__(self, vessel: int, dice: int) -> None:
        super().__init__()
        self.vessel = vessel
        self.dice = dice

    def run(self, position: MasterPosition) -> None:
        p = position
        if self.dice > 1:
            p.push(StormDamage(self.vessel, self.dice - 1))
        if steers(p, self.vessel):
            p.push(StormDie(self.vessel))
        else:
            p.push(RedDie(self.vessel))


class StormDie(ChanceStep[MasterPosition]):
    """A storm's die that a Navigator may have rolled again.  SM-5.13"""

    FIELDS: ClassVar[tuple[str, ...]] = ("vessel",)

    def __init__(self, vessel: int) -> None:
        super().__init__()
        self.vessel = vessel

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        return red_rolls(position)

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        face = RED.value(code)
        if p.log is not None:
            p.say(Message("sm.log.storm_die", seat=self.vessel, face=face_name(face)))
        p.push(StormReroll(self.vessel, face))


class StormReroll(Step[MasterPosition]):
    """Keep the die, or roll it once more and keep that.  SM-5.13"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "face")

    def __init__(self, seat: int, face: int) -> None:
        super().__init__(seat)
        self.face = face

    def options(self, position: MasterPosition) -> list[int]:
        return [KEEP.base, REROLL.base]

    def take(self, position: MasterPosition, code: int) -> None:
        if code == KEEP.base:
            hit(position, self.seat, self.face)
        else:
            position.push(RedDie(self.seat))
