"""Choices as people meet them: groups, rules, questions, and what is closed."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import (
    BID,
    BUY,
    CAPE,
    CELL,
    CONTROL,
    DECLINE,
    DO,
    DONE,
    DOUBLE,
    ENGAGE,
    ENTER_LAIR,
    ENTER_PORT,
    EXIT,
    FLEE,
    HIRE,
    IMPROVE,
    JETTISON,
    KEEP,
    KEEP_ABOARD,
    LAND,
    LEAVE,
    LEAVE_LAIR,
    LEAVE_PORT,
    LOOT,
    LOSE,
    MAN,
    MEND_CANNONS,
    MEND_LEAKS,
    MEND_SAILS,
    MOVE,
    NONE,
    PICK,
    PORT,
    RANSOM,
    RECOVER,
    RECRUIT,
    REROLL,
    REROLL_DIE,
    ROTATE,
    SELL,
    SPACE,
    STAY,
    STOP,
    TILE,
    TO_SITE,
    TRAIN,
    TURN_IN,
    ZONE,
)
from quarterdeck.games.seul_maitre.labels import face
from quarterdeck.games.seul_maitre.names import (
    CELL_NAMES,
    END_TURN,
    FIRST_PIRATE,
    RESOURCE_COUNT,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
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
    ransom_due,
)
from quarterdeck.games.seul_maitre.steps.preparation import (
    DriftZone,
    LeaveCell,
    LeaveZone,
    StormPort,
)
from quarterdeck.games.seul_maitre.steps.refit import ConvertSell, Refit
from quarterdeck.games.seul_maitre.steps.rescue import DistressPort, JettisonCargo
from quarterdeck.games.seul_maitre.steps.sailing import (
    ChoosePirate,
    Engage,
    PirateSail,
    Sail,
    pirate_points,
)
from quarterdeck.games.seul_maitre.steps.tossing import StormDirection, StormReroll, StormZone
from quarterdeck.games.seul_maitre.steps.trade import (
    BuyCubes,
    Land,
    SellExtra,
    Selling,
)
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.games.seul_maitre.words import (
    face_name,
    port_name,
    resource_name,
    tile_name,
    vessel_name,
    way_name,
)
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step

RULES = {
    TILE: "SM-2.1",
    CELL: "SM-2.8",
    ROTATE: "SM-2.9",
    STAY: "SM-5.7",
    LEAVE: "SM-5.6",
    EXIT: "SM-5.13",
    ZONE: "SM-5.11",
    KEEP: "SM-9.3",
    REROLL: "SM-9.3",
    LOSE: "SM-11.18",
    BID: "SM-6.1",
    DO: "SM-7.4",
    MOVE: "SM-8.11",
    CAPE: "SM-8.12",
    ENTER_PORT: "SM-8.13",
    LEAVE_PORT: "SM-8.14",
    TO_SITE: "SM-8.15",
    ENTER_LAIR: "SM-17.6",
    LEAVE_LAIR: "SM-17.4",
    STOP: "SM-8.10",
    CONTROL: "SM-17.2",
    ENGAGE: "SM-10.4",
    DECLINE: "SM-10.5",
    MEND_SAILS: "SM-14.2",
    MEND_LEAKS: "SM-14.3",
    MEND_CANNONS: "SM-14.2",
    IMPROVE: "SM-14.1",
    HIRE: "SM-14.11",
    RECRUIT: "SM-14.13",
    DONE: "SM-14.1",
    TRAIN: "SM-15.1",
    PICK: "SM-16.4",
    LAND: "SM-18.2",
    KEEP_ABOARD: "SM-18.2",
    SELL: "SM-18.6",
    BUY: "SM-18.13",
    JETTISON: "SM-7.12",
    PORT: "SM-12.10",
    RECOVER: "SM-11.2",
    MAN: "SM-11.6",
    REROLL_DIE: "SM-11.11",
    DOUBLE: "SM-11.12",
    LOOT: "SM-12.2",
    FLEE: "SM-12.9",
    RANSOM: "SM-12.10",
    TURN_IN: "SM-12.13",
    NONE: "SM-7.6",
}
GROUPS = {
    TILE: "map",
    CELL: "map",
    ROTATE: "map",
    STAY: "storm",
    LEAVE: "storm",
    EXIT: "storm",
    ZONE: "place",
    KEEP: "storm",
    REROLL: "storm",
    BID: "initiative",
    DO: "actions",
    MOVE: "sail",
    CAPE: "sail",
    ENTER_PORT: "sail",
    LEAVE_PORT: "sail",
    TO_SITE: "sail",
    ENTER_LAIR: "sail",
    LEAVE_LAIR: "sail",
    STOP: "sail",
    CONTROL: "piracy",
    ENGAGE: "combat",
    DECLINE: "combat",
    LOSE: "combat",
    RECOVER: "combat",
    MAN: "combat",
    REROLL_DIE: "combat",
    DOUBLE: "combat",
    LOOT: "combat",
    FLEE: "combat",
    RANSOM: "combat",
    TURN_IN: "combat",
    MEND_SAILS: "shipyard",
    MEND_LEAKS: "shipyard",
    MEND_CANNONS: "shipyard",
    IMPROVE: "shipyard",
    HIRE: "shipyard",
    RECRUIT: "shipyard",
    DONE: "shipyard",
    TRAIN: "academy",
    PICK: "discovery",
    LAND: "market",
    KEEP_ABOARD: "market",
    SELL: "market",
    BUY: "market",
    JETTISON: "market",
    PORT: "place",
}
# Steps that offer families of other groups, and belong together.
STEP_GROUPS: dict[type, str] = {
    CombatRecover: "combat",
    RerollDie: "combat",
    DoubleHit: "combat",
    Loot: "combat",
    Retreat: "combat",
    FleeCell: "place",
    LeaveCell: "place",
    Pick: "discovery",
    Selling: "market",
    SellExtra: "market",
}


def describe(p: MasterPosition, seat: int, code: int) -> Choice:
    """A choice of the present step, open or not, with all a reader or a board needs."""
    family = SPACE.family_of(code)
    label, spots, cost = face(p, seat, code)
    step = p.step_of(seat)
    group = STEP_GROUPS.get(type(step)) or GROUPS[family]
    said = Message(f"sm.group.{group}")
    return Choice(code, family.notation(code), label, said, RULES[family], cost, spots)


# What is closed


def expected(p: MasterPosition, seat: int) -> list[int]:
    """What a player might look for now, open or not."""
    step = p.step_of(seat)
    if isinstance(step, BuildTile):
        return [TILE.at(tile) for tile in sorted(p.row)]
    if isinstance(step, Bid):
        return [BID.at(slot) for slot in range(len(p.table.box.slots))]
    if isinstance(step, Action):
        return [DO.at(action) for action in range(END_TURN)]
    if isinstance(step, ChoosePirate):
        return list(range(CONTROL.base, CONTROL.end))
    if isinstance(step, Refit):
        sailors = [RECRUIT.at(count) for count in range(1, p.table.box.recruits + 1)]
        return [*range(IMPROVE.base, IMPROVE.end), HIRE.base, *sailors]
    if isinstance(step, Train):
        return list(range(TRAIN.base, TRAIN.end))
    if isinstance(step, Pick):
        return list(range(PICK.base, PICK.end))
    if isinstance(step, Selling | SellExtra):
        held = p.cargo[seat * RESOURCE_COUNT : seat * RESOURCE_COUNT + RESOURCE_COUNT]
        return [SELL.at(good) for good in range(RESOURCE_COUNT) if held[good]]
    if isinstance(step, Retreat) and step.vessel < FIRST_PIRATE:
        return [RANSOM.base]
    if isinstance(step, RansomPort | DistressPort):
        return list(range(PORT.base, PORT.base + 4))
    return []


# Questions

PROMPTS: dict[type[Step[MasterPosition]], str] = {
    BuildTile: "tile",
    StormPort: "storm_port",
    LeaveCell: "leave",
    LeaveZone: "leave",
    StormDirection: "storm_exit",
    Bid: "bid",
    ChoosePirate: "pirate",
    ConvertSell: "convert",
    Train: "train",
    Land: "land",
    Selling: "sell",
    SellExtra: "sell_extra",
    DistressPort: "distress",
    JettisonCargo: "jettison",
    CombatRecover: "combat_recover",
    RerollDie: "reroll_die",
    DoubleHit: "double",
    Casualty: "casualty",
    Loot: "loot",
    RansomPort: "ransom_port",
}


def prompt(p: MasterPosition, seat: int) -> Message:
    """The question of the present step."""
    step = p.step_of(seat)
    if step is None:
        return Message("sm.prompt.wait")
    if isinstance(step, Action):
        return Message("sm.prompt.action", count=p.tokens[seat])
    if isinstance(step, Refit):
        last = p.legal(seat) == [DONE.base]
        return Message("sm.prompt.refit.last" if last else "sm.prompt.refit", count=p.money[seat])
    if isinstance(step, Sail):
        points = p.points(seat) + step.free
        return Message("sm.prompt.sail", wind=way_name(p.wind), count=points)
    if isinstance(step, PirateSail):
        points = max(0, pirate_points(p, step.vessel, step.used))
        vessel = vessel_name(step.vessel)
        return Message("sm.prompt.pirate_sail", vessel=vessel, count=points)
    if isinstance(step, BuildCell):
        return Message("sm.prompt.cell", tile=tile_name(p.table, step.tile))
    if isinstance(step, BuildRotation):
        cell = CELL_NAMES[step.cell]
        return Message("sm.prompt.rotation", tile=tile_name(p.table, step.tile), cell=cell)
    if isinstance(step, PortCorner):
        return Message("sm.prompt.corner", port=port_name(step.port))
    if isinstance(step, PortRotation):
        cell = CELL_NAMES[step.cell]
        return Message("sm.prompt.rotation", tile=tile_name(p.table, step.port + 1), cell=cell)
    if isinstance(step, Engage):
        forced = DECLINE.base not in p.legal(seat)
        return Message(f"sm.prompt.engage.{'forced' if forced else 'may'}")
    if isinstance(step, StormReroll):
        return Message("sm.prompt.storm_reroll", face=face_name(step.face))
    if isinstance(step, BuyCubes):
        resource = resource_name(step.good)
        price = p.table.purchase[step.good]
        return Message("sm.prompt.buy", resource=resource, count=price, money=p.money[seat])
    if isinstance(step, ManCannons):
        side = "defence" if step.side else "attack"
        return Message(f"sm.prompt.man.{side}", count=p.hold[seat])
    if isinstance(step, Pick):
        return Message("sm.prompt.pick.second" if step.second else "sm.prompt.pick")
    if isinstance(step, StormZone | DriftZone | Retreat | FleeCell | FleeZone):
        return _moved(step, seat)
    if isinstance(step, RansomBank):
        return Message("sm.prompt.ransom_bank", count=ransom_due(p, seat), money=p.money[seat])
    return Message(f"sm.prompt.{PROMPTS[type(step)]}")


def _moved(step: StormZone | DriftZone | Retreat | FleeCell | FleeZone, seat: int) -> Message:
    """What becomes of a vessel: one's own, or another one handles."""
    kind = "flee"
    if isinstance(step, Retreat):
        kind = "retreat"
    elif isinstance(step, DriftZone):
        kind = "zone.drift"
    elif isinstance(step, StormZone):
        kind = "zone.toss"
    if step.vessel == seat:
        return Message(f"sm.prompt.{kind}.own")
    return Message(f"sm.prompt.{kind}", vessel=vessel_name(step.vessel))
