"""The state of a game, and the few operations every rule uses: paying, earning, counting.

All state is ints and flat lists of ints. Lists with one entry per seat are indexed by seat;
the wider ones have blocks per seat: `goods` by (seat, store, good), `place` and `damage` by
(seat, ship), `space` by (seat, building).
"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.salty_ocean.actions import SPACE
from quarterdeck.games.salty_ocean.components import Layout
from quarterdeck.games.salty_ocean.names import (
    BUILDING_COUNT,
    CARAVEL_1,
    DEPOT,
    GOOD_COUNT,
    IN_PORT,
    NO_TILE,
    SALT,
    SHIP_COUNT,
    SPACE_NUMBERS,
    STORE_COUNT,
    TILE_COUNT,
    hold_at,
    ship_at,
    space_at,
    store_at,
)
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position

_EMPTY: Final[list[int]] = []


class SaltyPosition(Position):
    """A game of Upon a Salty Ocean at one moment."""

    STATE: ClassVar[tuple[str, ...]] = (
        "turn",
        "order",
        "mover",
        "passes",
        "coins",
        "serial",
        "last_serial",
        "saline",
        "depot",
        "cathedral",
        "space",
        "built",
        "goods",
        "place",
        "damage",
        "counters",
        "rows",
        "pirates",
        "clock_used",
        "tiles",
        "known",
    )

    def __init__(self, table: Layout) -> None:
        super().__init__(table.seats, SPACE)
        self.table = table
        self.turn = 0
        # Seats in turn order, and whose move it is: an index into that order.
        self.order = _EMPTY
        self.mover = 0
        # Passes in a row; with `phase_end = full_round`, passes in this round.
        self.passes = 0
        self.coins = _EMPTY
        # SO-5.14: the serial number of each player's latest change of coins.
        self.serial = _EMPTY
        self.last_serial = 0
        self.saline = _EMPTY
        self.depot = _EMPTY
        self.cathedral = _EMPTY
        self.space = _EMPTY
        self.built = _EMPTY
        self.goods = _EMPTY
        self.place = _EMPTY
        self.damage = _EMPTY
        self.counters = _EMPTY
        self.rows = _EMPTY
        self.pirates = 0
        self.clock_used = _EMPTY
        # The tile on each place once drawn, and per seat the tiles looked at, as bits.
        self.tiles = _EMPTY
        self.known = _EMPTY

    def set_up(self) -> None:
        """Everything that does not depend on chance.  SO-1.5 to SO-1.10, SO-1.12"""
        table = self.table
        seats = self.seats
        self.order = list(range(seats))
        self.coins = [0] * seats
        self.serial = [0] * seats
        self.saline = [0] * seats
        self.depot = [0] * seats
        self.cathedral = [0] * seats
        self.space = [0] * space_at(seats, 0)
        self.built = [0] * BUILDING_COUNT
        self.goods = [0] * store_at(seats, 0)
        self.place = [0] * ship_at(seats, 0)
        self.damage = [0] * ship_at(seats, 0)
        for seat in range(seats):
            self.place[ship_at(seat, CARAVEL_1)] = IN_PORT
            self.goods[hold_at(seat, CARAVEL_1) + SALT] = table.start_salt[CARAVEL_1]
        self.counters = [table.first_cost] * 4
        self.rows = [table.start_row] * GOOD_COUNT
        self.clock_used = [0] * seats
        self.tiles = [NO_TILE] * TILE_COUNT
        self.known = [0] * seats

    def clone(self) -> SaltyPosition:
        twin = SaltyPosition(self.table)
        self.copy_machine(twin)
        twin.turn = self.turn
        twin.order = self.order  # replaced each turn, never changed in place
        twin.mover = self.mover
        twin.passes = self.passes
        twin.coins = self.coins[:]
        twin.serial = self.serial[:]
        twin.last_serial = self.last_serial
        twin.saline = self.saline[:]
        twin.depot = self.depot[:]
        twin.cathedral = self.cathedral[:]
        twin.space = self.space[:]
        twin.built = self.built[:]
        twin.goods = self.goods[:]
        twin.place = self.place[:]
        twin.damage = self.damage[:]
        twin.counters = self.counters[:]
        twin.rows = self.rows[:]
        twin.pirates = self.pirates
        twin.clock_used = self.clock_used[:]
        twin.tiles = self.tiles[:]
        twin.known = self.known[:]
        return twin

    # Money, SO-5

    def can_pay(self, seat: int, amount: int) -> bool:
        """SO-5.7: the payment itself may not pass the lowest balance."""
        return self.coins[seat] - amount >= self.table.lowest

    def balance_after(self, balance: int, amount: int) -> int:
        """The balance after a payment and its interest.  SO-5.3 to SO-5.9"""
        after = balance - amount
        if balance >= 0 > after:
            after -= self.table.overdraft_interest
            if after < self.table.lowest:
                after = self.table.lowest
        return after

    def pay(self, seat: int, amount: int) -> None:
        """Pay an amount that `can_pay` allows, with interest on going overdrawn."""
        if amount == 0:
            return
        before = self.coins[seat]
        after = self.balance_after(before, amount)
        self._set_down(seat, after)
        if self.log is not None and before - after > amount:
            self.say(Message("so.event.overdrawn", seat=seat, count=before - after - amount))

    def earn(self, seat: int, amount: int) -> None:
        if amount:
            self._set_down(seat, self.coins[seat] + amount)

    def _set_down(self, seat: int, balance: int) -> None:
        """SO-5.14: the disc comes to lie on top of any disc already there."""
        self.coins[seat] = balance
        self.last_serial += 1
        self.serial[seat] = self.last_serial

    # City

    def owns(self, seat: int, building: int) -> bool:
        return self.space[seat * BUILDING_COUNT + building] > 0

    def space_value(self, seat: int, building: int) -> int:
        """What the space this seat owns in a building is worth; 0 if it owns none."""
        space = self.space[seat * BUILDING_COUNT + building]
        return self.table.value[building * SPACE_NUMBERS + space]

    # Goods

    def stock(self, seat: int, store: int) -> int:
        """Barrels in a store of this seat."""
        first = (seat * STORE_COUNT + store) * GOOD_COUNT
        goods = self.goods
        return goods[first] + goods[first + 1] + goods[first + 2]

    def barrels(self, seat: int, good: int) -> int:
        """Barrels of a good in all stores of this seat."""
        return sum(
            self.goods[store_at(seat, DEPOT) + good : store_at(seat + 1, DEPOT) : GOOD_COUNT]
        )

    def depot_room(self, seat: int) -> int:
        return self.table.depot[self.depot[seat]] - self.stock(seat, DEPOT)

    def hold(self, seat: int, ship: int) -> int:
        """Usable capacity of a ship.  SO-7.7"""
        return self.table.capacity[ship] - self.damage[seat * SHIP_COUNT + ship]

    def price(self, good: int) -> int:
        return self.table.price[good * self.table.rows + self.rows[good]]

    def buying_price(self, good: int) -> int:
        """SO-9.8, SO-9.9"""
        price = self.price(good)
        if good == SALT and price < self.table.least_salt_price:
            return self.table.least_salt_price
        return price

    def price_below(self, good: int, down: int) -> int:
        """What a good would cost so many rows further down."""
        return self.table.price[good * self.table.rows + self._row_below(good, down)]

    def move_row(self, good: int, down: int) -> None:
        """Move a price counter down (cheaper) or up."""
        self.rows[good] = self._row_below(good, down)

    def _row_below(self, good: int, down: int) -> int:
        """Counters stay on the table.  SO-3.2, SO-9.6"""
        return max(0, min(self.rows[good] + down, self.table.rows - 1))
