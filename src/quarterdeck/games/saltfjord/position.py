"""The state of a game, and the few operations every rule uses: gaining, paying, counting.

All state is ints and flat lists of ints. Lists with one entry per seat are indexed by seat; the
wider ones have blocks per seat: `goods` by (seat, kind), `icons`, `tiles_at` and `pieces` by
(seat, cell), `tech` by (seat, track), `boat` by (seat, space), `quays` by (seat, quay), `points`
by (seat, source), `carts` by (seat, cart).
"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.saltfjord.actions import SPACE
from quarterdeck.games.saltfjord.components import Table
from quarterdeck.games.saltfjord.names import (
    BARTER,
    BOAT_SPACES,
    CARPENTRY,
    CART_ON_TILE,
    CELLS,
    CRAFT,
    CRATE_COUNT,
    EMPTY,
    FACES,
    FISH,
    FISHING_TRACK,
    KINDS,
    NO_CART,
    NO_CRATE,
    NO_TILE,
    NO_TOKEN,
    NOT_RETIRED,
    NOTHING,
    SMOKEHOUSE,
    SOURCE_COUNT,
    TAVERNS,
    TOKEN_TYPES,
    WALK,
    ZONES,
)
from quarterdeck.games.saltfjord.paying import Payment
from quarterdeck.kernel.position import Position

_EMPTY: Final[list[int]] = []
STACK_COUNT: Final = 8


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

    def __init__(self, table: Table) -> None:
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
        # seat and quay where it lies (seat * 4 + quay), or -1.
        self.market = _EMPTY
        self.crates_left = _EMPTY
        self.crates_seen = 0
        self.crate_places = _EMPTY
        self.crates_removed = 0
        # Fishing tokens: how many in each stack (zone * 3 + type), which one was put back on top,
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
        self.sets_left = 15
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
        self.pool = [0] * (2 * FACES)
        self.solo_dice = [0] * (2 * len(TAVERNS))
        self.tops = [NO_TILE] * STACK_COUNT
        self.stack_left = box.stacks[:]
        self.market = [NO_CRATE] * 4
        self.crates_left = [box.crate_stack] * 4
        self.crate_places = [-1] * CRATE_COUNT
        self.token_left = [
            box.token_stacks[kind][zone] for zone in range(ZONES) for kind in range(TOKEN_TYPES)
        ]
        self.put_back = [NO_TOKEN] * (ZONES * TOKEN_TYPES)
        self.unseen_tokens = box.token_count[:]
        self.known = [0] * seats
        self.score_tiles = [-1] * 4
        self.special_tiles = []
        self.sets = [-1] * 8
        self.villages = [0] * seats
        self.taverns = [NOT_RETIRED] * seats
        self.goods = [0] * (seats * KINDS)
        self.icons = [EMPTY] * (seats * CELLS)
        self.tiles_at = [NO_TILE] * (seats * CELLS)
        self.pieces = [NOTHING] * (seats * CELLS)
        self.workers = [1] * seats
        self.tech = [0] * (seats * 4)
        self.zones = [0] * seats
        self.boat = [NO_TOKEN] * (seats * BOAT_SPACES)
        self.caught = [0] * seats
        self.abilities = [0] * seats
        self.quays = [0] * (seats * 4)
        self.dice_taken = [0] * (seats * 2)
        self.points = [0] * (seats * SOURCE_COUNT)
        self.carts = [NO_CART] * (seats * 2)
        if table.carts:
            for seat in range(seats):
                self.carts[seat * 2] = 0
                self.carts[seat * 2 + 1] = CART_ON_TILE

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

    def score(self, seat: int, source: int, points: int) -> None:
        self.points[seat * SOURCE_COUNT + source] += points

    # Abilities and technologies

    def owns(self, seat: int, ability: int) -> bool:
        return bool(self.abilities[seat] >> ability & 1)

    def ready(self, seat: int, ability: int) -> bool:
        """Whether an ability that works once per turn can still be used.  SF-3.7"""
        return self.owns(seat, ability) and not self.used >> ability & 1

    def use(self, ability: int) -> None:
        self.used |= 1 << ability

    def level(self, seat: int, track: int) -> int:
        return self.tech[seat * 4 + track]

    def logistics(self, seat: int) -> int:
        """The level that counts for quays; carts replace it.  SF-18.1"""
        return 0 if self.table.carts else self.tech[seat * 4 + 2]

    def cart_level(self, seat: int) -> int:
        return self.tech[seat * 4 + 2] if self.table.carts else 0

    def token_types(self, seat: int) -> int:
        """How many types of tokens a boat may take.  SF-11.3"""
        level = self.level(seat, FISHING_TRACK)
        return 1 if level < 2 else 2 if level == 2 else 3

    def boat_is_upgraded(self, seat: int) -> bool:
        return self.level(seat, CARPENTRY) > 0

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
            self.goods[seat * KINDS : seat * KINDS + KINDS],
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
            wanted = cost >> 3 * kind & 7
            if held < wanted:
                enough = False
            spare += (held - wanted) * worth[kind]
        if enough:
            return True
        if spare < 0 and self.table.value_never_rises:
            return False
        return len(self.payment(seat).find(cost, True)) > 0

    def can_pay_fish(self, seat: int, fish: int) -> bool:
        """Whether so many fish can be had, by sales if need be."""
        total = 0
        for kind in range(KINDS):
            total += self.goods[seat * KINDS + kind] * self.table.sells_for[kind]
        return total >= fish

    # Villages

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

    def fish(self, seat: int) -> int:
        return self.goods[seat * KINDS + FISH]
