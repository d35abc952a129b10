"""Standing orders of a captain who is away: how his ship defends itself.  SM-11, SM-12

They answer only what he is asked in somebody else's turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.games.seul_maitre.actions import CELL as CELL_CHOICE
from quarterdeck.games.seul_maitre.actions import (
    DOUBLE,
    FLEE,
    LOSE,
    NONE,
    PORT,
    RANSOM,
    REROLL_DIE,
    STAY,
    ZONE,
)
from quarterdeck.games.seul_maitre.names import (
    CANNON,
    HOLD,
    IN_BLOCKED,
    IN_CREW,
    IN_HOLD,
    IN_SAILS,
    ON_DECK,
    SAIL,
    SAILOR,
    SIDE,
    SPLASH,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import (
    Combat,
    DoubleHit,
    ManCannons,
    RerollDie,
)
from quarterdeck.games.seul_maitre.steps.damage import Casualty
from quarterdeck.games.seul_maitre.steps.outcome import (
    FleeCell,
    FleeZone,
    RansomBank,
    RansomPort,
    Retreat,
    ransom_due,
)
from quarterdeck.kernel.options import Option

PARAMETERS = (
    Option("cannons", ("all", "half", "none"), "all"),
    Option("sailors", ("sails", "hold"), "sails"),
    Option("retreat", ("stay", "flee", "ransom"), "stay"),
    Option("ransom", ("2", "3", "4", "5", "6", "8"), "4"),
    Option("otherwise", ("stay", "flee"), "flee"),
)

# Sailors who neither board nor sail the ship on go first, or last those who stay at hand.
FROM_SAILS = (IN_SAILS, IN_BLOCKED, ON_DECK, IN_CREW, IN_HOLD)
FROM_HOLD = (IN_BLOCKED, ON_DECK, IN_HOLD, IN_CREW, IN_SAILS)
# What hurts the enemy most comes first.
WORST_HITS = (SAILOR, CANNON, HOLD, SAIL)

ASKED = (
    ManCannons,
    RerollDie,
    DoubleHit,
    Retreat,
    FleeCell,
    FleeZone,
    RansomPort,
    RansomBank,
)


def is_interrupted(p: MasterPosition, seat: int) -> bool:
    """Whether this seat is asked in a fight that another player has begun in his turn.

    Sailors lost to a storm before the turns begin are no such interruption.
    """
    step = p.step_of(seat)
    if not p.round or p.order[p.mover] == seat:
        return False
    if isinstance(step, Casualty):
        return any(isinstance(each, Combat) for each in p.stack)
    return isinstance(step, ASKED)


def defend(p: MasterPosition, seat: int, orders: Mapping[str, str]) -> int | None:
    """What the orders choose; None if they do not cover the question."""
    step = p.step_of(seat)
    legal = p.legal(seat)
    if isinstance(step, ManCannons):
        most = len(legal) - 1
        manned = {"all": most, "half": (most + 1) // 2, "none": 0}[orders["cannons"]]
        return legal[manned]
    if isinstance(step, Casualty):
        stations = FROM_SAILS if orders["sailors"] == "sails" else FROM_HOLD
        return next(LOSE.at(s) for s in stations if LOSE.at(s) in legal)
    if isinstance(step, RerollDie):
        # Only misses are rolled again
        return REROLL_DIE.at(SPLASH) if REROLL_DIE.at(SPLASH) in legal else NONE.base
    if isinstance(step, DoubleHit):
        return next(DOUBLE.at(face) for face in WORST_HITS if DOUBLE.at(face) in legal)
    if isinstance(step, Retreat):
        return _retreat(p, seat, legal, orders)
    if isinstance(step, FleeCell):
        return min(legal, key=lambda code: _way_home(p, seat, CELL_CHOICE.value(code)))
    if isinstance(step, FleeZone):
        return min(legal, key=ZONE.value)
    if isinstance(step, RansomPort):
        home = PORT.at(p.home[seat])
        return home if home in legal else legal[0]
    if isinstance(step, RansomBank):
        # As many tokens as the ransom needs, so that nobody is lost
        return legal[-1]
    return None


def _retreat(p: MasterPosition, seat: int, legal: list[int], orders: Mapping[str, str]) -> int:
    wish = orders["retreat"]
    if wish == "ransom":
        affordable = ransom_due(p, seat) <= int(orders["ransom"])
        if affordable and RANSOM.base in legal:
            return RANSOM.base
        wish = orders["otherwise"]
    return FLEE.base if wish == "flee" else STAY.base


def _way_home(p: MasterPosition, seat: int, cell: int) -> int:
    """Steps from a cell to the player's own port, as the crow flies."""
    home = p.chart.port_cell[p.home[seat]]
    return max(abs(cell // SIDE - home // SIDE), abs(cell % SIDE - home % SIDE))
