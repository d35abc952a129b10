"""Combats, from the attacker's recovery to the boarding.  SM-11, SM-13"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.seul_maitre.actions import (
    DOUBLE,
    MAN,
    NONE,
    RECOVER,
    REROLL_DIE,
    WHITE,
)
from quarterdeck.games.seul_maitre.names import (
    CANNON,
    CAPTAIN,
    ENGINEER,
    FACE_COUNT,
    FIRST_PIRATE,
    HOLD,
    SAIL,
    SAILOR,
    SPLASH,
    TOP_LEVEL,
    branch_at,
    die_at,
)
from quarterdeck.games.seul_maitre.position import NO_DICE, MasterPosition
from quarterdeck.games.seul_maitre.steps.damage import (
    Casualty,
    RedDie,
    hit_pirate,
    spring_leak,
    tear_sail,
)
from quarterdeck.games.seul_maitre.steps.outcome import decide
from quarterdeck.games.seul_maitre.words import face_name, vessel_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import ChanceStep, Phase, Step, span

ATTACKER: Final = 0
DEFENDER: Final = 1

# The stages of a combat, in order.
ATTACKER_RECOVERS: Final = 0
INITIAL_SHOT: Final = 1
ATTACKER_MANS: Final = 2
DEFENDER_MANS: Final = 3
ATTACKER_FIRES: Final = 4
DEFENDER_FIRES: Final = 5
ATTACKER_REROLLS: Final = 6
DEFENDER_REROLLS: Final = 7
ATTACKER_DOUBLES: Final = 8
DEFENDER_DOUBLES: Final = 9
ATTACKER_SUFFERS: Final = 10
DEFENDER_SUFFERS: Final = 11
BOARDING: Final = 12


def begin_combat(p: MasterPosition, attacker: int, defender: int) -> None:
    """Both are marked; the attacker's action ends with the combat.  SM-10.1, SM-10.12, 11.1"""
    p.fought |= 1 << attacker | 1 << defender
    p.dice = NO_DICE
    p.manned = [0, 0]
    p.cannon_hits = [0, 0]
    for vessel in (attacker, defender):
        if vessel < FIRST_PIRATE:
            p.combats[vessel] += 1
    if p.log is not None:
        p.say(_tell_attack(p, attacker, defender))
    p.push(Combat(attacker, defender, ATTACKER_RECOVERS))


def _tell_attack(p: MasterPosition, attacker: int, defender: int) -> Message:
    seat = p.player_of(attacker)
    told = "sm.log.combat.pirate" if attacker >= FIRST_PIRATE else "sm.log.combat"
    names = vessel_name(attacker), vessel_name(defender)
    return Message(told, seat=seat, attacker=names[0], defender=names[1])


def has_level(p: MasterPosition, vessel: int, branch: int, level: int) -> bool:
    """SM-13.7: specialists serve the player's ship only."""
    return vessel < FIRST_PIRATE and p.level[branch_at(vessel, branch)] >= level


