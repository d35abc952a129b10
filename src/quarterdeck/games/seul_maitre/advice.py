"""How good each open choice looks to a sensible captain. Bots build on this.

An action is worth what the best plan that begins with it leads to at the end of the turn; what is
asked within an action, or in somebody else's turn, is judged by where it leaves the ship.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from quarterdeck.games.seul_maitre.actions import (
    BID,
    BUY,
    CELL,
    CONTROL,
    DECLINE,
    DOUBLE,
    ENGAGE,
    EXIT,
    FLEE,
    JETTISON,
    KEEP,
    LAND,
    LOOT,
    LOSE,
    NONE,
    PICK,
    PORT,
    RANSOM,
    RECOVER,
    REROLL_DIE,
    SELL,
    STAY,
    STOP,
    TURN_IN,
    ZONE,
)
from quarterdeck.games.seul_maitre.chart import NEIGHBOUR
from quarterdeck.games.seul_maitre.chart import PORT as PORT_SPOT
from quarterdeck.games.seul_maitre.fights import LOST_FIRST, WORST_HITS, attack_value
from quarterdeck.games.seul_maitre.laying import lay_values
from quarterdeck.games.seul_maitre.names import (
    FIRST_PIRATE,
    RESOURCE_COUNT,
    SPLASH,
    ZONES,
)
from quarterdeck.games.seul_maitre.plans import NOTHING, Study, Way
from quarterdeck.games.seul_maitre.position import NO_BID, MasterPosition
from quarterdeck.games.seul_maitre.raids import best_raid, pirate_roads, raids
from quarterdeck.games.seul_maitre.steps.building import (
    BuildCell,
    BuildRotation,
    BuildTile,
    PortCorner,
    PortRotation,
)
from quarterdeck.games.seul_maitre.steps.combat import (
    Combat,
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
    Loot,
    RansomBank,
    RansomPort,
    Retreat,
    flee_cells,
    flee_zones,
    open_ports,
)
from quarterdeck.games.seul_maitre.steps.preparation import LeaveCell, StormPort, shelter_cells
from quarterdeck.games.seul_maitre.steps.refit import ConvertSell
from quarterdeck.games.seul_maitre.steps.rescue import DistressPort, JettisonCargo
from quarterdeck.games.seul_maitre.steps.sailing import ChoosePirate, Engage, PirateSail, Sail
from quarterdeck.games.seul_maitre.steps.tossing import (
    StormDirection,
    StormReroll,
    ZoneChoice,
)
from quarterdeck.games.seul_maitre.steps.trade import (
    BuyCubes,
    Land,
    SellExtra,
    Selling,
    sales_allowed,
)
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.games.seul_maitre.steps.voyage import cost_of, target_of
from quarterdeck.games.seul_maitre.worth import TOKEN, Worth
from quarterdeck.kernel.position import Step

UNWISE: Final = -1000.0
# What a token promises beside a Bank action
MORE_THAN_BANK: Final = 0.8
# A ship that waits out a storm loses much of a round
STORM_BOUND: Final = 2.0
# What going before all the others is worth, and how likely a slot beats a bid still to come
FIRST: Final = 1.0
BEATS: Final = (0.1, 0.5, 0.7, 0.85, 0.9, 0.95, 1.0)
MONEY: Final = 0.25
LAST_MONEY: Final = 0.4
WORKING_MONEY: Final = 8

Judge = Callable[[MasterPosition, int, Any, list[int]], list[float]]


def advise(p: MasterPosition, seat: int, codes: list[int]) -> list[float]:
    """The points each open choice lets hope for; higher is better."""
    step = p.step_of(seat)
    for kind, judge in JUDGES:
        if isinstance(step, kind):
            return judge(p, seat, step, codes)
    assert step is not None
    return _by_worth(p, seat, step, codes)


def _by_worth(
    p: MasterPosition, seat: int, step: Step[MasterPosition], codes: list[int]
) -> list[float]:
    """What each choice leads to at once; tokens spent on it count."""
    worth = Worth(p, seat)
    found: list[float] = []
    for code in codes:
        after = p.clone()
        after.log = None
        step.take(after, code)
        found.append(worth.total(after) + MORE_THAN_BANK * after.tokens[seat])
    return found


# The turn


def _of(best: dict[int, float], codes: list[int]) -> list[float]:
    return [best.get(code, UNWISE) for code in codes]


def _action(p: MasterPosition, seat: int, step: Action, codes: list[int]) -> list[float]:
    study = Study(p, seat)
    return _of(study.judge(study.roots()), codes)


def _train(p: MasterPosition, seat: int, step: Train, codes: list[int]) -> list[float]:
    ways: list[Way] = []
    for code in codes:
        after = p.clone()
        after.log = None
        step.take(after, code)
        ways.append(Way(after, code, 0.0))
    return _of(Study(p, seat).judge(ways), codes)


def _sailing(p: MasterPosition, study: Study, free: int) -> list[Way]:
    return [Way(after, first, extra) for first, after, extra in study.legs(p, free)]


def _sail(p: MasterPosition, seat: int, step: Sail, codes: list[int]) -> list[float]:
    study = Study(p, seat)
    ways = _sailing(p, study, step.free)
    if STOP.base in codes:
        ways.append(Way(p, STOP.base, 0.0))
    return _of(study.judge(ways), codes)


def _engage(p: MasterPosition, seat: int, step: Engage, codes: list[int]) -> list[float]:
    if step.mover >= FIRST_PIRATE:
        values = [
            attack_value(p, step.mover, ENGAGE.value(code)) for code in codes if ENGAGE.has(code)
        ]
        onward = raids(p, seat, step.mover, step.kept)
        going_on = max([raid.value for raid in onward], default=0.0)
        return [*values, max(0.0, going_on)][: len(codes)]
    study = Study(p, seat)
    ways: list[Way] = []
    for code in codes:
        if ENGAGE.has(code):
            after = p.clone()
            other = ENGAGE.value(code)
            after.fought |= 1 << seat | 1 << other
            ways.append(Way(after, code, study.fight(p, other)))
    if DECLINE.base in codes:
        ways.append(Way(p, DECLINE.base, 0.0))
        if step.goes_on:
            for way in _sailing(p, study, step.kept):
                way.root = DECLINE.base
                ways.append(way)
    return _of(study.judge(ways), codes)


def _choose_pirate(
    p: MasterPosition, seat: int, step: ChoosePirate, codes: list[int]
) -> list[float]:
    return [best_raid(p, seat, CONTROL.value(code)) for code in codes]


def _pirate_sail(p: MasterPosition, seat: int, step: PirateSail, codes: list[int]) -> list[float]:
    """Along the road to the best thing to go for."""
    best = {STOP.base: 0.0}
    roads = pirate_roads(p, step.vessel)
    place = p.place[step.vessel]
    for raid in raids(p, seat, step.vessel, step.used):
        table = roads.to(raid.target)
        for code in codes:
            if code == STOP.base:
                continue
            target = target_of(p, step.vessel, code)
            on_the_way = cost_of(p, step.vessel, code) + table[target] == table[place]
            if on_the_way and (target == raid.target or target not in roads.closed):
                best[code] = max(raid.value, best.get(code, UNWISE))
    return _of(best, codes)


# Within an action


def _selling(p: MasterPosition, seat: int, step: Selling, codes: list[int]) -> list[float]:
    left = sales_allowed(p, seat) - step.count
    chosen = [
        SELL.at(good) for good in Study(p, seat).sales(p, step.last, left) if SELL.at(good) in codes
    ]
    wanted = chosen[0] if chosen else STOP.base
    return [1.0 if code == wanted else 0.0 for code in codes]


def _sell_extra(p: MasterPosition, seat: int, step: SellExtra, codes: list[int]) -> list[float]:
    price = p.table.sale
    return [0.0 if code == NONE.base else 1.0 + price[SELL.value(code)] for code in codes]


def _buy(p: MasterPosition, seat: int, step: BuyCubes, codes: list[int]) -> list[float]:
    study = Study(p, seat)
    waiting = [each.good for each in p.stack if isinstance(each, BuyCubes) and each is not step]
    ways: list[Way] = []
    for code in codes[: study.most_bought(p) + 1]:
        after = p.clone()
        after.log = None
        step.take(after, code)
        for further in study.bought(after, waiting):
            ways.append(Way(further, code, 0.0))
    return _of(study.judge(ways), codes)


def _pick(p: MasterPosition, seat: int, step: Pick, codes: list[int]) -> list[float]:
    points = p.table.box.token_vp
    return [0.0 if code == NONE.base else float(points[PICK.value(code)]) for code in codes]


def _land(p: MasterPosition, seat: int, step: Land, codes: list[int]) -> list[float]:
    return [1.0 if code == LAND.base else 0.0 for code in codes]


def _cheapest(p: MasterPosition, seat: int, step: object, codes: list[int]) -> list[float]:
    """The cube one can best do without."""
    worth = Worth(p, seat)
    family = SELL if SELL.has(codes[0]) else JETTISON
    return [-worth.sale(p, family.value(code), 0) for code in codes]


# Places to be put to


def _at(p: MasterPosition, worth: Worth, place: int) -> float:
    before = p.place[worth.seat]
    p.place[worth.seat] = place
    found = worth.total(p)
    p.place[worth.seat] = before
    return found


def _best_zone(p: MasterPosition, worth: Worth, cell: int, zones: list[int]) -> float:
    return max(_at(p, worth, cell * ZONES + zone) for zone in zones)


def _zones(p: MasterPosition, cell: int) -> list[int]:
    return list(range(p.chart.zones[cell]))


def _zone(p: MasterPosition, seat: int, step: ZoneChoice, codes: list[int]) -> list[float]:
    places = [step.cell * ZONES + ZONE.value(code) for code in codes]
    if step.vessel != seat:
        # A pirate had better not lie where one's own ship is
        return [-1.0 if place == p.chart.case[p.place[seat]] else 0.0 for place in places]
    worth = Worth(p, seat)
    return [_at(p, worth, place) for place in places]


def _leave(p: MasterPosition, seat: int, step: LeaveCell, codes: list[int]) -> list[float]:
    worth = Worth(p, seat)
    cells = [CELL.value(code) for code in codes]
    return [_best_zone(p, worth, cell, _zones(p, cell)) for cell in cells]


def _storm_port(p: MasterPosition, seat: int, step: StormPort, codes: list[int]) -> list[float]:
    worth = Worth(p, seat)
    cells = shelter_cells(p, seat)
    leaving = max(_best_zone(p, worth, cell, _zones(p, cell)) for cell in cells)
    staying = worth.total(p) - STORM_BOUND
    return [staying if code == STAY.base else leaving for code in codes]


def _direction(p: MasterPosition, seat: int, step: StormDirection, codes: list[int]) -> list[float]:
    worth = Worth(p, seat)
    cells = [NEIGHBOUR[step.cell * 8 + EXIT.value(code)] for code in codes]
    return [_best_zone(p, worth, cell, _zones(p, cell)) for cell in cells]


def _reroll(p: MasterPosition, seat: int, step: StormReroll, codes: list[int]) -> list[float]:
    keeps = step.face == SPLASH
    return [1.0 if (code == KEEP.base) == keeps else 0.0 for code in codes]


def _port(
    p: MasterPosition, seat: int, step: DistressPort | RansomPort, codes: list[int]
) -> list[float]:
    worth = Worth(p, seat)
    return [_at(p, worth, PORT_SPOT + p.chart.port_cell[PORT.value(code)]) for code in codes]


def _flee(p: MasterPosition, seat: int, step: FleeCell, codes: list[int]) -> list[float]:
    cells = [CELL.value(code) for code in codes]
    if step.vessel != seat:
        return [0.0 for _ in codes]
    worth = Worth(p, seat)
    return [_best_zone(p, worth, cell, flee_zones(p, seat, cell)) for cell in cells]


def _retreat(p: MasterPosition, seat: int, step: Retreat, codes: list[int]) -> list[float]:
    if step.vessel != seat:
        return [1.0 if code == STAY.base else 0.0 for code in codes]
    worth = Worth(p, seat)
    tokens = MORE_THAN_BANK * p.tokens[seat]
    found = {STAY.base: worth.total(p) + tokens}
    cells = flee_cells(p, seat)
    found[FLEE.base] = tokens + max(
        (_best_zone(p, worth, cell, flee_zones(p, seat, cell)) for cell in cells), default=UNWISE
    )
    if RANSOM.base in codes:
        found[RANSOM.base] = max(
            max(_by_worth(p, seat, paying, paying.options(p)))
            for paying in [RansomBank(seat, port) for port in open_ports(p)]
        )
    return _of(found, codes)


# Fights


def _recover(p: MasterPosition, seat: int, step: CombatRecover, codes: list[int]) -> list[float]:
    combat = next(each for each in reversed(p.stack) if isinstance(each, Combat))
    before = attack_value(p, combat.attacker, combat.defender)
    rested = p.clone()
    rested.recover(seat)
    after = attack_value(rested, combat.attacker, combat.defender) - TOKEN
    return [after if code == RECOVER.base else before for code in codes]


def _man(p: MasterPosition, seat: int, step: ManCannons, codes: list[int]) -> list[float]:
    # The crews of cannons that are not hit board all the same
    return [float(code) for code in codes]


def _reroll_die(p: MasterPosition, seat: int, step: RerollDie, codes: list[int]) -> list[float]:
    wanted = REROLL_DIE.at(SPLASH) if REROLL_DIE.at(SPLASH) in codes else NONE.base
    return [1.0 if code == wanted else 0.0 for code in codes]


def _double(p: MasterPosition, seat: int, step: DoubleHit, codes: list[int]) -> list[float]:
    order = [DOUBLE.at(face) for face in WORST_HITS]
    return [-float(order.index(code)) if code in order else UNWISE for code in codes]


def _casualty(p: MasterPosition, seat: int, step: Casualty, codes: list[int]) -> list[float]:
    return [-float(LOST_FIRST.index(LOSE.value(code))) for code in codes]


def _loot(p: MasterPosition, seat: int, step: Loot, codes: list[int]) -> list[float]:
    worth = Worth(p, seat)
    held = p.cargo[seat * RESOURCE_COUNT : seat * RESOURCE_COUNT + RESOURCE_COUNT]
    return [
        0.0 if code == NONE.base else 1.0 + worth.sale(p, LOOT.value(code), held[LOOT.value(code)])
        for code in codes
    ]


# Initiative


def _bid(p: MasterPosition, seat: int, step: Bid, codes: list[int]) -> list[float]:
    """Early, but not at any price."""
    box = p.table.box
    others = [bid for other, bid in enumerate(p.bids) if other != seat]
    found: list[float] = []
    for code in codes:
        slot = BID.value(code)
        beaten = sum(BEATS[slot] if bid == NO_BID else float(slot > bid) for bid in others)
        missing = max(0, box.slots[slot] - p.money[seat])
        banked = -(-missing // box.bank_gain)
        price = box.slots[slot]
        dear = LAST_MONEY if p.money[seat] - price < WORKING_MONEY else MONEY
        found.append(FIRST * beaten / len(others) - dear * price - TOKEN * banked)
    return found


def _lay(p: MasterPosition, seat: int, step: Step[MasterPosition], codes: list[int]) -> list[float]:
    return lay_values(p, step, codes)


def _ransom_bank(p: MasterPosition, seat: int, step: RansomBank, codes: list[int]) -> list[float]:
    # A token costs less than the sailors who are lost without it
    return [float(TURN_IN.value(code)) for code in codes]


JUDGES: Final[tuple[tuple[type[Step[MasterPosition]], Judge], ...]] = (
    (Action, _action),
    (Sail, _sail),
    (Engage, _engage),
    (Selling, _selling),
    (BuyCubes, _buy),
    (PirateSail, _pirate_sail),
    (ChoosePirate, _choose_pirate),
    (Train, _train),
    (SellExtra, _sell_extra),
    (Land, _land),
    (Pick, _pick),
    (ConvertSell, _cheapest),
    (JettisonCargo, _cheapest),
    (DistressPort, _port),
    (RansomPort, _port),
    (RansomBank, _ransom_bank),
    (Retreat, _retreat),
    (FleeCell, _flee),
    (LeaveCell, _leave),
    (StormPort, _storm_port),
    (StormDirection, _direction),
    (StormReroll, _reroll),
    (ZoneChoice, _zone),
    (CombatRecover, _recover),
    (ManCannons, _man),
    (RerollDie, _reroll_die),
    (DoubleHit, _double),
    (Casualty, _casualty),
    (Loot, _loot),
    (Bid, _bid),
    (BuildTile, _lay),
    (BuildCell, _lay),
    (BuildRotation, _lay),
    (PortCorner, _lay),
    (PortRotation, _lay),
)
