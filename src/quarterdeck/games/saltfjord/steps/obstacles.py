"""What stands in the way of a choice. Options are offered where nothing does; the same number
tells a player why another one is closed.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    CARPENTRY,
    DOMINO,
    EMPTY,
    FACES,
    GOLD,
    NO_CRATE,
    NO_TILE,
    NOTHING,
    PILOT,
    SIDE,
    SINGLE,
    SURVEYOR,
    TIER,
    TOKEN_TYPES,
    TOP,
    WALK,
    WHITE,
    WOOD,
    ZONES,
)
from quarterdeck.games.saltfjord.paying import asked
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.village import LINES

# Numbers of the obstacles, in the order of words.py.
OPEN: Final = 0
NO_SUCH_DIE: Final = 1
WHITE_LIMIT: Final = 2
ORANGE_LIMIT: Final = 3
STACK_EMPTY: Final = 4
NO_ROOM: Final = 5
CANNOT_PAY: Final = 6
TAVERN_TAKEN: Final = 7
TAVERN_HAS_DICE: Final = 8
NOTHING_IN_LINE: Final = 9
NO_CRATE_LEFT: Final = 10
AT_TOP: Final = 11
GOLD_ONLY: Final = 12
NO_SURVEYOR: Final = 13
FARTHEST_ZONE: Final = 14
BOAT_FULL: Final = 15
TYPE_TOO_HIGH: Final = 16
TOKENS_GONE: Final = 17
IN_HARBOUR: Final = 18
NOT_A_BUILDING: Final = 19
BLOCKED: Final = 20
BEHIND_BLOCKED: Final = 21
LEFT_BEHIND: Final = 22
NOT_IN_LINE: Final = 23
NO_WORKER: Final = 24
NOT_BEGUN_YET: Final = 25
CART_BARRED: Final = 26
NOT_THIS_CELL: Final = 27
TAKEN_SET: Final = 28
NOT_THIS_BUILDING: Final = 29
TOKENS_THERE: Final = 30


# Dice and taverns


def die_limit_obstacle(p: SaltfjordPosition, seat: int, colour: int) -> int:
    """SF-4.2, SF-4.3"""
    taken = p.dice_taken[seat * 2 + colour]
    if colour == WHITE:
        return WHITE_LIMIT if taken >= p.table.box.white_limit else OPEN
    return ORANGE_LIMIT if taken >= p.round else OPEN


def tavern_obstacle(p: SaltfjordPosition, tavern: int) -> int:
    """SF-6.1, SF-19.6"""
    for taken in p.taverns:
        if taken == tavern:
            return TAVERN_TAKEN
    if p.solo_dice[tavern * 2] or p.solo_dice[tavern * 2 + 1]:
        return TAVERN_HAS_DICE
    return OPEN


def change_price(p: SaltfjordPosition, seat: int, face: int, value: int) -> int:
    """Fish to change a die.  SF-4.5, SF-14.4"""
    if value == face:
        return 0
    if p.owns(seat, PILOT):
        return p.table.box.pilot_fish
    return abs(value - face)


def line_of(colour: int, value: int) -> int:
    """The line a die activates: white a column, orange a row.  SF-4.7"""
    return value - 1 + (0 if colour == WHITE else FACES)


def line_obstacle(p: SaltfjordPosition, seat: int, colour: int, face: int, value: int) -> int:
    """SF-4.5, SF-4.17, SF-18.10"""
    if not may_be_chosen(p, seat, line_of(colour, value)):
        return NOTHING_IN_LINE
    price = change_price(p, seat, face, value)
    if price and not p.can_pay_fish(seat, price):
        return CANNOT_PAY
    return OPEN


def may_be_chosen(p: SaltfjordPosition, seat: int, line: int) -> bool:
    if p.table.carts:
        for number in (0, 1):
            cart = p.carts[seat * 2 + number]
            if cart >= 0 and cart in LINES[line]:
                return True
    return any(reach_obstacle(p, seat, line, -1, number) == OPEN for number in range(SIDE))


def reach_obstacle(p: SaltfjordPosition, seat: int, line: int, position: int, number: int) -> int:
    """Whether the die at `position` of a line may go to the building at `number`.

    SF-4.8 to SF-4.12
    """
    if number <= position:
        return LEFT_BEHIND
    first = seat * SIDE * SIDE
    cells = LINES[line]
    place = first + cells[number]
    if not EMPTY < p.icons[place] < WALK:
        return NOT_A_BUILDING
    if p.pieces[place] != NOTHING:
        return BLOCKED
    if p.table.stops_at_blocked:
        for between in range(position + 1, number):
            if p.pieces[first + cells[between]] != NOTHING:
                return BEHIND_BLOCKED
    return OPEN


# Workers


def worker_obstacle(p: SaltfjordPosition, seat: int, cell: int) -> int:
    """SF-12.2"""
    if not p.workers[seat]:
        return NO_WORKER
    place = seat * SIDE * SIDE + cell
    if not EMPTY < p.icons[place] < WALK:
        return NOT_A_BUILDING
    return OPEN if p.pieces[place] == NOTHING else BLOCKED


# Buildings


def building_cost(p: SaltfjordPosition, seat: int, stack: int) -> int:
    """SF-5.1, SF-9.8, SF-10.1, SF-10.2"""
    shape = stack // 2
    if shape == SINGLE:
        return 0
    cost = p.table.small_cost if shape == DOMINO else p.table.large_cost
    if p.level(seat, CARPENTRY) >= 3:
        cost -= min(p.table.box.wood_off, asked(cost, WOOD)) << 3 * WOOD
    return cost


def build_obstacle(p: SaltfjordPosition, seat: int, stack: int) -> int:
    """SF-5.3, SF-10.5, SF-10.8"""
    top = p.tops[stack]
    if top == NO_TILE:
        return STACK_EMPTY
    if not p.can_pay(seat, building_cost(p, seat, stack)):
        return CANNOT_PAY
    return OPEN if has_room(p, p.filled(seat), p.table.shape_of[top]) else NO_ROOM


def has_room(p: SaltfjordPosition, filled: int, shape: int) -> bool:
    return any(not placement.mask & filled for placement in p.table.placements[shape])


# Orders and technologies


def order_cost(p: SaltfjordPosition, stack: int) -> int:
    return p.table.crate_cost[p.market[stack]]


def order_obstacle(p: SaltfjordPosition, seat: int, stack: int) -> int:
    """SF-8.1"""
    if p.market[stack] == NO_CRATE:
        return NO_CRATE_LEFT
    return OPEN if p.can_pay(seat, order_cost(p, stack)) else CANNOT_PAY


def next_cost(p: SaltfjordPosition, seat: int, track: int) -> int:
    """The kind of goods the next space costs; the marker must not be at the top.  SF-9.1"""
    return p.table.box.track_cost[track * TOP + p.level(seat, track)]


def tech_obstacle(p: SaltfjordPosition, seat: int, track: int) -> int:
    """SF-9.1"""
    if p.level(seat, track) >= TOP:
        return AT_TOP
    return OPEN if p.can_pay(seat, 1 << 3 * next_cost(p, seat, track)) else CANNOT_PAY


def fish_instead(p: SaltfjordPosition, kind: int) -> int:
    """What Surveyor asks instead of a cube."""
    return p.table.box.surveyor_basic if TIER[kind] == 1 else p.table.box.surveyor_advanced


def tech_fish_obstacle(p: SaltfjordPosition, seat: int, track: int) -> int:
    """SF-14.9"""
    if not p.owns(seat, SURVEYOR):
        return NO_SURVEYOR
    if p.level(seat, track) >= TOP:
        return AT_TOP
    kind = next_cost(p, seat, track)
    if kind == GOLD:
        return GOLD_ONLY
    return OPEN if p.can_pay_fish(seat, fish_instead(p, kind)) else CANNOT_PAY


# Fishing


def advance_obstacle(p: SaltfjordPosition, seat: int, kind: int) -> int:
    """Advance and take a token of a type.  SF-11.2 to SF-11.4"""
    found = advance_only_obstacle(p, seat)
    if found not in (OPEN, TOKENS_THERE):
        return found
    if kind >= p.token_types(seat):
        return TYPE_TOO_HIGH
    return OPEN if p.token_left[p.zones[seat] * TOKEN_TYPES + kind] else TOKENS_GONE


def advance_only_obstacle(p: SaltfjordPosition, seat: int) -> int:
    """Advance without a token, because there is none to be had.  SF-11.2, SF-11.7"""
    zone = p.zones[seat]
    if zone == ZONES:
        return FARTHEST_ZONE
    if not p.free_spaces(seat):
        return BOAT_FULL
    for kind in range(p.token_types(seat)):
        if p.token_left[zone * TOKEN_TYPES + kind]:
            return TOKENS_THERE
    return OPEN


def return_obstacle(p: SaltfjordPosition, seat: int) -> int:
    """SF-11.9, SF-11.12"""
    return OPEN if p.zones[seat] else IN_HARBOUR


# Carts


def cart_obstacle(p: SaltfjordPosition, seat: int, cell: int) -> int:
    """Whether a cart may come to stand on a cell.  SF-18.5"""
    taken = cell in (p.carts[seat * 2], p.carts[seat * 2 + 1])
    if taken or p.pieces[seat * SIDE * SIDE + cell] != NOTHING:
        return CART_BARRED
    return OPEN