class Combat(Phase[MasterPosition]):
    """A combat at one of its stages: runs on until somebody is asked or dice are due.  SM-13.1"""

    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender", "stage")

    def __init__(self, attacker: int, defender: int, stage: int) -> None:
        super().__init__()
        self.attacker = attacker
        self.defender = defender
        self.stage = stage

    def run(self, position: MasterPosition) -> None:
        p = position
        for stage in range(self.stage, BOARDING):
            step = self._step_of(p, stage)
            if step is not None:
                p.push(Combat(self.attacker, self.defender, stage + 1))
                p.push(step)
                return
        self._board(p)

    def _step_of(self, p: MasterPosition, stage: int) -> Step[MasterPosition] | None:
        """What a stage asks for, if anything."""
        attacker = self.attacker
        defender = self.defender
        if stage == ATTACKER_RECOVERS:
            # SM-11.2
            if attacker < FIRST_PIRATE and p.tokens[attacker] and p.recovery_helps(attacker):
                return CombatRecover(attacker)
            return None
        if stage == INITIAL_SHOT:
            # SM-11.4, SM-11.5, SM-13.5, SM-13.15
            if defender < FIRST_PIRATE:
                p.recover(defender)
            return RedDie(attacker)
        if stage == ATTACKER_MANS:
            return manning(p, attacker, ATTACKER)
        if stage == DEFENDER_MANS:
            return manning(p, defender, DEFENDER)
        if stage == ATTACKER_FIRES:
            return broadside(p, attacker, ATTACKER)
        if stage == DEFENDER_FIRES:
            return broadside(p, defender, DEFENDER)
        if stage == ATTACKER_REROLLS:
            return rerolling(p, attacker, ATTACKER)
        if stage == DEFENDER_REROLLS:
            return rerolling(p, defender, DEFENDER)
        if stage == ATTACKER_DOUBLES:
            return doubling(p, attacker, ATTACKER)
        if stage == DEFENDER_DOUBLES:
            return doubling(p, defender, DEFENDER)
        if stage == ATTACKER_SUFFERS:
            return suffering(p, attacker, ATTACKER)
        return suffering(p, defender, DEFENDER)

    def _board(self, p: MasterPosition) -> None:
        """SM-11.22 to SM-11.24"""
        attack = strength(p, self.attacker, ATTACKER)
        defence = strength(p, self.defender, DEFENDER)
        if p.log is not None:
            p.say(Message("sm.log.boarding", attack=attack, defence=defence))
        for vessel in (self.attacker, self.defender):
            if vessel < FIRST_PIRATE:
                stand_down(p, vessel)
        p.push(Aftermath(self.attacker, self.defender, attack, defence))
        decide(p, self.attacker, self.defender, attack, defence)


