"""The state of a game, and the few operations every rule uses: gaining, paying, counting.

All state is ints and flat lists of ints. Lists with one entry per seat are indexed by seat; for the
wider ones, which have blocks per seat, small functions such as `in_village` find the index.
"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.saltfjord.actions import SPACE
from quarterdeck.games.saltfjord.components import Layout
from quarterdeck.games.saltfjord.names import (
    BARTER,
    BOAT_SPACES,
    CARPENTRY,
    CART_ON_TILE,
    CARTS,
    CELLS,
    COLOUR_COUNT,
    CRAFT,
    CRATE_COUNT,
    CRATE_STACKS,
    EMPTY,
    FACES,
    FISH,
    FISHING_TRACK,
    KINDS,
    LOGISTICS,
    NO_CART,
    NO_CRATE,
    NO_TILE,
    NO_TOKEN,
    NOT_RETIRED,
    NOTHING,
    QUAY_COUNT,
    SETS,
    SMOKEHOUSE,
    SOURCE_COUNT,
    TAVERNS,
    TOKEN_TYPES,
    TRACK_COUNT,
    WALK,
    ZONES,
)
from quarterdeck.games.saltfjord.paying import COST_BITS, COST_MASK, Payment
from quarterdeck.kernel.position import Position

_EMPTY: Final[list[int]] = []
STACK_COUNT: Final = 8
ALL_SETS: Final = (1 << SETS) - 1
SET_PARTS: Final = 2  # ability and resources


# Where things stand in the flat lists.


def in_store(seat: int, kind: int) -> int:
    """In `goods`."""
    return seat * KINDS + kind


def in_village(seat: int, cell: int) -> int:
    """In `icons`, `tiles_at` and `pieces`."""
    return seat * CELLS + cell


def on_track(seat: int, track: int) -> int:
    """In `tech`."""
    return seat * TRACK_COUNT + track


def on_boat(seat: int, space: int) -> int:
    """In `boat`."""
    return seat * BOAT_SPACES + space


def at_quay(seat: int, quay: int) -> int:
    """In `quays`; also what `crate_places` says of a crate."""
    return seat * QUAY_COUNT + quay


def seat_at_quay(place: int) -> int:
    """Whose quay it is."""
    return place // QUAY_COUNT


def from_source(seat: int, source: int) -> int:
    """In `points`."""
    return seat * SOURCE_COUNT + source


def of_colour(seat: int, colour: int) -> int:
    """In `dice_taken`."""
    return seat * COLOUR_COUNT + colour


def of_cart(seat: int, number: int) -> int:
    """In `carts`."""
    return seat * CARTS + number


def in_pool(colour: int, face: int) -> int:
    """In `pool`."""
    return colour * FACES + face - 1


def on_tavern(tavern: int, colour: int) -> int:
    """In `solo_dice`."""
    return tavern * COLOUR_COUNT + colour


def token_stack(zone: int, kind: int) -> int:
    """In `token_left` and `put_back`: zones count from 1, types from 0."""
    return (zone - 1) * TOKEN_TYPES + kind


def set_ability(number: int) -> int:
    """In `sets`, for a set counted from 0."""
    return number * SET_PARTS


def set_resources(number: int) -> int:
    """In `sets`."""
    return number * SET_PARTS + 1


class SaltfjordPosition(Position):
    """A game of Saltfjord at one moment."""

    STATE: ClassVar[tuple[str, ...]] = (
        "round",
        "first",
        "pool",
        "solo_dice",
        "tops",
        "stack_left",
        "tiles_seen",
        "market",
        "crates_left",
        "crates_seen",
        "crate_places",
        "crates_removed",
        "token_left",
        "put_back",
        "unseen_tokens",
        "known",
        "board_abilities",
        "score_tiles",
        "special_tiles",
        "sets",
        "sets_left",
        "villages",
        "taverns",
        "goods",
        "icons",
        "tiles_at",
        "pieces",
        "workers",
        "tech",
        "zones",
        "boat",
        "caught",
        "abilities",
        "quays",
        "dice_taken",
        "points",
        "carts",
        "used",
    )

    def __init__(self, table: Layout) -> None:
        super().__init__(table.seats, SPACE)
        self.table = table
        self.round = 0
        self.first = 0
        # Dice to be taken: how many by colour and face; in solo the face (0: none) by tavern
        # and colour instead.
        self.pool = _EMPTY
        self.solo_dice = _EMPTY
        # Building tiles: the top one of each stack, how many lie there, all that were ever seen.
        self.tops = _EMPTY
        self.stack_left = _EMPTY
        self.tiles_seen = 0
        # Crates: the face-up one of each stack, how many lie below, all seen; for each crate the
        # seat and quay where it lies (`at_quay`), or -1.
        self.market = _EMPTY
        self.crates_left = _EMPTY
        self.crates_seen = 0
        self.crate_places = _EMPTY
        self.crates_removed = 0
        # Fishing tokens: how many in each stack (`token_stack`), which one was put back on top,
        # how many of each kind nobody has seen, and per seat the put-back ones it knows, as bits.
        self.token_left = _EMPTY
        self.put_back = _EMPTY
        self.unseen_tokens = _EMPTY
        self.known = _EMPTY
        self.board_abilities = 0
        self.score_tiles = _EMPTY
        self.special_tiles = _EMPTY
        # Starting sets: ability and resources of each; those not taken yet, as bits.
        self.sets = _EMPTY
        self.sets_left = ALL_SETS
        self.villages = _EMPTY
        self.taverns = _EMPTY
        self.goods = _EMPTY
        self.icons = _EMPTY
        self.tiles_at = _EMPTY
        self.pieces = _EMPTY
        self.workers = _EMPTY
        self.tech = _EMPTY
        self.zones = _EMPTY
        self.boat = _EMPTY
        self.caught = _EMPTY
        self.abilities = _EMPTY
        self.quays = _EMPTY
        self.dice_taken = _EMPTY
        self.points = _EMPTY
        self.carts = _EMPTY
        # Abilities used in this turn, as bits.
        self.used = 0

    def set_up(self) -> None:
        """Everything that does not depend on chance.  SF-1.10 to SF-1.12"""
        table = self.table
        seats = self.seats
        box = table.box
        self.pool = [0] * (COLOUR_COUNT * FACES)
        self.solo_dice = [0] * (len(TAVERNS) * COLOUR_COUNT)
        self.tops = [NO_TILE] * STACK_COUNT
        self.stack_left = box.stacks[:]
        self.market = [NO_CRATE] * CRATE_STACKS
        self.crates_left = [box.crate_stack] * CRATE_STACKS
        self.crate_places = [-1] * CRATE_COUNT
        self.token_left = [
            box.token_stacks[kind][zone] for zone in range(ZONES) for kind in range(TOKEN_TYPES)
        ]
        self.put_back = [NO_TOKEN] * (ZONES * TOKEN_TYPES)
        self.unseen_tokens = box.token_count[:]
        self.known = [0] * seats
        self.score_tiles = [-1] * TRACK_COUNT
        self.special_tiles = []
        self.sets = [-1] * (SETS * SET_PARTS)
        self.villages = [0] * seats
        self.taverns = [NOT_RETIRED] * seats
        self.goods = [0] * (seats * KINDS)
        self.icons = [EMPTY] * (seats * CELLS)
        self.tiles_at = [NO_TILE] * (seats * CELLS)
        self.pieces = [NOTHING] * (seats * CELLS)
        self.workers = [1] * seats
        self.tech = [0] * (seats * TRACK_COUNT)
        self.zones = [0] * seats
        self.boat = [NO_TOKEN] * (seats * BOAT_SPACES)
        self.caught = [0] * seats
        self.abilities = [0] * seats
        self.quays = [0] * (seats * QUAY_COUNT)
        self.dice_taken = [0] * (seats * COLOUR_COUNT)
        self.points = [0] * (seats * SOURCE_COUNT)
        self.carts = [NO_CART] * (seats * CARTS)
        if table.carts:
            for seat in range(seats):
                self.carts[of_cart(seat, 0)] = 0
                self.carts[of_cart(seat, 1)] = CART_ON_TILE

    def clone(self) -> SaltfjordPosition:
        twin = SaltfjordPosition(self.table)
        self.copy_machine(twin)
        twin.round = self.round
        twin.first = self.first
        twin.pool = self.pool[:]
        twin.solo_dice = self.solo_dice[:]
        twin.tops = self.tops[:]
        twin.stack_left = self.stack_left[:]
        twin.tiles_seen = self.tiles_seen
        twin.market = self.market[:]
        twin.crates_left = self.crates_left[:]
        twin.crates_seen = self.crates_seen
        twin.crate_places = self.crate_places[:]
        twin.crates_removed = self.crates_removed
        twin.token_left = self.token_left[:]
        twin.put_back = self.put_back[:]
        twin.unseen_tokens = self.unseen_tokens[:]
        twin.known = self.known[:]
        twin.board_abilities = self.board_abilities
        twin.score_tiles = self.score_tiles[:]
        twin.special_tiles = self.special_tiles[:]
        twin.sets = self.sets[:]
        twin.sets_left = self.sets_left
        twin.villages = self.villages[:]
        twin.taverns = self.taverns[:]
        twin.goods = self.goods[:]
        twin.icons = self.icons[:]
        twin.tiles_at = self.tiles_at[:]
        twin.pieces = self.pieces[:]
        twin.workers = self.workers[:]
        twin.tech = self.tech[:]
        twin.zones = self.zones[:]
        twin.boat = self.boat[:]
        twin.caught = self.caught[:]
        twin.abilities = self.abilities[:]
        twin.quays = self.quays[:]
        twin.dice_taken = self.dice_taken[:]
        twin.points = self.points[:]
        twin.carts = self.carts[:]
        twin.used = self.used
        return twin

    # Goods and points

    def gain(self, seat: int, kind: int, count: int) -> None:
        self.goods[seat * KINDS + kind] += count

    def gain_all(self, seat: int, goods: list[int]) -> None:
        for kind in range(KINDS):
            self.goods[seat * KINDS + kind] += goods[kind]

    def held(self, seat: int, kind: int) -> int:
        return self.goods[seat * KINDS + kind]

    def fish(self, seat: int) -> int:
        return self.goods[seat * KINDS + FISH]

    def store(self, seat: int) -> list[int]:
        """Goods by kind."""
        return self.goods[seat * KINDS : (seat + 1) * KINDS]

    def score(self, seat: int, source: int, points: int) -> None:
        self.points[seat * SOURCE_COUNT + source] += points

    def scored(self, seat: int) -> int:
        """The points of all sources together."""
        points = self.points
        found = 0
        for source in range(seat * SOURCE_COUNT, (seat + 1) * SOURCE_COUNT):
            found += points[source]
        return found

    def crates(self, seat: int) -> list[int]:
        """How many crates lie at each quay."""
        return self.quays[seat * QUAY_COUNT : (seat + 1) * QUAY_COUNT]

    def fewest_crates(self, seat: int) -> int:
        """How many lie at the emptiest quay."""
        quays = self.quays
        fewest = quays[seat * QUAY_COUNT]
        for quay in range(seat * QUAY_COUNT + 1, (seat + 1) * QUAY_COUNT):
            fewest = min(fewest, quays[quay])
        return fewest

    # Abilities and technologies

    def owns(self, seat: int, ability: int) -> bool:
        return bool(self.abilities[seat] >> ability & 1)

    def ready(self, seat: int, ability: int) -> bool:
        """Whether an ability that works once per turn can still be used.  SF-3.7"""
        return self.owns(seat, ability) and not self.used >> ability & 1

    def use(self, ability: int) -> None:
        self.used |= 1 << ability

    def level(self, seat: int, track: int) -> int:
        return self.tech[seat * TRACK_COUNT + track]

    def levels(self, seat: int) -> list[int]:
        return self.tech[seat * TRACK_COUNT : (seat + 1) * TRACK_COUNT]

    def logistics(self, seat: int) -> int:
        """The level that counts for quays; carts replace it.  SF-18.1"""
        return 0 if self.table.carts else self.tech[seat * TRACK_COUNT + LOGISTICS]

    def cart_level(self, seat: int) -> int:
        return self.tech[seat * TRACK_COUNT + LOGISTICS] if self.table.carts else 0

    def token_types(self, seat: int) -> int:
        """How many types of tokens a boat may take.  SF-11.3"""
        level = self.level(seat, FISHING_TRACK)
        return 1 if level < 2 else 2 if level == 2 else 3

    def boat_is_upgraded(self, seat: int) -> bool:
        return self.level(seat, CARPENTRY) > 0

    def boat_of(self, seat: int) -> list[int]:
        """The token on each space, or NO_TOKEN."""
        return self.boat[seat * BOAT_SPACES : (seat + 1) * BOAT_SPACES]

    def free_spaces(self, seat: int) -> int:
        """SF-11.2"""
        spaces = BOAT_SPACES if self.boat_is_upgraded(seat) else self.table.box.basic_spaces
        taken = 0
        for space in range(spaces):
            if self.boat[seat * BOAT_SPACES + space] != NO_TOKEN:
                taken += 1
        return spaces - taken

    def workers_owned(self, seat: int) -> int:
        """SF-9.5"""
        level = self.level(seat, CRAFT)
        return 1 if level < 2 else 2 if level == 2 else 3

    # Paying, SF-13

    def payment(self, seat: int) -> Payment:
        smokes = self.ready(seat, SMOKEHOUSE)
        return Payment(
            self.store(seat),
            self.table.sells_for,
            self.table.sale_order,
            self.table.upgrade_fish,
            self.ready(seat, BARTER),
            self.table.box.smokehouse_off if smokes else 0,
        )

    def can_pay(self, seat: int, cost: int) -> bool:
        """SF-13.1"""
        first = seat * KINDS
        worth = self.table.sells_for
        enough = True
        spare = 0
        for kind in range(KINDS):
            held = self.goods[first + kind]
            wanted = cost >> COST_BITS * kind & COST_MASK
            if held < wanted:
                enough = False
            spare += (held - wanted) * worth[kind]
        if enough:
            return True
        if spare < 0 and self.table.value_never_rises:
            return False
        return self.payment(seat).suffices(cost)

    def can_pay_fish(self, seat: int, fish: int) -> bool:
        """Whether so many fish can be had, by sales if need be."""
        total = 0
        for kind in range(KINDS):
            total += self.goods[seat * KINDS + kind] * self.table.sells_for[kind]
        return total >= fish

    # Villages

    def icon(self, seat: int, cell: int) -> int:
        return self.icons[seat * CELLS + cell]

    def village(self, seat: int) -> list[int]:
        """The icon of each cell."""
        return self.icons[seat * CELLS : (seat + 1) * CELLS]

    def tiles_in(self, seat: int) -> list[int]:
        """The tile on each cell of a village, or NO_TILE."""
        return self.tiles_at[seat * CELLS : (seat + 1) * CELLS]

    def pieces_in(self, seat: int) -> list[int]:
        """What stands on each cell of a village."""
        return self.pieces[seat * CELLS : (seat + 1) * CELLS]

    def cart(self, seat: int, number: int) -> int:
        """The cell of a cart, or where else it is."""
        return self.carts[seat * CARTS + number]

    def carts_of(self, seat: int) -> list[int]:
        return self.carts[seat * CARTS : (seat + 1) * CARTS]

    def is_building(self, seat: int, cell: int) -> bool:
        return EMPTY < self.icons[seat * CELLS + cell] < WALK

    def is_vacant(self, seat: int, cell: int) -> bool:
        """A building without die and worker."""
        return (
            EMPTY < self.icons[seat * CELLS + cell] < WALK
            and self.pieces[seat * CELLS + cell] == NOTHING
        )

    def filled(self, seat: int) -> int:
        """The cells of a village that are not empty, as bits."""
        bits = 0
        first = seat * CELLS
        for cell in range(CELLS):
            if self.icons[first + cell] != EMPTY:
                bits |= 1 << cell
        return bits
