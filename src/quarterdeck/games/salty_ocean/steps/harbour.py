"""Port: building ships and moving goods.  SO-8"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.salty_ocean.actions import LOAD
from quarterdeck.games.salty_ocean.components import LARGEST_SHIP
from quarterdeck.games.salty_ocean.names import (
    ACADEMIE,
    CHANTIER,
    DEPOT,
    GOOD_COUNT,
    IN_PORT,
    SHIP_COUNT,
    hold_at,
    ship_at,
    space_at,
    store_at,
)
from quarterdeck.games.salty_ocean.obstacles import fee_due
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.losses import lose_what_does_not_fit
from quarterdeck.games.salty_ocean.words import building_name, good_name, ship_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step, span

LOADS_PER_GOOD: Final = LARGEST_SHIP + 1
LOADS_PER_SHIP: Final = 3 * LOADS_PER_GOOD


def build_ship(p: SaltyPosition, seat: int, ship: int) -> None:
    """SO-8.1 to SO-8.7"""
    fee = fee_due(p, seat, ship)
    if p.log is not None and fee:
        p.say(Message("so.event.fee", seat=seat, count=fee))
    p.pay(seat, fee)
    if not p.owns(seat, ACADEMIE):
        share_fee(p, ACADEMIE, p.table.academy_fee[ship], p.table.academy_share[ship])
    if not p.owns(seat, CHANTIER):
        share_fee(p, CHANTIER, p.table.shipyard_fee[ship], p.table.shipyard_share[ship])
    p.place[ship_at(seat, ship)] = IN_PORT


def share_fee(p: SaltyPosition, building: int, fee: int, share_of_two: int) -> None:
    """A single owner gets the whole fee, two get a share each.  SO-8.5, SO-8.6, SO-5.15"""
    share = fee if p.built[building] == 1 else share_of_two
    first = p.table.first_space[building]
    for space in range(first, first + p.built[building]):
        for owner in range(p.seats):
            if p.space[space_at(owner, building)] == space:
                p.earn(owner, share)
                if p.log is not None:
                    p.say(
                        Message(
                            "so.event.share",
                            seat=owner,
                            count=share,
                            building=building_name(building),
                        )
                    )


def move_goods(p: SaltyPosition, seat: int) -> None:
    """All goods in Rouen form one pool, kept in the Dépôt while it is dealt out.  SO-8.8"""
    for ship in range(SHIP_COUNT):
        if p.place[ship_at(seat, ship)] == IN_PORT:
            for good in range(GOOD_COUNT):
                hold = hold_at(seat, ship) + good
                p.goods[store_at(seat, DEPOT) + good] += p.goods[hold]
                p.goods[hold] = 0
    ask_next_load(p, seat, 0, 0)


def most_to_load(p: SaltyPosition, seat: int, ship: int, good: int) -> int:
    """Barrels of a good that can go onto a ship now; 0 if the ship is not in Rouen."""
    if p.place[ship_at(seat, ship)] != IN_PORT:
        return 0
    return min(p.goods[store_at(seat, DEPOT) + good], p.hold(seat, ship) - p.stock(seat, ship + 1))


def ask_next_load(p: SaltyPosition, seat: int, ship: int, good: int) -> None:
    """Ask for the next number that is open, ship by ship and good by good.  SO-8.8 to SO-8.13"""
    while ship < SHIP_COUNT:
        while good < GOOD_COUNT:
            if most_to_load(p, seat, ship, good) > 0:
                p.push(Load(seat, ship, good))
                return
            good += 1
        good = 0
        ship += 1
    lose_what_does_not_fit(p, seat)


class Load(Step[SaltyPosition]):
    """How many barrels of a good a ship holds after moving goods.  SO-8.8 to SO-8.11"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "ship", "good")

    def __init__(self, seat: int, ship: int, good: int) -> None:
        super().__init__(seat)
        self.ship = ship
        self.good = good

    def options(self, position: SaltyPosition) -> list[int]:
        base = LOAD.base + self.ship * LOADS_PER_SHIP + self.good * LOADS_PER_GOOD
        most = most_to_load(position, self.seat, self.ship, self.good)
        return span(base, base + most)

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        count = (code - LOAD.base) % LOADS_PER_GOOD
        p.goods[store_at(self.seat, DEPOT) + self.good] -= count
        p.goods[hold_at(self.seat, self.ship) + self.good] += count
        if p.log is not None and count:
            p.say(
                Message(
                    "so.event.loads",
                    seat=self.seat,
                    count=count,
                    good=good_name(self.good),
                    ship=ship_name(self.ship),
                )
            )
        ask_next_load(p, self.seat, self.ship, self.good + 1)
