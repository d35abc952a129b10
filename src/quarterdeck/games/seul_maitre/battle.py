"""Answers in a fight."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.actions import DOUBLE, LOOT, LOSE, MAN, NONE, RECOVER, REROLL_DIE
from quarterdeck.games.seul_maitre.decision import Decision
from quarterdeck.games.seul_maitre.fights import attack_value
from quarterdeck.games.seul_maitre.names import (
    CANNON,
    HOLD,
    IN_BLOCKED,
    IN_CREW,
    IN_HOLD,
    IN_SAILS,
    ON_DECK,
    RESOURCE_COUNT,
    SAIL,
    SAILOR,
    SPLASH,
    cargo_at,
)
from quarterdeck.games.seul_maitre.steps.combat import (
    Combat,
    CombatRecover,
    DoubleHit,
    ManCannons,
    RerollDie,
)
from quarterdeck.games.seul_maitre.steps.damage import Casualty
from quarterdeck.games.seul_maitre.steps.outcome import Loot
from quarterdeck.games.seul_maitre.worth import TOKEN

# Sailors who neither board nor man a cannon are given up first
LOST_FIRST: Final = (IN_SAILS, IN_BLOCKED, ON_DECK, IN_HOLD, IN_CREW)
# What hurts the enemy most
WORST_HITS: Final = (SAILOR, CANNON, HOLD, SAIL)


def recover(d: Decision[CombatRecover]) -> list[float]:
    """A token for fresh boarders, if they turn the fight."""
    combat = next(step for step in reversed(d.p.stack) if isinstance(step, Combat))
    rested = d.p.clone()
    rested.recover(d.seat)
    return d.values(
        {
            RECOVER.base: attack_value(rested, combat.attacker, combat.defender) - TOKEN,
            NONE.base: attack_value(d.p, combat.attacker, combat.defender),
        }
    )


def man(d: Decision[ManCannons]) -> list[float]:
    # The crews of cannons that are not hit board all the same
    return [float(MAN.value(code)) for code in d.codes]


def reroll(d: Decision[RerollDie]) -> list[float]:
    miss = REROLL_DIE.at(SPLASH)
    return d.prefer(miss if miss in d.codes else NONE.base)


def double(d: Decision[DoubleHit]) -> list[float]:
    return d.by_order([DOUBLE.at(face) for face in WORST_HITS])


def casualty(d: Decision[Casualty]) -> list[float]:
    return d.by_order([LOSE.at(station) for station in LOST_FIRST])


def loot(d: Decision[Loot]) -> list[float]:
    worth = d.worth()
    held = d.p.cargo[cargo_at(d.seat, 0) : cargo_at(d.seat + 1, 0)]
    found = {
        LOOT.at(good): 1.0 + worth.sale(d.p, good, held[good]) for good in range(RESOURCE_COUNT)
    }
    return d.values({**found, NONE.base: 0.0})
