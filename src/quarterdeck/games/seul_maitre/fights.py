"""Whether a fight is worth it, and what to do in one."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.chart import PORT
from quarterdeck.games.seul_maitre.names import (
    CAPTAIN,
    FIRST_PIRATE,
    PIRATE_COUNT,
    branch_at,
)
from quarterdeck.games.seul_maitre.odds import Odds, odds
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import ATTACKER_RECOVERS, begin_combat
from quarterdeck.games.seul_maitre.steps.engagement import blocks, pair_obstacle

# Points others gain hurt a little, as there are several of them
THEIRS: Final = 0.4
# What a fight costs one's own ship in damage and sailors, while rounds are left to feel it
WEAR: Final = 1.2
# A cube taken from another hold
PRIZE: Final = 2.0
NOTHING_MORE: Final = -1
MOST_KNOWN: Final = 4096
_KNOWN: Final[dict[tuple[object, ...], Odds]] = {}


def vessels() -> range:
    return range(FIRST_PIRATE + PIRATE_COUNT)


def attack_value(p: MasterPosition, mover: int, other: int) -> float:
    """The points an attack lets hope for; `mover` is the own ship or a pirate."""
    box = p.table.box
    reckoned = chances(p, mover, other)
    won = reckoned.attacker / reckoned.of
    tied = reckoned.tie / reckoned.of
    lost = reckoned.defender / reckoned.of
    prize = float(box.vp_attack)
    if other >= FIRST_PIRATE:
        prize += p.pirate_money[other - FIRST_PIRATE] // 2 / box.money_per_vp
    elif p.cubes(other):
        prize += PRIZE if mover < FIRST_PIRATE else box.vp_black_market
    found = won * prize + tied * box.vp_tie * (1 - THEIRS)
    if p.player_of(other) >= 0:
        found -= lost * box.vp_defence * THEIRS
    if mover < FIRST_PIRATE and p.round < p.table.rounds:
        found -= WEAR
    return found


def chances(p: MasterPosition, mover: int, other: int) -> Odds:
    """The odds of an attack; equal ships have equal odds, so they are reckoned once."""
    key = (p.table, *_arms(p, mover), NOTHING_MORE, *_arms(p, other))
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        world = p.clone()
        begin_combat(world, mover, other)
        found = _KNOWN[key] = odds(world, mover, other, ATTACKER_RECOVERS)
    return found


def _arms(p: MasterPosition, vessel: int) -> tuple[int, ...]:
    """All of a vessel that counts in a fight."""
    if vessel >= FIRST_PIRATE:
        pirate = vessel - FIRST_PIRATE
        return (
            p.pirate_sailors[pirate] - p.pirate_crew_damage[pirate],
            p.pirate_cannons[pirate] - p.pirate_cannon_damage[pirate],
        )
    return (
        p.kind[vessel],
        p.hold[vessel],
        p.deck[vessel],
        p.sails[vessel],
        p.leaks[vessel],
        p.berths(vessel),
        p.cannons(vessel) - p.cannon_damage[vessel],
        p.level[branch_at(vessel, CAPTAIN)],
        int(p.leads(vessel, CAPTAIN)),
    )


def looks_weak(p: MasterPosition, mover: int, other: int) -> bool:
    """Whether an attack is worth reckoning at all."""
    return boarders(p, mover, False) >= boarders(p, other, True)


def boarders(p: MasterPosition, vessel: int, rested: bool) -> int:
    """Who would board if nobody were hit."""
    if vessel >= FIRST_PIRATE:
        pirate = vessel - FIRST_PIRATE
        return p.pirate_sailors[pirate] - p.pirate_crew_damage[pirate]
    ready = p.hold[vessel] + p.deck[vessel] + (p.sails[vessel] if rested else 0)
    return min(p.table.deck[p.kind[vessel]], ready)


def front_of(p: MasterPosition, other: int) -> int:
    """The zone from which a vessel is attacked."""
    place = p.place[other]
    return p.chart.front[p.cell_of(other)] if place >= PORT else p.chart.case[place]


def closed_zones(p: MasterPosition, mover: int) -> tuple[int, ...]:
    """Zones where a fight would be forced."""
    found = {
        p.chart.case[p.place[other]]
        for other in vessels()
        if p.place[other] >= 0 and other != mover
        if blocks(p, other) and pair_obstacle(p, mover, other) is None
    }
    return tuple(sorted(found))