class Aftermath(Phase[MasterPosition]):
    """A combat that is decided: what was fired stays on the table while the winner takes his loot
    and the loser goes.  SM-11.24, SM-12.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender", "attack", "defence")

    def __init__(self, attacker: int, defender: int, attack: int, defence: int) -> None:
        super().__init__()
        self.attacker = attacker
        self.defender = defender
        self.attack = attack
        self.defence = defence

    def run(self, position: MasterPosition) -> None:
        p = position
        p.dice = NO_DICE
        p.manned = [0, 0]
        p.cannon_hits = [0, 0]


class CombatRecover(Step[MasterPosition]):
    """The attacker may spend a token on a Recovery first.  SM-11.2"""

    def options(self, position: MasterPosition) -> list[int]:
        return [RECOVER.base, NONE.base]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        if code == RECOVER.base:
            p.spend_token(self.seat)
            p.recover(self.seat)
            if p.log is not None:
                p.say(Message("sm.log.recovers", seat=self.seat))


# Cannons


def manning(p: MasterPosition, vessel: int, side: int) -> Step[MasterPosition] | None:
    """Ships decide how many cannons to man; a pirate fires all it has.  SM-11.6, SM-13.4"""
    if vessel < FIRST_PIRATE:
        return ManCannons(vessel, side)
    pirate = vessel - FIRST_PIRATE
    set_manned(p, side, p.pirate_cannons[pirate] - p.pirate_cannon_damage[pirate])
    return None


def set_manned(p: MasterPosition, side: int, cannons: int) -> None:
    manned = p.manned[:]
    manned[side] = cannons
    p.manned = manned


class ManCannons(Step[MasterPosition]):
    """How many cannons to man from the hold.  SM-11.6 to SM-11.9, SM-11.21, SM-20.4"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "side")

    def __init__(self, seat: int, side: int) -> None:
        super().__init__(seat)
        self.side = side

    def options(self, position: MasterPosition) -> list[int]:
        p = position
        seat = self.seat
        usable = p.cannons(seat) - p.cannon_damage[seat]
        return span(MAN.base, MAN.base + min(usable, p.hold[seat] // p.crew_size(seat)))

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        cannons = MAN.value(code)
        crew = cannons * p.crew_size(self.seat)
        p.hold[self.seat] -= crew
        p.crew[self.seat] += crew
        set_manned(p, self.side, cannons)
        if p.log is not None:
            if cannons:
                p.say(Message("sm.log.mans", seat=self.seat, count=cannons))
            else:
                p.say(Message("sm.log.mans.none", seat=self.seat))


# Broadsides


def broadside(p: MasterPosition, vessel: int, side: int) -> Step[MasterPosition] | None:
    dice = broadside_dice(p, vessel, p.manned[side])
    return WhiteDice(side, dice) if dice else None


def broadside_dice(p: MasterPosition, vessel: int, manned: int) -> int:
    """One white die per manned cannon, one more with a Captain of level 2.  SM-11.10"""
    return manned + 1 if has_level(p, vessel, CAPTAIN, 2) else manned


class WhiteDice(ChanceStep[MasterPosition]):
    """A broadside, die by die.  SM-11.10, SM-11.11"""

    FIELDS: ClassVar[tuple[str, ...]] = ("side", "dice")

    def __init__(self, side: int, dice: int) -> None:
        super().__init__()
        self.side = side
        self.dice = dice

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        faces = position.table.box.white
        return [(WHITE.at(face), weight) for face, weight in enumerate(faces) if weight]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        face = WHITE.value(code)
        count_die(p, self.side, face, 1)
        if p.log is not None:
            side = "defence" if self.side else "attack"
            p.say(Message(f"sm.log.shot.{side}", face=face_name(face)))
        if self.dice > 1:
            p.push(WhiteDice(self.side, self.dice - 1))


def count_die(p: MasterPosition, side: int, face: int, change: int) -> None:
    dice = p.dice[:]
    dice[die_at(side, face)] += change
    p.dice = dice


def rerolling(p: MasterPosition, vessel: int, side: int) -> Step[MasterPosition] | None:
    """An Engineer of level 3 may have some of his dice rolled again.  SM-11.11"""
    if not has_level(p, vessel, ENGINEER, TOP_LEVEL):
        return None
    first = die_at(side, 0)
    return RerollDie(vessel, side, -1) if any(p.dice[first : first + FACE_COUNT]) else None


class RerollDie(Step[MasterPosition]):
    """Up to two of one's own dice, named by their faces in order, rolled together.  SM-11.11"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "side", "picked")

    def __init__(self, seat: int, side: int, picked: int) -> None:
        super().__init__(seat)
        self.side = side
        self.picked = picked

    def options(self, position: MasterPosition) -> list[int]:
        # A picked die is off the table already
        first = die_at(self.side, 0)
        codes = [
            REROLL_DIE.at(face)
            for face in range(max(0, self.picked), FACE_COUNT)
            if position.dice[first + face]
        ]
        codes.append(NONE.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        if code == NONE.base:
            if self.picked >= 0:
                p.push(WhiteDice(self.side, 1))
            return
        face = REROLL_DIE.value(code)
        count_die(p, self.side, face, -1)
        if p.log is not None:
            p.say(Message("sm.log.reroll", seat=self.seat, face=face_name(face)))
        if self.picked >= 0:
            p.push(WhiteDice(self.side, 2))
        else:
            p.push(RerollDie(self.seat, self.side, face))


def doubling(p: MasterPosition, vessel: int, side: int) -> Step[MasterPosition] | None:
    """A Captain of level 3 may double one of his hits.  SM-11.12"""
    if not has_level(p, vessel, CAPTAIN, TOP_LEVEL):
        return None
    first = die_at(side, 0)
    hits = any(p.dice[first + SPLASH + 1 : first + FACE_COUNT])
    return DoubleHit(vessel, side) if hits else None


class DoubleHit(Step[MasterPosition]):
    """Which hit counts twice.  SM-11.12"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "side")

    def __init__(self, seat: int, side: int) -> None:
        super().__init__(seat)
        self.side = side

    def options(self, position: MasterPosition) -> list[int]:
        first = die_at(self.side, 0)
        codes = [
            DOUBLE.at(face) for face in range(SPLASH + 1, FACE_COUNT) if position.dice[first + face]
        ]
        codes.append(NONE.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        if code != NONE.base:
            face = DOUBLE.value(code)
            count_die(p, self.side, face, 1)
            if p.log is not None:
                p.say(Message("sm.log.double", seat=self.seat, face=face_name(face)))


# Damage


def suffering(p: MasterPosition, vessel: int, side: int) -> Step[MasterPosition] | None:
    """The other side's hits: cannons, hold, sailors, sails.  SM-11.13, SM-13.8"""
    first = die_at(1 - side, 0)
    dice = p.dice
    for _ in range(dice[first + CANNON]):
        hit_cannon(p, vessel, side)
    if vessel >= FIRST_PIRATE:
        pirate = vessel - FIRST_PIRATE
        for face in (SAILOR, SAIL):
            for _ in range(dice[first + face]):
                hit_pirate(p, pirate, face)
        return None
    for _ in range(dice[first + HOLD]):
        spring_leak(p, vessel)
    # Sails have no bearing on the choice of sailors, so they need not wait for it
    for _ in range(dice[first + SAIL]):
        tear_sail(p, vessel)
    return Losses(vessel, dice[first + SAILOR]) if dice[first + SAILOR] else None


def hit_cannon(p: MasterPosition, vessel: int, side: int) -> None:
    """A manned cannon first; its crew is blocked.  SM-11.20"""
    if vessel >= FIRST_PIRATE:
        told = hit_pirate(p, vessel - FIRST_PIRATE, CANNON)
    else:
        told = p.cannon_damage[vessel] < p.cannons(vessel)
        if told:
            p.cannon_damage[vessel] += 1
            if p.manned[side]:
                crew = p.crew_size(vessel)
                set_manned(p, side, p.manned[side] - 1)
                p.crew[vessel] -= crew
                p.blocked[vessel] += crew
    if told:
        hits = p.cannon_hits[:]
        hits[side] += 1
        p.cannon_hits = hits


class Losses(Phase[MasterPosition]):
    """So many sailors of a ship are hit, one after the other.  SM-11.18"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "count")

    def __init__(self, owner: int, count: int) -> None:
        super().__init__()
        self.owner = owner
        self.count = count

    def run(self, position: MasterPosition) -> None:
        p = position
        if not p.able(self.owner):
            return
        if self.count > 1:
            p.push(Losses(self.owner, self.count - 1))
        p.push(Casualty(self.owner))


# Boarding


def strength(p: MasterPosition, vessel: int, side: int) -> int:
    """Not those in the sails, at leaks or blocked.  SM-11.3, SM-11.22, SM-13.3, SM-13.6"""
    if vessel >= FIRST_PIRATE:
        pirate = vessel - FIRST_PIRATE
        sailors = p.pirate_sailors[pirate] - p.pirate_crew_damage[pirate]
        return max(0, sailors - p.table.crew * p.cannon_hits[side])
    boarders = p.hold[vessel] + p.crew[vessel] + p.deck[vessel]
    found = min(p.table.deck[p.kind[vessel]], boarders)
    if p.leads(vessel, CAPTAIN):
        found += p.table.box.leader_boarding
    return found


def stand_down(p: MasterPosition, seat: int) -> None:
    """Crews and deck go back to the hold as far as they fit.  SM-11.24"""
    coming = p.crew[seat] + p.blocked[seat] + p.deck[seat]
    p.crew[seat] = 0
    p.blocked[seat] = 0
    p.deck[seat] = 0
    p.stow(seat, coming)
