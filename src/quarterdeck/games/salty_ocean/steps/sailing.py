"""Navigation: sailing out to fish and sailing home.  SO-7"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.salty_ocean.actions import CATCH, DONE, SHIP
from quarterdeck.games.salty_ocean.names import (
    AT_SEA,
    COD,
    FIERTE,
    HERRING,
    IN_PORT,
    MACLOU,
    SALT,
    SHIP_COUNT,
    hold_at,
    ship_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.losses import Loss
from quarterdeck.games.salty_ocean.words import ship_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Phase, Step, span


def sail_out(p: SaltyPosition, seat: int) -> None:
    """SO-7.1, SO-7.4"""
    p.push(SailOut(seat, -1, 0, 1 if is_attacked(p, seat) else 0))


def sail_home(p: SaltyPosition, seat: int) -> None:
    """SO-7.2"""
    p.push(SailHome(seat, -1))


def ships_after(p: SaltyPosition, seat: int, last: int, where: int) -> list[int]:
    """Codes of this seat's ships in a place that come after `last` in ship order."""
    first = ship_at(seat, 0)
    return [
        SHIP.base + ship for ship in range(last + 1, SHIP_COUNT) if p.place[first + ship] == where
    ]


class SailOut(Step[SaltyPosition]):
    """Pick the next ship to leave, or have done.  SO-7.1, SO-7.3 to SO-7.5

    Picks go in ship order, so that each set of ships is reached in one way. Only while pirates
    threaten the owner does the first pick matter: it is free, and the order begins after it.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "last", "started", "threatened")

    def __init__(self, seat: int, last: int, started: int, threatened: int) -> None:
        super().__init__(seat)
        self.last = last
        self.started = started
        self.threatened = threatened

    def options(self, position: SaltyPosition) -> list[int]:
        codes = ships_after(position, self.seat, self.last, IN_PORT)
        if self.started:
            codes.append(DONE.base)
        return codes

    def take(self, position: SaltyPosition, code: int) -> None:
        if code == DONE.base:
            return
        ship = code - SHIP.base
        decoy = self.threatened and not self.started
        position.push(SailOut(self.seat, -1 if decoy else ship, 1, 0))
        enter_the_sea(position, self.seat, ship)


def enter_the_sea(p: SaltyPosition, seat: int, ship: int) -> None:
    """Damage first, then losses, then the catch.  SO-7.6 to SO-7.10"""
    at = ship_at(seat, ship)
    p.place[at] = AT_SEA
    damage = sea_damage(p, seat, ship)
    if p.log is not None:
        p.say(Message("so.event.sails", seat=seat, ship=ship_name(ship)))
    if is_attacked(p, seat):
        p.pirates = 0
        if p.log is not None:
            p.say(Message("so.event.pirates", seat=seat, ship=ship_name(ship)))
    if damage:
        p.damage[at] += damage
        if p.log is not None:
            p.say(Message("so.event.damage", seat=seat, ship=ship_name(ship), count=damage))
    p.push(Catch(seat, ship))
    excess = p.stock(seat, ship + 1) - p.hold(seat, ship)
    if excess > 0:
        p.push(Loss(seat, ship + 1, excess))


def is_attacked(p: SaltyPosition, seat: int) -> bool:
    """Whether pirates wait for the next ship of this seat.  SO-7.8, SO-10.21"""
    return p.pirates > 0 and not p.owns(seat, MACLOU)


def storm_damage(p: SaltyPosition) -> int:
    """SO-7.7"""
    return p.table.storm_damage if p.table.storm[p.tiles[p.turn - 1]] else 0


def sea_damage(p: SaltyPosition, seat: int, ship: int) -> int:
    """The damage this ship takes if it puts to sea next.  SO-7.7 to SO-7.10"""
    damage = storm_damage(p)
    if is_attacked(p, seat):
        damage += p.table.pirate_damage
    return min(damage, p.hold(seat, ship))


def poor_fishing_loss(p: SaltyPosition, seat: int, salt: int) -> int:
    """Barrels of so much salt that poor fishing spoils.  SO-7.12, SO-7.13, SO-10.25"""
    if not p.table.poor_fishing[p.tiles[p.turn - 1]] or p.owns(seat, FIERTE):
        return 0
    return min(p.table.poor_fishing_salt, salt)


class Catch(Phase[SaltyPosition]):
    """Poor fishing, then all salt aboard becomes fish.  SO-7.12 to SO-7.17"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "ship")

    def __init__(self, owner: int, ship: int) -> None:
        super().__init__()
        self.owner = owner
        self.ship = ship

    def run(self, position: SaltyPosition) -> None:
        p = position
        seat = self.owner
        salt = hold_at(seat, self.ship) + SALT
        spoiled = poor_fishing_loss(p, seat, p.goods[salt])
        p.goods[salt] -= spoiled
        if spoiled and p.log is not None:
            p.say(
                Message(
                    "so.event.poor_fishing",
                    seat=seat,
                    ship=ship_name(self.ship),
                    count=spoiled,
                )
            )
        if p.goods[salt]:
            p.push(FishSplit(seat, self.ship))


class FishSplit(Step[SaltyPosition]):
    """How many barrels become herring; the rest becomes cod.  SO-7.14 to SO-7.16"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "ship")

    def __init__(self, seat: int, ship: int) -> None:
        super().__init__(seat)
        self.ship = ship

    def options(self, position: SaltyPosition) -> list[int]:
        salt = position.goods[hold_at(self.seat, self.ship) + SALT]
        # SO-7.16: with two players there is only herring
        least = 0 if position.table.goods > COD else salt
        return span(CATCH.base + least, CATCH.base + salt)

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        hold = hold_at(self.seat, self.ship)
        herring = code - CATCH.base
        cod = p.goods[hold + SALT] - herring
        p.goods[hold + SALT] = 0
        p.goods[hold + HERRING] += herring
        p.goods[hold + COD] += cod
        if p.log is not None:
            p.say(
                Message(
                    "so.event.catch",
                    seat=self.seat,
                    ship=ship_name(self.ship),
                    herring=herring,
                    cod=cod,
                )
            )


class SailHome(Step[SaltyPosition]):
    """Pick the next ship to come home, in ship order, or have done.  SO-7.2, SO-7.18"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "last")

    def __init__(self, seat: int, last: int) -> None:
        super().__init__(seat)
        self.last = last

    def options(self, position: SaltyPosition) -> list[int]:
        codes = ships_after(position, self.seat, self.last, AT_SEA)
        if self.last >= 0:
            codes.append(DONE.base)
        return codes

    def take(self, position: SaltyPosition, code: int) -> None:
        if code == DONE.base:
            return
        p = position
        ship = code - SHIP.base
        p.place[ship_at(self.seat, ship)] = IN_PORT
        if p.log is not None:
            p.say(Message("so.event.home", seat=self.seat, ship=ship_name(ship)))
        p.push(SailHome(self.seat, ship))
