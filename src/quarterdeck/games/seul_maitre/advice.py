"""How good each open choice looks to a sensible captain. Bots build on this.

An action is worth what the best plan that begins with it leads to at the end of the turn; what is
asked within an action, or in somebody else's turn, is judged by where it leaves the ship.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from quarterdeck.games.seul_maitre import battle, business, havens, voyaging
from quarterdeck.games.seul_maitre.actions import BID
from quarterdeck.games.seul_maitre.decision import Decision
from quarterdeck.games.seul_maitre.laying import lay_values
from quarterdeck.games.seul_maitre.plans import Study
from quarterdeck.games.seul_maitre.position import NO_BID, MasterPosition
from quarterdeck.games.seul_maitre.steps.building import (
    BuildCell,
    BuildRotation,
    BuildTile,
    PortCorner,
    PortRotation,
)
from quarterdeck.games.seul_maitre.steps.combat import (
    CombatRecover,
    DoubleHit,
    ManCannons,
    RerollDie,
)
from quarterdeck.games.seul_maitre.steps.damage import Casualty
from quarterdeck.games.seul_maitre.steps.exploring import Pick
from quarterdeck.games.seul_maitre.steps.initiative import Bid
from quarterdeck.games.seul_maitre.steps.learning import Train
from quarterdeck.games.seul_maitre.steps.outcome import (
    FleeCell,
    FleeZone,
    Loot,
    RansomBank,
    RansomPort,
    Retreat,
)
from quarterdeck.games.seul_maitre.steps.preparation import (
    DriftZone,
    LeaveCell,
    LeaveZone,
    StormPort,
)
from quarterdeck.games.seul_maitre.steps.refit import ConvertSell, Refit
from quarterdeck.games.seul_maitre.steps.rescue import DistressPort, JettisonCargo
from quarterdeck.games.seul_maitre.steps.sailing import ChoosePirate, Engage, PirateSail, Sail
from quarterdeck.games.seul_maitre.steps.tossing import StormDirection, StormReroll, StormZone
from quarterdeck.games.seul_maitre.steps.trade import BuyCubes, Land, SellExtra, Selling
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.games.seul_maitre.worth import TOKEN
from quarterdeck.kernel.position import Step

# What going before all the others is worth, and how likely a slot beats a bid still to come: by
# its place on a track of seven
FIRST: Final = 1.0
BEATS: Final = (0.1, 0.5, 0.7, 0.85, 0.9, 0.95, 1.0)
# A doublon, and one of the last few
MONEY: Final = 0.25
LAST_MONEY: Final = 0.4
LAST_FEW: Final = 8


def advise(p: MasterPosition, seat: int, codes: list[int]) -> list[float]:
    """The points each open choice lets hope for; higher is better."""
    step = p.step_of(seat)
    assert step is not None
    return ANSWERS[type(step)](Decision(p, seat, step, codes))


def action(d: Decision[Action]) -> list[float]:
    study = Study(d.p, d.seat)
    return d.values(study.judge(study.roots()))


def bid(d: Decision[Bid]) -> list[float]:
    """Early, but not at any price."""
    p = d.p
    box = p.table.box
    money = p.money[d.seat]
    others = [slot for other, slot in enumerate(p.bids) if other != d.seat]
    found: list[float] = []
    for code in d.codes:
        slot = BID.value(code)
        price = box.slots[slot]
        chance = BEATS[slot * (len(BEATS) - 1) // (len(box.slots) - 1)]
        beaten = sum(chance if bid == NO_BID else float(slot > bid) for bid in others)
        banked = -(-max(0, price - money) // box.bank_gain)
        dear = LAST_MONEY if money - price < LAST_FEW else MONEY
        found.append(FIRST * beaten / len(others) - dear * price - TOKEN * banked)
    return found


def lay(d: Decision[Any]) -> list[float]:
    return lay_values(d.p, d.step, d.codes)


ANSWERS: Final[dict[type[Step[Any]], Callable[[Decision[Any]], list[float]]]] = {
    BuildTile: lay,
    BuildCell: lay,
    BuildRotation: lay,
    PortCorner: lay,
    PortRotation: lay,
    StormPort: havens.storm_port,
    LeaveCell: havens.leave,
    LeaveZone: havens.zone,
    StormDirection: havens.storm_exit,
    StormZone: havens.zone,
    StormReroll: havens.storm_die,
    DriftZone: havens.zone,
    Bid: bid,
    Action: action,
    Sail: voyaging.next_step,
    Engage: voyaging.engage,
    ChoosePirate: voyaging.choose_pirate,
    PirateSail: voyaging.pirate_step,
    Refit: business.refit,
    Train: business.train,
    Pick: business.pick,
    Land: business.land,
    Selling: business.selling,
    SellExtra: business.sell_extra,
    BuyCubes: business.buy,
    ConvertSell: business.do_without,
    JettisonCargo: business.do_without,
    DistressPort: havens.port,
    CombatRecover: battle.recover,
    ManCannons: battle.man,
    RerollDie: battle.reroll,
    DoubleHit: battle.double,
    Casualty: battle.casualty,
    Loot: battle.loot,
    Retreat: havens.retreat,
    FleeCell: havens.flee,
    FleeZone: havens.zone,
    RansomPort: havens.port,
    RansomBank: havens.ransom,
}
