"""What stands in the way of a choice. Options are offered where nothing does; the same obstacle
tells a player why another one is closed.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    CARPENTRY,
    CARTS,
    CELLS,
    COLOUR_COUNT,
    DOMINO,
    EMPTY,
    FACES,
    GOLD,
    NO_CRATE,
    NO_TILE,
    NOTHING,
    ORANGE,
    PILOT,
    SIDE,
    SINGLE,
    STACKS_PER_SHAPE,
    SURVEYOR,
    TIER,
    TOKEN_TYPES,
    TOP,
    WALK,
    WHITE,
    WOOD,
    ZONES,
)
from quarterdeck.games.saltfjord.paying import asked, cube_cost
from quarterdeck.games.saltfjord.position import SaltfjordPosition, of_cart, token_stack
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.kernel.messages import Argument, Reason
from quarterdeck.kernel.obstacles import Obstacle, Obstacles
from quarterdeck.kernel.position import NOT_OFFERED

OBSTACLES: Final = Obstacles("sf")
NO_SUCH_DIE: Final = OBSTACLES.add("no_such_die", "SF-4.1")
WHITE_LIMIT: Final = OBSTACLES.add("white_limit", "SF-4.2")
ORANGE_LIMIT: Final = OBSTACLES.add("orange_limit", "SF-4.3")
STACK_EMPTY: Final = OBSTACLES.add("stack_empty", "SF-10.8")
NO_ROOM: Final = OBSTACLES.add("no_room", "SF-10.5")
CANNOT_PAY: Final = OBSTACLES.add("cannot_pay", "SF-13.1")
TAVERN_TAKEN: Final = OBSTACLES.add("tavern_taken", "SF-6.1")
TAVERN_HAS_DICE: Final = OBSTACLES.add("tavern_has_dice", "SF-19.6")
NOTHING_IN_LINE: Final = OBSTACLES.add("nothing_in_line", "SF-4.17")
NO_CRATE_LEFT: Final = OBSTACLES.add("no_crate_left", "SF-8.4")
AT_TOP: Final = OBSTACLES.add("at_top", "SF-9.1")
GOLD_ONLY: Final = OBSTACLES.add("gold_only", "SF-14.9")
NO_SURVEYOR: Final = OBSTACLES.add("no_surveyor", "SF-14.9")
FARTHEST_ZONE: Final = OBSTACLES.add("farthest_zone", "SF-11.2")
BOAT_FULL: Final = OBSTACLES.add("boat_full", "SF-11.2")
TYPE_TOO_HIGH: Final = OBSTACLES.add("type_too_high", "SF-11.3")
TOKENS_GONE: Final = OBSTACLES.add("tokens_gone", "SF-11.4")
IN_HARBOUR: Final = OBSTACLES.add("in_harbour", "SF-11.12")
NOT_A_BUILDING: Final = OBSTACLES.add("not_a_building", "SF-4.10")
BLOCKED: Final = OBSTACLES.add("blocked", "SF-4.11")
BEHIND_BLOCKED: Final = OBSTACLES.add("behind_blocked", "SF-4.12")
LEFT_BEHIND: Final = OBSTACLES.add("left_behind", "SF-4.9")
NOT_IN_LINE: Final = OBSTACLES.add("not_in_line", "SF-4.8")
NO_WORKER: Final = OBSTACLES.add("no_worker", "SF-12.2")
NOT_BEGUN_YET: Final = OBSTACLES.add("not_begun_yet", "SF-4.18")
CART_BARRED: Final = OBSTACLES.add("cart_barred", "SF-18.5")
NOT_THIS_CELL: Final = OBSTACLES.add("not_this_cell", "SF-10.4")
TAKEN_SET: Final = OBSTACLES.add("taken_set", "SF-1.15")
NOT_THIS_BUILDING: Final = OBSTACLES.add("not_this_building", "SF-12.15")
TOKENS_THERE: Final = OBSTACLES.add("tokens_there", "SF-11.7")


def explain(found: Obstacle | None, **figures: Argument) -> Reason:
    """The obstacle in words, with the figures a player would ask for.

    What nothing stands in the way of may still be no choice of the present step.
    """
    return NOT_OFFERED if found is None else found.reason(**figures)


# Dice and taverns


def die_limit_obstacle(p: SaltfjordPosition, seat: int, colour: int) -> Obstacle | None:
    """SF-4.2, SF-4.3"""
    taken = p.dice_taken[seat * COLOUR_COUNT + colour]
    if colour == WHITE:
        return WHITE_LIMIT if taken >= p.table.box.white_limit else None
    return ORANGE_LIMIT if taken >= p.round else None


def tavern_obstacle(p: SaltfjordPosition, tavern: int) -> Obstacle | None:
    """SF-6.1, SF-19.6"""
    for taken in p.taverns:
        if taken == tavern:
            return TAVERN_TAKEN
    first = tavern * COLOUR_COUNT
    if p.solo_dice[first + WHITE] or p.solo_dice[first + ORANGE]:
        return TAVERN_HAS_DICE
    return None


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


def line_obstacle(
    p: SaltfjordPosition, seat: int, colour: int, face: int, value: int
) -> Obstacle | None:
    """SF-4.5, SF-4.17, SF-18.10"""
    if not may_be_chosen(p, seat, line_of(colour, value)):
        return NOTHING_IN_LINE
    price = change_price(p, seat, face, value)
    if price and not p.can_pay_fish(seat, price):
        return CANNOT_PAY
    return None


def may_be_chosen(p: SaltfjordPosition, seat: int, line: int) -> bool:
    if p.table.carts:
        for number in range(CARTS):
            cart = p.cart(seat, number)
            if cart >= 0 and cart in LINES[line]:
                return True
    return any(reach_obstacle(p, seat, line, -1, number) is None for number in range(SIDE))


def reach_obstacle(
    p: SaltfjordPosition, seat: int, line: int, position: int, number: int
) -> Obstacle | None:
    """Whether the die at `position` of a line may go to the building at `number`.

    SF-4.8 to SF-4.12
    """
    if number <= position:
        return LEFT_BEHIND
    first = seat * CELLS
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
    return None


# Workers


def worker_obstacle(p: SaltfjordPosition, seat: int, cell: int) -> Obstacle | None:
    """SF-12.2"""
    if not p.workers[seat]:
        return NO_WORKER
    place = seat * CELLS + cell
    if not EMPTY < p.icons[place] < WALK:
        return NOT_A_BUILDING
    return None if p.pieces[place] == NOTHING else BLOCKED


# Buildings


def building_cost(p: SaltfjordPosition, seat: int, stack: int) -> int:
    """SF-5.1, SF-9.8, SF-10.1, SF-10.2"""
    shape = stack // STACKS_PER_SHAPE
    if shape == SINGLE:
        return 0
    cost = p.table.small_cost if shape == DOMINO else p.table.large_cost
    if p.level(seat, CARPENTRY) >= 3:
        cost -= cube_cost(WOOD, min(p.table.box.wood_off, asked(cost, WOOD)))
    return cost


def build_obstacle(p: SaltfjordPosition, seat: int, stack: int) -> Obstacle | None:
    """SF-5.3, SF-10.5, SF-10.8"""
    payable = p.can_pay(seat, building_cost(p, seat, stack))
    return _build_obstacle(p, stack, payable, p.filled(seat))


def open_stacks(p: SaltfjordPosition, seat: int, stacks: range) -> list[int]:
    """From which of these stacks, whose tiles cost the same, this seat may build."""
    payable = p.can_pay(seat, building_cost(p, seat, stacks[0]))
    filled = p.filled(seat)
    return [stack for stack in stacks if _build_obstacle(p, stack, payable, filled) is None]


def _build_obstacle(
    p: SaltfjordPosition, stack: int, payable: bool, filled: int
) -> Obstacle | None:
    top = p.tops[stack]
    if top == NO_TILE:
        return STACK_EMPTY
    if not payable:
        return CANNOT_PAY
    return None if has_room(p, filled, p.table.shape_of[top]) else NO_ROOM


def has_room(p: SaltfjordPosition, filled: int, shape: int) -> bool:
    return any(not placement.mask & filled for placement in p.table.placements[shape])


# Orders and technologies


def order_cost(p: SaltfjordPosition, stack: int) -> int:
    return p.table.crate_cost[p.market[stack]]


def order_obstacle(p: SaltfjordPosition, seat: int, stack: int) -> Obstacle | None:
    """SF-8.1"""
    if p.market[stack] == NO_CRATE:
        return NO_CRATE_LEFT
    return None if p.can_pay(seat, order_cost(p, stack)) else CANNOT_PAY


def next_cost(p: SaltfjordPosition, seat: int, track: int) -> int:
    """The kind of goods the next space costs; the marker must not be at the top.  SF-9.1"""
    return p.table.box.track_cost[track * TOP + p.level(seat, track)]


def tech_obstacle(p: SaltfjordPosition, seat: int, track: int) -> Obstacle | None:
    """SF-9.1"""
    if p.level(seat, track) >= TOP:
        return AT_TOP
    return None if p.can_pay(seat, cube_cost(next_cost(p, seat, track))) else CANNOT_PAY


def fish_instead(p: SaltfjordPosition, kind: int) -> int:
    """What Surveyor asks instead of a cube."""
    return p.table.box.surveyor_basic if TIER[kind] == 1 else p.table.box.surveyor_advanced


def tech_fish_obstacle(p: SaltfjordPosition, seat: int, track: int) -> Obstacle | None:
    """SF-14.9"""
    if not p.owns(seat, SURVEYOR):
        return NO_SURVEYOR
    if p.level(seat, track) >= TOP:
        return AT_TOP
    kind = next_cost(p, seat, track)
    if kind == GOLD:
        return GOLD_ONLY
    return None if p.can_pay_fish(seat, fish_instead(p, kind)) else CANNOT_PAY


# Fishing


def advance_obstacle(p: SaltfjordPosition, seat: int, kind: int) -> Obstacle | None:
    """Advance and take a token of a type.  SF-11.2 to SF-11.4"""
    found = advance_only_obstacle(p, seat)
    if found is not None and found is not TOKENS_THERE:
        return found
    if kind >= p.token_types(seat):
        return TYPE_TOO_HIGH
    return None if p.token_left[token_stack(p.zones[seat] + 1, kind)] else TOKENS_GONE


def advance_only_obstacle(p: SaltfjordPosition, seat: int) -> Obstacle | None:
    """Advance without a token, because there is none to be had.  SF-11.2, SF-11.7"""
    zone = p.zones[seat]
    if zone == ZONES:
        return FARTHEST_ZONE
    if not p.free_spaces(seat):
        return BOAT_FULL
    first = zone * TOKEN_TYPES
    for kind in range(p.token_types(seat)):
        if p.token_left[first + kind]:
            return TOKENS_THERE
    return None


def return_obstacle(p: SaltfjordPosition, seat: int) -> Obstacle | None:
    """SF-11.9, SF-11.12"""
    return None if p.zones[seat] else IN_HARBOUR


# Carts


def cart_obstacle(p: SaltfjordPosition, seat: int, cell: int) -> Obstacle | None:
    """Whether a cart may come to stand on a cell.  SF-18.5"""
    taken = cell in (p.carts[of_cart(seat, 0)], p.cart(seat, 1))
    if taken or p.pieces[seat * CELLS + cell] != NOTHING:
        return CART_BARRED
    return None
