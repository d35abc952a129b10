"""Navigation and Piracy: steps, storms on the way, engagements.  SM-8, SM-9, SM-10, SM-17"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import (
    CONTROL,
    DECLINE,
    ENGAGE,
    ENTER_LAIR,
    ENTER_PORT,
    MOVE,
    STOP,
    TO_SITE,
)
from quarterdeck.games.seul_maitre.chart import CELL_OF
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE, NAVIGATOR, NO_SEAT, PIRATE_COUNT
from quarterdeck.games.seul_maitre.obstacles import (
    PIRATE_CONTROLLED,
    PIRATE_STUCK,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import begin_combat
from quarterdeck.games.seul_maitre.steps.engagement import engagement_obstacle, engagements
from quarterdeck.games.seul_maitre.steps.tossing import Toss
from quarterdeck.games.seul_maitre.steps.voyage import (
    add_steps,
    cost_of,
    enters_storm,
    step_obstacle,
    storm_bits,
    target_of,
)
from quarterdeck.games.seul_maitre.words import place_words, vessel_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, Step


def set_sail(p: MasterPosition, seat: int) -> None:
    """A Navigation action begins.  SM-8.8, SM-8.10"""
    p.push(Sail(seat, 0, 1 if p.leads(seat, NAVIGATOR) else 0, 0))


class Sail(Step[MasterPosition]):
    """The next step of a ship, or its stop.  SM-8.9 to SM-8.19

    `started`: a step has been made; `free`: the leader's point is left; `entered`: the storms
    this action has been through, as bits.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "started", "free", "entered")

    def __init__(self, seat: int, started: int, free: int, entered: int) -> None:
        super().__init__(seat)
        self.started = started
        self.free = free
        self.entered = entered

    def options(self, position: MasterPosition) -> list[int]:
        codes: list[int] = []
        points = position.points(self.seat) + self.free
        add_steps(position, self.seat, points, self.entered, codes)
        if self.started:
            codes.append(STOP.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        if code == STOP.base:
            return
        p = position
        seat = self.seat
        free = pay(p, seat, cost_of(p, seat, code), self.free)
        p.place[seat] = target_of(p, seat, code)
        if enters_storm(code):
            pass_through_storm(p, seat, Sail(seat, 1, free, self.entered | _storm_here(p, seat)))
            return
        if p.log is not None:
            # Every step is told; a summary names the ends of voyages only
            arrives = code == ENTER_PORT.base or code == TO_SITE.base
            told = "sm.log.arrives" if arrives else "sm.log.sails"
            p.say(Message(told, seat=seat, place=place_words(p.chart, p.place[seat])))
        if code == TO_SITE.base:
            return
        goes_on = 0 if code == ENTER_PORT.base else 1
        arrive(p, seat, seat, goes_on, free, self.entered)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not MOVE.base <= code <= STOP.base:
            return NOT_OFFERED
        points = position.points(self.seat) + self.free
        return explain(step_obstacle(position, self.seat, code, points, self.entered))


def pay(p: MasterPosition, seat: int, cost: int, free: int) -> int:
    """Leader's point, orange marker, then sailors; gives the leader's point left.  SM-8.9"""
    if cost and free:
        cost -= 1
        free = 0
    if cost and p.has_orange(seat):
        cost -= 1
        p.orange |= 1 << seat
    p.hold[seat] -= cost
    p.sails[seat] += cost
    return free


def _storm_here(p: MasterPosition, vessel: int) -> int:
    return storm_bits(p, CELL_OF[p.place[vessel]])


def pass_through_storm(p: MasterPosition, vessel: int, goes_on: Sail | PirateSail) -> None:
    """SM-9.1 to SM-9.5"""
    if p.log is not None:
        p.say(Message("sm.log.into_storm", vessel=vessel_name(vessel)))
    p.push(goes_on)
    p.push(Toss(vessel, goes_on.seat, CELL_OF[p.place[vessel]]))


def arrive(p: MasterPosition, seat: int, mover: int, goes_on: int, kept: int, entered: int) -> None:
    """A case has been entered: engage, or go on.  SM-10.4 to SM-10.7"""
    if engagements(p, mover):
        p.push(Engage(seat, mover, goes_on, kept, entered))
    elif goes_on:
        proceed(p, seat, mover, kept, entered)


def proceed(p: MasterPosition, seat: int, mover: int, kept: int, entered: int) -> None:
    if mover < FIRST_PIRATE:
        p.push(Sail(seat, 1, kept, entered))
    else:
        p.push(PirateSail(seat, mover, kept, entered))


class Engage(Step[MasterPosition]):
    """Whom to attack, if anybody.  SM-10.4 to SM-10.12

    What the movement needs is kept for a mover that declines: `kept` is the leader's point of a
    ship, or what a pirate has used up.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "mover", "goes_on", "kept", "entered")

    def __init__(self, seat: int, mover: int, goes_on: int, kept: int, entered: int) -> None:
        super().__init__(seat)
        self.mover = mover
        self.goes_on = goes_on
        self.kept = kept
        self.entered = entered

    def options(self, position: MasterPosition) -> list[int]:
        return engagements(position, self.mover)

    def take(self, position: MasterPosition, code: int) -> None:
        if code != DECLINE.base:
            begin_combat(position, self.mover, ENGAGE.value(code))
        elif self.goes_on:
            proceed(position, self.seat, self.mover, self.kept, self.entered)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not ENGAGE.base <= code <= DECLINE.base:
            return NOT_OFFERED
        return engagement_obstacle(position, self.mover, code).reason()


# Piracy


def pirate_obstacle(p: MasterPosition, pirate: int) -> Obstacle | None:
    """Why a pirate cannot be controlled.  SM-17.1, SM-17.2"""
    if p.control[pirate] != NO_SEAT:
        return PIRATE_CONTROLLED
    return PIRATE_STUCK if p.stuck >> pirate & 1 else None


class ChoosePirate(Step[MasterPosition]):
    """Which pirate to control this round.  SM-17.2, SM-17.3, SM-17.11"""

    def options(self, position: MasterPosition) -> list[int]:
        return [
            CONTROL.at(pirate)
            for pirate in range(PIRATE_COUNT)
            if pirate_obstacle(position, pirate) is None
        ]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        pirate = CONTROL.value(code)
        p.control[pirate] = self.seat
        if p.log is not None:
            vessel = vessel_name(FIRST_PIRATE + pirate)
            p.say(Message("sm.log.control", seat=self.seat, vessel=vessel))
        p.push(PirateSail(self.seat, FIRST_PIRATE + pirate, 0, 0))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not CONTROL.has(code):
            return NOT_OFFERED
        return explain(pirate_obstacle(position, CONTROL.value(code)))


def pirate_points(p: MasterPosition, vessel: int, used: int) -> int:
    """What a controlled pirate may still spend; damage on the way counts at once.  SM-17.3"""
    pirate = vessel - FIRST_PIRATE
    return p.pirate_sails[pirate] - p.pirate_sail_damage[pirate] - used


class PirateSail(Step[MasterPosition]):
    """The next step of a controlled pirate, or its stop.  SM-17.3 to SM-17.10"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "vessel", "used", "entered")

    def __init__(self, seat: int, vessel: int, used: int, entered: int) -> None:
        super().__init__(seat)
        self.vessel = vessel
        self.used = used
        self.entered = entered

    def options(self, position: MasterPosition) -> list[int]:
        codes: list[int] = []
        points = max(0, pirate_points(position, self.vessel, self.used))
        add_steps(position, self.vessel, points, self.entered, codes)
        codes.append(STOP.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        if code == STOP.base:
            return
        p = position
        vessel = self.vessel
        seat = self.seat
        used = self.used + cost_of(p, vessel, code)
        p.place[vessel] = target_of(p, vessel, code)
        if enters_storm(code):
            entered = self.entered | _storm_here(p, vessel)
            pass_through_storm(p, vessel, PirateSail(seat, vessel, used, entered))
            return
        if p.log is not None:
            place = place_words(p.chart, p.place[vessel])
            p.say(Message("sm.log.steers", seat=seat, vessel=vessel_name(vessel), place=place))
        if code == ENTER_LAIR.base:
            plunder_lair(p, seat, vessel)
        else:
            arrive(p, seat, vessel, 1, used, self.entered)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not MOVE.base <= code <= STOP.base:
            return NOT_OFFERED
        points = max(0, pirate_points(position, self.vessel, self.used))
        return explain(step_obstacle(position, self.vessel, code, points, self.entered))


def plunder_lair(p: MasterPosition, seat: int, vessel: int) -> None:
    """The treasure of another pirate's lair goes to the player.  SM-17.6 to SM-17.8"""
    lair = p.chart.lair_at[p.cell_of(vessel)]
    if lair == vessel - FIRST_PIRATE or not p.treasure[lair]:
        return
    if p.log is not None:
        p.say(Message("sm.log.treasure", seat=seat, count=p.treasure[lair]))
    p.money[seat] += p.treasure[lair]
    p.treasure[lair] = 0
