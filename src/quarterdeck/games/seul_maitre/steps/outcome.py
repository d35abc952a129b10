"""After the boarding: points, loot, and where the loser goes.  SM-12, SM-13.9 to SM-13.14"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import (
    CELL,
    FLEE,
    LOOT,
    NONE,
    PORT,
    RANSOM,
    STAY,
    TURN_IN,
    ZONE,
)
from quarterdeck.games.seul_maitre.chart import CELL_OF, NEIGHBOURS
from quarterdeck.games.seul_maitre.chart import PORT as PORT_SPOT
from quarterdeck.games.seul_maitre.names import (
    ATTACK_VP,
    BLACK_MARKET_VP,
    CELL_COUNT,
    CORNER_PORTS,
    DEFENCE_VP,
    FIRST_PIRATE,
    NO_SEAT,
    PIRACY_VP,
    RESOURCE_COUNT,
    TIE_VP,
    cargo_at,
    zone_at,
)
from quarterdeck.games.seul_maitre.obstacles import (
    NO_SUCH_ZONE,
    NOT_ON_BOARD,
    PORT_UNDER_STORM,
    TOO_LITTLE_MONEY,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.tossing import ZoneChoice
from quarterdeck.games.seul_maitre.words import port_name, resource_name, vessel_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, Step, span


def decide(p: MasterPosition, attacker: int, defender: int, attack: int, defence: int) -> None:
    """Points, then loot, then the loser's choice.  SM-12.1, SM-12.5, SM-12.6, SM-12.16"""
    box = p.table.box
    if attack == defence:
        if p.log is not None:
            p.say(Message("sm.log.tie"))
        reward(p, attacker, TIE_VP, box.vp_tie)
        reward(p, defender, TIE_VP, box.vp_tie)
        return
    won = attack > defence
    winner = attacker if won else defender
    loser = defender if won else attacker
    points = box.vp_attack if won else box.vp_defence
    if p.log is not None:
        p.say(_tell_victory(p, winner, points))
    reward(p, winner, ATTACK_VP if won else DEFENCE_VP, points)
    if winner < FIRST_PIRATE:
        p.victories[winner] += 1
    player = p.player_of(loser)
    if player != NO_SEAT:
        p.push(Retreat(player, loser))
    if not won:
        return
    if loser >= FIRST_PIRATE:
        take_half(p, winner, loser - FIRST_PIRATE)
    elif p.cubes(loser):
        p.push(Loot(p.player_of(winner), winner, loser))


def _tell_victory(p: MasterPosition, winner: int, points: int) -> Message:
    player = p.player_of(winner)
    if player == NO_SEAT:
        return Message("sm.log.wins", vessel=vessel_name(winner))
    if winner >= FIRST_PIRATE:
        vessel = vessel_name(winner)
        return Message("sm.log.wins.pirate", seat=player, vessel=vessel, points=points)
    return Message("sm.log.wins.ship", seat=player, points=points)


def reward(p: MasterPosition, vessel: int, line: int, points: int) -> None:
    """To the owner, or to who controls the pirate this round, if anybody.  SM-13.9 to SM-13.12"""
    player = p.player_of(vessel)
    if player != NO_SEAT:
        p.score(player, line if vessel < FIRST_PIRATE else PIRACY_VP, points)


def take_half(p: MasterPosition, seat: int, pirate: int) -> None:
    """SM-13.11"""
    half = p.pirate_money[pirate] // 2
    p.pirate_money[pirate] -= half
    p.money[seat] += half
    if half and p.log is not None:
        p.say(Message("sm.log.pirate_money", seat=seat, count=half))


def sell_on_black_market(p: MasterPosition, seat: int, good: int) -> None:
    """A cube that is not on board any more: its point and its price.  SM-12.3, SM-18.10"""
    points = p.table.box.vp_black_market
    money = p.table.black_market[good]
    p.score(seat, BLACK_MARKET_VP, points)
    p.money[seat] += money
    if p.log is not None:
        name = resource_name(good)
        p.say(Message("sm.log.black_market", seat=seat, resource=name, points=points, count=money))


