"""Hits on ships and pirates, by a storm or in a combat.  SM-11.13 to SM-11.20, SM-13.8"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import LOSE, RED
from quarterdeck.games.seul_maitre.names import (
    CANNON,
    FIRST_PIRATE,
    HOLD,
    IN_BLOCKED,
    IN_CREW,
    IN_HOLD,
    IN_SAILS,
    ON_DECK,
    SAIL,
    SAILOR,
)
from quarterdeck.games.seul_maitre.obstacles import NOBODY_THERE
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.words import face_name, station_name, vessel_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Step


def red_rolls(p: MasterPosition) -> list[tuple[int, int]]:
    """What the red die may show."""
    return [(RED.at(face), weight) for face, weight in enumerate(p.table.box.red) if weight]


class RedDie(ChanceStep[MasterPosition]):
    """A red die is rolled against a vessel and applied at once.  SM-9.3, SM-11.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("vessel",)

    def __init__(self, vessel: int) -> None:
        super().__init__()
        self.vessel = vessel

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        return red_rolls(position)

    def take(self, position: MasterPosition, code: int) -> None:
        hit(position, self.vessel, RED.value(code))


def hit(p: MasterPosition, vessel: int, face: int) -> None:
    """A red die's result on a vessel: one hit at most."""
    if p.log is not None:
        p.say(Message("sm.log.hit", vessel=vessel_name(vessel), face=face_name(face)))
    if vessel >= FIRST_PIRATE:
        hit_pirate(p, vessel - FIRST_PIRATE, face)
    elif face == SAIL:
        tear_sail(p, vessel)
    elif face == HOLD:
        spring_leak(p, vessel)
    elif face == SAILOR and p.able(vessel):
        p.push(Casualty(vessel))


def hit_pirate(p: MasterPosition, pirate: int, face: int) -> bool:
    """Whether a hit told: on a value already at 0 it is ignored.  SM-13.8"""
    if face == SAIL:
        if p.pirate_sail_damage[pirate] < p.pirate_sails[pirate]:
            p.pirate_sail_damage[pirate] += 1
            return True
    elif face == SAILOR:
        if p.pirate_crew_damage[pirate] < p.pirate_sailors[pirate]:
            p.pirate_crew_damage[pirate] += 1
            return True
    elif face == CANNON and p.pirate_cannon_damage[pirate] < p.pirate_cannons[pirate]:
        p.pirate_cannon_damage[pirate] += 1
        return True
    return False


def tear_sail(p: MasterPosition, seat: int) -> None:
    """SM-11.15"""
    if p.sail_damage[seat] < p.full_sails(seat):
        p.sail_damage[seat] += 1


def spring_leak(p: MasterPosition, seat: int) -> None:
    """A leak takes the nearest sailor; without one it is ignored.  SM-11.16, SM-11.17"""
    if p.hold[seat]:
        p.hold[seat] -= 1
    elif p.crew[seat]:
        p.crew[seat] -= 1
    elif p.deck[seat]:
        p.deck[seat] -= 1
    elif p.sails[seat]:
        p.sails[seat] -= 1
    elif p.blocked[seat]:
        p.blocked[seat] -= 1
    else:
        return
    p.leaks[seat] += 1


def at_station(p: MasterPosition, seat: int, station: int) -> int:
    """How many sailors are at a place where they can be hit."""
    if station == IN_HOLD:
        return p.hold[seat]
    if station == IN_CREW:
        return p.crew[seat]
    if station == IN_BLOCKED:
        return p.blocked[seat]
    if station == ON_DECK:
        return p.deck[seat]
    return p.sails[seat]


class Casualty(Step[MasterPosition]):
    """The owner of a ship chooses which sailor is lost.  SM-11.18, SM-11.19"""

    def options(self, position: MasterPosition) -> list[int]:
        seat = self.seat
        return [LOSE.at(s) for s in range(IN_SAILS + 1) if at_station(position, seat, s)]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        seat = self.seat
        station = LOSE.value(code)
        if station == IN_HOLD:
            p.hold[seat] -= 1
        elif station == IN_CREW:
            p.crew[seat] -= 1
        elif station == IN_BLOCKED:
            p.blocked[seat] -= 1
        elif station == ON_DECK:
            p.deck[seat] -= 1
        else:
            p.sails[seat] -= 1
        if p.log is not None:
            p.say(Message("sm.log.casualty", seat=seat, station=station_name(station)))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return NOBODY_THERE.reason() if LOSE.has(code) else NOT_OFFERED
