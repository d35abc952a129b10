"""The end of a turn, step by step.  SO-11, SO-10.26 to SO-10.31"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.salty_ocean.actions import KEEP, LOOK, NO_LOOK, REPAIR, SEE, SWAP
from quarterdeck.games.salty_ocean.names import (
    AUBERGE,
    BANQUE,
    DEPOT,
    FIERTE,
    NO_TILE,
    PHARE,
    SALLE,
    SALT,
    SHIP_COUNT,
    TILE_COUNT,
    TURNS,
    ship_at,
    store_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.losses import lose_what_does_not_fit
from quarterdeck.games.salty_ocean.words import place_name, ship_name, tile_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import ChanceStep, Phase, Step


class TurnEnd(Phase[SaltyPosition]):
    """The steps in order; the last turn leaves out those that cannot matter.

    SO-11.1, SO-11.2, SO-11.6, SO-11.16
    """

    def run(self, position: SaltyPosition) -> None:
        p = position
        p.push(Income())
        if p.turn < TURNS:
            p.clock_used = [0] * p.seats
            p.push(Production(0))
            p.push(Upkeep(0))


class Upkeep(Phase[SaltyPosition]):
    """Steps 1a and 1b for one player after the other.  SO-11.3 to SO-11.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("place",)

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def run(self, position: SaltyPosition) -> None:
        p = position
        if self.place == p.seats:
            return
        seat = p.order[self.place]
        p.push(Upkeep(self.place + 1))
        # SO-10.31: only while a grid tile is still face down
        if p.owns(seat, FIERTE) and p.turn + 1 < TURNS and p.space_value(seat, FIERTE) > 0:
            p.push(Look(seat, -1))
        if p.owns(seat, PHARE) and damaged_ships(p, seat):
            p.push(Repair(seat))


def damaged_ships(p: SaltyPosition, seat: int) -> list[int]:
    return [ship for ship in range(SHIP_COUNT) if p.damage[ship_at(seat, ship)]]


class Repair(Step[SaltyPosition]):
    """The Phare repairs one damaged ship, wherever it is.  SO-10.11, SO-10.13"""

    def options(self, position: SaltyPosition) -> list[int]:
        return [REPAIR.at(ship) for ship in damaged_ships(position, self.seat)]

    def take(self, position: SaltyPosition, code: int) -> None:
        ship = REPAIR.value(code)
        position.damage[ship_at(self.seat, ship)] = 0
        if position.log is not None:
            position.say(Message("so.event.repair", seat=self.seat, ship=ship_name(ship)))


class Look(Step[SaltyPosition]):
    """A Fierté owner may look at a face-down tile; the better space at a second one.

    `first` is the place looked at before, or -1.  SO-10.26 to SO-10.30
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "first")

    def __init__(self, seat: int, first: int) -> None:
        super().__init__(seat)
        self.first = first

    def options(self, position: SaltyPosition) -> list[int]:
        p = position
        codes = [NO_LOOK.base]
        unseen_stock = False
        for place in range(p.turn + 1, TILE_COUNT):
            if place >= TURNS and p.tiles[place] == NO_TILE:
                # Stock tiles nobody ever looked at are interchangeable: offer one
                if unseen_stock:
                    continue
                unseen_stock = True
            if place != self.first:
                codes.append(LOOK.at(place))
        return codes

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        if code == NO_LOOK.base:
            return
        place = LOOK.value(code)
        if p.log is not None:
            p.say(Message("so.event.look", seat=self.seat, place=place_name(place)))
        if self.first >= 0:
            # A swap inside the stock would have no effect
            if min(self.first, place) < TURNS:
                p.push(Swap(self.seat, self.first, place))
        elif p.space_value(self.seat, FIERTE) > 1:
            p.push(Look(self.seat, place))
        p.push(See(self.seat, place))


def possible_tiles(p: SaltyPosition, base: int, place: int) -> list[tuple[int, int]]:
    """What may lie on a place: the tile drawn for it, else any tile not drawn for another."""
    first = base + place * TILE_COUNT
    fixed = p.tiles[place]
    if fixed != NO_TILE:
        return [(first + fixed, 1)]
    drawn = 0
    for tile in p.tiles:
        if tile != NO_TILE:
            drawn |= 1 << tile
    return [(first + tile, 1) for tile in range(TILE_COUNT) if not drawn >> tile & 1]


class See(ChanceStep[SaltyPosition]):
    """The face of a tile, for the eyes of one player.  SO-10.30"""

    FIELDS: ClassVar[tuple[str, ...]] = ("viewer", "place")

    def __init__(self, viewer: int, place: int) -> None:
        super().__init__()
        self.viewer = viewer
        self.place = place

    def weighted(self, position: SaltyPosition) -> list[tuple[int, int]]:
        return possible_tiles(position, SEE.base, self.place)

    def audience(self) -> int:
        return self.viewer

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        tile = (code - SEE.base) % TILE_COUNT
        p.tiles[self.place] = tile
        p.known[self.viewer] |= 1 << tile
        if p.log is not None:
            p.say(
                Message("so.event.see", place=place_name(self.place), tile=tile_name(tile)),
                self.viewer,
            )


class Swap(Step[SaltyPosition]):
    """Swap the two tiles just looked at, or leave them.  SO-10.26, SO-10.28"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "first", "second")

    def __init__(self, seat: int, first: int, second: int) -> None:
        super().__init__(seat)
        self.first = first
        self.second = second

    def options(self, position: SaltyPosition) -> list[int]:
        return [KEEP.base, SWAP.base]

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        swapped = code == SWAP.base
        if swapped:
            tiles = p.tiles
            tiles[self.first], tiles[self.second] = tiles[self.second], tiles[self.first]
        if p.log is not None:
            p.say(
                Message(
                    "so.event.swap" if swapped else "so.event.keep",
                    seat=self.seat,
                    first=place_name(self.first),
                    second=place_name(self.second),
                )
            )