class Loot(Step[MasterPosition]):
    """The winning attacker may take a cube.  SM-12.2 to SM-12.4, SM-13.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "winner", "loser")

    def __init__(self, seat: int, winner: int, loser: int) -> None:
        super().__init__(seat)
        self.winner = winner
        self.loser = loser

    def options(self, position: MasterPosition) -> list[int]:
        first = cargo_at(self.loser, 0)
        codes = [LOOT.at(r) for r in range(RESOURCE_COUNT) if position.cargo[first + r]]
        codes.append(NONE.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        if code == NONE.base:
            return
        p = position
        good = LOOT.value(code)
        p.cargo[cargo_at(self.loser, good)] -= 1
        if p.log is not None:
            loser = vessel_name(self.loser)
            p.say(Message("sm.log.loot", seat=self.seat, resource=resource_name(good), loser=loser))
        if self.winner >= FIRST_PIRATE:
            # SM-13.9: the price goes onto the pirate's board
            p.score(self.seat, BLACK_MARKET_VP, p.table.box.vp_black_market)
            p.pirate_money[self.winner - FIRST_PIRATE] += p.table.black_market[good]
        elif p.room(self.winner):
            p.cargo[cargo_at(self.winner, good)] += 1
        else:
            sell_on_black_market(p, self.seat, good)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return NOT_ON_BOARD.reason() if LOOT.has(code) else NOT_OFFERED


# The loser


class Retreat(Step[MasterPosition]):
    """Stay, flee, or be repatriated.  SM-12.7 to SM-12.10, SM-12.15, SM-13.13"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "vessel")

    def __init__(self, seat: int, vessel: int) -> None:
        super().__init__(seat)
        self.vessel = vessel

    def options(self, position: MasterPosition) -> list[int]:
        codes = [STAY.base, FLEE.base]
        if self.vessel < FIRST_PIRATE and ransom_obstacle(position, self.vessel) is None:
            codes.append(RANSOM.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        if code == FLEE.base:
            p.push(FleeCell(self.seat, self.vessel))
        elif code == RANSOM.base:
            p.push(RansomPort(self.seat))
        elif p.log is not None:
            p.say(Message("sm.log.stays", vessel=vessel_name(self.vessel)))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if code == RANSOM.base and self.vessel < FIRST_PIRATE:
            return explain(ransom_obstacle(position, self.vessel))
        return NOT_OFFERED


def ransom_obstacle(p: MasterPosition, seat: int) -> Obstacle | None:
    """SM-12.10, SM-12.12"""
    box = p.table.box
    if p.money[seat] + box.bank_gain * p.tokens[seat] < box.ransom_ship:
        return TOO_LITTLE_MONEY
    return None if open_ports(p) else PORT_UNDER_STORM


def open_ports(p: MasterPosition) -> list[int]:
    """Corner ports no storm covers."""
    cells = p.chart.port_cell
    return [port for port in range(CORNER_PORTS) if not p.covered(cells[port])]


def flee_zones(p: MasterPosition, vessel: int, cell: int) -> list[int]:
    """The zones of a cell a vessel may flee to: any, but not where it is.  SM-12.9"""
    case = p.chart.case[p.place[vessel]]
    return [zone for zone in range(p.chart.zones[cell]) if zone_at(cell, zone) != case]


def flee_cells(p: MasterPosition, vessel: int) -> list[int]:
    """SM-12.9"""
    cell = CELL_OF[p.place[vessel]]
    near = [*NEIGHBOURS[cell], cell]
    return [
        each
        for each in range(CELL_COUNT)
        if each in near and not p.covered(each) and flee_zones(p, vessel, each)
    ]


class FleeCell(Step[MasterPosition]):
    """Where to flee.  SM-12.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "vessel")

    def __init__(self, seat: int, vessel: int) -> None:
        super().__init__(seat)
        self.vessel = vessel

    def options(self, position: MasterPosition) -> list[int]:
        return [CELL.at(cell) for cell in flee_cells(position, self.vessel)]

    def take(self, position: MasterPosition, code: int) -> None:
        position.push(FleeZone(self.seat, self.vessel, CELL.value(code)))


class FleeZone(ZoneChoice):
    """The zone a vessel flees to.  SM-12.9"""

    def options(self, position: MasterPosition) -> list[int]:
        return [ZONE.at(zone) for zone in flee_zones(position, self.vessel, self.cell)]

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return NO_SUCH_ZONE.reason() if ZONE.has(code) else NOT_OFFERED


class RansomPort(Step[MasterPosition]):
    """The port a ship is sent home to.  SM-12.10"""

    def options(self, position: MasterPosition) -> list[int]:
        return [PORT.at(port) for port in open_ports(position)]

    def take(self, position: MasterPosition, code: int) -> None:
        position.push(RansomBank(self.seat, PORT.value(code)))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return PORT_UNDER_STORM.reason() if PORT.has(code) else NOT_OFFERED


def ransom_due(p: MasterPosition, seat: int) -> int:
    """SM-12.11"""
    return p.table.box.ransom_ship + p.sailors(seat) // 2 * p.table.box.ransom_pair


class RansomBank(Step[MasterPosition]):
    """How many tokens to turn into money for the ransom; then it is paid.  SM-12.12 to 12.14"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "port")

    def __init__(self, seat: int, port: int) -> None:
        super().__init__(seat)
        self.port = port

    def options(self, position: MasterPosition) -> list[int]:
        p = position
        box = p.table.box
        gain = box.bank_gain
        money = p.money[self.seat]
        least = max(0, -(-(box.ransom_ship - money) // gain))
        needed = max(0, -(-(ransom_due(p, self.seat) - money) // gain))
        most = max(least, min(p.tokens[self.seat], needed))
        return span(TURN_IN.base + least, TURN_IN.base + most)

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        seat = self.seat
        p.bank(seat, TURN_IN.value(code))
        pay_ransom(p, seat)
        p.place[seat] = PORT_SPOT + p.chart.port_cell[self.port]
        if p.log is not None:
            p.say(Message("sm.log.ransomed", seat=seat, port=port_name(self.port)))


def _pairs_paid(p: MasterPosition, seat: int, money: int) -> int:
    """How many pairs of sailors this money pays for, after the ship.  SM-12.14"""
    box = p.table.box
    return min(p.sailors(seat) // 2, (money - box.ransom_ship) // box.ransom_pair)


def prisoners(p: MasterPosition, seat: int, money: int) -> int:
    """The sailors lost if this money pays the ransom: two for each unpaid pair.  SM-12.14"""
    unpaid = p.sailors(seat) // 2 - _pairs_paid(p, seat, money)
    return min(2 * unpaid, p.able(seat))


def pay_ransom(p: MasterPosition, seat: int) -> None:
    """The ship first, then pairs of sailors; prisoners are lost.  SM-12.14"""
    lost = prisoners(p, seat, p.money[seat])
    box = p.table.box
    p.money[seat] -= box.ransom_ship + _pairs_paid(p, seat, p.money[seat]) * box.ransom_pair
    if lost and p.log is not None:
        p.say(Message("sm.log.prisoners", seat=seat, count=lost))
    from_sails = min(lost, p.sails[seat])
    from_deck = min(lost - from_sails, p.deck[seat])
    p.sails[seat] -= from_sails
    p.deck[seat] -= from_deck
    p.hold[seat] -= lost - from_sails - from_deck