class Production(Phase[SaltyPosition]):
    """Step 2: salt into the Dépôts, one player after the other.  SO-11.7 to SO-11.9, SO-10.1"""

    FIELDS: ClassVar[tuple[str, ...]] = ("place",)

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def run(self, position: SaltyPosition) -> None:
        p = position
        if self.place == p.seats:
            return
        seat = p.order[self.place]
        salt = p.table.saline[p.saline[seat]]
        p.goods[store_at(seat, DEPOT) + SALT] += salt
        if p.log is not None:
            p.say(Message("so.event.production", seat=seat, count=salt))
        p.push(Production(self.place + 1))
        lose_what_does_not_fit(p, seat)


class Income(Phase[SaltyPosition]):
    """Steps 3 to 8: rent, interest, counters, coin limit, new turn order.

    SO-11.10 to SO-11.16
    """

    def run(self, position: SaltyPosition) -> None:
        p = position
        for seat in p.order:
            settle(p, seat, rent(p, seat), "so.event.rent")
        for seat in p.order:
            payer = "so.event.interest.vault" if p.owns(seat, SALLE) else "so.event.interest"
            settle(p, seat, interest(p, seat), payer)
        for seat in p.order:
            charge_overdraft(p, seat)
        if p.turn < TURNS:
            p.counters = [p.table.first_cost] * 4
        for seat in p.order:
            apply_coin_limit(p, seat)
        p.pirates = 0
        if p.turn < TURNS:
            # SO-11.15: poorest first, among equals the upper disc
            p.order = sorted(p.order, key=lambda seat: (p.coins[seat], -p.serial[seat]))


def settle(p: SaltyPosition, seat: int, amount: int, event: str) -> None:
    """Pay out an amount (or take it, if negative) and tell it."""
    p.earn(seat, amount)
    if amount and p.log is not None:
        p.say(Message(event, seat=seat, count=abs(amount)))


def rent(p: SaltyPosition, seat: int) -> int:
    """SO-10.9"""
    if not p.owns(seat, AUBERGE):
        return 0
    guests = p.seats - p.built[AUBERGE]
    return p.table.inn_rent + guests * p.table.inn_rent_per_guest


def interest(p: SaltyPosition, seat: int) -> int:
    return interest_on(p, seat, p.coins[seat])


def interest_on(p: SaltyPosition, seat: int, balance: int) -> int:
    """What a balance earns this seat at the end of a turn.  SO-10.3 to SO-10.5"""
    if balance <= 0:
        return 0
    if p.owns(seat, SALLE):
        return balance // p.table.per_interest_vault
    if p.owns(seat, BANQUE):
        return balance // p.table.per_interest_bank
    return 0


def overdraft_on(p: SaltyPosition, balance: int) -> int:
    """What a debt costs at the end of a turn.  SO-11.12, SO-5.8"""
    if balance >= 0:
        return 0
    return max(0, min(p.table.overdraft_interest, balance - p.table.lowest))


def charge_overdraft(p: SaltyPosition, seat: int) -> None:
    due = overdraft_on(p, p.coins[seat])
    if due:
        settle(p, seat, -due, "so.event.overdraft")


def coin_limit(p: SaltyPosition, seat: int) -> int:
    """The most coins this seat may keep at turn end; -1 for no limit.  SO-11.14"""
    if p.owns(seat, SALLE):
        return -1
    return p.table.limit_with_bank if p.owns(seat, BANQUE) else p.table.limit


def apply_coin_limit(p: SaltyPosition, seat: int) -> None:
    limit = coin_limit(p, seat)
    if 0 <= limit < p.coins[seat]:
        settle(p, seat, limit - p.coins[seat], "so.event.limit")
